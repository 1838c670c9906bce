"""What hands do in the middle of things: each of these was once settled wrong, or came to a dead end."""

import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.tracker.belief import CLAIM_S, OVERLAP_S, RETURN_S
from companion.tracker.columns import BUSY_S, STRAIGHT_S
from companion.tracker.mismatch import Wrong
from companion.tracker.question import Asks, Question
from companion.tracker.watch import MISSING_S
from tests.tracker.seat import Seat, at_rest, moving

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour


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

    assert asked == Question(Asks.COLOUR, Player.WHITE, E, 1, (WHITE, GREY), is_gone=True)
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


def test_a_grey_stone_from_the_quarry_or_from_a_dead_pad_is_asked_for() -> None:
    """F's pad is dead and a stone comes to A after White's on G: F's black one, or a grey one?"""
    seat = Seat("-/-/-/-/-/b/- ww gb w G=quarrygrey").look(at_rest((0, 0, 0, 0, 0, None, 0)))
    seat.heights[F.index] = None

    seat.put("G").wait().put("A").wait()

    assert (seat.turns, seat.asks) == ([], Asks.COLOUR)
    assert seat.press("black", "white").turns == ["wG:F>A"]


def test_a_stone_that_lay_on_the_wrong_column_first_may_be_one_turn() -> None:
    """Black carries B's stone to D by way of C, and places on G; or returned it with C, and White played."""
    seat = Seat("-/b/w/-/-/-/- www bbb b -").lift("B").wait(0.4).put("C").wait(0.3).lift("C").wait(0.4)

    seat.put("G").wait(0.4).put("D").wait()

    assert seat.turns == []
    assert seat.asks in (Asks.COLOUR, Asks.WHOSE)


def test_a_stone_too_many_that_leaves_together_with_another_did_not_come_first() -> None:
    """Black's sixth stone on full E is off again, and White's bonus stone with it; Black builds on C, too."""
    seat = Seat("-/w/wwb/b/bbggg/b/- wgg gb b B=minority,E=greyactivates").put("E").wait()
    seat.look(moving((0, 1, 3, 1, 6, 1, 0), E))
    seat.heights[E.index] = 4
    seat.now_s += 1.0

    seat.look().put("C").wait(CLAIM_S)

    assert seat.turns == ["bC:-E"]


def test_a_stone_lifted_again_as_soon_as_it_lies_was_not_returned() -> None:
    """White's bonus on E is open, Black builds on C with F, and has F's stone up again for a moment."""
    seat = Seat("-/-/-/-/-/-/- wwb gbb w -").put("E").press("white").put("C").wait(0.4).put("F").lift("F")
    early = list(seat.wait(0.7).turns)

    seat.put("F").wait()

    assert early == []
    assert seat.press("black", "black", "grey").turns[:1] == ["wE:xg"]


@pytest.mark.parametrize("lifted", ["AD", "DA"])
def test_of_two_stones_returned_at_once_the_first_lifted_is_the_first_players(lifted: str) -> None:
    """Both place on C and return a stone while C does not rest: the record says in which order they did."""
    first, second = map(Location, lifted)
    seat = Seat("w/-/-/b/-/-/- ww bb w -").lift(first.value)
    lying = [int(place in (A, D) and place is not first) for place in Location]
    seat.now_s += 0.2
    seat.look(moving(tuple(lying), C))
    seat.now_s += 0.5
    lying[second.index] = 0
    seat.look(moving(tuple(lying), C))
    seat.now_s += 0.5
    seat.heights = [0, 0, 2, 0, 0, 0, 0]
    seat.look()

    assert seat.wait(OVERLAP_S).turns == [f"wC:-{first.value}", f"bC:-{second.value}"]


def test_a_turn_that_the_rival_would_have_begun_before_it_shuts_out_no_other() -> None:
    """White moves F's stone and places on A, Black at once on C: nobody lifted F's before White played."""
    seat = Seat("gggg/wgbwb/gwbw/wbbgw/bwb/wwbbg/wwbw gb gbb w A=greyactivates,E=minority")
    seat.press("grey").lift("F")
    seat.now_s += 0.2
    seat.look(moving((4, 5, 4, 5, 3, 4, 4), G))
    seat.put("G").now_s += 0.1
    seat.look(moving((4, 5, 4, 5, 3, 4, 5), A))
    seat.now_s += 0.1
    seat.look(moving((4, 5, 4, 5, 3, 4, 5), A, C))
    seat.now_s += 0.5
    seat.heights = [5, 5, 5, 5, 3, 4, 5]
    seat.look().press("grey", "grey", "grey")
    settled, asked = list(seat.turns), seat.asks

    assert (settled, asked) == ([], Asks.WHOSE)  # all stones are grey: only people know
    assert seat.press("white", "black").wait().turns == ["gA:F>G", "gC"]


