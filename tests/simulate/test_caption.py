from pathlib import Path

import pytest

from companion.rules.pieces import Player
from companion.simulate import acts
from companion.simulate.acts import Line
from companion.simulate.caption import caption
from companion.simulate.script import parse_act, read_script

TABLES = sorted((Path(__file__).parents[1] / "tables").glob("*.table"))


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("stone white:w F", "White places a white stone on F"),
        ("stone white:g G", "White places a grey stone on G"),
        ("stone black:b A", "Black places a black stone on A"),
        ("stone C D", "Black moves the top stone of C to D"),
        ("stone A quarry", "Black returns the top stone of A to the quarry"),
        ("stone A white", "White takes the top stone of A"),
        ("stone quarry:g white", "White takes a grey stone from the quarry"),
        ("stone black:w white", "White takes a white stone from Black's workshop"),
        ("stone white:w quarry", "White returns a white stone to the quarry"),
        ("stone quarry:g E", "Black places a grey stone from the quarry on E"),
        ("press white", "Black presses WHITE"),
        ("press ok 2", "Black presses OK"),
        ("press back", "Somebody presses BACK"),
        ("setup basic first=white", "The stones are laid out; White begins"),
        ("setup position -/-/-/-/-/-/- ww bb b -", "The stones are laid out; Black begins"),
        ("wait 3", "Nobody does anything"),
        ("hover B 1", "Somebody lifts the top stone of B and puts it back"),
        ("lean E 2", "A hand rests on E"),
        ("bump 1", "Somebody knocks against the table"),
        ("drift 60 0.5", "The warmth of the room changes what the pads say"),
        ("unplug pad G", "The lead of pad G comes off"),
        ("plug pad G", "The lead of pad G is put back on"),
        ("unplug sensors", "The sensors' lead comes off"),
        ("plug sensors", "The sensors' lead is put back on"),
        ("unplug display", "The display's lead comes off"),
        ("plug display", "The display's lead is put back on"),
        ("power-cut", "The power fails, and comes back"),
        ("expect question", ""),
    ],
)
def test_an_act_is_told_in_a_sentence(written: str, told: str) -> None:
    """Who does what, in words: Black is to move, and does what does not say by itself who does it."""
    act = parse_act(Line("evening.table", 1, written))

    assert caption(act, Player.BLACK) == told


@pytest.mark.parametrize("table", TABLES, ids=[table.stem for table in TABLES])
def test_every_act_of_every_story_has_a_short_sentence(table: Path) -> None:
    """No sentence is missing, and each fits a line of the log."""
    told = [caption(act, Player.WHITE) for act in read_script(table) if not isinstance(act, acts.Expectation)]

    assert all(0 < len(sentence) <= 65 for sentence in told)
