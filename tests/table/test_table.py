import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.link.hello import LinkState
from companion.panel.press import Button, Press
from companion.rules.notation import format_position, format_turn, parse_position
from companion.rules.pieces import Location, Player
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.refusal import Rule
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.screen.choose import lines
from companion.table.condition import Condition
from companion.table.record import Begun, Relaid, TakenBack, TurnSettled
from companion.table.state import Phase
from companion.table.table import Table
from companion.tracker.mismatch import Wrong
from companion.tracker.question import Asks
from companion.tracker.tracker import REFUSED_S
from tests.rules.games import play_out
from tests.table.evening import WHITE_FIRST, Evening, played
from tests.tracker.seat import at_rest

LAST_STONE = "bwgw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwbg b w w -"
"""White's only stone ends the game on A."""


# --- a game begins


@pytest.mark.parametrize(("button", "player"), [("white", Player.WHITE), ("black", Player.BLACK)])
def test_the_first_press_says_who_begins(button: str, player: Player) -> None:
    """WHITE or BLACK begins a game, and with whom."""
    evening = Evening()
    phase_before = evening.state.phase

    evening.press(button)

    assert phase_before is Phase.START
    assert evening.state.phase is Phase.PLAYING
    assert evening.state.to_move is player
    assert evening.records == [Begun(format_position(Position.start(player)), "at-once")]


@pytest.mark.parametrize("button", ["ok", "back"])
def test_other_buttons_begin_nothing(button: str) -> None:
    """OK and BACK say nobody's name."""
    evening = Evening().press(button)

    assert evening.state.phase is Phase.START
    assert evening.records == []


def test_nothing_counts_before_the_temple_is_empty() -> None:
    """Stones left from the last game: the screen names their columns; a turn counts only after that."""
    evening = Evening().put("A", "C").press("white")
    wrong = evening.state.mismatch
    was_guiding = evening.state.is_guiding

    evening.lift("A", "C").put("B")

    assert was_guiding
    assert wrong is not None
    assert wrong.columns == (Wrong(Location.A, 1, 0), Wrong(Location.C, 1, 0))
    assert not evening.state.is_guiding
    assert evening.records == [WHITE_FIRST, TurnSettled("wB")]


# --- turns


def test_what_happens_is_recorded_in_order() -> None:
    """Begun, each turn as it settles."""
    evening = played().press("black")

    assert evening.records == [WHITE_FIRST, TurnSettled("wD:+g"), TurnSettled("+1b")]
    assert evening.table.turns == ("wD:+g", "+1b")
    assert evening.state.turns == 2
    assert evening.table.heights == (0, 0, 0, 1, 0, 0, 0)


def test_the_score_follows_each_turn() -> None:
    """Both scores are those of a game that ended now."""
    evening = Evening().press("white")
    before = (evening.state.score.white, evening.state.score.black)

    evening.put("A")

    assert before == (0, 0)
    assert (evening.state.score.white, evening.state.score.black) == (1, 0)


def test_a_refused_press_is_shown_until_the_next_act() -> None:
    """The reason stays on the screen as long as nothing else happens."""
    evening = Evening().lay_out("-/-/-/-/-/-/- ggg bb w -").press("white")
    refusal = evening.state.refusal

    evening.put("A")

    assert refusal is not None
    assert refusal.rule is Rule.WORKSHOP_ROOM
    assert evening.state.refusal is None


def test_a_refusal_goes_and_the_cure_can_be_read_again() -> None:
    """Taking 1 white: OK? Somebody presses GREY; the reason is read, then what OK does is said again."""
    evening = Evening().lay_out("-/-/-/-/-/-/- w bb w -").press("white", "grey")
    refused = lines(evening.state)
    deadline_s = evening.table.deadline_s()

    evening.wait(REFUSED_S)

    assert refused == ("Take white only",)
    assert deadline_s is not None
    assert lines(evening.state) == ("Taking 1 white: OK?",)
    assert evening.table.deadline_s() is None