def test_a_stone_lifted_and_put_back_did_not_come_after_the_rivals() -> None:
    """White's finger is on A as Black plays: whose it is is asked, and still is when somebody had it up."""
    seat = Seat("ggwg/wbwwb/ggwbb/wbbww/bwgg/wwwb/bgwww g g w -")
    lying = tuple(height or 0 for height in seat.heights)
    seat.now_s += 1.0
    seat.look(moving(lying, A))
    seat.now_s += 2.0
    seat.look(moving(lying, A, F))
    seat.now_s += 0.5
    seat.heights[F.index] = 5
    seat.look(moving((*lying[:5], 5, lying[6]), A))
    asked = [seat.put("A").asks, seat.lift("A").asks, seat.put("A").wait().asks]

    assert (asked, seat.turns) == ([Asks.WHOSE, None, Asks.WHOSE], [])
    assert seat.press("white").wait().turns == ["gA", "gF"]


def test_a_stone_that_lay_before_another_had_left_is_not_that_one() -> None:
    """White builds on E with F as somebody kicks the table, and Black has lifted D's stone for C already."""
    seat = Seat("wb/gggg/ggw/gg/b/bgw/wbg www bbb w -").put("F").wait(1.0)
    kicked = tuple(height or 0 for height in seat.heights)
    seat.look(moving(kicked, *Location))
    seat.now_s += 1.0
    seat.heights[E.index] = 2
    seat.look(moving((2, 4, 3, 2, 2, 4, 3), D))
    seat.lift("D").wait(1.0).put("A")
    early = list(seat.turns)

    assert early == []
    assert seat.put("C").press("white", "grey").wait().turns == ["wF:wE", "bA:D>C"]


def test_a_stone_that_left_before_a_slip_has_left_though_the_rival_fills_its_place() -> None:
    """Black moves E's stone to D, errs with F's on B, mends that, places on G; White plays on E at once."""
    seat = Seat("-/w/g/wg/b/bgg/- wg ggb b -")
    lying = tuple(height or 0 for height in seat.heights)
    seat.look(moving(lying, E))
    seat.now_s += 1.0
    seat.heights[D.index] = 3
    seat.look(moving((0, 1, 1, 3, 1, 3, 0), E))
    seat.lift("E").wait(1.0).lift("F").put("B").wait()
    wrong = seat.view.mismatch
    seat.lift("B").put("F").wait(1.0).put("G", "E").wait(CLAIM_S)

    assert wrong is not None
    assert seat.press("black", "black", "white", "ok").turns == ["bG:E>D", "wE"]


def test_two_stones_that_a_hand_hid_as_they_left_have_left_one_by_one() -> None:
    """Somebody leans on E as White moves its stone to B; Black moves the next one of E at once."""
    seat = Seat("gwb/gwb/ggw/wggwb/wggg/bgbbb/bwbww ww wbb w -").put("A")
    seat.look(moving((4, 3, 3, 5, 4, 5, 5), E)).wait(BUSY_S)
    seat.heights[B.index] = 4
    seat.look(moving((4, 4, 3, 5, 4, 5, 5), E))
    seat.lift("E").put("A").wait(0.5)
    seat.look(moving((5, 4, 3, 5, 3, 5, 5), E))
    seat.lift("E").put("C")

    assert seat.wait(OVERLAP_S).turns == ["wA:E>B", "bA:E>C"]


def test_a_stone_that_left_again_while_others_are_in_hands_had_come() -> None:
    """Black moves F's stone, with a hand left there, and White at once the one that Black has placed on B."""
    seat = Seat("bb/w/-/-/-/ww/b wg ggg b B=greyactivates,G=bonus3")
    seat.look(moving((2, 1, 0, 0, 0, 2, 1), F)).wait(BUSY_S)
    seat.heights[B.index] = 2
    seat.look(moving((2, 2, 0, 0, 0, 2, 1), F))
    seat.heights[F.index] = 1
    seat.look(moving((2, 2, 0, 0, 0, 1, 1), D))
    seat.now_s += 1.0
    seat.heights[B.index] = 1
    seat.look(moving((2, 1, 0, 0, 0, 1, 1), D))
    seat.put("D", "D", "A").wait(STRAIGHT_S)

    assert seat.wait(OVERLAP_S).turns == ["gB:F>D", "wA:B>D"]


