import json

import pytest

from companion.onlookers.evening import Evening
from companion.onlookers.moment import moment, moment_text
from companion.rules.end import End
from companion.rules.pieces import Player
from companion.rules.position import Position
from companion.screen.choose import lines
from companion.table.state import LANGUAGES, STANDING
from tests.screen.states import STATES

KEYS = {
    *("game", "phase", "to_move", "columns", "workshops", "quarry", "score"),
    *("mismatch", "faults", "silent_pads", "texts", "language", "is_on"),
}


@pytest.mark.parametrize("name", STATES)
def test_whatever_the_display_shows_onlookers_can_be_told(name: str) -> None:
    """Every page of the display has its moment: letters that a drawing knows, the display's texts."""
    state = STATES[name]
    evening = Evening(7, "", Position.start(Player.WHITE), End.AT_ONCE, (), state)

    text = moment_text(evening)

    told = json.loads(text)
    assert set(told) == KEYS
    assert "\n" not in text
    assert told["game"] == 7
    assert told["phase"] in ("start", "playing", "over")
    assert [len(column) for column in told["columns"]] == list(map(len, state.columns))
    assert set("".join(told["columns"])) <= set("wgb?")
    assert set(told["workshops"]) == {"white", "black"}
    assert set("".join(told["workshops"].values())) <= set("wgb")
    assert set(told["faults"]) <= set(STANDING)
    assert set(told["mismatch"]) <= set("ABCDEFG") >= set(told["silent_pads"])
    assert set(told["texts"]) == set(LANGUAGES)
    assert told["texts"][state.language] == list(lines(state))
    assert (told["score"]["result"] == "*") == (told["phase"] != "over")
    assert len(told["score"]["columns"]) == 7


def test_a_stone_of_unknown_colour_is_told_as_such() -> None:
    """It lies there; of what colour it is nobody has said yet."""
    told = [moment(1, state)["columns"] for state in STATES.values()]

    assert any("?" in "".join(columns) for columns in told)


def test_every_language_is_told_at_once() -> None:
    """An onlooker from elsewhere chooses for themselves."""
    texts = moment(1, STATES["start"])["texts"]

    assert len({tuple(each) for each in texts.values()}) == len(LANGUAGES)
