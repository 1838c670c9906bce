"""The loop: read the cells, send a frame at each period, answer who this is, feed the watchdog."""

from frame import QUESTION, RESTART, frame_line, hello_line
from loadcell import LoadCell
from sampler import Sampler

FIRMWARE = "0.2.0"
RATE_HZ = 80  # of frames: the HX711's faster rate (RATE pin high); a slower chip has none in most of them
PERIOD_US = 1_000_000 // RATE_HZ
GUARD_AFTER_MS = 5_000  # until then Ctrl-C stops the program, so that it can be replaced


class Talker:
    """Frames out and greetings out; no line is ever waited for, and one that does not fit is lost."""

    def __init__(self, board, sampler, pads):
        self._board, self._sampler = board, sampler
        self._hello = hello_line(FIRMWARE, pads, RATE_HZ)
        self._last = b""
        self._seq = 0
        self._is_guarded = False
        self._start_ms = board.ticks_ms()
        self.due_us = board.ticks_add(board.ticks_us(), PERIOD_US)
        """When the next frame is to be sent."""
        board.write(self._hello)

    def step(self):
        """Send a frame if it is time."""
        board = self._board
        late_us = board.ticks_diff(board.ticks_us(), self.due_us)
        if late_us < 0:
            return
        # a frame that was missed is not made up for: the next ones keep their distance
        self.due_us = board.ticks_add(self.due_us, PERIOD_US * (late_us // PERIOD_US + 1))
        self._answer()
        board.write(frame_line(self._seq, board.ticks_ms(), self._sampler.take()))
        self._seq += 1
        self._guard()

    def _answer(self):
        heard = self._last + self._board.read()
        if RESTART in heard:
            self._board.restart()
        if QUESTION in heard:
            self._board.write(self._hello)
            heard = heard[heard.rfind(QUESTION) + len(QUESTION) :]
        # no more than the beginning of a line to come is kept, whatever comes
        self._last = heard[1 - len(RESTART) :]

    def _guard(self):
        if self._is_guarded:
            self._board.feed()
        elif self._board.ticks_diff(self._board.ticks_ms(), self._start_ms) >= GUARD_AFTER_MS:
            self._board.guard()
            self._is_guarded = True


def run(board):
    """Read and talk until the board is switched off."""
    cells = [LoadCell(clock, data, board) for clock, data in board.pins]
    sampler = Sampler(cells, board)
    talker = Talker(board, sampler, len(cells))
    while board.is_on:
        sampler.sweep()
        talker.step()
        board.rest(talker.due_us)
