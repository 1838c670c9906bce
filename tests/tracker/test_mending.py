import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.rules.refusal import Refusal, Rule
from companion.rules.turn import Action
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.mismatch import Wrong
from companion.tracker.question import Asks, Question
from tests.tracker.seat import Seat, at_rest

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour

# --- stones that no legal turn explains


@pytest.mark.parametrize(
    ("position", "acts", "columns", "rule", "location"),
    [
        ("-/-/-/wgbwb/-/-/- ww bb w -", "D", "D:6/5", Rule.COLUMN_FULL, D),
        ("-/wb/-/-/-/-/- ww bb w B=tall", "-B -B", "B:0/2", None, None),
        ("w/-/bg/-/-/-/- ww bb w -", "B -C D", "C:1/2 D:1/0", Rule.MOVES_ONLY, B),
        ("-/-/bg/-/-/-/- g - w -", "A -C D", "C:1/2 D:1/0", Rule.NOT_OWN_COLOUR, A),
        ("-/-/-/-/-/-/- w bb w -", "B C D", "D:1/0", Rule.OTHER_BONUS, C),
    ],
)
def test_what_no_turn_explains_is_told_by_column_and_rule(
    position: str, acts: str, columns: str, rule: Rule | None, location: Location | None
) -> None:
    """Which columns, how many stones are there and should be, and the rule that the closest turn breaks."""
    seat = Seat(position)
    for act in acts.split():
        seat = seat.lift(act[1]) if act[0] == "-" else seat.put(act)

    mismatch = seat.wait().view.mismatch

    assert mismatch is not None
    assert " ".join(f"{w.location.value}:{w.seen}/{w.expected}" for w in mismatch.columns) == columns
    assert (mismatch.refusal and mismatch.refusal.rule) is rule
    assert (mismatch.refusal and mismatch.refusal.location) is location


def test_a_mismatch_is_told_after_a_second() -> None:
    """A stone put down wrong and picked up again at once is nobody's business."""
    seat = Seat("-/-/-/wgbwb/-/-/- ww bb w -").put("D")
    deadline_s = seat.tracker.deadline_s(seat.now_s)

    seat.wait(0.9)
    early = seat.view.mismatch
    seat.wait(0.2)

    assert deadline_s == pytest.approx(seat.now_s - 0.1)
    assert early is None
    assert seat.view.mismatch is not None
    assert seat.tracker.deadline_s(seat.now_s) is None


def test_stones_lifted_in_time_start_the_second_anew() -> None:
    """Two short slips are not one long one."""
    seat = Seat("-/-/-/wgbwb/-/-/- ww bb w -").put("D").wait(0.7).lift("D").put("D").wait(0.7)

    assert seat.view.mismatch is None


def test_mending_clears_the_mismatch_and_play_goes_on() -> None:
    """The stone is put back, and the next one is a turn as ever."""
    seat = Seat("-/-/-/wgbwb/-/-/- ww bb w -").put("D").wait()

    seat.lift("D")
    mended = seat.view.mismatch
    seat.put("C")

    assert mended is None
    assert seat.asks is Asks.BONUS
    assert seat.press("ok").turns == ["wC"]


def test_a_bonus_stone_starts_no_bonus() -> None:
    """White on F, white on B as its bonus, then B's bonus all the same: told by its rule."""
    seat = Seat("w/-/-/-/-/-/- ww - w -").put("F", "B").lift("A").put("C").wait()

    mismatch = seat.view.mismatch

    assert seat.turns == ["wF:wB"]
    assert mismatch is not None
    assert mismatch.columns == (Wrong(A, 0, 1), Wrong(C, 1, 0))
    assert mismatch.refusal == Refusal(Rule.NO_CHAIN, Player.WHITE, WHITE, B)


def test_a_bonus_that_the_stones_colour_does_not_start_is_told_at_once() -> None:
    """White's grey stone on A starts nothing; he moves C's all the same. It might be Black's turn begun."""
    seat = Seat("-/-/bg/-/-/-/- g bb w -").put("A").lift("C").put("D").wait()

    mismatch = seat.view.mismatch

    assert seat.turns == ["gA"]
    assert mismatch is not None
    assert mismatch.columns == (Wrong(C, 1, 2),)


