"""Anybody may press anything at any time, with hands on the stones in between."""

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.legal import legal_turns
from companion.rules.notation import format_position, parse_position, parse_turn
from companion.rules.pieces import Colour, Location
from companion.rules.play import End, apply
from companion.scale.stack import MOST_STONES
from companion.screen.choose import lines, page
from companion.table.record import Begun, TakenBack, TurnSettled
from companion.table.state import Phase
from tests.rules.games import stones_of
from tests.table.evening import Evening

BUTTONS = ("white", "grey", "black", "ok", "back")
MOST_BACKS = 60
"""From the last page of the longest dialogue back to its first, and then some turns' unsaying."""

acts = st.one_of(
    st.tuples(st.just("press"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("press"), st.sampled_from(BUTTONS)),
    st.tuples(st.just("hold"), st.just("back")),
    st.tuples(st.just("put"), st.sampled_from("ABCDEFG")),
    st.tuples(st.just("lift"), st.sampled_from("ABCDEFG")),
    st.tuples(st.just("lay"), st.just("")),
    st.tuples(st.just("wait"), st.just("")),
)


def do(evening: Evening, act: tuple[str, str]) -> None:
    """One act of somebody who has read nothing."""
    match act:
        case "press", button:
            evening.press(button)
        case "hold", _:
            evening.hold_back()
        case "put", place if evening.heights[Location(place).index] < MOST_STONES:
            evening.put(place)
        case "lift", place if evening.heights[Location(place).index]:
            evening.lift(place)
        case "lay", _:
            evening.stones_as_believed()
        case "wait", _:
            evening.wait()


def check_records(evening: Evening) -> None:
    """What is on record is a legal game from where it began, and it leads to what is believed."""
    position, played = None, []
    for record in evening.records:
        match record:
            case Begun(start, _):
                position, played = parse_position(start), []
            case TurnSettled(turn, _) if position is not None:
                assert parse_turn(turn) in legal_turns(position, End.AT_ONCE)
                played.append(position)
                position = apply(position, parse_turn(turn), End.AT_ONCE)
            case TakenBack():
                position = played.pop()
    if position is not None:
        assert evening.state.position == position
        assert [stones_of(position, colour) for colour in Colour] == [15, 10, 15]
        assert parse_position(format_position(position)) == position


@settings(max_examples=300, deadline=None)
@given(script=st.lists(acts, max_size=40))
def test_whatever_is_pressed_there_is_a_page_and_a_way_out(script: list[tuple[str, str]]) -> None:
    """Children at the panel: never an error, always a page, nothing against the rules, and a way out."""
    evening = Evening()

    for act in script:
        do(evening, act)
        page(evening.state)
        assert lines(evening.state)
        check_records(evening)

    for _ in range(MOST_BACKS):
        if evening.state.dialogue is None and evening.state.question is None:
            break
        evening.press("back").stones_as_believed()
    assert evening.state.dialogue is None
    assert evening.state.question is None or evening.state.phase is not Phase.PLAYING


@settings(max_examples=200, deadline=None)
@given(script=st.lists(acts, max_size=25), button=st.sampled_from(BUTTONS))
def test_no_short_press_throws_a_turn_away_unasked(script: list[tuple[str, str]], button: str) -> None:
    """At no moment is a turn off the record, or the game, by one press: something is asked before."""
    evening = Evening().press("white").put("D").press("grey")
    for act in script:
        do(evening, act)
    turns, is_asked = evening.table.turns, evening.state.question or evening.state.dialogue
    was_playing = evening.state.phase is Phase.PLAYING

    evening.press(button)

    assert is_asked or not was_playing or evening.table.turns[: len(turns)] == turns
