"""What is said while other things go on: each of these answers or takes was once lost, or led astray."""

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.tracker.belief import CLAIM_S
from companion.tracker.columns import STRAIGHT_S
from companion.tracker.fingers import BLINK_S, DOUBLE_S
from companion.tracker.question import Asks, Question
from companion.tracker.tracker import Tracker
from tests.tracker.seat import STEP_S, Seat, at_rest, moving
from tests.tracker.test_same import lifted_and_back

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour


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


def test_back_settles_nothing_while_a_pad_moves() -> None:
    """White has named a stone and is lifting it again: BACK unsays the name, and nothing is on record."""
    seat = Seat("-/-/-/-/-/-/- g gg w -").press("grey")
    seat.look(moving((1, 0, 0, 0, 0, 0, 0), A)).press("back")

    assert seat.turns == []


def test_back_settles_nothing_while_hands_are_guided() -> None:
    """Stones that are to be put back are nobody's turn, whatever is unsaid meanwhile."""
    seat = Seat("-/-/-/-/-/-/- g gg w -").press("grey").put("A")
    seat.tracker.restart(seat.tracker.position, End.AT_ONCE, is_guiding=True)
    seat.look().press("back")

    assert seat.turns == []
    assert seat.view.mismatch is not None


def test_what_was_told_of_a_pad_is_not_unsaid_once_it_speaks_for_itself() -> None:
    """Told by button that a stone came to A; the pad is back and says so too: BACK takes no stone away."""
    seat = Seat("-/-/-/-/-/-/- wg bb w -")
    seat.look(at_rest((None, 0, 0, 0, 0, 0, 0))).press("ok", "ok")
    seat.look(at_rest((1, 0, 0, 0, 0, 0, 0)))

    seat.press("back")

    assert seat.tracker.view(seat.now_s).columns[0] == (None,)


def test_grey_tells_of_a_dead_pad_beside_a_grey_stone() -> None:
    """Grey on C may return a stone of D, whose pad is dead: GREY tells of D, and does not name the stone."""
    seat = Seat("g/w/www/gbw/g/w/b - g b C=greyactivates")
    seat.look(at_rest((1, 1, 3, None, 1, 1, 1)))
    seat.heights = [1, 1, 3, None, 1, 1, 1]
    seat.put("C").press("grey")

    assert seat.asks is Asks.COLUMN


def test_grey_tells_of_a_dead_pad_while_the_stone_is_in_the_air() -> None:
    """F's pad is dead; A's bonus stone has left C: GREY works as the page before had said."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -").put("A")
    seat.heights[F.index] = None
    seat.look().lift("C").press("grey", "ok")

    assert seat.turns == ["wA:C>F"]


def test_a_press_too_many_is_not_the_rivals() -> None:
    """Was it felt? GREY once more, at once: White's bonus is settled, and Black has taken nothing."""
    seat = Seat().put("D").press("grey", "grey")

    assert seat.turns == ["wD:+g"]
    assert seat.view.taking == ()


def test_a_moment_later_the_same_button_is_the_rivals() -> None:
    """Black takes a grey one too, when White's hand is off the panel."""
    seat = Seat().put("D").press("grey").wait(DOUBLE_S).press("grey")

    assert seat.turns == ["wD:+g", "+1g"]


def test_an_answer_that_the_rivals_hand_gave_at_that_moment_does_not_answer_for_the_rival() -> None:
    """OK, White moves nothing, as Black's stone comes to D, which says so, too: D's bonus is open."""
    seat = Seat("-/-/g/-/-/-/- ww bb w -").put("A", "D")
    seat.now_s += 0.03 - STEP_S
    seat.press("ok")

    assert (seat.turns, seat.asks) == (["wA"], Asks.BONUS)


def test_an_answer_about_a_stone_that_is_up_at_that_moment_takes_nothing() -> None:
    """A's is white, White says, and has it in the hand again: no stone was taken from the quarry."""
    seat = Seat("-/-/-/-/-/-/- wg bb w -").put("A").lift("A")
    seat.now_s += 0.03 - STEP_S
    seat.press("white")

    assert (seat.turns, seat.view.taking) == ([], ())


