"""What each column is worth to whom, and who wins."""

from dataclasses import dataclass

from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position, Stones

OWN_POINTS = 1
RIVAL_POINTS = 3
GREY_POINTS = -2
BONUS3_POINTS = 3
GREY_POINTS_UNDER = {Ornament.GREYPLUS2: 2, Ornament.GREYMINUS3: -3}


@dataclass(frozen=True, slots=True)
class ColumnScore:
    """One column: its winner (None: nobody, 0 points) and what it gives them, which can be negative."""

    winner: Player | None
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """The whole temple: points and columns won of each player."""

    columns: tuple[ColumnScore, ...]
    """A to G."""
    white: int
    black: int
    white_columns: int
    black_columns: int

    result: str
    """As a record ends with it: "1-0" (White wins), "0-1" or "1/2-1/2"."""


def score(position: Position) -> Score:
    """The score as if the game ended here."""
    columns = tuple(column_score(position.column(place), position.ornament(place)) for place in Location)
    white = [column.points for column in columns if column.winner is Player.WHITE]
    black = [column.points for column in columns if column.winner is Player.BLACK]
    result = _result((sum(white), len(white)), (sum(black), len(black)))
    return Score(columns, sum(white), sum(black), len(white), len(black), result)


def column_score(stones: Stones, ornament: Ornament | None) -> ColumnScore:
    """One column's winner and points; the order of its stones does not matter."""
    winner = _winner(stones, ornament)
    if winner is None:
        return ColumnScore(None, 0)
    points = OWN_POINTS * stones.count(winner.colour) + RIVAL_POINTS * stones.count(winner.rival.colour)
    grey_points = GREY_POINTS if ornament is None else GREY_POINTS_UNDER.get(ornament, GREY_POINTS)
    points += grey_points * stones.count(Colour.GREY)
    if ornament is Ornament.BONUS3:
        points += BONUS3_POINTS
    return ColumnScore(winner, points)


def _winner(stones: Stones, ornament: Ornament | None) -> Player | None:
    white, black = stones.count(Colour.WHITE), stones.count(Colour.BLACK)
    if white == black:
        return None
    majority = Player.WHITE if white > black else Player.BLACK
    return majority.rival if ornament is Ornament.MINORITY else majority


def _result(white: tuple[int, int], black: tuple[int, int]) -> str:
    """The higher total wins, then the more columns; each side is its total and its columns."""
    if white == black:
        return "1/2-1/2"
    return "1-0" if white > black else "0-1"
