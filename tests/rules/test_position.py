from typing import Any

import pytest

from companion.rules.errors import BadPosition
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position

W, G, B = Colour.WHITE, Colour.GREY, Colour.BLACK
EMPTY: tuple[Colour, ...] = ()


def position(
    *columns: tuple[Colour, ...],
    white: tuple[Colour, ...] = (),
    black: tuple[Colour, ...] = (),
    ornaments: tuple[tuple[Location, Ornament], ...] = (),
) -> Position:
    """A position with these first columns, the others empty."""
    temple = columns + (EMPTY,) * (7 - len(columns))
    return Position(temple, white, black, Player.WHITE, ornaments)


@pytest.mark.parametrize("first", Player)
def test_a_game_begins_with_two_own_stones_and_an_empty_temple(first: Player) -> None:
    """Two of one's own in each workshop, 13, 10 and 13 in the quarry; either colour may start."""
    start = Position.start(first)

    assert [start.column(location) for location in Location] == [()] * 7
    assert (start.workshop(Player.WHITE), start.workshop(Player.BLACK)) == ((W, W), (B, B))
    assert [start.quarry(colour) for colour in Colour] == [13, 10, 13]
    assert start.to_move is first


def test_a_column_holds_five_and_seven_under_tall() -> None:
    """The fifth stone fills a column; under tall the seventh does."""
    tall = position((G,) * 5, (W,) * 5, ornaments=((Location.B, Ornament.TALL),))

    assert [tall.limit(location) for location in (Location.A, Location.B)] == [5, 7]
    assert [tall.is_full(location) for location in (Location.A, Location.B, Location.C)] == [
        True,
        False,
        False,
    ]
    assert tall.ornament(Location.B) is Ornament.TALL
    assert tall.ornament(Location.A) is None
    assert position((W,) * 7, ornaments=((Location.A, Ornament.TALL),)).is_full(Location.A)


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (dict(columns=((W,) * 6,)), "column A has 6 stones; it holds 5"),
        (
            dict(columns=(EMPTY, (W,) * 8), ornaments=((Location.B, Ornament.TALL),)),
            "column B has 8 stones; it holds 7",
        ),
        (dict(columns=(EMPTY,) * 8), "8 columns; the temple has 7"),
        (dict(white=(W,) * 4), "White's workshop has 4 stones; it holds 3"),
        (dict(black=(B, B, B, B)), "Black's workshop has 4 stones; it holds 3"),
        (dict(white=(B, W)), "White's workshop is out of order; write white, then grey, then black"),
        (dict(black=(G, W)), "Black's workshop is out of order; write white, then grey, then black"),
        (dict(columns=((W,) * 5,) * 3, black=(W,)), "16 white stones; the game has 15"),
        (dict(columns=((G,) * 5,) * 2, white=(G,)), "11 grey stones; the game has 10"),
        (dict(columns=((B,) * 5,) * 3, white=(B, B)), "17 black stones; the game has 15"),
        (
            dict(ornaments=((Location.A, Ornament.TALL), (Location.A, Ornament.BONUS3))),
            "two ornaments on A; a location holds one",
        ),
        (
            dict(ornaments=((Location.B, Ornament.TALL), (Location.A, Ornament.BONUS3))),
            "ornament on A comes after B; write them from A to G",
        ),
        (
            dict(ornaments=((Location.A, Ornament.TALL), (Location.B, Ornament.TALL))),
            "ornament tall lies twice; the box has one of each",
        ),
        (
            dict(ornaments=tuple(zip(list(Location)[:6], list(Ornament)[:6], strict=True))),
            "6 ornaments; the box has tokens for 5",
        ),
    ],
)
def test_a_position_that_cannot_be_is_refused(wrong: dict[str, Any], message: str) -> None:
    """Stones that the game does not have, or that do not fit, are refused with the reason."""
    columns = wrong.get("columns", ())
    others = {name: value for name, value in wrong.items() if name != "columns"}

    with pytest.raises(BadPosition) as refused:
        position(*columns, **others)

    assert str(refused.value) == message


def test_a_position_is_a_value() -> None:
    """Two tables with the same stones are the same position, and none can be changed."""
    start = Position.start(Player.WHITE)

    assert start == Position.start(Player.WHITE)
    assert hash(start) == hash(Position.start(Player.WHITE))
    assert start != Position.start(Player.BLACK)
    with pytest.raises(AttributeError):
        start.to_move = Player.BLACK  # type: ignore[misc]
