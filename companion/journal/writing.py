"""Rows into the journal's file, each with its seal."""

import os
import sqlite3

from companion.errors import JournalError
from companion.journal.seal import TABLE, Beginning, Row, sealed
from companion.journal.waiting import BEGIN, OF_THE_GAME, RESULT, TAKE_BACK, TURN, UNFINISHED, Step

_LAST_STEP = "SELECT step FROM happening WHERE game = ? AND step IS NOT NULL ORDER BY number DESC LIMIT 1"

MOST_ROWS = 120_000
"""Some 2,000 games. More are not taken in: saving what can be read of a damaged file, and comparing it with
an older one, takes 1 kB of memory a row (measured: 155 MB for 159,000) of the 192 MB that
systemd/tholos.service allows, some 60 of them for all else."""


def check_room(store: sqlite3.Connection, more: int) -> None:
    """Raises JournalError where so many rows more are too many."""
    ((there,),) = store.execute("SELECT count(*) FROM happening").fetchall()
    if there + more > MOST_ROWS:
        raise JournalError(
            f"nothing was imported: with {more:,} rows more the journal would have {there + more:,}, "
            f"and may have {MOST_ROWS:,}",
            cure="import fewer games; each turn is a row",
        )


def write_step(store: sqlite3.Connection, step: Step, game: int | None, *, origin: str = TABLE) -> int | None:
    """Write one step of this game; the number of the game that the next one belongs to."""
    if step.kind == BEGIN:
        key = os.urandom(8).hex()
        return insert_game(store, Beginning(key, origin, step.text, step.more, step.at))
    key = _key(store, game) if game is not None else ""
    # of a note nobody asks for a place: among a hundred thousand of them the last step is long to seek
    place = _last_step(store, game) + 1 if step.kind in OF_THE_GAME else None
    insert_row(store, Row(0, game, step.kind, step.text, step.at, place, 0), key)
    result = {TURN: step.more, TAKE_BACK: UNFINISHED, RESULT: step.text}.get(step.kind)
    if place is not None and step.kind == TURN and result != UNFINISHED:
        insert_row(store, Row(0, game, RESULT, step.more, step.at, place + 1, 0), key)
    if result is not None:
        # a row that stays as it is costs no page of the disk
        store.execute("UPDATE game SET result = ? WHERE number = ? AND result <> ?", (result, game, result))
    return game


def _key(store: sqlite3.Connection, game: int) -> str:
    (key,) = store.execute("SELECT key FROM game WHERE number = ?", (game,)).fetchone()
    return str(key)


def _last_step(store: sqlite3.Connection, game: int | None) -> int:
    last = store.execute(_LAST_STEP, (game,)).fetchone()
    return int(last[0]) if last else 0


def insert_game(store: sqlite3.Connection, head: Beginning, number: int | None = None) -> int:
    """Write how a game begins, under this number or the next one; its number."""
    sql = "INSERT INTO game (number, key, origin, start, end_rule, begun, seal) VALUES (?, ?, ?, ?, ?, ?, ?)"
    row = (number, head.key, head.origin, head.start, head.end, head.begun, head.seal)
    given = store.execute(sql, row).lastrowid or 0
    insert_row(store, Row(0, given, BEGIN, head.text, head.begun, 0, 0), head.key)
    return given


def insert_row(store: sqlite3.Connection, row: Row, key: str) -> None:
    """Write what happened, under the next number and sealed anew for the game with this key."""
    seal = sealed(key, row.step, row.kind, row.text, row.at)
    sql = "INSERT INTO happening (game, kind, text, at, step, seal) VALUES (?, ?, ?, ?, ?, ?)"
    store.execute(sql, (row.game, row.kind, row.text, row.at, row.step, seal))


def write_memory(store: sqlite3.Connection, text: str) -> None:
    """Replace what the scale must remember; also where a card has lost the row."""
    ((version,),) = store.execute("SELECT coalesce(max(version), 0) + 1 FROM memory").fetchall()
    sql = "INSERT OR REPLACE INTO memory (only, text, version, seal) VALUES (1, ?, ?, ?)"
    store.execute(sql, (text, version, sealed(version, text)))


def write_preference(store: sqlite3.Connection, name: str, value: str) -> None:
    """Replace a choice."""
    sql = "INSERT OR REPLACE INTO preference (name, value, seal) VALUES (?, ?, ?)"
    store.execute(sql, (name, value, sealed(name, value)))
