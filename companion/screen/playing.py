"""The page of a turn: the temple, and one line that says what is expected."""

from PIL import Image

from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple
from companion.screen.words import Words
from companion.table.state import TableState


def playing(state: TableState, words: Words) -> Image.Image:
    """Nothing is asked and nothing is wrong; a fault that lasts takes a second line."""
    page, below = Page(), foot(state, words)
    layout = Layout.above(HEIGHT_PX - below.height_px, state)
    draw_temple(page, state, words, layout, bright=state.to_move)
    draw_foot(page, below)
    return page.image
