"""One picture of 128 by 64 pixels: text that must fit, boxes, and marks. Knows nothing of any game."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from functools import lru_cache
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFont

WIDTH_PX, HEIGHT_PX = 128, 64
"""The glass of every chip we drive: SSD1306, SH1106, SSD1309 (their data sheets)."""

THIN_SPACE = "\N{NO-BREAK SPACE}"
"""Drawn `_THIN_PX` wide: French sets one before a colon and a question mark."""
_THIN_PX = 2
KEY_PADDING_PX, KEY_GAP_PX = 1, 2
"""Within a key, at each side of its text; and at least between two keys."""
_FONTS = Path(__file__).parent / "fonts"
_TEXTS = 512
"""So many texts are remembered as they look; an evening has some hundred, of a hundred bytes or so each."""


class TextTooWide(ValueError):
    """A text that would be cut off: on this glass that is a fault of the text, never of the reader."""


class Font(Enum):
    """A bitmap font: its file, and the rows from the top of its line to the top and foot of a capital."""

    TINY = ("4x6", 0, 5)
    SMALL = ("5x8", 1, 7)
    TEXT = ("6x13", 2, 11)
    LARGE = ("9x15B", 2, 12)

    def __init__(self, file_name: str, caps_top_px: int, caps_foot_px: int) -> None:
        self.file_name = file_name
        self.caps_top_px = caps_top_px
        self.caps_px = caps_foot_px - caps_top_px


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels, its left upper corner first."""

    x: int
    y: int
    width: int
    height: int

    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """Left, top, right and bottom; right and bottom are the first pixels outside."""
        return (self.x, self.y, self.x + self.width, self.y + self.height)


class Page:
    """A dark page to draw on; `image` is the picture, in Pillow's mode "1"."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH_PX, HEIGHT_PX))

    def fill(self, box: Box, *, is_lit: bool = True) -> None:
        """Fill a box, bright or dark."""
        self.image.paste(int(is_lit), box.bounds)

    def paste(self, x: int, y: int, sprite: Image.Image) -> None:
        """Lay a small picture down, its left upper corner at `x`, `y`; dark pixels of it darken the page."""
        self.image.paste(sprite, (x, y))

    def text(self, box: Box, text: str, *fonts: Font) -> None:
        """Write bright text in the middle of the box, in the first of the fonts that fits.

        Raises TextTooWide where none fits, UnicodeEncodeError for a character that is not Latin-1.
        """
        font = fitting(text, box.width, *fonts)
        x = box.x + (box.width - width_px(text, font)) // 2
        y = box.y + (box.height - font.caps_px) // 2 - font.caps_top_px
        self.image.paste(1, (x, y), _written(text, font))

    def plus(self, x: int, y: int) -> None:
        """Draw a plus of 3 by 3 pixels around the point `x` + 1, `y`."""
        self.fill(Box(x, y, 3, 1))
        self.fill(Box(x + 1, y - 1, 1, 3))

    def invert(self, box: Box) -> None:
        """Swap bright and dark in a box: how everything is marked on a page of one bit."""
        lit = Image.new("1", (box.width, box.height), 1)
        self.image.paste(ImageChops.logical_xor(self.image.crop(box.bounds), lit), box.bounds)


@lru_cache(maxsize=_TEXTS)
def width_px(text: str, font: Font) -> int:
    """Pixels from the first to the last column of a text; a gap after its last letter is not counted."""
    *before, last = text.split(THIN_SPACE)
    start = sum(int(_load(font).getlength(part)) + _THIN_PX for part in before)
    ink = _load(font).getmask(last).getbbox()
    # The w of the small font leaves no gap after it.
    return max(0, start + int(_load(font).getlength(last)) - 1, start + ink[2] if ink else 0)


def spread(widths_px: Sequence[int], room_px: int) -> Iterator[int]:
    """The left edges of keys, or of what stands among them, of these widths: evenly spread over the room.

    They keep `KEY_GAP_PX` between them though they should want more than the room.
    """
    spare_px = room_px - sum(widths_px)
    gap_px = max(KEY_GAP_PX, spare_px // (len(widths_px) + 1))
    x = (spare_px - gap_px * (len(widths_px) - 1)) // 2
    for width_px in widths_px:
        yield x
        x += width_px + gap_px


def fitting(text: str, width: int, *fonts: Font) -> Font:
    """The first font in which the text is at most `width` pixels wide; raises TextTooWide if none is."""
    for font in fonts:
        if width_px(text, font) <= width:
            return font
    raise TextTooWide(f"{text!r} is wider than {width} px in {', '.join(font.file_name for font in fonts)}")


@lru_cache(maxsize=_TEXTS)
def _written(text: str, font: Font) -> Image.Image:
    """A text as a small picture: writing it anew would be a third of the time that a page takes."""
    parts = text.split(THIN_SPACE)
    widths = [int(_load(font).getlength(part)) + _THIN_PX for part in parts]
    ink = _load(font).getmask(parts[-1]).size  # some letters are wider than the font says
    picture = Image.new("1", (sum(widths[:-1]) + ink[0], ink[1]))
    draw, x = ImageDraw.Draw(picture), 0
    for part, width in zip(parts, widths, strict=True):
        draw.text((x, 0), part, font=_load(font), fill=1)
        x += width
    return picture


@lru_cache
def _load(font: Font) -> ImageFont.ImageFont:
    return ImageFont.load(_FONTS / f"{font.file_name}.pil")
