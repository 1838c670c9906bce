"""Stones as small pictures: white, grey and black told apart by tone and by texture, at arm's length."""

from functools import lru_cache

from PIL import Image, ImageDraw

from companion.rules.pieces import Colour

STONE_PX = 11
"""Width of a stone."""


@lru_cache(maxsize=64)
def stone(colour: Colour | None, height_px: int, width_px: int = STONE_PX) -> Image.Image:
    """A stone 2 or more pixels high; None: its colour is not known yet.

    White is all light, grey is fluted (every other column, like the real drums), black is an outline.
    """
    picture = Image.new("1", (width_px, height_px))
    draw = ImageDraw.Draw(picture)
    right, foot = width_px - 1, height_px - 1
    if colour is Colour.WHITE:
        draw.rectangle((0, 0, right, foot), fill=1)
    elif colour is Colour.BLACK:
        draw.rectangle((0, 0, right, foot), outline=1)
    elif colour is Colour.GREY:
        for x in range(0, width_px, 2):
            draw.line((x, 0, x, foot), fill=1)
    else:
        _question_mark(draw, width_px, height_px)
    if height_px >= 4 and colour is not None:
        draw.point(((0, 0), (right, 0), (0, foot), (right, foot)), fill=0)
    return picture


def disc(colour: Colour, size_px: int) -> Image.Image:
    """A white or black stone seen from above."""
    picture = Image.new("1", (size_px, size_px))
    fill = int(colour is Colour.WHITE)
    ImageDraw.Draw(picture).ellipse((0, 0, size_px - 1, size_px - 1), fill=fill, outline=1)
    return picture


def _question_mark(draw: ImageDraw.ImageDraw, width_px: int, height_px: int) -> None:
    """A question mark of 3 by 5 pixels between two short sides; a lower stone is three thick dots."""
    middle, foot = width_px // 2, height_px - 1
    if height_px < 5:
        top = (height_px - 2) // 2
        for x in (middle - 4, middle, middle + 4):
            draw.rectangle((x - 1, top, x, top + 1), fill=1)
        return
    draw.line((0, 0, 0, foot), fill=1)
    draw.line((width_px - 1, 0, width_px - 1, foot), fill=1)
    top = (height_px - 5) // 2
    mark = ((-1, 0), (0, 0), (1, 1), (0, 2), (0, 4))
    draw.point([(middle + x, top + y) for x, y in mark], fill=1)
