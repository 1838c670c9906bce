"""Who keeps the games of a folder: this journal, another program, or nobody, as the folder cannot be used.

    closed ── open ──────────────────→ keeper, beside another, or in memory
    beside, in memory ── take_over ──→ keeper, or as before
    keeper ── replace ───────────────→ keeper with a new file, or in memory
    keeper ── step_aside ────────────→ beside
    each ── go_without ──────────────→ in memory
    each ── close ───────────────────→ closed

Whatever is refused on the way leaves what was before: no lock, and no file, is held by who is not the keeper.
"""

import os
import sqlite3
from contextlib import ExitStack, suppress
from enum import Enum
from pathlib import Path

from companion.errors import JournalDamaged, JournalError, JournalUnwritable
from companion.journal.copy import (
    COPY,
    MEMORY,
    add_to_copy,
    copy_memory,
    is_of_another,
    last_copied,
    mend_copy,
)
from companion.journal.damaged import thin_out
from companion.journal.folder import claim, taken
from companion.journal.leave import is_ours, move_away
from companion.journal.reading import KeptGame, newest_game
from companion.journal.store import FILE_NAME, copy_in_memory, open_store, rescue


class Standing(Enum):
    """What a journal is to its folder."""

    CLOSED = "closed"
    KEEPER = "the one that writes"
    BESIDE = "beside another program, whose file is read"
    IN_MEMORY = "without the folder: what could be read of it is in memory"


