"""OK answers some of what is asked: each of these questions is brought about in games of any kind."""

import random
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.legal import legal_turns
from companion.rules.pieces import Colour, Player
from companion.rules.play import End, apply
from companion.rules.position import Position
from companion.rules.turn import Take
from companion.tracker.question import Asks
from tests.rules.games import positions
from tests.tracker.seat import BUTTON_OF, Seat
from tests.tracker.test_games import answer, builds


def an_open_bonus(order: random.Random, position: Position, end: End) -> Seat | None:
    """A stone was placed, its colour said."""
    turns = [turn for turn in builds(position, end) if turn.bonus is None]
    if not turns:
        return None
    turn = order.choice(turns)
    seat = Seat(position, end).put(turn.location.value)
    return seat.press(answer(seat, turn, apply(position, turn, end))) if seat.asks is Asks.COLOUR else seat


def a_stone_of_both(order: random.Random, position: Position, end: End) -> Seat | None:
    """Both hold one colour; it was pressed, and a stone came: named and placed, or taken, and the rival's?"""
    both = [colour for colour in Colour if all(colour in position.workshop(player) for player in Player)]
    if not both:
        return None
    colour = order.choice(both)
    position = replace(position, white_workshop=(colour,), black_workshop=(colour,))
    turns = [turn for turn in builds(position, end) if turn.bonus is None]
    return (
        Seat(position, end).press(BUTTON_OF[colour]).put(order.choice(turns).location.value)
        if turns
        else None
    )


def a_late_take(order: random.Random, position: Position, end: End) -> Seat | None:
    """Whose workshop was empty has taken and not said so; the rival's stone lies there, and one is told."""
    name = "white_workshop" if position.to_move is Player.WHITE else "black_workshop"
    position = replace(position, **{name: ()})
    colours = [turn.colour for turn in legal_turns(position, end) if turn == Take(turn.colour, 2)]
    rivals = builds(replace(position, to_move=position.to_move.rival), end)
    if not colours or not rivals:
        return None
    seat = Seat(position, end).put(order.choice(rivals).location.value).wait()
    return seat.press(BUTTON_OF[order.choice(colours)])


OK_ANSWERS = {Asks.BONUS: an_open_bonus, Asks.WHOSE: a_stone_of_both, Asks.FORGOTTEN: a_late_take}


@settings(max_examples=40)
@given(seed=st.integers(0, 2**32), end=st.sampled_from(End), asks=st.sampled_from(list(OK_ANSWERS)))
def test_ok_answers_whatever_it_can_answer(seed: int, end: End, asks: Asks) -> None:
    """No bonus, that player, that many: OK never leaves such a question standing as it was."""
    order = random.Random(seed)
    seats = (OK_ANSWERS[asks](order, position, end) for position in positions(order, end))
    seat = next(seat for seat in seats if seat is not None and seat.asks is asks)
    asked, count = seat.question, len(seat.settled)

    seat.press("ok")

    assert seat.question != asked or len(seat.settled) > count
