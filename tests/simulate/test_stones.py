from random import Random
from statistics import mean, stdev

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ScriptError
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.simulate.acts import Aside, Line, Spot
from companion.simulate.stones import Things, weigh_stones

LINE = Line("evening.table", 7, "stone A B")
SPOTS: list[Spot] = [*Location, *Aside]


def things() -> Things:
    """A table with all stones in the quarry."""
    return Things(weigh_stones(Random(1)))


def carry(things: Things, source: Spot, target: Spot, colour: Colour | None = None) -> None:
    """Move one stone."""
    things.put(target, things.lift(source, colour, LINE))


def test_the_box_holds_fifteen_ten_and_fifteen() -> None:
    """There are 15 white, 10 grey and 15 black stones, each with a number of its own."""
    stones = weigh_stones(Random(1))

    assert [[stone.colour for stone in stones].count(colour) for colour in Colour] == [15, 10, 15]
    assert len({stone.number for stone in stones}) == 40


def test_no_two_stones_weigh_the_same() -> None:
    """Wooden stones differ by some percent, and in no box is one off by more than a fifth."""
    boxes = [weigh_stones(Random(seed)) for seed in range(50)]

    assert all(len({stone.grams for stone in stones}) == 40 for stones in boxes)
    assert all(3.7 * 0.8 <= stone.grams <= 3.7 * 1.2 for stones in boxes for stone in stones)


def test_stones_weigh_what_was_asked_for() -> None:
    """Over many boxes, mean and spread are the ones asked for."""
    grams = [
        stone.grams for seed in range(100) for stone in weigh_stones(Random(seed), mean_grams=5.0, spread=0.1)
    ]

    assert mean(grams) == pytest.approx(5.0, rel=0.01)
    assert stdev(grams) == pytest.approx(0.5, rel=0.1)


def test_a_seed_is_a_box() -> None:
    """The same seed gives the same stones again, another seed gives others."""
    assert weigh_stones(Random(4)) == weigh_stones(Random(4))
    assert weigh_stones(Random(4)) != weigh_stones(Random(5))


def test_a_column_is_a_stack() -> None:
    """The stone that was put down last is the first that a hand can take."""
    table = things()
    carry(table, Aside.QUARRY, Location.A, Colour.WHITE)
    carry(table, Aside.QUARRY, Location.A, Colour.GREY)

    top = table.find(Location.A, None, LINE)

    assert top.colour is Colour.GREY
    assert table.column(Location.A) == (Colour.WHITE, Colour.GREY)


def test_a_stone_takes_its_own_weight_along() -> None:
    """What one column loses, the other gains, to the milligram."""
    table = things()
    carry(table, Aside.QUARRY, Location.A, Colour.WHITE)
    grams = table.grams(Location.A)

    carry(table, Location.A, Location.B)

    assert (table.grams(Location.A), table.grams(Location.B)) == (0.0, grams)


def test_a_table_takes_what_the_rules_do_not() -> None:
    """A sixth stone on a column, a fourth in a workshop: people can do that."""
    table = things()

    for _ in range(6):
        carry(table, Aside.QUARRY, Location.C, Colour.BLACK)
    for _ in range(4):
        carry(table, Aside.QUARRY, Aside.WHITE, Colour.WHITE)

    assert len(table.column(Location.C)) == 6
    assert len(table.aside(Aside.WHITE)) == 4


@pytest.mark.parametrize(
    ("spot", "colour", "told"),
    [
        (Location.C, None, "no stone lies on C"),
        (Aside.WHITE, Colour.BLACK, "no black stone lies in White's workshop, only ww"),
        (Aside.BLACK, Colour.GREY, "no grey stone lies in Black's workshop, only bb"),
    ],
)
def test_a_stone_that_is_not_there_cannot_be_taken(spot: Spot, colour: Colour | None, told: str) -> None:
    """The script's line is named, and what lies there instead."""
    table = things()
    table.lay_out(Position.start(Player.WHITE))

    with pytest.raises(ScriptError) as refused:
        table.find(spot, colour, LINE)

    assert str(refused.value).startswith(f"evening.table, line 7: {told}; ")


def test_an_empty_workshop_is_said_to_be_empty() -> None:
    """Nobody has to guess what lies there."""
    with pytest.raises(ScriptError, match="White's workshop, only nothing"):
        things().find(Aside.WHITE, Colour.GREY, LINE)


def test_a_game_is_laid_out_as_its_position_says() -> None:
    """Columns, workshops and the quarry hold just what the position has, whatever lay there before."""
    table = things()
    carry(table, Aside.QUARRY, Location.G, Colour.GREY)
    columns = ((Colour.WHITE, Colour.BLACK), (), (), (Colour.GREY,), (), (), ())
    position = Position(columns, (Colour.GREY,), (), Player.BLACK)

    table.lay_out(position)

    assert table.agrees_with(position)
    assert table.truth() == {
        "columns": {"A": "wb", "B": "", "C": "", "D": "g", "E": "", "F": "", "G": ""},
        "white": "g",
        "black": "",
    }
    assert [table.aside(Aside.QUARRY).count(colour) for colour in Colour] == [14, 8, 14]


@pytest.mark.parametrize("target", [Location.B, Aside.WHITE, Aside.BLACK])
def test_one_stone_elsewhere_is_noticed(target: Spot) -> None:
    """A stone that does not lie where the position has it is a disagreement."""
    table = things()
    position = Position.start(Player.WHITE)
    table.lay_out(position)

    carry(table, Aside.QUARRY, target, Colour.GREY)

    assert not table.agrees_with(position)


@given(
    st.lists(st.tuples(st.sampled_from(SPOTS), st.sampled_from(Colour), st.sampled_from(SPOTS)), max_size=40)
)
def test_no_stone_is_ever_lost_or_doubled(moves: list[tuple[Spot, Colour, Spot]]) -> None:
    """Whatever hands do, the forty stones of the box lie somewhere, each colour as often as before."""
    table = things()

    for source, colour, target in moves:
        try:
            carry(table, source, target, colour)
        except ScriptError:
            continue  # an impossible one: nothing may have changed

    lying = [table.column(location) for location in Location] + [table.aside(aside) for aside in Aside]
    assert [sum(stones.count(colour) for stones in lying) for colour in Colour] == [15, 10, 15]
