"""What hands do at the table, as movements in time: stones picked up and put down, touches, knocks."""

from dataclasses import dataclass
from typing import Protocol

from companion.rules.pieces import Colour, Location
from companion.simulate.acts import Line, Spot
from companion.simulate.landing import Touchdown
from companion.simulate.stones import Stone, Things
from companion.simulate.touch import brushing, knocking, leaning, lifting


class Movement(Protocol):
    """Something under way at the table."""

    @property
    def end_s(self) -> float:
        """From when on it is felt no more."""
        ...

    def advance(self, now_s: float, things: Things) -> bool:
        """Lift or put down what is due; True if a stone changed its place."""
        ...

    def grams_on(self, pad: int, now_s: float) -> float:
        """What a pad (0 to 6) feels of it, beside the stones that lie there."""
        ...


@dataclass(slots=True)
class PickUp:
    """A hand takes a stone; from `end_s` on it holds it."""

    line: Line
    source: Spot
    colour: Colour | None
    stone: Stone
    """As it was found; what the hand holds in the end, once it `is_up`."""
    end_s: float
    seconds: float
    """From the first touch until the stone is off its place."""
    push_grams: float
    is_up: bool = False

    def advance(self, now_s: float, things: Things) -> bool:
        """Lift the stone when it is time; ScriptError if somebody else took the last one."""
        if self.is_up or now_s < self.end_s:
            return False
        self.stone = things.lift(self.source, self.colour, self.line)
        self.is_up = True
        return True

    def grams_on(self, pad: int, now_s: float) -> float:
        """Fingers close around the stone, then its weight leaves."""
        if self.is_up or not isinstance(self.source, Location) or self.source.index != pad:
            return 0.0
        part = 1.0 - (self.end_s - now_s) / self.seconds
        return lifting(part, self.stone.grams, self.push_grams)


@dataclass(slots=True)
class PutDown:
    """A hand puts down the stone that it has taken."""

    taken: PickUp
    target: Spot
    down_s: float
    """When it touches its new place."""
    touchdown: Touchdown
    is_down: bool = False

    @property
    def end_s(self) -> float:
        """When it lies still."""
        return self.down_s + self.touchdown.seconds

    def advance(self, now_s: float, things: Things) -> bool:
        """Put the stone down when it is time."""
        if self.is_down or now_s < self.down_s:
            return False
        things.put(self.target, self.taken.stone)
        self.is_down = True
        return True

    def grams_on(self, pad: int, now_s: float) -> float:
        """What is missing of the stone's weight, or presses on it."""
        if not self.is_down or not isinstance(self.target, Location) or self.target.index != pad:
            return 0.0
        return self.touchdown.grams(now_s - self.down_s, self.taken.stone.grams)


@dataclass(frozen=True, slots=True)
class _Touch:
    """Something on one pad that moves no stone."""

    start_s: float
    seconds: float
    pad: int
    grams: float

    @property
    def end_s(self) -> float:
        """When it is over."""
        return self.start_s + self.seconds

    def advance(self, now_s: float, things: Things) -> bool:
        """No stone moves."""
        return False


@dataclass(frozen=True, slots=True)
class Leaning(_Touch):
    """A hand that rests on a pad."""

    sway_hz: float

    def grams_on(self, pad: int, now_s: float) -> float:
        """Its weight, never quite the same."""
        if pad != self.pad:
            return 0.0
        return leaning(now_s - self.start_s, self.seconds, self.grams, self.sway_hz)


@dataclass(frozen=True, slots=True)
class Brush(_Touch):
    """A finger or a sleeve that touches a pad in passing."""

    def grams_on(self, pad: int, now_s: float) -> float:
        """It swells and is gone."""
        return brushing(now_s - self.start_s, self.seconds, self.grams) if pad == self.pad else 0.0


@dataclass(frozen=True, slots=True)
class Knock:
    """A knock, felt by every pad in its own measure."""

    start_s: float
    seconds: float
    shares_grams: tuple[float, ...]
    hz: float

    @property
    def end_s(self) -> float:
        """When it has died away."""
        return self.start_s + self.seconds

    def advance(self, now_s: float, things: Things) -> bool:
        """No stone moves."""
        return False

    def grams_on(self, pad: int, now_s: float) -> float:
        """All pads swing together."""
        return knocking(now_s - self.start_s, self.seconds, self.shares_grams[pad], self.hz)
