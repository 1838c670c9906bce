import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.notation import format_position
from companion.rules.pieces import Location, Player
from companion.rules.play import End
from companion.table.record import Begun, TakenBack, TurnSettled
from companion.table.table import Table
from companion.tracker.mismatch import Wrong
from companion.tracker.question import Asks
from tests.table.evening import WHITE_FIRST, Evening, played


def test_back_asks_and_ok_takes_the_last_turn_back() -> None:
    """BACK with nothing to unsay offers it; OK does it, and guides the hands until the stones agree."""
    evening = played().press("back")
    asked = evening.state.question

    evening.press("ok")
    guided, position = evening.state.mismatch, format_position(evening.state.position)
    evening.lift("D")

    assert asked is not None
    assert (asked.asks, asked.player) == (Asks.TAKE_BACK, Player.WHITE)
    assert evening.records[-1] == TakenBack()
    assert position == "-/-/-/-/-/-/- ww bb w -"
    assert guided is not None
    assert guided.columns == (Wrong(Location.D, 1, 0),)
    assert not evening.state.is_guiding
    assert evening.state.mismatch is None
    assert evening.put("A").table.turns == ("wA",)


def test_back_again_leaves_it() -> None:
    """The question is gone and nothing has changed."""
    evening = played()
    before = evening.state

    evening.press("back", "back")

    assert evening.state == before
    assert evening.table.turns == ("wD:+g",)


@pytest.mark.parametrize("button", ["white", "grey", "black"])
def test_only_ok_or_back_answer_that(button: str) -> None:
    """A colour is no answer: the question waits, and nothing is taken."""
    evening = played().press("back", button)

    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.TAKE_BACK
    assert evening.table.turns == ("wD:+g",)


def test_back_unsays_a_press_before_it_asks_for_a_turn() -> None:
    """One black pressed by mistake is unsaid; only the next BACK is about the turn."""
    evening = Evening().lay_out("-/-/-/-/-/-/- - - w -").press("grey", "grey", "black", "back")
    unsaid = evening.state

    evening.press("back")

    assert (unsaid.taking, unsaid.question) == ((), None)
    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.TAKE_BACK


def test_before_the_first_turn_there_is_nothing_to_take_back() -> None:
    """BACK in a new game asks nothing."""
    evening = Evening().press("white", "back")

    assert evening.state.question is None


def test_turns_are_taken_back_one_by_one_to_the_start() -> None:
    """Three turns, three times BACK and OK."""
    evening = played().press("black").put("E").press("white", "black")
    count = len(evening.table.turns)

    for _ in range(count):
        evening.press("back", "ok")
        evening.stones_as_believed()

    assert count == 3
    assert evening.table.turns == ()
    assert evening.records[-3:] == [TakenBack()] * 3
    assert format_position(evening.state.position) == WHITE_FIRST.start


def test_presses_mean_nothing_while_hands_are_guided() -> None:
    """First the stones, then the game."""
    evening = played().press("back", "ok", "grey")

    assert evening.state.taking == ()
    assert evening.state.refusal is None
    assert evening.table.turns == ()


ACTS = st.one_of(
    st.tuples(st.just("put"), st.sampled_from("ABCDEFG")),
    st.tuples(st.just("press"), st.sampled_from(["white", "grey", "black", "ok", "back"])),
    st.tuples(st.just("hold"), st.just("back")),
    st.tuples(st.just("mend"), st.just("")),
    st.tuples(st.just("wait"), st.just("")),
)


@settings(max_examples=80)
@given(script=st.lists(ACTS, max_size=25))
def test_the_records_always_tell_the_game_that_is_shown(script: list[tuple[str, str]]) -> None:
    """Whatever is pressed and moved: a table that only knows the records shows the same game."""
    evening = Evening()
    for act, what in [("press", "white"), *script]:
        match act:
            case "put":
                evening.put(what)
            case "press":
                evening.press(what)
            case "hold":
                evening.hold_back()
            case "mend":
                evening.stones_as_believed()
            case _:
                evening.wait()

    twin, turns, start = Table(End.AT_ONCE), list[str](), ""
    for record in evening.records:
        match record:
            case Begun():
                start, turns = record.start, []
            case TurnSettled():
                turns.append(record.turn)
            case TakenBack():
                turns.pop()
    twin.resume(start, tuple(turns), "at-once")
    assert twin.state.position == evening.state.position
    assert twin.turns == evening.table.turns
    assert twin.state.score == evening.state.score


@settings(max_examples=80)
@given(script=st.lists(ACTS, max_size=25))
def test_back_and_ok_lead_out_of_every_question(script: list[tuple[str, str]]) -> None:
    """Stones as the screen wants them, BACK, and the table asks nothing that the people did not ask for."""
    evening = Evening()
    for act, what in [("press", "white"), *script]:
        if act in ("put", "press"):
            getattr(evening, act)(what)
    for _ in range(30):
        evening.press("back", "back").stones_as_believed()

    question = evening.state.question
    evening.press("back")

    left = evening.state.question
    assert question is None or question.asks is Asks.TAKE_BACK
    assert left is None or left.asks is Asks.TAKE_BACK
    assert evening.state.mismatch is None


def test_it_is_on_record_that_the_stones_were_put_back() -> None:
    """A power cut in the middle of putting back must not settle again what was undone."""
    evening = Evening().lay_out("-/-/-/-/-/-/- wg bb w -").put("A").press("grey", "back", "ok")
    laid_before = evening.laid

    evening.lift("A")

    assert evening.laid == laid_before + 1
