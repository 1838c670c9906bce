"""What a press means at the moment it is made: the panel grammar. Pure."""

from dataclasses import dataclass, replace

from companion.panel.press import Button
from companion.rules.pieces import Colour, Player
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.refusal import Refusal, Rule, why_illegal
from companion.rules.turn import Action, Place, Take, Turn
from companion.tracker.ask import BY_BUTTON
from companion.tracker.evidence import Explanations
from companion.tracker.question import Asks, Question
from companion.tracker.said import BonusIs, ColourIs, ColourWas, ComesFrom, IsBack, PlayerIs, Said

COLOURS = {Button.WHITE: Colour.WHITE, Button.GREY: Colour.GREY, Button.BLACK: Colour.BLACK}
"""What the three colour buttons stand for."""


@dataclass(frozen=True, slots=True)
class Moment:
    """All that the meaning of a press depends on."""

    position: Position
    found: Explanations
    question: Question | None
    said: Said
    has_moved: bool
    """A stone lies elsewhere than the position says."""
    end: End

    def before_hands(self) -> "Moment":
        """As it was before any stone moved."""
        return replace(self, question=None, has_moved=False)


def interpret(button: Button, moment: Moment) -> Said | Refusal:
    """What is said with this press, or why it is refused; one that says nothing new changes nothing."""
    if button is Button.OK:
        return _ok(moment)
    colour = COLOURS[button]
    answered = _answer(colour, moment)
    if answered is not None:
        return answered
    question = moment.question
    is_taking = bool(moment.said.taking) and not moment.said.is_taken and not moment.found.whole
    is_asked = question is not None and question.asks is Asks.FORGOTTEN
    if not moment.has_moved or is_taking or is_asked:
        return _take(colour, moment)
    if colour in _placed(moment.found):
        return moment.said
    return _lacking(colour, moment) or moment.said


def stones_of(turn: Turn) -> set[Colour]:
    """The colours of the stones that a turn brings to the temple."""
    if not isinstance(turn, Place):
        return set()
    bonus = turn.bonus
    if bonus is not None and bonus.action is Action.QUARRYGREY:
        return {turn.colour, Colour.GREY}
    brought = bonus.colour if bonus is not None and bonus.target is not None else None
    return {turn.colour} if brought is None else {turn.colour, brought}


def names(button: Button, turn: Turn) -> bool:
    """Whether a press names the colour of a stone that the turn brings to the temple."""
    return COLOURS.get(button) in stones_of(turn)


def agrees(button: Button, found: Explanations) -> bool:
    """Whether a press names the colour of a stone that was placed: what is known already."""
    return button in COLOURS and COLOURS[button] in _placed(found)


def would_answer(button: Button, question: Question) -> bool:
    """Whether the button is one of the question's answers."""
    if button is Button.OK:
        return question.asks is not Asks.COLOUR
    if question.asks is Asks.SAME:
        return button is Button.GREY
    return COLOURS[button] in question.colours or question.asks in (Asks.WHOSE, Asks.SOURCE)


def is_rivals_take(button: Button, moment: Moment) -> bool:
    """Whether this press can only be the rival's take, while a bonus of the player to move is open.

    The pads cannot tell; but the player would answer with the bonus or OK, so a colour that answers
    nothing is the rival's act, and closes the turn.
    """
    question = moment.question
    if question is None or question.asks is not Asks.BONUS or button not in COLOURS or question.colours:
        return False
    colour = COLOURS[button]
    if colour in _placed(moment.found) or len(moment.found.whole) != 1:
        return False
    return why_illegal(moment.found.whole[0].after, Take(colour, 1), moment.end) is None


def _answer(colour: Colour, moment: Moment) -> Said | None:
    question = moment.question
    if question is None or question.location is None:
        return None
    location, index = question.location, question.index
    if question.asks is Asks.WHOSE and colour is not Colour.GREY:
        player = Player.WHITE if colour is Colour.WHITE else Player.BLACK
        return moment.said.tell(PlayerIs(location, index, player))
    if question.asks is Asks.SOURCE:
        return (
            moment.said.tell(ComesFrom(location, index, Action.BUILD))
            if colour is Colour.GREY
            else moment.said
        )
    if colour not in question.colours or question.asks is Asks.FORGOTTEN:
        return None
    if question.asks is Asks.COLOUR:
        stories = moment.found.whole
        lies = not question.is_gone and any(index < len(story.after.column(location)) for story in stories)
        return moment.said.tell((ColourIs if lies else ColourWas)(location, index, colour))
    action = next(action for action in question.actions if action in BY_BUTTON)
    return moment.said.tell(BonusIs(location, index, action, colour))


def _ok(moment: Moment) -> Said | Refusal:
    said, question = moment.said, moment.question
    if question is not None and question.location is not None:
        if question.asks is Asks.BONUS:
            return said.tell(BonusIs(question.location, question.index))
        if question.asks is Asks.WHOSE:
            return said.tell(PlayerIs(question.location, question.index, question.player))
        if question.asks is Asks.SOURCE:
            return said.tell(ComesFrom(question.location, question.index, Action.QUARRYGREY))
        if question.asks is Asks.FORGOTTEN and not said.taking:
            return said.tell(IsBack(question.location, question.index, is_back=True))
        if question.asks is not Asks.FORGOTTEN:
            return said
    if said.taking and not said.is_taken:
        refusal = why_illegal(moment.position, Take(said.taking[0], len(said.taking)), moment.end)
        return refusal or replace(said, is_taken=True)
    return said


def _take(colour: Colour, moment: Moment) -> Said | Refusal:
    said, position = moment.said, moment.position
    is_asked = moment.question is not None and moment.question.asks is Asks.FORGOTTEN
    if said.taking and said.taking[0] is not colour:
        return Refusal(Rule.ONE_COLOUR, position.to_move, said.taking[0])
    refusal = why_illegal(position, Take(colour, len(said.taking) + 1), moment.end)
    names_a_stone = not said.taking and colour in position.workshop(position.to_move)
    if refusal is not None and (moment.has_moved or not names_a_stone):
        return refusal
    return said.take(colour, is_late=said.is_late or moment.has_moved or is_asked)


def _lacking(colour: Colour, moment: Moment) -> Refusal | None:
    """Where a stone of this colour would have to come from and there is none; None: it need not come."""
    question, player = moment.question, moment.position.to_move
    actions = question.actions if question is not None else ()
    if Action.STEAL in actions:
        return Refusal(Rule.RIVAL_LACKS, player, colour)
    if Action.FETCH in actions:
        return Refusal(Rule.QUARRY_LACKS, player, colour, limit=0)
    is_placing = question is None or question.asks is Asks.COLOUR or Action.BUILD in actions
    if not is_placing or colour in moment.position.workshop(player):
        return None
    return Refusal(Rule.WORKSHOP_LACKS, player, colour)


def _placed(found: Explanations) -> set[Colour]:
    return {colour for story in found.whole for turn in story.turns for colour in stones_of(turn)}
