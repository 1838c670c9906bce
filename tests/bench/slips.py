"""What people do wrong, and how they mend it."""

from random import Random

from companion.rules.pieces import Location
from companion.rules.turn import Place
from companion.simulate.acts import Aside, Spot
from companion.simulate.landing import Landing
from tests.bench.answering import Answering
from tests.bench.plans import Step, workshop_of
from tests.bench.reading import at, closing, closing_two, is_plainly_wrong, plus
from tests.bench.seats import Doing, Seats
from tests.bench.touching import Touching
from tests.bench.truth import Truth

ILLEGAL_CHANCE = 0.04
TOLD_WITHIN_S = 4.0


class Slips:
    """Illegal acts that are mended when the glass says so, and wrong stones put back before it does."""

    def __init__(self, rig: Seats, truth: Truth, touching: Touching, answering: Answering) -> None:
        self._rig, self._truth = rig, truth
        self._touching, self._answering = touching, answering
        self.is_wrong = False
        """Something illegal is on the table."""

    def before_turn(self, random: Random) -> Doing:
        """While all is settled and nobody has begun."""
        lot = random.random()
        if lot < ILLEGAL_CHANCE:
            yield from self._act_illegally(random)
        elif lot < ILLEGAL_CHANCE + 0.03:
            full = [place for place in Location if self._touching.is_meaningless(place)]
            if full:
                self._rig.measures.count("do hover")
                yield from self._touching.hover(random.choice(full), random.uniform(0.4, 1.8))

    def before_bonus(self, random: Random, step: Step, turn: Place) -> Doing:
        """Between the placed stone and the bonus."""
        lot = random.random()
        if lot < ILLEGAL_CHANCE:
            self._answering.is_held = True
            yield 0.8  # a press under way has been felt by then
            yield from self._act_illegally(random)
            self._answering.is_held = False
        elif lot < ILLEGAL_CHANCE + 0.06 and isinstance(step.spot, Location):
            wrong = [
                place
                for place in Location
                if place is not step.spot
                and place is not turn.location
                and self._touching.is_meaningless(place)
            ]
            if wrong:
                self._rig.measures.count("do pick wrong")
                yield from self._touching.hover(random.choice(wrong), random.uniform(0.4, 0.9))

    def _act_illegally(self, random: Random) -> Doing:
        found = self._choose(random)
        if found is None:
            return
        source, colour, target = found
        self._rig.measures.count("illegal_acts")
        self._rig.log(f"ILLEGAL {source.value} to {target.value}")
        self.is_wrong = True
        taken = yield from self._touching.pick_up(source, colour)
        yield from self._touching.carry()
        if isinstance(target, Location):  # else it stays in the hand
            yield from self._touching.put_down(taken, target, Landing.PLAIN)
        rest_s = self._rig.now_s
        yield lambda: self._rig.state.mismatch is not None or self._rig.now_s > rest_s + TOLD_WITHIN_S
        if self._rig.state.mismatch is None:
            self._rig.measures.count("not_told")
            self._rig.log("NOT TOLD")
        else:
            self._rig.measures.time("mismatch", max(0.0, self._rig.now_s - rest_s))
        yield random.uniform(0.4, 1.5)
        if isinstance(target, Location):
            taken = yield from self._touching.pick_up(target)
            yield from self._touching.carry()
        yield from self._touching.put_down(taken, source)
        yield 1.0
        self.is_wrong = False

    def _choose(self, random: Random) -> tuple[Spot, object, Spot] | None:
        """An act that is illegal beyond doubt, at its end and at every stage."""
        truth = self._truth
        base, steps = truth.settled_position, truth.steps()
        for _ in range(30):
            source, colour, target = self._any_act(random)
            stages = [plus(steps, at(source, -1))] if isinstance(source, Location) else []
            done = stages[-1] if stages else steps
            if isinstance(target, Location):
                done = plus(done, at(target, 1))
            if any(True for stage in stages for _ in (*closing(base, stage), *closing_two(base, stage))):
                continue
            if is_plainly_wrong(base, done):
                return source, colour, target
        return None

    def _any_act(self, random: Random) -> tuple[Spot, object, Spot]:
        columns = [place for place in Location if self._truth.heights()[place.index]]
        player = self._truth.position.to_move
        own = workshop_of(player)
        stones = self._rig.things.aside(own)
        if stones and (not columns or random.random() < 0.4):
            return own, random.choice(stones), random.choice(list(Location))
        if not columns:
            return (
                Aside.QUARRY,
                random.choice(self._rig.things.aside(Aside.QUARRY)),
                random.choice(list(Location)),
            )
        source = random.choice(columns)
        target = random.choice([Aside.QUARRY, *(place for place in Location if place is not source)])
        return source, None, target
