"""Time, passed in: nobody else in the house asks the machine what time it is."""

import time
from typing import Protocol


class Clock(Protocol):
    """Seconds that only go forward, from an origin of no meaning."""

    def now_s(self) -> float:
        """The time now, in seconds."""
        ...


class RealClock:
    """The machine's monotonic clock: a change of date never reaches the game."""

    def now_s(self) -> float:
        """Seconds since some moment before the start."""
        return time.monotonic()


class VirtualClock:
    """A clock that a simulation moves by hand."""

    def __init__(self, start_s: float = 0.0) -> None:
        self._now_s = start_s

    def now_s(self) -> float:
        """Seconds of simulated time."""
        return self._now_s

    def advance(self, seconds: float) -> None:
        """Let time pass; it never goes back."""
        if seconds < 0:
            raise ValueError(f"time cannot go back by {-seconds} s")
        self._now_s += seconds
