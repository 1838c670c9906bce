import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.end import End, is_over
from companion.rules.legal import legal_turns
from companion.rules.notation import format_position, format_turn, parse_position, parse_turn
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import after
from companion.rules.position import Position
from companion.rules.record import Game, read_games, write_games
from companion.rules.score import score
from tests.rules import naive
from tests.rules.games import Played, games, play_out, situations, stones_of


@given(game=games())
def test_no_stone_is_lost_or_found(game: Played) -> None:
    """15 white, 10 grey and 15 black stones are on the table at every moment."""
    for position in game.positions:
        lying = [stones_of(position, colour) for colour in Colour]

        assert lying == [15, 10, 15]


@given(game=games())
def test_every_position_of_a_game_could_be_set_up_by_hand(game: Played) -> None:
    """What a legal turn leads to holds against every check, and its text reads as itself."""
    for position in game.positions:
        text = format_position(position)

        assert parse_position(text) == position
        assert format_position(parse_position(text)) == text


@given(game=games())
def test_every_turn_has_one_text(game: Played) -> None:
    """A turn's text reads as that turn, and two turns of a position never share one."""
    for position in game.positions:
        turns = legal_turns(position, game.end)
        texts = [format_turn(turn) for turn in turns]

        assert [parse_turn(text) for text in texts] == turns
        assert texts == sorted(set(texts))


@given(game=games())
def test_a_game_goes_on_until_the_temple_is_complete(game: Played) -> None:
    """Whoever is to move can move, and nobody can once every column holds all it can."""
    *before, last = game.positions

    assert not any(is_over(position) for position in before)
    assert is_over(last)
    assert all(last.is_full(location) for location in Location)


@given(game=games())
def test_players_take_turns(game: Played) -> None:
    """White and Black play one turn each, whatever the turn was."""
    sides = [position.to_move for position in game.positions]

    assert all(side is not following for side, following in pairwise(sides))


@given(game=games())
def test_the_totals_are_the_sums_of_the_columns(game: Played) -> None:
    """A player's total is what their columns give, and the higher total wins."""
    for position in game.positions:
        result = score(position)
        white = [column.points for column in result.columns if column.winner is Player.WHITE]
        black = [column.points for column in result.columns if column.winner is Player.BLACK]

        assert (result.white, result.white_columns) == (sum(white), len(white))
        assert (result.black, result.black_columns) == (sum(black), len(black))
        ahead = (sum(white), len(white)) > (sum(black), len(black))
        behind = (sum(white), len(white)) < (sum(black), len(black))
        assert result.result == ("1-0" if ahead else "0-1" if behind else "1/2-1/2")


@pytest.mark.parametrize(("ornaments", "most"), [((), 152), (((Location.C, Ornament.TALL),), 164)])
@settings(max_examples=30)
@given(seed=st.integers(0, 2**32), end=st.sampled_from(End))
def test_no_game_goes_on_for_ever(
    ornaments: tuple[tuple[Location, Ornament], ...], most: int, seed: int, end: End
) -> None:
    """A game lasts at most 152 turns, 164 with a tall C, even if both players dawdle."""
    start = Position.start(Player.WHITE, ornaments)

    game = play_out(random.Random(seed), start, end, slowly=True)

    assert len(game.turns) <= most


@settings(max_examples=40)
@given(situation=situations())
def test_hands_find_the_same_turns_and_leave_the_same_stones(situation: tuple[Position, End]) -> None:
    """Trying everything with real stones gives these turns, in this order, and these positions."""
    position, end = situation
    by_hand = naive.legal(naive.Table.read(format_position(position), end.value))

    turns = legal_turns(position, end)

    assert [format_turn(turn) for turn in turns] == list(by_hand)
    left = [format_position(after(position, turn)) for turn in turns]
    assert left == [table.text() for table in by_hand.values()]


@given(game=games())
def test_a_game_written_down_reads_as_it_was(game: Played) -> None:
    """A record gives back the game it was made from, and is written the same again."""
    headers = (("Start", format_position(game.positions[0])), ("End", game.end.value))
    played = Game(tuple(game.turns), score(game.positions[-1]).result, headers)

    text = write_games((played,))

    assert read_games(text) == (played,)
    assert write_games(read_games(text)) == text
    assert played.last_position == game.positions[-1]
    assert max(map(len, text.splitlines()[3:])) <= 80
