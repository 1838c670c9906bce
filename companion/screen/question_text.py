"""A question in words: what is asked, and the answers, each naming its button."""

from companion.rules.legal import MOVED_COLOUR
from companion.rules.pieces import Colour
from companion.rules.turn import Action
from companion.screen.words import button_name, colour_name, player_name, text
from companion.tracker.question import Asks, Question


def question_text(question: Question, taking: tuple[Colour, ...]) -> str:
    """What is asked, in one line; `taking` is what was answered so far to a forgotten take."""
    if question.asks is Asks.BONUS:
        return _bonus_text(question)
    key = question.asks.value
    if question.asks is Asks.FORGOTTEN and taking:
        key = "forgotten-so-far"
    return text(
        f"question.{key}",
        player=player_name(question.player),
        location=question.location.value if question.location else "",
        count=len(taking),
        colour=colour_name(taking[0]) if taking else "",
    )


def answers(question: Question, taking: tuple[Colour, ...]) -> tuple[str, ...]:
    """The keys to press, as they are lettered, each with what it means where its name does not say it."""
    ok, back = text("button.ok"), text("button.back")
    colours = tuple(button_name(colour) for colour in question.colours)
    match question.asks:
        case Asks.COLOUR:
            return colours
        case Asks.BONUS:
            return (*colours, text("answer.none" if colours else "answer.no-bonus", button=ok))
        case Asks.WHOSE:
            return (button_name(Colour.WHITE), button_name(Colour.BLACK))
        case Asks.SAME:
            return (
                text("answer.yes", button=ok),
                text("answer.another", button=button_name(question.player.colour)),
            )
        case Asks.COLUMN:
            return (text("answer.came", button=ok), text("answer.went", button=button_name(Colour.GREY)))
        case Asks.FORGOTTEN:
            return (*colours, ok) if taking else colours
        case Asks.TAKE_BACK | Asks.NEW_GAME:
            return (text("answer.yes", button=ok), text("answer.no", button=back))


def hint(question: Question) -> str:
    """What hands may do instead of a button, "" for nothing."""
    by_buttons = {Action.FETCH, Action.STEAL}
    if question.asks is Asks.BONUS and not by_buttons.issuperset(question.actions):
        return text("answer.by-hand") if not question.colours else ""
    return ""


def _bonus_text(question: Question) -> str:
    location = question.location.value if question.location else ""
    if len(question.actions) == 2:
        first, second = (text(f"choice.{action.value}") for action in question.actions)
        return text("choice.either", location=location, first=first, second=second)
    colour = MOVED_COLOUR.get(question.location) if question.location else None
    action = text(f"action.{question.actions[0].value}", colour=colour_name(colour) if colour else "")
    return text("question.bonus", location=location, action=action)
