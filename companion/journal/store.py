"""The journal's file: opened, checked and brought to the newest form, or refused with a cure.

Each step from one form to the next is a numbered SQL file in `migrations/` that is never edited once
released; `PRAGMA user_version` says how many have been run. Every step is one transaction, so that a
power cut leaves the file before it or after it.
"""

import errno
import os
import sqlite3
from contextlib import suppress
from itertools import count
from pathlib import Path

from companion.errors import JournalError, JournalUnwritable
from companion.journal.check import LOG, SHARED, check
from companion.journal.copy import COPY, MEMORY
from companion.journal.reading import readable
from companion.journal.salvage import Salvage, restore, salvage
from companion.journal.seal import sealed

FILE_NAME = "games.db"
SYNCHRONOUS = "FULL"
BUSY_S = 1.0  # how long to wait for a reader's lock; longer would be felt at the table
_SALVAGED = f"{FILE_NAME}.salvaged"
_DAMAGED = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
}
_SPENT = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}
_WORN = {errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EFBIG}
MIGRATIONS = tuple(sorted((Path(__file__).parent / "migrations").glob("*.sql")))


def open_store(folder: Path, *, is_writer: bool) -> sqlite3.Connection:
    """Open the file in `folder`, made if it is not there; only the writer brings it to the newest form.

    Raises JournalDamaged for a file that is not what was written, JournalUnwritable while the disk takes
    nothing, JournalError when it cannot be opened for another reason or comes from a newer companion.
    """
    path = folder / FILE_NAME
    try:
        if is_writer:
            _finish_move(folder)
        check(path, form=len(MIGRATIONS), is_keeper=is_writer)
        return _opened(path, is_writer=is_writer)
    except (sqlite3.Error, OSError) as error:
        raise unusable(folder, error) from error


def rescue(folder: Path) -> tuple[Path, Salvage]:
    """Put a new file with all that can be read of the damaged one in its place; that one's new name.

    A power cut in between loses nothing: the next start goes on where this one was.
    Raises JournalUnwritable while the disk takes nothing, JournalError when the folder does not allow it.
    """
    fresh = folder / _SALVAGED
    try:
        found = _read_what_is_there(folder)
        for part in ("", LOG, SHARED):
            Path(f"{fresh}{part}").unlink(missing_ok=True)
        store = _opened(fresh, is_writer=True)
        try:
            restore(store, found)
        finally:
            store.close()  # with it all is in the file, and on the disk
        aside = set_aside(folder)
        _finish_move(folder)
    except (sqlite3.Error, OSError) as error:
        raise unusable(folder, error) from error
    return aside, found


def copy_in_memory(folder: Path) -> sqlite3.Connection:
    """What the file in `folder` holds, to be read while the disk takes nothing; the folder is left alone."""
    store = sqlite3.connect(":memory:")
    _migrate(store, folder / FILE_NAME, is_writer=True)
    with suppress(OSError):  # where the disk does not even give that, people begin anew
        restore(store, _read_what_is_there(folder))
    return store


def set_aside(folder: Path) -> Path:
    """Give the file, and all beside it, names of their own that say that it is damaged; the file's.

    Raises JournalError when the folder does not allow it.
    """
    names = (folder / f"{FILE_NAME}.damaged-{number}" for number in count(1))
    aside = next(name for name in names if not any(Path(f"{name}{part}").exists() for part in ("", LOG)))
    try:
        # The file first: a start that finds it gone moves what a power cut left behind (`_finish_move`).
        for part in ("", LOG, SHARED, COPY, MEMORY):
            if (old := folder / f"{FILE_NAME}{part}").exists():
                old.rename(folder / f"{aside.name}{part}")
        _sync(folder)
    except OSError as error:
        raise unusable(folder, error) from error
    return aside


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file is to blame, not the disk or another program; also of a table without its column."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def unusable(folder: Path, error: sqlite3.Error | OSError) -> JournalError:
    """Why a folder cannot be used: a JournalUnwritable where that may heal by itself or by making room."""
    is_spent = _is_read_only(folder) or (
        error.errno in _WORN
        if isinstance(error, OSError)
        else getattr(error, "sqlite_errorcode", 0) & 0xFF in _SPENT  # absent where Python itself refuses
    )
    what = f"the journal's folder {folder} cannot be used ({error})"
    if is_spent:
        cure = "make room on its disk, or replace it; if it is neither full nor worn: tholos doctor journal"
        return JournalUnwritable(what, cure=cure)
    return JournalError(what, cure="make it writable for the user that runs tholos, with room on its disk")


def _opened(path: Path, *, is_writer: bool) -> sqlite3.Connection:
    store = sqlite3.connect(path, timeout=BUSY_S)
    store.text_factory = readable
    try:
        _configure(store, path.parent)
        _migrate(store, path, is_writer)
    except (sqlite3.Error, JournalError):
        store.close()
        raise
    return store


def _read_what_is_there(folder: Path) -> Salvage:
    return salvage(*(folder / f"{FILE_NAME}{part}" for part in ("", LOG, COPY, MEMORY)))


def _finish_move(folder: Path) -> None:
    """Put a salvaged file in its place, if the damaged one has left it; one that came too late is dropped."""
    fresh, path = folder / _SALVAGED, folder / FILE_NAME
    if not fresh.exists():
        return
    if path.exists():
        fresh.unlink()
        return
    if any(Path(f"{path}{part}").exists() for part in (LOG, SHARED, COPY, MEMORY)):
        # a new file beside the old one's log would be filled from it (sqlite.org, WAL format)
        set_aside(folder)
    fresh.rename(path)
    _sync(folder)


def _sync(folder: Path) -> None:
    """New names are on the disk when this returns."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def _is_read_only(folder: Path) -> bool:
    try:
        return bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
    except OSError:
        return False


def _configure(store: sqlite3.Connection, folder: Path) -> None:
    # WAL may lose the last commits in a power cut, with FULL it keeps them (sqlite.org, pragma synchronous)
    (mode,) = store.execute("PRAGMA journal_mode = WAL").fetchone()
    if mode != "wal":
        raise JournalError(
            f"the journal's folder {folder} is on a file system without shared memory",
            cure="choose a folder on the machine's own disk ([journal] folder in the settings)",
        )
    store.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
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
    store.create_function("sealed", -1, sealed, deterministic=True)
    for number, step in enumerate(MIGRATIONS[version:], start=version + 1):
        sql = step.read_text(encoding="utf-8")
        store.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
