"""The journal's file: opened, checked and brought to the newest form, or refused with a cure.

Every step from one form to the next is one transaction, so that a power cut leaves the file before it or
after it.
"""

import errno
import os
import re
import sqlite3
from contextlib import closing, suppress
from pathlib import Path

from companion.errors import JournalError, JournalUnwritable
from companion.journal.check import BUSY_S, LOG, SHARED, check
from companion.journal.copy import COPY, MEMORY
from companion.journal.form import check_not_older, form_of, steps_after
from companion.journal.leave import check_ours, is_other, move_away
from companion.journal.reading import readable
from companion.journal.salvage import Salvage, restore, salvage
from companion.journal.seal import sealed

FILE_NAME = "games.db"
PARTS = ("", LOG, SHARED, COPY, MEMORY)
"""Of what makes a journal, by how their names end."""
SYNCHRONOUS = "FULL"
_SALVAGING, _SALVAGED = f"{FILE_NAME}.salvaging", f"{FILE_NAME}.salvaged"
"""A new file while it is filled, and once all that can be read is in it, on the disk."""
_ASIDE = re.compile(rf"{re.escape(FILE_NAME)}\.damaged-(\d+)")
_DAMAGED = {
    sqlite3.SQLITE_CORRUPT,
    sqlite3.SQLITE_NOTADB,
    sqlite3.SQLITE_ERROR,
    sqlite3.SQLITE_CONSTRAINT,
}
_TAKEN = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
_SPENT = {sqlite3.SQLITE_FULL, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_IOERR}
_WORN = {errno.ENOSPC, errno.EROFS, errno.EIO, errno.EDQUOT, errno.EFBIG}


def open_store(folder: Path, *, is_writer: bool) -> sqlite3.Connection:
    """Open the file in `folder`; only the writer makes it, and brings it to the newest form.

    Raises JournalDamaged for a file that is not what was written, JournalUnwritable while the disk takes
    nothing, JournalNewer for a newer companion's, JournalError when it cannot be opened for another reason.
    """
    path = folder / FILE_NAME
    try:
        if is_writer:
            _finish_move(folder)
            for part in ("", LOG, SHARED):
                check_ours(folder / f"{FILE_NAME}{part}")
        elif not path.exists():
            raise JournalError(
                f"another program keeps its games in {folder}, and has no file there",
                cure="stop that one; its next start saves what can be read",
            )
        check(path, is_keeper=is_writer)
        return _opened(path, is_writer=is_writer)
    except (sqlite3.Error, OSError) as error:
        raise unusable(folder, error) from error


def rescue(folder: Path) -> tuple[Path, Salvage]:
    """Put a new file with all that can be read of the damaged one in its place; that one's new name.

    A power cut in between loses nothing: the next start goes on where this one was.
    Raises JournalUnwritable while the disk takes nothing, or has no room for all of it, and all is as before;
    JournalError when the folder does not allow it.
    """
    try:
        for part in PARTS:
            check_ours(folder / f"{FILE_NAME}{part}")
        found = _read_what_is_there(folder)
        _build(folder, found)
        aside = set_aside(folder)
        _finish_move(folder)
    except (sqlite3.Error, OSError) as error:
        raise unusable(folder, error) from error
    return aside, found


def _build(folder: Path, found: Salvage) -> None:
    """The new file under its name for a whole one; there is none where the disk refuses a byte of it."""
    building = folder / _SALVAGING
    building.unlink(missing_ok=True)
    try:
        # Without a log: closing does not say that not all of it could be moved into the file.
        with closing(sqlite3.connect(building)) as store:
            store.execute("PRAGMA journal_mode = MEMORY")  # a file that stays half-made is dropped
            store.execute(f"PRAGMA synchronous = {SYNCHRONOUS}")
            _migrate(store, building, is_writer=True)
            restore(store, found)
        building.rename(folder / _SALVAGED)
        _sync(folder)
    except (sqlite3.Error, OSError):
        with suppress(OSError):  # the next rescue begins with that
            building.unlink(missing_ok=True)
        raise


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
    try:
        # not a number that is free again: their order is that in which they were set aside
        before = [_aside_number(file) for file in those_aside(folder)]
        aside = folder / f"{FILE_NAME}.damaged-{max(before, default=0) + 1}"
        # The file first: a start that finds it gone moves what a power cut left behind (`_finish_move`).
        for part in PARTS:
            if os.path.lexists(old := folder / f"{FILE_NAME}{part}"):
                old.rename(folder / f"{aside.name}{part}")
        _sync(folder)
    except OSError as error:
        raise unusable(folder, error) from error
    return aside


def those_aside(folder: Path) -> list[Path]:
    """The damaged files of a folder in the order in which they were set aside. Raises OSError."""
    ends = "|".join(re.escape(part) for part in PARTS if part)
    files = {path.with_name(re.sub(f"({ends})$", "", path.name)) for path in folder.iterdir()}
    return sorted(filter(_aside_number, files), key=_aside_number)


def is_set_aside(file: Path) -> bool:
    """Whether its name is one of those that damaged files get."""
    return _aside_number(file) > 0


def _aside_number(file: Path) -> int:
    found = _ASIDE.fullmatch(file.name)
    return int(found[1]) if found else 0


def is_damage(error: sqlite3.DatabaseError) -> bool:
    """Whether the file is to blame, not the disk or another program; also of a table without its column."""
    return getattr(error, "sqlite_errorcode", 0) & 0xFF in _DAMAGED


def unusable(
    folder: Path, error: sqlite3.Error | OSError, what: str = "the journal's folder {} cannot be used"
) -> JournalError:
    """Why a folder cannot be used: a JournalUnwritable where that may heal by itself or by making room."""
    text = f"{what.format(folder)} ({error})"
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF  # absent where Python itself refuses
    if code in _TAKEN:
        return JournalUnwritable(text, cure=f"stop the other program that has {FILE_NAME} open")
    cure = "make room on its disk, or replace it; if it is neither full nor worn: tholos doctor journal"
    if _is_read_only(folder) or code in _SPENT or getattr(error, "errno", 0) in _WORN:
        return JournalUnwritable(text, cure=cure)
    return JournalError(text, cure="make it writable for the user that runs tholos, with room on its disk")


def _opened(path: Path, *, is_writer: bool) -> sqlite3.Connection:
    # who only reads moves nothing from the log into the file, and deletes no log, when it closes
    mode = "rwc" if is_writer else "ro"
    store = sqlite3.connect(f"{path.absolute().as_uri()}?mode={mode}", uri=True, timeout=BUSY_S)
    store.text_factory = readable
    try:
        if is_writer:
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
    for each in (fresh, folder / _SALVAGING):
        if is_other(each):
            move_away(each)
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
    if not is_writer:
        check_not_older(store, path, why="is in use by", cure="stop that one first, then start again")
    form = form_of(store, path)
    store.create_function("sealed", -1, sealed, deterministic=True)
    for number, sql in steps_after(form):
        store.executescript(f"BEGIN IMMEDIATE;\n{sql}\nPRAGMA user_version = {number};\nCOMMIT;")
