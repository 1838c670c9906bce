"""The same stone, or another? What is lifted and lies there again, or seems to."""

import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.belief import RETURN_S
from companion.tracker.question import Asks, Question
from tests.tracker.seat import Seat

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour
RESTS = PadState.RESTS


def lifted_and_back() -> Seat:
    """White on C lifts A's stone, thinks for long, and a stone of that weight lies on A again."""
    seat = Seat("wb/w/bg/-/w/-/- ww bb w -").put("C").lift("A").wait(RETURN_S)
    seat.heights[A.index] = 2
    seat.now_s += 2.0
    back = Heights(tuple(seat.heights), (RESTS,) * 7, tuple(place is A for place in Location))
    return seat.look(back)


def test_a_stone_put_back_unsettles_the_turn_until_somebody_says_what_it_was() -> None:
    """White lifted A's stone for C's bonus and it lies there again: nothing is on record, and it is asked."""
    seat = lifted_and_back()

    assert seat.turns == []
    assert seat.question == Question(Asks.SAME, Player.WHITE, A, 1)


def test_the_same_stone_leaves_the_bonus_open() -> None:
    """OK: it was the same one. White may still return another stone, or none."""
    seat = lifted_and_back().press("ok")
    asked = seat.asks

    assert asked is Asks.BONUS
    assert seat.lift("E").wait(RETURN_S).turns == ["wC:-E"]


def test_another_stone_is_the_rivals() -> None:
    """GREY: White's was returned, and this one is Black's."""
    seat = lifted_and_back().press("grey", "white")

    assert seat.turns[:1] == ["wC:-A"]


def test_a_stone_lifted_again_is_asked_for_again_when_it_lies_there() -> None:
    """Fingers had gone back to it before anybody could answer: it is the same question still."""
    seat = lifted_and_back().lift("A")
    lifted = seat.asks
    seat.heights[A.index] = 2
    seat.now_s += 0.3
    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, tuple(place is A for place in Location)))

    assert (lifted, seat.asks) == (None, Asks.SAME)
    assert seat.press("grey", "white").turns[:1] == ["wC:-A"]


@pytest.mark.parametrize("button", ["white", "black"])
def test_what_does_not_answer_changes_nothing(button: str) -> None:
    """A colour that the keys do not show is no answer, and no take."""
    seat = lifted_and_back().press(button)

    assert (seat.asks, seat.turns, seat.view.taking) == (Asks.SAME, [], ())


@pytest.mark.parametrize(("act", "after"), [("E", ["wC"]), ("A", ["wC", "bA"])])
def test_the_rivals_stone_does_not_answer(act: str, after: list[str]) -> None:
    """Black goes on, on another column or the same: the question stays, and its answer puts all in order."""
    seat = lifted_and_back().put(act).wait()
    asked, turns = seat.asks, list(seat.turns)

    seat.press("ok")

    assert (asked, turns) == (Asks.SAME, [])
    assert seat.turns == after  # of Black's on E the bonus is open


def test_another_stone_returned_meanwhile_is_the_one() -> None:
    """White puts A's stone back and returns E's instead, with no eye for the glass."""
    seat = lifted_and_back().lift("E").wait(RETURN_S)
    asked = seat.asks

    seat.press("ok").wait(RETURN_S)

    assert asked is Asks.SAME
    assert seat.turns == ["wC:-E"]


def test_lifted_once_more_it_needs_no_answer() -> None:
    """White takes A's stone away again: it is returned after all."""
    seat = lifted_and_back().lift("A").wait(RETURN_S)

    assert seat.turns == ["wC:-A"]


def test_the_rivals_stone_where_one_had_left_is_his() -> None:
    """White returned A's stone with C; Black lifts E's for the bonus of his, which weighs as much, on A."""
    seat = Seat("wb/-/b/wbwg/wwbbg/gggg/bgbg ww bbb w -").put("C").press("white").lift("A").wait(RETURN_S)
    seat.lift("E")
    seat.heights[A.index] = 2
    seat.now_s += 1.0

    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, tuple(place is A for place in Location)))
    seat.wait(RETURN_S)

    assert seat.turns[-1:] == ["wC:-A"]


def test_a_stone_that_is_back_after_a_slip_was_not_moved_on() -> None:
    """D's stone was on full G by mistake, and is back; White's on F has its bonus stone on B: one turn."""
    seat = (
        Seat("wbgbb/-/bbb/bgwbw/wwgwwbb/b/wwwbw ww ww w C=minority,E=tall").put("B").lift("D").put("G").wait()
    )
    seat.lift("G").wait()
    seat.heights[D.index] = 5
    back = tuple(place is D for place in Location)
    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, back)).wait()
    seat.heights[F.index] = 2

    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, back)).wait()

    assert (seat.turns, seat.asks) == ([], Asks.WHOSE)
    assert seat.press("white").turns == ["wF:wB"]
