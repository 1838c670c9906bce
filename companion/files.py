"""Files that people name, read whole, unless it is none that can be meant; and folders that are another's."""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.errors import CompanionError

SETTINGS = Path("/etc/tholos/tholos.toml")
"""Of the device: what the service reads (systemd/tholos.service), and each command that is told no other."""
LARGEST_BYTES = 10_000_000
"""A script, a record or settings of more than that are another file named by mistake."""


def read_whole(path: Path) -> bytes:
    """All bytes of a file.

    Raises OSError, its `strerror` for people: also for a pipe or a device, which might never end, and for
    more than `LARGEST_BYTES`.
    """
    mode = path.stat().st_mode
    if not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # of a folder the system itself says what it is
        raise OSError(errno.EINVAL, "It is no regular file", str(path))
    with path.open("rb") as file:
        content = file.read(LARGEST_BYTES + 1)
    if len(content) > LARGEST_BYTES:
        raise OSError(errno.EFBIG, f"It is larger than {LARGEST_BYTES // 1_000_000} MB", str(path))
    return content


_DATABASE = b"SQLite format 3\0"
"""How the device's own file of games begins (sqlite.org, "Database File Format")."""


def read_text(path: Path) -> str:
    """The text of a record. Raises CompanionError where it is none, OSError as `read_whole` does."""
    content = read_whole(path)
    if content.startswith(_DATABASE):
        raise CompanionError(
            f"{path} is no record: it is a device's own file of games",
            cure="docs/keeping.md says how it is put back, or made a record of (tholos export --all)",
        )
    try:
        return content.decode("utf-8")
    except UnicodeDecodeError as error:
        raise CompanionError(
            f"{path}: byte {error.start} is not UTF-8 text", cure="save the record as UTF-8"
        ) from error


@contextmanager
def as_owner(folder: Path) -> Iterator[None]:
    """Within it root is whom the folder belongs to, may do no more, and what is made there is that one's.

    Whoever may write in a folder may have put a link to any other file there. A folder that is still to be
    made belongs to whom the one around it does. Nobody but root is changed. Raises CompanionError where the
    system does not let root be that one.
    """
    if os.geteuid() != 0:
        yield
        return
    place = next(place for place in (folder.absolute(), *folder.absolute().parents) if place.exists())
    owner, group, groups = place.stat(), os.getegid(), os.getgroups()
    try:
        try:
            if owner.st_uid != 0:
                os.setgroups([owner.st_gid])
                os.setegid(owner.st_gid)
                os.seteuid(owner.st_uid)
        except OSError as error:
            raise CompanionError(
                f"root cannot work in {folder} as user {owner.st_uid}, whose it is ({error.strerror})",
                cure="start it as that user",
            ) from error
        yield
    finally:
        if owner.st_uid != 0:
            os.seteuid(0)
            os.setegid(group)
            os.setgroups(groups)
