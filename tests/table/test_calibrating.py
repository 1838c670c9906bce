"""Calibrating from the menu: the hands are led by the steps, and then the stones are laid back."""

import pytest

from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.step import FIRST_STEP, STONES, Objection, Step, Wants, Why
from companion.screen.choose import lines, page
from companion.table.dialogues.calibrating import Calibrating, Weighing
from companion.table.dialogues.menu import Entry, Menu
from companion.table.record import CalibrationBegun, Laid, Relaid
from companion.table.state import Phase
from tests.table.evening import Evening, played

FOUND = Calibration(STONES, (PadCalibration(0.0, 7955.0, 640.0, 59.0, 1.0),) * 7, 1, "2026-11-30")
DONE = Step(Wants.NOTHING, result=FOUND)
SWAPPED = Step(Wants.PILE, 2, STONES, Objection(Why.ELSEWHERE, (2, 3)))


def calibrating(evening: Evening) -> Evening:
    """BACK held, *Calibrate*, the stones off, OK."""
    evening.hold_back()
    while (
        isinstance(menu := evening.state.dialogue, Menu) and menu.entries[menu.index] is not Entry.CALIBRATE
    ):
        evening.press("black")
    return evening.press("ok").lift_all().press("ok")


def test_ok_begins_with_the_empty_plate() -> None:
    """The zeros are made anew, and the calibration begins; hands are led to lay back what was taken off."""
    evening = calibrating(played())

    assert evening.records[-2:] == [Relaid((0,) * 7), CalibrationBegun()]
    assert evening.state.dialogue == Weighing(evening.state.dialogue.menu, FIRST_STEP)  # type: ignore[union-attr]
    assert evening.table.is_calibrating
    assert evening.state.is_guiding


def test_each_step_is_shown_and_no_button_is_needed() -> None:
    """*Stone 2 of 3 on A*, *Move all 3 to D*: page after page; the colours say nothing."""
    evening = calibrating(Evening())
    texts = [lines(evening.state)]
    for step in (Step(Wants.STONE, 0, 2), Step(Wants.PILE, 3, STONES), Step(Wants.CLEAR, 6, STONES), DONE):
        evening.table.calibrate(step)
        evening.press("white", "grey", "black")
        texts.append(lines(evening.state))

    assert texts == [
        ("Zeros: hands off", "BACK stop"),
        ("Stone 2 of 3 on A", "BACK stop"),
        ("Move all 3 to D", "BACK stop"),
        ("Take the stones off", "BACK stop"),
        ("Calibrated", "Stones differ by 8 %", "OK"),
    ]
    assert not evening.table.is_calibrating


def test_once_it_is_done_ok_goes_on_with_the_game() -> None:
    """The stones are laid back as the display leads, and the game goes on where it was."""
    evening = calibrating(played())
    position = evening.state.position

    evening.table.calibrate(DONE)
    evening.press("ok")
    guided = evening.state
    evening.stones_as_believed()

    assert guided.is_guiding
    assert (evening.state.is_guiding, evening.state.dialogue) == (False, None)
    assert (evening.state.phase, evening.state.position) == (Phase.PLAYING, position)


@pytest.mark.parametrize("leave", ["back", "hold"])
@pytest.mark.parametrize("step", [FIRST_STEP, Step(Wants.PILE, 3, STONES), SWAPPED])
def test_back_leaves_it_at_any_step(step: Step, leave: str) -> None:
    """What a stone adds stays as it was; no frame is weighed any more."""
    evening = calibrating(played())
    evening.table.calibrate(step)

    evening.hold_back() if leave == "hold" else evening.press("back")
    evening.table.calibrate(DONE)  # a step that was under way already

    assert evening.state.dialogue is None
    assert not evening.table.is_calibrating
    assert evening.state.is_guiding


def test_where_something_is_wrong_ok_begins_anew() -> None:
    """Both pads are named with the cure; OK asks again whether all stones are off, then it begins."""
    evening = calibrating(Evening())
    evening.table.calibrate(SWAPPED)
    texts = lines(evening.state)

    asked = evening.press("ok").state.dialogue
    again = evening.press("ok")

    assert texts == (
        "Felt on D, not on C",
        "Swap their wires, or",
        "move the stones there",
        "OK again",
        "BACK stop",
    )
    assert isinstance(asked, Calibrating)
    assert again.records.count(CalibrationBegun()) == 2
    assert isinstance(again.state.dialogue, Weighing)
    assert again.state.dialogue.step == FIRST_STEP


def test_ok_says_nothing_while_all_is_well() -> None:
    """An impatient OK breaks nothing off."""
    evening = calibrating(Evening())
    evening.table.calibrate(Step(Wants.PILE, 3, STONES))
    before = evening.state

    assert evening.press("ok").state is before


def test_a_calibration_that_cannot_be_kept_says_so() -> None:
    """It counts for this evening; the card is to be looked at."""
    evening = calibrating(Evening())

    evening.table.calibrate(Step(Wants.NOTHING, result=FOUND, fault="No space left on device"))

    assert lines(evening.state) == ("Calibrated", "Stones differ by 8 %", "Not saved: check card", "OK")


def test_no_stone_counts_meanwhile() -> None:
    """The stones that are weighed are no turns."""
    evening = calibrating(played())
    turns = evening.state.turns

    evening.put("A", "A", "A").wait().lift("A", "A", "A").wait()

    assert evening.state.turns == turns
    assert not any(isinstance(record, Laid) and record.is_done for record in evening.records)
    assert page(evening.state).getbbox() is not None
