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

from companion.errors import JournalError
from companion.journal.store import open_store

UNFINISHED = "*"
"""The result of a game that is still played, as in a game record."""
TURN, TAKE_BACK = "turn", "take-back"


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
    begun: str
    """Wall time when it began, as the machine believed it; "" when nobody told."""


class Journal:
    """The one keeper of a folder's games: `open` before, `close` after.

    While another program keeps games in the folder, this one can read them and keeps nothing:
    `fault` says so.
    """

    def __init__(self, folder: Path, wall_time: Callable[[], str] | None = None) -> None:
        self._folder = folder
        self._wall_time = wall_time
        self._store: sqlite3.Connection | None = None
        self._lock: int | None = None
        self._unsaved: list[tuple[str, tuple[str | int | None, ...]]] = []
        self._memory: str | None = None  # not yet written
        self._game: int | None = None
        self._next_game = 1
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
        """Open or make the file, and go on with the game it holds.

        Raises JournalError when the folder cannot be used, or the file is damaged or too new.
        """
        self._fault = None
        self._lock = self._claim()
        try:
            self._store = open_store(self._folder, is_writer=self._lock is not None)
        except JournalError:
            self.close()
            raise
        ((newest,),) = self._rows("SELECT coalesce(max(number), 0) FROM game")
        self._next_game = newest + 1
        self._game = newest or None

    def begin(self, start: str, end: str) -> int:
        """Begin a game; returns its number."""
        self._game, self._next_game = self._next_game, self._next_game + 1
        sql = "INSERT INTO game (number, start, end_rule, begun) VALUES (?, ?, ?, ?)"
        self._unsaved.append((sql, (self._game, start, end, self._now())))
        self._write()
        return self._game

    def add_turn(self, turn: str, memory: str, result: str = UNFINISHED) -> None:
        """Keep a settled turn, with it the result if it ends the game and what the scale must remember.

        All of it is on disk when this returns, or none of it.
        """
        self._happen(TURN, turn)
        self._memory = memory
        if result == UNFINISHED:
            self._write()
        else:
            self._set_result(result)

    def take_back(self) -> None:
        """Take back the last turn that stands; the turn stays on record. A finished game is open again."""
        self._happen(TAKE_BACK, "")
        self._set_result(UNFINISHED)

    def note(self, kind: str, text: str) -> None:
        """Keep a press, or what else is worth knowing later; it goes to disk with the next turn."""
        if kind in (TURN, TAKE_BACK):
            raise ValueError(f"a note cannot be called {kind!r}: that is a kind of its own")
        self._happen(kind, text)

    def remember(self, memory: str) -> None:
        """Keep what the scale must remember, in place of what it remembered before; needs no game."""
        self._memory = memory
        self._write()

    def finish(self, result: str) -> None:
        """Keep the result of the game."""
        self._set_result(result)

    def kept_game(self) -> KeptGame | None:
        """The game to go on with: the newest one, unless it is finished. As it stands on disk."""
        newest = self.games()[-1:]
        return newest[0] if newest and newest[0].result == UNFINISHED else None

    def games(self) -> tuple[KeptGame, ...]:
        """All games in the order in which they began, as they stand on disk."""
        memory = self.memory()
        rows = self._rows("SELECT number, start, end_rule, result, begun FROM game ORDER BY number")
        return tuple(
            KeptGame(number, start, end, self._standing(number), memory, result, begun)
            for number, start, end, result, begun in rows
        )

    def memory(self) -> str:
        """What the scale must remember, as it stands on disk; `{}` when nothing was kept yet."""
        ((memory,),) = self._rows("SELECT text FROM memory")
        return str(memory)

    def close(self) -> None:
        """Write what waits and let the folder go; closing twice does no harm."""
        if self._store is not None:
            if self._unsaved or self._memory is not None:
                self._write()
            self._store.close()
            self._store = None
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _claim(self) -> int | None:
        """A lock on the folder, which the kernel lets go when the program ends; None: another holds it."""
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            lock = os.open(self._folder, os.O_RDONLY | os.O_DIRECTORY)
        except OSError as error:
            raise JournalError(
                f"the journal's folder {self._folder} cannot be used ({error.strerror})",
                cure="make it, writable for the user that runs tholos, or name another ([journal] folder)",
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            os.close(lock)
            self._fault = f"another program keeps its games in {self._folder}; stop that one first"
            return None
        return lock

    def _opened(self) -> sqlite3.Connection:
        if self._store is None:
            raise ValueError("the journal is not open")
        return self._store

    def _rows(self, sql: str, *values: str | int) -> list[tuple[Any, ...]]:
        try:
            return self._opened().execute(sql, values).fetchall()
        except sqlite3.Error as error:
            raise JournalError(
                f"the journal in {self._folder} cannot be read ({error})",
                cure="try again; if it stays so, the disk or the card is worn out",
            ) from error

    def _now(self) -> str:
        return self._wall_time() if self._wall_time is not None else ""

    def _happen(self, kind: str, text: str) -> None:
        if self._game is None and kind in (TURN, TAKE_BACK):
            raise ValueError(f"a {kind} before any game")
        sql = "INSERT INTO happening (game, kind, text, at) VALUES (?, ?, ?, ?)"
        self._unsaved.append((sql, (self._game, kind, text, self._now())))

    def _set_result(self, result: str) -> None:
        if self._game is None:
            raise ValueError("a result before any game")
        self._unsaved.append(("UPDATE game SET result = ? WHERE number = ?", (result, self._game)))
        self._write()

    def _write(self) -> None:
        """Everything that waits, in one transaction: all of it is on disk, or none and `fault` says why."""
        store = self._opened()
        if self._lock is None:
            return
        try:
            with store:
                for sql, values in self._unsaved:
                    store.execute(sql, values)
                if self._memory is not None:
                    store.execute("UPDATE memory SET text = ?", (self._memory,))
        except sqlite3.Error as error:
            self._fault = (
                f"the journal in {self._folder} cannot be written ({error}); free its disk or replace it"
            )
            return
        self._unsaved.clear()
        self._memory = self._fault = None

    def _standing(self, game: int) -> tuple[str, ...]:
        sql = "SELECT kind, text FROM happening WHERE game = ? AND kind IN (?, ?) ORDER BY number"
        turns: list[str] = []
        for kind, text in self._rows(sql, game, TURN, TAKE_BACK):
            if kind == TURN:
                turns.append(text)
            else:
                turns[-1:] = []
        return tuple(turns)
