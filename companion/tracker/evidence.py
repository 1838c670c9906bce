"""What is known of what happened since a settled position, and what may have happened. Values, no logic."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.pieces import Location
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.turn import Turn
from companion.tracker.explanation import Explanation, Steps
from companion.tracker.said import Said
from companion.tracker.settled import Settled


@dataclass(frozen=True, slots=True)
class Soft:
    """A turn that settled by itself, with what was said for it: hands alone may still carry it on."""

    settled: Settled
    said: Said
    first: Location | None
    """Where its first stone came alone."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of what happened since a settled position."""

    position: Position
    steps: Steps
    """What the columns have more, or less, than there."""
    said: Said
    first: Location | None
    """Where a stone came before anything else had changed; None: not known."""
    moved_s: Mapping[Location, tuple[float, float]]
    """When the pad of each column that is higher or lower now first began to move as it became so, and last
    rested then: in between, the stone may have been lifted and put back."""
    lowered_s: Mapping[Location, tuple[float, float]]
    """The same of each column that a stone has left since then, as the first one did."""
    raised_s: Mapping[Location, tuple[float, float]]
    """The same of each column where a stone has come since then, as the last one did."""
    rests: tuple[frozenset[int], ...]
    """For each column, what it was seen to have more or less, at any rest since then."""
    claimed: frozenset[Turn]
    """What the first turn may be, since it was whole, its bonus used, before anything else had changed."""
    is_patient: bool
    """Whether a stone in a hand is waited for, where no story tells of all that came and left."""
    soft: Soft | None
    blind: frozenset[Location]
    """Columns whose pads say nothing: a stone may have left them unseen."""
    back: frozenset[Location]
    """Columns whose newest stone weighs what the one weighed that had left."""
    end: End


@dataclass(frozen=True, slots=True)
class Explanations:
    """What may have happened."""

    whole: tuple[Explanation, ...] = ()
    """Stories whose every turn was seen to its end; their last turn may still have a bonus open."""
    has_begun: bool = False
    """There is none, but a legal turn may be under way: a stone is in somebody's hand."""
    forgotten: tuple[Explanation, ...] = ()
    """There is none either, but there are these if the player to move has taken stones and not said so."""

    @property
    def is_none(self) -> bool:
        """Whether nothing legal explains what lies there."""
        return not (self.whole or self.has_begun or self.forgotten)
