from itertools import pairwise

import pytest
from talker import run

from companion.link.decoder import Decoder, Frame
from companion.link.frame import RESTART, hello_line
from companion.link.hello import Hello
from tests.firmware.bench import Board

HELLO = hello_line("0.2.0", 7, 80)


def talk(until_s: float, words: str = "1000", *heard: bytes) -> Board:
    """Run the firmware for so long, with these pieces arriving one a frame."""
    board = Board((round(until_s * 1e6), words))
    board.wire.heard += heard
    run(board)
    return board


def frames_of(board: Board) -> list[Frame]:
    """What the companion makes of it."""
    decoder = Decoder()
    found = decoder.feed(b"".join(board.wire.said))
    assert decoder.dropped == decoder.lost == decoder.out_of_order == 0
    return [f for f in found if isinstance(f, Frame)]


def all_counts(frame: Frame) -> bool:
    """Whether every pad has one."""
    return all(isinstance(reading, int) for reading in frame.readings)


def test_it_greets_first_and_then_sends_eighty_frames_a_second() -> None:
    """Plugged in, the plate says what it is and begins."""
    board = talk(2.01)

    assert board.wire.said[0] == HELLO
    frames = frames_of(board)
    assert [f.seq for f in frames] == list(range(160))
    assert {b.ticks_ms - a.ticks_ms for a, b in pairwise(frames)} <= {12, 13}


def test_the_counts_are_those_of_the_chips() -> None:
    """Nothing is filtered, tared or scaled on the way."""
    wanted = (1000, -2000, 30, -40, 500_000, -600_000, 7_000_000)

    last = frames_of(talk(0.2, " ".join(map(str, wanted))))[-2:]

    # but for the last bits, which never stand still
    assert any(f.readings == pytest.approx(wanted, abs=2) for f in last if all_counts(f))


def test_the_ticks_go_on_across_their_wrap() -> None:
    """After 18 minutes a Pico's microseconds start from 0: no frame is missing or doubled."""
    frames = frames_of(talk(31.0))

    assert len(frames) == pytest.approx(31 * 80, abs=1)


@pytest.mark.parametrize(
    "heard",
    [
        [b"?\n"],
        [b"?", b"\n"],
        [b"noise?\n"],
        [b"\n?\n\n"],
        [b"?" * 64, b"?\n"],
        [b"#" * 62 + b"?\n"],
        [b"#" * 63 + b"?", b"\n"],
        [b"\x03", b"\x00?\n\xff"],
    ],
)
def test_a_question_is_answered_however_it_arrives(heard: list[bytes]) -> None:
    """In one piece or two, after noise, after byte 3: the companion learns who is there."""
    board = talk(0.19, "1000", *heard)

    assert board.wire.said.count(HELLO) == 2
    assert len(frames_of(board)) == 15


@pytest.mark.parametrize(
    "heard", [[b"?"], [b"\n"], [b"? \n"], [b"\x03"], [b"\xff" * 64] * 5, [b"", b"?", b"?"]]
)
def test_anything_else_is_not_answered(heard: list[bytes]) -> None:
    """Noise, an open question, byte 3: the frames go on, nothing else happens."""
    board = talk(0.19, "1000", *heard)

    assert board.wire.said.count(HELLO) == 1
    assert len(frames_of(board)) == 15


def test_two_questions_get_two_answers() -> None:
    """A companion that restarted may ask again."""
    assert talk(0.2, "1000", b"?\n", b"?\n").wire.said.count(HELLO) == 3


def test_frames_that_were_missed_are_not_made_up_for() -> None:
    """After a write that hung for half a second the newest counts come next, not forty old frames."""
    board = Board((1_000_000, "1000"))
    say = board.write

    def hang_once(line: bytes) -> None:
        say(line)
        if line.startswith(b">10 "):
            board.sleep_us(500_000)

    board.write = hang_once
    run(board)

    frames = frames_of(board)
    assert len(frames) == pytest.approx(80 - 40, abs=1)
    assert frames[11].ticks_ms - frames[10].ticks_ms == pytest.approx(500, abs=13)


def test_the_watchdog_starts_late_and_is_fed_with_every_frame() -> None:
    """The first five seconds are for whoever wants to replace the program."""
    assert talk(4.9).guarded == 0

    board = talk(7.0)
    assert board.guarded == 1
    assert board.fed == pytest.approx(2 * 80, abs=3)


def test_the_greeting_is_what_a_companion_expects() -> None:
    """Protocol, firmware, seven pads, eighty samples a second."""
    assert Decoder().feed(talk(0.1).wire.said[0]) == [Hello(2, "0.2.0", 7, 80)]


@pytest.mark.parametrize(
    "heard",
    [[RESTART], [RESTART[:7], RESTART[7:]], [b"noise", b"?\n" + RESTART], [b"?", b"\n" + RESTART, b"\x03"]],
)
def test_a_request_to_start_anew_is_obeyed_however_it_arrives(heard: list[bytes]) -> None:
    """Whoever flashes a device that runs needs not touch it."""
    board = talk(2.0, "1000", *heard)

    assert not board.is_on
    assert len(frames_of(board)) <= 4


@pytest.mark.parametrize(
    "heard", [[b"tholos\n"], [RESTART[:-1]], [b"tholos  restart\n"], [RESTART.upper()], [RESTART[1:], b"t"]]
)
def test_nothing_but_the_whole_request_starts_it_anew(heard: list[bytes]) -> None:
    """Noise on the line never stops a game."""
    assert len(frames_of(talk(0.5, "1000", *heard))) == 39


def test_a_question_is_answered_once_whatever_follows() -> None:
    """What is kept for the beginning of a line to come is no second question."""
    board = talk(0.5, "1000", b"?\n", b"tho", b"los", b"x")

    assert board.wire.said.count(HELLO) == 2
