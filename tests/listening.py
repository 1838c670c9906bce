"""Sensors to listen to, in simulated time."""

from collections.abc import Callable, Sequence

from companion.clock import VirtualClock
from companion.link.fault import PortFault
from companion.link.frame import QUESTION
from companion.listening import Line, Listener
from companion.simulate.sensors import DirectSensors

SLICE_S = 0.0125

Counts = Callable[[float], Sequence[int | str | None]]
"""What the seven chips give at a second: a count, or None for an unplugged one."""


def listener(sensors: DirectSensors, counts: Counts, clock: VirtualClock | None = None) -> Listener:
    """One that hears these sensors; while it rests, simulated time passes."""
    clock = clock or VirtualClock()

    def rest(_: int | None, seconds: float) -> None:
        clock.advance(min(SLICE_S, seconds))
        sensors.advance(clock.now_s(), counts(clock.now_s()))

    return Listener(sensors.port, clock, rest, name="/dev/tholos")


def listener_at(line: Line, clock: VirtualClock) -> Listener:
    """One at a line whose far end needs no time."""
    return Listener(line, clock, lambda _, seconds: clock.advance(min(0.1, seconds)), name="/dev/tholos")


class Talk:
    """Something else at the far end: it `answers` a question, and `says` something all the time."""

    def __init__(self, answers: bytes = b"", says: bytes = b"", *, fault: PortFault | None = None) -> None:
        self.is_open = False
        self.fault: PortFault | None = None
        self._answers, self._says, self._fault = answers, says, fault
        self._waiting = b""

    def open(self) -> bool:
        """It opens, unless it has a fault."""
        self.fault, self.is_open = self._fault, self._fault is None
        return self.is_open

    def read(self) -> bytes:
        """What was said."""
        data, self._waiting = self._waiting + self._says, b""
        return data if self.is_open else b""

    def write(self, data: bytes) -> None:
        """Whoever is there answers a question."""
        if data == QUESTION:
            self._waiting += self._answers

    def fileno(self) -> int | None:
        """Nothing to wait on."""
        return None

    def close(self) -> None:
        """Let go."""
        self.is_open = False
