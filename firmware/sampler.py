"""All load cells, each read when it is ready; what has none to show says why."""

from frame import MISSING, NOT_YET, SLIPPED
from loadcell import SETTLING

MISSING_PERIODS = 3  # conversions that fail to come before a chip counts as missing


class Sampler:
    """Seven cells and the newest that each has said since the last `take`."""

    def __init__(self, cells, board, period_us):
        self._cells, self._board, self._period_us = cells, board, period_us
        self._none = [NOT_YET] * len(cells)  # what a cell says that has nothing new
        self._newest = [NOT_YET] * len(cells)
        self._seen_us = [0] * len(cells)  # when a conversion last came
        for i in range(len(cells)):
            self._allow_start(i)

    def sweep(self):
        """Look at every cell once; never waits for one."""
        for i, cell in enumerate(self._cells):
            reading = cell.read()
            if reading is None:
                self._mark_missing(i, cell)
                continue
            self._seen_us[i] = self._board.ticks_us()
            self._none[i] = NOT_YET
            if reading != NOT_YET:
                self._newest[i] = reading
            if reading == SLIPPED:
                cell.reset()
                self._allow_start(i)

    def take(self):
        """One reading for each cell: the newest count since the last call, or a letter of the protocol."""
        newest, self._newest = self._newest, list(self._none)
        return newest

    def _allow_start(self, i):
        # some chips stay quiet until they have settled, others say what is not right yet
        self._seen_us[i] = self._board.ticks_add(self._board.ticks_us(), SETTLING * self._period_us)

    def _mark_missing(self, i, cell):
        quiet_us = self._board.ticks_diff(self._board.ticks_us(), self._seen_us[i])
        if quiet_us > MISSING_PERIODS * self._period_us:
            self._none[i] = self._newest[i] = MISSING
            # one that hangs, or comes back, starts from a known state
            cell.reset()
            self._allow_start(i)
