"""What hands do in the middle of things: each of these was once settled wrong, or came to a dead end."""

import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.belief import CLAIM_S, OVERLAP_S, RETURN_S
from companion.tracker.columns import STRAIGHT_S
from companion.tracker.mismatch import Wrong
from companion.tracker.question import Asks, Question
from companion.tracker.tracker import DOUBLE_S
from companion.tracker.watch import MISSING_S
from tests.tracker.seat import STEP_S, Seat, at_rest

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour
RESTS, MOVES = PadState.RESTS, PadState.MOVES


def moving(stones: tuple[int, ...], *locations: Location) -> Heights:
    """These pads move, the others rest."""
    places = list(zip(Location, stones, strict=True))
    return Heights(
        tuple(None if place in locations else height for place, height in places),
        tuple(MOVES if place in locations else RESTS for place, _ in places),
    )


def lifted_and_back() -> Seat:
    """White on C lifts A's stone, thinks for long, and a stone of that weight lies on A again."""
    seat = Seat("wb/w/bg/-/w/-/- ww bb w -").put("C").lift("A").wait(RETURN_S)
    seat.heights[A.index] = 2
    seat.now_s += 2.0
    back = Heights(tuple(seat.heights), (RESTS,) * 7, tuple(place is A for place in Location))
    return seat.look(back)


# --- the same stone, or another?


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


# --- stones that came and left again


def test_the_rivals_bonus_may_take_the_stone_that_was_just_placed() -> None:
    """White's bonus on E is open; Black on C returns that very stone: both turns are known, one is asked."""
    seat = Seat().put("E", "C").lift("E").wait(RETURN_S)
    asked, turns = seat.question, list(seat.turns)

    seat.press("ok").wait(RETURN_S)

    assert turns == []
    assert asked == Question(Asks.BONUS, Player.WHITE, E, 0, (BLACK,), asked.actions if asked else ())
    assert seat.turns == ["wE", "bC:-E"]


def test_a_stone_on_the_wrong_column_says_nothing_of_what_came_first() -> None:
    """Black moves a stone, touches the wrong column with the next, and places it on B: that is one turn."""
    seat = Seat("-/-/-/-/w/-/- wb b b -").lift("E").put("D", "E").lift("E").put("B")

    assert seat.turns == ["bB:E>D"]


def test_a_bonus_stone_may_still_be_put_elsewhere() -> None:
    """White builds on G with F, and thinks better of it: the stone comes to B, and all goes on from there."""
    seat = Seat("-/-/-/-/-/-/- wwg gbb b -").put("F", "G").lift("G").put("B").wait(CLAIM_S)

    assert seat.view.mismatch is None
    assert seat.asks is Asks.COLOUR


def test_a_stone_lifted_and_put_back_makes_no_two_turns_of_one() -> None:
    """Somebody lifts A's stone for a moment while Black moves D's with B: nobody has returned it."""
    seat = Seat("b/-/-/w/-/-/- www b b -").put("B").lift("A").put("A").lift("D").put("C")

    assert seat.turns == ["bB:D>C"]


# --- BACK while something else goes on


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


# --- pads that fail, or are held


def test_a_pad_that_dies_while_hands_are_guided_to_it_is_believed() -> None:
    """Its lead is loose: nobody can see whether the stone was put back, so it is taken for done."""
    seat = Seat("-/-/-/-/-/-/- ww bb w -")
    seat.tracker.restart(seat.tracker.position, End.AT_ONCE, is_guiding=True)
    seat.look(at_rest((1, 0, 0, 0, 0, 0, 0)))
    guided = seat.view.mismatch
    seat.look(at_rest((None, 0, 0, 0, 0, 0, 0)))

    seat.look(at_rest((None, 0, 0, 1, 0, 0, 0)))

    assert guided is not None
    assert guided.columns == (Wrong(A, 1, 0),)
    assert seat.asks is Asks.BONUS


def test_a_stone_held_for_long_is_a_stone() -> None:
    """A hand stayed on D for nine seconds; when it leaves, White's stone lies there and counts."""
    seat = Seat().look(moving((0,) * 7, D)).wait(9.0)

    seat.look(at_rest((0, 0, 0, 1, 0, 0, 0)))

    assert seat.view.mismatch is None
    assert seat.asks is Asks.BONUS


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


