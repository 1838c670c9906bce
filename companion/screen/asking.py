"""The page of a question: its location marked, its answers on keys."""

from dataclasses import replace

from PIL import Image

from companion.rules.pieces import Location
from companion.screen.foot import draw_foot, foot
from companion.screen.page import HEIGHT_PX, Page
from companion.screen.temple import Layout, draw_temple, stone_box
from companion.screen.words import Words
from companion.table.state import TableState
from companion.tracker.question import Asks, Question


def asking(state: TableState, words: Words) -> Image.Image:
    """What is asked in one row, the buttons that answer it in the next."""
    page, below, question = Page(), foot(state, words), state.question
    if question is not None and question.asks is Asks.TRUST:
        state = _as_it_should_be(state)
    layout = Layout.above(HEIGHT_PX - below.height_px, state)
    draw_temple(page, state, words, layout, _asked_about(state), bright=state.to_move)
    if question is not None and question.asks is Asks.COLOUR:
        _mark_stone(page, state, question, layout)
    draw_foot(page, below)
    return page.image


def _asked_about(state: TableState) -> tuple[Location, ...]:
    """The column of the question; of all the stones, the columns where the pads say otherwise."""
    question = state.question
    if question is not None and question.asks is Asks.TRUST:
        return tuple(wrong.location for wrong in state.mismatch.columns) if state.mismatch else ()
    return (question.location,) if question is not None and question.location is not None else ()


def _as_it_should_be(state: TableState) -> TableState:
    """The stones as hands have been guided to lay them, not what the pads make of them."""
    columns = list(state.columns)
    for wrong in state.mismatch.columns if state.mismatch else ():
        known = state.position.column(wrong.location)[: wrong.expected]
        columns[wrong.location.index] = (*known, *(None,) * (wrong.expected - len(known)))
    return replace(state, columns=tuple(columns))


def _mark_stone(page: Page, state: TableState, question: Question, layout: Layout) -> None:
    """Where several stones of the column are not known, the one that is meant is bright."""
    if question.location is None or state.columns[question.location.index].count(None) < 2:
        return
    page.invert(stone_box(question.location, question.index, layout))
