"""The journal's file looked at from outside, and left as it is."""

import fcntl
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.errors import JournalNewer
from companion.files import as_owner
from companion.journal.check import SOUND
from companion.journal.form import form_of
from companion.journal.onlooker import opened, seen_verdict
from companion.journal.store import FILE_NAME


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a look at the file tells."""

    fault: str = ""
    """Why it cannot be used; "" where it is sound."""
    games: int = 0


def check_up(folder: Path) -> Checkup | None:
    """What may be told from outside, and how many games are kept; None: there is no file yet."""
    with as_owner(folder):
        return _checkup(folder)


def _checkup(folder: Path) -> Checkup | None:
    if not (folder / FILE_NAME).exists():
        return None
    try:
        found = seen_verdict(folder)
        if found != SOUND:
            return Checkup(f"damaged ({found})")
        with closing(opened(folder)) as store:
            if not form_of(store, folder / FILE_NAME):
                return Checkup()
            (games,) = store.execute("SELECT count(*) FROM game").fetchone()
            return Checkup(games=games)
    except JournalNewer:
        return Checkup("written by a newer companion")
    except sqlite3.Error as error:
        return Checkup(f"not to be read ({error})")


def is_kept_by_another(folder: Path) -> bool:
    """Whether a program keeps games in the folder now; False too where that cannot be seen."""
    try:
        lock = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    except OSError:
        return False
    try:
        fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except OSError:
        return True
    finally:
        os.close(lock)
    return False