def test_a_press_that_answers_nothing_is_told_so() -> None:
    """A colour where OK or BACK is asked for, BACK without a turn, OK while stones lie wrong."""
    asked = played().press("back", "white")
    guided = played().press("back", "ok", "grey")
    nothing_played = Evening().press("white", "back")
    wrong = Evening().press("white").put("D", "D", "D").wait(2.0).press("ok")
    keys = {"Only these keys"}

    for evening in (asked, guided):
        assert keys <= set(lines(evening.state))
    assert lines(nothing_played.state) == ("No turn to undo",)
    assert lines(wrong.state)[0] == "Stones come first"
    asked.wait(REFUSED_S)
    assert lines(asked.state)[0] == "Undo White's turn?"


def test_ok_pressed_on_and_on_never_takes_a_full_temple_for_an_empty_one() -> None:
    """White wins, OK, OK: all the stones are still there, and OK alone does not say that they are not."""
    evening = Evening().lay_out(LAST_STONE).put("A")
    over = evening.state.phase
    evening.press(*["ok"] * 8)
    asked = lines(evening.state)

    assert over is Phase.OVER
    assert not any(isinstance(record, Relaid) for record in evening.records)
    assert asked == ("Only these keys", "GREY yes", "BACK no")
    assert lines(evening.wait(REFUSED_S).state)[0] == "0 stones, not 35?"
    evening.press("grey")
    assert isinstance(evening.records[-1], Relaid)


def test_an_unchanged_state_is_the_very_same_object() -> None:
    """Whoever draws it can tell by that alone that there is nothing to draw."""
    evening = played()
    state = evening.state

    evening.table.see(at_rest(evening.heights), evening.now_s)
    evening.table.tick(evening.now_s + 60)
    evening.table.report(Condition())

    assert evening.state is state
    assert evening.press("black").state is not state


def test_a_lost_line_and_a_full_disk_are_shown() -> None:
    """The state carries both, and that they have healed."""
    evening = played()
    well = evening.state

    evening.table.report(Condition(link=LinkState.SILENT, is_kept=False))
    ill = evening.state
    evening.table.report(Condition())

    assert (ill.link, ill.is_kept) == (LinkState.SILENT, False)
    assert evening.state == well


def test_silent_pads_are_named() -> None:
    """The screen can say which columns nobody sees."""
    evening = played()
    states = (PadState.RESTS,) * 6 + (PadState.SILENT,)

    evening.table.see(Heights((0, 0, 0, 1, 0, 0, None), states), evening.now_s)

    assert evening.state.silent_pads == (Location.G,)


def test_a_mismatch_comes_by_itself_at_its_deadline() -> None:
    """Nobody has to touch anything for the screen to say what is wrong."""
    evening = Evening().lay_out("-/-/-/wgbwb/-/-/- ww bb w -").put("D")
    deadline_s = evening.table.deadline_s()
    assert deadline_s is not None

    evening.table.tick(deadline_s - 0.01)
    early = evening.state.mismatch
    evening.table.tick(deadline_s)

    assert early is None
    assert evening.state.mismatch is not None
    assert evening.table.deadline_s() is None


# --- the end of a game


def test_the_last_stone_ends_the_game() -> None:
    """The result comes with the turn that made it; the state is the count."""
    evening = Evening().lay_out(LAST_STONE).put("A")

    assert evening.state.phase is Phase.OVER
    assert [type(record) for record in evening.records] == [Begun, TurnSettled]
    assert evening.records[1] == TurnSettled("bA", evening.state.score.result)


