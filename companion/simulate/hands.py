"""The hands at a simulated table: acts take their time, stones travel, and pads feel it."""

from dataclasses import dataclass
from random import Random
from typing import Protocol

from companion.rules.pieces import Colour, Location
from companion.simulate.acts import (
    Bump,
    Drift,
    Hover,
    Lean,
    Line,
    MoveStone,
    PlugPad,
    Setup,
    Spot,
    TableAct,
    UnplugPad,
)
from companion.simulate.plate import Plate
from companion.simulate.stones import Stone, Things
from companion.simulate.touch import knocking, leaning, lifting, settling

MOVE_STONE_S = 1.0  # a `stone` act, half of it in the air
_REACH_S = 0.25  # the most that a hand is at a stone before it is in the air, and again after it
_LIFT_S = (0.1, 0.2)  # shortest, longest: from the first touch until the stone is off the pad
_SETTLE_S = (0.17, 0.25)  # from the pad's first touch until the stone lies still
_LIFT_PUSH_GRAMS = (2.0, 8.0)  # fingers closing around a stone
_SETTLE_PUSH_GRAMS = (2.0, 25.0)  # fingers pressing it down
_KNOCK_GRAMS = (8.0, 60.0)  # least, most on a pad
_KNOCK_HZ = (9.0, 14.0)  # a light table with a box on it
_LEAN_GRAMS = (80.0, 320.0)  # with its sway, 64 to 384; the stop under a pad takes what is more
_SWAY_HZ = (0.3, 0.8)


class _Movement(Protocol):
    """Something under way at the table."""

    @property
    def end_s(self) -> float: ...

    def advance(self, now_s: float, things: Things) -> bool:
        """Lift and put down what is due; True if a stone changed its place."""
        ...

    def add_to(self, loads_grams: list[float], now_s: float) -> None:
        """Add what the pads feel of it, beside the stones that lie on them."""
        ...


class Hands:
    """Carries out acts on the stones (`things`) and the `plate`, whenever they begin.

    Acts may overlap. Time never goes back from one call to the next, whichever it is.
    """

    def __init__(self, things: Things, plate: Plate, random: Random) -> None:
        self._things, self._plate, self._random = things, plate, random
        self._under_way: list[_Movement] = []
        self._lying = self._weigh()
        self._last_rest_s: float | None = None

    @property
    def last_rest_s(self) -> float | None:
        """When the pads come, or came, to rest after the newest `stone` act that touches one; None: none yet.

        The very moment after which the load changes no more. It is known, and may lie ahead, once the act
        has begun.
        """
        return self._last_rest_s

    def start(self, act: TableAct, now_s: float) -> float:
        """Begin an act; the time when it ends. ScriptError: there is no such stone to take.

        A setup lays all stones out at once. Setups and leads take no time.
        """
        self.advance(now_s)
        match act:
            case Setup():
                self._things.lay_out(act.position)
                self._lying = self._weigh()
            case UnplugPad():
                self._plate.unplug(act.location)
            case PlugPad():
                self._plate.plug(act.location)
            case Drift():
                self._plate.drift(now_s, act.seconds, act.grams)
                return now_s + act.seconds
            case _:
                return self._begin(act, now_s)
        return now_s

    def advance(self, now_s: float) -> None:
        """Let every stone be where it is at this time."""
        if not self._under_way:
            return
        moved = [movement.advance(now_s, self._things) for movement in self._under_way]
        if any(moved):
            self._lying = self._weigh()
        self._under_way = [movement for movement in self._under_way if movement.end_s > now_s]

    def loads_grams(self, now_s: float) -> tuple[float, ...]:
        """The grams on the pads A to G; the very same tuple as before while nobody does anything."""
        self.advance(now_s)
        if not self._under_way:
            return self._lying
        loads_grams = list(self._lying)
        for movement in self._under_way:
            movement.add_to(loads_grams, now_s)
        return tuple(loads_grams)

    def _begin(self, act: MoveStone | Hover | Lean | Bump, now_s: float) -> float:
        movement: _Movement
        match act:
            case MoveStone():
                movement = self._carry(act.line, (act.source, act.colour), act.target, now_s, MOVE_STONE_S)
                self._last_rest_s = movement.pads_rest_s(self._last_rest_s)
            case Hover():
                movement = self._carry(act.line, (act.location, None), act.location, now_s, act.seconds)
            case Lean():
                grams = self._random.uniform(*_LEAN_GRAMS)
                sway_hz = self._random.uniform(*_SWAY_HZ)
                movement = _Leaning(now_s, act.seconds, act.location.index, grams, sway_hz)
            case Bump():
                shares = tuple(self._random.uniform(*_KNOCK_GRAMS) for _ in Location)
                movement = _Knock(now_s, act.seconds, shares, self._random.uniform(*_KNOCK_HZ))
        self._under_way.append(movement)
        return movement.end_s

    def _carry(
        self, line: Line, taken: tuple[Spot, Colour | None], target: Spot, now_s: float, seconds: float
    ) -> "_Carry":
        source, colour = taken
        pace = min(1.0, seconds / 4 / _REACH_S)  # in a hurry, all of it is as much shorter
        return _Carry(
            line=line,
            source=source,
            colour=colour,
            target=target,
            stone=self._things.find(source, colour, line),
            start_s=now_s,
            end_s=now_s + seconds,
            reach_s=pace * _REACH_S,
            lift_s=pace * self._random.uniform(*_LIFT_S),
            settle_s=pace * self._random.uniform(*_SETTLE_S),
            lift_push_grams=self._random.uniform(*_LIFT_PUSH_GRAMS),
            settle_push_grams=self._random.uniform(*_SETTLE_PUSH_GRAMS),
        )

    def _weigh(self) -> tuple[float, ...]:
        return tuple(self._things.grams(location) for location in Location)


