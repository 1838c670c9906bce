import json
import os
import re
import signal
from pathlib import Path

import pytest
from PIL import Image

from companion.cli import main
from companion.clock import VirtualClock
from tests.complaints import complaint
from tests.program import ENVIRONMENT, ctrl_c, start

__all__ = ["ctrl_c"]  # a fixture of the tests below

STORY = """setup basic first=white
stone white:w D
press grey
stone quarry:g white
expect turn wD:+g
"""
KEYS = ["turns", "position", "result", "presses", "questions", "warnings", "truth", "agrees", "latency_ms"]


@pytest.fixture
def story(tmp_path: Path) -> Path:
    """A script of one turn."""
    path = tmp_path / "evening.table"
    path.write_text(STORY, encoding="utf-8")
    return path


@pytest.fixture
def in_the_way(tmp_path: Path) -> Path:
    """A file where a folder would be needed: nobody, root neither, can write below it."""
    path = tmp_path / "file"
    path.write_text("", encoding="utf-8")
    return path


def test_a_story_that_holds_ends_well(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 0 and a line that says so."""
    status = main(["simulate", str(story), "--fast"])

    assert status == 0
    assert capsys.readouterr() == (f"{story}: 1 turn, every expectation held\n", "")


@pytest.mark.parametrize(
    ("language", "asked", "to_move"),
    [
        ("en", "Which stone on A?", "White: place or take"),
        ("es", "¿Qué piedra en A?", "Blanco: coloca o toma"),
        ("fr", "Quelle pierre sur A ?", "Blanc place ou prend"),
        ("de", "Welcher Stein auf A?", "Weiß ist am Zug"),
    ],
)
def test_a_story_is_told_in_any_language(tmp_path: Path, language: str, asked: str, to_move: str) -> None:
    """The display of `--lang de` speaks German, and still does after a power cut."""
    path = tmp_path / "evening.table"
    path.write_text(
        "setup position -/-/-/-/-/-/- wg bb b -\n"
        + "stone black:b C\nwait 1\n"
        + f'expect screen "{to_move}"\nstone white:w A\nexpect screen "{asked}"\n'
        + f'power-cut\nwait 3\npress ok\nexpect screen "{asked}"\n',
        encoding="utf-8",
    )

    assert main(["simulate", str(path), "--fast", "--lang", language]) == 0


def test_a_story_that_does_not_hold_says_where(story: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Exit 1; the line of the script, what was expected and what was seen."""
    story.write_text(STORY + "expect settled 2\n", encoding="utf-8")

    status = main(["simulate", str(story), "--fast"])

    assert status == 1
    assert complaint(capsys) == f"tholos: {story}, line 6: expected settled 2, seen settled 1"


@pytest.mark.parametrize(
    ("wrong", "what", "cure"),
    [
        ("stome white:w E", 'line 2: "stome" cannot be read here', 'did you mean "stone"?'),
        ("stone white:b E", "line 2: no black stone lies in White's workshop", "take one that lies there"),
        ("expect turn wX", "line 2: turn 'wX' cannot be read", "a placement like wD"),
        ("expect position x", "line 2: position 'x': it is not five fields", "write a position"),
    ],
)
def test_a_script_that_is_wrong_says_where(
    story: Path, capsys: pytest.CaptureFixture[str], wrong: str, what: str, cure: str
) -> None:
    """Exit 2; the line of the script, what is wrong with it and what would be right."""
    story.write_text(f"setup basic first=white\n{wrong}\n", encoding="utf-8")

    status = main(["simulate", str(story), "--fast"])

    said = complaint(capsys)
    assert status == 2
    assert said.startswith(f"tholos: {story}, ")
    assert what in said
    assert cure in said


def test_the_report_is_json_with_the_promised_keys(story: Path, tmp_path: Path) -> None:
    """Whoever asks for JSON gets the whole report, by the names that are written down."""
    report = tmp_path / "report.json"

    main(["simulate", str(story), "--fast", "--json", str(report)])

    told = json.loads(report.read_text(encoding="utf-8"))
    assert list(told) == KEYS
    assert list(told["latency_ms"]) == ["p50", "p95", "max"]
    assert list(told["truth"]) == ["columns", "white", "black"]
    assert list(told["questions"][0]) == ["t", "text"]


def test_a_story_that_does_not_hold_is_reported_all_the_same(story: Path, tmp_path: Path) -> None:
    """The report shows how far it went."""
    story.write_text(STORY + "expect settled 2\n", encoding="utf-8")
    report = tmp_path / "report.json"

    main(["simulate", str(story), "--fast", "--json", str(report)])

    assert json.loads(report.read_text(encoding="utf-8"))["turns"] == ["wD:+g"]


def test_the_same_seed_gives_the_same_report(story: Path, tmp_path: Path) -> None:
    """Seed and script say it all; another seed is another table."""
    reports = []
    for number, seed in enumerate(("3", "3", "4")):
        path = tmp_path / f"{number}.json"
        main(["simulate", str(story), "--fast", "--noise", "rough", "--seed", seed, "--json", str(path)])
        reports.append(path.read_bytes())

    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


def test_each_picture_of_the_display_can_be_kept(story: Path, tmp_path: Path) -> None:
    """PNG files in the order in which the display showed them, each pixel four times as wide and high."""
    folder = tmp_path / "new" / "frames"
    story.write_text(STORY + "wait 5\n", encoding="utf-8")

    main(["simulate", str(story), "--fast", "--frames", str(folder)])

    names = sorted(path.name for path in folder.iterdir())
    assert [name.split("-")[0] for name in names] == [f"{n:04}" for n in range(1, len(names) + 1)]
    assert len(names) >= 4
    with Image.open(folder / names[0]) as picture:
        assert picture.size == (512, 256)
        assert picture.tobytes() == picture.resize((128, 64), 0).resize((512, 256), 0).tobytes()
    assert len({(folder / name).read_bytes() for name in names}) == len(names)


@pytest.mark.timeout(60)
def test_without_fast_the_firmware_plays_in_real_time(
    story: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The plain command runs the firmware and takes as long as the evening does."""
    story.write_text("setup basic first=white\nexpect settled 0\n", encoding="utf-8")

    status = main(["simulate", str(story)])

    assert (status, capsys.readouterr().err) == (0, "")


@pytest.mark.parametrize(
    ("option", "cure"), [("--json", "name a file in a folder"), ("--frames", "name a folder")]
)
@pytest.mark.parametrize("below", ["out", "deep/out"])
def test_a_place_that_cannot_be_written_is_told_before_the_game(
    story: Path, in_the_way: Path, capsys: pytest.CaptureFixture[str], option: str, cure: str, below: str
) -> None:
    """Nobody plays for an hour to hear then that nothing could be kept."""
    story.write_text(STORY + "wait 3600\nwait 3600\n", encoding="utf-8")
    place = in_the_way / below

    status = main(["simulate", str(story), "--fast", option, str(place)])

    said = complaint(capsys)
    assert status == 2
    assert said.startswith(f"tholos: {place} cannot be written (Not a directory); {cure}")


def test_a_folder_is_no_file_and_a_file_no_folder(
    story: Path, in_the_way: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each is named, with what would be right."""
    statuses = [main(["simulate", str(story), "--fast", "--json", str(tmp_path)])]
    folder_said = complaint(capsys)
    statuses.append(main(["simulate", str(story), "--fast", "--frames", str(in_the_way)]))
    file_said = complaint(capsys)

    assert statuses == [2, 2]
    assert f"{tmp_path} cannot be written (Is a directory); name a file" in folder_said
    assert f"{in_the_way} cannot be written (File exists); name a folder" in file_said


def test_two_evenings_never_share_a_folder_of_pictures(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Pictures of an earlier run are neither mixed with new ones nor wiped out."""
    folder = tmp_path / "frames"
    main(["simulate", str(story), "--fast", "--frames", str(folder)])
    kept = {path: path.read_bytes() for path in folder.iterdir()}
    capsys.readouterr()

    status = main(["simulate", str(story), "--fast", "--frames", str(folder)])

    assert status == 2
    assert (
        complaint(capsys) == f"tholos: {folder} holds pictures already; name a new folder, or empty this one"
    )
    assert {path: path.read_bytes() for path in folder.iterdir()} == kept


@pytest.mark.parametrize(
    ("place", "told"),
    [
        ("pipe", "pipe cannot be written (No such device or address); name a file"),
        ("/dev/full", "/dev/full cannot be written (No space left on device); make room"),
    ],
)
def test_a_report_that_nobody_could_read_is_told(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], place: str, told: str
) -> None:
    """A pipe without a reader is not waited for, and a full disk is named."""
    os.mkfifo(tmp_path / "pipe")

    status = main(["simulate", str(story), "--fast", "--json", str(tmp_path / place)])

    assert status == 2
    assert told in complaint(capsys)


def test_the_report_never_replaces_the_script(
    story: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip of the pen costs nobody a script, by whichever name it is called."""
    (tmp_path / "link.table").symlink_to(story)

    status = main(["simulate", str(story), "--fast", "--json", str(tmp_path / "link.table")])

    assert status == 2
    assert complaint(capsys).endswith("link.table is the script itself; name another file for the report")
    assert story.read_text(encoding="utf-8") == STORY


def test_a_script_that_is_wrong_leaves_no_report(story: Path, tmp_path: Path) -> None:
    """An empty file is no report."""
    story.write_text("nothing of sense\n", encoding="utf-8")

    main(["simulate", str(story), "--fast", "--json", str(tmp_path / "report.json")])

    assert not (tmp_path / "report.json").exists()


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (
            ("simulate", "/nowhere/x.table"),
            "/nowhere/x.table cannot be read: No such file or directory; name a",
        ),
        (("simulate", "/"), "/ cannot be read: Is a directory; name a .table file"),
        (("run", "--settings", "/nowhere/x.toml"), "x.toml cannot be read (No such file or directory); name"),
        (("run", "--settings", "/"), "the settings file / cannot be read (Is a directory); name a file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], what: str
) -> None:
    """One line: which file, why not, and what to do."""
    status = main(arguments)

    assert status == 2
    assert what in complaint(capsys)


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        (("simulate",), "the following arguments are required: FILE"),
        (("simulate", "x", "--seed", "two"), "argument --seed: invalid int value: 'two'"),
        (("simulate", "x", "--noise", "loud"), "argument --noise: invalid choice: 'loud'"),
        (("simulate", "x", "--lang", "xx"), "argument --lang: invalid choice: 'xx'"),
        (("simulate", "x", "--quick"), "unrecognized arguments: --quick"),
        (
            ("games", "--setings", "t.toml"),
            "unrecognized arguments: --setings t.toml; did you mean --settings?",
        ),
        (("games", "--setings=t.toml"), "unrecognized arguments: --setings=t.toml; did you mean --settings?"),
        (("run", "t.toml"), "unrecognized arguments: t.toml; did you mean --settings t.toml?"),
        (
            ("status", "--settings", "t.toml"),
            "--settings t.toml; what it takes is tholos status [-h] [--json];",
        ),
        (("import", "a.tgn", "b.tgn"), "b.tgn; what it takes is tholos import [-h] [--settings FILE] FILE;"),
        (("play", "--port", "70000"), "argument --port: there is no port '70000': choose from 1024 to 65535"),
        (("play", "--port", "-1"), "argument --port: there is no port '-1': choose from 1024 to 65535"),
        (("dance",), "argument COMMAND: invalid choice: 'dance'"),
    ],
)
def test_a_command_that_is_wrong_is_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], what: str
) -> None:
    """The word that is wrong, and where to read what is right."""
    with pytest.raises(SystemExit) as ended:
        main(arguments)

    said = complaint(capsys)
    assert ended.value.code == 2
    assert what in said
    assert said.endswith("--help'")


