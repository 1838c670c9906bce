import json
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.onlookers import history
from companion.onlookers.evening import Evening
from companion.onlookers.history import History, record_text
from companion.rules.end import End, is_over
from companion.rules.notation import format_turn
from companion.rules.pieces import Player
from companion.rules.position import Position
from companion.rules.record import read_games
from companion.rules.score import score
from companion.table.state import Phase, TableState
from companion.tracker.settled import Settled
from tests.rules.games import Played, games, play_out

STONES = {"w": 15, "g": 10, "b": 15}


def settled(played: Played) -> tuple[Settled, ...]:
    """The turns of a game as the table keeps them."""
    pairs = zip(played.positions, played.turns, played.positions[1:], strict=False)
    return tuple(Settled(before, turn, after) for before, turn, after in pairs)


def evening(start: Position, turns: tuple[Settled, ...], end: End, begun: str = "") -> Evening:
    """A table at which these turns have been played."""
    last = turns[-1].after if turns else start
    phase = Phase.OVER if is_over(last) else Phase.PLAYING
    workshops = (last.white_workshop, last.black_workshop)
    state = TableState(phase, last, last.columns, workshops, last.to_move, score(last), len(turns))
    return Evening(3, begun, start, end, turns, state)


SIGNS = {"return": "-", "fetch": "+", "steal": "x", "build": "", "quarrygrey": "*"}


def written(done: list[dict[str, Any]]) -> str:
    """What was done in a turn, in the notation."""
    if not done:
        return ""
    first, *bonus = done
    if first["action"] == "take":
        return f"+{first['count']}{first['colour']}"
    text = f"{first['colour']}{first['target']}"
    for used in bonus:
        places = [used[name] for name in ("source", "target") if name in used]
        sign = SIGNS.get(used["action"], "")
        text += f":{sign}{used.get('colour', '')}{'>'.join(places)}"
    return text


@given(games())
@settings(max_examples=60, deadline=None)
def test_every_step_of_a_game_shows_all_stones_and_the_score_as_it_was(played: Played) -> None:
    """Who steps back sees what lay there then: 40 stones, the turn, who did it, what it counted."""
    turns = settled(played)

    told = History().game(evening(played.positions[0], turns, played.end))

    assert len(told["steps"]) == len(turns) + 1
    for step, position in zip(told["steps"], played.positions, strict=True):
        lying = "".join([*step["columns"], *step["workshops"].values()])
        assert {colour: lying.count(colour) + step["quarry"][colour] for colour in "wgb"} == STONES
        now = score(position)
        assert (step["white"], step["black"]) == (now.white, now.black)
        assert step["white"] == sum(one["points"] for one in step["points"] if one["winner"] == "w")
        assert all(
            len(column) <= limit for column, limit in zip(step["columns"], told["limits"], strict=True)
        )
    assert [step["turn"] for step in told["steps"]] == ["", *map(format_turn, played.turns)]
    assert [written(step["done"]) for step in told["steps"]] == [step["turn"] for step in told["steps"]]
    sides = [position.to_move.name.lower() for position in played.positions]
    assert [step["by"] for step in told["steps"]] == [None, *sides[:-1]]


@given(st.lists(st.tuples(games(), st.integers(0, 200)), min_size=1, max_size=4), st.data())
@settings(max_examples=40, deadline=None)
def test_turns_that_come_and_are_taken_back_are_told_as_if_for_the_first_time(
    several: list[tuple[Played, int]], data: st.DataObject
) -> None:
    """However a game grew, shrank and was another one: what is remembered of it changes nothing."""
    remembering = History()
    for played, _ in several:
        turns = settled(played)
        for length in data.draw(st.lists(st.integers(0, len(turns)), min_size=1, max_size=5)):
            now = evening(played.positions[0], turns[:length], played.end)

            assert remembering.game(now) == History().game(now)


def test_a_turn_costs_as_much_late_in_a_game_as_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the turns before it nothing is worked out again."""
    played = play_out(Random(1), Position.start(Player.WHITE), End.AT_ONCE)
    turns = settled(played)
    scored = []
    monkeypatch.setattr(history, "score", lambda position: scored.append(position) or score(position))
    remembering = History()
    remembering.game(evening(played.positions[0], turns[:-1], played.end))
    scored.clear()

    remembering.game(evening(played.positions[0], turns, played.end))

    assert scored == [played.positions[0], played.positions[-1]]


@given(games(), st.integers(0, 200))
@settings(max_examples=60, deadline=None)
def test_the_record_of_a_game_under_way_is_one_that_every_reader_takes(played: Played, length: int) -> None:
    """Kept from the page and read again, it is the same game."""
    turns = settled(played)[:length]

    text = record_text(evening(played.positions[0], turns, played.end, "2026-11-30T20:15:00+00:00"))

    (game,) = read_games(text)
    assert game.turns == tuple(each.turn for each in turns)
    assert (game.start, game.end) == (played.positions[0], played.end)
    assert game.header("Date") == "2026.11.30"
    last = turns[-1].after if turns else played.positions[0]
    assert game.result == (score(last).result if is_over(last) else "*")


def test_the_event_is_one_line_of_json() -> None:
    """A stream carries it as it is."""
    start = Position.start(Player.BLACK)
    text = History().game_text(evening(start, (), End.AT_ONCE))

    assert "\n" not in text
    assert set(json.loads(text)) == {"game", "ornaments", "limits", "steps"}