# --- fingers


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


def test_stones_that_came_at_the_same_time_wait_for_the_hand_in_the_air() -> None:
    """A bump hid who was first, and Black has one stone to place still: nothing is made up meanwhile."""
    seat = Seat("w/gwbg/ww/bggbb/ww/ww/ww g ggb w A=greyminus3,C=bonus3,D=greyactivates,E=greyplus2")
    start = (1, 4, 2, 5, 2, 2, 2)
    seat.look(moving(start, C))
    seat.now_s += 1.8
    seat.look(moving(start, A, C, G))
    seat.now_s += 1.0
    seat.heights = [2, 4, 3, 5, 2, 2, 1]
    seat.look()
    early = list(seat.turns)

    seat.put("B").press("grey").wait(OVERLAP_S)

    assert early == []
    assert seat.turns == ["gC", "bB:G>A"]


def test_a_stone_arrives_only_after_it_has_left() -> None:
    """White named a grey stone and put it on D; Black's bonus on A then moves G's: not to D, but to B."""
    seat = Seat("-/-/-/b/-/-/g g bb w -").press("grey").put("D").lift("G").put("A")
    early = list(seat.turns)

    seat.put("B")

    assert early == []
    assert seat.turns == ["gD", "bA:G>B"]


def test_a_colour_that_is_not_known_yet_makes_no_turn_of_what_came_and_left() -> None:
    """Black built on G with F, which is asked for; White's bonus lifts F's: it came for something."""
    seat = Seat("bw/-/gg/w/g/wb/- wg bb b A=quarrygrey,C=tall,G=greyactivates").put("G", "F", "G").lift("F")

    assert seat.turns == []


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


def test_two_stories_that_nobody_can_tell_apart_are_no_dead_end() -> None:
    """Stones went to and fro in a mended slip; Black's stone by way of F, or straight to A: it lies on A."""
    seat = (
        Seat("gbb/bb/gw/wbgb/gbwwb/w/gb wwg b b -").lift("B").put("F").lift("B").put("F").lift("F").put("B")
    )

    seat.put("G", "G").lift("F").put("A").wait(OVERLAP_S)

    assert len(seat.turns) == 2
    assert seat.position == "gbbb/b/gw/wbgb/gbwwb/w/gbbw wg - b -"


def test_a_mended_slip_says_nothing_of_what_follows() -> None:
    """White holds D's stone for G's bonus; one was put on F against the rules, and is off again."""
    seat = Seat("-/-/-/wb/-/-/- wb wwb w -").lift("D", "D").put("F").wait().lift("F").put("D").wait(0.5)

    seat.put("G", "C")
    asked, turns = seat.question, list(seat.turns)

    assert (asked, turns) == (Question(Asks.WHOSE, Player.WHITE, C, 0), [])
    assert seat.press("white").wait(CLAIM_S).turns == ["wG:D>C"]


@pytest.mark.parametrize("is_lifted_before", [False, True])
def test_what_lay_there_before_was_not_moved_there(*, is_lifted_before: bool) -> None:
    """White built on E with F as Black took G's stone, to place on B: E's stone lay there when G's had left.

    It makes no difference that somebody had G's stone up for a moment before all that.
    """
    seat = Seat(
        "g/bg/wgg/wwwgb/wbw/b/wwwbw ww wb w A=bonus3,B=greyminus3,C=greyactivates,F=minority,G=quarrygrey"
    )
    if is_lifted_before:
        seat.lift("G").put("G")
    seat.put("F").wait(1.0)
    for stones, places, seconds in (
        ((1, 2, 3, 5, 3, 2, 5), (E,), 0.25),
        ((1, 2, 3, 5, 3, 2, 5), (E, G), 0.02),
        ((1, 2, 3, 5, 4, 2, 5), (G,), 0.25),
    ):
        seat.look(moving(stones, *places))
        seat.now_s += seconds
    seat.heights = [1, 2, 3, 5, 4, 2, 4]

    seat.look().wait(1.0).put("B")

    assert seat.turns == []


