"""The page of stones that lie wrong: which columns, how many stones are seen and expected, and why."""

from PIL import Image

from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple
from companion.screen.words import Words
from companion.table.state import TableState


def mending(state: TableState, words: Words) -> Image.Image:
    """Wrong columns are marked; +1 above one says: put one on, -1: take one off."""
    page, below = Page(), foot(state, words)
    columns = state.mismatch.columns if state.mismatch else ()
    signs = {wrong.location: f"{wrong.expected - wrong.seen:+d}" for wrong in columns}
    layout = Layout.above(HEIGHT_PX - below.height_px, state, signs)
    draw_temple(page, state, words, layout, signs, signs, bright=state.to_move)
    draw_foot(page, below)
    return page.image
