"""Somebody reads the glass and answers what it asks, by the truth, sooner or later."""

from random import Random

from companion.panel.press import Button
from companion.rules.legal import most_to_take
from companion.rules.pieces import Colour, Player
from companion.rules.turn import Action, Take
from companion.tracker.question import Asks, Question
from tests.bench.reading import BY_HAND
from tests.bench.rig import Doing, Rig
from tests.bench.truth import Truth

BUTTONS = {Colour.WHITE: Button.WHITE, Colour.GREY: Button.GREY, Colour.BLACK: Button.BLACK}
LATE_CHANCE = 0.08
AGAIN_AFTER_S = 3.0


class Answering:
    """The one who presses when asked; `is_held`: hands are busy mending something first."""

    def __init__(self, rig: Rig, truth: Truth, random: Random) -> None:
        self._rig, self._truth, self._random = rig, truth, random
        self.is_held = False

    def work(self) -> Doing:
        """All game long."""
        while True:
            yield self._is_asked
            question = self._rig.state.question
            assert question is not None
            yield self._reaction_s()
            presses = self._answer(question)
            if question != self._rig.state.question or not presses or self.is_held:
                continue
            for button in presses:
                self.press(button)
                yield self._random.uniform(0.25, 0.7)
            asked_s = self._rig.now_s
            yield (
                lambda question=question, asked_s=asked_s: (
                    self._rig.state.question != question or self._rig.now_s > asked_s + AGAIN_AFTER_S
                )
            )

    def press(self, button: Button) -> None:
        """Press a button that the grammar calls for."""
        self._rig.measures.count("presses")
        self._rig.press(button)

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
            return self._forgotten(question.player)
        if question.asks in (Asks.TAKE_BACK, Asks.NEW_GAME):
            return [Button.BACK]
        location, index = question.location, question.index
        assert location is not None
        if question.asks is Asks.COLOUR:
            colour = self._truth.colour_at(location, index)
            return [] if colour is None else [BUTTONS[colour]]
        if question.asks is Asks.WHOSE:
            player = self._truth.who_put(location, index)
            return [] if player is None else [Button.WHITE if player is Player.WHITE else Button.BLACK]
        if question.asks is Asks.BONUS:
            return self._bonus(question)
        return self._others(question)

    def _bonus(self, question: Question) -> list[Button]:
        turn = self._truth.placing_at(question.location, question.index)
        if turn is None:
            return []
        action = turn.bonus.action if turn.bonus is not None else None
        if (
            question.colours and Action.BUILD in question.actions
        ):  # a grey stone: the workshop's or the quarry's?
            return {Action.BUILD: [Button.GREY], Action.QUARRYGREY: [Button.OK]}.get(action, [])
        if action in BY_HAND:
            return []
        return [Button.OK] if action is None else [BUTTONS[turn.bonus.colour]]

    def _forgotten(self, player: Player) -> list[Button]:
        take, position = self._truth.unsaid, self._truth.settled_position
        if take is None or position.to_move is not player:
            return []
        return take_presses(take, most_to_take(position, player, take.colour))

    def _others(self, question: Question) -> list[Button]:
        """A kind of question that this bench knows no answer to."""
        self._rig.measures.count(f"ask unknown {question.asks.value}")
        return []


def take_presses(take: Take, most: int) -> list[Button]:
    """A take as the panel grammar has it: so many times its colour, OK where more would be allowed."""
    return [BUTTONS[take.colour]] * take.count + [Button.OK] * (take.count < most)
