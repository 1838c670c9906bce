"""A second copy of all that makes the games, and of what the scale remembers: texts beside the file.

One of the two may be damaged, cut off or gone, and no turn is lost, nor does a pad take a stone that came
since for its empty plate. It is written after the commit, so that it holds more than the journal only where
that has lost something. The games' copy has a line a row and grows; the memory's is one line, written over.
"""

import json
import os
import sqlite3
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from companion.files import LARGEST_BYTES, open_regular, parsed
from companion.journal.seal import Beginning, Row, sealed

COPY, MEMORY = "-copy", "-memory"
_NEW = ".new"
_ROWS = (
    "SELECT number, game, kind, text, at, step, seal FROM happening "
    "WHERE number > ? AND (step IS NOT NULL OR kind = 'header') ORDER BY number"
)
_HAS_KEYS = "SELECT 1 FROM pragma_table_info('game') WHERE name = 'key'"
_IS_THERE = "SELECT EXISTS (SELECT 1 FROM game), EXISTS (SELECT 1 FROM game WHERE key = ?)"
_FIRST_ROWS = 1000
"""A game of an older companion has no row for its beginning, and no more rows than that."""
_TAIL_BYTES = 4096
"""Longer than nearly every line; where none ends within it, more is read."""
_MEMORY_BYTES = 4096
"""The memory's line is filled up to a page: a file that stays as long costs the disk no more than that."""
COMPARED_BYTES = 1_000_000
"""At a start so much of the copy's end is compared with the journal: some 15,000 rows, the games of months.
What is before it was compared when it was the end; a Zero 2 W takes 2 s for so many (estimated)."""
_MOST = 2**63
"""SQLite's numbers are smaller."""


def copied_rows(path: Path) -> Iterator[Row]:
    """Its rows, as far as each line is what was written.

    Raises OSError where the disk does not give them; a copy that is not there has none.
    """
    try:
        file = open_regular(path)
    except FileNotFoundError:
        return
    with file:
        # a line of more than that is none, and may be all that a broken card still gives
        yield from _rows(iter(partial(file.readline, LARGEST_BYTES), b""))


def is_copy_whole(path: Path) -> bool:
    """Whether it is there, and each of its lines is what was written.

    Raises OSError where the disk does not give them.
    """
    try:
        file = open_regular(path)
    except FileNotFoundError:
        return False
    with file:
        lines = sum(line != b"\n" for line in file)
    return 0 < lines == sum(1 for _ in copied_rows(path))


def last_copied(path: Path) -> int:
    """The number of the last row; 0: there is none. Raises OSError as `copied_rows` does."""
    try:
        file = open_regular(path)
    except FileNotFoundError:
        return 0
    with file:
        length, tail = os.fstat(file.fileno()).st_size, _TAIL_BYTES
        while True:
            file.seek(max(0, length - tail))
            last = max((row.number for row in _rows(file.read(tail).split(b"\n"))), default=0)
            if last or tail >= min(length, LARGEST_BYTES):
                return last
            tail *= 8


def is_of_another(path: Path, store: sqlite3.Connection) -> bool:
    """Whether a journal with games never had the first one of this copy: somebody put it there.

    Raises OSError as `copied_rows` does.
    """
    heads = (Beginning.told_by(row) for row in islice(copied_rows(path), _FIRST_ROWS))
    key = next((head.key for head in heads if head is not None), None)
    if key is None or not store.execute(_HAS_KEYS).fetchone():
        return False
    ((has_games, has_it),) = store.execute(_IS_THERE, (key,)).fetchall()
    return bool(has_games) and not has_it


def add_to_copy(path: Path, store: sqlite3.Connection, after: int) -> int:
    """Add what was committed after the row with this number; the last one's number, on the disk by then.

    Raises OSError where the disk takes nothing.
    """
    rows = store.execute(_ROWS, (after,))
    first = rows.fetchone()
    return _write(path, chain((first,), rows), os.O_APPEND) if first is not None else after


