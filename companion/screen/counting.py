"""The page of the end: column by column, then totals, winner and why."""

from dataclasses import replace

from PIL import Image

from companion.rules.pieces import Location, Player
from companion.rules.score import ColumnScore, Score
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page
from companion.screen.refusing import refused_text
from companion.screen.stones import STONE_PX
from companion.screen.temple import COLUMN_PX, SIDE_PX, Layout, draw_temple
from companion.screen.words import Words
from companion.table.state import TableState

_DESCENDERS = frozenset("gjpqy")
"""Letters that would hang out of the bright row."""
_WINNER_PX, _WHY_PX, _POINTS_PX = 14, 9, 9


def counting(state: TableState, words: Words) -> Image.Image:
    """Under each letter its points: bright White's, underlined Black's, a dash nobody's."""
    page = Page()
    points_top = HEIGHT_PX - _WHY_PX - _WINNER_PX - _POINTS_PX - 1
    layout = Layout.above(points_top, state)
    draw_temple(page, state, words, layout, bright=_winner(state.score))
    for location in Location:
        box = Box(SIDE_PX + location.index * COLUMN_PX, points_top, STONE_PX, _POINTS_PX)
        _draw_points(page, box, state.score.columns[location.index])
    winner = Box(0, HEIGHT_PX - _WHY_PX - _WINNER_PX, WIDTH_PX, _WINNER_PX)
    verdict = first_text(state, words)
    lift = int(not _DESCENDERS.isdisjoint(verdict))
    page.text(replace(winner, y=winner.y - lift), verdict, Font.LARGE, Font.TEXT, Font.SMALL)
    page.invert(winner)
    page.text(Box(0, HEIGHT_PX - _WHY_PX, WIDTH_PX, _WHY_PX), why_text(state.score, words), Font.SMALL)
    return page.image


def counting_lines(state: TableState, words: Words) -> tuple[str, ...]:
    """The texts on the page, top to bottom, but for the points under the columns."""
    return (first_text(state, words), why_text(state.score, words))


def first_text(state: TableState, words: Words) -> str:
    """Why a press did nothing, else who has won."""
    return refused_text(state, words) or winner_text(state.score, words)


def winner_text(score: Score, words: Words) -> str:
    """Who has won, or that nobody has."""
    winner = _winner(score)
    return words.text("over.wins", player=words.player_name(winner)) if winner else words.text("over.draw")


def why_text(score: Score, words: Words) -> str:
    """By points, by columns at equal points, or all is equal; and that OK goes on."""
    points = abs(score.white - score.black)
    if points:
        return words.text("over.by-points", count=points)
    if score.white_columns == score.black_columns:
        return words.text("over.all-equal")
    columns = sorted((score.white_columns, score.black_columns))
    return words.text("over.by-columns", columns=columns[1], rival_columns=columns[0])


def _winner(score: Score) -> Player | None:
    return {"1-0": Player.WHITE, "0-1": Player.BLACK}.get(score.result)


def _draw_points(page: Page, box: Box, column: ColumnScore) -> None:
    if column.winner is None:
        page.fill(Box(box.x + 4, box.y + box.height // 2, 3, 1))
        return
    page.text(box, str(column.points), Font.SMALL, Font.TINY)
    if column.winner is Player.WHITE:
        page.invert(box)
    else:
        page.fill(Box(box.x, box.y + box.height - 1, box.width, 1))