@pytest.mark.parametrize(("button", "phase"), [("ok", Phase.PLAYING), ("back", Phase.START)])
def test_after_the_count_people_play_again_or_begin_another_game(button: str, phase: Phase) -> None:
    """OK, and it is asked: the same tiles and the other one begins (OK), or from the start (BACK)."""
    position = parse_position(f"{LAST_STONE[:-1]}B=bonus3")
    evening = Evening().lay_out(format_position(position)).put("A").press("grey")
    still_over = evening.state.phase
    evening.press("ok")
    asked = evening.state.question

    evening.press(button)

    assert still_over is Phase.OVER
    assert asked is not None
    assert (asked.asks, asked.player) == (Asks.REMATCH, Player.BLACK)
    assert evening.state.phase is phase
    if phase is Phase.PLAYING:
        assert evening.state.position == Position.start(Player.BLACK, position.ornaments)


def test_the_last_turn_can_be_taken_back_after_the_end() -> None:
    """It was a slip: the game is open again."""
    evening = Evening().lay_out(LAST_STONE).put("A").press("back", "ok").lift("A")

    assert evening.state.phase is Phase.PLAYING
    assert evening.records[-1] == TakenBack()
    assert format_position(evening.state.position) == LAST_STONE


def test_the_menu_asks_for_a_new_game() -> None:
    """OK gives this one up, BACK goes on with it."""
    evening = played().hold_back().press("black", "ok")
    asked, kept = evening.state.question, evening.press("back").state

    evening.hold_back().press("black", "ok", "ok")

    assert asked is not None
    assert asked.asks is Asks.NEW_GAME
    assert kept.question is None
    assert kept.phase is Phase.PLAYING
    assert evening.state.phase is Phase.START


# --- going on after a power cut


@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), end=st.sampled_from(End))
def test_a_resumed_game_is_the_game_that_was_played(seed: int, end: End) -> None:
    """From the start and the turns on disk comes the very state that was on the screen."""
    rng = random.Random(seed)
    game = play_out(rng, Position.start(Player.WHITE), end)
    cut = rng.randrange(len(game.turns) + 1)
    turns = tuple(format_turn(turn) for turn in game.turns[:cut])
    table = Table(End.AT_ONCE)

    table.resume(format_position(game.positions[0]), turns, end.value)

    assert table.state.position == game.positions[cut]
    assert table.state.turns == cut
    assert table.turns == turns
    assert table.state.phase is (Phase.OVER if cut == len(game.turns) else Phase.PLAYING)


def test_a_resumed_game_ends_as_it_was_begun() -> None:
    """It was begun with the completing stone's bonus open, and so it goes on, whatever is set by now."""
    start = "bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg wbb bb b -"
    evening = Evening(End.AT_ONCE)
    evening.table.resume(start, (), "after-bonus")

    evening.stones_as_believed().put("C")

    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.BONUS


def test_a_resumed_game_can_be_taken_back() -> None:
    """The turns before the power cut are turns like any other."""
    evening = Evening()
    evening.heights[Location.D.index] = 1
    evening.table.resume(WHITE_FIRST.start, ("wD:+g",), "at-once")

    evening.press("ok", "back", "ok").lift("D")

    assert evening.records == [TakenBack()]
    assert format_position(evening.state.position) == WHITE_FIRST.start


def left_over() -> Evening:
    """The power came back: White's stone lies on D as the kept game says."""
    evening = Evening()
    evening.table.resume(WHITE_FIRST.start, ("wD:+g",), "at-once")
    return evening.stones_as_believed()


def test_a_game_that_was_left_is_asked_about() -> None:
    """Go on with it? OK: it goes on; BACK: who begins? The one of then is still to be had, by BACK."""
    asked = left_over().state.question
    going_on, new = left_over().press("ok"), left_over().press("back")
    phase = new.state.phase
    new.press("back")

    assert asked is not None
    assert asked.asks is Asks.CONTINUE
    assert (going_on.state.question, going_on.state.phase) == (None, Phase.PLAYING)
    assert phase is Phase.START
    assert (new.state.phase, new.state.turns) == (Phase.PLAYING, 1)


def test_whoever_plays_on_has_answered() -> None:
    """A stone or a colour says it, too: the act counts, and nothing is asked."""
    by_hand, by_button = left_over().put("A"), left_over().wait().press("black")

    assert by_hand.table.turns == ("wD:+g", "bA")
    assert by_hand.state.question is None
    assert by_button.table.turns == ("wD:+g", "+1b")


