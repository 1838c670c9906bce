"""The firmware's cells on simulated chips, and the companion's decoder at the other end of the line."""

from collections import Counter
from collections.abc import Callable

from loadcell import LoadCell
from sampler import Sampler

from companion.link.decoder import Decoder, Frame, Lack
from companion.link.frame import frame_line
from tests.firmware.bench import Board, board

PERIOD_US = 12_500
LOOK_US = 200
EVEN = (0, 2, -2)  # last bits that leave the very last one as it is
COUNTS_PER_STONE = 8_000  # 3.7 g on a 500 g cell of 0.5 mV/V
Said = list[int | Lack]


class Plate:
    """The firmware's cells on a simulated board, and the companion's decoder at the other end of the line."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._sampler = Sampler([LoadCell(clock, data, board) for clock, data in board.pins], board)
        self._decoder = Decoder()
        self._frames = 0

    def frames(self, seconds: float) -> list[Frame]:
        """What the companion hears in so long a time; a frame each period, as on a Pico."""
        found, due_us = [], self.board.ticks_us()
        for _ in range(round(seconds * 1e6 / PERIOD_US)):
            due_us = self.board.ticks_add(due_us, PERIOD_US)
            while self.board.ticks_diff(due_us, self.board.ticks_us()) > 0:
                self._sampler.sweep()
                self.board.sleep_us(LOOK_US)
            found += self._decoder.feed(frame_line(self._frames, 0, self._sampler.take()))
            self._frames += 1
        assert all(isinstance(frame, Frame) for frame in found)
        return [frame for frame in found if isinstance(frame, Frame)]

    def said(self, seconds: float, pad: int = 0) -> Said:
        """What one pad says in so long a time."""
        return [frame.readings[pad] for frame in self.frames(seconds)]


def plate(count: int = 4000, wire: Callable[[Board], None] = lambda _board: None) -> Plate:
    """Seven chips that all measure `count`, the wires changed before the firmware starts."""
    bench = board(count)
    wire(bench)
    return Plate(bench)


def settled(count: int = 4000) -> Plate:
    """A plate that has been at rest for a while."""
    made = plate(count)
    made.frames(0.2)
    return made


def rewire(bench: Board, clock: object = None, data: object = None, pad: int = 0) -> None:
    """Another wire in place of a pad's SCK or DOUT."""
    old_clock, old_data = bench.pins[pad]
    bench.pins[pad] = (clock or old_clock, data or old_data)


def about(said: Said, count: int) -> bool:
    """Whether every count is this one, but for the last bits."""
    return all(isinstance(reading, Lack) or abs(reading - count) <= 2 for reading in said)


def wrong(said: Said, count: int) -> list[int]:
    """The counts that are others."""
    return [reading for reading in said if isinstance(reading, int) and abs(reading - count) > 2]


def share(said: Said, lack: Lack) -> float:
    """How often a pad gives this reason."""
    return Counter(said)[lack] / len(said)
