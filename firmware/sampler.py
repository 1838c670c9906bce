"""All load cells, each read when it is ready; what has none to show says why."""

from frame import DEAD, MISSING, NOT_YET, SLIPPED, TOO_FAST

MISSING_US = 300_000  # without a conversion: three periods of a chip whose RATE pin is low (10/s)
START_US = 400_000  # more after a start or a reset: some chips keep quiet until they have settled
LASTING = (DEAD, TOO_FAST)  # said in every frame until there is a count again


class Sampler:
    """Seven cells and the newest that each has said since the last `take`."""

    def __init__(self, cells, board):
        self._cells, self._board = cells, board
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
            else:
                self._note(i, reading)

    def take(self):
        """One reading for each cell: the newest count since the last call, or a letter of the protocol."""
        newest, self._newest = self._newest, list(self._none)
        return newest

    def _note(self, i, reading):
        if reading in LASTING or reading == SLIPPED:  # it has been reset
            self._allow_start(i)
        else:
            self._seen_us[i] = self._board.ticks_us()
        if reading != NOT_YET:
            self._newest[i] = reading
            self._none[i] = reading if reading in LASTING else NOT_YET
        elif self._none[i] == MISSING:
            self._none[i] = NOT_YET

    def _allow_start(self, i):
        self._seen_us[i] = self._board.ticks_add(self._board.ticks_us(), START_US)

    def _mark_missing(self, i, cell):
        quiet_us = self._board.ticks_diff(self._board.ticks_us(), self._seen_us[i])
        if quiet_us > MISSING_US:
            self._none[i] = self._newest[i] = MISSING
            # one that hangs, or comes back, starts from a known state
            cell.reset()
            self._allow_start(i)
