"""Why a turn is refused: the rule, as a value."""

from dataclasses import dataclass
from enum import Enum

from companion.rules.pieces import Colour, Location, Player


class Rule(Enum):
    """The rule that a refused turn breaks."""

    GAME_OVER = "game-over"
    """The temple is complete."""
    TAKE_AT_MOST = "take-at-most"
    """3 of one's own colour, 2 grey, 1 of the rival's: `colour`, `limit`."""
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