def test_a_stone_that_was_named_is_no_take_while_the_rivals_turn_is_under_way() -> None:
    """White named a grey stone and put it on A; Black's bonus moves D's to E before his stone lies on A."""
    seat = Seat("bgw/wwwg/-/wbg/bbww/gwg/wbwbb g gb w C=bonus3,G=quarrygrey").press("grey").put("A")
    early = list(seat.lift("D").put("E").wait(OVERLAP_S).turns)

    seat.put("A").press("grey", "black")

    assert early == []
    assert seat.wait().turns == ["gA", "bA:D>E"]


def test_a_stone_lifted_in_a_slip_had_come_first_all_the_same() -> None:
    """Black puts C's stone on D by mistake, and back: what is returned then goes with C."""
    seat = Seat("bggwww/w/g/wwbwg/gb/bbgw/g - bbb b A=tall,C=minority,E=greyminus3,F=greyactivates")
    seat.put("C").wait().lift("C").put("D").wait()
    wrong = seat.view.mismatch
    seat.heights = [6, 1, 2, 6, 2, 4, 1]
    seat.look(moving((6, 1, 2, 6, 2, 4, 1), D))
    seat.heights[E.index] = 1
    seat.look(moving((6, 1, 2, 6, 1, 4, 1), D))
    seat.lift("D")

    assert wrong is not None
    assert seat.wait().turns == ["bC:-E"]


def test_a_bonus_stays_open_while_a_stone_too_many_may_be_in_a_hand() -> None:
    """Black puts G's stone onto his own on B, mends that with a hand left there: B's bonus is still his."""
    seat = (
        Seat("g/bg/bgg/wbg/-/w/bb ww bb b A=greyactivates,B=minority,D=bonus3,F=greyminus3").put("B").wait()
    )
    seat.lift("G").put("B").wait()
    wrong = seat.view.mismatch
    seat.look(moving((1, 4, 3, 3, 0, 1, 1), B)).wait(BUSY_S)
    seat.lift("B").put("G").wait(OVERLAP_S)
    early = list(seat.turns)

    seat.wait(STRAIGHT_S).lift("F").put("C")

    assert wrong is not None
    assert early == []
    assert seat.wait(CLAIM_S).turns == ["bB:F>C"]


def test_of_two_stories_of_a_slip_the_one_whose_stones_left_first_is_told() -> None:
    """White returns A's stone; Black moves F's, errs, mends that, and fills A: A's had left first."""
    seat = Seat("bg/-/-/-/b/g/- w wwg w A=greyactivates,C=minority").lift("A").put("C").lift("F").put("D")
    seat.lift("C").put("E").wait()
    wrong = seat.view.mismatch
    seat.lift("E").put("C").wait().put("A").wait().press("grey")

    assert wrong is not None
    assert seat.wait().turns == ["wC:-A", "gA:F>D"]


def test_a_stone_moved_after_a_slip_did_not_go_where_the_slip_had_been() -> None:
    """Black places on G, moves D's stone to A by mistake, and back; then E's to B, and White plays on G."""
    seat = Seat("-/w/ww/wbww/b/g/b ggb wgg b A=bonus3,D=greyminus3,E=tall,G=greyactivates").put("G", "A")
    seat.lift("D").wait()
    wrong = seat.view.mismatch
    seat.lift("A").put("D").wait().lift("E").put("B", "G").press("grey", "grey", "ok")

    assert wrong is not None
    assert seat.wait().turns == ["gG:E>B", "gG"]


def test_a_bonus_stone_that_lies_is_not_the_rivals_though_his_bonus_moves_one_too() -> None:
    """Black moved B's stone to C with A; in a knock White has taken G's for E, and then places on B."""
    seat = Seat(
        "g/ggbbg/bgb/wbbbw/bgg/wgwww/bggbw w b b B=greyminus3,C=minority,D=quarrygrey,E=greyactivates"
    )
    seat.put("A").lift("B")
    seat.look(moving((2, 4, 3, 5, 3, 5, 5), C)).now_s += 0.8
    seat.look(moving((2, 4, 3, 5, 3, 5, 5), C, G)).now_s += 0.6
    seat.look(moving((2, 4, 4, 5, 3, 5, 5), G)).now_s += 0.1
    seat.heights = [2, 4, 4, 5, 3, 5, 4]
    seat.look().wait(0.4).put("E", "B").wait(CLAIM_S)

    assert seat.turns == ["bA:B>C", "wB:G>E"]