def test_a_stone_asked_about_was_not_brought_by_the_rival() -> None:
    """Black built on E with F, which is asked for; White places on G and lifts F's: E's was there."""
    seat = Seat("-/-/-/-/-/-/- www gbb b B=minority,C=greyactivates,D=bonus3,F=quarrygrey").press("black")

    seat.put("F", "E", "G").lift("F")

    assert seat.turns == []


def test_a_stone_that_the_rival_has_moved_on_is_asked_for() -> None:
    """White had two colours for E, and Black on C has returned that stone: which was it?"""
    seat = Seat("bbb/-/bgb/www/g/-/- wg ggb w -").put("E", "C").lift("E").wait()
    asked = seat.question

    seat.press("white")

    assert asked == Question(Asks.COLOUR, Player.WHITE, E, 1, (WHITE, GREY))
    assert seat.asks is Asks.BONUS
    assert seat.press("ok").wait(RETURN_S).turns == ["wE", "bC:-E"]


def test_each_returns_a_stone_with_the_same_column() -> None:
    """Black builds on C and returns F's stone, White does the same with B's: nobody waits."""
    seat = Seat("b/wgbb/wgb/ww/bb/wb/bbbww w bb b -").put("C").lift("F").put("C").lift("B").wait()

    assert seat.turns == ["bC:-F", "wC:-B"]


def test_a_bonus_that_cannot_have_been_claims_nothing() -> None:
    """Black returned E's stone with C, White moved D's there with A: C's stone lay there before D's left."""
    seat = Seat("w/-/wwwb/wbwg/bb/bbg/w ww bbb b A=greyplus2,B=greyminus3,D=bonus3,E=tall,F=minority")

    seat.lift("E").put("C", "A").lift("D").put("E").wait()

    assert seat.turns == ["bC:-E", "wA:D>E"]


def test_a_stone_put_back_after_a_slip_was_not_the_bonus() -> None:
    """White put F's stone on G against the rules and back, then one from the quarry on E: *quarrygrey*."""
    seat = Seat(
        "b/gwbw/gwwb/bw/-/bbbwb/wbw wbb ww w B=tall,C=greyactivates,E=bonus3,F=greyplus2,G=quarrygrey"
    )

    seat.put("G").wait(0.8).lift("F").put("G").wait().lift("G").wait(0.3).put("F").wait(0.8).put("E").wait()
    assert seat.wait(CLAIM_S).turns == ["wG:*E"]


def test_a_slip_that_nothing_tells_of_takes_no_bonus_away() -> None:
    """White built on F, put a stone on full G and off again, built on C; Black has G's stone in its hand."""
    seat = (
        Seat("bgg/-/wbb/wggg/gbbgb/bwb/wwgbw wb ggb w -").put("F").wait().put("G").wait().lift("G").wait(0.8)
    )
    seat.put("C").wait(0.3).lift("G")

    seat.press("white").wait(CLAIM_S)

    assert "wF" not in seat.turns
    assert seat.put("D", "B").wait(CLAIM_S).turns == ["wF:bC", "bB:G>D"]


def test_what_was_seen_before_a_slip_may_have_been_right() -> None:
    """Black returned B's stone, White moved A's to E with B and put a black one on F, and off again."""
    seat = (
        Seat("gbbbw/wbwgg/wwwwb/bbbwg/ggw/w/b wgg bb b B=greyactivates,C=tall").lift("B").wait(0.3).put("C")
    )

    seat.lift("A").put("E", "F").wait().lift("F").wait(0.3).put("B").wait(CLAIM_S)

    assert seat.turns == []
    assert seat.press("white", "white").wait().turns == ["bC:-B", "wB:A>E"]


def test_the_rivals_stone_on_its_way_is_no_mistake() -> None:
    """Black moves G's stone to B with A; White lifts C's before that one rests, for B, too."""
    seat = Seat("wg/bbg/wbwgb/bwwbw/bbwwg/g/wgbgg www wwb b E=quarrygrey,G=greyactivates").put("A").lift("G")
    seat.look(moving((3, 3, 5, 5, 5, 1, 4), B)).look(moving((3, 4, 4, 5, 5, 1, 4), C))
    seat.heights = [3, 4, 4, 5, 5, 1, 4]

    seat.look().put("B").wait()

    assert seat.view.mismatch is None
    assert seat.put("G").wait(CLAIM_S).turns == ["bA:G>B", "wG:C>B"]