def mend_copy(path: Path, store: sqlite3.Connection) -> int:
    """As `add_to_copy`, for whatever its end lacks; a copy that does not end as it must is written anew.

    Asked at a start: the next damage may come before the next turn does. A larger journal takes no more
    memory, nor, while the copy is whole, more time.
    """
    known = _known(path, store)
    if known is not None:
        return add_to_copy(path, store, known)
    new = path.with_name(f"{path.name}{_NEW}")
    new.unlink(missing_ok=True)
    try:
        last = _write(new, store.execute(_ROWS, (0,)), os.O_EXCL)
        new.replace(path)
    except OSError:
        new.unlink(missing_ok=True)  # half of it helps nobody, least of all on a full disk
        raise
    return last


def copied_memory(path: Path) -> tuple[int, str] | None:
    """What the scale is to remember, and its version; None: it is not there, or not what was written.

    Raises OSError where the disk does not give it.
    """
    try:
        with open_regular(path) as file:
            version, text, seal = parsed(file.read(LARGEST_BYTES))
    except (FileNotFoundError, ValueError, TypeError):  # no JSON, no UTF-8, or not so many values
        return None
    is_one = _is_number(version) and _is_text(text) and seal == sealed(version, text)
    return (version, text) if is_one else None


def copy_memory(path: Path, store: sqlite3.Connection) -> None:
    """Write over it what the scale is to remember, if it is another one; on the disk by then.

    Raises OSError where the disk takes nothing.
    """
    row = store.execute("SELECT version, text, seal FROM memory").fetchone()
    known = copied_memory(path)
    if row is None or not row[0] or (known is not None and known[1] == row[1]):
        return  # of what was never kept there is no copy
    line = json.dumps(row).encode().ljust(_MEMORY_BYTES)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK, 0o644)
    try:
        os.pwrite(opened, line, 0)
        os.ftruncate(opened, len(line))
        os.fdatasync(opened)
    finally:
        os.close(opened)


def _known(path: Path, store: sqlite3.Connection) -> int | None:
    """Of the last row in a copy that ends as it must, 0: it has none; None: something else is in it."""
    try:
        file = open_regular(path)
    except FileNotFoundError:
        return 0
    with file:
        length = os.fstat(file.fileno()).st_size
        start = max(0, length - COMPARED_BYTES)
        file.seek(start)
        if start:
            file.seek(start + len(file.readline()) - 1)  # at the end of a line, which is where each begins
        after = _number_at(file) - 1 if start else 0
        for row in store.execute(_ROWS, (after,)):
            line = _line(row)
            there = file.read(len(line))
            if there != line:
                return after if not there else None
            after = int(row[0])
        return None if file.read(1) else after


def _number_at(file: BinaryIO) -> int:
    """Of the line that begins here; the place stays the same."""
    place = file.tell()
    file.readline()
    number = next((row.number for row in _rows([file.readline()])), 1)
    file.seek(place)
    return max(number, 1)


def _write(path: Path, rows: Iterable[tuple[object, ...]], how: int) -> int:
    """The number of the last one; all are on the disk when this returns."""
    last = 0
    # of a pipe in its place nobody may ever be at the other end
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_NONBLOCK | how, 0o644)
    with os.fdopen(opened, "wb") as file:
        for row in rows:
            file.write(_line(row))
            last = int(str(row[0]))
        file.flush()
        os.fsync(opened)
    return last


def _line(row: tuple[object, ...]) -> bytes:
    # Each begins its line: what a power cut left unfinished stays one of its own. A row's seal does not tell
    # its number; the line's does.
    return f"\n{json.dumps([*row, sealed(*map(str, row))])}".encode()


def _rows(lines: Iterable[bytes]) -> Iterator[Row]:
    for line in lines:
        try:
            *values, line_seal = parsed(line)
            row = Row(*values)
        except (ValueError, TypeError):  # no JSON, no UTF-8, or not so many values
            continue
        if line_seal == sealed(*map(str, values)) and _is_row(row):
            yield row


def _is_row(row: Row) -> bool:
    """Whether a journal takes it."""
    return (
        all(map(_is_number, (row.number, row.seal)))
        and all(value is None or _is_number(value) for value in (row.game, row.step))
        and all(map(_is_text, (row.kind, row.text, row.at)))
    )


def _is_number(value: object) -> bool:
    return type(value) is int and -_MOST <= value < _MOST


def _is_text(value: object) -> bool:
    # JSON can name half a character, which is none
    return isinstance(value, str) and not any("\ud800" <= each <= "\udfff" for each in value)
