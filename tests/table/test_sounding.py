from dataclasses import replace

import pytest

from companion.panel.sound import Sound
from companion.rules.pieces import Colour
from companion.table.sounding import sound_of
from companion.table.state import TableState
from tests.screen.states import STATES

PLAYING = STATES["playing-white"]
ASKING = STATES["asking-colour"]
REFUSED = STATES["playing-refused"]


@pytest.mark.parametrize(
    ("before", "after", "sound"),
    [
        (PLAYING, replace(PLAYING, turns=13), Sound.SETTLED),
        (PLAYING, replace(PLAYING, turns=14), Sound.SETTLED),
        (PLAYING, ASKING, Sound.QUESTION),
        (PLAYING, replace(ASKING, turns=13), Sound.QUESTION),
        (ASKING, STATES["asking-whose"], Sound.QUESTION),
        (PLAYING, REFUSED, Sound.REFUSED),
        (ASKING, STATES["asking-refused"], Sound.REFUSED),
        (replace(ASKING, question=None), STATES["asking-refused"], Sound.REFUSED),
    ],
)
def test_what_is_new_is_heard(before: TableState, after: TableState, sound: Sound) -> None:
    """One sound for one change: a refused press before a question, a question before a settled turn."""
    assert sound_of(before, after) is sound


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (PLAYING, PLAYING),
        (PLAYING, replace(PLAYING, turns=11)),  # taken back
        (PLAYING, STATES["playing-unplugged"]),
        (PLAYING, STATES["playing-busy"]),
        (ASKING, PLAYING),
        (REFUSED, PLAYING),
        (REFUSED, replace(REFUSED, is_kept=False)),
        (ASKING, replace(ASKING, silent_pads=STATES["playing-unknown-stone"].silent_pads)),
    ],
)
def test_what_asks_nothing_of_anybody_is_silent(before: TableState, after: TableState) -> None:
    """What goes away, what only goes on, and what the display says well enough."""
    assert sound_of(before, after) is None


def test_an_answer_that_leaves_the_question_open_is_silent() -> None:
    """White tells of a forgotten take colour by colour: it is the same question."""
    asked = STATES["asking-forgotten"].question
    assert asked is not None
    after = replace(
        STATES["asking-forgotten"], question=replace(asked, colours=(Colour.GREY,)), taking=(Colour.GREY,)
    )

    assert sound_of(STATES["asking-forgotten"], after) is None
