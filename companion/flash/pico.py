"""A Pico whose MicroPython takes commands, by mpremote's own transport; and where there is one."""

import json
import os
import struct
import termios
from contextlib import redirect_stdout, suppress
from dataclasses import dataclass
from io import StringIO
from typing import Any, Protocol

from serial.tools import list_ports

from companion.errors import CompanionError, HardwareMissing
from companion.link.fault import PortFault
from companion.link.frame import RESTART
from companion.link.port import Port

USB_ID = (0x2E8A, 0x0005)  # MicroPython on any Pico (micropython, ports/rp2/mpconfigport.h)
ENTER_S = 1.5  # from Ctrl-C to the raw REPL: long for a Pico, short against its five seconds
READ_S = 2.0  # of one answer
CHUNK_BYTES = 256  # of a file at a time: mpremote's own measure

# From now on `import` finds what MicroPython has built in: a file that was left there, json.py or os.py,
# would be taken in its place, and what a program has taken of that is forgotten.
_BUILT_IN = """
import sys
sys.path[:] = ["nowhere"]
for name in list(sys.modules):
    if hasattr(sys.modules[name], "__file__"):
        del sys.modules[name]
"""
# Walks through all folders; each file with its SHA-256, each folder with nothing. Prints one line of JSON.
_LIST = """
import binascii, hashlib, json, os
def walk(names, folder):
    for name, kind in names:
        if kind == 0x4000:
            found[folder + name] = ""
            walk([each[:2] for each in os.ilistdir(folder + name)], folder + name + "/")
            continue
        check = hashlib.sha256()
        with open(folder + name, "rb") as file:
            while True:
                part = file.read(256)
                if not part:
                    break
                check.update(part)
        found[folder + name] = binascii.hexlify(check.digest()).decode()
found = {}
walk([each[:2] for each in os.ilistdir()], "")
print(json.dumps(found))
"""
_ABOUT = """
import json, sys
version = ".".join([str(part) for part in sys.implementation.version if part != ""])
print(json.dumps([sys.platform, version]))
"""
_ANEW = (
    "erase its files: hold BOOTSEL while plugging it in, copy flash_nuke.uf2 onto the drive that appears "
    "(raspberrypi.com, Pico, resetting flash memory), then the .uf2 of MicroPython, and flash again"
)
# a line that goes away in the middle of mpremote: short reads, and torn text, are not caught there
_GONE = (OSError, termios.error, struct.error, UnicodeDecodeError)


class Lost(Exception):
    """The Pico went away, or does not answer: the watchdog, a reset, a pulled lead. It may come back."""

    def __init__(self, fault: PortFault | None = None) -> None:
        self.fault = fault
        """Why its port could not be opened, if that was so."""
        super().__init__(str(fault or ""))


@dataclass(frozen=True, slots=True)
class Running:
    """What a Pico says of itself."""

    platform: str
    """`rp2` on every Pico."""
    version: str
    """Of its MicroPython, as in `1.28.0`."""


class Pico(Protocol):
    """A Pico that takes commands, and does nothing else until it starts anew.

    Every method but the last two raises Lost where it went away.
    """

    def about(self) -> Running:
        """What runs on it."""
        ...

    def names(self) -> dict[str, str]:
        """Every file and folder on it by its path, with its `digest`; folders with none."""
        ...

    def write(self, name: str, data: bytes) -> None:
        """Make this file anew, and the folder that it lies in."""
        ...

    def remove(self, name: str, *, is_folder: bool) -> None:
        """Take this file, or empty folder, away."""
        ...

    def reset(self) -> None:
        """Start it anew, wherever it is in a command, and let go of it; harmless where it is gone."""
        ...

    def close(self) -> None:
        """Let go of it, and of its port, as it is; harmless when that was done."""
        ...


def find_port() -> str | None:
    """The port of the one Pico with MicroPython; None: there is none yet.

    Raises CompanionError where there are several.
    """
    found = [port.device for port in list_ports.comports() if (port.vid, port.pid) == USB_ID]
    if len(found) > 1:
        raise CompanionError(
            f"several boards with MicroPython: {', '.join(sorted(found))}",
            cure=f"name the one in the temple, as in make flash PORT={min(found)}",
        )
    return found[0] if found else None


