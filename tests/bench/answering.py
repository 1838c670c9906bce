"""Somebody reads the glass and answers what it asks, by the truth, sooner or later."""

from functools import partial
from random import Random

from companion.panel.press import Button
from companion.rules.legal import most_to_take
from companion.rules.pieces import Colour, Player
from companion.rules.turn import Action, Take
from companion.tracker.fingers import DOUBLE_S
from companion.tracker.question import Asks, Question
from tests.bench.reading import BY_HAND
from tests.bench.seats import Doing, Seats
from tests.bench.truth import Truth

BUTTONS = {Colour.WHITE: Button.WHITE, Colour.GREY: Button.GREY, Colour.BLACK: Button.BLACK}
LATE_CHANCE = 0.08
EARLY_CHANCE = 0.1
"""That somebody answers with a stone in the other hand, though that stone would have answered."""
AGAIN_AFTER_S = 3.0


class Answering:
    """The one who presses when asked; `is_held`: hands are busy mending something first."""

    def __init__(self, rig: Seats, truth: Truth, random: Random) -> None:
        self._rig, self._truth, self._random = rig, truth, random
        self.is_held = False
        self._pressed: tuple[Button | None, float] = None, 0.0
        self.may_take = False
        """Somebody has pressed for a take, or to name a stone: the glass may show it."""

    def repair(self) -> Doing:
        """Unsay, all game long, presses that the glass shows as a take that nobody makes."""
        while True:
            yield self._shows_no_ones_take
            yield self._random.uniform(0.8, 2.0)
            if self._shows_no_ones_take():
                self._rig.measures.count("repairs")
                self._rig.press(Button.BACK)
                yield 0.5

    def _shows_no_ones_take(self) -> bool:
        return bool(self._rig.state.taking) and not self.may_take and self._truth.unsaid is None

    def work(self) -> Doing:
        """All game long."""
        while True:
            yield self._is_asked
            question = self._rig.state.question
            assert question is not None
            yield self._reaction_s()
            is_early = self._waits_for_hands(question)
            if is_early and self._random.random() > EARLY_CHANCE:
                yield partial(self._are_hands_free, question)
                yield self._reaction_s()
                is_early = False
            presses = self._answer(question)
            if question != self._rig.state.question or not presses or self.is_held:
                continue
            for button in presses:
                self.press(button, is_asked=not is_early)
                yield self._random.uniform(0.25, 0.7)
            yield partial(self._is_done, question, self._rig.now_s + AGAIN_AFTER_S)

    def press(self, button: Button, *, is_asked: bool = True) -> None:
        """Press a button that the grammar calls for; else it is one too many."""
        self._rig.measures.count("presses" if is_asked else "unasked")
        self._pressed = button, self._rig.now_s
        self._rig.press(button)

    def wait_s(self, button: Button) -> float:
        """How long somebody waits who wants a button that the other has just pressed."""
        by, pressed_s = self._pressed
        return max(0.0, pressed_s + DOUBLE_S + 0.1 - self._rig.now_s) if button is by else 0.0

    def _are_hands_free(self, question: Question) -> bool:
        return not self._truth.is_under_way or self._rig.state.question != question

    def _is_done(self, question: Question, until_s: float) -> bool:
        now = self._rig.state.question
        is_same = now == question or (now is not None and now.asks is question.asks is Asks.FORGOTTEN)
        return not is_same or self._rig.now_s > until_s

    def _waits_for_hands(self, question: Question) -> bool:
        """Whether it is about a turn that hands are busy with: who has a stone in each presses nothing."""
        if question.location is None or not self._truth.is_under_way:
            return False
        return self._truth.is_of_last_turn(question.location, question.index)

    def _is_asked(self) -> bool:
        question = self._rig.state.question
        return question is not None and not self.is_held and bool(self._answer(question))

    def _reaction_s(self) -> float:
        if self._random.random() < LATE_CHANCE:
            self._rig.measures.count("do press late")
            return self._random.uniform(2.0, 6.0)
        return self._random.uniform(0.3, 1.3)

    def _answer(self, question: Question) -> list[Button]:
        """The presses that answer it truly; none where hands will, or where nothing true can be said."""
        if question.asks is Asks.FORGOTTEN:
            return self._forgotten(question.player, may_be_none=question.location is not None)
        if question.asks in (Asks.TAKE_BACK, Asks.NEW_GAME):
            return [Button.BACK]
        if question.asks is Asks.CONTINUE:
            return [Button.OK]
        location, index = question.location, question.index
        if location is None:
            return self._others(question)
        if question.asks is Asks.COLOUR:
            colour = self._truth.colour_at(location, index)
            return [] if colour is None else [BUTTONS[colour]]
        if question.asks is Asks.SAME:
            colour = self._truth.colour_at(location, index)
            came = self._truth.came_lately(location, index)
            return [] if colour is None else [Button.GREY if came else Button.OK]
        if question.asks is Asks.WHOSE:
            player = self._truth.who_put(location, index)
            return [] if player is None else [Button.WHITE if player is Player.WHITE else Button.BLACK]
        if question.asks is Asks.BONUS:
            return self._bonus(question)
        if question.asks is Asks.SOURCE:
            return self._source(question)
        return self._others(question)

    def _bonus(self, question: Question) -> list[Button]:
        turn = self._truth.placing_at(question.location, question.index)
        if turn is None:
            return []
        action = turn.bonus.action if turn.bonus is not None else None
        if action in BY_HAND:
            return []
        return [Button.OK] if action is None else [BUTTONS[turn.bonus.colour]]

    def _source(self, question: Question) -> list[Button]:
        if self._truth.placing_at(question.location, question.index) is not None:
            return [Button.GREY]
        brought = self._truth.bringing_to(question.location, question.index)
        by_action = {Action.BUILD: [Button.GREY], Action.QUARRYGREY: [Button.OK]}
        return by_action.get(brought, []) if brought is not None else []

    def _forgotten(self, player: Player, *, may_be_none: bool) -> list[Button]:
        """What is still to press: the glass shows how far it has got."""
        take, position = self._truth.unsaid, self._truth.settled_position
        if take is None and may_be_none:
            return [Button.OK]
        if take is None or position.to_move is not player:
            return []
        presses = take_presses(take, most_to_take(position, player, take.colour))
        return presses[len(self._rig.state.taking) :]

    def _others(self, question: Question) -> list[Button]:
        """A kind of question that this bench knows no answer to."""
        self._rig.measures.count(f"ask unknown {question.asks.value}")
        return []


def take_presses(take: Take, most: int) -> list[Button]:
    """A take as the panel grammar has it: so many times its colour, OK where more would be allowed."""
    return [BUTTONS[take.colour]] * take.count + [Button.OK] * (take.count < most)
