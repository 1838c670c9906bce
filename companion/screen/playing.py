"""The page of a turn: the temple, and one line that says what is expected."""

from PIL import Image

from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple
from companion.table.state import TableState


def playing(state: TableState) -> Image.Image:
    """Nothing is asked and nothing is wrong; a fault that lasts takes a second line."""
    page, words = Page(), foot(state)
    draw_temple(page, state, Layout.above(HEIGHT_PX - words.height_px, state), bright=state.to_move)
    draw_foot(page, words)
    return page.image
