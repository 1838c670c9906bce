import json
import os
import random
import shutil
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.cli import main
from companion.errors import CompanionError
from companion.journal import store as store_module
from companion.journal import writing
from companion.journal.journal import Journal
from companion.journal.onlooker import games_in
from companion.records import listed, records_of, steps_of, take_in
from companion.rules.notation import format_position, format_turn
from companion.rules.record import Game, read_games, write_games
from tests.complaints import complaint
from tests.rules.games import Played, games

START = "-/-/-/-/-/-/- ww bb w -"
NOBODY = 65534
RECORD = '[White "Ana \\"A\\""]\n[Black "Ben"]\n[Opening "grey"]\n\n1. wD:+g +1b 2. gA bB:D>E *\n'


@pytest.fixture(autouse=True)
def on_a_fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power here."""
    monkeypatch.setattr(store_module, "SYNCHRONOUS", "OFF")


@pytest.fixture
def settings_file(tmp_path: Path) -> Path:
    """Settings that keep games in a folder of the test."""
    path = tmp_path / "tholos.toml"
    path.write_text(f'[journal]\nfolder = "{tmp_path / "games"}"\n', encoding="utf-8")
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The folder that the settings name, as the device makes it."""
    path = tmp_path / "games"
    path.mkdir()
    return path


def evening(folder: Path, played: list[tuple[Played, int]], rng: random.Random) -> None:
    """Keep games as the device does, the first so many turns of each, with turns taken back now and then."""
    journal = Journal(folder, lambda: "2026-11-30T20:15:00+00:00")
    journal.open()
    for game, count in played:
        journal.begin(format_position(game.positions[0]), game.end.value)
        journal.lay()
        for turn in game.turns[:count]:
            if rng.random() < 0.2:
                journal.add_turn(format_turn(turn), "{}")
                journal.take_back()
            journal.note("press", "white")
            journal.add_turn(format_turn(turn), "{}")
    journal.close()


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.tuples(games(), st.integers(0, 60), st.integers(0, 30)), max_size=4), st.integers(0, 999))
def test_what_was_exported_and_imported_is_exported_again_as_it_was(
    tmp_path: Path, played: list[tuple[Played, int, int]], seed: int
) -> None:
    """Any games, whole or left, with turns taken back, or begun from a board that was corrected."""
    folder, rng = tmp_path / str(rng_name(seed)), random.Random(seed)
    later = [
        (Played(game.end, game.positions[min(first, len(game.turns)) :], game.turns[first:]), count)
        for game, count, first in played
    ]
    evening(folder / "one", later, rng)
    kept = games_in(folder / "one")
    text = write_games(records_of(kept)[0])

    take_in(folder / "two", read_games(text))
    again = games_in(folder / "two")

    assert [game.turns for game in again] == [
        tuple(map(format_turn, game.turns[:count])) for game, count in later
    ]
    assert write_games(records_of(again)[0]) == text
    assert [line.standing for line in listed(again)] == ["record"] * len(later)


_NAMES: list[int] = []


def rng_name(seed: int) -> int:
    """A name that no example had before."""
    _NAMES.append(seed)
    return len(_NAMES)


