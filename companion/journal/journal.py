"""The journal: games, turns and presses as they happened, on disk before the screen says "settled".

It keeps text and knows nothing of any game's rules. Order is by counters; wall time is stored for people.
A fault while a game is played is a state, not an exception: what could not be written is held and written
whole, in order, as soon as a later write succeeds.
"""

import fcntl
import os
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from companion.errors import JournalDamaged, JournalError
from companion.journal.store import open_store, set_aside, write_step
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

_GAMES = "SELECT number, start, end_rule, result, begun FROM game ORDER BY number"


@dataclass(frozen=True, slots=True)
class KeptGame:
    """One game as it stands on disk."""

    id: int
    """Counts up from 1: a later game has a larger one."""
    start: str
    end: str
    turns: tuple[str, ...]
    """The turns that stand; those taken back are left out."""
    memory: str
    """What the scale must remember, as of now: one for the device, not one a game."""
    result: str
    is_laid: bool
    """Whether the stones were seen to lie as the turns say; False: they were to be laid out, or put back."""
    begun: str
    """Wall time when it began, as the machine believed it; "" when nobody told."""


class Journal:
    """The one keeper of a folder's games: `open` before, `close` after.

    While another program keeps games in the folder, this one can read them and keeps nothing: `fault` says
    so. Once that one has stopped, the next write takes over, with all that has happened here meanwhile.
    """

    def __init__(self, folder: Path, wall_time: Callable[[], str] | None = None) -> None:
        self.remarks: list[str] = []
        """What people should hear of the games kept here: a file set aside, a game not gone on with."""
        self.folder = folder  # what else the device keeps lies beside them
        self._wall_time = wall_time
        self._store: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._waiting: list[Step] = []
        self._memory: str | None = None  # not yet written
        self._preferred: dict[str, str] = {}  # not yet written
        self._game: int | None = None  # on disk; the first step that waits belongs to it
        self._seen: KeptGame | None = None  # when another program kept games here, as it was then
        self._fault: str | None = None

    @property
    def is_keeping(self) -> bool:
        """Whether all that happened is on disk, notes apart, which go there with the next turn."""
        return self._fault is None

    @property
    def fault(self) -> str | None:
        """Why the journal does not keep, with the cure, in one line; None: it keeps."""
        return self._fault

    def open(self) -> None:
        """Open or make the file, and go on with the game it holds; a damaged file is set aside for a new one.

        Raises JournalError when the folder cannot be used, or the file is too new, or is damaged while
        another program has it.
        """
        self._fault = None
        self._lock = self._claim()
        try:
            self._store = self._open_store()
            self._seen = self.kept_game()
        except JournalError:
            self.close()
            raise
        self._game = self._seen.id if self._seen is not None else None

    def begin(self, start: str, end: str) -> None:
        """Begin a game."""
        self._happen(BEGIN, start, end)
        self._write()

    def leave(self, remark: str) -> None:
        """Leave the game as it is on disk: it cannot be gone on with, and `remark` says why."""
        self._game = None
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
        newest = self._games(f"{_GAMES} DESC LIMIT 1")
        return newest[0] if newest else None

    def games(self) -> tuple[KeptGame, ...]:
        """All games in the order in which they began, as they stand on disk."""
        return self._games(_GAMES)

    def memory(self) -> str:
        """What the scale must remember, as it stands on disk; `{}` when nothing was kept yet."""
        ((memory,),) = self._rows("SELECT text FROM memory")
        return str(memory)

    def preferences(self) -> dict[str, str]:
        """What was chosen, by name, as it stands on disk."""
        return {str(name): str(value) for name, value in self._rows("SELECT name, value FROM preference")}

    def close(self) -> None:
        """Write what waits and let the folder go; closing twice does no harm."""
        if self._store is not None:
            if self._waiting or self._preferred or self._memory is not None:
                self._write()
            self._store.close()
            self._store = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _claim(self) -> int | None:
        """A lock on the folder, which the kernel lets go when the program ends; None: another holds it."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self.folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise JournalError(
                f"the journal's folder {self.folder} cannot be used ({error.strerror})",
                cure="make it, writable for the user that runs tholos, or name another ([journal] folder)",
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            self._fault = f"another program keeps its games in {self.folder}; stop that one"
            return None
        return lock

    def _open_store(self) -> sqlite3.Connection:
        try:
            return open_store(self.folder, is_writer=self._lock is not None)
        except JournalDamaged as damage:
            if self._lock is None:
                raise
            kept_as = set_aside(self.folder)
            self.remarks.append(f"{damage.what}: it is kept as {kept_as.name}, and a new one was begun")
            return open_store(self.folder, is_writer=True)

    def _opened(self) -> sqlite3.Connection:
        if self._store is None:
            raise ValueError("the journal is not open")
        return self._store

    def _rows(self, sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            return self._opened().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(
                f"the journal in {self.folder} cannot be read ({error})",
                cure="try again; if it stays so, the disk or the card is worn out",
            ) from error

    def _games(self, sql: str) -> tuple[KeptGame, ...]:
        memory = self.memory()
        return tuple(
            KeptGame(number, start, end, self._standing(number), memory, result, self._is_laid(number), begun)
            for number, start, end, result, begun in self._rows(sql)
        )

    def _standing(self, game: int) -> tuple[str, ...]:
        sql = "SELECT kind, text FROM happening WHERE game = ? AND kind IN (?, ?) ORDER BY number"
        turns: list[str] = []
        for kind, text in self._rows(sql, game, TURN, TAKE_BACK):
            if kind == TURN:
                turns.append(text)
            else:
                turns[-1:] = []
        return tuple(turns)

    def _is_laid(self, game: int) -> bool:
        sql = (
            "SELECT kind FROM happening WHERE game = ? AND kind IN (?, ?, ?, ?) ORDER BY number DESC LIMIT 1"
        )
        return self._rows(sql, game, TURN, TAKE_BACK, LAID, LIFTED) in ([(TURN,)], [(LAID,)])

    def _need_game(self) -> None:
        if self._game is None and not any(step.kind == BEGIN for step in self._waiting):
            raise ValueError("nothing can be played before any game has begun")

    def _happen(self, kind: str, text: str, more: str = "") -> None:
        at = self._wall_time() if self._wall_time is not None else ""
        self._waiting.append(Step(kind, text, at, more))
        if len(self._waiting) > MOST_WAITING:
            self._waiting = shortened(self._waiting)

    def _write(self) -> None:
        """Everything that waits, in one transaction: all of it is on disk, or none and `fault` says why."""
        store, game = self._opened(), self._game
        try:
            if self._lock is None and not self._take_over():
                return
            with store:
                for step in self._waiting:
                    game = write_step(store, step, game)
                if self._memory is not None:
                    store.execute("UPDATE memory SET text = ?", (self._memory,))
                for choice in self._preferred.items():
                    store.execute("INSERT OR REPLACE INTO preference (name, value) VALUES (?, ?)", choice)
        except JournalError as error:
            self._fault = str(error)
            return
        except sqlite3.Error as error:
            self._fault = (
                f"the journal in {self.folder} cannot be written ({error}); free its disk or replace it"
            )
            return
        self._waiting.clear()
        self._preferred.clear()
        self._game = game
        self._memory = self._fault = None

    def _take_over(self) -> bool:
        """Try to become the keeper; where the game has changed on disk, ours goes on as a game of its own."""
        self._lock = self._claim()
        if self._lock is None:
            return False
        first = next((step.kind for step in self._waiting if step.kind in OF_THE_GAME), None)
        if self._seen is None or self._game is None or first == BEGIN or not self._has_changed(self._seen):
            return True
        at = self._waiting[0].at if self._waiting else ""
        turns = [Step(TURN, turn, at, UNFINISHED) for turn in self._seen.turns]
        self._waiting[:0] = [Step(BEGIN, self._seen.start, at, self._seen.end), *turns]
        return True

    def _has_changed(self, seen: KeptGame) -> bool:
        now = self.kept_game()
        return now is None or (now.id, now.turns) != (seen.id, seen.turns)
