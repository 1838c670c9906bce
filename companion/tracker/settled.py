"""A turn that is certain and closed."""

from dataclasses import dataclass

from companion.rules.position import Position
from companion.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Settled:
    """One turn of the game as it was played."""

    before: Position
    turn: Turn
    after: Position
