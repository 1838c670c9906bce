"""A turn that is certain and closed; and one that was, until hands showed that it had not ended yet."""

from dataclasses import dataclass

from companion.rules.position import Position
from companion.rules.turn import Turn


@dataclass(frozen=True, slots=True)
class Settled:
    """One turn of the game as it was played."""

    before: Position
    turn: Turn
    after: Position


@dataclass(frozen=True, slots=True)
class Revised:
    """The turn settled last goes on, or was a hesitation: what it really is settles anew."""

    settled: Settled