@dataclass(slots=True)
class _Carry:
    """A stone on its way: reached for, lifted, in the air, put down."""

    line: Line
    source: Spot
    colour: Colour | None
    target: Spot
    stone: Stone
    start_s: float
    end_s: float
    reach_s: float
    lift_s: float
    settle_s: float
    lift_push_grams: float
    settle_push_grams: float
    is_lifted: bool = False
    is_down: bool = False

    @property
    def up_s(self) -> float:
        """When the stone is off its place."""
        return self.start_s + self.reach_s

    @property
    def down_s(self) -> float:
        """When it touches its new place."""
        return self.end_s - self.reach_s

    def pads_rest_s(self, before_s: float | None) -> float | None:
        """When the last pad that this touches is at rest again; `before_s` if it touches none."""
        if isinstance(self.target, Location):
            return self.down_s + self.settle_s
        return self.up_s if isinstance(self.source, Location) else before_s

    def advance(self, now_s: float, things: Things) -> bool:
        before = (self.is_lifted, self.is_down)
        if not self.is_lifted and now_s >= self.up_s:
            self.stone = things.lift(self.source, self.colour, self.line)
            self.is_lifted = True
        if not self.is_down and now_s >= self.down_s:
            things.put(self.target, self.stone)
            self.is_down = True
        return before != (self.is_lifted, self.is_down)

    def add_to(self, loads_grams: list[float], now_s: float) -> None:
        if not self.is_lifted and isinstance(self.source, Location):
            part = 1.0 - (self.up_s - now_s) / self.lift_s
            loads_grams[self.source.index] += lifting(part, self.stone.grams, self.lift_push_grams)
        if self.is_down and isinstance(self.target, Location):
            part = (now_s - self.down_s) / self.settle_s
            loads_grams[self.target.index] += settling(part, self.stone.grams, self.settle_push_grams)


@dataclass(frozen=True, slots=True)
class _Leaning:
    """A hand on one pad."""

    start_s: float
    seconds: float
    pad: int
    grams: float
    sway_hz: float

    @property
    def end_s(self) -> float:
        return self.start_s + self.seconds

    def advance(self, now_s: float, things: Things) -> bool:
        return False

    def add_to(self, loads_grams: list[float], now_s: float) -> None:
        loads_grams[self.pad] += leaning(now_s - self.start_s, self.seconds, self.grams, self.sway_hz)


@dataclass(frozen=True, slots=True)
class _Knock:
    """A knock, felt by every pad in its own measure."""

    start_s: float
    seconds: float
    shares_grams: tuple[float, ...]
    hz: float

    @property
    def end_s(self) -> float:
        return self.start_s + self.seconds

    def advance(self, now_s: float, things: Things) -> bool:
        return False

    def add_to(self, loads_grams: list[float], now_s: float) -> None:
        for pad, grams in enumerate(self.shares_grams):
            loads_grams[pad] += knocking(now_s - self.start_s, self.seconds, grams, self.hz)
