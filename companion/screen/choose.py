"""Which page shows a state, and which texts can be read on it."""

from collections.abc import Callable
from functools import partial

from PIL import Image

from companion.screen.asking import asking
from companion.screen.calibrating import weighing, weighing_lines
from companion.screen.correcting import correcting, correcting_lines
from companion.screen.counting import counting, counting_lines
from companion.screen.foot import foot, is_mending
from companion.screen.mending import mending
from companion.screen.menu import menu_lines, menu_page
from companion.screen.ornament_setup import ornament_setup, setup_lines
from companion.screen.page import THIN_SPACE
from companion.screen.playing import playing
from companion.screen.setup import start, start_lines
from companion.screen.words import words_of
from companion.table.dialogues.calibrating import Weighing
from companion.table.dialogues.correcting import Correcting
from companion.table.dialogues.menu import MenuPage
from companion.table.dialogues.setup import Setup
from companion.table.state import Phase, TableState


def page(state: TableState) -> Image.Image:
    """The picture of a state: 128 by 64 pixels, mode "1". The same state gives the same picture."""
    draw, _ = _chosen(state)
    return draw()


def lines(state: TableState) -> tuple[str, ...]:
    """The texts on the page of a state, top to bottom: for onlookers, records and stories.

    A thin space is a space there, as anybody types it.
    """
    _, read = _chosen(state)
    return tuple(line.replace(THIN_SPACE, " ") for line in read())


def _chosen(state: TableState) -> tuple[Callable[[], Image.Image], Callable[[], tuple[str, ...]]]:
    """The page that shows a state: what draws it, and what gives its texts."""
    words, dialogue = words_of(state.language), state.dialogue
    if isinstance(dialogue, Setup):
        return partial(ornament_setup, dialogue, words), partial(setup_lines, dialogue, words)
    if isinstance(dialogue, MenuPage):
        return partial(menu_page, dialogue, state, words), partial(menu_lines, dialogue, state, words)
    if isinstance(dialogue, Weighing):
        return partial(weighing, dialogue, state, words), partial(weighing_lines, dialogue, state, words)
    if isinstance(dialogue, Correcting):
        return partial(correcting, state, dialogue, words), partial(correcting_lines, dialogue, words)
    if state.phase is Phase.START:
        return partial(start, state, words), partial(start_lines, state, words)
    draw = playing
    if is_mending(state):
        draw = mending
    elif state.question is not None:
        draw = asking
    elif state.phase is Phase.OVER:
        return partial(counting, state, words), partial(counting_lines, state, words)
    return partial(draw, state, words), lambda: foot(state, words).lines