def dark_meanwhile() -> Evening:
    """The power came back, and a stone lies on C that the device has not seen come."""
    evening = Evening()
    evening.table = Table(End.AT_ONCE)  # no pad has been heard
    evening.table.resume("-/-/-/-/-/-/- wg wb b -", (), "at-once")
    return evening


def test_a_press_is_no_answer_to_what_nobody_has_read() -> None:
    """White is to take a stone, and presses: the device asks of the stone that came while it was dark."""
    too_early = dark_meanwhile().press("white")
    too_early.put("C")
    behind_the_offer = dark_meanwhile().put("C").press("white")

    for evening in (too_early, behind_the_offer):
        assert evening.table.turns == ()
        assert evening.state.question is not None
        assert evening.state.question.asks is Asks.COLOUR


@pytest.mark.parametrize(
    ("start", "lifted", "put", "turn"),
    [
        ("-/g/-/bw/-/w/- w b b -", "F", "BD", "bB:F>D"),
        ("-/-/-/-/-/wb/wb w b w -", "F", "GE", "wG:F>E"),
        ("-/-/w/-/-/b/- w b b -", "F", "C", "bC:-F"),
    ],
)
def test_a_turn_that_was_played_while_it_was_dark_counts(
    start: str, lifted: str, put: str, turn: str
) -> None:
    """Placed, and its bonus used: the device finds all of it at once, in whichever order it came."""
    evening = Evening()
    evening.table = Table(End.AT_ONCE)  # no pad has been heard
    evening.table.resume(start, (), "at-once")
    evening.heights = list(evening.table.heights)
    evening.heights[Location(lifted).index] -= 1
    for place in put:
        evening.heights[Location(place).index] += 1

    evening.stand().press("ok").wait(2)

    assert evening.table.turns == (turn,)


def test_an_ok_that_came_too_late_for_going_on_says_nothing() -> None:
    """One of us presses GREY for two, the other OK to go on, at the same moment: both greys are taken."""
    evening = Evening()
    evening.table.resume("-/-/-/-/-/-/- w b b -", (), "at-once")
    evening.stones_as_believed()
    for button, pressed_s in ((Button.GREY, 5.0), (Button.OK, 5.1), (Button.GREY, 6.0)):
        evening.records += evening.table.press(Press(button, is_hold=False, t_s=pressed_s), pressed_s + 0.05)

    assert evening.table.turns == ("+2g",)


def test_nor_does_it_decline_the_bonus_of_the_stone_that_has_said_so() -> None:
    """Black places on A with grey to move; the other presses OK to go on as the stone comes to rest."""
    evening = Evening()
    evening.table.resume("-/g/-/-/-/-/- ww bb b -", (), "at-once")
    evening.stones_as_believed().put("A")

    evening.table.press(Press(Button.OK, is_hold=False, t_s=evening.now_s + 0.1), evening.now_s + 0.15)

    assert evening.table.turns == ()
    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.BONUS


def confirmed() -> Evening:
    """The settings want OK for every turn."""
    evening = Evening()
    evening.table = Table(End.AT_ONCE, is_confirmed_by_hand=True)
    return evening.put().press("white")


def test_where_it_is_set_every_turn_waits_for_ok() -> None:
    """A turn that is quite clear, a take of the most allowed, an answered bonus: each waits for OK."""
    evening = confirmed().put("C")
    waits = [evening.state.question and evening.state.question.asks, evening.table.turns]
    evening.press("ok", "black")
    waits += [evening.state.question and evening.state.question.asks, evening.table.turns]
    evening.press("ok").put("D").press("grey")
    waits += [evening.state.question and evening.state.question.asks, evening.table.turns]

    evening.press("ok")

    assert waits == [Asks.CONFIRM, (), Asks.CONFIRM, ("wC",), Asks.CONFIRM, ("wC", "+1b")]
    assert evening.table.turns == ("wC", "+1b", "wD:+g")


