"""The page of a question: its location marked, its answers on keys."""

from PIL import Image

from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple, stone_box
from companion.table.state import TableState
from companion.tracker.question import Asks, Question


def asking(state: TableState) -> Image.Image:
    """What is asked in one row, the buttons that answer it in the next."""
    page, words = Page(), foot(state)
    location = state.question.location if state.question else None
    layout = Layout.above(HEIGHT_PX - words.height_px, state)
    draw_temple(page, state, layout, (location,) if location else (), bright=state.to_move)
    if state.question is not None and state.question.asks is Asks.COLOUR:
        _mark_stone(page, state, state.question, layout)
    draw_foot(page, words)
    return page.image


def _mark_stone(page: Page, state: TableState, question: Question, layout: Layout) -> None:
    """Where several stones of the column are not known, the one that is meant is bright."""
    if question.location is None or state.columns[question.location.index].count(None) < 2:
        return
    page.invert(stone_box(question.location, question.index, layout))
