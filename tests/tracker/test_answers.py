"""What is said while other things go on: each of these answers or takes was once lost, or led astray."""

from companion.rules.pieces import Location
from companion.tracker.question import Asks
from tests.tracker.seat import Seat
from tests.tracker.test_hands import moving

A, B, C, D, E, F, G = Location


def test_an_answer_counts_though_the_rivals_stone_would_explain_otherwise() -> None:
    """White's stone on F is grey, he says while Black puts one on D: it was not F's bonus that came there."""
    seat = Seat("-/-/-/b/-/-/- wg bb w -").put("F")
    seat.now_s += 0.5
    seat.look(moving((0, 0, 0, 1, 0, 1, 0), D)).press("grey")
    seat.now_s += 0.3

    assert seat.put("D").wait(3.5).turns == ["gF"]


def test_an_answer_counts_though_the_first_stone_would_claim_otherwise() -> None:
    """D's stone is grey, Black says, and F's is black: F's bonus came first, whatever D's would have been."""
    seat = Seat("-/-/-/b/-/w/- wg gbb b D=quarrygrey").put("D").press("grey").wait(1.0).put("F")

    assert seat.press("black", "ok").turns == ["bF:gD"]


def test_a_built_stone_that_the_rival_has_taken_away_is_asked_for() -> None:
    """Black built on G with F, grey or black; White on C returns that stone at once: which was it?"""
    seat = Seat("-/-/-/-/-/-/w ww gbb b -").put("F").wait(1.0).press("black").put("G").wait(0.5)
    seat.put("C").lift("G").wait()

    assert seat.asks is Asks.COLOUR
    assert seat.press("black").wait().turns == ["bF:bG", "wC:-G"]


def test_a_take_goes_on_though_the_rival_has_lifted_a_stone() -> None:
    """White takes two grey ones; between the presses Black lifts E's stone for the bonus of his next turn."""
    seat = Seat("-/-/-/-/b/-/- g b w -").press("grey").lift("E").press("grey", "ok")

    assert seat.put("A", "G").turns == ["+2g", "bG:E>A"]


def test_a_take_may_begin_as_the_stone_before_it_leaves_for_the_quarry() -> None:
    """Black returns G's stone with C, and White presses GREY twice, the first time at once: he takes two."""
    seat = Seat("-/-/-/-/-/-/w g gbb b -").put("C").lift("G").press("grey").wait(0.5).press("grey")

    assert seat.turns == ["bC:-G", "+2g"]


def test_a_take_may_begin_as_two_hands_leave_the_temple() -> None:
    """White's stone came to A as C's went up: both may be one turn's. Black's presses wait with the turn."""
    seat = Seat("-/-/g/-/-/-/- ww b w -")
    for stones, places, seconds in (((0, 0, 1, 0, 0, 0, 0), [A], 0.2), ((0, 0, 1, 0, 0, 0, 0), [A, C], 0.3)):
        seat.look(moving(stones, *places))
        seat.now_s += seconds
    seat.heights = [1, 0, 0, 0, 0, 0, 0]

    seat.look().put("F").press("grey").wait(0.3).press("grey").wait(2.0)

    assert seat.turns == ["wA:C>F", "+2g"]


def test_a_grey_stone_may_come_from_the_quarry_before_the_placed_one() -> None:
    """White has no grey: F's came from the quarry by D, he says so before he places there."""
    seat = Seat("-/-/-/-/-/b/- wb gb w D=quarrygrey").put("F").wait(1.0).press("grey").put("D").wait()

    assert (seat.turns, seat.asks) == ([], Asks.COLOUR)
    assert seat.press("grey").turns == ["wD:*F"]


def test_what_came_from_the_quarry_or_was_placed_is_asked() -> None:
    """D, then F: F may have been placed after its bonus, or be grey from the quarry."""
    seat = Seat("-/-/-/-/-/b/- ww gb w D=quarrygrey").put("D").wait(1.0).put("F").wait()

    assert (seat.turns, seat.asks) == ([], Asks.COLOUR)
    assert seat.press("white").turns == ["wF:wD"]


def test_a_placed_grey_stone_came_from_the_workshop() -> None:
    """Grey on F, white on C: C may have brought the grey one from the quarry. GREY: from White's workshop."""
    seat = Seat("b/wg/g/bwwwb/-/wg/bwbb wgg wgg w C=quarrygrey,F=greyactivates,G=minority")
    seat.look(moving((1, 2, 1, 5, 0, 2, 4), F))
    seat.now_s += 0.3
    seat.look(moving((1, 2, 1, 5, 0, 2, 4), C, F))
    seat.heights = [1, 2, 2, 5, 0, 3, 4]
    seat.now_s += 0.3

    asked = seat.look().press("grey", "white").asks

    assert asked is Asks.SOURCE
    assert seat.press("grey").turns == ["gF:wC"]
