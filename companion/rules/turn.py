"""A turn as a value: take stones from the quarry, or place one and perhaps use the location's bonus."""

from dataclasses import dataclass
from enum import Enum

from companion.rules.pieces import Colour, Location


class Action(Enum):
    """What a bonus does; one per location, and the `quarrygrey` ornament's own."""

    MOVE = "move"
    """A, B, G: a top stone of the location's colour goes from another location to a third."""
    RETURN = "return"
    """C: another location's top stone goes back to the quarry."""
    FETCH = "fetch"
    """D: a stone of the quarry comes to one's own workshop."""
    STEAL = "steal"
    """E: a stone of the rival's workshop comes to one's own."""
    BUILD = "build"
    """F: a stone of one's own workshop goes to another location."""
    QUARRYGREY = "quarrygrey"
    """The ornament: a grey stone of the quarry goes to another location."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """One use of a bonus action; fields that its action does not need are None."""

    action: Action
    colour: Colour | None = None
    """FETCH, STEAL, BUILD: the stone's colour."""
    source: Location | None = None
    """MOVE, RETURN: where the stone is taken from."""
    target: Location | None = None
    """MOVE, BUILD, QUARRYGREY: where the stone goes."""


@dataclass(frozen=True, slots=True)
class Take:
    """Take `count` stones of one colour from the quarry."""

    colour: Colour
    count: int


@dataclass(frozen=True, slots=True)
class Place:
    """Place one stone of the workshop on a location, with or without its bonus."""

    colour: Colour
    location: Location
    bonus: Bonus | None = None


Turn = Take | Place
