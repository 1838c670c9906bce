"""What the benches' command lines share: numbers that can be, and an end where nobody reads on."""

import argparse
import math
import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn, TypeVar

from companion.printing import plain_streams

NOBODY_READS = 128 + signal.SIGPIPE
"""The exit status where whoever reads has gone, as after `| head -5`: the shells' own number for it."""

_Number = TypeVar("_Number", int, float)


def at_least(least: _Number) -> Callable[[str], _Number]:
    """For argparse: a finite number of the same kind as this one, and no smaller."""

    def read(word: str) -> _Number:
        with suppress(ValueError):
            number = type(least)(word)
            if least <= number < math.inf:
                return number
        kind = "whole number" if isinstance(least, int) else "number"
        raise argparse.ArgumentTypeError(f"{word!r} will not do: choose a {kind} from {least:g} on")

    return read


def finish(main: Callable[[], int | None]) -> NoReturn:
    """Run it, and exit with its status (None: 0); who reads no further ends it without a complaint."""
    try:
        with plain_streams():
            status = main()
            print(end="", flush=True)
    except BrokenPipeError as error:
        if error.filename is None:  # a pipe of the bench's own, which must not break
            raise
        nowhere = os.open(os.devnull, os.O_WRONLY)
        for stream in (sys.stdout, sys.stderr):  # else the interpreter would try once more at its exit
            os.dup2(nowhere, stream.fileno())
        status = NOBODY_READS
    sys.exit(status)
