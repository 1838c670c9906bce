"""Games as they stand in the journal's file, read back."""

import sqlite3
from dataclasses import dataclass
from itertools import starmap

from companion.journal.seal import HEADER, TABLE, Beginning, Row, Story, sealed
from companion.journal.waiting import BEGIN, LAID, LIFTED, RESULT, TURN, UNFINISHED, Step

_GAMES = "SELECT number, start, end_rule, begun, key, origin, seal FROM game"
_ROWS = (
    "SELECT number, game, kind, text, at, step, seal FROM happening "
    "WHERE game {} AND (step IS NOT NULL OR kind = 'header') ORDER BY number DESC"
)
_ROWS_OF_ALL, _ROWS_OF_ONE = _ROWS.format("IS NOT NULL"), _ROWS.format("= ?")
_LAST_STEP = (
    "SELECT EXISTS (SELECT 1 FROM game WHERE number = happening.game) FROM happening "
    "WHERE step IS NOT NULL ORDER BY number DESC LIMIT 1"
)


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
    origin: str = TABLE
    headers: tuple[str, ...] = ()
    """Of a game that was read from a file: the lines of its head."""
    is_whole: bool = True
    """False: what came after these turns is damaged on disk."""

    def steps(self) -> list[Step]:
        """What would tell of the game as it stands, written anew."""
        turns = [Step(TURN, turn, self.begun, UNFINISHED) for turn in self.turns]
        is_over = self.result != UNFINISHED
        return [
            Step(BEGIN, self.start, self.begun, self.end),
            *turns,
            Step(LAID if self.is_laid else LIFTED, "", self.begun),
            *([Step(RESULT, self.result, self.begun)] if is_over else []),
        ]


def newest_game(store: sqlite3.Connection) -> KeptGame | None:
    """The game that was begun last at this table. Raises sqlite3.Error where it cannot be read."""
    row = store.execute(f"{_GAMES} WHERE origin = ? ORDER BY number DESC LIMIT 1", (TABLE,)).fetchone()
    if row is None:
        return None
    rows: list[Row] = []
    for each in starmap(Row, store.execute(_ROWS_OF_ONE, row[:1])):
        rows.append(each)
        if each.kind == BEGIN:
            break  # what is older is of other games
    return _game(row, rows, read_memory(store))


def all_games(store: sqlite3.Connection) -> tuple[KeptGame, ...]:
    """All games in the order in which they began. Raises sqlite3.Error where they cannot be read."""
    memory = read_memory(store)
    by_game: dict[int | None, list[Row]] = {}
    for each in starmap(Row, store.execute(_ROWS_OF_ALL)):
        by_game.setdefault(each.game, []).append(each)
    return tuple(
        _game(row, by_game.get(row[0], []), memory)
        for row in store.execute(f"{_GAMES} ORDER BY number").fetchall()
    )


def read_memory(store: sqlite3.Connection) -> str:
    """What the scale must remember; `{}` when nothing was kept yet, or it is not what was kept."""
    text, version, seal = store.execute("SELECT text, version, seal FROM memory").fetchone() or ("", 0, None)
    return str(text) if seal == sealed(version, text) else "{}"


def read_preferences(store: sqlite3.Connection) -> dict[str, str]:
    """What was chosen, by name."""
    rows = store.execute("SELECT name, value, seal FROM preference").fetchall()
    return {str(name): str(value) for name, value, seal in rows if seal == sealed(name, value)}


def readable(content: bytes) -> str:
    """A text of the file, also one that is none any more: its seal tells that it is not what was written."""
    return content.decode(errors="replace")


def first_wrong(store: sqlite3.Connection) -> str:
    """What is not as it was written: the head of any game, or anything of the newest one; "" for nothing."""
    for number, start, end, begun, key, origin, seal in store.execute(_GAMES):
        if seal != Beginning(key, origin, start, end, begun).seal:
            return f"the beginning of game {number} is not as it was written"
    last = store.execute(_LAST_STEP).fetchone()
    if last is not None and not last[0]:
        return "of the newest game the beginning is gone"
    newest = newest_game(store)
    return f"game {newest.id} is not as it was written" if newest and not newest.is_whole else ""


def _game(row: tuple[object, ...], rows: list[Row], memory: str) -> KeptGame:
    number, start, end, begun, key, origin, seal = row
    story = Story.of(str(key), rows)
    is_true = seal == Beginning(str(key), str(origin), str(start), str(end), str(begun)).seal
    is_whole = is_true and story.is_whole and bool(story.steps)
    return KeptGame(
        id=int(str(number)),
        start=str(start),
        end=str(end),
        turns=story.turns if is_true else (),
        memory=memory,
        result=story.result,
        is_laid=story.is_laid,
        begun=str(begun),
        origin=str(origin),
        headers=tuple(each.text for each in reversed(rows) if each.kind == HEADER and each.is_true(str(key))),
        is_whole=is_whole,
    )