def find_named(path: str) -> str | None:
    """This port, whatever is there; None: there is nothing yet."""
    return path if os.path.exists(path) else None


def enter(path: str) -> "Pico":
    """Interrupt what runs there.

    Raises Lost where that did not succeed. Where the port was no trouble, our firmware has then been asked to
    start anew, and can be interrupted for some seconds.
    """
    port = Port(path)
    if not port.open():
        raise Lost(port.fault if os.path.exists(path) else None)
    port.close()
    try:
        return _Session(path)
    except Lost:
        port.open()
        port.write(RESTART)
        port.close()
        raise


class _Session:
    """The raw REPL, by mpremote."""

    def __init__(self, path: str) -> None:
        self._link = _transport(path)
        try:
            with _losing():
                self._interrupt()
        except Lost:
            self.close()
            raise
        except BaseException:  # somebody's Ctrl-C: it may have been stopped just before
            self.reset()
            raise

    def about(self) -> Running:
        match self._answer(_ABOUT):
            case [str(platform), str(version)]:
                return Running(platform, version)
            case other:
                raise _senseless(other)

    def names(self) -> dict[str, str]:
        found = self._answer(_LIST)
        if not isinstance(found, dict) or not all(isinstance(check, str) for check in found.values()):
            raise _senseless(found)
        return found

    def write(self, name: str, data: bytes) -> None:
        folder = name.rpartition("/")[0]
        if folder:
            self._run(f"import os\nif {folder!r} not in os.listdir():\n os.mkdir({folder!r})")
        self._run(f"file = open({name!r}, 'wb')")
        for start in range(0, len(data), CHUNK_BYTES):
            self._run(f"file.write({data[start : start + CHUNK_BYTES]!r})")
        self._run("file.close()")

    def remove(self, name: str, *, is_folder: bool) -> None:
        self._run(f"import os\nos.{'rmdir' if is_folder else 'remove'}({name!r})")

    def reset(self) -> None:
        try:
            with suppress(Lost, CompanionError), _losing():  # it goes away before it can answer
                self._interrupt()
                self._link.exec_raw_no_follow("import machine; machine.reset()")
        finally:
            self.close()

    def close(self) -> None:
        with suppress(OSError, termios.error):
            # not the transport's own: that sets a control line first, and stops where the Pico is gone
            self._link.serial.close()

    def _interrupt(self) -> None:
        self._link.enter_raw_repl(soft_reset=False, timeout_overall=ENTER_S)
        self._link.exec(_BUILT_IN)

    def _answer(self, program: str) -> Any:
        # what else runs there may print, too: the answer is the last line
        said = (self._run(program).splitlines() or [""])[-1]
        try:
            return json.loads(said)
        except ValueError as error:
            raise _senseless(said) from error

    def _run(self, program: str) -> str:
        with _losing():
            return str(self._link.exec(program).decode(errors="replace").strip())


def _senseless(said: object) -> CompanionError:
    return CompanionError(f"the Pico gives an answer that makes no sense: {said!r:.60}", cure=_ANEW)


class _losing:
    """Makes Lost of whatever a line that goes away raises in mpremote, which prints to stdout besides."""

    def __enter__(self) -> None:
        self._silence = redirect_stdout(StringIO())
        self._silence.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from mpremote.transport import TransportError, TransportExecError

        self._silence.__exit__(kind, error, trace)
        if isinstance(error, TransportExecError):
            said = (str(error).strip().splitlines() or ["and does not say why"])[-1]
            raise CompanionError(f"the Pico refuses: {said}", cure=_ANEW) from error
        if isinstance(error, (*_GONE, TransportError)):
            raise Lost from error


def _transport(path: str) -> Any:
    try:
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport
    except ImportError as error:
        raise HardwareMissing("mpremote is not installed", cure="use make flash, which fetches it") from error
    try:
        return SerialTransport(path, timeout=READ_S)
    except (*_GONE, TransportError) as error:
        raise Lost from error
