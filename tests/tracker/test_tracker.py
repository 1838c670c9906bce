from dataclasses import replace

import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import End
from companion.rules.refusal import Rule
from companion.rules.turn import Action
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.belief import RETURN_S
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks, Question
from tests.tracker.seat import Seat, at_rest

A, B, C, D, E, F, G = Location
WHITE, GREY, BLACK = Colour

# --- the panel grammar, row by row: taking


def test_a_take_is_pressed_stone_by_stone_and_ended_with_ok() -> None:
    """Two presses and OK: two stones, in the workshop of whoever was to move."""
    seat = Seat("-/-/-/-/-/-/- - bb w -").press("white", "white")
    so_far = (seat.turns, seat.view.taking)

    seat.press("ok")

    assert so_far == ([], (WHITE, WHITE))
    assert seat.turns == ["+2w"]
    assert seat.position == "-/-/-/-/-/-/- ww bb b -"


@pytest.mark.parametrize(
    ("position", "presses", "turn"),
    [
        ("-/-/-/-/-/-/- - bb w -", ("white",) * 3, "+3w"),
        ("-/-/-/-/-/-/- - bb w -", ("grey",) * 2, "+2g"),
        ("-/-/-/-/-/-/- - bb w -", ("black",), "+1b"),
        ("-/-/-/-/-/-/- ww bb w -", ("white",), "+1w"),
        ("-/-/-/-/-/-/- ww bb w -", ("grey",), "+1g"),
    ],
)
def test_a_take_of_the_most_allowed_settles_by_itself(
    position: str, presses: tuple[str, ...], turn: str
) -> None:
    """Where no further stone could be taken nobody needs OK."""
    seat = Seat(position).press(*presses[:-1])
    before = list(seat.turns)

    seat.press(presses[-1])

    assert before == []
    assert seat.turns == [turn]


def test_the_rivals_act_ends_a_take_too() -> None:
    """Black plays while White's take still waits for OK: both turns are clear."""
    seat = Seat("-/-/-/-/-/-/- w gg w -").press("grey").put("A")

    assert seat.turns[0] == "+1g"
    assert seat.turns[1:] == ["gA"]


@pytest.mark.parametrize(
    ("position", "presses", "rule", "colour", "limit"),
    [
        ("-/-/-/-/-/-/- - bb w -", ("white", "grey"), Rule.ONE_COLOUR, WHITE, None),
        ("-/-/-/-/-/-/- www bb w -", ("grey",), Rule.WORKSHOP_ROOM, None, 0),
        ("ggggg/ggggg/-/-/-/-/- - bb w -", ("grey",), Rule.QUARRY_LACKS, GREY, 0),
        ("wwbbw/bwggw/ggwbw/wwgbw/bbbbw/bbgbb/ggbgg b w b -", ("grey",), Rule.GAME_OVER, None, None),
    ],
)
def test_a_take_that_cannot_be_is_refused_with_its_rule(
    position: str, presses: tuple[str, ...], rule: Rule, colour: Colour | None, limit: int | None
) -> None:
    """The screen can say why, and nothing has changed."""
    seat = Seat(position).press(*presses[:-1])
    before = seat.view

    seat.press(presses[-1])

    assert seat.refusal is not None
    assert (seat.refusal.rule, seat.refusal.colour, seat.refusal.limit) == (rule, colour, limit)
    assert replace(seat.view, refusal=None) == before
    assert seat.turns == []


def test_back_unsays_a_take_press_by_press() -> None:
    """A slip of the finger is taken back; with nothing left to unsay, the tracker says so."""
    seat = Seat("-/-/-/-/-/-/- - bb w -").press("white", "white", "back")
    one_left = seat.view.taking

    unsaid = [seat.tracker.unsay(seat.now_s) for _ in range(2)]

    assert one_left == (WHITE,)
    assert seat.view.taking == ()
    assert unsaid == [[], None]
    assert seat.press("grey", "grey").turns == ["+2g"]


@pytest.mark.parametrize(
    ("position", "place", "named", "rule"),
    [
        ("-/-/-/-/-/-/- ww bb w -", "E", (), Rule.RIVAL_LACKS),
        ("-/-/-/-/-/-/- wg bb w -", "E", ("white",), Rule.RIVAL_LACKS),
        ("ggggg/ggggg/-/-/-/-/- ww bb w -", "D", (), Rule.QUARRY_LACKS),
        ("ggggg/gggg/-/-/-/-/- wg bb w -", "D", ("white",), Rule.QUARRY_LACKS),
        ("-/-/-/-/-/-/- wwb bbb w -", "F", ("white",), Rule.WORKSHOP_LACKS),
    ],
)
def test_what_is_not_there_is_said_of_the_place_it_would_come_from(
    position: str, place: str, named: tuple[str, ...], rule: Rule
) -> None:
    """Steal which? GREY: the rival has none; what lies in the own workshop is no answer."""
    seat = Seat(position).put(place).press(*named)
    asked = seat.question

    seat.press("grey")

    assert seat.refusal is not None
    assert (seat.refusal.rule, seat.refusal.colour) == (rule, GREY)
    assert seat.question == asked


