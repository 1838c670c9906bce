"""What the tracker makes of the moment. Values, no logic."""

from dataclasses import dataclass

from companion.rules.pieces import Colour, Location
from companion.rules.position import Stones
from companion.rules.refusal import Refusal
from companion.tracker.mismatch import Mismatch
from companion.tracker.question import Question


@dataclass(frozen=True, slots=True)
class View:
    """What the tracker makes of the moment."""

    columns: tuple[tuple[Colour | None, ...], ...]
    """A to G as far as they are understood; None: a stone of unknown colour."""
    workshops: tuple[Stones, Stones]
    """White's and Black's, as far as they are understood."""
    taking: tuple[Colour, ...]
    question: Question | None
    mismatch: Mismatch | None
    refusal: Refusal | None
    """Why the last press was refused, for `REFUSED_S`."""
    busy: tuple[Location, ...]
    """Pads that do not come to rest."""
    is_shaken: bool
    """The whole table does not: no pad is named for that."""
