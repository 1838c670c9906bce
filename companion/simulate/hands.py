"""The hands at a simulated table: acts take their time, stones travel, and pads feel it.

A table script has one ordinary way to move a stone; who simulates people takes and puts stones one by one,
in any order and in any `Landing`.
"""

from collections.abc import Sequence
from random import Random
from typing import TypeVar

from companion.rules.pieces import Colour, Location
from companion.rules.position import Position
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
from companion.simulate.landing import Landing, touch_down
from companion.simulate.movements import Brush, Knock, Leaning, Movement, PickUp, PutDown
from companion.simulate.plate import Plate
from companion.simulate.stones import Things
from companion.simulate.words import refuse

MOVE_STONE_S = 1.0  # a `stone` act, half of it in the air
_REACH_S = 0.25  # the most that a hand is at a stone before it is in the air, and again after it
_LIFT_S = (0.1, 0.2)  # shortest, longest: from the first touch until the stone is off the pad
_LIFT_PUSH_GRAMS = (2.0, 8.0)  # fingers closing around a stone
_KNOCK_GRAMS = (8.0, 60.0)  # least, most on a pad
_KNOCK_HZ = (9.0, 14.0)  # a light table with a box on it
_LEAN_GRAMS = (80.0, 320.0)  # with its sway, 64 to 384; the stop under a pad takes what is more
_SWAY_HZ = (0.3, 0.8)
_BRUSH_GRAMS = (2.0, 30.0)

Begun = TypeVar("Begun", bound=Movement)


