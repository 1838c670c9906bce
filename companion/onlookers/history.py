"""The whole game, turn by turn, as JSON and as a record."""

import json
from typing import Any

from companion.journal.reading import KeptGame
from companion.onlookers.evening import Evening
from companion.onlookers.moment import UNFINISHED, letters, quarry, totals
from companion.records import record_of
from companion.rules.notation import format_position, format_turn
from companion.rules.pieces import Location, Player
from companion.rules.play import is_over
from companion.rules.position import Position
from companion.rules.record import write_games
from companion.rules.score import score
from companion.rules.turn import Bonus, Take, Turn
from companion.tracker.settled import Settled

TAKE, PLACE = "take", "place"
"""What a turn does first; after a placement comes a bonus's `Action`."""


class History:
    """Remembers what it has told of each turn: a new one costs as much late in a game as early."""

    def __init__(self) -> None:
        self._steps: list[tuple[Settled, dict[str, Any]]] = []

    def game_text(self, evening: Evening) -> str:
        """The event `game`."""
        return json.dumps(self.game(evening), ensure_ascii=False, separators=(",", ":"))

    def game(self, evening: Evening) -> dict[str, Any]:
        """How it began, by which rules, and each step; the first one is the start."""
        start = evening.start
        return {
            "game": evening.number,
            "ornaments": {place.value: ornament.value for place, ornament in start.ornaments},
            "limits": [start.limit(location) for location in Location],
            "steps": [step(None, None, start), *self._told(evening.played)],
        }

    def _told(self, played: tuple[Settled, ...]) -> list[dict[str, Any]]:
        same = 0
        for (known, _), settled in zip(self._steps, played, strict=False):
            if known is not settled:
                break
            same += 1
        del self._steps[same:]
        for settled in played[same:]:
            self._steps.append((settled, step(settled.turn, settled.before.to_move, settled.after)))
        return [told for _, told in self._steps]


def step(turn: Turn | None, by: Player | None, position: Position) -> dict[str, Any]:
    """One step: the turn, who did it (None: nobody, it is the start), and how things stand after it."""
    now = totals(score(position))
    return {
        "turn": format_turn(turn) if turn is not None else "",
        "done": done(turn) if turn is not None else [],
        "by": by.name.lower() if by is not None else None,
        "columns": [letters(column) for column in position.columns],
        "workshops": {player.name.lower(): letters(position.workshop(player)) for player in Player},
        "quarry": quarry(position),
        "white": now["white"],
        "black": now["black"],
        "points": now["columns"],
    }


def done(turn: Turn) -> list[dict[str, Any]]:
    """The turn as a page puts it into words: what was done, one thing after the other."""
    if isinstance(turn, Take):
        return [{"action": TAKE, "colour": turn.colour.value, "count": turn.count}]
    placed = {"action": PLACE, "colour": turn.colour.value, "target": turn.location.value}
    return [placed] if turn.bonus is None else [placed, _used(turn.bonus)]


def _used(bonus: Bonus) -> dict[str, Any]:
    fields = {"action": bonus.action, "colour": bonus.colour, "source": bonus.source, "target": bonus.target}
    return {name: field.value for name, field in fields.items() if field is not None}


def record_text(evening: Evening) -> str:
    """The game so far as a `.tgn` record, just as `tholos export` would print it."""
    last = evening.played[-1].after if evening.played else evening.start
    kept = KeptGame(
        id=evening.number,
        start=format_position(evening.start),
        end=evening.end.value,
        turns=tuple(format_turn(settled.turn) for settled in evening.played),
        memory="",
        result=score(last).result if is_over(last) else UNFINISHED,
        is_laid=True,
        begun=evening.begun,
    )
    return write_games((record_of(kept),))
