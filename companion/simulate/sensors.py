"""The far end of the USB lead: the real firmware over a pseudo-terminal, or its frames alone."""

import os
import select
import subprocess
import sys
import tty
from collections.abc import Callable, Sequence
from pathlib import Path

import companion
from companion.errors import HardwareMissing
from companion.link.fault import NO_SUCH_PORT, PortFault
from companion.link.frame import (
    DEAD,
    HIGHEST,
    LOWEST,
    MISSING,
    NOT_YET,
    QUESTION,
    SATURATED,
    frame_line,
    hello_line,
)
from companion.simulate.chip import SLOWER, WOBBLE

FIRMWARE = Path(companion.__file__).parents[1] / "firmware" / "main.py"
HEAP = "128k"  # a Pico has about as much room for as many objects in 192 KiB: its words are half as long
ANSWER_WITHIN_S = 10.0  # of real time, more than a step takes: a firmware that hangs ends the run
PERIOD_S = 0.0125  # from frame to frame
PADS = 7
UNPLUGGED_PAD = "-"
FAULTS = "~!=/"
"""What may follow a pad's count (firmware/boards/simulated.py)."""


class FirmwareSensors:
    """Runs the firmware as a process of its own, in steps of simulated time.

        sensors = FirmwareSensors(tmp_path)
        port = Port(sensors.path)
        sensors.advance(0.0125, [1000] * 7)     # all that it had to say by then waits in the port

    `path` is a symlink that stays; the terminal behind it is a new one after each `plug`.
    """

    def __init__(self, folder: Path, command: Sequence[str] | None = None) -> None:
        self.path = str(folder / "plate")
        """What the link opens."""
        self._command = list(command or firmware_command())
        self._now_s = self._plugged_s = 0.0
        self._process: subprocess.Popen[bytes] | None = None
        self._files: list[int] = []
        self.plug()

    def plug(self) -> None:
        """Power on: the firmware starts, under a new name."""
        if self._process is not None:
            return
        master, slave = os.openpty()
        # raw before anyone opens it, so that no byte is echoed or turned into a signal
        tty.setraw(slave)
        os.set_blocking(master, False)
        told, tell = os.pipe()
        hear, heard = os.pipe()
        self._process = subprocess.Popen(  # noqa: S603 - our own firmware
            [*self._command, str(told), str(heard)],
            stdin=master,
            stdout=master,
            pass_fds=(told, heard),
            start_new_session=True,  # Ctrl-C in the terminal is for whoever plugged it in, who then ends it
        )
        # Both ends are kept: the line is there whether or not someone has opened it, and what a firmware
        # that ended has said can still be read.
        self._files = [slave, master, tell, hear]
        self._tell, self._hear = tell, hear
        os.close(told)
        os.close(heard)
        self._plugged_s = self._now_s
        link = Path(self.path)
        link.unlink(missing_ok=True)
        link.symlink_to(os.ttyname(slave))

    def advance(self, until_s: float, counts: Sequence[int | str | None]) -> None:
        """Let simulated time pass; a pad has a count, None for an unplugged chip, or a fault's word.

        The words are those of firmware/boards/simulated.py. Raises HardwareMissing when the firmware is gone.
        """
        step_s, self._now_s = until_s - self._now_s, until_s
        if self._process is None:
            return
        words = [UNPLUGGED_PAD if count is None else str(count) for count in counts]
        until_us = round((until_s - self._plugged_s) * 1_000_000)
        try:
            os.write(self._tell, f"{until_us} {' '.join(words)}\n".encode())
        except BrokenPipeError as error:
            raise self._gone() from error
        ready, _, _ = select.select([self._hear], [], [], ANSWER_WITHIN_S + step_s)
        if not ready or not os.read(self._hear, 1):
            raise self._gone()

    def unplug(self) -> None:
        """Pull the lead: whoever has the port open loses it, and its name is gone."""
        Path(self.path).unlink(missing_ok=True)
        process, self._process = self._process, None
        files, self._files = self._files, []
        for file in files:
            os.close(file)
        if process is not None:
            process.kill()
            process.wait()

    def close(self) -> None:
        """End the process and take the symlink away."""
        self.unplug()

    def _gone(self) -> HardwareMissing:
        # a firmware that ends says why on the line, as it would on a Pico
        os.set_blocking(self._files[0], False)
        try:
            said = os.read(self._files[0], 4096).decode("latin-1").split("\n")
        except BlockingIOError:
            said = []
        last = ["in silence", *(line.strip() for line in said if line.strip())][-1]
        return HardwareMissing(
            f"the simulated sensors stopped at {self._now_s:.3f} s: {last}",
            cure="run it again; tholos simulate can do without the firmware: --fast",
        )


