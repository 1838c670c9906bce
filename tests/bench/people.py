"""Two people who know the rules and play a whole game in front of the device.

They watch the glass and play a truth of their own: turns chosen by chance, carried out in any order that
hands can do it in, at any speed, with slips. What they never do, as no board that only weighs could tell it:

- An open bonus claims every act that fits it. So an impatient rival only does what the player before cannot
  have meant; stages of a turn that are whole turns themselves (a bonus stone put first where it could have
  been placed, a wrong stone lifted while C's return is open) are not dwelt on.
- A take is forgotten only by a player with an empty workshop: else the rival's stone could be the player's.
- Colours are pressed unasked only where they cannot be a take, or where a stone follows that says so. Who
  names the stone he places puts that one down first: the press is taken for the stone that comes.
- No hand holds a stone still on a column for longer than a second.
- Nobody presses the button that the other has pressed just now, but to answer a question.
- Nobody takes a stone away that the other has put down less than a second ago. To lift one sooner, for a
  moment, is another thing: somebody may, where that is no turn.
"""

from functools import partial
from random import Random

from companion.panel.press import Button
from companion.rules.legal import legal_turns, most_to_take
from companion.rules.pieces import Location
from companion.rules.turn import Action, Place, Take, Turn
from companion.simulate.acts import Aside
from companion.tracker.question import Asks
from tests.bench.answering import BUTTONS, Answering, take_presses
from tests.bench.plans import Step, choose_turn, plan, workshop_of
from tests.bench.reading import heights_of, needed_presses, plus
from tests.bench.seats import Doing, Seats
from tests.bench.slips import Slips
from tests.bench.touching import Touching
from tests.bench.truth import Truth

FORGET_CHANCE = 0.4
PATIENCE_S = 25.0
"""So long people wait for the glass to agree before they give the device up."""
LOOKS_S, SETTLES_S = 2.0, 2.0
"""So long a stone that the glass cannot count is in a hand, and is waited for once it lies again."""
NOTICES_S = 1.0
"""Nobody reads a name off the glass and has the stone in the hand sooner."""
MISCOUNTED_S = 5.0
"""After so long people see that the glass has another number of stones than lies there."""


class GivenUp(Exception):
    """The device has not come along, whatever people did."""


