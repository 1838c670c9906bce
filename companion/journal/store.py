"""The journal's file: opened, checked and brought to the newest form, or refused with a cure.

Each step from one form to the next is a numbered SQL file in `migrations/` that is never edited once
released; `PRAGMA user_version` says how many have been run. Every step is one transaction, so that a
power cut leaves the file before it or after it.
"""

import sqlite3
from itertools import count
from pathlib import Path

from companion.errors import JournalDamaged, JournalError
from companion.journal.waiting import BEGIN, RESULT, TAKE_BACK, TURN, UNFINISHED, Step

FILE_NAME = "games.db"
BUSY_S = 1.0  # how long to wait for a reader's lock; longer would be felt at the table
MIGRATIONS = tuple(sorted((Path(__file__).parent / "migrations").glob("*.sql")))


def open_store(folder: Path, *, is_writer: bool) -> sqlite3.Connection:
    """Open the file in `folder`, made if it is not there; only the writer brings it to the newest form.

    Raises JournalDamaged for a file that is no sound database, JournalError when it cannot be opened or
    comes from a newer companion.
    """
    path = folder / FILE_NAME
    try:
        store = sqlite3.connect(path, timeout=BUSY_S)
    except sqlite3.Error as error:
        raise _unusable(folder, error) from error
    try:
        _check(store, path)
        _configure(store, folder)
        _migrate(store, path, is_writer)
    except JournalError:
        store.close()
        raise
    except sqlite3.DatabaseError as error:
        store.close()
        raise _unusable(folder, error) from error
    return store


def set_aside(folder: Path) -> Path:
    """Give the file a name of its own that says it is damaged; that name.

    Raises JournalError when the folder does not allow it.
    """
    names = (folder / f"{FILE_NAME}.damaged-{number}" for number in count(1))
    aside = next(name for name in names if not name.exists())
    try:
        # The log first: a new file beside the old one's log would be filled from it (sqlite.org, WAL format).
        for part in ("-wal", "-shm", ""):
            if (old := folder / f"{FILE_NAME}{part}").exists():
                old.rename(folder / f"{aside.name}{part}")
    except OSError as error:
        raise _unusable(folder, error) from error
    return aside


def write_step(store: sqlite3.Connection, step: Step, game: int | None) -> int | None:
    """Write one step of this game; the number of the game that the next one belongs to."""
    if step.kind == BEGIN:
        sql = "INSERT INTO game (start, end_rule, begun) VALUES (?, ?, ?)"
        return store.execute(sql, (step.text, step.more, step.at)).lastrowid
    if step.kind != RESULT:
        sql = "INSERT INTO happening (game, kind, text, at) VALUES (?, ?, ?, ?)"
        store.execute(sql, (game, step.kind, step.text, step.at))
    result = {TURN: step.more, TAKE_BACK: UNFINISHED, RESULT: step.text}.get(step.kind)
    if result is not None:
        store.execute("UPDATE game SET result = ? WHERE number = ?", (result, game))
    return game


def _check(store: sqlite3.Connection, path: Path) -> None:
    try:
        (verdict,) = store.execute("PRAGMA quick_check(1)").fetchone()
    except sqlite3.OperationalError:
        raise  # locked, unreadable, no room: not the file's fault
    except sqlite3.DatabaseError as error:
        verdict = str(error)
    if verdict != "ok":
        raise JournalDamaged(
            f"the journal {path} is damaged ({' '.join(str(verdict).split())})",
            cure="stop the other program that keeps it; the next start then begins a new one",
        )


def _configure(store: sqlite3.Connection, folder: Path) -> None:
    # WAL may lose the last commits in a power cut, with FULL it keeps them (sqlite.org, pragma synchronous)
    (mode,) = store.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalError(
            f"the journal's folder {folder} is on a file system without shared memory",
            cure="choose a folder on the machine's own disk ([journal] folder in the settings)",
        )
    store.execute("PRAGMA synchronous = FULL")
    store.execute("PRAGMA foreign_keys = ON")


def _migrate(store: sqlite3.Connection, path: Path, is_writer: bool) -> None:
    (version,) = store.execute("PRAGMA user_version").fetchone()
    if version > len(MIGRATIONS):
        raise JournalError(
            f"the journal {path} was written by a newer companion "
            f"(its form is {version}, this one knows up to {len(MIGRATIONS)})",
            cure="update the companion",
        )
    if version < len(MIGRATIONS) and not is_writer:
        raise JournalError(
            f"the journal {path} is in use by an older companion",
            cure="stop that one first, then start again",
        )
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        sql = step.read_text(encoding="utf-8")
        store.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")


def _unusable(folder: Path, error: sqlite3.Error | OSError) -> JournalError:
    return JournalError(
        f"the journal's folder {folder} cannot be used ({error})",
        cure="make it writable for the user that runs tholos, with room on its disk",
    )
