"""Dialogues at the table: buttons lead through them, and the stones wait."""

from dataclasses import dataclass

import pytest

from companion.panel.press import Button
from companion.rules.notation import format_position, parse_position
from companion.table.dialogues.dialogue import Ask, Begin, Dialogue, Leave, Outcome, Prefer, SwitchOff
from companion.table.record import Begun, Preferred, SwitchedOff
from companion.tracker.question import Asks
from tests.table.evening import Evening, played

ELSEWHERE = parse_position("w/-/-/-/-/-/- ww bb b -")


@dataclass(frozen=True)
class Pages:
    """Two pages: WHITE goes on to the second, OK comes to the outcome there, all else stays."""

    outcome: Outcome
    number: int = 1

    def press(self, button: Button) -> Dialogue | Outcome:
        """Where the button leads."""
        if button is Button.WHITE:
            return Pages(self.outcome, 2)
        return self.outcome if button is Button.OK and self.number == 2 else self


def in_a_dialogue(outcome: Outcome) -> Evening:
    """White has played; somebody has opened a dialogue."""
    evening = played()
    evening.table.open(Pages(outcome), evening.now_s)
    return evening


def test_buttons_lead_from_page_to_page_and_the_stones_wait() -> None:
    """While somebody is in a menu no stone settles a turn; after it, what lies there counts."""
    evening = in_a_dialogue(Leave())
    first = evening.state.dialogue
    evening.press("white").put("A")
    second, turns = evening.state.dialogue, evening.state.turns

    evening.press("ok")

    assert (first, second) == (Pages(Leave()), Pages(Leave(), 2))
    assert (turns, evening.state.turns) == (1, 2)
    assert evening.state.dialogue is None


def test_back_held_leaves_wherever_it_has_come_to() -> None:
    """Lost in the menu: BACK for two seconds, and all is as before."""
    evening = in_a_dialogue(SwitchOff()).press("white").hold_back()

    assert evening.state.dialogue is None
    assert evening.records == played().records


@pytest.mark.parametrize(
    ("outcome", "record"),
    [
        (Prefer("language", "de"), Preferred("language", "de")),
        (Prefer("brightness", "1"), Preferred("brightness", "1")),
        (SwitchOff(), SwitchedOff()),
        (Begin(ELSEWHERE), Begun(format_position(ELSEWHERE), "at-once")),
    ],
)
def test_what_was_chosen_is_recorded(outcome: Outcome, record: object) -> None:
    """Chosen is chosen: it is on disk, and done."""
    evening = in_a_dialogue(outcome).press("white", "ok")

    assert evening.records[-1] == record
    assert evening.state.dialogue is None


def test_a_choice_is_seen_at_once() -> None:
    """German, and darker."""
    evening = in_a_dialogue(Prefer("language", "de")).press("white", "ok")
    evening.table.open(Pages(Prefer("brightness", "1")), evening.now_s)
    evening.press("white", "ok")

    assert (evening.state.language, evening.state.brightness) == ("de", 1)


def test_what_throws_something_away_is_asked_first() -> None:
    """A menu only brings up the question; its own OK does it."""
    evening = in_a_dialogue(Ask(Asks.NEW_GAME)).press("white", "ok")

    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.NEW_GAME
