"""How the device is, told to whoever asks over a socket of the machine's own: `tholos status`.

Whoever connects is given one JSON text and the end; nothing that they send is read, and none of them is
waited for, so that a slow or hostile one costs no more than a quick one. The loop serves; there is no thread.
"""

import errno
import json
import os
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.errors import CompanionError

SOCKET_NAME = "status.sock"
DEFAULT_FOLDER = Path("/run/tholos")
"""What systemd/tholos.service calls its RuntimeDirectory."""
PAUSE_S = 0.1
"""After some have been answered, the others wait for so long: asking without end is not the loop's work."""
AT_ONCE = 8
"""So many are answered before the loop goes on; as many may wait."""
LONGEST_BYTES = 60_000
"""Far below what a socket of the kernel takes without anybody reading (212,992 by default)."""
_KEYS = {"version": str, "running_s": (int, float), "is_well": bool, "parts": list, "remarks": list}
_PART_KEYS = {"part": str, "is_well": bool, "for_s": (int, float), "faults": list}
"""What who reads an answer goes by; it may have more."""
ASKING_S = 3.0
"""A device that says nothing for so long does not work: its loop turns at least once a second."""


def socket_path() -> Path:
    """Where the device listens: the folder that systemd makes for it, and names in RUNTIME_DIRECTORY."""
    return Path(os.environ.get("RUNTIME_DIRECTORY", str(DEFAULT_FOLDER)).partition(":")[0]) / SOCKET_NAME


class StatusDoor:
    """Where the device can be asked; `serve` when `fileno` is readable, from `opens_s` on."""

    def __init__(self, path: Path, answer: Callable[[], dict[str, Any]]) -> None:
        """Raises CompanionError where nobody can listen: no folder, no leave, or another device listens."""
        self.opens_s = 0.0
        self._path, self._answer = path, answer
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._socket.setblocking(False)
        try:
            if _is_answered(path):
                raise OSError(errno.EADDRINUSE, "another device is asked there")
            path.unlink(missing_ok=True)  # a killed one has left it
            self._socket.bind(str(path))
            path.chmod(0o666)  # who is on the machine may ask
            self._socket.listen(AT_ONCE)
        except OSError as error:
            self._socket.close()
            raise CompanionError(
                f"tholos status will get no answer: {path} cannot be opened ({error.strerror or error})",
                cure="let systemd start the device, or name a folder in RUNTIME_DIRECTORY",
            ) from error

    def fileno(self) -> int:
        """For a selector."""
        return self._socket.fileno()

    def serve(self, now_s: float) -> None:
        """Answer those who have come, if the pause is over; it never waits for anybody."""
        if now_s < self.opens_s:
            return
        self.opens_s = now_s + PAUSE_S
        text = b""
        for _ in range(AT_ONCE):
            try:
                asking, _ = self._socket.accept()
            except OSError:  # nobody is left, or too many files are open
                return
            text = text or _text(self._answer())
            try:
                asking.setblocking(False)
                asking.send(text)
            except OSError:  # gone again
                pass
            finally:
                asking.close()

    def close(self) -> None:
        """Nobody is answered any more."""
        self._socket.close()
        self._path.unlink(missing_ok=True)


def ask(path: Path) -> dict[str, Any] | None:
    """What the device says; None: none is running.

    Raises CompanionError for an answer that is none, or of another version whose parts are told otherwise.
    """
    said = b""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.settimeout(ASKING_S)
        try:
            asking.connect(str(path))
            while len(said) <= LONGEST_BYTES and (part := asking.recv(LONGEST_BYTES)):
                said += part
            answer = json.loads(said)
        except (FileNotFoundError, NotADirectoryError, ConnectionRefusedError, ConnectionResetError):
            return None
        except (OSError, ValueError) as error:
            raise CompanionError(
                f"the device at {path} does not answer ({error})", cure="sudo systemctl restart tholos"
            ) from error
    if not _has(answer, _KEYS) or not all(_has(part, _PART_KEYS) for part in answer["parts"]):
        raise CompanionError(
            f"the device at {path} is of another version than this command: its answer is not understood",
            cure="sudo systemctl restart tholos, or sudo make install",
        )
    return dict(answer)


def status_text(status: dict[str, Any]) -> str:
    """The same for people: a line a part, below it what is wrong; then what was found in the journal."""
    lines = [f"tholos {status['version']}, running for {age_text(status['running_s'])}"]
    for part in status["parts"]:
        state = "well" if part["is_well"] else "FAULTY"
        lines.append(f"{part['part']:11} {state:6} for {age_text(part['for_s'])}")
        lines += [f"            {fault}" for fault in part["faults"]]
    return "\n".join([*lines, *(f"note: {remark}" for remark in status["remarks"])])


def age_text(seconds: float) -> str:
    """How long, in the largest unit that there is one of."""
    for unit, length_s in (("d", 86400), ("h", 3600), ("min", 60)):
        if seconds >= length_s:
            return f"{int(seconds // length_s)} {unit}"
    return f"{int(seconds)} s"


def _has(found: object, keys: dict[str, Any]) -> bool:
    return isinstance(found, dict) and all(isinstance(found.get(key), kind) for key, kind in keys.items())


def _text(answer: dict[str, Any]) -> bytes:
    """The answer; one that is too long has all its parts, and of its texts and lists so much as fits."""
    longest = LONGEST_BYTES
    while len(text := json.dumps(_cut(answer, longest)).encode()) > LONGEST_BYTES:
        longest //= 2
    return text


def _cut(found: Any, longest: int) -> Any:
    """The same with no text of more characters than that, and no list of more items: of those the last."""
    if isinstance(found, str):
        return found[:longest]
    if isinstance(found, list):
        return [_cut(each, longest) for each in found[max(0, len(found) - longest) :]]
    return {key: _cut(each, longest) for key, each in found.items()} if isinstance(found, dict) else found


def _is_answered(path: Path) -> bool:
    """Whether somebody listens there; asks nothing of them."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as asking:
        asking.setblocking(False)
        reason = asking.connect_ex(str(path))
    return reason in (0, errno.EAGAIN)