def test_a_stone_on_the_temple_ends_the_bonus_before_it() -> None:
    """Black builds on C, White too, and then F's stone goes back to the quarry: that is White's bonus."""
    seat = Seat("b/wgbb/wgb/ww/bb/wb/bbbww w wb b -").put("C", "C").lift("F").wait()

    seat.press("black").wait()

    assert seat.turns == ["bC", "wC:-F"]


def test_two_hands_at_once_may_be_two_players() -> None:
    """White's second stone of F comes to C while Black lifts D's for G: C's is not Black's yet."""
    seat = Seat("-/-/-/b/-/-/- ww bb w -").put("F").wait(0.8)
    for stones, places in (((0, 0, 0, 1, 0, 1, 0), [C]), ((0, 0, 0, 1, 0, 1, 0), [C, D])):
        seat.look(moving(stones, *places))
        seat.now_s += 0.3
    seat.look(moving((0, 0, 1, 1, 0, 1, 0), D))
    seat.heights = [0, 0, 1, 0, 0, 1, 0]

    seat.look().wait(RETURN_S + 0.2)

    assert seat.turns == []
    assert seat.put("G", "C").wait(OVERLAP_S).turns == ["wF:wC", "bG:D>C"]


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


def test_a_stone_that_lies_still_ends_the_bonus_before_its_pad_says_so() -> None:
    """White takes F's stone for the bonus as soon as its hand has left C, which is sooner than C rests."""
    seat = Seat("b/wgbb/wgb/ww/bb/wb/bbbww w wb b -").put("C").wait()
    seat.look(moving((1, 4, 4, 2, 2, 2, 5), C))
    seat.now_s += 0.15
    seat.look(moving((1, 4, 4, 2, 2, 2, 5), C, F))
    seat.heights = [1, 4, 5, 2, 2, 1, 5]
    seat.now_s += 0.1

    seat.look(moving((1, 4, 5, 2, 2, 2, 5), F)).look().press("black").wait(CLAIM_S)

    assert seat.turns == ["bC", "wC:-F"]


def test_two_stones_on_one_column_came_one_after_the_other() -> None:
    """Black builds on D, and before it is asked about White moves C's stone on top of it with B."""
    seat = Seat("-/-/bbw/-/w/-/- www gb b -").put("D").wait(0.5).lift("C").put("D", "B")

    assert seat.asks is Asks.COLOUR


@pytest.mark.parametrize("is_same", [True, False])
def test_a_stone_set_straight_was_not_moved_to_where_a_finger_lay_before(*, is_same: bool) -> None:
    """White builds on F and presses; a hand leaned on A, its stone is lifted and put back, or another."""
    seat = Seat("w/bg/b/wwb/wbgw/ww/wg www wgb w -").put("B").wait(0.4)
    for seconds, places in ((1.7, [F]), (1.2, [A, F])):
        seat.look(moving((1, 3, 1, 3, 4, 2, 2), *places))
        seat.now_s += seconds
    seat.look(moving((1, 3, 1, 3, 4, 3, 2), A))
    seat.now_s += 1.3
    seat.look(at_rest((0, 3, 1, 3, 4, 3, 2)))
    seat.heights = [1, 3, 1, 3, 4, 3, 2]

    early = list(seat.wait(STRAIGHT_S - 1.0).turns)
    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, (is_same,) + (False,) * 6))

    assert early == []
    assert seat.press("white", "white").turns == (["wF:wB"] if is_same else ["wB:A>F", "wA"])


def test_a_stone_lifted_because_its_pad_was_named_is_waited_for() -> None:
    """White's grey stone came to A under a leaning hand; A is named, so it is lifted and set straight."""
    seat = Seat("-/gbg/b/bbw/bwbbg/wb/- wg ggg w -").put("F").press("white")
    seat.look(moving((0, 3, 1, 3, 5, 3, 0), A))
    seat.now_s += 2.5
    seat.look(moving((0, 3, 1, 3, 5, 4, 0), A))
    seat.now_s += 0.7
    seat.look(at_rest((0, 3, 1, 3, 5, 4, 0)))
    seat.heights = [0, 3, 1, 3, 5, 4, 0]
    early = list(seat.wait(STRAIGHT_S - 0.5).turns)

    seat.put("A").press("grey").wait(STRAIGHT_S)

    assert (early, seat.turns) == ([], ["wF:gA", "gF"])


