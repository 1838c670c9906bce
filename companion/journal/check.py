"""Whether the journal's file and its log are what was written: asked before anything is changed in them."""

import sqlite3
import struct
from pathlib import Path

from companion.errors import JournalDamaged
from companion.journal.carve import PAGE_BYTES
from companion.journal.copy import COPY, last_copied
from companion.journal.form import form_of, is_nobodys, is_ours
from companion.journal.reading import first_wrong, readable

LOG, SHARED = "-wal", "-shm"
"""What SQLite puts beside a file: its log, and the log's index, which is there while the file is open."""
SOUND = "ok"
"""As SQLite's own check calls it."""
_LOG_HEAD_BYTES, _FRAME_HEAD_BYTES = 32, 24
_LOG_MAGIC = (0x377F0682, 0x377F0683)
_MODES_AT, _MODES = slice(18, 20), {b"\1\1": False, b"\2\2": True}
"""In the file's head: whether it has a log (sqlite.org/fileformat2.html, section 1.3.3)."""
_SEALED_SINCE = 3
_SHAPE = "SELECT ?1, name FROM pragma_table_info(?1)"
_COLUMNS = {
    "game": ("number", "start", "end_rule", "result", "begun", "key", "origin", "seal"),
    "happening": ("number", "game", "kind", "text", "at", "step", "seal"),
    "memory": ("only", "text", "version", "seal"),
    "preference": ("name", "value", "seal"),
}
_WANTED = {(table, name) for table, names in _COLUMNS.items() for name in names}
_NOT_ITS_FAULT = {
    # locked, unreadable, no leave, no room
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_CANTOPEN,
    sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_NOMEM,
}
_MOST_FRAMES_AT = 16
"""In the log's index: how many frames SQLite takes for good (sqlite.org/walformat.html, section 2.1)."""


def check(path: Path, *, is_keeper: bool) -> None:
    """Raise JournalDamaged where `verdict` finds something. Raises JournalNewer, sqlite3.Error as it does."""
    found = verdict(path, is_keeper=is_keeper)
    if found != SOUND:
        raise JournalDamaged(
            f"the journal {path} is damaged ({found})",
            cure="stop the other program that keeps it; the next start then saves what can be read",
        )


def verdict(path: Path, *, is_keeper: bool, mode: str = "") -> str:
    """`SOUND`, or why not: the file is not whole, its log breaks off, or its newest game has a hole.

    A file of an older companion is checked as a database only. `is_keeper` False: another program may be
    writing, so that the log is its own affair. `mode`: how SQLite is to open the file, as in its URIs; "": as
    fits a keeper, or who is beside one.
    Raises JournalNewer for one of a newer companion, of which nothing can be said; sqlite3.Error where it
    cannot be asked: locked, unreadable, no room.
    """
    log = Path(f"{path}{LOG}")
    found = SOUND
    if not path.exists():
        if is_keeper and (_size(log) or _size(Path(f"{path}{COPY}"))):
            found = "the file is gone, its log or its copy is there"
    elif is_keeper and not _size(path):
        found = "it is empty"
    elif is_keeper and (wrong := _head_verdict(path, log)):
        found = wrong
    else:
        was_lost = is_keeper and Path(f"{path}{SHARED}").exists() and not log.exists()
        # Read-only, so that closing moves nothing from the log into the file while either may be damaged.
        # Nothing is made beside it either, where there is no log: a newer companion's is left as it is.
        mode = mode or ("mode=ro" if _size(log) or not is_keeper else "immutable=1")
        store = sqlite3.connect(f"{path.absolute().as_uri()}?{mode}", uri=True)
        try:
            found = _content_verdict(store, path)
            if found == SOUND and is_keeper:
                found = _copy_verdict(store, Path(f"{path}{COPY}"))
            if found == SOUND and is_keeper:
                found = _log_verdict(log, Path(f"{path}{SHARED}"))
        finally:
            store.close()
        if found == SOUND and was_lost:
            found = "its log is gone"
    return " ".join(found.split())


def _head_verdict(path: Path, log: Path) -> str:
    """What SQLite would not mind: a head that says there is no log makes it forget the one there is."""
    with path.open("rb") as file:
        modes = file.read(_MODES_AT.stop)[_MODES_AT]
    if modes not in _MODES or (not _MODES[modes] and _size(log)):
        return "its head says that it is of another kind"
    return ""


def _content_verdict(store: sqlite3.Connection, path: Path) -> str:
    store.text_factory = readable
    try:
        form = form_of(store, path)  # first: of a newer one nothing is ours to judge
        (found,) = store.execute("PRAGMA quick_check(1)").fetchone()
        columns = {row for table in _COLUMNS for row in store.execute(_SHAPE, (table,))}
        is_sealed = is_ours(form) and form >= _SEALED_SINCE
        if is_nobodys(form) or (form < _SEALED_SINCE and ("game", "seal") in columns):
            found = f"it says that its form is {form}"
        elif is_sealed and not columns >= _WANTED:
            found = "its tables are not those of a journal"
        if found == SOUND and is_sealed:
            found = first_wrong(store) or found
    except (sqlite3.DatabaseError, ValueError) as error:
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in _NOT_ITS_FAULT:
            raise
        found = str(error)
    return str(found)


def _copy_verdict(store: sqlite3.Connection, copy: Path) -> str:
    """Both were whole moments of the journal; the copy may be the later one, where the log was cut off."""
    copied = last_copied(copy)
    if not copied or not store.execute("SELECT 1 FROM sqlite_master WHERE name = 'happening'").fetchone():
        return "what its copy has is not in it" if copied else SOUND
    ((last,),) = store.execute("SELECT coalesce(max(number), 0) FROM happening").fetchall()
    return SOUND if last >= copied else "its last turns are not in it"


def _log_verdict(log: Path, index: Path) -> str:
    """SQLite takes a log up to its first damaged frame and says nothing of those behind it."""
    content = log.read_bytes() if log.exists() else b""
    frame_bytes = _FRAME_HEAD_BYTES + PAGE_BYTES
    if len(content) < _LOG_HEAD_BYTES + frame_bytes:
        return SOUND  # no frame was ever whole
    if struct.unpack(">I", content[:4])[0] not in _LOG_MAGIC:
        return "its log is none"
    salts = content[16:24]
    committed = 0
    for number in range(1, (len(content) - _LOG_HEAD_BYTES) // frame_bytes + 1):
        at = _LOG_HEAD_BYTES + (number - 1) * frame_bytes
        if content[at + 8 : at + 16] != salts:
            break  # from before the log was begun anew
        if content[at + 4 : at + 8] != bytes(4):
            committed = number  # the last frame of a commit tells how large the file is with it
    shared = index.read_bytes()
    (taken,) = struct.unpack("=I", shared[_MOST_FRAMES_AT : _MOST_FRAMES_AT + 4])
    return SOUND if taken >= committed else "its log is damaged"


def _size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0