class People:
    """Both players, one game."""

    def __init__(
        self,
        rig: Seats,
        truth: Truth,
        seed: str,
        patience_s: float = PATIENCE_S,
        hands: type[Touching] = Touching,
    ) -> None:
        self._rig, self._truth, self._seed, self._patience_s = rig, truth, seed, patience_s
        random = Random(f"{seed}/people")
        self.answering = Answering(rig, truth, random)
        self.touching = hands(rig, truth, random)
        self.slips = Slips(rig, truth, self.touching, self.answering)
        self._wrong_since_s = 0.0
        self._seen_named: tuple[Location | None, float] | None = None
        """What column the glass names, and since when."""

    def play(self) -> Doing:
        """The whole game, to the agreement of both sides or until somebody gives up."""
        truth = self._truth
        while legal_turns(truth.position):
            number = len(truth.turns)
            random = Random(f"{self._seed}/{number}")
            self.touching.random = random
            must_place = truth.turns[-1:] == [truth.unsaid]
            turn = choose_turn(random, truth.position, number, placing=must_place)
            assert turn is not None
            steps = yield from self._begin(random, turn)
            if isinstance(turn, Take):
                yield from self._take(random, turn)
            else:
                yield from self._place(random, turn, steps)
        yield from self._agreed()

    def _begin(self, random: Random, turn: Turn) -> Doing:
        """Wait for one's turn, or not; `return`s the steps of hands."""
        steps = None
        if isinstance(turn, Place) and self._truth.pending == 1:
            is_hasty = random.random() < 0.25 or self._truth.unsaid is not None
            if is_hasty:
                yield random.uniform(0.0, 0.6)
                steps = self._plan(random, turn) if self._is_take_seen() else None
        if steps is None or self._truth.pending > 1:
            yield from self.wait_for_turn(random)
            steps = self._plan(random, turn) if isinstance(turn, Place) else []
            assert steps is not None
        elif self._truth.pending:
            self._rig.measures.count("do overlap")
        does_name = isinstance(turn, Place) and not self._truth.pending and random.random() < 0.08
        if does_name and not next(step for step in steps if step.is_put).is_bonus:
            yield from self._name(random, turn)
        self._rig.measures.count("needed", needed_presses(self._truth.position, turn))
        self._truth.begin(turn)
        self._rig.log(f"TURN {len(self._truth.turns)}: {self._truth.texts[-1]}")
        return steps

    def wait_for_turn(self, random: Random) -> Doing:
        """Until the glass has the turn before, and a little longer; with slips of who waits."""
        yield from self._agreed()
        self.answering.may_take = False
        yield random.uniform(0.1, 0.8)
        yield lambda: not self._rig.state.taking
        yield from self.slips.before_turn(random)

    def _is_take_seen(self) -> bool:
        """Whether the glass has heard of the take that was pressed last; who sees that it has not, waits."""
        last = self._truth.turns[-1]
        is_unseen = isinstance(last, Take) and last is not self._truth.unsaid and not self._rig.state.taking
        return not (is_unseen and self._truth.pending)

    def _plan(self, random: Random, turn: Place) -> list[Step] | None:
        truth = self._truth
        done = plus(heights_of(truth.position), heights_of(truth.settled_position), -1)
        return plan(random, truth.settled_position, truth.position, turn, done)

    def _name(self, random: Random, turn: Place) -> Doing:
        """Press the colour of the stone first, where that is no whole take."""
        position = self._truth.position
        if most_to_take(position, position.to_move, turn.colour) == 1:
            return
        yield self.answering.wait_s(BUTTONS[turn.colour])
        self.answering.may_take = True
        self._rig.measures.count("do name first")
        self.answering.press(BUTTONS[turn.colour], is_asked=False)
        yield random.uniform(0.3, 1.5)

    def _take(self, random: Random, turn: Take) -> Doing:
        truth = self._truth
        before = truth.positions[-2]
        player = before.to_move
        lot = Random(f"{self._seed}/{len(truth.turns)}/forget").random()
        can_forget = not before.workshop(player) and before.workshop(player.rival)
        if can_forget and lot < FORGET_CHANCE:
            self._rig.measures.count("do forget take")
            truth.unsaid = turn
        else:
            yield self.answering.wait_s(BUTTONS[turn.colour])
            self.answering.may_take = True
            yield from self.press_take(random, take_presses(turn, most_to_take(before, player, turn.colour)))
        for _ in range(turn.count):
            self._rig.move_aside(Aside.QUARRY, turn.colour, workshop_of(player))
            yield random.uniform(0.2, 0.8)

    def press_take(self, random: Random, presses: list[Button]) -> Doing:
        """One press after the other."""
        for button in presses:
            self.answering.press(button)
            yield random.uniform(0.25, 0.9)

    def _place(self, random: Random, turn: Place, steps: list[Step]) -> Doing:
        player = self._truth.positions[-2].to_move
        held: dict[bool, object] = {}
        self._truth.is_under_way = True
        for number, step in enumerate(steps):
            if step.is_put:
                yield from self.touching.put_down(held[step.is_bonus], step.spot)
                if number + 1 < len(steps) and random.random() < 0.5:
                    yield from self._see_it()
            else:
                if number:
                    yield from self.slips.before_bonus(random, step, turn)
                held[step.is_bonus] = yield from self.touching.pick_up(step.spot, step.colour)
                yield from self.touching.carry()
        bonus = turn.bonus
        if bonus is not None and bonus.action in (Action.FETCH, Action.STEAL):
            source = Aside.QUARRY if bonus.action is Action.FETCH else workshop_of(player.rival)
            self._rig.move_aside(source, bonus.colour, workshop_of(player))
        self._truth.is_under_way = False
        yield from self._agree_by_button(random, turn)

    def _agree_by_button(self, random: Random, turn: Place) -> Doing:
        """Say what the device knows already, where a colour can be nothing else."""
        if random.random() > 0.05:
            return
        yield 0.6
        question = self._rig.state.question
        if question is None or self._truth.pending > 1 or question.colours:
            return
        if question.asks is Asks.BONUS and question.location is turn.location:
            self._rig.measures.count("do agree")
            self.answering.press(BUTTONS[turn.colour], is_asked=False)

    def _see_it(self) -> Doing:
        """Wait until the glass shows the stones, within reason."""
        until_s = self._rig.now_s + 1.5
        yield lambda: self._rig.shows_all_stones() or self._rig.now_s > until_s

    def _agreed(self) -> Doing:
        """Wait until the device has settled all that was played."""
        truth, until_s, tries = self._truth, self._rig.now_s + self._patience_s, 0
        self._wrong_since_s = self._rig.now_s
        while truth.pending:
            yield partial(self._is_seen_to, until_s)
            place = self._unread()
            if place is not None and truth.pending:
                yield from self._set_straight(place, tries)
                self._wrong_since_s, tries = self._rig.now_s, tries + 1
                until_s = max(until_s, self._rig.now_s + MISCOUNTED_S)
            if self._rig.now_s > until_s:
                raise GivenUp(f"{truth.pending} turns not settled: {' '.join(truth.texts[truth.settled :])}")

    def _is_seen_to(self, until_s: float) -> bool:
        """Whether there is something to do, or nothing to wait for any more."""
        return not self._truth.pending or self._unread() is not None or self._rig.now_s > until_s

    def _set_straight(self, place: Location, tries: int) -> Doing:
        """Lift the top stone once; then take off all that came lately, then one more, and count them anew."""
        if not tries and self._named() is place:
            self._rig.measures.count("do set straight")
            yield from self.touching.hover(place, LOOKS_S)
        else:
            self._rig.measures.count("do recount")
            kept = heights_of(self._truth.settled_position)[place.index]
            lies = self._truth.heights()[place.index]
            yield from self.touching.recount(place, max(0, min(kept, lies - 1) - max(0, tries - 1)))
        yield SETTLES_S

    def _unread(self) -> Location | None:
        """A column that the glass names, or one that it has wrong for long, though no hand is at it."""
        shown, lies = self._rig.state.columns, self._truth.heights()
        wrong = [place for place in Location if lies[place.index] != len(shown[place.index])]
        if not (wrong and self._rig.hands.is_still and not self._rig.state.mismatch):
            self._wrong_since_s = self._rig.now_s
        named, before = self._named(), self._seen_named
        if before is None or named is not before[0]:
            self._seen_named = before = named, self._rig.now_s
        if wrong and self._rig.now_s > self._wrong_since_s + MISCOUNTED_S:
            return next((place for place in wrong if lies[place.index]), named)
        return named if self._rig.now_s > before[1] + NOTICES_S else None

    def _named(self) -> Location | None:
        """A column that the glass cannot read, though no hand is at it: its top stone may lie askew."""
        busy = self._rig.state.busy_pads if self._rig.hands.is_still else ()
        return next((place for place in busy if self._truth.heights()[place.index]), None)
