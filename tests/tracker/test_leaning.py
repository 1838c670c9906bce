"""Hands that lean, knocks, and stones that are set straight because their pad was named."""

import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.belief import CLAIM_S, OVERLAP_S
from companion.tracker.columns import GIVEN_UP_S, LOOSE_S, STRAIGHT_S
from companion.tracker.mismatch import Wrong
from companion.tracker.question import Asks, Question
from tests.tracker.seat import Seat, at_rest, moving

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour
RESTS = PadState.RESTS


def test_a_stone_held_for_long_is_a_stone() -> None:
    """A hand stayed on D for nine seconds; when it leaves, White's stone lies there and counts."""
    seat = Seat().look(moving((0,) * 7, D)).wait(9.0)

    seat.look(at_rest((0, 0, 0, 1, 0, 0, 0)))

    assert seat.view.mismatch is None
    assert seat.asks is Asks.BONUS


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


def test_a_stone_lifted_because_its_pad_was_named_was_not_returned() -> None:
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

    assert seat.turns == ["bF:gC"]
    assert seat.asks is Asks.BONUS


def test_an_answer_about_a_stone_that_lies_there_again_is_asked_for_anew() -> None:
    """White presses for A's stone just as it is lifted and set straight: it comes back, and play goes on."""
    seat = Seat("-/bw/ww/b/b/b/g wwb - w -").put("F").put("A").lift("A")
    seat.now_s -= 0.15
    seat.press("white").put("A").wait(1.0)

    assert seat.asks is Asks.COLOUR
    assert seat.press("white", "white").wait(OVERLAP_S).turns == ["wF:wA"]


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


def test_stones_that_nobody_can_count_are_put_back_one_by_one() -> None:
    """White placed on F and built on A; F is no whole number: both its stones are taken off and put back."""
    seat = Seat("b/ww/g/ww/-/b/w wb gb w -")

    def look(stones: int | None, state: PadState, seconds: float) -> None:
        heights, states = [*seat.heights], [PadState.RESTS] * len(Location)
        heights[F.index], states[F.index] = stones, state
        seat.look(Heights(tuple(heights), tuple(states))).now_s += seconds

    look(None, PadState.MOVES, 0.5)
    look(None, PadState.UNCLEAR, 2.0)
    seat.heights[A.index] = 2
    for _ in range(2):  # it is set straight, and no clearer
        look(None, PadState.UNCLEAR, 2.0)
        look(None, PadState.MOVES, 1.0)
        look(None, PadState.UNCLEAR, 2.0)
    waited = seat.asks, list(seat.turns)
    look(None, PadState.MOVES, 1.0)
    look(0, PadState.RESTS, 0.5)
    seat.press("black")
    look(0, PadState.RESTS, 0.5)
    look(None, PadState.MOVES, 0.5)
    look(1, PadState.RESTS, 1.5)
    look(None, PadState.MOVES, 0.5)
    seat.heights[F.index] = 2

    assert waited == (None, [])
    assert seat.look().wait(OVERLAP_S).turns == ["wF:bA"]


def test_a_hand_that_leans_elsewhere_makes_no_turn_of_a_hesitation() -> None:
    """White puts a stone on A, thinks better of it, and places on B: a hand leaned on G shortly before."""
    seat = Seat("-/-/-/-/-/-/w ww bb w -").wait(1.0)
    seat.look(moving((0, 0, 0, 0, 0, 0, 1), G)).wait(2.0).look()

    seat.put("A").wait(0.3).lift("A").wait(1.0).put("B").wait(1.0).put("C").wait(CLAIM_S)

    assert seat.turns == ["wB"]
    assert seat.asks is Asks.BONUS


@pytest.mark.parametrize("start", ["-/-/-/-/-/-/w ww bb w -", "-/-/w/-/-/-/gw wg bb w -"])
def test_another_stone_where_a_hand_had_leaned_is_another_one(start: str) -> None:
    """White moves G's stone to C with B, after a hand lay on it like half a stone; Black plays on G."""
    seat = Seat(start).put("B")
    lying = tuple(height or 0 for height in seat.heights)
    for state, seconds in ((PadState.MOVES, 0.3), (PadState.UNCLEAR, 1.6), (PadState.MOVES, 0.3)):
        seat.look(Heights((*lying[:6], None), (*[RESTS] * 6, state))).now_s += seconds
    seat.heights[G.index] = lying[G.index] - 1
    seat.look().put("C")
    seat.look(moving((*lying[:2], lying[2] + 1, *lying[3:]), G)).now_s += 0.3
    seat.heights[G.index] = lying[G.index]

    assert seat.look().wait(STRAIGHT_S).turns == ["wB:G>C", "bG"]


def test_what_was_told_of_a_column_stays_told_while_its_pad_goes_on_moving() -> None:
    """C is waited for no more, and told by buttons; then something moves there again, and BACK unsays it."""
    seat = Seat("-/-/-/-/-/-/w ww bb w -")
    unclear, moves = (
        Heights((0, 0, None, 0, 0, 0, 1), (RESTS, RESTS, state, *[RESTS] * 4))
        for state in (PadState.UNCLEAR, PadState.MOVES)
    )
    seat.look(unclear).wait(GIVEN_UP_S).press("white", "ok", "ok")
    told = seat.view.columns[C.index]

    seat.look(moves).press("back")

    assert (len(told), len(seat.view.columns[C.index])) == (1, 0)


@pytest.mark.parametrize(("state", "until_s"), [(PadState.UNCLEAR, GIVEN_UP_S), (PadState.MOVES, LOOSE_S)])
def test_a_pad_that_never_rests_stops_nobody_for_long(state: PadState, until_s: float) -> None:
    """White placed on B while G was unclear, or came and went: it is waited for so long, and no longer."""
    seat = Seat("-/-/-/-/-/-/w ww bb w -")
    since_s, asked_s = seat.now_s, None
    while asked_s is None and seat.now_s < since_s + 2 * LOOSE_S:
        for now in (PadState.UNCLEAR, state):
            seat.look(Heights((0, 1, 0, 0, 0, 0, None), (*[RESTS] * 6, now)))
            asked_s = asked_s or (seat.now_s if seat.asks is Asks.BONUS else None)
            seat.now_s += 0.5

    assert asked_s is not None
    assert until_s <= asked_s - since_s <= until_s + 1.0