class Hands:
    """Carries out acts on the stones (`things`) and the `plate`, whenever they begin.

    Acts may overlap. Time never goes back from one call to the next, whichever it is.
    """

    def __init__(self, things: Things, plate: Plate, random: Random) -> None:
        self._things, self._plate, self._random = things, plate, random
        self._under_way: list[Movement] = []
        self._lying = self._weigh()
        self._last_rest_s: float | None = None

    @property
    def last_rest_s(self) -> float | None:
        """When the pads come, or came, to rest after the newest `stone` act that touches one; None: none yet.

        The very moment after which the load changes no more. It is known, and may lie ahead, once the act
        has begun.
        """
        return self._last_rest_s

    @property
    def is_still(self) -> bool:
        """Nothing is under way, as of the last call."""
        return not self._under_way

    @property
    def under_way(self) -> int:
        """How many movements are, as of the last call."""
        return len(self._under_way)

    def start(self, act: TableAct, now_s: float) -> float:
        """Begin an act; the time when it ends. ScriptError: there is no such stone to take.

        A setup lays all stones out at once. Setups and leads take no time.
        """
        self.advance(now_s)
        match act:
            case Setup():
                self.lay_out(act.position)
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

    def lay_out(self, position: Position) -> None:
        """Lay all stones out as they are in this position, also one that was in a hand."""
        self._under_way.clear()
        self._things.lay_out(position)
        self._lying = self._weigh()

    def pick_up(
        self, line: Line, source: Spot, colour: Colour | None, now_s: float, within_s: float = _LIFT_S[1]
    ) -> PickUp:
        """Begin to take a stone, which is in the hand `within_s` from now; ScriptError: there is none."""
        self.advance(now_s)
        self._refuse_claimed(line, source, colour)
        seconds = min(1.0, within_s / _LIFT_S[1]) * self._random.uniform(*_LIFT_S)
        return self._do(
            PickUp(
                line=line,
                source=source,
                colour=colour,
                stone=self._things.find(source, colour, line),
                end_s=now_s + within_s,
                seconds=seconds,
                push_grams=self._random.uniform(*_LIFT_PUSH_GRAMS),
            )
        )

    def put_down(
        self, taken: PickUp, target: Spot, at_s: float, landing: Landing = Landing.PLAIN, pace: float = 1.0
    ) -> PutDown:
        """Put a stone down that touches its place `at_s`, not before it was picked up."""
        return self._do(PutDown(taken, target, at_s, touch_down(self._random, landing, pace)))

    def brush(self, location: Location, now_s: float, seconds: float) -> Brush:
        """Touch a pad in passing."""
        return self._do(Brush(now_s, seconds, location.index, self._random.uniform(*_BRUSH_GRAMS)))

    def advance(self, now_s: float) -> None:
        """Let every stone be where it is at this time."""
        if not self._under_way:
            return
        has_moved = has_ended = False
        for movement in self._under_way:
            has_moved = movement.advance(now_s, self._things) or has_moved
            has_ended = has_ended or movement.end_s <= now_s
        if has_moved:
            self._lying = self._weigh()
        if has_ended:
            self._under_way = [movement for movement in self._under_way if movement.end_s > now_s]

    def loads_grams(self, now_s: float) -> tuple[float, ...]:
        """The grams on the pads A to G; the very same tuple as before while nobody does anything."""
        return self.loads_at((now_s,) * len(Location))

    def loads_at(self, times_s: Sequence[float]) -> tuple[float, ...]:
        """The grams on the pads A to G, each at its own time."""
        if not self._under_way:
            return self._lying
        loads_grams = [0.0] * len(times_s)
        for pad in sorted(range(len(times_s)), key=times_s.__getitem__):
            now_s = times_s[pad]
            self.advance(now_s)
            felt = [movement.grams_on(pad, now_s) for movement in self._under_way]
            loads_grams[pad] = sum(felt, self._lying[pad])
        return tuple(loads_grams) if self._under_way else self._lying

    def _begin(self, act: MoveStone | Hover | Lean | Bump, now_s: float) -> float:
        match act:
            case MoveStone():
                end_s = now_s + MOVE_STONE_S
                taken, put = self._carry(act.line, (act.source, act.colour), act.target, now_s, end_s)
                if isinstance(act.target, Location):
                    self._last_rest_s = put.end_s
                elif isinstance(act.source, Location):
                    self._last_rest_s = taken.end_s
                return end_s
            case Hover():
                end_s = now_s + act.seconds
                self._carry(act.line, (act.location, None), act.location, now_s, end_s)
                return end_s
            case Lean():
                grams, sway_hz = self._random.uniform(*_LEAN_GRAMS), self._random.uniform(*_SWAY_HZ)
                return self._do(Leaning(now_s, act.seconds, act.location.index, grams, sway_hz)).end_s
            case Bump():
                shares = tuple(self._random.uniform(*_KNOCK_GRAMS) for _ in Location)
                return self._do(Knock(now_s, act.seconds, shares, self._random.uniform(*_KNOCK_HZ))).end_s

    def _carry(
        self, line: Line, taken: tuple[Spot, Colour | None], target: Spot, now_s: float, end_s: float
    ) -> tuple[PickUp, PutDown]:
        """The one way of a table script: up and down again within a given time."""
        pace = min(1.0, (end_s - now_s) / 4 / _REACH_S)  # in a hurry, all of it is as much shorter
        source, colour = taken
        stone = self.pick_up(line, source, colour, now_s, pace * _REACH_S)
        return stone, self.put_down(stone, target, end_s - pace * _REACH_S, pace=pace)

    def _refuse_claimed(self, line: Line, source: Spot, colour: Colour | None) -> None:
        """Where other hands are about to take all that lie there."""
        claimed = sum(
            isinstance(movement, PickUp)
            and not movement.is_up
            and (movement.source, movement.colour) == (source, colour)
            for movement in self._under_way
        )
        lying = self._things.column(source) if isinstance(source, Location) else self._things.aside(source)
        if claimed and claimed >= len([stone for stone in lying if colour in (None, stone)]):
            raise refuse(line, "another hand takes that stone", "take one that lies there")

    def _do(self, movement: Begun) -> Begun:
        self._under_way.append(movement)
        return movement

    def _weigh(self) -> tuple[float, ...]:
        return tuple(self._things.grams(location) for location in Location)
