"""Which form a journal's file has, and whether this companion may touch it: decided here, for whoever asks.

Each step from one form to the next is a numbered SQL file in `migrations/` that is never edited once
released; `PRAGMA user_version` says how many have been run.
"""

import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.errors import JournalError, JournalNewer

MIGRATIONS = tuple(sorted((Path(__file__).parent / "migrations").glob("*.sql")))
_NEWER_AT_MOST = 1000
"""Migrations that a newer companion may have more; a larger number was not written by anyone."""


def form_of(store: sqlite3.Connection, path: Path) -> int:
    """How many migrations the file has been through, 0 for a new one; more than we know: nobody's.

    Raises JournalNewer for a newer companion's file, of which nothing else is to be asked; sqlite3.Error
    where it cannot be read.
    """
    (form,) = store.execute("PRAGMA user_version").fetchone()
    if len(MIGRATIONS) < form <= len(MIGRATIONS) + _NEWER_AT_MOST:
        raise JournalNewer(
            f"the journal {path} was written by a newer companion "
            f"(its form is {form}, this one knows up to {len(MIGRATIONS)})",
            cure="update the companion",
        )
    return int(form)


def check_not_older(store: sqlite3.Connection, path: Path, *, why: str, cure: str) -> None:
    """Raises JournalError, which says `why` and the `cure`, for a file that is not yet of our form."""
    if form_of(store, path) < len(MIGRATIONS):
        raise JournalError(f"the journal {path} {why} an older companion", cure=cure)


def steps_after(form: int) -> Iterator[tuple[int, str]]:
    """Each migration that a file of this form has not been through yet: its number, and its SQL."""
    for number, step in enumerate(MIGRATIONS[form:], start=form + 1):
        yield number, step.read_text(encoding="utf-8")


def is_nobodys(form: int) -> bool:
    """Whether no companion can have written that."""
    return form > len(MIGRATIONS)


def is_ours(form: int) -> bool:
    """Whether it is the newest that we know."""
    return form == len(MIGRATIONS)
