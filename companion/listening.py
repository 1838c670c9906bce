"""The sensors' port heard for a while, by whoever asks for it: the doctor and the calibration."""

import select
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from companion.clock import Clock, RealClock
from companion.errors import HardwareMissing
from companion.link.decoder import Frame
from companion.link.fault import NO_SUCH_PORT, STOP_SERVICE, PortFault
from companion.link.hello import Hello, LinkState
from companion.link.link import Link
from companion.link.port import Port, Wire
from companion.link.times import frame_times
from companion.settings import SensorSettings

GREET_S = 3.0
"""Sensors that have just been plugged in take two seconds to come up; the question is asked each second."""
STOP_IT = f"the companion is running: {STOP_SERVICE}"
"""The cure where the companion is known to have the port, in one line."""
FLASH = "flash the firmware (firmware/README.md)"
_KEPT_BYTES = 400
_PROMPT = b">>>"  # MicroPython waits for somebody to type

Rest = Callable[[int | None, float], None]
"""Waits until bytes wait at a descriptor (None: there is none), for so many seconds at most."""


class Line(Wire, Protocol):
    """A wire that says why it is not open."""

    @property
    def fault(self) -> PortFault | None:
        """Why it was last lost or could not be opened; None where it never was."""
        ...


@dataclass(frozen=True, slots=True)
class Heard:
    """What came within some seconds."""

    frames: tuple[tuple[Frame, float], ...]
    """Each with the second it was made, by the clock; in order."""
    hello: Hello | None
    """Who greeted."""
    fault: HardwareMissing | None
    """Why there are no (more) frames, with the cure; None: they come."""
    damaged: int = 0
    """Runs of bytes that were no good line."""
    lost: int = 0
    """Frames that were sent and never came."""
    port: PortFault | None = None
    """Why the port is not open, where that is the fault; None: it is open."""


class Listener:
    """Holds the sensors' line from the first `hear` until `close`.

        with_them = listen_to(settings.sensors)
        heard = with_them.hear(10.0)

    Nothing is raised for a line that is not there or says nothing: `Heard.fault` tells.
    """

    def __init__(self, line: Line, clock: Clock, rest: Rest, *, name: str = "", pads: int = 7) -> None:
        self._ear = _Ear(line)
        self._link = Link(self._ear, pads)
        self._clock, self._rest, self._name = clock, rest, name

    def hear(self, seconds: float) -> Heard:
        """The frames of so many seconds, counted from the greeting; a line that is up needs none.

        Where nobody greets it returns after `GREET_S`, where there is no port at once.
        """
        self._greet()
        decoder = self._link.decoder
        damaged, lost = decoder.dropped, decoder.lost
        frames: list[tuple[Frame, float]] = []
        until_s = self._clock.now_s() + seconds
        while self._link.state is LinkState.UP and self._clock.now_s() < until_s:
            frames += self._poll(until_s)
        port = None if self._ear.is_open else self._ear.fault or NO_SUCH_PORT
        return Heard(
            tuple(frames),
            self._link.hello,
            self._fault(port),
            damaged=decoder.dropped - damaged,
            lost=decoder.lost - lost,
            port=port,
        )

    def close(self) -> None:
        """Let go of the line."""
        self._ear.close()

    def _greet(self) -> None:
        until_s = self._clock.now_s() + GREET_S
        while self._link.state is not LinkState.UP and self._clock.now_s() < until_s:
            self._poll(until_s)
            if self._link.state is LinkState.WRONG_VERSION or not self._ear.is_open:
                return

    def _poll(self, until_s: float) -> list[tuple[Frame, float]]:
        """Wait for what comes next, no longer than that; the frames in it."""
        since_s = self._clock.now_s()
        due_s = min(until_s, self._link.deadline_s(since_s))
        self._rest(self._link.fileno(), due_s - since_s)
        now_s = self._clock.now_s()
        frames = self._link.poll(now_s)
        return list(zip(frames, frame_times(frames, since_s, now_s), strict=True)) if frames else []

    def _fault(self, closed: PortFault | None) -> HardwareMissing | None:
        if self._link.state is LinkState.UP:
            return None
        port = f"the sensors' port {self._name}".rstrip()
        if closed is not None:
            return HardwareMissing(f"{port}: {closed.what}", cure=closed.cure)
        if self._link.state is LinkState.WRONG_VERSION and self._link.hello is not None:
            hello = self._link.hello
            return HardwareMissing(
                f"{port}: the sensors' firmware {hello.firmware} speaks protocol {hello.protocol} "
                f"with {hello.pads} pads, this companion another one",
                cure=FLASH,
            )
        if _PROMPT in self._ear.last:
            # the boot script formats a damaged file system: MicroPython is there, our files are not
            return HardwareMissing(
                f"{port}: MicroPython answers, but not our firmware: its files are gone, or it has stopped",
                cure=FLASH,
            )
        if self._ear.last and self._link.hello is None:
            return HardwareMissing(f"{port}: what speaks there is not the sensors' firmware", cure=FLASH)
        return HardwareMissing(
            f"{port}: it is there and says nothing",
            cure=f"unplug the sensors and plug them in again; if it stays so, {FLASH}",
        )


def listen_to(sensors: SensorSettings) -> Listener:
    """A listener at the port that the settings name."""
    return Listener(Port(sensors.port), RealClock(), rest, name=sensors.port)


def rest(descriptor: int | None, seconds: float) -> None:
    """Sleep in real time until bytes wait there, or for so many seconds."""
    select.select([] if descriptor is None else [descriptor], [], [], max(0.0, seconds))


class _Ear:
    """A line that remembers the last bytes that came: who does not greet is told by them."""

    def __init__(self, line: Line) -> None:
        self._line = line
        self.last = b""

    @property
    def is_open(self) -> bool:
        return self._line.is_open

    @property
    def fault(self) -> PortFault | None:
        return self._line.fault

    def open(self) -> bool:
        self.last = b""
        return self._line.open()

    def read(self) -> bytes:
        data = self._line.read()
        self.last = (self.last + data)[-_KEPT_BYTES:]
        return data

    def write(self, data: bytes) -> None:
        self._line.write(data)

    def fileno(self) -> int | None:
        return self._line.fileno()

    def close(self) -> None:
        self._line.close()
