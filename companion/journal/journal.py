"""The journal: games, turns and presses as they happened, on disk before the screen says "settled".

It keeps text and knows nothing of any game's rules. Order is by counters; wall time is stored for people.
A fault while a game is played is a state, not an exception: what could not be written is held and written
whole, in order, as soon as a later write succeeds.
"""

import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TypeVar

from companion.errors import JournalDamaged, JournalError, JournalUnwritable
from companion.journal.copy import COPY, MEMORY, add_to_copy, copy_memory, last_copied, mend_copy
from companion.journal.folder import claim
from companion.journal.reading import KeptGame, all_games, newest_game, read_memory, read_preferences
from companion.journal.seal import RECORD
from companion.journal.store import FILE_NAME, copy_in_memory, is_damage, open_store, rescue, unusable
from companion.journal.waiting import (
    BEGIN,
    LAID,
    LIFTED,
    MOST_WAITING,
    OF_THE_GAME,
    RESULT,
    TAKE_BACK,
    TURN,
    UNFINISHED,
    Step,
    shortened,
)
from companion.journal.writing import write_memory, write_preference, write_step

_Read = TypeVar("_Read")


class Journal:
    """The one keeper of a folder's games: `open` before, `close` after.

    While another program keeps games in the folder, this one can read them and keeps nothing: `fault` says
    so. Once that one has stopped, the next write takes over, with all that has happened here meanwhile. It is
    the same while the disk takes nothing at all: what could be read of it is in memory until then.
    """

    def __init__(self, folder: Path, wall_time: Callable[[], str] | None = None) -> None:
        self.remarks: list[str] = []
        """What people should hear of the games kept here: a file set aside, a game not gone on with."""
        self.folder = folder  # what else the device keeps lies beside them
        self.is_mended = False
        """The file was damaged: there is a new one with what could be read of it."""
        self._wall_time = wall_time
        self._store: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._waiting: list[Step] = []
        self._memory: str | None = None  # not yet written
        self._preferred: dict[str, str] = {}  # not yet written
        self._game: int | None = None  # on disk; the first step that waits belongs to it
        self._is_anew = False  # the file was replaced while it was open, which is done once
        self._is_copy = False  # the store is in memory, as the disk took nothing
        self._story: list[Step] = []  # of the game that is played, as it would be written anew
        self._seen: KeptGame | None = None  # when another program kept games here, as it was then
        self._fault: str | None = None
        self._copied: int | None = None  # the last row in the copy; None: not asked yet

    @property
    def is_keeping(self) -> bool:
        """Whether all that happened is on disk, notes apart, which go there with the next turn."""
        return self._fault is None

    @property
    def heading(self) -> tuple[int, str]:
        """Of the game that is played: its number, or 0 where it has none; when it began, or ""."""
        is_waiting = any(step.kind == BEGIN for step in self._waiting)
        begun = self._story[0].at if self._story else ""
        return 0 if is_waiting or self._game is None else self._game, begun

    @property
    def fault(self) -> str | None:
        """Why the journal does not keep, with the cure, in one line; None: it keeps."""
        return self._fault

    def open(self) -> None:
        """Open or make the file, and go on with the game it holds; what can be read of a damaged one is kept.

        A disk that is full or read-only is a `fault`. Raises JournalError when the folder cannot be used, or
        the file is too new, or is damaged while another program has it.
        """
        self._fault = None
        try:
            try:
                self._lock = self._claim()
                self._store = self._open_store()
                self._mend_copy()
            except JournalUnwritable as error:
                self._fall_back(error)
            self._seen = self.kept_game()
        except JournalError:
            self.close()
            raise
        self._game = self._seen.id if self._seen is not None else None
        self._story = self._seen.steps() if self._seen is not None else []

    def try_again(self) -> None:
        """Write what waits, where the last try has failed: whatever was wrong may be over."""
        if self._fault is not None:
            self._write()

    def take_in(self, games: Iterable[Sequence[Step]]) -> None:
        """Add games that were not played here, each from its BEGIN on: all of them, or none.

        The game to go on with stays the same. Raises JournalError where they cannot be written.
        """
        if self._lock is None:
            raise JournalError(self._fault or f"the journal in {self.folder} cannot be written")
        try:
            with self._opened() as store:
                for steps in games:
                    number: int | None = None
                    for step in steps:
                        number = write_step(store, step, number, origin=RECORD)
            self._copy()
        except sqlite3.Error as error:
            raise unusable(self.folder, error) from error

    def begin(self, start: str, end: str) -> None:
        """Begin a game."""
        self._happen(BEGIN, start, end)
        self._write()

    @property
    def is_taken(self) -> bool:
        """Whether nothing is kept because another program keeps its games in the folder."""
        return self._fault is not None and self._lock is None and not self._is_copy

    def leave(self, remark: str) -> None:
        """Leave the game as it is on disk: it cannot be gone on with, and `remark` says why."""
        self._game, self._story = None, []
        self.remarks.append(remark)

    def lay(self, *, is_done: bool = True) -> None:
        """The stones lie as the turns say: as a game began, or after some were put back; or will lie so."""
        self._need_game()
        self._happen(LAID if is_done else LIFTED, "")
        self._write()

    def add_turn(self, turn: str, memory: str, result: str = UNFINISHED) -> None:
        """Keep a settled turn, with it the result if it ends the game and what the scale must remember.

        All of it is on disk when this returns, or none of it.
        """
        self._need_game()
        self._happen(TURN, turn, result)
        self._memory = memory
        self._write()

    def take_back(self) -> None:
        """Take back the last turn that stands; the turn stays on record. A finished game is open again."""
        self._need_game()
        self._happen(TAKE_BACK, "")
        self._write()

    def note(self, kind: str, text: str) -> None:
        """Keep a press, or what else is worth knowing later; it goes to disk with the next turn."""
        if kind in OF_THE_GAME:
            raise ValueError(f"a note cannot be called {kind!r}: that is a kind of its own")
        self._happen(kind, text)

    def remember(self, memory: str) -> None:
        """Keep what the scale must remember, in place of what it remembered before; needs no game."""
        self._memory = memory
        self._write()

    def prefer(self, name: str, value: str) -> None:
        """Keep how somebody wants the device to be, in place of what was chosen before; needs no game."""
        self._preferred[name] = value
        self._write()

    def finish(self, result: str) -> None:
        """Keep the result of a game whose last turn is kept already."""
        self._need_game()
        self._happen(RESULT, result)
        self._write()

    def kept_game(self) -> KeptGame | None:
        """The game to go on with: the newest one, even if it is finished. As it stands on disk."""
        return self._read(newest_game)

    def games(self) -> tuple[KeptGame, ...]:
        """All games in the order in which they began, as they stand on disk."""
        return self._read(all_games)

    def memory(self) -> str:
        """What the scale must remember, as it stands on disk; `{}` when nothing was kept yet."""
        return self._read(read_memory)

    def preferences(self) -> dict[str, str]:
        """What was chosen, by name, as it stands on disk."""
        return self._read(read_preferences)

    def close(self) -> None:
        """Write what waits and let the folder go; closing twice does no harm."""
        if self._store is not None:
            if self._waiting or self._preferred or self._memory is not None:
                self._write()
            self._store.close()
            self._store = None
        self._let_go()

    def _claim(self) -> int | None:
        lock = claim(self.folder)
        if lock is None:
            self._fault = f"another program keeps its games in {self.folder}; stop that one"
        return lock

    def _let_go(self) -> None:
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _open_store(self) -> sqlite3.Connection:
        try:
            return open_store(self.folder, is_writer=self._lock is not None)
        except JournalDamaged as damage:
            if self._lock is None:
                raise
            return self._rescued(damage.what)

    def _rescued(self, what: str) -> sqlite3.Connection:
        """A new file with what can be read of the damaged one."""
        kept_as, found = rescue(self.folder)
        self.is_mended, self._copied = True, None
        self.remarks += [f"{what}: it is kept as {kept_as.name}, {found.told}", *found.remarks]
        return open_store(self.folder, is_writer=True)

    def _fall_back(self, error: JournalUnwritable) -> None:
        """The disk takes nothing: what can be read of it is in memory until it does."""
        self._let_go()
        self._fault, self._is_copy = str(error), True
        self._store = copy_in_memory(self.folder)

    def _opened(self) -> sqlite3.Connection:
        if self._store is None:
            raise ValueError("the journal is not open")
        return self._store

    def _read(self, read: Callable[[sqlite3.Connection], _Read]) -> _Read:
        try:
            return read(self._opened())
        except (sqlite3.Error, ValueError) as error:
            if self._store is None:
                raise
            raise JournalError(
                f"the journal in {self.folder} cannot be read ({error})",
                cure="try again; if it stays so, the disk or the card is worn out",
            ) from error

    def _need_game(self) -> None:
        if self._game is None and not any(step.kind == BEGIN for step in self._waiting):
            raise ValueError("nothing can be played before any game has begun")

    def _happen(self, kind: str, text: str, more: str = "") -> None:
        at = self._wall_time() if self._wall_time is not None else ""
        step = Step(kind, text, at, more)
        self._waiting.append(step)
        if kind in OF_THE_GAME:
            self._story = [step] if kind == BEGIN else [*self._story, step]
        if len(self._waiting) > MOST_WAITING:
            self._waiting = shortened(self._waiting)

    def _write(self) -> None:
        """Everything that waits, in one transaction: all of it is on disk, or none and `fault` says why."""
        try:
            if self._lock is not None or self._take_over():
                try:
                    self._write_what_waits()
                except sqlite3.DatabaseError as error:
                    if self._is_anew or not is_damage(error):
                        raise
                    self._begin_anew(error)
        except JournalError as error:
            self._fault = str(error)
        except sqlite3.Error as error:
            self._fault = (
                f"the journal in {self.folder} cannot be written ({error}); free its disk or replace it"
            )

    def _write_what_waits(self) -> None:
        game = self._game
        with self._opened() as store:
            for step in self._waiting:
                game = write_step(store, step, game)
            if self._memory is not None:
                write_memory(store, self._memory)
            for name, value in self._preferred.items():
                write_preference(store, name, value)
        self._waiting.clear()
        self._preferred.clear()
        self._game = game
        self._memory = self._fault = None
        self._copy()

    def _copy(self) -> None:
        """The second copy comes up to what was committed; where it cannot, the next turn takes it along."""
        path = self.folder / f"{FILE_NAME}{COPY}"
        if self._copied is None or not path.exists():
            self._copied = last_copied(path)
        with suppress(OSError):
            self._copied = add_to_copy(path, self._opened(), self._copied)
            copy_memory(self.folder / f"{FILE_NAME}{MEMORY}", self._opened())

    def _mend_copy(self) -> None:
        """At a start the second copy is whole again, whatever became of it meanwhile."""
        if self._lock is not None:
            with suppress(OSError, sqlite3.Error):  # then the next turn takes it along
                self._copied = mend_copy(self.folder / f"{FILE_NAME}{COPY}", self._opened())
                copy_memory(self.folder / f"{FILE_NAME}{MEMORY}", self._opened())

    def _begin_anew(self, error: sqlite3.DatabaseError) -> None:
        """The file went bad while it was open: another one, and in it the game that is played, whole."""
        self._is_anew = True
        self._opened().close()
        self._retell()
        try:
            self._store = self._rescued(f"the journal in {self.folder} is damaged ({error})")
        except JournalUnwritable as refusal:
            self._fall_back(refusal)
        else:
            self._write_what_waits()

    def _retell(self) -> None:
        """The game that is played waits as a game of its own."""
        self._waiting = [*self._story, *(step for step in self._waiting if step.kind not in OF_THE_GAME)]

    def _take_over(self) -> bool:
        """Try to become the keeper; where the game has changed on disk, ours goes on as a game of its own."""
        self._lock = self._claim()
        if self._lock is None:
            return False
        if self._is_copy:
            try:
                store = self._open_store()
            except JournalError:
                self._let_go()
                raise
            self._opened().close()
            self._store, self._is_copy = store, False
        first = next((step.kind for step in self._waiting if step.kind in OF_THE_GAME), None)
        if self._seen is not None and self._game is not None and first != BEGIN and self._has_changed():
            self._retell()
        return True

    def _has_changed(self) -> bool:
        now, seen = self.kept_game(), self._seen
        return now is None or seen is None or (now.id, now.turns) != (seen.id, seen.turns)
