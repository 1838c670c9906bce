"""Holds one expectation of a table script against what the device shows."""

from dataclasses import dataclass

from companion.rules.notation import format_position, format_turn
from companion.rules.pieces import Location
from companion.simulate.acts import (
    Expectation,
    ExpectMismatch,
    ExpectNoQuestion,
    ExpectPosition,
    ExpectQuestion,
    ExpectResult,
    ExpectScreen,
    ExpectSettled,
    ExpectTurn,
    Line,
)
from companion.simulate.device import Device
from companion.table.state import Phase

_Compared = (
    ExpectPosition
    | ExpectTurn
    | ExpectSettled
    | ExpectQuestion
    | ExpectNoQuestion
    | ExpectMismatch
    | ExpectResult
)
"""What is held against one value of the device."""


@dataclass(frozen=True, slots=True)
class Failure:
    """An expectation that did not hold."""

    line: Line
    seen: str
    expected: str

    def __str__(self) -> str:
        return f"{self.line}: expected {self.expected}, seen {self.seen}"


def check(act: Expectation, device: Device) -> Failure | None:
    """None if the expectation holds now."""
    if isinstance(act, ExpectScreen):
        return _check_screen(act, device.texts)
    seen, expected = _both(act, device)
    return None if seen == expected else Failure(act.line, seen, expected)


def _check_screen(act: ExpectScreen, texts: tuple[str, ...]) -> Failure | None:
    """None if one line of the page holds the text."""
    if any(act.text in text for text in texts):
        return None
    seen = f'"{" / ".join(texts)}"' if texts else "a dark display"
    return Failure(act.line, seen, f'a line with "{act.text}" on the screen')


def _both(act: _Compared, device: Device) -> tuple[str, str]:
    """What is seen, and what was expected, in the words of a script."""
    state = device.state
    match act:
        case ExpectPosition():
            return f"position {format_position(state.position)}", f"position {format_position(act.position)}"
        case ExpectTurn():
            turns = device.daemon.table.turns
            return f"turn {turns[-1] if turns else 'none'}", f"turn {format_turn(act.turn)}"
        case ExpectSettled():
            return f"settled {len(device.daemon.table.turns)}", f"settled {act.count}"
        case ExpectQuestion() | ExpectNoQuestion():
            asked = "question" if state.question is not None else "no question"
            return asked, "question" if isinstance(act, ExpectQuestion) else "no question"
        case ExpectMismatch():
            return f"mismatch {_columns(device)}", f"mismatch {_names(act.locations)}"
        case ExpectResult():
            result = state.score.result if state.phase is Phase.OVER else "*"
            return f"result {result}", f"result {act.result}"


def _columns(device: Device) -> str:
    mismatch = device.state.mismatch
    return _names(tuple(wrong.location for wrong in mismatch.columns)) if mismatch else "none"


def _names(locations: tuple[Location, ...]) -> str:
    return ",".join(location.value for location in locations)
