import pytest
from frame import NOT_YET, SATURATED, SLIPPED
from loadcell import SETTLING, LoadCell

from tests.firmware.bench import Board, board

LOOK_US = 200


def cell_on(board: Board) -> LoadCell:
    """Pad A's load cell."""
    clock, data = board.pins[0]
    return LoadCell(clock, data, board)


def next_of(cell: LoadCell, board: Board) -> int | str:
    """What the next conversion gives, looked for as often as on a Pico."""
    for _ in range(100):
        reading = cell.read()
        if reading is not None:
            return reading
        board.sleep_us(LOOK_US)
    raise AssertionError("no conversion came")


def settled(board: Board) -> LoadCell:
    """A cell past its first conversions."""
    board.wobble(0)
    cell = cell_on(board)
    assert [next_of(cell, board) for _ in range(SETTLING)] == [NOT_YET] * SETTLING
    return cell


@pytest.mark.parametrize("count", [0, 1, -2, 1000, -123_456, 8_388_606, -8_388_607])
def test_a_count_is_read_as_it_is(count: int) -> None:
    """Light, heavy, pulled upwards: the number is the chip's own."""
    bench = board(count)

    assert next_of(settled(bench), bench) == count


@pytest.mark.parametrize("count", [8_388_607, -8_388_608, 20_000_000])
def test_full_scale_is_no_count(count: int) -> None:
    """A broken wire in a cell is reported, not weighed."""
    bench = board(count)

    assert next_of(settled(bench), bench) == SATURATED


def test_nothing_is_said_between_two_conversions() -> None:
    """A reading is reported once."""
    bench = board()
    cell = settled(bench)
    next_of(cell, bench)

    assert cell.read() is None


@pytest.mark.parametrize("pulse", range(1, 26))
def test_an_interrupt_in_a_pulse_gives_no_number(pulse: int) -> None:
    """Whichever pulse is stretched until the chip switches off, the reading is reported as slipped."""
    bench = board(123_456)
    cell = settled(bench)
    bench.clocks[0].stretch(pulse, 130)

    assert next_of(cell, bench) == SLIPPED


def test_a_missed_pulse_shows_after_the_25th() -> None:
    """A bad contact that costs a bit is reported, as far as the last bit lets it show."""
    bench = board(1000)
    cell = settled(bench)
    bench.clocks[0].swallow(9)

    assert next_of(cell, bench) == SLIPPED


def test_after_a_reset_four_conversions_are_read_away() -> None:
    """The filter of a chip that starts is still filling: those numbers would be too small."""
    bench = board(4000)
    cell = settled(bench)

    cell.reset()

    assert [next_of(cell, bench) for _ in range(5)] == [NOT_YET] * 4 + [4000]


def test_a_result_that_waited_too_long_is_read_away() -> None:
    """It might be replaced while it is read; the next one is good."""
    bench = board(1000)
    cell = settled(bench)
    next_of(cell, bench)

    bench.sleep_us(16_000)

    assert cell.read() == NOT_YET
    assert next_of(cell, bench) == 1000


def test_a_result_that_follows_too_soon_is_not_believed() -> None:
    """One that was read late and the next one lie close together: the second may be noise on the line."""
    bench = board(1000)
    cell = settled(bench)
    next_of(cell, bench)

    bench.sleep_us(22_000)

    assert [next_of(cell, bench) for _ in range(3)] == [NOT_YET, NOT_YET, 1000]