def test_guiding_waits_until_the_stones_lie_as_they_should() -> None:
    """After a take-back nothing counts as a turn before the board agrees; the columns to mend are named."""
    seat = Seat("-/-/-/-/-/-/- gg bb w -")
    seat.tracker.restart(seat.tracker.position, End.AT_ONCE, is_guiding=True)
    seat.put("A")
    guided = seat.view.mismatch

    seat.lift("A")
    agreed = seat.view.mismatch
    seat.put("A")

    assert guided is not None
    assert guided.columns == (Wrong(A, 1, 0),)
    assert agreed is None
    assert seat.turns == ["gA"]


# --- what people do next, before anything was asked or answered


def test_putting_the_board_back_takes_an_unsettled_turn_back() -> None:
    """White thinks better of it: no question is left, and another turn is as good as ever."""
    seat = Seat().put("D")
    asked = seat.asks

    seat.lift("D")

    assert asked is Asks.BONUS
    assert seat.question is None
    assert seat.put("E").press("black").turns == ["wE:xb"]


def test_an_answer_about_a_stone_that_left_is_forgotten() -> None:
    """The colour that was told goes with its stone: the next stone on A is asked for anew."""
    seat = Seat("-/-/bg/-/-/-/- wgb bb w -").put("A").press("white").lift("A")

    seat.put("A")

    assert seat.asks is Asks.COLOUR


def test_an_open_bonus_claims_the_act_that_fits_it() -> None:
    """White on F may place another: the stone that comes to B is that one, not Black's turn."""
    seat = Seat("-/-/-/-/-/-/- ww bb w -").put("F", "B")

    assert seat.turns == ["wF:wB"]


def test_the_rivals_act_closes_an_open_bonus() -> None:
    """White could move a grey stone with A; Black places on D instead of waiting: White moved none."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -").put("A", "D")

    assert seat.turns == ["wA"]
    assert seat.question == Question(Asks.BONUS, Player.BLACK, D, 0, (WHITE, GREY, BLACK), (Action.FETCH,))


def test_a_bonus_that_nobody_sees_stays_open_while_the_rival_plays_on() -> None:
    """White on D may have taken a stone: Black has placed already, and the answer settles both."""
    seat = Seat().put("D", "A")
    asked, turns = seat.question, list(seat.turns)

    seat.press("grey")

    assert turns == []
    assert asked is not None
    assert (asked.asks, asked.player, asked.location) == (Asks.BONUS, Player.WHITE, D)
    assert seat.turns == ["wD:+g", "bA"]


def test_the_rivals_own_bonus_is_no_mismatch_while_the_first_is_unanswered() -> None:
    """White on D has not been answered for; Black on A has a grey stone in the hand, for long."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -").put("D", "A").lift("C").wait(9)
    in_the_air = seat.view.mismatch

    seat.put("E").press("grey")

    assert in_the_air is None
    assert seat.turns == ["wD:+g", "bA:C>E"]


def test_the_rivals_take_closes_an_open_bonus() -> None:
    """White could move a grey stone; a press for black can only be Black's take."""
    seat = Seat("-/-/bg/-/-/-/- ww - w -").put("A").press("black", "black", "ok")

    assert seat.turns == ["wA", "+2b"]


def test_the_rivals_act_waits_for_the_colour_of_the_first_stone() -> None:
    """Grey or black on A, and Black has placed already: the question stays, its answer settles both."""
    seat = Seat("-/-/-/-/-/-/- gb gg w -").put("A", "C")
    asked, turns = seat.question, list(seat.turns)

    seat.press("black")

    assert turns == []
    assert asked == Question(Asks.COLOUR, Player.WHITE, A, 0, (GREY, BLACK))
    assert seat.turns == ["bA", "gC"]


# --- a take that nobody logged


def test_a_forgotten_take_is_offered() -> None:
    """White's workshop was empty, and yet a stone stands on D: did White take stones first?"""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D")

    assert seat.question == Question(Asks.FORGOTTEN, Player.WHITE, colours=(WHITE, GREY, BLACK))
    assert seat.turns == []


def test_a_forgotten_take_is_answered_late() -> None:
    """One white pressed, then OK: the take is logged before the stone that Black has placed meanwhile."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D").press("white")
    so_far = (seat.question, seat.view.taking, list(seat.turns))

    seat.press("ok")

    assert so_far == (Question(Asks.FORGOTTEN, Player.WHITE, colours=(WHITE,)), (WHITE,), [])
    assert seat.turns == ["+1w", "gD"]


def test_a_forgotten_take_of_the_most_allowed_needs_no_ok() -> None:
    """Two grey are the most: the second press settles it and what came after."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D").press("grey", "grey")

    assert seat.turns == ["+2g", "gD"]


