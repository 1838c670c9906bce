"""Large digits for the scores: 7 by 13 pixels with strokes of 2, so that they carry across a table."""

from functools import lru_cache

from PIL import Image

DIGIT_HEIGHT_PX = 13
_CELL_PX = 8
_ORDER = "0123456789-"
# Drawn for this product; one cell of 8 columns a character, the last one empty.
_DRAWN = """
 #####    ##     #####   #####      ##  ####### ####### #######  #####   #####  ........
#######  ###    ####### #######    ###  ####### ####### ####### ####### ####### ........
##   ## ####    ##   ## ##   ##    ###  ##      ##           ## ##   ## ##   ## ........
##   ## ####         ##      ##   ####  ##      ##          ##  ##   ## ##   ## ........
##   ##   ##         ##      ##   ####  ##      ##          ##  ##   ## ##   ## ........
##   ##   ##        ###   ####   ## ##  ######  ######     ##    #####  ####### ........
##   ##   ##       ###    ####   ## ##  ####### #######    ##   #######  ###### ####....
##   ##   ##      ###        ## ##  ##       ## ##   ##    ##   ##   ##      ## ####....
##   ##   ##     ###         ## #######      ## ##   ##   ##    ##   ##      ## ........
##   ##   ##    ###          ## #######      ## ##   ##   ##    ##   ##      ## ........
##   ##   ##    ##      ##   ##     ##  ##   ## ##   ##   ##    ##   ##      ## ........
####### ######  ####### #######     ##  ####### #######  ##     ####### ####### ........
 #####  ######  #######  #####      ##   #####   #####   ##      #####   #####  ........
"""


@lru_cache(maxsize=128)
def number(value: int) -> Image.Image:
    """A whole number as a picture 13 pixels high, as wide as it needs: -12 takes 21 pixels."""
    glyphs = [_glyph(character) for character in str(value)]
    width = sum(glyph.width for glyph in glyphs) + len(glyphs) - 1
    picture = Image.new("1", (width, DIGIT_HEIGHT_PX))
    x = 0
    for glyph in glyphs:
        picture.paste(glyph, (x, 0))
        x += glyph.width + 1
    return picture


def _glyph(character: str) -> Image.Image:
    left = _ORDER.index(character) * _CELL_PX
    rows = [row[left : left + _CELL_PX].ljust(_CELL_PX) for row in _DRAWN.strip("\n").splitlines()]
    cell = Image.new("1", (_CELL_PX, DIGIT_HEIGHT_PX))
    cell.putdata([int(mark == "#") for row in rows for mark in row])
    box = cell.getbbox()
    if box is None:
        raise ValueError(f"the digit {character!r} is drawn empty")
    return cell.crop((box[0], 0, box[2], DIGIT_HEIGHT_PX))