@pytest.mark.usefixtures("folder")
def test_a_record_keeps_its_head_on_the_way(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who played, and what else somebody wrote above the turns, is there when it is exported."""
    path = tmp_path / "game.tgn"
    path.write_text(RECORD, encoding="utf-8")

    imported = main(["import", str(path), "--settings", str(settings_file)])
    told = capsys.readouterr().out
    exported = main(["export", "1", "--settings", str(settings_file)])

    assert (imported, exported) == (0, 0)
    assert told == f"{path}: 1 game kept in {tmp_path / 'games'}\n"
    assert capsys.readouterr().out == (
        '[White "Ana \\"A\\""]\n[Black "Ben"]\n[End "at-once"]\n[Opening "grey"]\n\n'
        "1. wD:+g +1b 2. gA bB:D>E *\n"
    )


@pytest.fixture
def an_hour_ahead(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Clocks on the wall are an hour ahead of UTC."""
    with monkeypatch.context() as changed:
        changed.setenv("TZ", "XXX-1")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("an_hour_ahead")
def test_games_are_listed(tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Number, when by the clock on the wall, who, how it ended, how many turns, and how it stands.

    For programs the moment is in UTC.
    """
    journal = Journal(tmp_path / "games", lambda: "2026-11-30T23:15:00+00:00")
    journal.open()
    for turns in (("wA",), ("wA", "bB")):
        journal.begin(START, "at-once")
        for turn in turns:
            journal.add_turn(turn, "{}")
    journal.take_in([steps_of(game) for game in read_games(f'[Date "2025.12.24"]\n{RECORD}')])
    journal.close()

    main(["games", "--settings", str(settings_file)])
    lines = capsys.readouterr().out.splitlines()
    main(["games", "--json", "--settings", str(settings_file)])
    values = json.loads(capsys.readouterr().out)

    assert lines == [
        " no.  begun             players            result   turns      how it stands",
        "   1  2026-12-01 00:15  White - Black      *        1 turn     left",
        "   2  2026-12-01 00:15  White - Black      *        2 turns    playing",
        '   3  2025.12.24        Ana "A" - Ben      *        4 turns    record',
    ]
    assert values[0]["when"] == "2026-11-30T23:15:00+00:00"
    assert values[2] == {
        "number": 3,
        "when": "2025.12.24",
        "white": 'Ana "A"',
        "black": "Ben",
        "turns": 4,
        "result": "*",
        "standing": "record",
    }


def test_a_record_that_is_imported_twice_is_kept_once(
    tmp_path: Path, folder: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who is not sure whether they have imported it does so again; what is new in the file is kept."""
    path, more = tmp_path / "game.tgn", "\n1. wA *\n"
    path.write_text(RECORD, encoding="utf-8")
    main(["import", str(path), "--settings", str(settings_file)])
    path.write_text(RECORD + more, encoding="utf-8")
    capsys.readouterr()

    status = main(["import", str(path), "--settings", str(settings_file)])
    told = capsys.readouterr().out
    main(["import", str(path), "--settings", str(settings_file)])
    told_again = capsys.readouterr().out

    assert status == 0
    assert told == f"{path}: 1 game kept in {folder}; 1 had been kept before\n"
    assert told_again == f"{path}: 0 games kept in {folder}; 2 had been kept before\n"
    assert [game.turns for game in games_in(folder)] == [("wD:+g", "+1b", "gA", "bB:D>E"), ("wA",)]


def test_a_copy_of_the_folder_goes_on_where_the_old_one_was(tmp_path: Path) -> None:
    """The new card of docs/keeping.md: the game under way is the one to go on with, the time of day is there.

    As a record it is one to look at.
    """
    old, new, other = tmp_path / "old", tmp_path / "new", tmp_path / "other"
    journal = Journal(old, lambda: "2026-11-30T20:15:00+00:00")
    journal.open()
    journal.begin(START, "at-once")
    journal.add_turn("wA", "{}")
    journal.prefer("language", "de")
    journal.close()

    shutil.copytree(old, new)
    take_in(other, records_of(games_in(old))[0])

    again = Journal(new)
    again.open()
    kept, preferred = again.kept_game(), again.preferences()
    again.close()
    assert kept is not None
    assert (kept.turns, kept.begun, preferred) == (("wA",), "2026-11-30T20:15:00+00:00", {"language": "de"})
    assert [line.standing for folder in (new, other) for line in listed(games_in(folder))] == [
        "playing",
        "record",
    ]


def test_what_was_played_here_is_not_imported_beside_itself(tmp_path: Path) -> None:
    """An old export comes back to where it was made; two games that read the same stay two."""
    journal = Journal(tmp_path, lambda: "2026-11-30T20:15:00+00:00")
    journal.open()
    for turns in (("wA",), ("wA",), ("wB", "+1b")):
        journal.begin(START, "at-once")
        for turn in turns:
            journal.add_turn(turn, "{}")
    journal.close()
    records, _ = records_of(games_in(tmp_path))

    again = take_in(tmp_path, records)
    elsewhere = take_in(tmp_path / "new", records)

    assert (again, elsewhere) == (0, 3)
    assert len(games_in(tmp_path)) == 3


def test_a_folder_that_is_not_there_is_not_made_by_an_import(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in the settings would hide the games where no device looks for them."""
    path = tmp_path / "game.tgn"
    path.write_text(RECORD, encoding="utf-8")

    status = main(["import", str(path), "--settings", str(settings_file)])

    said = complaint(capsys)
    assert status == 2
    assert f"nothing was imported: there is no folder {tmp_path / 'games'}; the device makes it" in said
    assert "mend it in the settings ([journal] folder)" in said
    assert not (tmp_path / "games").exists()


@pytest.mark.parametrize("command", ["import", "replay"])
def test_the_devices_own_file_is_no_record(
    tmp_path: Path, folder: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    """Who has saved games.db of an old card is told what it is, and where it says what to do with it."""
    take_in(folder, read_games(RECORD))

    status = main([command, str(folder / "games.db")])

    said = complaint(capsys)
    assert status == 2
    assert "games.db is no record: it is a device's own file of games; docs/keeping.md says how" in said


@pytest.mark.usefixtures("an_hour_ahead")
def test_a_record_has_the_day_on_which_it_was_played(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A game begun after midnight is of that day, whatever day it is in Greenwich."""
    journal = Journal(tmp_path / "games", lambda: "2026-11-30T23:15:00+00:00")
    journal.open()
    journal.begin(START, "at-once")
    journal.add_turn("wA", "{}")
    journal.close()

    main(["export", "1", "--settings", str(settings_file)])

    assert capsys.readouterr().out == '[Date "2026.12.01"]\n[End "at-once"]\n\n1. wA *\n'


def test_a_list_without_games_says_so(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The device has been started, and nobody has played: that is told, and is no fault."""
    journal = Journal(tmp_path / "games")
    journal.open()
    journal.close()

    status = main(["games", "--settings", str(settings_file)])
    told = capsys.readouterr().out
    main(["games", "--json", "--settings", str(settings_file)])

    assert (status, told) == (0, f"no game has been kept in {tmp_path / 'games'} yet\n")
    assert capsys.readouterr().out == "[]\n"


def test_an_imported_game_is_not_the_one_to_go_on_with(tmp_path: Path) -> None:
    """The device asks for our own game after the import, not for the one that was mailed."""
    folder = tmp_path / "games"
    journal = Journal(folder)
    journal.open()
    journal.begin(START, "at-once")
    journal.close()
    take_in(folder, read_games(RECORD))

    journal.open()
    kept = journal.kept_game()
    journal.add_turn("wB", "{}")
    again = journal.kept_game()
    journal.close()

    assert kept is not None
    assert again is not None
    assert (kept.id, again.turns) == (1, ("wB",))


@pytest.fixture
def of_another(tmp_path: Path) -> Iterator[Path]:
    """A games' folder of another user than root, where that one can get at it."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    folder = place / "games"
    folder.mkdir()
    os.chown(folder, NOBODY, NOBODY)
    yield folder
    shutil.rmtree(place)


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
def test_what_root_imports_belongs_to_the_service(of_another: Path) -> None:
    """With sudo, as the folder is the service's: it must be able to write what root has made there."""
    take_in(of_another, read_games(RECORD))
    take_in(of_another / "more", read_games(RECORD))

    made = [path for path in of_another.rglob("*") if path.name != "more"]
    assert {path.stat().st_uid for path in of_another.rglob("*")} == {NOBODY}
    assert {path.name for path in made} >= {"games.db", "games.db-copy"}
    assert os.geteuid() == 0
    assert len(games_in(of_another)) == 1


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can be another user")
@pytest.mark.parametrize(
    "name",
    ["games.db-x", "games.db", "games.db-wal", "games.db-copy", "games.db-memory", "games.db.salvaged"],
)
@pytest.mark.parametrize("is_kept", [False, True])
def test_the_service_gets_no_file_of_roots_by_a_link(of_another: Path, name: str, is_kept: bool) -> None:
    """Whoever has broken into the service puts a link in its folder: root gives it nothing."""
    secret = of_another.with_name("secret")
    secret.write_text("root only", encoding="utf-8")
    secret.chmod(0o600)
    if is_kept:
        take_in(of_another, read_games(RECORD))
    (of_another / name).unlink(missing_ok=True)
    (of_another / name).symlink_to(secret)

    for act in (lambda: take_in(of_another, read_games(RECORD)), lambda: games_in(of_another)):
        with suppress(CompanionError):
            act()

    after = secret.stat()
    assert secret.read_text(encoding="utf-8") == "root only"
    assert (after.st_uid, after.st_mode & 0o777) == (0, 0o600)
    assert os.geteuid() == 0


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (RECORD + '\n[White "C"]\n\n1. wD:+g +4b *\n', 9, "game 2, turn 1 of Black"),
        (RECORD + "\n1. wA bB 2. nonsense *", 7, "game 2, turn 2 of White"),
        (RECORD + "\n1. wA bB", 7, "the game has no result"),
        ('[Result "2-0"]\n\n1. wA *', 1, "unknown result"),
    ],
)
def test_a_record_that_cannot_be_is_refused_whole(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str], text: str, line: int, why: str
) -> None:
    """The line and the reason are named, and not even the good game before it is kept."""
    path = tmp_path / "game.tgn"
    path.write_text(text, encoding="utf-8")

    status = main(["import", str(path), "--settings", str(settings_file)])

    said = complaint(capsys)
    assert status == 2
    assert f"{path}, line {line}: " in said
    assert why in said
    assert "nothing of it was imported" in said
    assert not (tmp_path / "games").exists()


def test_an_import_that_the_disk_breaks_off_keeps_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second of two games cannot be written: neither is there."""
    folder = tmp_path / "games"
    twice = read_games(RECORD + "\n" + RECORD)
    journal = Journal(folder)
    journal.open()
    steps = [steps_of(game) for game in twice]
    steps[1][-1] = None  # type: ignore[call-overload]

    with pytest.raises(AttributeError):
        journal.take_in(steps)
    kept = journal.games()
    journal.close()

    assert kept == ()


def test_more_games_than_the_device_could_save_are_refused(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever imports a whole collection hears how much there may be; what was there is there still."""
    path = tmp_path / "games.tgn"
    (tmp_path / "games").mkdir()
    monkeypatch.setattr(writing, "MOST_ROWS", 25)

    statuses = []
    for name in ("Ana", "Bea", "Cleo"):
        path.write_text(RECORD.replace("Ana", name), encoding="utf-8")
        statuses.append(main(["import", str(path), "--settings", str(settings_file)]))

    assert statuses == [0, 0, 2]
    assert "import fewer games" in capsys.readouterr().err
    assert len(games_in(tmp_path / "games")) == 2


def test_nothing_is_imported_while_the_device_runs(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One program writes; what to do about it is said. Listing and exporting do no harm meanwhile."""
    path = tmp_path / "game.tgn"
    path.write_text(RECORD, encoding="utf-8")
    device = Journal(tmp_path / "games")
    device.open()
    device.begin(START, "at-once")
    device.add_turn("wA", "{}")

    refused = main(["import", str(path), "--settings", str(settings_file)])
    said = complaint(capsys)
    exported = main(["export", "--all", "--settings", str(settings_file)])
    shown = capsys.readouterr().out
    device.add_turn("bB", "{}")
    kept = device.games()
    device.close()

    assert (refused, exported) == (2, 0)
    assert "another program keeps its games in" in said
    assert "sudo systemctl stop tholos" in said
    assert shown == '[End "at-once"]\n\n1. wA *\n'
    assert [game.turns for game in kept] == [("wA", "bB")]


def test_a_look_at_the_games_leaves_the_folder_as_it_was(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Who lists games with sudo leaves no file behind that the device could not write."""
    folder = tmp_path / "games"
    take_in(folder, read_games(RECORD))
    before = sorted(path.name for path in folder.iterdir())

    main(["games", "--settings", str(settings_file)])

    assert sorted(path.name for path in folder.iterdir()) == before == ["games.db", "games.db-copy"]


def test_where_no_games_are_that_is_said(
    settings_file: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Before the first start, or in the wrong folder: which one, and what to do in either case."""
    status = main(["games", "--settings", str(settings_file)])

    assert status == 2
    assert complaint(capsys) == (
        f"tholos: there are no games in {tmp_path / 'games'} yet; "
        "the device makes their file as it starts: sudo systemctl start tholos; "
        "if it keeps them elsewhere, name its settings: --settings FILE"
    )


def test_a_game_that_the_rules_refuse_does_not_hold_up_the_others(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All but that one are exported, and which one was not, and why, is said."""
    journal = Journal(tmp_path / "games")
    journal.open()
    for turn in ("wB", "wA", "+9w"):
        journal.begin(START, "at-once")
        journal.add_turn(turn, "{}")
    journal.close()
    out = tmp_path / "all.tgn"

    status = main(["export", "--all", "-o", str(out), "--settings", str(settings_file)])
    told = capsys.readouterr()
    alone = main(["export", "3", "--settings", str(settings_file)])

    assert (status, alone) == (1, 2)
    assert len(read_games(out.read_text(encoding="utf-8"))) == 2
    assert told.err.startswith(f"{out}: 2 games written\ntholos: game 3 cannot be exported (")
    assert complaint(capsys).startswith("tholos: game 3 cannot be exported (")


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ((), "no game is named; give numbers, which tholos games lists, or --all alone"),
        (("1", "--all"), "numbers and --all are named; give numbers, which"),
        (("7",), "there is no game 7"),
    ],
)
def test_an_export_of_nothing_is_asked_back(
    tmp_path: Path, settings_file: Path, capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
) -> None:
    """Numbers or all of them, and numbers that are there."""
    take_in(tmp_path / "games", (Game((), "*"),))

    status = main(["export", *words, "--settings", str(settings_file)])

    assert status == 2
    assert why in complaint(capsys)


def test_all_is_an_option_and_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    """Who types `tholos export all` is told how it is written."""
    with pytest.raises(SystemExit):
        main(["export", "all"])

    assert "'all' is no game's number: tholos games lists them; --all is all" in complaint(capsys)


def test_an_export_says_what_was_written_and_replaces_records_alone(
    tmp_path: Path, folder: Path, settings_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Last week's record is renewed; a slip of the pen costs nobody their settings."""
    take_in(folder, read_games(RECORD))
    out, settings_text = tmp_path / "all.tgn", settings_file.read_text(encoding="utf-8")
    export = ["export", "--all", "--settings", str(settings_file), "-o"]

    statuses = [main([*export, str(out)]), main([*export, str(out)])]
    printed, told = capsys.readouterr()
    refused = main([*export, str(settings_file)])
    said = complaint(capsys)
    nowhere = main([*export, str(tmp_path / "none" / "all.tgn")])

    assert (statuses, refused, nowhere) == ([0, 0], 2, 2)
    assert (printed, told) == ("", f"{out}: 1 game written\n" * 2)
    assert said == f"tholos: {settings_file} is there and is something else; name another file: -o NAME"
    assert settings_file.read_text(encoding="utf-8") == settings_text
    assert "all.tgn cannot be written (No such file or directory); name a file in a" in complaint(capsys)
