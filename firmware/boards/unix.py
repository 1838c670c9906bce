"""MicroPython on a PC: simulated chips; standard input and output are the line to the companion.

micropython firmware/main.py COMMANDS ANSWERS      two open descriptors (boards/simulated.py)
"""

import select
import sys

_ROOT = __file__.rsplit("/", 3)[0]
sys.path += [_ROOT + "/companion/link", _ROOT + "/companion/simulate"]  # where frame.py and chip.py are

from boards.simulated import SimulatedBoard  # noqa: E402 - needs the path

READ_BYTES = 64  # at a time; questions have two, the longest line fifteen


class _Wire:
    # the descriptors do not block: whoever starts this program has seen to it

    def __init__(self):
        self._in, self._out = select.poll(), select.poll()
        self._in.register(sys.stdin, select.POLLIN)
        self._out.register(sys.stdout, select.POLLOUT)

    def read(self):
        return sys.stdin.buffer.read(READ_BYTES) or b"" if self._in.poll(0) else b""

    def write(self, line):
        if self._out.poll(0):
            try:  # noqa: SIM105 - MicroPython has no contextlib
                sys.stdout.buffer.write(line)
            except OSError:
                pass  # full, or nobody there: the line is lost, as on USB


class Board(SimulatedBoard):
    """Seven simulated chips under MicroPython."""

    def __init__(self):
        # open for as long as the program runs
        commands = open(int(sys.argv[1]), "rb")  # noqa: SIM115
        answers = open(int(sys.argv[2]), "wb", 0)  # noqa: SIM115
        super().__init__(_Wire(), commands, answers)
