"""All that can still be read of a damaged journal: games, what happened in them, the scale's memory, choices.

Only rows whose seal is right are believed. Of a game that misses one, what came before it is kept.
"""

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import accumulate, chain
from operator import itemgetter
from pathlib import Path
from typing import Any

from companion.journal.carve import Value, file_pages, log_pages, rows
from companion.journal.copy import copied_memory, copied_rows
from companion.journal.seal import RECORD, TABLE, Beginning, Row, Story, sealed
from companion.journal.waiting import BEGIN, LIFTED, OF_THE_GAME
from companion.journal.writing import insert_game, insert_row, write_memory, write_preference

_MARKS = (*(kind.encode() for kind in sorted(OF_THE_GAME)), TABLE.encode(), RECORD.encode(), b'{"')
"""What stands in every page that is worth a closer look."""
_SHAPES: dict[str, tuple[type | tuple[type, ...], ...]] = {
    # columns in the order of the migrations; the number of a row is not repeated among its values
    "game": (type(None), str, str, str, str, str, str, int),
    "happening": (type(None), (int, type(None)), str, str, str, (int, type(None)), int),
    "memory": (type(None), str, int, int),
    "preference": (str, str, int),
}


@dataclass(frozen=True, slots=True)
class Found:
    """One game as far as it could be read."""

    number: int
    head: Beginning
    story: Story
    notes: tuple[Row, ...]


@dataclass(slots=True)
class Salvage:
    """What could be read of a damaged journal."""

    games: list[Found] = field(default_factory=list)
    notes: tuple[Row, ...] = ()
    """From before the first game."""
    memory: tuple[int, str] | None = None
    preferences: dict[str, str] = field(default_factory=dict)
    is_gapless: bool = False
    """Whether of all rows, from the first to the last that was found, each is what was written."""

    @property
    def told(self) -> str:
        """For people: how much it is."""
        count = len(self.games)
        if count == 0:
            return "and a new one was begun: no game could be read"
        return f"and a new one was begun with the {count} game{'' if count == 1 else 's'} that could be read"

    @property
    def remarks(self) -> list[str]:
        """For people: each game that breaks off."""
        return [
            f"game {game.number} breaks off after {len(game.story.turns)} turns: what came then is damaged"
            for game in self.games
            if not game.story.is_whole
        ]


def salvage(file: Path, log: Path, copy: Path, memory: Path) -> Salvage:
    """What can be read of a journal's file, its log and its copies, whichever of them is there.

    Raises OSError where the disk does not even give their bytes.
    """
    pages = chain(file_pages(_content(file)), log_pages(_content(log)))
    told: dict[str, dict[Any, None]] = {name: {} for name in _SHAPES}  # in order, each once
    for page in pages:
        for number, values in rows(page, _MARKS):
            name = _shape(values)
            if name is not None:
                told[name][(number, *values)] = None
    for row in copied_rows(copy):
        told["happening"][(row.number, None, row.game, row.kind, row.text, row.at, row.step, row.seal)] = None
    games = _games(told)
    notes = tuple(row for row in _happenings(told) if row.game is None and row.is_true(""))
    in_games = (row for game in games for row in (*game.story.steps, *game.notes))
    numbers = {row.number for row in (*notes, *in_games)}
    return Salvage(
        is_gapless=bool(numbers) and numbers == set(range(1, max(numbers) + 1)),
        games=games,
        notes=notes,
        memory=_newest_memory(told["memory"], copied_memory(memory)),
        preferences={
            name: value for _, name, value, seal in told["preference"] if seal == sealed(name, value)
        },
    )


def restore(store: sqlite3.Connection, found: Salvage) -> None:
    """Write it into a new journal, all in one transaction. Raises sqlite3.Error where it cannot be written.

    The newest game is to be compared with the stones before anything counts: its last turns may be lost.
    """
    newest = max((game.number for game in found.games if game.head.origin == TABLE), default=None)
    with store:
        for note in found.notes:
            insert_row(store, note, "")
        used: set[int] = set()
        for game in found.games:
            number = insert_game(store, game.head, None if game.number in used else game.number)
            used.add(number)
            for row in _in_order(game):
                if row.kind != BEGIN:
                    insert_row(store, replace(row, game=number), game.head.key)
            if game.number == newest:
                last = game.story.steps[-1].step if game.story.steps else 0
                lifted = Row(0, number, LIFTED, "", "", (last or 0) + 1, 0)
                insert_row(store, lifted, game.head.key)
            store.execute("UPDATE game SET result = ? WHERE number = ?", (game.story.result, number))
        if found.memory is not None:
            write_memory(store, found.memory[1])
        for name, value in found.preferences.items():
            write_preference(store, name, value)


def _content(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except (FileNotFoundError, IsADirectoryError):
        return b""


def _shape(values: tuple[Value, ...]) -> str | None:
    for name, kinds in _SHAPES.items():
        if len(values) == len(kinds) and all(map(isinstance, values, kinds)):
            return name
    return None


def _happenings(told: dict[str, dict[Any, None]]) -> Iterator[Row]:
    for number, _, game, kind, text, at, step, seal in sorted(told["happening"], key=lambda row: row[0]):
        yield Row(number, game, kind, text, at, step, seal)


def _games(told: dict[str, dict[Any, None]]) -> list[Found]:
    """Each game that its own row or its first step tells of, with what belongs to it."""
    heads: dict[str, tuple[int, Beginning]] = {}
    by_game: dict[int, list[Row]] = {}
    for row in _happenings(told):
        if row.game is not None:
            by_game.setdefault(row.game, []).append(row)
            head = Beginning.told_by(row)
            if head is not None:
                heads[head.key] = row.game, head
    for number, _, start, end, _, begun, key, origin, seal in told["game"]:
        head = Beginning(key, origin, start, end, begun)
        if head.seal == seal:
            heads.setdefault(key, (number, head))
    found = [_filled(number, head, by_game.get(number, [])) for number, head in heads.values()]
    return sorted(found, key=lambda game: game.number)


def _filled(number: int, head: Beginning, candidates: Iterable[Row]) -> Found:
    true = [row for row in candidates if row.is_true(head.key)]
    notes = tuple(row for row in true if row.step is None)
    # no seal covers a row's number: with another one the same step is there twice
    steps = {row.step: row for row in reversed(true) if row.step is not None}
    return Found(number, head, Story.of(head.key, steps.values()), notes)


def _in_order(game: Found) -> list[Row]:
    """What happened in it, notes where their numbers have them; a step never before an earlier one."""
    numbers = accumulate((row.number for row in game.story.steps), max)
    steps = zip(numbers, game.story.steps, strict=True)
    notes = ((note.number, note) for note in game.notes)
    return [row for _, row in sorted((*steps, *notes), key=itemgetter(0))]


def _newest_memory(told: dict[Any, None], copied: tuple[int, str] | None) -> tuple[int, str] | None:
    true = [(version, text) for _, _, text, version, seal in told if seal == sealed(version, text)]
    return max([*true, *([copied] if copied is not None else [])], default=None)
