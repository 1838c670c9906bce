"""The pages on which ornaments are set up: what lies there, which tile, where, and who begins."""

from collections.abc import Iterable

from PIL import Image

from companion.rules.ornaments import Ornament
from companion.rules.pieces import Location
from companion.screen.foot import ROW_PX, draw_keys
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page, TextTooWide, width_px
from companion.screen.setup import who_begins
from companion.screen.signs import SIGN_HEIGHT_PX, SIGN_WIDTH_PX, ornament_sign
from companion.screen.tiles import TILE_WIDTH_PX, tile_picture
from companion.screen.words import Words
from companion.table.dialogues.setup import Setup, Step

_KEYS_PX = 10
"""Height of a row of keys, with a gap above."""
_PLACE_PX = WIDTH_PX // len(Location)
_SIGN_BOX = Box(1, 0, SIGN_WIDTH_PX + 4, SIGN_HEIGHT_PX + 4)
"""Within a place; the frame around a sign is the tile's edge."""
_NUMBER_PX = 8
_LARGE_PX = Font.LARGE.caps_px + 2
"""A large letter wants a gap above and below."""
_NAME_X = TILE_WIDTH_PX + 2
_SAYS_LINES, _SAYS_PX = 2, 8
_SAYS_TOP_PX = HEIGHT_PX - _KEYS_PX - _SAYS_LINES * _SAYS_PX - 1


def ornament_setup(setup: Setup, words: Words) -> Image.Image:
    """The page of this step; below, a key for each button that leads on."""
    if setup.step is Step.FIRST:
        page = who_begins(words, ROW_PX)
        below = Box(0, HEIGHT_PX - ROW_PX, WIDTH_PX, ROW_PX)
        page.text(below, _below_first(setup, words), Font.TEXT, Font.SMALL)
        return page.image
    page, rows = Page(), _keys(setup, words)
    top = HEIGHT_PX - _KEYS_PX * len(rows)
    for index, keys in enumerate(rows):
        draw_keys(page, Box(0, top + _KEYS_PX * index + 1, WIDTH_PX, _KEYS_PX - 1), keys, Font.SMALL)
    if setup.step is Step.TILE:
        _draw_tile(page, setup.tile, words)
        return page.image
    page.text(Box(0, 0, WIDTH_PX, ROW_PX), _title(setup, words), Font.TEXT, Font.SMALL)
    _draw_places(page, setup, words, Box(0, ROW_PX, WIDTH_PX, top - ROW_PX))
    return page.image


def setup_lines(setup: Setup, words: Words) -> tuple[str, ...]:
    """The texts that can be read on the page, top to bottom."""
    if setup.step is Step.FIRST:
        return (words.text("start.title"), _below_first(setup, words))
    keys = tuple(key for row in _keys(setup, words) for key in row)
    if setup.step is Step.TILE:
        return (_number(setup.tile, words), _name(setup.tile, words), _says(setup.tile, words), *keys)
    return (_title(setup, words), *keys)


def _below_first(setup: Setup, words: Words) -> str:
    return words.text("vain.keys") if setup.is_in_vain else _count(setup, words)


def _title(setup: Setup, words: Words) -> str:
    return words.text("ornaments.where") if setup.step is Step.LOCATION else _count(setup, words)


def _count(setup: Setup, words: Words) -> str:
    return words.text("ornaments.count", count=len(setup.laid))


def _number(tile: Ornament, words: Words) -> str:
    return words.text("ornaments.number", number=tile.number(words.language))


def _name(tile: Ornament, words: Words) -> str:
    return words.text(f"ornament.{tile.value}")


def _says(tile: Ornament, words: Words) -> str:
    return words.text(f"effect.{tile.value}")


def _keys(setup: Setup, words: Words) -> list[tuple[str, ...]]:
    """The keys, row by row: what is in vain has none."""
    white, grey, black, ok, back = (
        words.text(f"button.{name}") for name in ("white", "grey", "black", "ok", "back")
    )
    if setup.step is Step.TILE:
        return [(f"{white} <", f"{black} >", words.text("ornaments.choose", button=ok))]
    if setup.step is Step.LOCATION:
        on = words.text("answer.on", button=ok, location=setup.location.value)
        return [(f"{white} <", f"{black} >", on)]
    more = [words.text("ornaments.tile", button=white)] if setup.has_room else []
    if setup.drawn:
        more.append(words.text("ornaments.draw", button=grey))
    done = [words.text("ornaments.done", button=ok)] if setup.laid else []
    return [tuple(row) for row in (more, [*done, back]) if row]


def _draw_tile(page: Page, tile: Ornament, words: Words) -> None:
    """Its picture, its number and name beside it, what it does below."""
    page.paste(0, 0, tile_picture(tile))
    beside = WIDTH_PX - _NAME_X
    page.text(Box(_NAME_X, 0, beside, 17), _number(tile, words), Font.LARGE)
    page.text(Box(_NAME_X, 18, beside, 16), _name(tile, words), Font.TEXT, Font.SMALL)
    for index, line in enumerate(_wrapped(_says(tile, words), WIDTH_PX, Font.SMALL)):
        page.text(Box(0, _SAYS_TOP_PX + _SAYS_PX * index, WIDTH_PX, _SAYS_PX), line, Font.SMALL)


def _draw_places(page: Page, setup: Setup, words: Words, box: Box) -> None:
    """The seven locations, each with its tile and the tile's number above its letter."""
    laid = dict(setup.laid)
    pointed = setup.location if setup.step is Step.LOCATION else None
    if pointed is not None:
        laid[pointed] = setup.tile
    for location in Location:
        x = box.x + (box.width - _PLACE_PX * len(Location)) // 2 + _PLACE_PX * location.index
        frame = Box(x + _SIGN_BOX.x, box.y, _SIGN_BOX.width, _SIGN_BOX.height)
        number_y = frame.y + frame.height
        letter = Box(frame.x, number_y + _NUMBER_PX, frame.width, box.height - frame.height - _NUMBER_PX)
        if location in laid:
            _draw_sign(page, frame, laid[location])
            number = str(laid[location].number(words.language))
            page.text(Box(frame.x, number_y, frame.width, _NUMBER_PX), number, Font.SMALL)
        else:
            page.fill(Box(frame.x + frame.width // 2 - 1, frame.y + frame.height // 2, 3, 1))
        page.text(letter, location.value, Font.LARGE if letter.height > _LARGE_PX else Font.TEXT)
        if location is pointed:
            page.invert(Box(frame.x, frame.y, frame.width, box.height))


def _draw_sign(page: Page, frame: Box, tile: Ornament) -> None:
    page.fill(frame)
    page.fill(Box(frame.x + 1, frame.y + 1, frame.width - 2, frame.height - 2), is_lit=False)
    page.paste(frame.x + 2, frame.y + 2, ornament_sign(tile))


def _wrapped(text: str, room_px: int, font: Font) -> Iterable[str]:
    """The text in lines that fit; raises TextTooWide where it needs more lines than there is room for."""
    lines = [""]
    for word in text.split(" "):
        longer = f"{lines[-1]} {word}".strip()
        if width_px(longer, font) <= room_px:
            lines[-1] = longer
        else:
            lines.append(word)
    if len(lines) > _SAYS_LINES:
        raise TextTooWide(f"{text!r} needs {len(lines)} lines")
    return lines