def test_ok_for_no_bonus_and_for_the_end_of_a_take_need_no_second_one() -> None:
    """Somebody has said OK to it already."""
    evening = confirmed().put("D").press("ok").put("E").press("ok")

    assert evening.table.turns == ("wD", "bE")


def test_an_unconfirmed_turn_is_taken_back_by_hands() -> None:
    """It was a slip: the stone goes back, nothing is asked any more, nothing was on record."""
    evening = confirmed().put("C").lift("C")

    assert evening.state.question is None
    assert evening.table.turns == ()


def test_a_table_keeps_its_language() -> None:
    """Whatever happens in a game, the display goes on in the language that was set."""
    table = Table(End.AT_ONCE, "fr")

    before = table.state.language
    table.begin(Position.start(Player.BLACK), 0.0)

    assert before == table.state.language == "fr"
    assert Table(End.AT_ONCE).state.language == "en"


def test_a_question_that_the_stones_have_answered_is_gone() -> None:
    """Stones as shown? was asked while one was to come off; it is off, and White's next one counts."""
    evening = Evening().lay_out("-/-/-/-/-/-/- wg bb w -").put("A").press("grey", "back", "ok", "ok")
    asked = evening.state.question
    evening.lift("A")
    gone = evening.state.question

    evening.put("A")

    assert asked is not None
    assert asked.asks is Asks.TRUST
    assert gone is None
    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.COLOUR


def test_a_jammed_back_does_not_hold_the_menu_open() -> None:
    """BACK is stuck: the menu that it opened goes, and stones count again."""
    evening = Evening().press("white").hold_back()
    evening.table.report(Condition(stuck_buttons=(Button.BACK,)))

    evening.put("C").press("ok")

    assert evening.table.turns == ("wC",)


def test_where_every_turn_is_confirmed_no_other_press_confirms_it() -> None:
    """A bonus is open and somebody presses BLACK: nothing is on record before OK."""
    evening = confirmed().put("F").press("black")

    assert evening.table.turns == ()


def test_a_confirmation_is_for_what_lies_there() -> None:
    """OK came while the stone was moved; it came off, and lies there anew: it is asked anew."""
    evening = confirmed().put("C")
    states = (PadState.RESTS, PadState.RESTS, PadState.MOVES, *[PadState.RESTS] * 4)
    evening.now_s += 0.2
    evening.table.see(Heights((0, 0, None, 0, 0, 0, 0), states), evening.now_s)
    evening.press("ok").lift("C").wait(3).put("C")

    assert evening.table.turns == ()
    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.CONFIRM


def test_the_setting_of_the_end_is_for_new_games() -> None:
    """The kept game goes on as it was begun; the next one ends as it is set now."""
    evening = Evening(End.AT_ONCE)
    evening.table.resume(WHITE_FIRST.start, ("wA",), "after-bonus")

    evening.press("back", "white")

    assert evening.records[-1] == Begun(WHITE_FIRST.start, "at-once")


def test_a_stone_goes_on_though_a_pad_is_dead() -> None:
    """Go on with this game? G is dead; a stone on A says yes."""
    evening = Evening()
    evening.table.resume(WHITE_FIRST.start, ("wD:+g", "+1b"), "at-once")
    for stones in ((0, 0, 0, 1, 0, 0, None), (1, 0, 0, 1, 0, 0, None)):
        evening.now_s += 0.2
        evening.table.see(at_rest(stones), evening.now_s)

    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.COLOUR


def test_after_a_corrected_game_the_other_player_begins() -> None:
    """White had begun; the board was corrected at Black's turn; once more, and Black begins."""
    evening = Evening().press("white").put("A").lay_out("bwggw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwb b w b -")

    evening.put("G").press("ok")

    assert evening.state.question is not None
    assert (evening.state.question.asks, evening.state.question.player) == (Asks.REMATCH, Player.BLACK)
