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
from companion.link.frame import RESTART
from companion.link.port import BUSY, Port

USB_ID = (0x2E8A, 0x0005)  # MicroPython on any Pico (micropython, ports/rp2/mpconfigport.h)
ENTER_S = 1.5  # from Ctrl-C to the raw REPL: long for a Pico, short against its five seconds
READ_S = 2.0  # of one answer
CHUNK_BYTES = 256  # of a file at a time: mpremote's own measure

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
import sys
print(sys.platform, ".".join([str(part) for part in sys.implementation.version if part != ""]))
"""


class Lost(Exception):
    """The Pico went away, or does not answer: the watchdog, a reset, a pulled lead. It may come back.

    Its text says why its port could not be opened, if that was so.
    """


@dataclass(frozen=True, slots=True)
class Running:
    """What a Pico says of itself."""

    platform: str
    """`rp2` on every Pico."""
    version: str
    """Of its MicroPython, as in `1.28.0`."""


class Pico(Protocol):
    """A Pico that takes commands; every method raises Lost where it went away."""

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
        """Start it anew, and let go of it."""
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


def enter(path: str) -> "Pico":
    """Interrupt what runs there.

    Raises Lost where that did not succeed; our firmware has then been asked to start anew, and can be
    interrupted for some seconds. Raises CompanionError where another program has the port.
    """
    port = Port(path)
    if not port.open():
        if port.fault == BUSY:
            raise CompanionError(f"{path}: {BUSY}", cure="the companion: sudo systemctl stop tholos")
        raise Lost(port.fault if os.path.exists(path) else "")
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
        with _losing():
            try:
                self._link.enter_raw_repl(soft_reset=False, timeout_overall=ENTER_S)
            except BaseException:
                self._close()
                raise

    def about(self) -> Running:
        return Running(*self._run(_ABOUT).split())

    def names(self) -> dict[str, str]:
        return dict(json.loads(self._run(_LIST)))

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
        with suppress(Lost), _losing():  # it goes away before it can answer
            self._link.exec_raw_no_follow("import machine; machine.reset()")
        self._close()

    def _run(self, program: str) -> str:
        with _losing():
            return str(self._link.exec(program).decode().strip())

    def _close(self) -> None:
        with suppress(OSError, termios.error):
            self._link.close()


class _losing:
    """Makes Lost of whatever a line that goes away raises in mpremote, which prints to stdout besides."""

    def __enter__(self) -> None:
        self._silence = redirect_stdout(StringIO())
        self._silence.__enter__()

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        from mpremote.transport import TransportError, TransportExecError

        self._silence.__exit__(kind, error, trace)
        if isinstance(error, TransportExecError):
            said = str(error).strip().splitlines()[-1]
            raise CompanionError(
                f"the Pico refuses: {said}", cure="erase it, and begin with its .uf2"
            ) from error
        if isinstance(error, OSError | termios.error | TransportError | struct.error):
            raise Lost from error


def _transport(path: str) -> Any:
    try:
        from mpremote.transport import TransportError
        from mpremote.transport_serial import SerialTransport
    except ImportError as error:
        raise HardwareMissing("mpremote is not installed", cure="use make flash, which fetches it") from error
    try:
        return SerialTransport(path, timeout=READ_S)
    except TransportError as error:
        raise Lost from error
