"""A question in words: what is asked, and the answers, each naming its button."""

from companion.rules.legal import MOVED_COLOUR
from companion.rules.pieces import Colour, Location
from companion.rules.turn import Action
from companion.screen.words import Words
from companion.tracker.question import Asks, Question

_BACK_MEANS = {
    Asks.CONFIRM: "",
    Asks.CONTINUE: "answer.new",
    Asks.REMATCH: "answer.new",
    Asks.TAKE_BACK: "answer.no",
    Asks.NEW_GAME: "answer.no",
    Asks.TRUST: "answer.no",
}
"""Where OK is yes: the other key, "" where it says no more than anywhere."""


def question_text(question: Question, taking: tuple[Colour, ...], words: Words) -> str:
    """What is asked, in one line; `taking` is what was answered so far to a forgotten take."""
    if question.asks is Asks.BONUS:
        return _bonus_text(question, words)
    key = question.asks.value
    if question.is_gone:
        key = "colour-gone"
    if question.asks is Asks.FORGOTTEN and taking:
        key = "forgotten-so-far"
    return words.text(
        f"question.{key}",
        player=words.player_name(question.player),
        location=question.location.value if question.location else "",
        count=len(taking),
        colour=words.colour_name(taking[0], len(taking)) if taking else "",
    )


def answers(
    question: Question, taking: tuple[Colour, ...], silent_pads: tuple[Location, ...], words: Words
) -> tuple[str, ...]:
    """The keys to press, as they are lettered, each with what it means where its name does not say it."""
    ok, grey = words.text("button.ok"), words.button_name(Colour.GREY)
    colours = tuple(words.button_name(colour) for colour in question.colours)
    match question.asks:
        case Asks.COLOUR:
            return colours
        case Asks.BONUS:
            none = words.text("answer.none" if colours else "answer.no-bonus", button=ok)
            return (*colours, none, *_told_by_grey(question, silent_pads, words))
        case Asks.SOURCE:
            return (words.text("answer.workshop", button=grey), words.text("answer.quarry", button=ok))
        case Asks.WHOSE:
            return (words.button_name(Colour.WHITE), words.button_name(Colour.BLACK))
        case Asks.SAME:
            return (words.text("answer.same", button=ok), words.text("answer.another", button=grey))
        case Asks.COLUMN:
            went = (words.text("answer.went", button=grey),) if question.index else ()
            return words.text("answer.came", button=ok), *went, *_next_column(question, silent_pads, words)
        case Asks.FORGOTTEN:
            return (*colours, ok) if taking or question.location else colours
    # who presses OK on and on must not take stones on the pads for none
    yes = words.text("answer.yes", button=grey if question.asks is Asks.TRUST else ok)
    otherwise = _BACK_MEANS[question.asks]
    return (yes, words.text(otherwise, button=words.text("button.back"))) if otherwise else (yes,)


def hint(question: Question, silent_pads: tuple[Location, ...], words: Words) -> str:
    """What hands may do instead of a button, "" for nothing, or where a button takes its place."""
    return words.text("answer.by-hand") if _is_by_hand(question) and not silent_pads else ""


def tells_of_pads(question: Question) -> bool:
    """Whether the question or its keys name the silent pads, where there are any."""
    return question.asks is Asks.COLUMN or _is_by_hand(question)


def _is_by_hand(question: Question) -> bool:
    """Whether the answer is shown by hands alone, or OK."""
    by_buttons = {Action.FETCH, Action.STEAL}
    is_bonus = question.asks is Asks.BONUS and not by_buttons.issuperset(question.actions)
    return is_bonus and not question.colours


def _told_by_grey(question: Question, silent_pads: tuple[Location, ...], words: Words) -> tuple[str, ...]:
    """The key that tells of a column which cannot show what hands do."""
    if not silent_pads or not _is_by_hand(question):
        return ()
    return (words.text("answer.on", button=words.button_name(Colour.GREY), location=silent_pads[0].value),)


def _next_column(question: Question, silent_pads: tuple[Location, ...], words: Words) -> tuple[str, ...]:
    """The key that goes on to the next column without a sensor, if there is another."""
    if question.location not in silent_pads or len(silent_pads) == 1:
        return ()
    following = silent_pads[(silent_pads.index(question.location) + 1) % len(silent_pads)]
    return (words.text("answer.next", button=words.button_name(Colour.BLACK), location=following.value),)


def _bonus_text(question: Question, words: Words) -> str:
    location = question.location.value if question.location else ""
    if len(question.actions) == 2:
        first, second = (words.text(f"choice.{action.value}") for action in question.actions)
        return words.text("choice.either", location=location, first=first, second=second)
    colour = MOVED_COLOUR.get(question.location) if question.location else None
    action = words.text(
        f"action.{question.actions[0].value}", colour=words.colour_name(colour, 1) if colour else ""
    )
    return words.text("question.bonus", location=location, action=action)
