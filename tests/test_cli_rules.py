import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli import main
from companion.help_notes import NOTES
from companion.rules.end import End
from companion.version import version_text
from tests.program import ctrl_c, start, tholos

__all__ = ["ctrl_c"]  # a fixture of the tests below

START = "-/-/-/-/-/-/- ww bb w -"
LAST_SPACE = "bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg bb wbb b -"
EMPTY_SCORE = {
    "columns": {letter: {"winner": None, "points": 0} for letter in "ABCDEFG"},
    "white": 0,
    "black": 0,
    "white_columns": 0,
    "black_columns": 0,
    "result": "1/2-1/2",
}


def test_legal_lists_a_turn_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """The turns of the basic start are printed one a line, sorted by code point."""
    status = main(["legal", START])

    turns = capsys.readouterr().out.splitlines()
    assert status == 0
    assert len(turns) == 20
    assert turns == sorted(turns)


def test_legal_prints_nothing_once_the_game_is_over(capsys: pytest.CaptureFixture[str]) -> None:
    """After the end there is no turn to list, and that is no error."""
    status = main(["legal", "wwbbw/bwggw/ggwbw/wwgbw/bbbbw/bbgbb/ggbgg b w b -"])

    assert status == 0
    assert capsys.readouterr().out == ""


def test_the_end_is_chosen_where_it_matters(capsys: pytest.CaptureFixture[str]) -> None:
    """With the online reading the completing stone's bonus is listed, and can be played."""
    main(["legal", LAST_SPACE, "--end", "after-bonus"])
    listed = capsys.readouterr().out.split()
    status = main(["apply", "--end", "after-bonus", LAST_SPACE, "bC:-A"])

    assert "bC:-A" in listed
    assert status == 0
    assert capsys.readouterr().out == "bwgw/bwwww/bbgbb/gwgwb/ggggg/wwbbw/wbwbg bb wb w -\n"


@pytest.mark.parametrize("end", End)
def test_each_end_of_the_rules_can_be_asked_for(end: End, capsys: pytest.CaptureFixture[str]) -> None:
    """The command line knows every end that the rules know."""
    assert main(["legal", START, "--end", end.value]) == 0
    assert capsys.readouterr().err == ""


def test_apply_plays_several_turns(capsys: pytest.CaptureFixture[str]) -> None:
    """The position after all the turns is printed."""
    status = main(["apply", START, "wD:+g", "bE:xw"])

    assert status == 0
    assert capsys.readouterr().out == "-/-/-/w/b/-/- g wb w -\n"


def test_score_reads_like_a_score_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    """People get a line a column, then the totals and the result."""
    status = main(["score", "wwbgg/wwwbb/wwwgg/-/-/-/bbw - - w -"])

    assert status == 0
    assert capsys.readouterr().out == (
        "A  white    1\nB  white    9\nC  white   -1\nD  nobody\nE  nobody\nF  nobody\nG  black    5\n"
        "White: 9 points, columns won: 3\nBlack: 5 points, columns won: 1\nResult: 1-0\n"
    )


def test_score_speaks_json_to_programs(capsys: pytest.CaptureFixture[str]) -> None:
    """One object with columns, totals and result."""
    status = main(["score", "wwb/b/-/-/-/-/- - - w -", "--json"])

    counted = json.loads(capsys.readouterr().out)
    assert status == 0
    assert list(counted) == list(EMPTY_SCORE)
    assert counted["columns"]["A"] == {"winner": "w", "points": 5}
    assert counted["columns"]["B"] == {"winner": "b", "points": 1}
    assert counted["columns"]["C"] == {"winner": None, "points": 0}
    assert (counted["white"], counted["black"], counted["result"]) == (5, 1, "1-0")


def test_many_positions_are_answered_line_by_line() -> None:
    """Each line gets one JSON line; a bad one gets its error, and the next is read as usual."""
    given = f"{START}\nnonsense\n\n{START}\r\n".encode() + b"\xff\n" + START.encode()

    status, out, complaints = tholos("score", "-", given=given)

    answers = [json.loads(line) for line in out.splitlines()]
    assert (status, complaints) == (0, "")
    assert [list(answer) == ["error"] for answer in answers] == [False, True, True, False, True, False]
    assert answers[0] == answers[3] == answers[5] == EMPTY_SCORE
    assert "'nonsense'" in answers[1]["error"]