def test_a_stone_that_is_not_put_back_has_left_the_column() -> None:
    """A hand leaned on A for long, and its stone is lifted: for B's bonus, as it turns out."""
    seat = Seat("w/bg/b/wwb/wbgw/ww/wg www wgb w -").put("B").wait(0.4)
    seat.look(moving((1, 3, 1, 3, 4, 2, 2), A))
    seat.now_s += 2.0

    seat.lift("A").put("F").wait(STRAIGHT_S)

    assert seat.turns == ["wB:A>F"]


def test_a_stone_lifted_because_its_pad_was_named_claims_nothing() -> None:
    """Black built grey on C, White placed on D; A's stone is up a moment for a hand that leaned there."""
    seat = Seat("wbwbb/bw/w/-/bbgg/bbbb/wbbgw ww gb b -").put("F")
    seat.look(moving((5, 2, 1, 0, 4, 5, 5), C))
    seat.now_s += 2.0
    seat.look(moving((5, 2, 1, 0, 4, 5, 5), A, C))
    seat.now_s += 0.6
    seat.look(moving((5, 2, 2, 0, 4, 5, 5), A))
    seat.look(moving((5, 2, 2, 0, 4, 5, 5), A, D))
    seat.now_s += 0.3
    seat.look(moving((5, 2, 2, 1, 4, 5, 5), A)).press("black")
    seat.now_s += 2.0
    seat.look(at_rest((4, 2, 2, 1, 4, 5, 5)))
    seat.heights = [4, 2, 2, 1, 4, 5, 5]

    seat.wait(1.0).look(moving((4, 2, 2, 1, 4, 5, 5), A)).put("A").wait(STRAIGHT_S)

    assert seat.turns == []
    assert seat.asks is Asks.COLOUR


def test_an_answer_about_a_stone_that_lies_there_again_is_asked_for_anew() -> None:
    """White presses for A's stone just as it is lifted and set straight: it comes back, and play goes on."""
    seat = Seat("-/bw/ww/b/b/b/g wwb - w -").put("F").put("A").lift("A")
    seat.now_s -= 0.15
    seat.press("white").put("A").wait(1.0)

    assert seat.asks is Asks.COLOUR
    assert seat.press("white", "white").wait(OVERLAP_S).turns == ["wF:wA"]


def test_a_bonus_before_the_stone_that_was_named_is_no_take() -> None:
    """Black names grey, moves D's stone to C, and then only places the grey one on A."""
    seat = Seat("g/bw/wb/bgwg/wwbbb/wb/bb wg g b A=greyactivates,C=tall,F=greyminus3,G=minority")
    early = list(seat.press("grey").lift("D").put("C").wait(CLAIM_S - 0.5).turns)

    assert (early, seat.put("A").turns, seat.asks) == ([], [], Asks.COLOUR)
    assert seat.press("grey", "black").wait(CLAIM_S).turns == ["gA:D>C"]


def test_a_stone_lifted_where_a_hand_had_leaned_left_only_then() -> None:
    """A hand leaned on C while White moved E's stone to D with B; soon Black moves C's there with B, too."""
    seat = Seat("bg/-/w/-/bwbw/-/- w ggb w -")
    for stones, places, seconds in (
        ((2, 0, 1, 0, 4, 0, 0), (C,), 0.9),
        ((2, 1, 1, 0, 4, 0, 0), (C, E), 0.6),
        ((2, 1, 1, 0, 3, 0, 0), (C, D), 1.0),
        ((2, 1, 1, 1, 3, 0, 0), (), 1.5),
        ((2, 2, 1, 1, 3, 0, 0), (C,), 0.3),
    ):
        seat.look(moving(stones, *places))
        seat.now_s += seconds
    seat.heights = [2, 2, 0, 1, 3, 0, 0]

    seat.look().put("D").wait(OVERLAP_S)

    assert seat.turns == ["wB:E>D", "bB:C>D"]