class Keeping:
    """The folder's file, and what this journal is to it."""

    def __init__(self, folder: Path) -> None:
        self.remarks: list[str] = []
        """What people should hear of the file."""
        self.standing = Standing.CLOSED
        self.fault: str | None = None
        """Why nothing is kept now, with the cure, in one line; None: it is."""
        self.newest: KeptGame | None = None
        """The game to go on with, as it was when the file, or what is in memory of it, was opened."""
        self.is_mended = False
        """The file was damaged: there is a new one with what could be read of it."""
        self.is_replaced = False
        """It was so while it was open, which is mended once."""
        self._folder, self._path = folder, folder / FILE_NAME
        self._store: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._file: tuple[int, int] | None = None  # the one that the keeper has open
        self._copied: int | None = None  # the last row in the copy; None: not asked yet
        self._is_copying = True  # as far as is known

    @property
    def store(self) -> sqlite3.Connection:
        """What can be read, and by the keeper written. Raises ValueError while nothing is open."""
        if self._store is None:
            raise ValueError("the journal is not open")
        return self._store

    @property
    def is_displaced(self) -> bool:
        """Whether somebody has moved or removed the keeper's file: nobody finds what is written then."""
        return self.standing is Standing.KEEPER and _number_of(self._path) not in (None, self._file)

    def open(self) -> None:
        """Be the keeper, or beside another one; in memory where the disk takes nothing.

        Raises JournalError when the folder cannot be used, or the file is too new, or is damaged while
        another program has it.
        """
        try:
            if not self.take_over():
                store = open_store(self._folder, is_writer=False)
                self._stand(Standing.BESIDE, store, fault=self.fault)
        except JournalUnwritable as error:
            self.go_without(error)

    def take_over(self) -> bool:
        """Be the keeper, of a file that is checked, and mended, as at a start; False: another one still is.

        What is open beside another is closed first: SQLite's locks on a file belong to the whole program, and
        go as soon as any part of it that has read the file closes it (sqlite.org, "How To Corrupt An SQLite
        Database File", 2.2); whoever looks in afterwards would take the log for nobody's, and delete it.
        Raises JournalError where that cannot be: it is in memory then, if it was beside.
        """
        with ExitStack() as opened:
            lock = claim(self._folder)
            if lock is None:
                self.fault = str(taken(self._folder))
                return False
            opened.callback(os.close, lock)
            was_beside = self.standing is Standing.BESIDE
            if was_beside:
                self.store.close()
            try:
                self._stand(Standing.KEEPER, self._sound(), lock)
            except JournalError as error:
                if was_beside:
                    self.go_without(error)
                raise
            opened.pop_all()
        self._mend_copies()
        return True

    def step_aside(self) -> None:
        """The keeper's file is displaced: let the folder go; what is open is read on until it takes over."""
        try:
            self._stand(Standing.BESIDE, self.store)
        except JournalError as error:
            self.go_without(error)

    def replace(self, error: sqlite3.DatabaseError) -> None:
        """The keeper's file went bad while it was open: a new one with what can be read of it.

        Where there can be none, it is in memory. Raises JournalError where that one cannot be read.
        """
        self.is_replaced = True
        self.store.close()
        try:
            store = self._rescued(f"the journal in {self._folder} is damaged ({error})")
            self._stand(Standing.KEEPER, store, self._lock)
        except JournalError as refusal:
            self.go_without(refusal)

    def go_without(self, error: JournalError) -> None:
        """The folder cannot be used, `error` says why: what can be read of it is in memory until it can."""
        self._stand(Standing.IN_MEMORY, copy_in_memory(self._folder), fault=str(error))

    def copy(self) -> None:
        """The second copy comes up to what was committed; where it cannot, the next turn takes it along."""
        path = self._beside(COPY)
        try:
            if self._copied is None or not path.exists():
                self._copied = last_copied(path)
            self._copied = add_to_copy(path, self.store, self._copied)
            copy_memory(self._beside(MEMORY), self.store)
            self._is_copying = True
        except OSError as error:
            self._miss_copy(error)

    def close(self) -> None:
        """Let the folder go; closing twice does no harm."""
        self._stand(Standing.CLOSED, None, fault=self.fault)

    def _stand(
        self,
        standing: Standing,
        store: sqlite3.Connection | None,
        lock: int | None = None,
        fault: str | None = None,
    ) -> None:
        """All of what it is changes at once; what was open before, and is not any more, is closed.

        Raises JournalError, and all is as before, where the newest game cannot be read.
        """
        if store is not None:
            try:
                self.newest = newest_game(store)
            except (sqlite3.Error, ValueError) as error:
                if store is not self._store:
                    store.close()
                raise unreadable(self._folder, error) from error
        old_store, old_lock = self._store, self._lock
        self.standing, self._store, self._lock, self.fault = standing, store, lock, fault
        self._file = _number_of(self._path) if lock is not None else None
        self._copied = None
        if old_store is not None and old_store is not store:
            old_store.close()
        if old_lock is not None and old_lock != lock:
            os.close(old_lock)

    def _mend_copies(self) -> None:
        """Whatever became of the second copies meanwhile, they are whole again, and ours."""
        try:
            copy = self._beside(COPY)
            for path in (copy, self._beside(MEMORY)):
                is_other = os.path.lexists(path) and not is_ours(path)
                if is_other or (path is copy and is_of_another(copy, self.store)):
                    self.remarks.append(move_away(path))
            self._copied = mend_copy(copy, self.store)
            copy_memory(self._beside(MEMORY), self.store)
            self._is_copying = True
        except OSError as error:  # then the next turn takes it along
            self._miss_copy(error)
        except sqlite3.Error as error:
            self._miss_copy(OSError(0, str(error)))

    def _miss_copy(self, error: OSError) -> None:
        """Told once, until there is a copy again."""
        if self._is_copying:
            self.remarks.append(
                f"the second copy {self._beside(COPY)} cannot be kept ({error.strerror}): "
                f"all is in {FILE_NAME} alone until it can; is the folder ours, is there room?"
            )
        self._is_copying = False

    def _beside(self, part: str) -> Path:
        return self._path.with_name(f"{FILE_NAME}{part}")

    def _sound(self) -> sqlite3.Connection:
        """The keeper's file; a new one where it is damaged."""
        try:
            return open_store(self._folder, is_writer=True)
        except JournalDamaged as damage:
            return self._rescued(damage.what)

    def _rescued(self, what: str) -> sqlite3.Connection:
        """A new file with what can be read of the damaged one."""
        kept_as, found = rescue(self._folder)
        self.is_mended = True
        self.remarks += [f"{what}: it is kept as {kept_as.name}, {found.told}", *found.remarks]
        store = open_store(self._folder, is_writer=True)
        with suppress(OSError):  # what stays takes room, and no more
            self.remarks += thin_out(self._folder, found)
        return store


def _number_of(file: Path) -> tuple[int, int] | None:
    """Which one it is; None: that is not to be seen. (0, 0): there is none."""
    try:
        found = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return 0, 0
    except OSError:
        return None
    return found.st_dev, found.st_ino


def unreadable(folder: Path, error: Exception) -> JournalError:
    """Why the file, which is open, does not tell what it holds."""
    return JournalError(
        f"the journal in {folder} cannot be read ({error})",
        cure="try again; if it stays so, the disk or the card is worn out",
    )
