from collections.abc import Callable

import pytest

from companion.rules.pieces import Location
from companion.rules.play import End
from companion.screen.choose import lines
from companion.table.table import Table
from companion.tracker.tracker import REFUSED_S
from tests.table.evening import Evening
from tests.tracker.seat import at_rest

KEYS, NOTHING = "Only these keys", "Nothing is asked"
LAST_STONE = "bwgw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwbg b w w -"
"""White's only stone ends the game on A."""


def lie(position: str) -> Evening:
    """A game that goes on from there."""
    return Evening().lay_out(position)


def without(pads: str, evening: Evening) -> Evening:
    """These pads say nothing any more."""
    silent = [None if place.value in pads else evening.heights[place.index] for place in Location]
    evening.table.see(at_rest(silent), evening.now_s)
    return evening


def confirmed() -> Evening:
    """A game in which each turn waits for OK."""
    evening = Evening()
    evening.table = Table(End.AT_ONCE, is_confirmed_by_hand=True)
    return evening.put().press("white")


@pytest.mark.parametrize(
    ("evening", "buttons", "told"),
    [
        # which stone on A?
        (lambda: lie("-/-/-/-/-/-/- wg bb w -").put("A"), ("ok",), KEYS),
        (lambda: without("D", lie("-/-/-/-/-/-/- wg bb w -").put("A")), ("ok",), KEYS),
        # what happened on D?
        (lambda: without("D", lie("-/-/-/-/-/-/- ww bb w -")).press("ok"), ("white", "grey", "black"), KEYS),
        # what did White take?
        (lambda: lie("-/-/-/-/-/-/- - bb w -").put("A"), ("ok",), KEYS),
        # G: move a black. Nobody may take, and who names the stone on A is asked for something else
        (lambda: lie("-/b/-/-/-/-/- wg bbb w -").put("G").press("white"), ("grey",), KEYS),
        # is it right as shown?
        (lambda: confirmed().put("C"), ("white", "grey", "black"), KEYS),
        # White wins
        (lambda: lie(LAST_STONE).put("A"), ("white", "grey", "black"), KEYS),
        # who begins?
        (Evening, ("ok", "back"), KEYS),
        # White: place or take
        (lambda: Evening().press("white"), ("ok",), NOTHING),
        (lambda: Evening().press("white").put("D").lift("D"), ("ok",), NOTHING),
    ],
)
def test_no_press_is_in_vain_without_a_word(
    evening: Callable[[], Evening], buttons: tuple[str, ...], told: str
) -> None:
    """Wherever nothing listens to a button the glass says so; then what to press can be read again."""
    for button in buttons:
        before = evening()
        shown = lines(before.state)

        assert told in lines(before.press(button).state)
        assert lines(before.wait(REFUSED_S).state) == shown


@pytest.mark.parametrize(
    ("evening", "button"),
    [
        # a take is begun, and ended
        (lambda: Evening().press("white").put("D").press("grey"), "grey"),
        (lambda: lie("-/-/-/-/-/-/- w bb w -").press("white"), "ok"),
        # G: move a black. The stone that lies there is white: so it is
        (lambda: lie("-/b/-/-/-/-/- ww bb w -").put("G"), "white"),
        # to the other pad
        (lambda: without("DG", lie("-/-/-/-/-/-/- ww bb w -")).press("ok"), "black"),
        # a stone is in somebody's hand
        (lambda: lie("-/b/-/-/-/-/- ww bb w -").lift("B"), "ok"),
    ],
)
def test_what_is_heard_is_not_said_to_be_in_vain(evening: Callable[[], Evening], button: str) -> None:
    """Who is understood, or names the stone that lies there, is not told off."""
    assert not {KEYS, NOTHING} & set(lines(evening().press(button).state))
