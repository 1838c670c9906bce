"""The page of stones that lie wrong: which columns, how many stones are seen and expected, and why."""

from PIL import Image

from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple
from companion.table.state import TableState


def mending(state: TableState) -> Image.Image:
    """Wrong columns are marked; +1 above one says: put one on, -1: take one off."""
    page, words = Page(), foot(state)
    columns = state.mismatch.columns if state.mismatch else ()
    signs = {wrong.location: f"{wrong.expected - wrong.seen:+d}" for wrong in columns}
    layout = Layout.above(HEIGHT_PX - words.height_px, state, signs)
    draw_temple(page, state, layout, signs, signs, bright=state.to_move)
    draw_foot(page, words)
    return page.image
