"""The folder of the games: who keeps games in it, one program at a time."""

import fcntl
import os
from pathlib import Path

from companion.errors import JournalDamaged, JournalError, JournalUnwritable
from companion.journal.store import open_store, unusable


def claim(folder: Path) -> int | None:
    """A lock on the folder, which the kernel lets go when the program ends; None: another holds it.

    Raises JournalUnwritable while the disk takes nothing, JournalError where it cannot be used.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError as error:
        raise _unclaimable(folder, error) from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        os.close(lock)
        return None
    return lock


def taken(folder: Path) -> JournalError:
    """Why nobody else can keep games there."""
    return JournalError(f"another program keeps its games in {folder}", cure="stop that one")


def refusal(folder: Path) -> JournalError | None:
    """Why nobody could begin to keep games there now; None: somebody can, if need be after a rescue."""
    try:
        lock = claim(folder)
        if lock is None:
            return taken(folder)
        try:
            open_store(folder, is_writer=True).close()
        finally:
            os.close(lock)
    except JournalDamaged:
        return None
    except JournalError as error:
        return error
    return None


def _unclaimable(folder: Path, error: OSError) -> JournalError:
    refused = unusable(folder, error)
    if isinstance(refused, JournalUnwritable):
        return refused
    return JournalError(
        f"the journal's folder {folder} cannot be used ({error.strerror})",
        cure="make it, writable for the user that runs tholos, or name another ([journal] folder)",
    )
