"""Hands that follow the glass when it guides them back to where a turn began, and then play it once more.

A pad that was not heard for a while and then says otherwise is not believed: the glass asks for the stones
as the last turn left them. So people undo what they did meanwhile, and do it again.

What they never do, as no device could tell it, beside what `tests.bench.people` says:

- Nobody begins a turn while the glass asks of the one before once more: a power cut has taken an answer back.
- While stones are put back, or again as they were, the other player's hands wait.
- Of a turn that is played again the placed stone comes first: F's bonus stone alone is a turn of its own.
"""

from dataclasses import dataclass
from random import Random

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location
from companion.rules.turn import Action, Place
from companion.simulate.acts import Aside, Spot
from companion.simulate.landing import Landing
from companion.simulate.movements import PickUp
from tests.bench.people import People
from tests.bench.plans import workshop_of
from tests.bench.seats import Doing, Seats
from tests.bench.touching import Touching
from tests.bench.truth import Truth

HEARD_S = 2.0
"""Who sees nothing of a press for so long presses nothing else."""
SEEN_S = 1.0
"""So long the glass guides before anybody has read it."""


class MendingTouching(Touching):
    """People's hands: while the glass guides, they begin nothing, and put back what they hold."""

    is_mended = True
    """Nobody is putting stones back, or again as they were."""

    def pick_up(self, spot: Spot, colour: Colour | None = None, within_s: float | None = None) -> Doing:
        """Take a stone, when nothing is to be put back any more."""
        yield self._is_free
        return (yield from super().pick_up(spot, colour, within_s))

    def hover(self, location: Location, seconds: float) -> Doing:
        """Lift a stone and put it back, when nothing else is to be put back and one lies there still."""
        yield self._is_free
        if self._rig.things.column(location):
            yield from super().hover(location, seconds)

    def put_down(self, taken: PickUp, spot: Spot, landing: Landing | None = None) -> Doing:
        """Put a stone down; where the glass wants it back first, do that, and take it once more."""
        if taken.source in self._short():
            yield from super().put_down(taken, taken.source, Landing.PLAIN)
            taken = yield from self.pick_up(taken.source)
            yield from self.carry()
        yield from super().put_down(taken, spot, landing)

    def _is_free(self) -> bool:
        return self.is_mended and not self._rig.state.is_guiding

    def _short(self) -> list[Location]:
        state = self._rig.state
        columns = state.mismatch.columns if state.is_guiding and state.mismatch is not None else ()
        return [wrong.location for wrong in columns if wrong.seen < wrong.expected]


class WatchfulPeople(People):
    """People who look at the glass after each press: a device may have died, a button may have jammed.

    And before each turn: a device that was dark meanwhile may ask of the turn before once more.
    """

    def wait_for_turn(self, random: Random) -> Doing:
        """As often as the turn before is not settled, or is so no more."""
        yield from super().wait_for_turn(random)
        while self._truth.pending:
            yield from super().wait_for_turn(random)

    def press_take(self, random: Random, presses: list[Button]) -> Doing:
        """One press after the other, each when the glass shows those before; else it is for later."""
        done = len(self._rig.state.taking)
        for count, button in enumerate(presses[done:], start=done):
            until_s = self._rig.now_s + HEARD_S
            yield lambda count=count, until_s=until_s: self._shows(count) or self._rig.now_s > until_s
            if not self._shows(count):
                return
            self.answering.press(button)
            yield random.uniform(0.25, 0.9)

    def _shows(self, count: int) -> bool:
        return len(self._rig.state.taking) == count


@dataclass(frozen=True, slots=True)
class _Moved:
    """A stone that was put back, and where it is to go again."""

    now: Spot
    then: Spot
    colour: Colour


class Mender:
    """The one who puts stones back as the glass says, and then again as they were."""

    def __init__(self, rig: Seats, truth: Truth, touching: MendingTouching) -> None:
        self._rig, self._truth, self._touching = rig, truth, touching

    def work(self) -> Doing:
        """All game long."""
        while True:
            yield self._is_guided
            yield SEEN_S
            moved: list[_Moved] = []
            self._touching.is_mended = False
            while self._is_guided():
                done = yield from self._put_one_back()
                if done is None:
                    yield 0.5
                    continue
                moved.append(done)
                yield 0.6  # until the pad rests, and the glass shows it
            for each in sorted(reversed(moved), key=self._is_bonus):
                yield from self._move(each.now, each.then, each.colour)
                yield 0.4
            self._touching.is_mended = True

    def _is_bonus(self, moved: _Moved) -> bool:
        """Whether it goes where no turn placed one: the placed stone is played again first.

        A stone of F's bonus that lies there alone for a while is a turn of its own, for whoever weighs it.
        """
        turns = self._truth.turns[self._truth.settled :]
        return moved.then not in [turn.location for turn in turns if isinstance(turn, Place)]

    def _is_guided(self) -> bool:
        state = self._rig.state
        return state.is_guiding and state.mismatch is not None and self._rig.hands.is_still

    def _put_one_back(self) -> Doing:
        """One stone off a column that has too many, or back to one that has too few; None: none to be had."""
        mismatch = self._rig.state.mismatch
        columns = mismatch.columns if mismatch is not None else ()
        short = [wrong.location for wrong in columns if wrong.seen < wrong.expected]
        for wrong in columns:
            if wrong.seen > wrong.expected and self._rig.things.column(wrong.location):
                colour = self._rig.things.column(wrong.location)[-1]
                target = short[0] if short else self._home()
                yield from self._move(wrong.location, target, colour)
                return _Moved(target, wrong.location, colour)
        for location in short:
            colour = self._returned_from(location)
            if colour is not None:
                yield from self._move(Aside.QUARRY, location, colour)
                return _Moved(location, Aside.QUARRY, colour)
        return None

    def _home(self) -> Aside:
        """Where a stone waits that is to come again: with the player whose turn it is."""
        return workshop_of(self._truth.settled_position.to_move)

    def _returned_from(self, location: Location) -> Colour | None:
        """The stone that a turn, not settled yet, has brought back to the quarry from there."""
        for turn in self._truth.turns[self._truth.settled :]:
            bonus = turn.bonus if isinstance(turn, Place) else None
            if bonus is not None and bonus.action is Action.RETURN and bonus.source is location:
                colour = self._truth.settled_position.column(location)[-1]
                return colour if colour in self._rig.things.aside(Aside.QUARRY) else None
        return None

    def _move(self, source: Spot, target: Spot, colour: Colour) -> Doing:
        aside = None if isinstance(source, Location) else colour
        taken = yield from Touching.pick_up(self._touching, source, aside, 0.2)
        yield 0.4
        yield from Touching.put_down(self._touching, taken, target, Landing.PLAIN)