def firmware_command() -> list[str]:
    """How the firmware is run here: under MicroPython where there is one, else under this Python."""
    micropython = Path(sys.executable).with_name("micropython")
    if micropython.exists():
        return [str(micropython), "-X", f"heapsize={HEAP}", str(FIRMWARE)]
    return [sys.executable, str(FIRMWARE)]


class DirectSensors:
    """The same frames without a process, for stories that are to run as fast as they can.

    `port` is what the link takes in place of a serial port. `spoil` makes of each frame's line what
    arrives of it, b"" if nothing does.
    """

    def __init__(self, spoil: Callable[[bytes], bytes] | None = None) -> None:
        self.port = DirectPort()
        self._spoil = spoil
        self._now_s = 0.0
        self._frames = 0
        self.plug()

    def plug(self) -> None:
        """Power on: frames are numbered from 0."""
        self._plugged_s, self._frames = self._now_s, 0
        self.port.is_there = True
        self.port.put(self.port.hello)

    def advance(self, until_s: float, counts: Sequence[int | str | None]) -> None:
        """Let simulated time pass; a frame for each period that ends in it. None: an unplugged chip.

        What the firmware would say, once it knows, of a chip that is stuck or slow; a slip is not simulated.
        """
        self._now_s = until_s
        if not self.port.is_there:
            return
        while (self._frames + 1) * PERIOD_S <= until_s - self._plugged_s + PERIOD_S / 1000:
            ticks_ms = round((self._frames + 1) * PERIOD_S * 1000)
            readings = [_reading(count, self._frames + pad) for pad, count in enumerate(counts)]
            line = frame_line(self._frames, ticks_ms, readings)
            self.port.put(line if self._spoil is None else self._spoil(line))
            self._frames += 1

    def unplug(self) -> None:
        """Pull the lead: the port is lost until the next `plug`."""
        self.port.is_there = False
        self.port.close()

    def close(self) -> None:
        """Nothing to end."""
        self.unplug()


class DirectPort:
    """The companion's end of DirectSensors: a Wire that never leaves the program."""

    def __init__(self) -> None:
        self.hello = hello_line("0.2.0", PADS, round(1 / PERIOD_S))
        self.is_there = False
        """Whether the lead is in."""
        self.fault: PortFault | None = None
        """Why it could not be opened."""
        self._is_open = False
        self._waiting = b""

    @property
    def is_open(self) -> bool:
        """Whether the companion has opened it and the lead is still in."""
        return self._is_open

    def open(self) -> bool:
        """Open it; False while the lead is out."""
        self._is_open, self._waiting = self.is_there, b""
        self.fault = None if self.is_there else NO_SUCH_PORT
        return self._is_open

    def put(self, line: bytes) -> None:
        """What the sensors say; nobody hears it while the port is closed."""
        if self._is_open:
            self._waiting += line

    def read(self) -> bytes:
        """All that was put since the last call."""
        data, self._waiting = self._waiting, b""
        return data

    def write(self, data: bytes) -> None:
        """A question is answered with the greeting."""
        if data == QUESTION:
            self.put(self.hello)

    def fileno(self) -> None:
        """Nothing to wait on."""

    def close(self) -> None:
        """What waits is lost."""
        self._is_open, self._waiting = False, b""


def _reading(count: int | str | None, conversion: int) -> int | str:
    if count is None:
        return MISSING
    faults = ""
    if isinstance(count, str):
        word, digits = count, count.rstrip(FAULTS)
        count, faults = int(digits), word[len(digits) :]
    if not LOWEST <= count <= HIGHEST:
        return SATURATED
    if "=" in faults:
        return DEAD
    if "/" in faults and conversion % SLOWER:
        return NOT_YET
    return max(LOWEST, min(HIGHEST, count + WOBBLE[conversion % len(WOBBLE)]))