@pytest.mark.timeout(30)
@pytest.mark.usefixtures("ctrl_c")
def test_play_says_where_the_table_is_and_ctrl_c_ends_it() -> None:
    """One line with the address, within a second or two; Ctrl-C, which the firmware gets, too, ends it."""
    with start("play", "--port", "0", start_new_session=True) as program:
        assert program.stdout is not None
        said = program.stdout.readline().decode()
        os.killpg(program.pid, signal.SIGINT)
        _, complaints = program.communicate()

    assert re.fullmatch(r"The table is at http://127\.0\.0\.1:\d+/ for this machine; .*\n", said)
    assert (program.returncode, complaints) == (0, b"")


@pytest.mark.timeout(30)
@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
@pytest.mark.usefixtures("ctrl_c")
def test_however_play_is_ended_it_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: signal.Signals
) -> None:
    """Ctrl-C, a service that stops, a terminal that is closed: the games of that evening are gone."""
    monkeypatch.setitem(ENVIRONMENT, "TMPDIR", str(tmp_path))
    before = signal.signal(signal.SIGHUP, signal.SIG_DFL)  # who runs the tests under nohup
    with start("play", "--port", "0") as program:
        assert program.stdout is not None
        program.stdout.readline()
        has_games = any(tmp_path.iterdir())
        program.send_signal(ending)
        _, complaints = program.communicate()
    signal.signal(signal.SIGHUP, before)

    assert has_games
    assert list(tmp_path.iterdir()) == []
    assert (program.returncode, complaints) == (0, b"")


def test_a_mistyped_port_of_a_pico_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The name is wrong, not the Pico; and what to do is in the same line."""
    monkeypatch.setattr("companion.clock.RealClock", VirtualClock)

    status = main(["flash", "--port", f"{tmp_path}/ttyACN0"])

    said = capsys.readouterr()
    assert status == 2
    assert said.out == f"no such port: {tmp_path}/ttyACN0\n"
    assert said.err.startswith(
        f"tholos: no such port: {tmp_path}/ttyACN0; plug the Pico in, or leave PORT out"
    )
