"""What is said while other things go on: each of these answers or takes was once lost, or led astray."""

from companion.rules.pieces import Location
from companion.rules.play import End
from companion.tracker.columns import STRAIGHT_S
from companion.tracker.question import Asks
from companion.tracker.tracker import Tracker
from tests.tracker.seat import Seat, at_rest
from tests.tracker.test_hands import lifted_and_back, moving

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


def test_ok_after_an_answer_is_no_other_answer() -> None:
    """White takes a grey one by D, says so and OK to it, while somebody has a hand at G: a grey one it is."""
    seat = Seat().put("D")

    seat.look(moving((0, 0, 0, 1, 0, 0, 0), G)).press("grey", "ok").look()

    assert seat.turns == ["wD:+g"]


def test_a_press_too_many_is_not_the_rivals_under_a_leaning_hand_either() -> None:
    """Was it felt? GREY once more, at once, while a pad moves: White has taken one, Black nothing."""
    seat = Seat()

    seat.look(moving((0,) * 7, G)).press("grey", "grey").look()

    assert seat.turns == ["+1g"]


def test_a_stone_on_top_of_the_one_in_doubt_is_no_lifting() -> None:
    """Was A's stone only lifted? Black puts one on top of it: that is asked for still."""
    seat = lifted_and_back().put("A").wait()

    assert (seat.asks, seat.turns) == (Asks.SAME, [])


def test_patience_begins_anew_with_each_turn() -> None:
    """A stone off C was waited for in vain; in the next turns it is in a hand again, and waited for again."""
    seat = Seat("-/-/-/-/-/-/- ww bb b B=tall,C=quarrygrey").put("E", "C", "E").lift("C").wait(3.0)
    seat.press("ok", "grey", "white")

    seat.put("E", "C", "E").lift("C")

    assert seat.turns == ["bE", "wE"]


def test_a_late_take_that_was_unsaid_is_over() -> None:
    """White said what he had taken, and took it back; the next take is an ordinary one, and Black ends it."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D").press("white", "back").lift("D").press("white")

    assert seat.question is None
    assert seat.put("A").turns == ["+1w", "gA"]


def test_back_unsays_the_last_press_and_not_the_one_before() -> None:
    """C's pad is silent: OK told of a stone there, GREY of a forgotten take. BACK: of the take alone."""
    seat = Seat("-/-/-/-/-/-/- - bb w -").look(at_rest((0, 0, None, 0, 0, 0, 0)))

    seat.press("ok", "ok", "grey", "back")

    assert seat.view.taking == ()
    assert seat.shown == "-/-/?/-/-/-/-"


def test_a_question_that_was_answered_is_asked_no_more() -> None:
    """A hand had leaned on G: whatever comes of that, OK to B's bonus takes the question off the glass."""
    seat = Seat("-/-/b/-/-/w/- w gb w -").put("B")
    seat.look(moving((0, 1, 1, 0, 0, 1, 0), G)).wait(2.0).look()
    asked = seat.question

    seat.press("ok")

    assert seat.question != asked
    assert seat.wait(STRAIGHT_S).turns == ["wB"]


def test_a_confirmation_counts_though_another_pad_moves() -> None:
    """The settings ask for OK to each turn: White gives it while Black's hand is at G already."""
    seat = Seat("-/-/-/-/-/-/- gg bb w -")
    seat.tracker = Tracker(seat.tracker.position, End.AT_ONCE, is_confirmed_by_hand=True)

    seat.look().put("A").look(moving((1, 0, 0, 0, 0, 0, 0), G)).press("ok").look()

    assert seat.turns == ["gA"]


def test_an_answer_counts_though_a_wrong_key_came_before_it() -> None:
    """White's stone on F is grey or black, and a hand is on B: OK says nothing, then GREY is the answer."""
    seat = Seat("wgwgg/wbwww/bbbwb/wwgbw/wwbg/bgbg/wwbwb gb b w -").put("F").wait(0.2)

    seat.look(moving((5, 5, 5, 5, 4, 5, 5), B)).press("ok", "grey")

    assert seat.question is None
    assert seat.look().turns == ["gF"]


def test_who_names_a_stone_as_the_next_comes_down_takes_none() -> None:
    """E's stone came from the quarry first; Black says GREY as he puts one on C: White has taken none."""
    seat = Seat("-/-/w/b/-/bw/w - wb b A=tall,B=bonus3,C=quarrygrey,G=greyminus3").put("E").wait(1.0)
    seat.look(moving((0, 0, 1, 1, 1, 2, 1), C)).press("grey")
    seat.heights[C.index] = 2

    seat.look()

    assert (seat.turns, seat.view.taking) == (["bC:*E"], ())
