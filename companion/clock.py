"""Time, passed in: nobody else in the house asks the machine what time it is."""

import time
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Seconds that only go forward, from an origin of no meaning."""

    def now_s(self) -> float:
        """The time now, in seconds."""
        ...


class Sleeper(Clock, Protocol):
    """A clock on which one can wait."""

    def sleep(self, seconds: float) -> None:
        """Return so much later."""
        ...


class RealClock:
    """The machine's monotonic clock: a change of date never reaches the game."""

    def now_s(self) -> float:
        """Seconds since some moment before the start."""
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        """Return so much later."""
        time.sleep(seconds)


def wall_time() -> str:
    """Date and time as the machine believes them, for people to read; nothing is ever decided by it."""
    return datetime.now(UTC).isoformat(timespec="seconds")


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

    sleep = advance


class Pace:
    """Holds simulated time back to the pace of real time."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began_s = time.monotonic() - clock.now_s()

    def keep(self) -> None:
        """Sleep until the simulated moment is here; at once where the machine is behind."""
        ahead_s = self._clock.now_s() - (time.monotonic() - self._began_s)
        if ahead_s > 0:
            time.sleep(ahead_s)


class Since:
    """Since when each of some things has been as it is; a machine's date has no say in it."""

    def __init__(self) -> None:
        self._known: dict[str, tuple[object, float]] = {}

    def note(self, states: Mapping[str, object], now_s: float) -> None:
        """How each of them is now."""
        for name, state in states.items():
            if name not in self._known or self._known[name][0] != state:
                self._known[name] = (state, now_s)

    def age_s(self, name: str, now_s: float) -> float:
        """For how long it has been so; 0 for what was never noted."""
        return now_s - self._known[name][1] if name in self._known else 0.0
