"""The serial port: open, take what waits, write, close; a port that fails is a closed port."""

import termios
from typing import Protocol

import serial

from companion.link.fault import PULLED, PortFault, PortTrouble, port_fault

READ_BYTES = 4096  # what a tty hands out at once
READS_AT_MOST = 16  # so that a sender gone mad cannot hold the caller
WRITE_TIMEOUT_S = 0.2  # a question has two bytes: longer means that nobody takes them

# pyserial lets termios.error out of a pulled lead, and that is no OSError
_LOST = (OSError, termios.error)


class Wire(Protocol):
    """Bytes to and from the sensors; nothing here waits or raises for a lost line."""

    @property
    def is_open(self) -> bool:
        """Whether the last open, read or write found the line there."""
        ...

    def open(self) -> bool:
        """Try once; False: there is no such port, or another program holds it."""
        ...

    def read(self) -> bytes:
        """Whatever waits; b"" when nothing does, or the line is lost."""
        ...

    def write(self, data: bytes) -> None:
        """Send; a line that does not take it is closed."""
        ...

    def fileno(self) -> int | None:
        """What a selector can wait on; None: closed, or nothing to wait on."""
        ...

    def close(self) -> None:
        """Let go of the line; harmless when closed."""
        ...


class Port:
    """A serial port by path, such as `/dev/serial/by-id/usb-MicroPython…` or a symlink that moves.

    The path is looked up at each `open`, so a device that comes back under another name is found.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self.fault: PortFault | None = None
        """Why the port was last lost or could not be opened; None where it never was."""
        self._serial: serial.Serial | None = None

    @property
    def is_open(self) -> bool:
        """Whether the last open, read or write found the port there."""
        return self._serial is not None

    def open(self) -> bool:
        """Try once; False: there is no such port, or another program holds it (`fault` says which)."""
        self.close()
        try:
            # exclusive: a second companion is told, instead of stealing every other byte
            self._serial = serial.Serial(self.path, timeout=0, write_timeout=WRITE_TIMEOUT_S, exclusive=True)
        except _LOST as error:
            self.fault = port_fault(error)
        return self.is_open

    def read(self) -> bytes:
        """Whatever waits, 64 KiB at most; b"" when nothing does, or the port is lost."""
        data = b""
        try:
            for _ in range(READS_AT_MOST):
                chunk = self._serial.read(READ_BYTES) if self._serial else b""
                data += chunk
                if not chunk:
                    break
        except _LOST as error:
            self._lose(error)
        return data

    def write(self, data: bytes) -> None:
        """Send, in 0.2 s at most; a port that does not take it is closed."""
        try:
            if self._serial:
                self._serial.write(data)
        except _LOST as error:
            # how much of it was sent is not known, so nothing is ever sent again
            self._lose(error)

    def fileno(self) -> int | None:
        """The descriptor to wait on; None: the port is closed."""
        return int(self._serial.fileno()) if self._serial else None

    def close(self) -> None:
        """Let go of the port; harmless when closed."""
        # taken out first: whatever closing says, the port counts as closed
        port, self._serial = self._serial, None
        try:
            if port:
                port.close()
        except _LOST as error:
            self.fault = port_fault(error)

    def _lose(self, error: Exception) -> None:
        self.close()
        fault = port_fault(error)
        self.fault = PULLED if fault.kind is PortTrouble.OTHER else fault
