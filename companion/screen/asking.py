"""The page of a question: its location marked, its answers on keys."""

from PIL import Image

from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple
from companion.table.state import TableState


def asking(state: TableState) -> Image.Image:
    """What is asked in one row, the buttons that answer it in the next."""
    page, words = Page(), foot(state)
    location = state.question.location if state.question else None
    layout = Layout.above(HEIGHT_PX - words.height_px, state)
    draw_temple(page, state, layout, (location,) if location else (), bright=state.to_move)
    draw_foot(page, words)
    return page.image