def test_an_open_bonus_claims_a_stone_though_a_hand_leans_elsewhere() -> None:
    """A hand leans on F while Black builds on C; White lifts G's stone at once, and moves it to E with B."""
    seat = Seat("-/-/-/-/-/b/w wb gb b -").put("F")
    seat.look(moving((0, 0, 0, 0, 0, 2, 1), F)).now_s += 2.0
    seat.look(moving((0, 0, 0, 0, 0, 2, 1), C)).now_s += 0.6
    seat.heights[C.index] = 1
    seat.look().lift("G").press("black").wait(0.5).put("E").wait(OVERLAP_S).wait(1.0).put("B").wait(CLAIM_S)

    assert seat.turns == ["bF:gC", "wB:G>E"]


def test_a_stone_whose_place_the_rival_has_filled_was_not_put_back() -> None:
    """White moves G's stone to C with B; a hand leans on G, where Black places while he moves F's stone."""
    seat = Seat("-/-/gw/-/-/b/w w b w A=bonus3,G=quarrygrey").put("B").lift("G")
    seat.look(moving((0, 1, 2, 0, 0, 1, 0), C)).now_s += 0.3
    seat.look(moving((0, 1, 2, 0, 0, 1, 0), C, G)).now_s += 0.3
    seat.look(moving((0, 1, 3, 0, 0, 1, 0), G)).now_s += 0.7
    seat.look(moving((0, 1, 3, 0, 0, 1, 0), F, G)).now_s += 0.7
    seat.look(moving((0, 1, 3, 0, 0, 0, 0), G)).now_s += 1.6
    seat.heights = [0, 1, 3, 0, 0, 0, 1]
    seat.look().put("E").wait(CLAIM_S)

    assert seat.turns == ["wB:G>C", "bG:F>E"]


@pytest.mark.parametrize("rests", ["C", "F"])
def test_the_rival_who_places_before_he_returns_has_returned_it(rests: str) -> None:
    """White's stone does not lie still yet, on Black's on C, when he takes F's."""
    seat = Seat("wwbwg/wgww/ggw/bwgb/bbgbb/wbww/bwwgb w ggb b A=greyminus3,C=tall,D=minority,F=greyplus2")
    seat.put("C")
    seat.look(moving((5, 4, 4, 4, 5, 4, 5), C)).now_s += 0.6
    seat.look(moving((5, 4, 4, 4, 5, 4, 5), C, F)).now_s += 0.2
    heights, busy = ((5, 4, 5, 4, 5, 4, 5), F) if rests == "C" else ((5, 4, 4, 4, 5, 3, 5), C)
    seat.look(moving(heights, busy)).now_s += 0.1
    seat.heights = [5, 4, 5, 4, 5, 3, 5]

    assert seat.look().press("black").wait(OVERLAP_S).turns == ["bC", "wC:-F"]


def test_a_rival_who_moves_a_stone_first_is_waited_for() -> None:
    """White placed on B; Black moves E's stone to C, errs with the next one, mends that, and places on G."""
    seat = Seat("w/bbw/gww/www/bwbb/bw/g ww wgg w A=greyminus3,B=greyplus2,C=tall,D=minority,G=greyactivates")
    seat.look(moving((1, 3, 3, 3, 4, 2, 1), B)).now_s += 0.1
    seat.look(moving((1, 3, 3, 3, 4, 2, 1), B, E)).now_s += 0.5
    seat.heights = [1, 4, 3, 3, 4, 2, 1]
    seat.look(moving((1, 4, 3, 3, 4, 2, 1), E)).lift("E").put("C").wait(0.5).lift("E").put("A").wait()
    wrong = seat.view.mismatch
    seat.lift("A").put("E").wait(OVERLAP_S).wait(1.0).put("G").press("white", "grey")

    assert wrong is not None
    assert seat.wait(CLAIM_S).turns == ["wB", "gG:E>C"]


def test_two_stones_returned_one_within_the_other_are_two_turns() -> None:
    """A hand leans on C, F's stone is on its way when G's is lifted and gone: somebody was first, surely."""
    seat = Seat("-/-/-/-/-/w/b ww bb w -")
    for seconds, heights, places in (
        (1.0, (0, 0, 0, 0, 0, 1, 1), (C,)),
        (0.25, (0, 0, 0, 0, 0, 1, 1), (C, F)),
        (0.5, (0, 0, 0, 0, 0, 1, 1), (C, F, G)),
        (0.25, (0, 0, 0, 0, 0, 1, 0), (C, F)),
        (0.25, (0, 0, 0, 0, 0, 0, 0), (C,)),
    ):
        seat.look(moving(heights, *places)).now_s += seconds
    seat.heights = [0, 0, 2, 0, 0, 0, 0]

    assert sorted(turn[:2] for turn in seat.look().wait(CLAIM_S).turns) == ["bC", "wC"]


