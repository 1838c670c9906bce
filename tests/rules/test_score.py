import pytest

from companion.rules.notation import parse_position
from companion.rules.pieces import Location, Player
from companion.rules.score import ColumnScore, score

WHITE, BLACK, NOBODY = Player.WHITE, Player.BLACK, None


def column(stones: str, ornament: str = "") -> ColumnScore:
    """What the stones on A are worth, under an ornament or none."""
    text = f"{stones}/-/-/-/-/-/- - - w " + (f"A={ornament}" if ornament else "-")
    return score(parse_position(text)).columns[Location.A.index]


@pytest.mark.parametrize(
    ("stones", "winner", "points"),
    [
        ("wwbgg", WHITE, 1),
        ("wwwbb", WHITE, 9),
        ("wwwgg", WHITE, -1),
        ("wbggg", NOBODY, 0),
        ("wwbbg", NOBODY, 0),
    ],
)
def test_the_rulebooks_examples_come_out_right(stones: str, winner: Player | None, points: int) -> None:
    """The columns that the rulebooks score have the points printed there."""
    result = column(stones)

    assert result == ColumnScore(winner, points)


@pytest.mark.parametrize(
    ("stones", "ornament", "winner", "points"),
    [
        ("bbw", "", BLACK, 5),
        ("bwwb", "", NOBODY, 0),
        ("-", "", NOBODY, 0),
        ("ggg", "", NOBODY, 0),
        ("wgggg", "", WHITE, -7),
        ("wwb", "bonus3", WHITE, 8),
        ("wb", "bonus3", NOBODY, 0),
        ("wwb", "minority", BLACK, 7),
        ("ww", "minority", BLACK, 6),
        ("wwgg", "minority", BLACK, 2),
        ("wb", "minority", NOBODY, 0),
        ("-", "minority", NOBODY, 0),
        ("wgg", "greyplus2", WHITE, 5),
        ("bgg", "greyminus3", BLACK, -5),
        ("wgg", "greyactivates", WHITE, -3),
        ("wgg", "quarrygrey", WHITE, -3),
        ("wwwbbgg", "tall", WHITE, 5),
    ],
)
def test_a_column_pays_its_winner(stones: str, ornament: str, winner: Player | None, points: int) -> None:
    """Own +1, rival +3, grey -2 to whoever has more of their own; an ornament changes its column."""
    result = column(stones, ornament)

    assert result == ColumnScore(winner, points)


def test_an_ornament_changes_no_other_column() -> None:
    """A minority on B leaves A to the majority."""
    position = parse_position("ww/ww/-/-/-/-/- - - w B=minority")

    winners = [column.winner for column in score(position).columns]

    assert winners == [WHITE, BLACK, None, None, None, None, None]


@pytest.mark.parametrize(
    ("columns", "totals", "won", "result"),
    [
        ("wwb/b/-/-/-/-/-", (5, 1), (1, 1), "1-0"),
        ("w/bbw/-/-/-/-/-", (1, 5), (1, 1), "0-1"),
        ("ww/b/b/-/-/-/-", (2, 2), (1, 2), "0-1"),  # as many points: more columns win
        ("bb/w/w/-/-/-/-", (2, 2), (2, 1), "1-0"),
        ("w/b/-/-/-/-/-", (1, 1), (1, 1), "1/2-1/2"),
        ("-/-/-/-/-/-/-", (0, 0), (0, 0), "1/2-1/2"),
        ("wgg/-/-/-/-/-/-", (-3, 0), (1, 0), "0-1"),  # a won column can cost the game
    ],
)
def test_points_decide_then_columns_then_nobody(
    columns: str, totals: tuple[int, int], won: tuple[int, int], result: str
) -> None:
    """The higher total wins; at the same total the more columns; at the same columns it is a draw."""
    counted = score(parse_position(f"{columns} - - w -"))

    assert (counted.white, counted.black) == totals
    assert (counted.white_columns, counted.black_columns) == won
    assert counted.result == result