def test_a_forgotten_take_that_cannot_be_is_refused() -> None:
    """Two of the rival's colour are too many, late as well as in time."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D").press("white", "black")

    assert seat.refusal is not None
    assert seat.refusal.rule is Rule.ONE_COLOUR


def test_back_unsays_a_late_take() -> None:
    """A slip: the offer is made again."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D").press("white", "back")

    assert seat.view.taking == ()
    assert seat.asks is Asks.FORGOTTEN
    assert seat.question is not None
    assert seat.question.colours == (WHITE, GREY, BLACK)


def test_putting_the_stone_back_ends_the_offer() -> None:
    """Nobody took anything: the stone was a slip."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").put("D").lift("D")

    assert seat.question is None
    assert seat.turns == []


def test_what_a_silent_pad_hides_is_no_mismatch() -> None:
    """A column that nobody can see is not said to be wrong."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -").look(at_rest((0, 0, None, 0, 0, 0, 0))).wait()

    assert seat.view.mismatch is None


def test_a_forgotten_take_is_told_to_its_end_though_the_stone_is_lifted_again() -> None:
    """White took three and forgot to say so; Black lifts his stone once more while White is pressing."""
    seat = Seat("-/-/-/-/-/-/- - bb w -").put("C").press("white").lift("C").press("white").put("C")
    so_far = seat.turns

    seat.press("white")

    assert so_far == []
    assert seat.turns[0] == "+3w"


# --- what came first


def test_a_stone_that_was_only_lifted_says_nothing_of_what_comes_after() -> None:
    """Somebody lifted E's stone and put it back; then White built with F: that is all that happened."""
    seat = Seat("-/-/g/-/wb/-/- ww bb w -").lift("E").put("E")

    seat.put("C", "F").press("white")

    assert seat.turns == ["wF:wC"]


def test_presses_during_a_lean_come_before_the_stone_that_follows() -> None:
    """White presses GREY twice, one hand on the table; Black places before it is off: White took two."""
    seat = Seat("-/-/-/-/-/-/- - gg w -").press("grey")
    leaning = [PadState.MOVES] + [PadState.RESTS] * 6
    seat.look(Heights((None, *[0] * 6), tuple(leaning))).press("grey")
    seat.now_s += 0.2
    seat.look(Heights((None, *[0] * 5, None), (*leaning[:-1], PadState.MOVES)))

    seat.put("G")

    assert seat.turns == ["+2g", "gG"]


def test_who_came_first_is_asked_where_a_hand_hid_it() -> None:
    """A hand lay on B while Black placed on E and White on B: either may have been first, so it is asked."""
    seat = Seat("wb/b/bg/w/ww/-/- g g b -")
    rests, moves = PadState.RESTS, PadState.MOVES
    seat.look(Heights((2, None, 2, 1, 2, 0, 0), (rests, moves, *[rests] * 5)))
    seat.now_s += 1.0
    seat.look(Heights((2, None, 2, 1, None, 0, 0), (rests, moves, rests, rests, moves, rests, rests)))
    seat.now_s += 0.5
    seat.look(Heights((2, None, 2, 1, 3, 0, 0), (rests, moves, *[rests] * 5)))
    seat.now_s += 0.5

    seat.look(at_rest((2, 2, 2, 1, 3, 0, 0)))
    asked, turns = seat.asks, list(seat.turns)
    seat.press("white")

    assert (asked, turns) == (Asks.WHOSE, [])
    assert seat.turns == ["gE", "gB"]


def test_an_answer_given_in_time_holds_when_the_rival_goes_on() -> None:
    """Black moved a white stone with B, and said so; White's stone on B came before the pads rested again."""
    seat = Seat("-/g/-/-/ww/-/- gg g b B=greyactivates").press("grey").put("B").lift("E").put("G")
    asked = seat.asks
    seat.look(Heights((0, None, 0, 0, 1, 0, 1), (PadState.RESTS, PadState.MOVES, *[PadState.RESTS] * 5)))
    seat.press("black")

    seat.look(at_rest((0, 3, 0, 0, 1, 0, 1)))

    assert asked is Asks.WHOSE
    assert seat.turns == ["gB:E>G"]
    assert seat.question == Question(Asks.BONUS, Player.WHITE, B, 2, (), (Action.MOVE,))
