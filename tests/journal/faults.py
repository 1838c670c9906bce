"""What can befall a journal: a restart, a disk without room; and a look into its file from outside."""

import resource
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest

from companion.journal import form
from companion.journal.journal import Journal


def reopened(folder: Path) -> Journal:
    """The journal as the program finds it after a restart."""
    journal = Journal(folder)
    journal.open()
    return journal


@contextmanager
def full_disk(folder: Path) -> Iterator[None]:
    """For this process no file can grow beyond what the journal's log has now (the kernel refuses)."""
    log_bytes = (folder / "games.db-wal").stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log_bytes, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def row_texts(folder: Path, *kinds: str) -> list[str]:
    """The texts of everything of these kinds on disk, in order."""
    with closing(sqlite3.connect(folder / "games.db")) as store:
        rows = store.execute("SELECT kind, text FROM happening ORDER BY number").fetchall()
    return [text for kind, text in rows if kind in kinds]


def use_migrations(monkeypatch: pytest.MonkeyPatch, steps: tuple[Path, ...]) -> None:
    """Be a companion that knows these."""
    monkeypatch.setattr(form, "MIGRATIONS", steps)