# --- which colour was placed


def test_a_lone_colour_needs_no_question() -> None:
    """White holds white only: a stone on C is white, whatever else may be open."""
    seat = Seat().put("C")

    assert seat.shown == "-/-/w/-/-/-/-"
    assert seat.asks is not Asks.COLOUR


def test_an_unclear_colour_is_asked_and_answered_by_its_button() -> None:
    """Grey or black on A? The screen shows a stone of unknown colour; one press settles it."""
    seat = Seat("-/-/-/-/-/-/- gb bb w -").put("A")
    shown, asked = seat.shown, seat.question

    seat.press("black")

    assert shown == "?/-/-/-/-/-/-"
    assert asked == Question(Asks.COLOUR, Player.WHITE, A, 0, (GREY, BLACK))
    assert seat.turns == ["bA"]


def test_a_colour_that_nobody_holds_does_not_answer() -> None:
    """It is refused with the reason, and the question stays."""
    seat = Seat("-/-/-/-/-/-/- gb bb w -").put("A")
    asked = seat.question

    seat.press("white")

    assert seat.refusal is not None
    assert seat.refusal.rule is Rule.WORKSHOP_LACKS
    assert seat.question == asked


@pytest.mark.parametrize(("button", "turns"), [("grey", ["gA"]), ("black", ["+1g", "bA"])])
def test_a_press_before_the_stone_may_have_named_it(button: str, turns: list[str]) -> None:
    """Grey, then a stone: White's grey one, or White took grey and Black has placed. Its colour tells."""
    seat = Seat("-/-/-/-/-/-/- g bb w -").press("grey").put("A")
    asked = seat.question

    seat.press(button)

    assert asked is not None
    assert (asked.asks, asked.location, asked.colours) == (Asks.COLOUR, A, (GREY, BLACK))
    assert seat.turns == turns


@pytest.mark.parametrize(("button", "turns"), [("white", ["gA"]), ("ok", ["gA"]), ("black", ["+1g", "gA"])])
def test_where_colours_do_not_tell_the_player_is_asked_for(button: str, turns: list[str]) -> None:
    """Both hold grey: who put it there? A player's name by its button; OK is whoever was to move."""
    seat = Seat("-/-/-/-/-/-/- g gg w -").press("grey").put("A")
    asked = seat.question

    seat.press(button)

    assert asked == Question(Asks.WHOSE, Player.WHITE, A, 0)
    assert seat.turns == turns


def test_a_full_workshop_can_still_name_its_stone() -> None:
    """Three stones held, so nothing can be taken: the press can only name what is placed next."""
    seat = Seat("-/-/-/-/-/-/- wgb bb w -").press("grey")
    refused = seat.refusal

    seat.put("A")

    assert refused is None
    assert seat.turns == ["gA"]


def test_back_unsays_an_answer() -> None:
    """The colour was a slip: BACK asks again."""
    seat = Seat("-/-/-/-/-/-/- wgb bb w -").put("D").press("white")
    answered = seat.asks

    seat.press("back")

    assert answered is Asks.BONUS
    assert seat.asks is Asks.COLOUR
    assert seat.press("black").turns == ["bD"]


# --- bonuses


@pytest.mark.parametrize(
    ("place", "button", "turn"),
    [("D", "white", "wD:+w"), ("D", "grey", "wD:+g"), ("D", "black", "wD:+b"), ("E", "black", "wE:xb")],
)
def test_a_bonus_of_the_workshops_is_told_by_its_colour(place: str, button: str, turn: str) -> None:
    """The pads do not see what D and E take: the button says it, and the turn is closed."""
    seat = Seat().put(place)
    asked = seat.asks

    seat.press(button)

    assert asked is Asks.BONUS
    assert seat.turns == [turn]


def test_only_what_can_be_taken_is_offered() -> None:
    """E offers the colours that the rival holds, and another press is refused."""
    seat = Seat("-/-/-/-/-/-/- ww gb w -").put("E")

    assert seat.question == Question(Asks.BONUS, Player.WHITE, E, 0, (GREY, BLACK), (Action.STEAL,))


@pytest.mark.parametrize("place", "ABCDEFG")
def test_ok_means_no_bonus(place: str) -> None:
    """Whatever is open, OK leaves it; where nothing is open, the turn is settled already."""
    seat = Seat("wg/gw/wb/w/w/w/bw wg b w -").put(place).press("white")

    seat.press("ok")

    assert seat.turns == [f"w{place}"]


def test_a_bonus_without_a_target_is_not_asked_for() -> None:
    """On the empty temple nothing can be moved or returned: the turn settles as the stone rests."""
    seats = [Seat().put(place) for place in "ABCG"]

    assert [seat.turns for seat in seats] == [["wA"], ["wB"], ["wC"], ["wG"]]


