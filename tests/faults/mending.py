"""Hands that follow the glass when it guides them back to where a turn began, and then play it once more.

A pad that was not heard for a while and then says otherwise is not believed: the glass asks for the stones
as the last turn left them. So people undo what they did meanwhile, and do it again.

What they never do, as no device could tell it, beside what `tests.bench.people` says:

- Nobody begins a turn while the glass asks of the one before once more: a power cut has taken an answer back.
- While stones are put back, or again as they were, the other player's hands wait.
- What is played again comes in the order of the turns, of each the placed stone first: F's bonus stone alone
  is a turn of its own.
- A stone that a hand has put on the wrong column comes off at once, whether or not the device is dark.
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
    is_slipping = False
    """A stone lies on a column where it was not to go."""

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

    def _touch_wrong(self, taken: PickUp, right: Location) -> Doing:
        self.is_slipping = True
        taken = yield from super()._touch_wrong(taken, right)
        self.is_slipping = False
        return taken

    def _is_free(self) -> bool:
        return self.is_slipping or (self.is_mended and not self._rig.state.is_guiding)

    def _short(self) -> list[Location]:
        state = self._rig.state
        columns = state.mismatch.columns if state.is_guiding and state.mismatch is not None else ()
        return [wrong.location for wrong in columns if wrong.seen < wrong.expected]


class WatchfulPeople(People):
    """People who look at the glass after each press: a device may have died, a button may have jammed.

    And before each turn: a device that was dark meanwhile may ask of the turn before once more.
    """

    touching: MendingTouching

    def __init__(self, rig: Seats, truth: Truth, seed: str, patience_s: float) -> None:
        super().__init__(rig, truth, seed, patience_s, MendingTouching)

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
            for each in self._again(moved):
                yield from self._move(each.now, each.then, each.colour)
                yield 0.4
            self._touching.is_mended = True

    def _again(self, moved: list[_Moved]) -> list[_Moved]:
        """In the order in which they were played: turn by turn, the placed stone first."""
        turns = self._truth.turns[self._truth.settled :]
        spots = [spot for turn in turns if isinstance(turn, Place) for spot in _reached(turn)]
        spots += [each.then for each in moved]
        return sorted(reversed(moved), key=lambda each: spots.index(each.then))

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


def _reached(turn: Place) -> list[Spot]:
    """Where its stones go: the placed one, then that of its bonus."""
    bonus = turn.bonus
    is_return = bonus is not None and bonus.action is Action.RETURN
    target = bonus.target if bonus is not None else None
    return [turn.location, *([target] if target is not None else [Aside.QUARRY] * is_return)]
