"""Ornament tiles as large pictures, to find the one in the hand by: the signs of play, made plain."""

from functools import lru_cache

from PIL import Image, ImageDraw

from companion.rules.ornaments import Ornament
from companion.rules.pieces import COLUMN_LIMIT, TALL_LIMIT, Colour
from companion.screen.page import Box, Font, Page
from companion.screen.stones import stone

TILE_WIDTH_PX, TILE_HEIGHT_PX = 42, 35
_WIDE_PX, _DRUM_PX = 34, 8
"""The stone that a tile is about, at the foot of its picture."""
_FOOT_PX = TILE_HEIGHT_PX - 3 - _DRUM_PX
_GLYPHS_PX = 10
"""A capital of the large font; twice that on a tile."""
_WORDS = {
    Ornament.BONUS3: "+3",
    Ornament.GREYPLUS2: "+2",
    Ornament.GREYMINUS3: "-3",
    Ornament.GREYACTIVATES: "!",
}


@lru_cache
def tile_picture(ornament: Ornament) -> Image.Image:
    """The tile of an ornament, 42 by 35 pixels; drawn for this product, not after the real ones."""
    picture = Image.new("1", (TILE_WIDTH_PX, TILE_HEIGHT_PX))
    draw = ImageDraw.Draw(picture)
    draw.rounded_rectangle((0, 0, TILE_WIDTH_PX - 1, TILE_HEIGHT_PX - 1), radius=3, outline=1)
    if ornament is Ornament.TALL:
        _draw_tall(picture)
    elif ornament is Ornament.MINORITY:
        _draw_minority(picture)
    else:
        _draw_foot(picture, ornament)
        if ornament is Ornament.QUARRYGREY:
            _draw_arrow(draw)
        else:
            _paste_glyphs(picture, _WORDS[ornament], (TILE_WIDTH_PX - 36) // 2, 3)
    return picture


def _draw_foot(picture: Image.Image, ornament: Ornament) -> None:
    """A grey stone, or one half white and half black: whoever wins the column."""
    x = (TILE_WIDTH_PX - _WIDE_PX) // 2
    if ornament is not Ornament.BONUS3:
        picture.paste(stone(Colour.GREY, _DRUM_PX, _WIDE_PX - 1), (x, _FOOT_PX))
        return
    half = _WIDE_PX // 2 - 1
    picture.paste(stone(Colour.WHITE, _DRUM_PX, half), (x, _FOOT_PX))
    picture.paste(stone(Colour.BLACK, _DRUM_PX, half), (x + half + 2, _FOOT_PX))


def _draw_arrow(draw: ImageDraw.ImageDraw) -> None:
    """Down onto the column."""
    middle = TILE_WIDTH_PX // 2
    draw.rectangle((middle - 2, 3, middle + 1, 12), fill=1)
    for row in range(8):
        draw.line((middle - 8 + row, 13 + row, middle + 7 - row, 13 + row), fill=1)


def _draw_minority(picture: Image.Image) -> None:
    """One stone is less than three."""
    floor, width, pitch = TILE_HEIGHT_PX - 4, 11, 8
    picture.paste(stone(Colour.WHITE, pitch - 1, width), (3, floor - pitch + 1))
    for count in range(1, 4):
        at = (TILE_WIDTH_PX - 3 - width, floor - count * pitch + 1)
        picture.paste(stone(Colour.BLACK, pitch - 1, width), at)
    glyph = _glyphs("<", 9)
    picture.paste(glyph, ((TILE_WIDTH_PX - glyph.width) // 2, floor - 12))


def _draw_tall(picture: Image.Image) -> None:
    """Seven stones beside the usual five."""
    floor, width, pitch = TILE_HEIGHT_PX - 4, 14, 4
    for x, limit, colour in ((5, COLUMN_LIMIT, Colour.BLACK), (23, TALL_LIMIT, Colour.WHITE)):
        for count in range(1, limit + 1):
            picture.paste(stone(colour, pitch - 1, width), (x, floor - count * pitch + 1))


def _paste_glyphs(picture: Image.Image, text: str, x: int, y: int) -> None:
    glyphs = _glyphs(text, 18)
    picture.paste(glyphs.resize((2 * glyphs.width, 2 * glyphs.height), Image.Resampling.NEAREST), (x, y))


def _glyphs(text: str, width_px: int) -> Image.Image:
    page = Page()
    page.text(Box(0, 0, width_px, _GLYPHS_PX), text, Font.LARGE)
    return page.image.crop((0, 0, width_px, _GLYPHS_PX))