def test_a_forgotten_take_is_told_to_its_end_though_the_rival_goes_on() -> None:
    """White has placed and holds the stone of A's bonus while Black says what he took: two black ones."""
    seat = Seat("-/-/-/-/w/-/- wg - b -").put("B").press("black").lift("E").press("black", "ok").put("A")

    assert seat.turns == ["+2b", "wB:E>A"]


def test_a_stone_that_was_named_stays_named() -> None:
    """White named a black stone and put it on C; that D's stone is lifted does not make it a white one."""
    seat = Seat("gbw/gg/b/bbbww/wwwbb/bwbbg/bw wwb wwg w -").press("black").put("C").lift("D")

    assert seat.turns == ["bC"]


def test_ok_before_the_stone_ends_the_take() -> None:
    """Black took one and pressed OK as the table shook; White's stone on E came after: its bonus is open."""
    seat = Seat("w/b/b/w/w/-/- ww g b -").press("black")
    seat.look(moving((1, 1, 1, 1, 1, 0, 0), *Location)).press("ok")
    seat.now_s += 1.0
    seat.look(moving((1, 1, 1, 1, 1, 0, 0), F))
    seat.now_s += 0.3
    seat.look(moving((1, 1, 1, 1, 1, 0, 0), E, F))
    seat.now_s += 0.7

    seat.heights = [1, 1, 1, 1, 2, 0, 0]
    seat.look().wait(STRAIGHT_S)

    assert seat.turns == ["+1b"]
    assert seat.asks is Asks.BONUS


def test_a_press_while_a_stone_was_only_lifted_comes_before_the_next_stone() -> None:
    """A's stone was up and a hand on D when White took one; it is back by now, and Black has placed."""
    seat = Seat("ggw/bgwg/bwgwb/wbbg/wwwbb/bbgbb/bbgwb gb wwg w -").lift("A")
    seat.look(moving((2, 4, 5, 4, 5, 5, 5), D)).press("white")
    seat.now_s += 1.0
    seat.look(moving((3, 4, 5, 4, 5, 5, 5), D))
    seat.now_s += 0.5
    seat.look(moving((3, 4, 5, 4, 5, 5, 5), B, D))
    seat.heights = [3, 5, 5, 4, 5, 5, 5]
    seat.now_s += 0.5

    seat.look().wait(STRAIGHT_S)

    assert seat.turns == ["+1w"]
    assert seat.question == Question(Asks.COLOUR, Player.BLACK, B, 4, (WHITE, GREY))


def test_a_colour_pressed_long_before_the_stone_lies_may_be_a_take() -> None:
    """Somebody leans on A, White takes a white one, Black's stone comes to A: who did it?"""
    seat = Seat("-/-/-/-/-/-/- wg wb w -").look(moving((0,) * 7, A))
    seat.now_s += 0.2
    seat.press("white")
    seat.now_s += 2.0

    seat.heights = [1, 0, 0, 0, 0, 0, 0]
    seat.look()

    assert seat.turns == []
    assert seat.asks is Asks.COLOUR


def test_a_bonus_before_the_stone_that_was_named_is_no_take() -> None:
    """Black names grey, moves D's stone to C, and then only places the grey one on A."""
    seat = Seat("g/bw/wb/bgwg/wwbbb/wb/bb wg g b A=greyactivates,C=tall,F=greyminus3,G=minority")
    early = list(seat.press("grey").lift("D").put("C").wait(CLAIM_S - 0.5).turns)

    assert (early, seat.put("A").turns, seat.asks) == ([], [], Asks.COLOUR)
    assert seat.press("grey", "black").wait(CLAIM_S).turns == ["gA:D>C"]


def test_an_answer_that_comes_as_hands_show_it_cannot_be_is_lost() -> None:
    """White has forgotten a take; Black answers for F just as his next stone lies on C."""
    seat = Seat("b/g/gb/bb/-/-/b - wgb b C=greyactivates,E=bonus3").put("G").press("grey").put("F")
    asked = seat.asks
    seat.put("C")

    seat.settled += seat.tracker.press(Button.BLACK, seat.now_s - BLINK_S, seat.now_s)

    assert (asked, seat.asks) == (Asks.COLOUR, Asks.FORGOTTEN)
    assert seat.press("white", "ok").wait().turns == ["gG", "+1w", "bF:wC"]