def test_the_rivals_bonus_stone_on_another_column_is_not_claimed_after_the_bonus_was_used() -> None:
    """White moves E's stone to F with B; Black builds on C, and places on F, too."""
    seat = Seat("-/b/-/-/bw/-/- wg bbb w A=bonus3,B=greyactivates").lift("E").put("B")
    seat.look(moving((0, 2, 0, 0, 1, 0, 0), F)).now_s += 0.3
    seat.heights[F.index] = 1
    seat.look().wait(0.4).put("C").wait(1.0).put("F").wait(CLAIM_S)

    assert seat.press("grey").wait(CLAIM_S).turns == ["gB:E>F"]


def test_a_stone_that_was_coming_down_before_another_was_lifted_is_not_that_one() -> None:
    """White builds on D with F; Black lifts C's stone meanwhile, puts his own on B, and C's on E."""
    seat = Seat("-/-/w/-/-/b/- wb gb w -").put("F").press("white")
    seat.look(moving((0, 0, 1, 0, 0, 2, 0), D)).now_s += 0.4
    seat.look(moving((0, 0, 1, 0, 0, 2, 0), C, D)).now_s += 0.4
    seat.look(moving((0, 0, 0, 0, 0, 2, 0), D)).now_s += 0.4
    seat.heights = [0, 0, 0, 1, 0, 2, 0]
    seat.look().put("B").wait(0.2).put("E").wait(OVERLAP_S)

    assert seat.press("black").turns[:1] == ["wF:bD"]


def test_who_names_his_stone_is_followed_at_once_like_any_other() -> None:
    """Black names the stone with which he returns G's; White has lifted F's already, and takes his time."""
    seat = Seat("-/-/-/-/-/b/g wb b b -").press("black").lift("G").put("C").lift("F").wait()

    assert seat.view.mismatch is None


def test_a_stone_that_is_long_in_a_hand_and_then_put_down_was_no_slip() -> None:
    """Black returned G's stone with C; White moves F's to D, after long thought, with one where G's was."""
    seat = Seat("-/-/-/-/-/b/g wb bb b -").lift("G").put("C").wait(0.5).lift("F").wait(MISSING_S)
    asked = seat.view.mismatch
    seat.put("D").wait(0.3).put("G").wait(CLAIM_S)

    assert asked is not None
    assert seat.turns[:1] == ["bC:-G"]


def test_of_two_stones_that_may_have_changed_places_the_one_that_left_first_came_first() -> None:
    """White moves C's grey stone to G with A, while a hand leans on F; Black adds a grey one to F with A."""
    seat = Seat("b/-/g/-/-/-/- wb wb w A=quarrygrey").lift("C").put("G")
    seat.look(moving((1, 0, 0, 0, 0, 0, 1), F)).now_s += BUSY_S + 0.5
    seat.look().put("A", "A").press("white").put("F").press("grey", "black").wait(CLAIM_S)

    assert seat.turns == ["wA:C>G", "bA:*F"]


def test_who_names_his_stone_and_puts_the_bonus_stone_first_is_asked_for_both() -> None:
    """White names the grey stone for F, and builds a white one on D first: it was taken for the grey one."""
    seat = Seat("gw/g/b/bww/bg/wbg/wbww wgg bb w D=minority,F=greyactivates,G=quarrygrey")
    seat.press("grey").put("D").wait(0.5).put("F").press("grey", "white").wait(CLAIM_S)

    assert seat.turns == ["gF:wD"]


def test_a_stone_that_left_before_the_rival_placed_was_returned_by_an_open_bonus() -> None:
    """White returns E's stone with C; Black builds on G with F, as if he had moved E's stone to F with G."""
    seat = Seat("bg/-/b/bwggw/wb/wb/w wb wbb w A=minority,C=tall")
    seat.look(moving((2, 0, 1, 5, 2, 2, 1), C)).now_s += 0.3
    seat.look(moving((2, 0, 1, 5, 2, 2, 1), C, E)).now_s += 0.05
    seat.heights[C.index] = 2
    seat.look(moving((2, 0, 2, 5, 2, 2, 1), E)).now_s += 0.3
    seat.heights[E.index] = 1
    seat.look().wait(0.4).put("F").press("white").put("G").press("black").wait(CLAIM_S)

    assert seat.turns[:1] == ["wC:-E"]
