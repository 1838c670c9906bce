"""The page before a game: who begins?"""

from PIL import Image

from companion.rules.pieces import Player
from companion.screen.foot import ROW_PX, notice_text
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page, fitting
from companion.screen.refusing import refusal_text
from companion.screen.stones import stone
from companion.screen.words import Words
from companion.table.state import TableState

_DRUM_WIDTH_PX, _DRUM_PX = 33, 9
_KEY_WIDTH_PX = 56


def start(state: TableState, words: Words) -> Image.Image:
    """A column of each colour over the button that lets it begin; below, what is faulty, if anything is."""
    page = Page()
    page.text(Box(0, 0, WIDTH_PX, ROW_PX), words.text("start.title"), Font.TEXT, Font.SMALL)
    names = [words.button_name(player.colour) for player in Player]
    font = fitting(max(names, key=len), _KEY_WIDTH_PX, Font.LARGE, Font.TEXT)
    for player in Player:
        half = Box(0 if player is Player.WHITE else WIDTH_PX // 2, 0, WIDTH_PX // 2, HEIGHT_PX)
        x = half.x + (half.width - _DRUM_WIDTH_PX) // 2
        for y in (ROW_PX + 1, ROW_PX + 2 + _DRUM_PX):
            page.paste(x, y, stone(player.colour, _DRUM_PX, _DRUM_WIDTH_PX))
        key = Box(half.x + (half.width - _KEY_WIDTH_PX) // 2, 34, _KEY_WIDTH_PX, 15)
        page.text(key, words.button_name(player.colour), font)
        page.invert(key)
    page.text(Box(0, HEIGHT_PX - ROW_PX, WIDTH_PX, ROW_PX), hint_text(state, words), Font.TEXT, Font.SMALL)
    return page.image


def hint_text(state: TableState, words: Words) -> str:
    """Why a press was refused, else what is faulty, else what a press does."""
    if state.refusal:
        return refusal_text(state.refusal, words)
    return notice_text(state, words) or words.text("start.hint")
