"""When a game is over."""

from enum import Enum

from companion.rules.pieces import Location
from companion.rules.position import Position


class End(Enum):
    """Which moment ends the game; the rulebooks say the first, an online edition plays the second."""

    AT_ONCE = "at-once"
    """As the last stone completes the temple, before any bonus of that stone."""
    AFTER_BONUS = "after-bonus"
    """When that stone's bonus has been used or left; C's can open a column again."""


def is_over(position: Position) -> bool:
    """Whether all seven columns hold all they can."""
    return all(map(position.is_full, Location))
