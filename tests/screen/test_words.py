import itertools
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import companion.screen
from companion.link.hello import LinkState
from companion.rules.pieces import Colour, Location, Player
from companion.rules.refusal import Refusal, Rule
from companion.rules.turn import Action
from companion.screen.choose import lines, page
from companion.screen.question_text import question_text
from companion.screen.words import words_of
from companion.table.state import Phase
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks, Question
from tests.screen.states import MIDDLE, at

FOLDER = Path(companion.screen.__file__).parent
ENGLISH = words_of("en")


@pytest.mark.parametrize("rule", Rule)
def test_every_reason_for_a_refusal_fits(rule: Rule) -> None:
    """Whatever the colour, location and number: the reason can be read whole, even beside a fault."""
    for player, colour, place, limit in itertools.product(Player, Colour, (Location.A, Location.G), range(8)):
        refusal = Refusal(rule, player, colour, place, limit)
        wrong = Mismatch((Wrong(place, 6, 5),), refusal)

        assert lines(at(MIDDLE, refusal=refusal))[-1]
        for state in (
            at(MIDDLE, refusal=refusal),
            at(MIDDLE, refusal=refusal, phase=Phase.OVER),
            at(MIDDLE, refusal=refusal, phase=Phase.START),
            at(MIDDLE, mismatch=wrong, link=LinkState.SILENT),
        ):
            page(state)


def test_no_two_rules_are_refused_in_the_same_words() -> None:
    """Each reason says something of its own."""
    reasons = [
        lines(at(MIDDLE, refusal=Refusal(rule, Player.WHITE, Colour.GREY, Location.A, 2)))[0] for rule in Rule
    ]

    assert len(set(reasons)) == len(Rule)


@pytest.mark.parametrize("asks", Asks)
def test_every_question_fits_with_its_answers(asks: Asks) -> None:
    """Both players, all colours on offer, and a fault or a hand in the way on top of it."""
    every = tuple(Location)
    for player, place in itertools.product(Player, Location):
        for actions in _open_actions() if asks is Asks.BONUS else ((),):
            colours = tuple(Colour) if not actions or {Action.FETCH, Action.STEAL} & set(actions) else ()
            question = Question(asks, player, place, colours=colours, actions=actions)
            for taking in ((), (Colour.WHITE,)) if asks is Asks.FORGOTTEN else ((),):
                asked = at(MIDDLE, question=question, taking=taking)
                assert question_text(question, taking, ENGLISH) in lines(asked)
                page(replace(asked, link=LinkState.WRONG_VERSION))
                page(replace(asked, busy_pads=every))
                page(replace(asked, silent_pads=every))


def _open_actions() -> tuple[tuple[Action, ...], ...]:
    single = tuple((action,) for action in Action)
    return single + tuple((action, Action.QUARRYGREY) for action in Action if action is not Action.QUARRYGREY)


def test_every_answer_names_its_button() -> None:
    """One never has to guess what to press: each key begins with a button's name."""
    buttons = {ENGLISH.text(f"button.{name}") for name in ("white", "grey", "black", "ok", "back")}
    for asks in Asks:
        actions = (Action.FETCH,) if asks is Asks.BONUS else ()
        question = Question(asks, Player.BLACK, Location.D, colours=tuple(Colour), actions=actions)

        shown = lines(at(MIDDLE, question=question, silent_pads=(Location.D, Location.E)))

        answers = shown[shown.index(question_text(question, (), ENGLISH)) + 1 :]
        assert len(answers) >= 2
        assert {re.split("[: ]", answer)[0] for answer in answers} <= buttons


@pytest.mark.parametrize("link", LinkState)
def test_every_state_of_the_sensor_line_fits_while_play_goes_on(link: LinkState) -> None:
    """A fault of the sensors is told beside the prompt, not instead of it."""
    shown = lines(at(MIDDLE, link=link))

    page(at(MIDDLE, link=link))
    assert shown[-1] == "White: place or take"
    assert len(shown) == (1 if link is LinkState.UP else 2)


@pytest.mark.parametrize("count", range(1, 8))
def test_any_number_of_silent_or_busy_pads_fits(count: int) -> None:
    """From one pad to all seven, each named, with what to do about it."""
    pads = tuple(Location)[:count]
    silent, busy = at(MIDDLE, silent_pads=pads), at(MIDDLE, busy_pads=pads)

    page(silent)
    page(busy)

    assert lines(silent) == (f"{'ABCDEFG'[:count]} blind: OK if used", "White: place or take")
    assert lines(busy) == (f"Hand off {' '.join('ABCDEFG'[:count])}?", "White: place or take")


@pytest.mark.parametrize("count", range(1, 8))
def test_any_number_of_wrong_columns_fits(count: int) -> None:
    """From one wrong column to all seven, each named."""
    wrong = tuple(Wrong(place, 5, 3) for place in tuple(Location)[:count])

    for is_guiding in (False, True):
        state = at(MIDDLE, mismatch=Mismatch(wrong), is_guiding=is_guiding)
        page(state)
        page(replace(state, link=LinkState.WRONG_VERSION))

        assert all(place.location.value in lines(state)[1] for place in wrong)


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_take_under_way_fits(colour: Colour, count: int) -> None:
    """What was pressed so far is repeated, with the button that ends it."""
    state = at(MIDDLE, taking=(colour,) * count)

    page(state)

    assert str(count) in lines(state)[-1]
    assert "OK" in lines(state)[-1]


def test_no_text_is_left_over() -> None:
    """A translator is never given a text that nobody shows."""
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    keys = tomllib.loads((FOLDER / "words" / "en.toml").read_text(encoding="utf-8"))
    by_value = {"colour", "player", "button", "action", "choice", "refusal", "link", "question"}

    unused = [
        f"{section}.{name}"
        for section, names in keys.items()
        if section not in by_value
        for name in names
        if not re.search(rf'"{section}\.{name}"', source)
    ]

    assert unused == []


def test_a_text_that_is_not_there_is_an_error() -> None:
    """A key misspelt in the code never shows as an empty line."""
    with pytest.raises(KeyError):
        ENGLISH.text("turn.nonsense")
    with pytest.raises(KeyError):
        ENGLISH.text("turn.to-move")
