import pytest
from frame import DEAD, MISSING, NOT_YET, SLIPPED, TOO_FAST
from loadcell import LoadCell
from sampler import Sampler

from tests.firmware.bench import Board, board

PERIOD_US = 12_500
Reading = int | str


def about(readings: list[Reading]) -> list[Reading]:
    """Counts without their last bits, which never stand still."""
    return [reading if isinstance(reading, str) else round(reading, -1) for reading in readings]


def sampler_on(board: Board) -> Sampler:
    """All seven cells, past their first conversions."""
    sampler = Sampler([LoadCell(clock, data, board) for clock, data in board.pins], board)
    run(sampler, board, 100_000)
    sampler.take()
    return sampler


def run(sampler: Sampler, board: Board, us: int) -> None:
    """Let time pass, sweeping as on a Pico."""
    end_us = board.ticks_add(board.ticks_us(), us)
    while board.ticks_diff(end_us, board.ticks_us()) > 0:
        sampler.sweep()
        board.sleep_us(200)


def test_every_pad_says_its_own() -> None:
    """Seven chips, each on its own clock."""
    bench = Board((1 << 40, "10 -20 30 -40 50 -60 70"))
    sampler = sampler_on(bench)

    run(sampler, bench, 15_000)

    assert about(sampler.take()) == [10, -20, 30, -40, 50, -60, 70]


def test_what_was_taken_is_not_said_again() -> None:
    """Nothing new is nothing new, not the old number."""
    bench = board()
    sampler = sampler_on(bench)
    run(sampler, bench, 15_000)
    sampler.take()

    assert sampler.take() == [NOT_YET] * 7


def test_a_chip_is_missing_after_three_slow_periods_and_not_before() -> None:
    """A wire that falls off is named within a third of a second; a slow chip is not accused."""
    bench = board()
    sampler = sampler_on(bench)
    run(sampler, bench, 15_000)
    bench.one("-")

    run(sampler, bench, 280_000)
    early = sampler.take()[0]
    run(sampler, bench, 40_000)
    late = sampler.take()

    assert early != MISSING
    assert late[0] == MISSING
    assert MISSING not in late[1:]


def test_a_missing_chip_goes_on_being_missing() -> None:
    """Every frame says so, for as long as it lasts."""
    bench = board()
    sampler = sampler_on(bench)
    bench.one("-")
    run(sampler, bench, 350_000)
    sampler.take()

    for _ in range(100):
        run(sampler, bench, PERIOD_US)
        assert sampler.take()[0] == MISSING


def test_a_chip_that_comes_back_is_read_once_it_has_settled() -> None:
    """A wire pushed on again is enough; no number before it is right."""
    bench = board(4000)
    sampler = sampler_on(bench)
    bench.one("-")
    run(sampler, bench, 350_000)
    bench.one("4000")
    found = set()

    for _ in range(20):
        run(sampler, bench, PERIOD_US)
        found.update(about(sampler.take()[:1]))

    assert found == {MISSING, NOT_YET, 4000}


def test_a_slipped_chip_is_reset_and_reads_right_again() -> None:
    """One bad reading, a short silence, then the true count; never a wrong one."""
    bench = board(4000)
    sampler = sampler_on(bench)
    bench.one("4000~")
    found = []

    for _ in range(10):
        run(sampler, bench, PERIOD_US)
        found += about(sampler.take()[:1])

    assert SLIPPED in found
    assert found[-1] == 4000
    assert set(found) <= {SLIPPED, NOT_YET, 4000}


class QuietWhileSettling:
    """A cell whose chip holds DOUT high until it has settled, as some data sheets have it."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._ready_us = 0
        self.due: str | None = None
        """What it says next in place of a count, and starts anew for."""
        self.reset()

    def reset(self) -> None:
        """Quiet for 400 ms from now: the RATE pin is low."""
        self._ready_us = self._board.ticks_add(self._board.ticks_us(), 400_000)

    def read(self) -> Reading | None:
        """A count once it has settled."""
        if self.due is not None:
            due, self.due = self.due, None
            self.reset()
            return due
        return 5 if self._board.ticks_diff(self._board.ticks_us(), self._ready_us) >= 0 else None


def test_a_chip_that_is_quiet_while_it_settles_is_not_reset_for_ever() -> None:
    """Resetting it for its silence would keep it silent."""
    bench = board()
    cell = QuietWhileSettling(bench)
    sampler = Sampler([cell], bench)

    run(sampler, bench, 1_000_000)

    assert sampler.take() == [5]


@pytest.mark.parametrize("lack", [SLIPPED, DEAD, TOO_FAST])
def test_a_chip_that_was_started_anew_is_not_missing_while_it_settles(lack: str) -> None:
    """One slip costs half a second; taken for missing it would be started anew for ever."""
    bench = board()
    cell = QuietWhileSettling(bench)
    sampler = Sampler([cell], bench)
    run(sampler, bench, 1_000_000)
    cell.due = lack
    found = set()

    for _ in range(60):
        run(sampler, bench, PERIOD_US)
        found.update(sampler.take())

    assert found <= {lack, NOT_YET, 5}
    assert {lack, 5} <= found
