"""Files that people name to be written: seen before the work, and nothing of another kind is replaced."""

import os
import stat
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
