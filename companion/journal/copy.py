"""A second copy of all that makes the games, and of what the scale remembers: texts beside the file.

One of the two may be damaged, cut off or gone, and no turn is lost, nor does a pad take a stone that came
since for its empty plate. It is written after the commit, so that it holds more than the journal only where
that has lost something. The games' copy has a line a row and grows; the memory's is one line, written over.
"""

import json
import os
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.journal.seal import Row, sealed

COPY, MEMORY = "-copy", "-memory"
_ROWS = (
    "SELECT number, game, kind, text, at, step, seal FROM happening "
    "WHERE number > ? AND (step IS NOT NULL OR kind = 'header') ORDER BY number"
)
_TAIL_BYTES = 4096
"""Longer than any line."""
_MEMORY_BYTES = 4096
"""The memory's line is filled up to a page: a file that stays as long costs the disk no more than that."""


def copied_rows(path: Path) -> Iterator[Row]:
    """Its rows, as far as each line is what was written.

    Raises OSError where the disk does not give them; a copy that is not there has none.
    """
    if path.exists():
        yield from _rows(path.read_bytes())


def is_copy_whole(path: Path) -> bool:
    """Whether it is there, and each of its lines is what was written.

    Raises OSError where the disk does not give them.
    """
    content = path.read_bytes() if path.exists() else b""
    lines = [line for line in content.splitlines() if line]
    return bool(lines) and len(lines) == len(list(_rows(content)))


def last_copied(path: Path) -> int:
    """The number of the last row; 0: there is none."""
    if not path.exists():
        return 0
    with path.open("rb") as file:
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        return max((row.number for row in _rows(file.read())), default=0)


def add_to_copy(path: Path, store: sqlite3.Connection, after: int) -> int:
    """Add what was committed after the row with this number; the last one's number, on the disk by then.

    Raises OSError where the disk takes nothing.
    """
    rows = store.execute(_ROWS, (after,)).fetchall()
    if rows:
        _append(path, rows)
    return int(rows[-1][0]) if rows else after


def mend_copy(path: Path, store: sqlite3.Connection) -> int:
    """As `add_to_copy`, for whatever is not in the copy, or is there no more as it was written.

    Asked at a start: the next damage may come before the next turn does.
    """
    rows = store.execute(_ROWS, (0,)).fetchall()
    known = set(copied_rows(path))
    missing = [row for row in rows if Row(*row) not in known]
    if missing:
        _append(path, missing)
    return int(rows[-1][0]) if rows else 0


def copied_memory(path: Path) -> tuple[int, str] | None:
    """What the scale is to remember, and its version; None: it is not there, or not what was written.

    Raises OSError where the disk does not give it.
    """
    try:
        version, text, seal = json.loads(path.read_bytes())
    except (FileNotFoundError, ValueError, TypeError):  # no JSON, no UTF-8, or not so many values
        return None
    is_one = type(version) is int and isinstance(text, str) and seal == sealed(version, text)
    return (version, text) if is_one else None


def copy_memory(path: Path, store: sqlite3.Connection) -> None:
    """Write over it what the scale is to remember, if it is another one; on the disk by then.

    Raises OSError where the disk takes nothing.
    """
    ((version, text, seal),) = store.execute("SELECT version, text, seal FROM memory").fetchall()
    known = copied_memory(path)
    if not version or (known is not None and known[1] == text):
        return  # of what was never kept there is no copy
    line = json.dumps((version, text, seal)).encode().ljust(_MEMORY_BYTES)
    opened = os.open(path, os.O_WRONLY | os.O_CREAT, 0o644)
    try:
        os.pwrite(opened, line, 0)
        os.ftruncate(opened, len(line))
        os.fdatasync(opened)
    finally:
        os.close(opened)


def _append(path: Path, rows: list[tuple[object, ...]]) -> None:
    # Each begins its line: what a power cut left unfinished stays one of its own. A row's seal does not tell
    # its number; the line's does.
    text = "".join(f"\n{json.dumps([*row, sealed(*map(str, row))])}" for row in rows)
    with path.open("ab") as file:
        file.write(text.encode())
        file.flush()
        os.fsync(file.fileno())


def _rows(content: bytes) -> Iterator[Row]:
    for line in content.splitlines():
        try:
            *row, line_seal = json.loads(line)
            if line_seal == sealed(*map(str, row)):
                yield Row(*row)
        except (ValueError, TypeError):  # no JSON, no UTF-8, or not so many values
            continue
