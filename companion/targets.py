"""Files that people name to be written: seen before the work, and replaced whole, by their own kind only."""

import os
import stat
import tempfile
from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError
from companion.files import read_whole


def check_target(path: Path, is_replaceable: Callable[[str], bool]) -> None:
    """Raises CompanionError where nothing can be written to `path`, or what is there is not to be replaced.

    `is_replaceable` is asked of the text that is there; a pipe or a device takes anything.
    """
    try:
        # it is made: who may write there is seen before the work, not after; a pipe is not waited for
        os.close(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT | os.O_NONBLOCK, 0o666))
        is_file = stat.S_ISREG(path.stat().st_mode)
        text = read_whole(path).decode(errors="replace") if is_file else ""
    except OSError as error:
        raise CompanionError(
            f"{path} cannot be written ({error.strerror})",
            cure="name a file in a folder of your own, such as -o ~/NAME",
        ) from error
    if text and not is_replaceable(text):
        raise CompanionError(f"{path} is there and is something else", cure="name another file: -o NAME")


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
