"""Slips of bits, supplies that fail, chips of another rate: what the word shows, and what it does not."""

from collections.abc import Callable

import pytest

from companion.link.decoder import Lack
from companion.scale.scale import Scale
from tests.firmware.bench import Board
from tests.firmware.plate import COUNTS_PER_STONE, EVEN, about, plate, settled, wrong


@pytest.mark.parametrize("pulse", range(1, 26))
def test_a_power_down_in_the_middle_of_a_word_is_a_slip(pulse: int) -> None:
    """2^n - 1: an interrupt holds SCK high, and the bits after it are ones."""
    made = settled()
    made.board.clocks[0].stretch(pulse, 130)

    said = made.said(0.3)

    assert Lack.SLIPPED in said
    assert about(said, 4000)
    assert isinstance(said[-1], int)


@pytest.mark.parametrize("pulse", range(1, 26))
def test_a_missed_pulse_is_a_slip_where_the_last_bit_is_0(pulse: int) -> None:
    """Half the count: DOUT is not high after the 25th pulse."""
    made = settled()
    made.board.wobble(*EVEN)
    made.board.clocks[0].swallow(pulse)

    said = made.said(0.3)

    assert Lack.SLIPPED in said
    assert about(said, 4000)


def test_a_missed_pulse_with_the_last_bit_1_gives_one_wrong_number() -> None:
    """Half the count, and nothing in the word shows it: one comes through, for the companion to bear."""
    made = settled(4001)
    made.board.wobble(*EVEN)
    made.board.clocks[0].swallow(1)

    said = made.said(0.3)

    assert len(wrong(said, 4001)) == 1
    assert wrong(said, 4001)[0] == pytest.approx(2000, abs=1)
    assert Lack.SLIPPED not in said


def test_a_spike_on_sck_gives_some_wrong_numbers() -> None:
    """Double the count and another input for a while: no word shows it, and they are few."""
    made = settled()
    made.board.clocks[0].spike(1)

    said = made.said(0.4)

    assert wrong(said, 4000)[0] == pytest.approx(2 * 4000 + 1, abs=4)
    assert len(wrong(said, 4000)) <= 9
    assert about(said[16:], 4000)


def test_a_chip_whose_supply_fails_for_an_instant_gives_some_wrong_numbers() -> None:
    """It starts anew by itself; what it says until it has settled looks like any other number."""
    made = settled()
    made.board.one("-")
    made.frames(0.02)
    made.board.one("4000")

    said = made.said(0.4)

    assert 0 < len(wrong(said, 4000)) <= 4
    assert about(said[8:], 4000)


@pytest.mark.parametrize(
    "slip",
    [
        lambda bench: bench.clocks[0].swallow(1),
        lambda bench: bench.clocks[0].spike(1),
        lambda bench: bench.clocks[0].spike(20),
        lambda bench: bench.one("-"),
    ],
    ids=["missed pulse", "spike", "spike in the last bits", "supply fails"],
)
def test_what_no_word_shows_is_never_a_stone(slip: Callable[[Board], None]) -> None:
    """The companion bears a slip that the firmware cannot see: the height stays, or is unknown."""
    made = settled(30_001)
    scale = Scale.new(7, COUNTS_PER_STONE)
    scale.set_up([0] * 7)
    for frame in made.frames(1.0):
        scale.feed(frame, frame.seq * 0.0125)
    assert scale.heights.stones == (0,) * 7

    seen = set()
    for _ in range(5):
        slip(made.board)
        frames = made.frames(0.02)
        made.board.one("30001")
        for frame in frames + made.frames(1.0):
            scale.feed(frame, frame.seq * 0.0125)
            seen.add(scale.heights.stones)

    assert seen <= {(0,) * 7, (None, *[0] * 6)}
    assert scale.heights.stones == (0,) * 7


def test_a_result_replaced_while_others_are_read_is_not_believed() -> None:
    """The loop was away, and the chip converts again just as it is read: no mixture of two numbers comes."""
    for late_us in range(10_000, 26_000, 250):
        made = settled()
        made.board.one("-4000")
        made.board.sleep_us(late_us)

        said = made.said(0.05)

        assert all(isinstance(r, Lack) or abs(abs(r) - 4000) <= 2 for r in said)


def test_a_chip_with_its_rate_pin_low_is_read_ten_times_a_second() -> None:
    """Most modules come like that: every conversion counts, and the chip is not missing between two."""
    made = settled()
    made.board.one("4000/")
    made.frames(1.0)

    frames = made.frames(10.0)

    slow, fast = ([frame.readings[pad] for frame in frames] for pad in (0, 1))
    assert set(slow) <= {3998, 3999, 4000, 4001, 4002, Lack.NOT_YET}
    assert sum(isinstance(reading, int) for reading in slow) == pytest.approx(100, abs=3)
    assert sum(isinstance(reading, int) for reading in fast) > 780


def test_slow_and_fast_chips_settle_side_by_side() -> None:
    """Four conversions are read away: 50 ms of one chip, 400 ms of the other."""
    made = plate(wire=lambda bench: bench.one("4000/"))

    assert not [reading for reading in made.said(0.38) if isinstance(reading, int)]
    assert about(made.said(1.0), 4000)


def test_a_slow_chip_that_dies_is_missing_within_a_third_of_a_second() -> None:
    """It had until then to be only late."""
    made = settled()
    made.board.one("4000/")
    made.frames(1.0)
    made.board.one("-")
    made.frames(0.32)

    assert set(made.said(2.0)) == {Lack.MISSING}


def test_a_slow_chip_that_is_stuck_is_dead_within_two_seconds() -> None:
    """Eleven conversions of it, and what it was doing before."""
    made = settled()
    made.board.one("4000/=")
    made.frames(2.0)

    assert set(made.said(2.0)) == {Lack.DEAD}
