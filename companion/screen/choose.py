"""Which page shows a state, and which texts can be read on it."""

from PIL import Image

from companion.screen.asking import asking
from companion.screen.correcting import correcting, correcting_lines
from companion.screen.counting import counting, last_text, winner_text
from companion.screen.foot import foot, is_mending
from companion.screen.mending import mending
from companion.screen.menu import menu_lines, menu_page
from companion.screen.ornament_setup import ornament_setup, setup_lines
from companion.screen.page import THIN_SPACE
from companion.screen.playing import playing
from companion.screen.setup import start, start_lines
from companion.screen.words import words_of
from companion.table.dialogues.correcting import Correcting
from companion.table.dialogues.menu import MenuPage
from companion.table.dialogues.setup import Setup
from companion.table.state import Phase, TableState


def page(state: TableState) -> Image.Image:
    """The picture of a state: 128 by 64 pixels, mode "1". The same state gives the same picture."""
    words = words_of(state.language)
    if isinstance(state.dialogue, Setup):
        return ornament_setup(state.dialogue, words)
    if isinstance(state.dialogue, MenuPage):
        return menu_page(state.dialogue, state, words)
    if isinstance(state.dialogue, Correcting):
        return correcting(state, state.dialogue, words)
    if state.phase is Phase.START:
        return start(state, words)
    if is_mending(state):
        return mending(state, words)
    if state.question is not None:
        return asking(state, words)
    if state.phase is Phase.OVER:
        return counting(state, words)
    return playing(state, words)


def lines(state: TableState) -> tuple[str, ...]:
    """The texts on the page of a state, top to bottom: for onlookers, records and stories.

    A thin space is a space there, as anybody types it.
    """
    return tuple(line.replace(THIN_SPACE, " ") for line in _lines(state))


def _lines(state: TableState) -> tuple[str, ...]:
    words = words_of(state.language)
    if isinstance(state.dialogue, Setup):
        return setup_lines(state.dialogue, words)
    if isinstance(state.dialogue, MenuPage):
        return menu_lines(state.dialogue, state, words)
    if isinstance(state.dialogue, Correcting):
        return correcting_lines(state.dialogue, words)
    if state.phase is Phase.START:
        return start_lines(state, words)
    if state.phase is Phase.OVER and not is_mending(state) and state.question is None:
        return (winner_text(state.score, words), last_text(state, words))
    return foot(state, words).lines
