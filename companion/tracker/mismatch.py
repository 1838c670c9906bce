"""The stones lie as no legal turn leaves them: which columns, and which rule."""

from dataclasses import dataclass

from companion.rules.pieces import Location
from companion.rules.refusal import Refusal


@dataclass(frozen=True, slots=True)
class Wrong:
    """One column that is not as it should be."""

    location: Location
    seen: int
    expected: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The columns to mend, and the rule that the closest illegal turn breaks (None: no turn is close)."""

    columns: tuple[Wrong, ...]
    refusal: Refusal | None = None
