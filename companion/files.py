"""Files that people name: the usual one, read whole unless it is none that can be meant, replaced."""

import errno
import os
import stat
import tempfile
from pathlib import Path

from companion.errors import CompanionError

SETTINGS = Path("/etc/tholos/tholos.toml")
"""Of the device: what the service reads (systemd/tholos.service), and each command that is told no other."""
LARGEST_BYTES = 10_000_000
"""A script or a record of more than that is another file named by mistake."""
LARGEST_SETTINGS_BYTES = 100_000
"""Of what the device reads while it plays: with every key and its comment settings have 3,000."""


def read_whole(path: Path, largest_bytes: int = LARGEST_BYTES) -> bytes:
    """All bytes of a file.

    Raises OSError, its `strerror` for people: also for a pipe or a device, which might never end, and for
    more than `largest_bytes`.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # of a folder the system itself says what it is
        raise OSError(errno.EINVAL, "It is no regular file", str(path))
    with path.open("rb") as file:
        content = file.read(largest_bytes + 1)
    if len(content) > largest_bytes:
        kilo = largest_bytes // 1000
        size = f"{kilo // 1000} MB" if kilo >= 1000 else f"{kilo} kB"
        raise OSError(errno.EFBIG, f"It is larger than {size}", str(path))
    return content


def read_text(path: Path) -> str:
    """The text of a record. Raises CompanionError where it is none, OSError as `read_whole` does."""
    try:
        return read_whole(path).decode("utf-8")
    except UnicodeDecodeError as error:
        raise CompanionError(
            f"{path}: byte {error.start} is not UTF-8 text", cure="save the record as UTF-8"
        ) from error


def replace_text(path: Path, text: str) -> None:
    """Write a file anew, whole or not at all: until it is on the disk the one before is there.

    A pipe or a device is written to as it is, and so is a file in whose folder none can be made. Of a name of
    other bytes than UTF-8 each is spelled out. Raises OSError with the file's name.
    """
    content = text.encode("utf-8", "backslashreplace")
    try:
        before = path.stat() if path.exists() else None
        if before is not None and not stat.S_ISREG(before.st_mode):
            path.write_bytes(content)
            return
        target = path.resolve()  # a link stays, and what it leads to is replaced
        try:
            number, name = tempfile.mkstemp(prefix=".tholos-", dir=target.parent)
        except PermissionError:
            path.write_bytes(content)
            return
        _fill(number, Path(name), content, before)
        Path(name).replace(target)
    except OSError as error:
        raise OSError(error.errno, error.strerror, str(path)) from error


def _fill(number: int, new: Path, content: bytes, before: os.stat_result | None) -> None:
    """What is to take a file's place, with its owner and its rights; gone again where the disk is full."""
    try:
        with os.fdopen(number, "wb") as file:
            if before is not None and os.geteuid() == 0:
                os.fchown(number, before.st_uid, before.st_gid)
            os.fchmod(number, stat.S_IMODE(before.st_mode) if before is not None else 0o666 & ~_umask())
            file.write(content)
            file.flush()
            os.fsync(number)
    except OSError:
        new.unlink(missing_ok=True)
        raise


def _umask() -> int:
    mask = os.umask(0o077)  # there is no other way to ask
    os.umask(mask)
    return mask
