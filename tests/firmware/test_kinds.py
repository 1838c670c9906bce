"""Kinds of faults: the chip or a wire does exactly this, and the line says which kind it is."""

from random import Random

import pytest
from loadcell import SAME_MOST

from companion.link.decoder import Lack
from tests.firmware.bench import Board
from tests.firmware.plate import LOOK_US, about, plate, rewire, settled, share
from tests.firmware.wires import Cut, Floating, Glitch, Held


def test_a_sound_plate_says_nothing_but_counts() -> None:
    """None of the kinds below is ever said of a chip that works."""
    frames = settled().frames(10.0)

    for pad in range(7):
        said = [frame.readings[pad] for frame in frames]
        assert set(said) <= {3998, 3999, 4000, 4001, 4002, Lack.NOT_YET}
        assert share(said, Lack.NOT_YET) < 0.03


def test_a_chip_without_supply_is_missing() -> None:
    """Never ready: the pull-up holds DOUT high."""
    made = settled()
    made.board.one("-")
    made.frames(0.35)

    assert set(made.said(2.0)) == {Lack.MISSING}


def test_an_input_that_has_latched_high_is_missing() -> None:
    """DOUT reads 1 for ever, whoever holds it there."""
    made = plate(wire=lambda bench: rewire(bench, data=Held(1)))
    made.frames(0.8)

    assert set(made.said(2.0)) == {Lack.MISSING}


def test_one_missing_chip_stops_no_frame() -> None:
    """Nobody waits for it: the six others are read 80 times a second."""
    made = plate(wire=lambda bench: rewire(bench, data=Held(1), pad=3))

    frames = made.frames(2.0)

    assert len(frames) == 160
    for pad in (0, 1, 2, 4, 5, 6):
        said = [frame.readings[pad] for frame in frames[20:]]
        assert about(said, 4000)
        assert share(said, Lack.NOT_YET) < 0.03


def test_a_line_read_while_nothing_waits_gives_no_minus_one() -> None:
    """A spike on DOUT looks like a result, and every bit then reads as one: no number comes of it."""
    for moment in range(1, 60):
        glitches = []

        def wire(bench: Board, glitches: list[Glitch] = glitches) -> None:
            glitches.append(Glitch(bench.pins[0][1]))
            rewire(bench, data=glitches[0])

        made = plate(wire=wire)
        made.frames(0.2)
        made.board.sleep_us(moment * LOOK_US)
        glitches[0].is_due = True

        said = made.said(0.1)

        assert about(said, 4000)
        assert -1 not in said


def test_ones_for_ever_are_dead_and_never_a_number() -> None:
    """A chip that answers by the book, and says -1 whatever lies on it."""
    made = plate(-1)
    made.board.wobble(0)
    made.frames(0.3)

    assert set(made.said(1.0)) == {Lack.DEAD}


@pytest.mark.parametrize("count", [0, 4000, -123_456])
def test_the_same_count_for_ever_is_dead(count: int) -> None:
    """A real chip's last bits never stand still: one that repeats itself eleven times is stuck."""
    made = settled(count)
    made.board.one(f"{count}=")
    before = made.said(0.3)

    assert set(made.said(2.0)) == {Lack.DEAD}
    assert sum(isinstance(reading, int) for reading in before) <= SAME_MOST + 1


def test_a_stuck_chip_that_lives_again_is_read_again() -> None:
    """After the cure nothing is to be restarted."""
    made = settled()
    made.board.one("4000=")
    made.frames(1.0)
    made.board.one("5000")
    made.frames(0.2)

    said = made.said(1.0)

    assert about(said, 5000)
    assert share(said, Lack.NOT_YET) < 0.03


def test_dout_shorted_to_ground_is_dead() -> None:
    """0 for ever: the line is low while the chip is switched off, so it is not the chip that holds it."""
    made = plate(wire=lambda bench: rewire(bench, data=Held(0)))

    assert set(made.said(2.0)[1:]) == {Lack.DEAD}


def test_an_sck_that_ends_nowhere_is_dead() -> None:
    """DOUT falls and never obeys a pulse."""
    made = plate(wire=lambda bench: rewire(bench, clock=Cut()))

    said = made.said(5.0)[2:]

    assert share(said, Lack.DEAD) > 0.95
    assert not [reading for reading in said if isinstance(reading, int)]


@pytest.mark.parametrize("seed", range(5))
def test_dout_on_a_pin_where_no_chip_is_is_too_fast(seed: int) -> None:
    """Hundreds of results a second, of which no chip is capable; none of them is a number."""
    made = plate(wire=lambda bench: rewire(bench, data=Floating(seed)))

    said = made.said(5.0)[2:]

    assert share(said, Lack.TOO_FAST) > 0.9
    assert not [reading for reading in said if isinstance(reading, int)]


def test_two_douts_swapped_are_named_and_the_others_go_on() -> None:
    """Each SCK speaks to one chip while the other one's DOUT is looked at."""

    def swap(bench: Board) -> None:
        (a_clock, a_data), (b_clock, b_data) = bench.pins[:2]
        bench.pins[:2] = [(a_clock, b_data), (b_clock, a_data)]

    made = plate(wire=swap)
    made.frames(1.0)

    frames = made.frames(2.0)

    for pad in (0, 1):
        assert not [frame for frame in frames if isinstance(frame.readings[pad], int)]
        assert {frame.readings[pad] for frame in frames} & {Lack.DEAD, Lack.MISSING}
    assert about([frame.readings[2] for frame in frames], 4000)


@pytest.mark.parametrize("count", [8_388_700, -8_388_700, 20_000_000])
def test_full_scale_is_saturated_and_not_dead(count: int) -> None:
    """The same word for ever, but one that has a reason of its own: a bridge wire, or a finger."""
    made = plate(count)
    made.frames(0.2)

    said = made.said(1.0)

    assert set(said) <= {Lack.SATURATED, Lack.NOT_YET}
    assert share(said, Lack.SATURATED) > 0.9


def test_a_cell_that_is_unplugged_but_noisy_cannot_be_told_by_its_numbers() -> None:
    """Plausible, and dead to touch: the firmware passes it on, and only a press on the pad will tell."""
    made, random = settled(), Random(1)

    said = []
    for _ in range(160):
        made.board.one(str(round(random.gauss(4_000, 300))))  # what open inputs pick up, whatever lies there
        said += made.said(0.0125)

    assert {reading for reading in said if isinstance(reading, Lack)} <= {Lack.NOT_YET}
    assert len({reading for reading in said if isinstance(reading, int)}) > 100
