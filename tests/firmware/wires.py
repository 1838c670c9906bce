"""Wires that are not as they should be, each called as a `machine.Pin` is."""

from collections.abc import Callable
from random import Random

Pin = Callable[..., int | None]


class Held:
    """DOUT shorted: to ground (0), or to the supply (1), as a Pico 2's input that has latched high."""

    def __init__(self, level: int) -> None:
        self._level = level

    def __call__(self) -> int:
        """The level that it is held at."""
        return self._level


class Floating:
    """DOUT on a pin where no chip is: what the room induces, any level at any time."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def __call__(self) -> int:
        """Any level."""
        return self._random.getrandbits(1)


class Glitch:
    """A sound DOUT, but for the next time that it is looked at: low for that instant."""

    def __init__(self, data: Pin) -> None:
        self._data = data
        self.is_due = False

    def __call__(self) -> int:
        """The chip's level, or low once."""
        if self.is_due:
            self.is_due = False
            return 0
        return self._data() or 0


class Cut:
    """SCK that ends nowhere."""

    def __call__(self, _level: int) -> None:
        """Nothing happens."""
