"""A moment at the table as JSON: what the drawing and the lines below it need. Pure."""

import json
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from companion.onlookers.evening import Evening
from companion.rules.pieces import Colour, Player
from companion.rules.position import Position
from companion.rules.score import Score
from companion.screen.choose import lines
from companion.table.state import LANGUAGES, Phase, TableState

UNKNOWN = "?"
"""A stone whose colour is not known yet."""
UNFINISHED = "*"


def moment_text(evening: Evening) -> str:
    """The event `moment`."""
    return json.dumps(
        moment(evening.number, evening.state, is_on=evening.is_on), ensure_ascii=False, separators=(",", ":")
    )


def moment(number: int, state: TableState, *, is_on: bool = True) -> dict[str, Any]:
    """A state as onlookers see it; columns A to G, bottom to top; `texts` are the display's own.

    A device that is switched off (`is_on` False) shows no texts and has no faults.
    """
    texts = {language: list(lines(replace(state, language=language))) for language in LANGUAGES}
    mismatch = state.mismatch.columns if state.mismatch is not None else ()
    return {
        "game": number,
        "phase": state.phase.value,
        "to_move": state.to_move.name.lower(),
        "columns": [letters(column) for column in state.columns],
        "workshops": {
            player.name.lower(): letters(stones)
            for player, stones in zip(Player, state.workshops, strict=True)
        },
        "quarry": quarry(state.position),
        "score": {**totals(state.score), "result": result(state)},
        "mismatch": [wrong.location.value for wrong in mismatch],
        "is_on": is_on,
        "faults": [name for name, is_so in state.standing.items() if is_so and is_on],
        "silent_pads": [location.value for location in state.silent_pads],
        "texts": texts if is_on else {},
        "language": state.language,
    }


def letters(stones: Iterable[Colour | None]) -> str:
    """Stones as the notation has them."""
    return "".join(UNKNOWN if stone is None else stone.value for stone in stones)


def quarry(position: Position) -> dict[str, int]:
    """How many stones of each colour are left, as the last settled turn left them."""
    return {colour.value: position.quarry(colour) for colour in Colour}


def totals(score: Score) -> dict[str, Any]:
    """The score as if the game ended there, column by column."""
    columns = [
        {"winner": column.winner.value if column.winner else None, "points": column.points}
        for column in score.columns
    ]
    return {"white": score.white, "black": score.black, "columns": columns}


def result(state: TableState) -> str:
    """Of the game; `*` while it goes on."""
    return state.score.result if state.phase is Phase.OVER else UNFINISHED
