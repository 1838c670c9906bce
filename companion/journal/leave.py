"""Whether the files in the games' folder are files, and ours to read and to write."""

import os
from itertools import count
from pathlib import Path
from pwd import getpwuid

from companion.errors import JournalUnwritable


def is_other(path: Path) -> bool:
    """Whether something that is no file has the name, as a link that leads nowhere.

    Raises OSError where that cannot be seen.
    """
    return os.path.lexists(path) and not path.is_file()


def is_ours(path: Path) -> bool:
    """Whether we may read and write a file that is there. Raises OSError where that cannot be seen."""
    return path.is_file() and os.access(path, os.R_OK | os.W_OK, effective_ids=True)


def check_ours(path: Path) -> None:
    """Raises JournalUnwritable for a file that is there and is not ours, OSError where it cannot be seen.

    So it is after `sudo cp` of a backup, or after the device was once started by another user.
    """
    if not path.is_file() or is_ours(path) or os.statvfs(path).f_flag & os.ST_RDONLY:
        return  # what a whole disk refuses is not the file's affair
    owner, us, keeper = path.stat().st_uid, os.geteuid(), path.parent.stat().st_uid
    cure = f"sudo chown -R {_name(us)}: {path.parent}"
    if owner == us:
        cure = f"sudo chmod u+rw {path}"
    elif keeper != us:
        cure = "try it with sudo"
    raise JournalUnwritable(
        f"{path} cannot be read and written: it belongs to {_name(owner)}, and this is {_name(us)}", cure=cure
    )


def move_away(path: Path) -> str:
    """Give what cannot be used another name; for people, which one. Raises OSError."""
    names = (path.with_name(f"{path.name}.unused-{number}") for number in count(1))
    away = next(name for name in names if not os.path.lexists(name))
    path.rename(away)
    return f"{path} could not be used: it is kept as {away.name}"


def _name(user: int) -> str:
    try:
        return getpwuid(user).pw_name
    except KeyError:
        return f"user {user}"