def test_legal_answers_lines_too() -> None:
    """The turns come as one list a line, of the end that was asked for."""
    status, out, _ = tholos("legal", "-", "--end", "after-bonus", given=LAST_SPACE.encode() + b"\n")

    assert status == 0
    assert json.loads(out)["turns"] == ["bC", *(f"bC:-{letter}" for letter in "ABDEFG"), "wC"]


def test_replay_prints_where_a_record_ends(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The last position and the result of each game in the file."""
    record = tmp_path / "evening.tgn"
    record.write_text("1. wD:+g bE:xw *\n\n1. +1w 1-0\n", encoding="utf-8")

    status = main(["replay", str(record)])

    assert status == 0
    assert capsys.readouterr().out == "-/-/-/w/b/-/- g wb w -\n*\n-/-/-/-/-/-/- www bb b -\n1-0\n"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        ((), "tholos: the following arguments are required: COMMAND"),
        (("lagel",), "tholos: argument COMMAND: invalid choice: 'lagel'"),
        (("legal",), "tholos legal: the following arguments are required: POSITION"),
        (("legal", *START.split(" ")), "a position is one argument, in quotes"),
        (("legal", START, "two\nlines"), "tholos legal: unrecognized arguments: two lines; a position is"),
        (("legal", START, "--end", "never"), "tholos legal: argument --end: invalid choice: 'never'"),
        (("apply", START), "tholos apply: the following arguments are required: TURN"),
        (("legal", "x"), "tholos: position 'x': it is not five fields"),
        (("score", "-/-/-/-/-/-/- wwww bb w -"), "White's workshop has 4 stones; it holds 3"),
        (("apply", START, "wD", "wX"), "tholos: turn 'wX' cannot be read"),
        (("apply", START, "-1w"), "tholos: turn '-1w' cannot be read; a take from the quarry is written +1w"),
        (("apply", START, "wD", "-2b"), "turn '-2b' cannot be read; a take from the quarry is written +2b"),
        (("apply", START, "wD", "+2w"), "tholos: turn 2, +2w: Black may take at most 1 white at a time"),
    ],
)
def test_a_mistake_is_answered_in_one_line(arguments: tuple[str, ...], complaint: str) -> None:
    """One line says what is wrong and where; the status is 2."""
    status, out, complaints = tholos(*arguments)

    assert (status, out) == (2, "")
    assert complaint in complaints
    assert complaints.count("\n") == 1


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"", "evening.tgn: there is no game in it"),
        (b"1. w\xe9D *", "evening.tgn: byte 4 is not UTF-8 text; save the record as UTF-8"),
        (
            b"1. wD wE *",
            "evening.tgn: game 1, turn 1 of Black, wE: Black's workshop has no white left to place",
        ),
        (b"1. wD", "evening.tgn: game 1, turn 1 of Black: the game has no result"),
    ],
)
def test_a_record_that_cannot_be_is_refused_in_one_line(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    """The line names the file, the game and the turn; the status is 2."""
    record = tmp_path / "evening.tgn"
    record.write_bytes(content)

    status, out, complaints = tholos("replay", str(record))

    assert (status, out) == (2, "")
    assert complaint in complaints
    assert complaints.count("\n") == 1


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A missing file, a folder and a name that is no text are answered in one line each."""
    paths = [
        os.fsencode(tmp_path / "nowhere.tgn"),
        os.fsencode(tmp_path),
        os.fsencode(tmp_path) + b"/\xff\n.tgn",
    ]

    answers = [tholos("replay", path) for path in paths]

    assert [status for status, _, _ in answers] == [2, 2, 2]
    assert "nowhere.tgn: No such file or directory" in answers[0][2]
    assert f"{tmp_path}: Is a directory" in answers[1][2]
    assert [complaint.count("\n") for _, _, complaint in answers] == [1, 1, 1]


@pytest.mark.timeout(20)
def test_a_file_that_would_never_end_is_refused(tmp_path: Path) -> None:
    """A pipe, a device and a file of 100 MB are no records, scripts or settings: one line each, at once."""
    pipe, large = tmp_path / "pipe", tmp_path / "large"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(100_000_000)
    commands = (("replay",), ("simulate", "--fast"), ("run", "--settings"))

    answers = [
        (path, tholos(*command, path))
        for command in commands
        for path in (str(pipe), "/dev/zero", str(large))
    ]

    for path, (status, out, complaint) in answers:
        assert (status, out, complaint.count("\n")) == (2, "", 1)
        assert path in complaint
        assert ("It is larger than 10 MB" if path == str(large) else "It is no regular file") in complaint


def closing(stream: int) -> list[str]:
    """A shell's words to start a program without one of its three streams."""
    return ["/bin/sh", "-c", f'exec "$@" {stream}>&-', "sh", sys.executable, "-m", "companion"]


@pytest.mark.parametrize(
    ("stream", "command", "complaint"),
    [
        (0, ("legal", "-"), "tholos: standard input is closed; send the positions in: tholos … - < FILE\n"),
        (1, ("legal", START), "tholos: standard output is closed; leave it open, or send it to a file\n"),
        (1, ("--help",), "tholos: standard output is closed; leave it open, or send it to a file\n"),
        (2, ("legal", "x"), ""),
    ],
)
def test_a_stream_that_is_closed_is_no_success(stream: int, command: tuple[str, ...], complaint: str) -> None:
    """`tholos … <&-` and `>&-` say so; with nowhere to complain the exit status still tells."""
    ran = subprocess.run([*closing(stream), *command], capture_output=True, text=True, check=False)

    assert (ran.returncode, ran.stdout, ran.stderr) == (2, "", complaint)


def test_help_is_what_people_ask_for() -> None:
    """`tholos help` and `tholos help play` are as good as `--help`."""
    assert tholos("help") == tholos("--help")
    assert tholos("help", "apply") == tholos("apply", "--help")
    assert tholos("help")[0] == 0


def test_the_commands_stand_by_what_they_are_for() -> None:
    """First what can be tried on any PC, then the device, then the rules."""
    _, out, _ = tholos("--help")

    named = re.findall(r"^(?:    (\w+) |(without hardware|the device|the rules):$)", out, re.MULTILINE)
    assert [command or group for command, group in named] == [
        *("without hardware", "play", "simulate"),
        *("the device", "run", "status", "calibrate", "doctor", "flash"),
        *("report", "games", "export", "import"),
        *("the rules", "legal", "apply", "score", "replay"),
    ]


@pytest.mark.parametrize("command", sorted(NOTES))
def test_the_help_of_a_command_has_what_to_take_care_of(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """Something to copy; that the device must be stopped, or what is lost, where that is so."""
    with pytest.raises(SystemExit):
        main([command, "--help"])

    helped = capsys.readouterr().out
    assert helped.endswith(f"{NOTES[command]}\n")
    assert max(map(len, NOTES[command].splitlines())) <= 100
    if command in ("doctor", "calibrate", "import"):
        assert "sudo systemctl stop tholos" in helped
    if command == "flash":
        assert "All other files on that Pico are removed" in helped


def test_the_version_is_the_packages() -> None:
    """`tholos --version` tells which companion this is."""
    assert tholos("--version") == (0, f"tholos {version_text()}\n", "")


@pytest.mark.usefixtures("ctrl_c")
def test_whoever_asks_line_by_line_gets_each_answer_at_once() -> None:
    """The answer comes before the next question; Ctrl-C then ends it without a traceback."""
    with start("legal", "-") as program:
        assert program.stdin is not None
        assert program.stdout is not None
        program.stdin.write(START.encode() + b"\n")
        program.stdin.flush()

        answer = program.stdout.readline()
        program.send_signal(signal.SIGINT)
        _, complaints = program.communicate()

    assert len(json.loads(answer)["turns"]) == 20
    assert (program.returncode, complaints) == (2, b"tholos: interrupted\n")


def test_a_reader_that_goes_away_is_no_traceback() -> None:
    """`tholos … | head` may close the pipe while there is more to say."""
    with start("legal", "-") as program:
        assert program.stdout is not None
        program.stdout.close()

        _, complaints = program.communicate(START.encode() + b"\n")

    assert (program.returncode, complaints) == (2, b"tholos: standard input or output: Broken pipe\n")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="only Linux has a disk that is always full")
def test_a_full_disk_is_named() -> None:
    """An answer that could not be written is not taken for a good one."""
    with Path("/dev/full").open("wb") as full:
        status, _, complaints = tholos("legal", START, stdout=full)

    assert (status, complaints) == (2, "tholos: standard input or output: No space left on device\n")