def test_a_stone_too_many_is_gone_at_once_though_a_hand_had_leaned_there() -> None:
    """E is full, and a sixth stone is taken off it from under somebody's hand: all is well again."""
    seat = Seat("-/-/-/-/bwbwb/-/- ww bb w -").put("E").wait()
    wrong = seat.view.mismatch
    seat.look(moving((0, 0, 0, 0, 6, 0, 0), E))
    seat.now_s += 2.0
    seat.heights = [0, 0, 0, 0, 5, 0, 0]

    seat.look()

    assert wrong is not None
    assert wrong.columns == (Wrong(E, 6, 5),)
    assert seat.view.mismatch is None
    assert seat.press("grey").turns == ["+1g"]


def test_what_is_put_right_under_a_leaning_hand_is_right() -> None:
    """White's turn is taken back while a hand leans on F; it takes F's stone along: nothing more to mend."""
    seat = Seat("-/-/-/-/-/-/- ww bb w -").put("F").look(moving((0, 0, 0, 0, 0, 1, 0), F))
    seat.tracker.restart(seat.tracker.position, End.AT_ONCE, is_guiding=True)
    seat.now_s += 4.0
    seat.heights[F.index] = 0

    assert seat.look().view.mismatch is None
    assert not seat.tracker.is_guiding


def test_a_stone_put_down_in_a_knock_is_waited_for_when_it_is_set_straight() -> None:
    """White's stone came to G as the table shook and lies askew; G is named, and it is lifted for that."""
    seat = Seat("g/wwgg/-/wbbb/gg/bw/wwb ww gb w -")
    seat.look(moving((1, 4, 0, 4, 2, 2, 3), *Location))
    seat.now_s += 1.2
    seat.look(moving((1, 4, 0, 4, 2, 2, 3), G))
    seat.now_s += 1.7
    seat.look(moving((1, 4, 1, 4, 2, 2, 3), G))
    seat.now_s += 1.3
    seat.heights = [1, 4, 1, 4, 2, 2, 3]

    early = seat.look().asks

    assert early is None
    assert seat.press("ok").put("G").press("white").wait(STRAIGHT_S).turns == ["wG"]
    assert seat.press("grey").turns == ["wG", "gC"]


def test_a_stone_that_is_lifted_as_a_long_knock_ends_has_left() -> None:
    """The table shook for two seconds, all pads were named: C's stone is not up to be set straight."""
    seat = Seat("-/-/g/-/-/-/- ww bb w -").put("A").wait(0.4)
    seat.look(moving((1, 0, 1, 0, 0, 0, 0), *Location))
    seat.now_s += 2.0
    seat.look(moving((1, 0, 1, 0, 0, 0, 0), B, C, D, E))

    seat.lift("C").put("D")

    assert seat.turns == ["wA:C>D"]


def test_an_answer_settles_though_a_hand_had_leaned_elsewhere() -> None:
    """White's bonus on D is asked for, somebody leans on C; GREY: he takes a grey one, whatever C has."""
    seat = Seat().put("D")
    seat.look(moving((0, 0, 0, 1, 0, 0, 0), C))
    seat.now_s += 2.0
    asked = seat.look().asks

    seat.press("grey")

    assert asked is Asks.BONUS
    assert seat.turns == ["wD:+g"]
    assert seat.press("grey").turns == ["wD:+g"]  # once more at once: was it felt?


def test_a_colour_that_ends_the_turn_settles_though_a_hand_had_leaned_elsewhere() -> None:
    """White's stone on G is grey, he says after somebody has leaned on C: Black is to move, and may take."""
    seat = Seat("-/-/-/-/-/-/- wg bb w -").put("G")
    seat.look(moving((0, 0, 0, 0, 0, 0, 1), C))
    seat.now_s += 2.0
    seat.look().press("grey")

    assert seat.turns == ["gG"]
    assert seat.press("black").turns == ["gG", "+1b"]


