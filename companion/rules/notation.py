"""Positions and turns as text and back; reading is strict, so every value has exactly one text."""

import re
from collections.abc import Callable
from enum import Enum
from typing import TypeVar

from companion.rules.errors import BadNotation, BadPosition
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position, Stones
from companion.rules.turn import Action, Bonus, Place, Take, Turn

_E = TypeVar("_E", bound=Enum)

_TURN = re.compile(
    r"\+(?P<count>[1-9])(?P<taken>[wgb])"
    r"|(?P<colour>[wgb])(?P<location>[A-G])(?::(?P<bonus>.+))?"
)
_BONUS = re.compile(
    r"(?P<source>[A-G])>(?P<target>[A-G])"
    r"|(?P<sign>[-+x*]?)(?P<colour>[wgb])?(?P<place>[A-G])?"
)
# Sign, is a colour named, is a location named: which action the text is.
_ACTIONS = {
    ("-", False, True): Action.RETURN,
    ("+", True, False): Action.FETCH,
    ("x", True, False): Action.STEAL,
    ("", True, True): Action.BUILD,
    ("*", False, True): Action.QUARRYGREY,
}
_SIGNS = {action: sign for (sign, _, _), action in _ACTIONS.items()}


def format_position(position: Position) -> str:
    """The position's text: columns, White's and Black's workshop, who is to move, ornaments."""
    ornaments = ",".join(f"{place.value}={ornament.value}" for place, ornament in position.ornaments)
    return " ".join(
        (
            "/".join(map(_format_stones, position.columns)),
            _format_stones(position.white_workshop),
            _format_stones(position.black_workshop),
            position.to_move.value,
            ornaments or "-",
        )
    )


def parse_position(text: str) -> Position:
    """The position that a text stands for; BadNotation says what is wrong and what would be right."""
    try:
        return _parse_fields(text)
    except BadPosition as error:
        raise BadNotation(f"position {shown(text)}: {error}") from error


def format_turn(turn: Turn) -> str:
    """The turn's text, like "+2g", "wD" or "wA:C>D"."""
    if isinstance(turn, Take):
        return f"+{turn.count}{turn.colour.value}"
    text = turn.colour.value + turn.location.value
    return text if turn.bonus is None else f"{text}:{_format_bonus(turn.bonus)}"


def parse_turn(text: str) -> Turn:
    """The turn that a text stands for, legal or not; BadNotation says what would be right."""
    match = _TURN.fullmatch(text)
    if match is None:
        raise BadNotation(
            f"turn {shown(text)} cannot be read; a take is like +2g, a placement like wD or wD:+g"
        )
    if match["taken"]:
        return Take(Colour(match["taken"]), int(match["count"]))
    bonus = None if match["bonus"] is None else _parse_bonus(match["bonus"], text)
    return Place(Colour(match["colour"]), Location(match["location"]), bonus)


def shown(text: str) -> str:
    """A text quoted for an error: on one line, and cut off where it goes on for long."""
    return repr(text if len(text) <= 120 else text[:117] + "...")


def _format_stones(stones: Stones) -> str:
    return "".join(stone.value for stone in stones) or "-"


def _format_bonus(bonus: Bonus) -> str:
    colour = bonus.colour.value if bonus.colour else ""
    source = bonus.source.value if bonus.source else ""
    target = bonus.target.value if bonus.target else ""
    if bonus.action is Action.MOVE:
        return f"{source}>{target}"
    return _SIGNS[bonus.action] + colour + source + target


def _parse_bonus(text: str, turn: str) -> Bonus:
    match = _BONUS.fullmatch(text)
    if match is not None and match["source"]:
        return Bonus(Action.MOVE, source=Location(match["source"]), target=Location(match["target"]))
    parts = (match["sign"], bool(match["colour"]), bool(match["place"])) if match else None
    if match is None or parts not in _ACTIONS:
        raise BadNotation(
            f"turn {shown(turn)}: bonus {shown(text)} cannot be read; write C>D, -A, +g, xb, bD or *E"
        )
    action = _ACTIONS[parts]
    colour = Colour(match["colour"]) if match["colour"] else None
    place = Location(match["place"]) if match["place"] else None
    if action is Action.RETURN:
        return Bonus(action, source=place)
    return Bonus(action, colour=colour, target=place)


def _parse_fields(text: str) -> Position:
    fields = text.split(" ")
    if len(fields) != 5 or "" in fields:
        raise BadPosition(
            "it is not five fields with one space between: columns, White's workshop, Black's workshop, "
            "who is to move, ornaments"
        )
    columns, white, black, to_move, ornaments = fields
    names = [f"column {location.value}" for location in Location]
    pieces = columns.split("/")
    if len(pieces) != len(names):
        raise BadPosition(f"{len(pieces)} columns; the temple has {len(names)}, with / between")
    return Position(
        columns=tuple(_parse_stones(piece, name) for piece, name in zip(pieces, names, strict=True)),
        white_workshop=_parse_stones(white, "White's workshop"),
        black_workshop=_parse_stones(black, "Black's workshop"),
        to_move=_member(Player, to_move, "to move is", "w or b"),
        ornaments=() if ornaments == "-" else tuple(map(_parse_ornament, ornaments.split(","))),
    )


def _parse_stones(text: str, where: str) -> Stones:
    if text == "-":
        return ()
    if not text:
        raise BadPosition(f"{where} is left out; write - for an empty one")
    return tuple(_member(Colour, letter, f"{where} has", "w, g or b") for letter in text)


def _parse_ornament(text: str) -> tuple[Location, Ornament]:
    place, equals, effect = text.partition("=")
    if not equals:
        raise BadPosition(f"ornament {shown(text)} is not LOCATION=effect, like B=tall")
    effects = ", ".join(ornament.value for ornament in Ornament)
    return (
        _member(Location, place, "ornament on", "A to G"),
        _member(Ornament, effect, f"ornament on {place} is", f"one of {effects}"),
    )


def _member(kind: Callable[[str], _E], text: str, where: str, right: str) -> _E:
    """The member of an enum that a text names; `where` and `right` tell a reader what to mend."""
    try:
        return kind(text)
    except ValueError as error:
        raise BadPosition(f"{where} {shown(text)}; {right} would be right") from error
