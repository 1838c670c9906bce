"""Why a turn is refused: the rule, as a value."""

from dataclasses import dataclass
from enum import Enum

from companion.rules.end import End, is_over
from companion.rules.legal import (
    MOVED_COLOUR,
    actions_at,
    completes,
    free_locations,
    is_legal,
    starts_bonus,
    take_limit,
    workshop_room,
)
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.rules.turn import Action, Bonus, Place, Take, Turn


class Rule(Enum):
    """The rule that a refused turn breaks."""

    GAME_OVER = "game-over"
    """The temple is complete."""
    TAKE_AT_MOST = "take-at-most"
    """3 of one's own colour, 2 grey, 1 of the rival's: `colour`, `limit`."""
    ONE_COLOUR = "one-colour"
    """A take is of one colour, and `colour` was begun."""
    WORKSHOP_ROOM = "workshop-room"
    """A workshop holds 3 stones: `limit` is the room that is left."""
    QUARRY_LACKS = "quarry-lacks"
    """The quarry holds only `limit` stones of `colour`."""
    WORKSHOP_LACKS = "workshop-lacks"
    """There is no stone of `colour` in the player's workshop."""
    COLUMN_FULL = "column-full"
    """`location` holds its `limit` of stones."""
    NOT_OWN_COLOUR = "not-own-colour"
    """Only a stone of one's own colour starts the bonus of `location`."""
    OTHER_BONUS = "other-bonus"
    """`location` has another bonus action than this."""
    SAME_LOCATION = "same-location"
    """The bonus of a location acts on other locations: `location` is named twice."""
    COLUMN_EMPTY = "column-empty"
    """There is no stone on `location` to move or to return."""
    MOVES_ONLY = "moves-only"
    """The bonus of `location` moves stones of `colour` only."""
    RIVAL_LACKS = "rival-lacks"
    """There is no stone of `colour` in the rival's workshop."""
    NO_CHAIN = "no-chain"
    """A stone that came to `location` by a bonus starts no bonus."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A broken rule and what it was broken with; fields the rule does not need are None."""

    rule: Rule
    player: Player
    colour: Colour | None = None
    location: Location | None = None
    limit: int | None = None


def why_illegal(position: Position, turn: Turn, end: End = End.AT_ONCE) -> Refusal | None:
    """The rule that a turn breaks in this position, None: it is legal.

    `legal` decides; here the reason only gets its name, so the two cannot disagree.
    """
    if is_legal(position, turn, end):
        return None
    if is_over(position):
        return Refusal(Rule.GAME_OVER, position.to_move)
    return (
        _broken_by_take(position, turn) if isinstance(turn, Take) else _broken_by_place(position, turn, end)
    )


def _broken_by_take(position: Position, turn: Take) -> Refusal:
    player, colour = position.to_move, turn.colour
    limit = take_limit(player, colour)
    if not 1 <= turn.count <= limit:
        return Refusal(Rule.TAKE_AT_MOST, player, colour, limit=limit)
    room = workshop_room(position, player)
    if turn.count > room:
        return Refusal(Rule.WORKSHOP_ROOM, player, limit=room)
    return Refusal(Rule.QUARRY_LACKS, player, colour, limit=position.quarry(colour))


def _broken_by_place(position: Position, turn: Place, end: End) -> Refusal:
    player, colour, location = position.to_move, turn.colour, turn.location
    if colour not in position.workshop(player):
        return Refusal(Rule.WORKSHOP_LACKS, player, colour)
    if position.is_full(location):
        return _full(position, location)
    if not starts_bonus(position, player, colour, location):
        return Refusal(Rule.NOT_OWN_COLOUR, player, colour, location)
    bonus = turn.bonus
    if bonus is None or bonus.action not in actions_at(position, location) or not _is_whole(bonus):
        return Refusal(Rule.OTHER_BONUS, player, location=location)
    if end is End.AT_ONCE and completes(position, location, free_locations(position)):
        return Refusal(Rule.GAME_OVER, player)
    return _broken_by_bonus(position, location, bonus)


def _broken_by_bonus(position: Position, location: Location, bonus: Bonus) -> Refusal:
    player = position.to_move
    named = [place for place in (location, bonus.source, bonus.target) if place is not None]
    for place in named:
        if named.count(place) > 1:
            return Refusal(Rule.SAME_LOCATION, player, location=place)
    if bonus.source is not None:
        stones = position.column(bonus.source)
        if not stones:
            return Refusal(Rule.COLUMN_EMPTY, player, location=bonus.source)
        if bonus.action is Action.MOVE and stones[-1] is not MOVED_COLOUR[location]:
            return Refusal(Rule.MOVES_ONLY, player, MOVED_COLOUR[location], location)
    if bonus.target is not None and position.is_full(bonus.target):
        return _full(position, bonus.target)
    if bonus.action is Action.STEAL:
        return Refusal(Rule.RIVAL_LACKS, player, bonus.colour)
    if bonus.action is Action.BUILD:
        return Refusal(Rule.WORKSHOP_LACKS, player, bonus.colour)
    return Refusal(Rule.QUARRY_LACKS, player, bonus.colour or Colour.GREY, limit=0)


def _full(position: Position, location: Location) -> Refusal:
    return Refusal(Rule.COLUMN_FULL, position.to_move, location=location, limit=position.limit(location))


def _is_whole(bonus: Bonus) -> bool:
    """Whether a bonus has each part that its action needs and none that it does not."""
    parts = ("colour", "source", "target")
    named = tuple(part for part in parts if getattr(bonus, part) is not None)
    return named == _PARTS[bonus.action]


def explain(refusal: Refusal) -> str:
    """One sentence for people, without a full stop."""
    return _SENTENCES[refusal.rule].format(
        player=refusal.player.name.capitalize(),
        rival=refusal.player.rival.name.capitalize(),
        colour=refusal.colour.name.lower() if refusal.colour else "",
        location=refusal.location.value if refusal.location else "",
        limit=refusal.limit or "no",
    )


_PARTS = {
    Action.MOVE: ("source", "target"),
    Action.RETURN: ("source",),
    Action.FETCH: ("colour",),
    Action.STEAL: ("colour",),
    Action.BUILD: ("colour", "target"),
    Action.QUARRYGREY: ("target",),
}

_SENTENCES = {
    Rule.GAME_OVER: "the game is over: the temple is complete",
    Rule.TAKE_AT_MOST: "{player} may take at most {limit} {colour} at a time",
    Rule.ONE_COLOUR: "{player} is taking {colour}, and a take is of one colour",
    Rule.WORKSHOP_ROOM: "{player}'s workshop has room for {limit} more",
    Rule.QUARRY_LACKS: "the quarry has {limit} {colour} left",
    Rule.WORKSHOP_LACKS: "{player}'s workshop has no {colour} left to place",
    Rule.COLUMN_FULL: "column {location} is full: it holds {limit}",
    Rule.NOT_OWN_COLOUR: "placing {colour} does not start the bonus of {location} for {player}",
    Rule.OTHER_BONUS: "the bonus of {location} is another action",
    Rule.SAME_LOCATION: "the bonus acts on other locations: {location} is named twice",
    Rule.COLUMN_EMPTY: "there is no stone on {location}",
    Rule.MOVES_ONLY: "the bonus of {location} moves {colour} stones only",
    Rule.RIVAL_LACKS: "{rival}'s workshop has no {colour}",
    Rule.NO_CHAIN: "a stone that came to {location} by a bonus starts no bonus",
}
