"""People's hands: they take and put stones at any speed, with small clumsinesses that mean nothing."""

from random import Random

from companion.rules.pieces import Colour, Location
from companion.simulate.acts import Hover, Line, Spot
from companion.simulate.landing import Landing
from companion.simulate.movements import PickUp
from tests.bench.reading import at, closing, heights_of, plus
from tests.bench.seats import Doing, Seats
from tests.bench.truth import Truth

_LANDINGS = {
    Landing.PLAIN: 6.0,
    Landing.SLOW: 0.8,
    Landing.SLID: 0.8,
    Landing.TWICE: 0.6,
    Landing.ASKEW: 0.6,
    Landing.PRESSED: 1.0,
}
_LIFT_S = (0.1, 0.3)
_AIR_S = (0.1, 1.2)
_LIES_S = 1.0
"""Nobody takes a stone that has lain for less: it is still in the other's fingers."""
_ONE_BY_ONE_S = 1.5
"""So long the glass is given to count each stone, where it had counted wrong."""
_AT_ONCE_S = (0.05, 0.1)  # from a wrong column a stone is off again before it has come to rest there

_HERE = Line("bench", 0, "")


class Touching:
    """Hands that share a table; what they hold is known to whoever judges the device."""

    def __init__(self, rig: Seats, truth: Truth, random: Random) -> None:
        self._rig, self._truth, self.random = rig, truth, random
        self._held: dict[int, float] = {}
        self._lies_since_s: dict[Spot, float] = {}
        self._released_s = float("-inf")

    def has_held(self, seconds: float) -> bool:
        """Whether a stone is, or just was, in a hand for longer than this."""
        now_s = self._rig.now_s
        return now_s < self._released_s or any(now_s > since_s + seconds for since_s in self._held.values())

    def pick_up(self, spot: Spot, colour: Colour | None = None, within_s: float | None = None) -> Doing:
        """Take a stone; `return`s it, in the hand."""
        if within_s is None:
            within_s = self.random.uniform(*_LIFT_S)
            yield max(0.0, self._lies_since_s.get(spot, 0.0) + _LIES_S - self._rig.now_s)
        self._rig.log(f"take from {spot.value}{' ' + colour.value if colour else ''}")
        taken = self._rig.hands.pick_up(_HERE, spot, colour, self._rig.now_s, within_s)
        yield within_s
        self._rig.hands.advance(self._rig.now_s)
        self._held[id(taken)] = self._rig.now_s
        if isinstance(spot, Location):
            self._rig.stone_moves(taken.end_s)
        return taken

    def carry(self) -> Doing:
        """Some time in the air."""
        yield self.random.uniform(*_AIR_S)

    def put_down(self, taken: PickUp, spot: Spot, landing: Landing | None = None) -> Doing:
        """Put a stone down and let go, now and then on the wrong column first."""
        if landing is None and isinstance(spot, Location) and self.random.random() < 0.04:
            taken = yield from self._touch_wrong(taken, spot)
        if landing is None:
            landing = self.random.choices(list(_LANDINGS), list(_LANDINGS.values()))[0]
        self._rig.log(f"put on {spot.value} {landing.value}")
        put = self._rig.hands.put_down(taken, spot, self._rig.now_s, landing)
        if isinstance(spot, Location):
            self._rig.stone_moves(put.end_s)
            if self.random.random() < 0.05:
                self._brush_neighbour(spot)
            yield put.end_s - self._rig.now_s
        self._let_go(id(taken))  # a hand stays on a stone until it lies
        self._lies_since_s[spot] = self._rig.now_s
        if isinstance(spot, Location):
            yield from self._adjust(spot)

    def hover(self, location: Location, seconds: float) -> Doing:
        """Lift the top stone and put it back."""
        self._rig.log(f"hover {location.value} {seconds:.2f} s")
        end_s = self._rig.hands.start(Hover(_HERE, location, seconds), self._rig.now_s)
        self._held[id(location)] = self._rig.now_s
        yield end_s - self._rig.now_s
        self._let_go(id(location))
        self._lies_since_s[location] = self._rig.now_s

    def recount(self, location: Location, height: int) -> Doing:
        """Take stones off a column, down to this height, and put them down again, all one by one."""
        taken: list[PickUp] = []
        for _ in range(height, self._truth.heights()[location.index]):
            taken.append((yield from self.pick_up(location)))
            yield _ONE_BY_ONE_S
        while taken:
            yield from self.put_down(taken.pop(), location, Landing.PLAIN)
            yield _ONE_BY_ONE_S

    def is_meaningless(self, location: Location) -> bool:
        """Whether a stone less there is no turn, as far as the device can know by now."""
        truth = self._truth
        if not truth.heights()[location.index]:
            return False
        steps = plus(truth.heights(), heights_of(truth.settled_position), -1)
        return not any(True for _ in closing(truth.settled_position, plus(steps, at(location, -1))))

    def _adjust(self, spot: Location) -> Doing:
        lot = self.random.random()
        if lot < 0.03:
            self._rig.measures.count("do adjust")
            yield self.random.uniform(0.05, 0.5)
            self._rig.hands.brush(spot, self._rig.now_s, self.random.uniform(0.15, 0.6))
        elif lot < 0.06 and self.is_meaningless(spot):
            self._rig.measures.count("do lift again")
            yield self.random.uniform(0.05, 0.5)
            if self.is_meaningless(spot):
                yield from self.hover(spot, self.random.uniform(0.3, 0.9))

    def _brush_neighbour(self, spot: Location) -> None:
        self._rig.measures.count("do brush")
        places = list(Location)
        neighbour = places[(spot.index + self.random.choice((-1, 1))) % len(places)]
        self._rig.hands.brush(neighbour, self._rig.now_s, self.random.uniform(0.1, 0.4))

    def _touch_wrong(self, taken: PickUp, right: Location) -> Doing:
        self._rig.measures.count("do wrong column")
        wrong = self.random.choice([place for place in Location if place is not right])
        self._rig.log(f"put on {wrong.value} by mistake")
        put = self._rig.hands.put_down(taken, wrong, self._rig.now_s)
        self._let_go(id(taken))
        yield put.end_s - self._rig.now_s
        taken = yield from self.pick_up(wrong, None, self.random.uniform(*_AT_ONCE_S))
        yield from self.carry()
        return taken

    def _let_go(self, hand: int) -> None:
        since_s = self._held.pop(hand)
        if self._rig.now_s > since_s + 1.0:
            self._released_s = self._rig.now_s + 1.0
