"""The journal's file looked at from outside, and left as it is."""

import fcntl
import os
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from companion.journal.store import BUSY_S, FILE_NAME, MIGRATIONS


@dataclass(frozen=True, slots=True)
class Checkup:
    """What a look at the file tells."""

    fault: str = ""
    """Why it cannot be used; "" where it is sound."""
    games: int = 0


def check_up(folder: Path) -> Checkup | None:
    """SQLite's own quick check, and how many games are kept; None: there is no file yet."""
    path = folder / FILE_NAME
    if not path.exists():
        return None
    try:
        return _read(f"{path.absolute().as_uri()}?mode=ro")
    except sqlite3.OperationalError:
        # beside its log, reading wants to write: who may not, reads the file alone
        pass
    except sqlite3.DatabaseError as error:
        return Checkup(f"damaged ({error})")
    try:
        return _read(f"{path.absolute().as_uri()}?immutable=1")
    except sqlite3.OperationalError as error:
        return Checkup(f"not to be read ({error})")
    except sqlite3.DatabaseError as error:
        return Checkup(f"damaged ({error})")


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


def _read(name: str) -> Checkup:
    with closing(sqlite3.connect(name, uri=True, timeout=BUSY_S)) as store:
        (verdict,) = store.execute("PRAGMA quick_check(1)").fetchone()
        if verdict != "ok":
            return Checkup(f"damaged ({' '.join(str(verdict).split())})")
        (version,) = store.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            return Checkup("written by a newer companion")
        if not version:
            return Checkup()
        (games,) = store.execute("SELECT count(*) FROM game").fetchone()
        return Checkup(games=games)
