"""The journal: games, turns and presses as they happened, on disk before the screen says "settled".

It keeps text and knows nothing of any game's rules. Order is by counters; wall time is stored for people.
A fault while a game is played is a state, not an exception: what could not be written is held and written
whole, in order, as soon as a later write succeeds.
"""

import sqlite3
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from companion.errors import JournalError
from companion.journal.keeping import Keeping, Standing, unreadable
from companion.journal.reading import KeptGame, all_games, newest_game, read_memory, read_preferences
from companion.journal.seal import RECORD
from companion.journal.store import is_damage, unusable
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
        self.folder = folder  # what else the device keeps lies beside them
        self._wall_time = wall_time
        self._keeping = Keeping(folder)
        self._waiting: list[Step] = []
        self._memory: str | None = None  # not yet written
        self._preferred: dict[str, str] = {}  # not yet written
        self._game: int | None = None  # on disk; the first step that waits belongs to it
        self._story: list[Step] = []  # of the game that is played, as it would be written anew

    @property
    def remarks(self) -> list[str]:
        """What people should hear of the games kept here: a file set aside, a game not gone on with."""
        return self._keeping.remarks

    @property
    def is_mended(self) -> bool:
        """The file was damaged: there is a new one with what could be read of it."""
        return self._keeping.is_mended

    @property
    def is_keeping(self) -> bool:
        """Whether all that happened is on disk, notes apart, which go there with the next turn."""
        return self._keeping.fault is None

    @property
    def heading(self) -> tuple[int, str]:
        """Of the game that is played: its number, or 0 where it has none; when it began, or ""."""
        is_waiting = any(step.kind == BEGIN for step in self._waiting)
        begun = self._story[0].at if self._story else ""
        return 0 if is_waiting or self._game is None else self._game, begun

    @property
    def fault(self) -> str | None:
        """Why the journal does not keep, with the cure, in one line; None: it keeps."""
        return self._keeping.fault

    def open(self) -> None:
        """Open or make the file, and go on with the game it holds; what can be read of a damaged one is kept.

        A disk that is full or read-only is a `fault`. Raises JournalError when the folder cannot be used, or
        the file is too new, or is damaged while another program has it.
        """
        self._keeping.open()
        self._go_on()

    def open_without(self, error: JournalError) -> None:
        """Play though the folder cannot be used, as `open` has said: `error` is the `fault` until it can."""
        self._keeping.go_without(error)
        self._go_on()

    def try_again(self) -> None:
        """Write what waits, where the last try has failed: whatever was wrong may be over."""
        if self._keeping.fault is not None:
            self._write()

    def take_in(self, games: Iterable[Sequence[Step]]) -> None:
        """Add games that were not played here, each from its BEGIN on: all of them, or none.

        The game to go on with stays the same. Raises JournalError where they cannot be written.
        """
        if self._keeping.standing is not Standing.KEEPER:
            raise JournalError(self._keeping.fault or f"the journal in {self.folder} cannot be written")
        try:
            with self._keeping.store as store:
                for steps in games:
                    number: int | None = None
                    for step in steps:
                        number = write_step(store, step, number, origin=RECORD)
            self._keeping.copy()
        except sqlite3.Error as error:
            raise unusable(self.folder, error) from error

    def begin(self, start: str, end: str) -> None:
        """Begin a game."""
        self._happen(BEGIN, start, end)
        self._write()

    @property
    def is_taken(self) -> bool:
        """Whether nothing is kept because another program keeps its games in the folder."""
        return self._keeping.standing is Standing.BESIDE

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
        if self._keeping.standing is Standing.CLOSED:
            return
        if self._waiting or self._preferred or self._memory is not None:
            self._write()
        self._keeping.close()

    def _go_on(self) -> None:
        """The game that was found is the one that is played."""
        seen = self._keeping.newest
        self._game = seen.id if seen is not None else None
        self._story = seen.steps() if seen is not None else []

    def _read(self, read: Callable[[sqlite3.Connection], _Read]) -> _Read:
        store = self._keeping.store
        try:
            return read(store)
        except (sqlite3.Error, ValueError) as error:
            raise unreadable(self.folder, error) from error

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
        keeping = self._keeping
        try:
            if keeping.is_displaced:
                keeping.step_aside()
            if keeping.standing is Standing.KEEPER or self._take_over():
                try:
                    self._write_what_waits()
                except sqlite3.DatabaseError as error:
                    if keeping.is_replaced or not is_damage(error):
                        raise
                    self._begin_anew(error)
        except JournalError as error:
            keeping.fault = str(error)
        except sqlite3.Error as error:
            keeping.fault = (
                f"the journal in {self.folder} cannot be written ({error}); free its disk or replace it"
            )

    def _write_what_waits(self) -> None:
        game = self._game
        with self._keeping.store as store:
            for step in self._waiting:
                game = write_step(store, step, game)
            if self._memory is not None:
                write_memory(store, self._memory)
            for name, value in self._preferred.items():
                write_preference(store, name, value)
        self._waiting.clear()
        self._preferred.clear()
        self._game = game
        self._memory = self._keeping.fault = None
        self._keeping.copy()

    def _begin_anew(self, error: sqlite3.DatabaseError) -> None:
        """The file went bad while it was open: another one, and in it the game that is played, whole."""
        self._retell()
        self._keeping.replace(error)
        if self._keeping.standing is Standing.KEEPER:
            self._write_what_waits()

    def _retell(self) -> None:
        """The game that is played waits as a game of its own."""
        self._waiting = [*self._story, *(step for step in self._waiting if step.kind not in OF_THE_GAME)]

    def _take_over(self) -> bool:
        """Try to become the keeper; where the game has changed on disk, ours goes on as a game of its own."""
        seen = self._keeping.newest
        if not self._keeping.take_over():
            return False
        first = next((step.kind for step in self._waiting if step.kind in OF_THE_GAME), None)
        if self._game is not None and first != BEGIN and not _is_same(seen, self._keeping.newest):
            self._retell()
        return True


def _is_same(seen: KeptGame | None, found: KeptGame | None) -> bool:
    """Whether nobody has gone on with the game."""
    if seen is None or found is None:
        return False
    return (seen.id, seen.start, seen.begun, seen.turns) == (found.id, found.start, found.begun, found.turns)
