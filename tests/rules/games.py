"""Random games for tests to look at."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from hypothesis import strategies as st

from companion.rules.end import End
from companion.rules.legal import legal_turns
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import after
from companion.rules.position import Ornaments, Position
from companion.rules.turn import Action, Place, Take, Turn


@dataclass(frozen=True)
class Played:
    """A game played to its end: one position more than turns."""

    end: End
    positions: list[Position]
    turns: list[Turn]


def stones_of(position: Position, colour: Colour) -> int:
    """Stones of a colour in the temple, the workshops and the quarry together."""
    piles = [*position.columns, position.white_workshop, position.black_workshop]
    return sum(pile.count(colour) for pile in piles) + position.quarry(colour)


def play_out(rng: random.Random, start: Position, end: End, *, slowly: bool = False) -> Played:
    """Play random turns to the end; `slowly`: rather those that keep the temple from filling."""
    positions, turns = [start], []
    while choices := legal_turns(positions[-1], end):
        if slowly:
            keep_low = [turn for turn in choices if _keeps_low(turn)]
            choices = keep_low or [turn for turn in choices if isinstance(turn, Take)] or choices
        turns.append(rng.choice(choices))
        positions.append(after(positions[-1], turns[-1]))
    return Played(end, positions, turns)


def _keeps_low(turn: Turn) -> bool:
    return isinstance(turn, Place) and turn.bonus is not None and turn.bonus.action is Action.RETURN


def random_ornaments(rng: random.Random) -> Ornaments:
    """None in half of the games, else one to five."""
    count = rng.choice((0, 0, 0, 0, 1, 2, 3, 5))
    places = sorted(rng.sample(list(Location), count), key=lambda place: place.index)
    return tuple(zip(places, rng.sample(list(Ornament), count), strict=True))


def positions(rng: random.Random, end: End) -> Iterator[Position]:
    """Out of one random game after the other, each one's in any rng."""
    while True:
        start = Position.start(rng.choice(list(Player)), random_ornaments(rng))
        found = play_out(rng, start, end).positions
        yield from rng.sample(found, len(found))


@st.composite
def games(draw: st.DrawFn) -> Played:
    """A whole game of either mode, either colour first, either end."""
    rng = random.Random(draw(st.integers(0, 2**32)))
    start = Position.start(draw(st.sampled_from(Player)), random_ornaments(rng))
    return play_out(rng, start, draw(st.sampled_from(End)), slowly=draw(st.booleans()))


@st.composite
def situations(draw: st.DrawFn) -> tuple[Position, End]:
    """A position out of a random game, and when that game ends."""
    game = draw(games())
    back = draw(st.integers(0, len(game.turns)))  # shrinks towards the end, where the rules meet
    return game.positions[len(game.turns) - back], game.end