def test_a_touch_takes_no_bonus_away_that_was_seen() -> None:
    """White moved G's stone to C with B; as Black's comes to G, somebody has D's stone up for a moment."""
    seat = Seat("gw/b/bwgw/ggwbb/bb/wbwbb/bbbw wgb wgb w A=greyactivates,E=greyplus2,F=quarrygrey")
    seat.press("white")
    for stones, places in (
        ((2, 1, 4, 5, 2, 5, 4), (B,)),
        ((2, 1, 4, 5, 2, 5, 4), (B, G)),
        ((2, 2, 4, 5, 2, 5, 4), (G,)),
        ((2, 2, 5, 5, 2, 5, 3), ()),
        ((2, 2, 5, 5, 2, 5, 4), (D,)),
    ):
        seat.look(moving(stones, *places))
        seat.now_s += 0.3
    seat.heights = [2, 2, 5, 4, 2, 5, 4]
    early = list(seat.look().turns)

    seat.put("D").wait(OVERLAP_S)

    assert early == []
    assert seat.turns == ["wB:G>C"]


def test_a_stone_that_nothing_follows_is_named_by_its_column() -> None:
    """White's stone on B is in a hand again, for good, and one lies on G: the glass says G, not nothing."""
    seat = Seat("-/-/-/-/bw/-/- wg bb w -").put("B", "G").lift("B").wait(MISSING_S + 1.0)

    mismatch = seat.view.mismatch

    assert mismatch is not None
    assert mismatch.columns == (Wrong(G, 1, 0),)


def test_a_bonus_stone_put_before_somebodys_slip_came_first() -> None:
    """Black puts D's stone on E for A; B's on D was a slip; White had not said his take."""
    seat = Seat("gww/bbwgb/w/wbwwg/wwgw/wbbwb/gbbgg - gbb w -").lift("D").put("E").lift("B").put("D").wait()
    seat.lift("D").wait().put("B").wait()

    seat.put("A").press("white", "ok")

    assert seat.turns == ["+1w", "bA:D>E"]


def test_a_stone_in_the_hand_after_the_rivals_bonus_stone_came_there() -> None:
    """White built on B with F; Black builds on B, too, and holds E's white stone: nothing is wrong."""
    seat = Seat("-/-/-/-/w/w/- ww bb w -").put("F", "B").wait(1.0).put("B").wait(1.0).lift("E").wait()

    assert (seat.turns, seat.view.mismatch) == (["wF:wB"], None)


def test_a_bonus_stone_that_touched_another_column_first_is_one_turn() -> None:
    """White brings D's stone to C by way of B, where it lies for half a second, and then places on A."""
    seat = Seat("w/b/-/g/-/-/- wg bb w -").lift("D").wait(0.5).put("B").wait(0.4).lift("B").wait(0.4)

    seat.put("C").wait(0.4).put("A").wait(CLAIM_S)

    assert (seat.turns, seat.asks) == ([], Asks.COLOUR)
    assert seat.press("grey").turns == ["wA:D>C"]


def test_what_leaves_a_column_under_a_hand_is_not_seen() -> None:
    """Black is on B, a hand on A for nine seconds, and a stone comes to F: A's, or White's? It is asked."""
    seat = Seat("bw/bw/bbwb/w/-/b/bbb gg bb b -").put("B")
    seat.now_s += 0.5
    seat.look(moving((2, 3, 4, 1, 0, 1, 3), A))
    seat.now_s += 1.0
    seat.look(moving((2, 3, 4, 1, 0, 2, 3), A)).wait(9.0)

    assert seat.turns == []
    assert seat.question == Question(Asks.COLOUR, Player.BLACK, F, 1, (WHITE, GREY, BLACK))
    assert seat.press("white").turns == ["bB:A>F"]


def test_a_grey_stone_from_the_quarry_or_from_a_dead_pad_is_asked_for() -> None:
    """F's pad is dead and a stone comes to A after White's on G: F's black one, or a grey one?"""
    seat = Seat("-/-/-/-/-/b/- ww gb w G=quarrygrey").look(at_rest((0, 0, 0, 0, 0, None, 0)))
    seat.heights[F.index] = None

    seat.put("G").wait().put("A").wait()

    assert (seat.turns, seat.asks) == ([], Asks.COLOUR)
    assert seat.press("black", "white").turns == ["wG:F>A"]


