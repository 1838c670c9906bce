"""The page before a game: who begins?"""

from PIL import Image

from companion.rules.pieces import Colour, Player
from companion.screen.foot import ROW_PX, draw_keys, notice_text
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page, fitting
from companion.screen.refusing import refused_text
from companion.screen.stones import stone
from companion.screen.words import Words
from companion.table.state import TableState

_HINT_PX = 11
_DRUM_WIDTH_PX, _DRUM_PX = 33, 9
_KEY_WIDTH_PX, _KEY_PX = 56, 15


def start(state: TableState, words: Words) -> Image.Image:
    """Who begins, and the key for ornaments; below, what is faulty, if anything is."""
    wrong, foot_y = _wrong_text(state, words), HEIGHT_PX
    if wrong:
        foot_y -= ROW_PX
    page = who_begins(words, HEIGHT_PX - foot_y + _HINT_PX + 1 + (not wrong))
    page.text(Box(0, foot_y, WIDTH_PX, HEIGHT_PX - foot_y), wrong, Font.TEXT, Font.SMALL)
    hint = Box(0, foot_y - _HINT_PX, WIDTH_PX, _HINT_PX)
    draw_keys(page, hint, (_ornaments_text(words),), Font.TEXT, Font.SMALL)
    return page.image


def who_begins(words: Words, below_px: int) -> Page:
    """A column of each colour over the button that lets it begin; so much room is left below."""
    page, key_y = Page(), HEIGHT_PX - below_px - _KEY_PX
    page.text(Box(0, 0, WIDTH_PX, ROW_PX), words.text("start.title"), Font.TEXT, Font.SMALL)
    names = [words.button_name(player.colour) for player in Player]
    font = fitting(max(names, key=len), _KEY_WIDTH_PX, Font.LARGE, Font.TEXT)
    for player in Player:
        half = Box(0 if player is Player.WHITE else WIDTH_PX // 2, 0, WIDTH_PX // 2, HEIGHT_PX)
        x = half.x + (half.width - _DRUM_WIDTH_PX) // 2
        for drum in range(1, (key_y - ROW_PX) // (_DRUM_PX + 1) + 1):
            page.paste(x, key_y - drum * (_DRUM_PX + 1), stone(player.colour, _DRUM_PX, _DRUM_WIDTH_PX))
        key = Box(half.x + (half.width - _KEY_WIDTH_PX) // 2, key_y, _KEY_WIDTH_PX, _KEY_PX)
        page.text(key, words.button_name(player.colour), font)
        page.invert(key)
    return page


def start_lines(state: TableState, words: Words) -> tuple[str, ...]:
    """The texts on the page, top to bottom."""
    return tuple(filter(None, (words.text("start.title"), _ornaments_text(words), _wrong_text(state, words))))


def _ornaments_text(words: Words) -> str:
    """On the key that leads to the ornaments."""
    return words.text("start.ornaments", button=words.button_name(Colour.GREY))


def _wrong_text(state: TableState, words: Words) -> str:
    """Why a press was refused, else what is faulty."""
    return refused_text(state, words) or notice_text(state, words)