@pytest.mark.parametrize("order", ["A -C +E", "A -C E", "-C A E", "-C E A"])
def test_a_move_is_read_off_the_board_in_any_order(order: str) -> None:
    """White on A, a grey stone from C to E: whichever hand was first."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -")
    for act in order.split():
        settled_early = list(seat.turns)
        seat = seat.lift(act[1]) if act[0] == "-" else seat.put(act[-1])

    assert settled_early == []
    assert seat.turns == ["wA:C>E"]
    assert seat.position == "w/-/b/-/g/-/- w bb b -"


@pytest.mark.parametrize("order", ["C -A", "-A C"])
def test_a_return_is_read_off_the_board_in_any_order(order: str) -> None:
    """White on C, the top of A back to the quarry."""
    seat = Seat("wb/-/-/-/-/-/- ww bb w -")
    for act in order.split():
        seat = seat.lift(act[1]) if act[0] == "-" else seat.put(act)

    seat.wait(RETURN_S)

    assert seat.turns == ["wC:-A"]


def test_a_second_stone_by_f_is_asked_for_its_colour_only_if_unclear() -> None:
    """F places another stone of the workshop; which one, the button says."""
    seat = Seat("-/-/-/-/-/-/- wgb bb w -").press("white").put("F", "D")
    asked = seat.question

    seat.press("grey")

    assert asked is not None
    assert (asked.asks, asked.location, asked.colours) == (Asks.COLOUR, D, (GREY, BLACK))
    assert seat.turns == ["wF:gD"]


@pytest.mark.parametrize(("button", "turn"), [("grey", "wF:gD"), ("ok", "wF:*D")])
def test_a_grey_stone_of_the_workshop_or_of_the_quarry(button: str, turn: str) -> None:
    """F under quarrygrey adds either: GREY says the workshop's own, OK the quarry's."""
    seat = Seat("-/-/-/-/-/-/- wwg bb w F=quarrygrey").put("F").press("white").put("D").press("grey")
    asked = seat.question

    seat.press(button)

    assert asked == Question(Asks.SOURCE, Player.WHITE, D)
    assert seat.turns == [turn]


def test_a_stone_in_the_hand_is_no_fault() -> None:
    """While the moved stone is in the air, nothing is settled and nobody is told off."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -").put("A").lift("C").wait(9)

    assert seat.turns == []
    assert seat.view.mismatch is None


def test_a_stone_that_is_brought_nowhere_is_missed() -> None:
    """After ten seconds the screen says which column lacks one; put on E, it was A's bonus after all."""
    seat = Seat("-/-/bg/-/-/-/- ww bb w -").put("A").lift("C").wait(10)
    missed = seat.view.mismatch

    seat.put("E")

    assert missed == Mismatch((Wrong(C, 1, 2),))
    assert seat.turns == ["wA:C>E"]


@pytest.mark.parametrize(
    ("position", "acts", "turn"),
    [
        ("-/-/-/-/-/-/- ww bb w B=quarrygrey", "B D", "wB:*D"),
        ("-/-/-/-/-/-/- g bb w D=greyactivates", "D", "gD:+b"),
        ("wwwww/-/-/-/-/-/- ww bb w A=tall", "A", "wA"),
        ("wwwwww/-/-/-/-/-/- ww bb w A=tall", "A", "wA"),
    ],
)
def test_ornaments_change_what_a_stone_may_do(position: str, acts: str, turn: str) -> None:
    """Quarrygrey, greyactivates and tall are played like any other rule."""
    seat = Seat(position)

    seat.put(*acts.split())
    if seat.asks is Asks.BONUS:
        seat.press("black")

    assert seat.turns == [turn]


@pytest.mark.parametrize(("end", "turns"), [(End.AT_ONCE, ["bC"]), (End.AFTER_BONUS, [])])
def test_the_completing_stones_bonus_is_open_by_setting_only(end: End, turns: list[str]) -> None:
    """At once: the turn settles and the game is over. After the bonus: it is asked for."""
    seat = Seat("bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg bb wbb b -", end).put("C")
    seat.press("black")

    assert seat.turns == turns
    assert (seat.asks is Asks.BONUS) is (end is End.AFTER_BONUS)


# --- pads


def test_nothing_is_settled_while_a_pad_moves() -> None:
    """A hand is still at the board: the turn waits until all pads rest."""
    seat = Seat("-/-/-/-/-/-/- gg bb w -")
    moving = Heights((1, 0, 0, 0, 0, 0, None), (PadState.RESTS,) * 6 + (PadState.MOVES,))

    seat.look(moving)
    under_hand = list(seat.turns)
    seat.look(at_rest((1, 0, 0, 0, 0, 0, 0)))

    assert under_hand == []
    assert seat.turns == ["gA"]


def test_a_silent_pad_is_no_reason_to_wait() -> None:
    """One lead is off: what the other six see is played on."""
    seat = Seat("-/-/-/-/-/-/- gg bb w -").look(at_rest((1, None, 0, 0, 0, 0, 0)))

    assert seat.turns == ["gA"]