def test_a_stone_that_left_under_a_leaning_hand_left_for_something() -> None:
    """A hand leaned on D, and its white stone lies on A, where Black may place: WHITE tells of no turn."""
    seat = Seat("-/wbggb/ggbww/wwbw/ggggg/wgwwb/wbww bb wbb b E=minority,F=greyplus2")
    seat.look(moving((0, 5, 5, 4, 5, 5, 4), D))
    seat.now_s += 1.6
    seat.look(moving((1, 5, 5, 4, 5, 5, 4), D))
    seat.now_s += 1.3
    seat.heights = [1, 5, 5, 3, 5, 5, 4]

    seat.look().press("white").wait(STRAIGHT_S)

    assert seat.turns == []
    assert seat.wait().view.mismatch is not None


def test_the_rivals_stone_where_one_had_left_is_his() -> None:
    """White returned A's stone with C; Black lifts E's for the bonus of his, which weighs as much, on A."""
    seat = Seat("wb/-/b/wbwg/wwbbg/gggg/bgbg ww bbb w -").put("C").press("white").lift("A").wait(RETURN_S)
    seat.lift("E")
    seat.heights[A.index] = 2
    seat.now_s += 1.0

    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, tuple(place is A for place in Location)))
    seat.wait(RETURN_S)

    assert seat.turns[-1:] == ["wC:-A"]


def test_whose_stone_it_is_where_a_hand_had_leaned_is_asked() -> None:
    """Black moved D's white stone to A with B, White placed on E, where a hand had leaned: E's may be D's."""
    seat = Seat("gwgw/bg/bgbgg/bwbbw/wgb/wgg/bbbbg w b b -")
    for stones, places, seconds in (
        ((4, 2, 5, 5, 3, 3, 5), (E,), 0.7),
        ((4, 2, 5, 5, 3, 3, 5), (B, E), 0.4),
        ((4, 3, 5, 5, 3, 3, 5), (D, E), 0.5),
        ((4, 3, 5, 4, 3, 3, 5), (E,), 0.7),
        ((4, 3, 5, 4, 3, 3, 5), (A, E), 1.5),
        ((4, 3, 5, 4, 3, 3, 5), (A,), 0.5),
        ((5, 3, 5, 4, 3, 3, 5), (), 1.3),
        ((5, 3, 5, 4, 3, 3, 5), (E,), 0.5),
    ):
        seat.look(moving(stones, *places))
        seat.now_s += seconds
    seat.heights = [5, 3, 5, 4, 4, 3, 5]

    seat.look().press("white", "black")

    assert (seat.turns, seat.question) == ([], Question(Asks.WHOSE, Player.BLACK, A, 4))
    assert seat.press("black").wait(CLAIM_S).turns[:1] == ["bB:D>A"]


def test_a_stone_touched_in_the_middle_of_a_turn_may_be_nobodys_turn() -> None:
    """Black puts the bonus stone on B, A's stone is up for a moment, then Black places on F: it is asked."""
    seat = Seat("gww/g/ww/bb/-/-/- w bbb b -").put("B").lift("A")
    seat.heights[A.index] = 3
    back = Heights(tuple(seat.heights), (RESTS,) * 7, tuple(place is A for place in Location))
    seat.now_s += 0.3
    seat.look(back)
    seat.heights[F.index] = 1
    seat.now_s += 0.3

    seat.look(Heights(tuple(seat.heights), (RESTS,) * 7, back.back)).wait()

    assert seat.turns == []
    assert seat.asks in (Asks.COLOUR, Asks.WHOSE)


def test_a_stone_that_lay_on_the_wrong_column_first_may_be_one_turn() -> None:
    """Black carries B's stone to D by way of C, and places on G; or returned it with C, and White played."""
    seat = Seat("-/b/w/-/-/-/- www bbb b -").lift("B").wait(0.4).put("C").wait(0.3).lift("C").wait(0.4)

    seat.put("G").wait(0.4).put("D").wait()

    assert seat.turns == []
    assert seat.asks in (Asks.COLOUR, Asks.WHOSE)
