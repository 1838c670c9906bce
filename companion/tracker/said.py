"""What people have said by buttons since the last settled turn: facts that an explanation must agree with."""

from dataclasses import dataclass, replace

from companion.rules.pieces import Colour, Location, Player
from companion.rules.turn import Action


@dataclass(frozen=True, slots=True)
class ColourIs:
    """The stone at `index` (0: the lowest) of a column has this colour."""

    location: Location
    index: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class ColourWas:
    """The stone that came to `index` of a column, and has been moved on since, has this colour."""

    location: Location
    index: int
    colour: Colour


@dataclass(frozen=True, slots=True)
class PlayerIs:
    """The stone at `index` of a column was put there by this player."""

    location: Location
    index: int
    player: Player


@dataclass(frozen=True, slots=True)
class BonusIs:
    """The bonus of the stone at `index` of a column, one that hands do not show, or none (`action` None)."""

    location: Location
    index: int
    action: Action | None = None
    colour: Colour | None = None


@dataclass(frozen=True, slots=True)
class ComesFrom:
    """The stone at `index` of a column came by this bonus: BUILD (a workshop) or QUARRYGREY (the quarry)."""

    location: Location
    index: int
    action: Action


@dataclass(frozen=True, slots=True)
class IsBack:
    """The stone at `index` is the one that had been lifted from there, or it is not."""

    location: Location
    index: int
    is_back: bool


@dataclass(frozen=True, slots=True)
class Told:
    """A stone came to a column whose pad is silent (`step` 1), or went from it (-1), as people say."""

    location: Location
    index: int
    """Of the stone that came or went."""
    step: int


Fact = ColourIs | ColourWas | PlayerIs | BonusIs | ComesFrom | IsBack | Told


@dataclass(frozen=True, slots=True)
class Said:
    """The presses of a take, and the answers, in the order in which BACK unsays them."""

    taking: tuple[Colour, ...] = ()
    """The same colour n times."""
    is_taken: bool = False
    """OK ended the take."""
    is_late: bool = False
    """The take was logged after a stone had moved: it ends with OK or at the most allowed."""
    facts: tuple[Fact, ...] = ()

    @property
    def may_name(self) -> bool:
        """Whether the one press for a take may have named a stone that is placed."""
        return len(self.taking) == 1 and not self.is_taken and not self.is_late

    def take(self, colour: Colour, *, is_late: bool) -> "Said":
        """One more stone of a take."""
        return replace(self, taking=(*self.taking, colour), is_late=is_late)

    def tell(self, fact: Fact) -> "Said":
        """One more answer."""
        return replace(self, facts=(*self.facts, fact))

    def unsay(self) -> "Said | None":
        """Without the last press; None where nothing was said."""
        if self.taking and (self.is_late or not self.facts):  # what is logged late was said after the answers
            taking = self.taking[:-1]
            return replace(self, taking=taking, is_taken=False, is_late=self.is_late and bool(taking))
        if self.facts:
            return replace(self, facts=self.facts[:-1])
        return None

    def as_lie(self, heights: tuple[int, ...], highest: tuple[int, ...]) -> "Said":
        """Without the answers that nothing is left of.

        The colour of a stone is forgotten with the stone; whose it was, and how its bonus was used, holds
        though the rival has moved it on, as long as the column was seen so high (`highest`).
        """

        def holds(fact: Fact) -> bool:
            if isinstance(fact, Told):
                return True
            if isinstance(fact, ColourWas) and heights[fact.location.index] > fact.index:
                return False  # a stone lies there again, and may be the same
            lies = heights if isinstance(fact, ColourIs) else highest
            return lies[fact.location.index] > fact.index

        return replace(self, facts=tuple(filter(holds, self.facts)))

    def told_of(self, silent: tuple[Location, ...]) -> "Said":
        """Without what was told of columns whose pads speak for themselves again."""
        if all(not isinstance(fact, Told) or fact.location in silent for fact in self.facts):
            return self
        return replace(
            self,
            facts=tuple(fact for fact in self.facts if not isinstance(fact, Told) or fact.location in silent),
        )

    def beyond(self, heights: tuple[int, ...]) -> "Said":
        """What was said about stones above these heights only: a turn was settled that leaves them."""
        return Said(
            facts=tuple(
                fact
                for fact in self.facts
                if not isinstance(fact, Told) and fact.index >= heights[fact.location.index]
            )
        )
