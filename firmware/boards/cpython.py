"""CPython on a PC, where there is no MicroPython; else as boards/unix.py."""

import os
import sys
from contextlib import suppress
from pathlib import Path

_COMPANION = Path(__file__).parents[2] / "companion"
sys.path += [str(_COMPANION / "link"), str(_COMPANION / "simulate")]  # where frame.py and chip.py are

from boards.simulated import SimulatedBoard  # noqa: E402 - needs the path

READ_BYTES = 64  # at a time; questions have two, the longest line fifteen


class _Wire:
    # the descriptors do not block: whoever starts this program has seen to it

    def read(self):
        try:
            return os.read(0, READ_BYTES)
        except OSError:
            return b""  # nothing there

    def write(self, line):
        with suppress(OSError):  # full, or nobody there: the line is lost, as on USB
            os.write(1, line)


class Board(SimulatedBoard):
    """Seven simulated chips under CPython."""

    def __init__(self):
        # open for as long as the program runs
        commands = open(int(sys.argv[1]), "rb")  # noqa: SIM115
        answers = open(int(sys.argv[2]), "wb", 0)  # noqa: SIM115
        super().__init__(_Wire(), commands, answers)
