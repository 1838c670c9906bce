"""What was seen of each column on the way to what lies there now. Values, and how they follow each other."""

from dataclasses import dataclass, field

from companion.rules.pieces import Location


@dataclass(frozen=True, slots=True)
class Change:
    """How a column first became higher or lower."""

    step: int
    began_s: float
    """When its pad began to move."""
    rested_s: float


@dataclass(slots=True)
class Way:
    """What each column had, and when it changed, since all lay as in a position."""

    rests: list[set[int]] = field(default_factory=lambda: [set() for _ in Location])
    """What each had more or less, at any rest."""
    changed: dict[Location, Change] = field(default_factory=dict)
    """The first change of each, though it may be level again."""
    lowered_s: dict[Location, tuple[float, float]] = field(default_factory=dict)
    """When a pad began to move, and rested, as the first stone left its column."""
    raised_s: dict[Location, tuple[float, float]] = field(default_factory=dict)
    """The same as the last stone came there."""

    def pass_on(self, place: Location, step: int, to: "Way") -> None:
        """From now on it is only known here what this column has: `step`; what was seen on the way, there."""
        to.rests[place.index] |= self.rests[place.index]
        self.rests[place.index] = {step}
        if step:
            return
        if place in self.changed:
            to.changed.setdefault(place, self.changed.pop(place))
        if place in self.lowered_s:
            to.lowered_s.setdefault(place, self.lowered_s.pop(place))
        if place in self.raised_s:
            to.raised_s[place] = self.raised_s.pop(place)

    def after(self, earlier: "Way") -> "Way":
        """All of both."""
        return Way(
            list(map(set.union, self.rests, earlier.rests)),
            self.changed | earlier.changed,
            self.lowered_s | earlier.lowered_s,
            earlier.raised_s | self.raised_s,
        )
