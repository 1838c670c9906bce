"""A simulated board that a test plays on, without a process around it."""

import io

from boards.simulated import PADS, SimulatedBoard
from chip import ClockPin

DONE_US = 1 << 40


class Wire:
    """Both directions of the line, kept."""

    def __init__(self) -> None:
        self.heard: list[bytes] = []
        self.said: list[bytes] = []

    def read(self) -> bytes:
        """The next piece that the companion sends."""
        return self.heard.pop(0) if self.heard else b""

    def write(self, line: bytes) -> None:
        """Keep a line."""
        self.said.append(line)


class Board(SimulatedBoard):
    """Time goes on as far as the commands say; `1000` alone stands for seven chips with that count."""

    def __init__(self, *steps: tuple[int, str]) -> None:
        self.wire = Wire()
        self.guarded = self.fed = 0
        rows = [f"{until} {words if ' ' in words else ' '.join([words] * PADS)}\n" for until, words in steps]
        self.answers = io.BytesIO()
        super().__init__(self.wire, io.BytesIO("".join(rows).encode()), self.answers)

    def guard(self) -> None:
        """Count."""
        self.guarded += 1

    def feed(self) -> None:
        """Count."""
        self.fed += 1

    def wobble(self, *counts: int) -> None:
        """Let the chips' last bits add these to one conversion after another; 0 alone: they stand still."""
        for chip in self._chips:
            chip.wobble = counts

    def one(self, word: str) -> None:
        """Give pad A this command word now."""
        self._set(0, word.encode())

    @property
    def clocks(self) -> list[ClockPin]:
        """Each chip's SCK, to be disturbed."""
        return self._clocks


def board(count: int = 1000) -> Board:
    """Seven chips that all measure `count`, for as long as the test likes."""
    return Board((DONE_US, str(count)))
