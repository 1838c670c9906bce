"""The picture that wanders over a display that nobody needs: a little temple, and the score below it."""

from functools import lru_cache

from PIL import Image, ImageDraw

from companion.rules.pieces import Location
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page
from companion.table.state import Phase, TableState

_TEMPLE_PX = 35
_ROOF_PX, _SHAFT_PX = 8, 7
_TEMPLE_HEIGHT_PX = _ROOF_PX + 2 + _SHAFT_PX + 4
_WIDTH_PX, _HEIGHT_PX = 40, _TEMPLE_HEIGHT_PX + 9
"""The temple, and below it the longest score, -20 : -20, in 40 by 7 pixels."""
_PLACES_X, _PLACES_Y = WIDTH_PX - _WIDTH_PX + 1, HEIGHT_PX - _HEIGHT_PX + 1
_JUMP_X_PX, _JUMP_Y_PX = 41, 13
"""Without common divisors with the 89 and 35 places, which have none either: the picture comes to each of the
3,115 before it repeats itself. Left or right it always jumps further than it is wide."""


def saver(state: TableState, step: int) -> Image.Image:
    """The picture after so many jumps: 128 by 64 pixels, mode "1"."""
    page = Page()
    x, y = step * _JUMP_X_PX % _PLACES_X, step * _JUMP_Y_PX % _PLACES_Y
    page.paste(x + (_WIDTH_PX - _TEMPLE_PX) // 2, y, _temple())
    if state.phase is not Phase.START:
        below = Box(x, y + _TEMPLE_HEIGHT_PX + 2, _WIDTH_PX, _HEIGHT_PX - _TEMPLE_HEIGHT_PX - 2)
        page.text(below, f"{state.score.white} : {state.score.black}", Font.SMALL, Font.TINY)
    return page.image


@lru_cache
def _temple() -> Image.Image:
    """A roof, seven columns and two steps."""
    picture = Image.new("1", (_TEMPLE_PX, _TEMPLE_HEIGHT_PX))
    draw = ImageDraw.Draw(picture)
    right, middle = _TEMPLE_PX - 1, _TEMPLE_PX // 2
    draw.polygon(((middle, 0), (0, _ROOF_PX - 1), (right, _ROOF_PX - 1)), outline=1)
    draw.rectangle((middle - 1, _ROOF_PX - 4, middle + 1, _ROOF_PX - 3), fill=1)
    top = _ROOF_PX + 1
    foot = top + _SHAFT_PX
    for location in Location:
        x = 5 * location.index
        draw.rectangle((x + 1, top, x + 3, foot), fill=1)
        draw.line((x, top, x + 4, top), fill=1)
    draw.line((1, foot + 2, right - 1, foot + 2), fill=1)
    draw.line((0, foot + 4, right, foot + 4), fill=1)
    return picture
