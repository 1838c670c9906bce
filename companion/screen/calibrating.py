"""The pages on which the pads are calibrated: what hands are to do, on seven pads; and what is wrong."""

from dataclasses import dataclass

from PIL import Image

from companion.link.hello import LinkState
from companion.rules.pieces import Location
from companion.scale.step import STONES, Objection, Step, Wants, Why
from companion.screen.foot import draw_keys
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page, fitting
from companion.screen.words import Words
from companion.table.dialogues.calibrating import Weighing
from companion.table.state import TableState

_FONTS = (Font.TEXT, Font.SMALL)
_TITLE_PX, _KEY_PX = 14, 13
_PAD_PX, _PLATE_PX = 18, 14
"""From pad to pad, and the width of a pad's plate."""
_STONE_PX, _STONE_WIDTH_PX = 5, 12
_FLOOR_PX = 35
"""The upper edge of all plates."""
_LETTER_PX = 9


@dataclass(frozen=True, slots=True)
class _Said:
    """The words of a page."""

    title: str
    details: tuple[str, ...]
    """Under it: how to mend what is wrong, or what has come of it."""
    keys: tuple[str, ...]
    is_wrong: bool = False


def weighing(dialogue: Weighing, state: TableState, words: Words) -> Image.Image:
    """The picture of where the calibration has come to."""
    page, said, step = Page(), _said(dialogue.step, state, words), dialogue.step
    title = Box(0, 0, WIDTH_PX, _TITLE_PX)
    fonts = (Font.LARGE, *_FONTS) if step.wants is Wants.NOTHING else _FONTS
    page.text(title, said.title, *fonts)
    if said.is_wrong:
        page.invert(title)
    if said.details:
        font = fitting(max(said.details, key=len), WIDTH_PX, *_FONTS)
        for number, text in enumerate(said.details):
            page.text(Box(0, _TITLE_PX + 5 + number * 13, WIDTH_PX, 13), text, font)
    else:
        _draw_pads(page, step)
    draw_keys(page, Box(0, HEIGHT_PX - _KEY_PX, WIDTH_PX, _KEY_PX), said.keys, *_FONTS)
    return page.image


def weighing_lines(dialogue: Weighing, state: TableState, words: Words) -> tuple[str, ...]:
    """The texts on the page, top to bottom."""
    said = _said(dialogue.step, state, words)
    return (said.title, *said.details, *said.keys)


def _said(step: Step, state: TableState, words: Words) -> _Said:
    ok, back = words.text("button.ok"), words.text("button.back")
    stop = words.text("calibrate.stop", button=back)
    if step.wants is Wants.NOTHING:
        return _Said(words.text("wants.nothing"), _results(step, words), (ok,))
    if state.link is not LinkState.UP:
        what, cure = words.text(f"link.{state.link.value}"), words.text(f"cure.{state.link.value}")
        return _Said(what, tuple(cure.split("\n")), (stop,), is_wrong=True)
    if step.objection is not None:
        what, cure = _objected(step.objection, words)
        again = words.text("calibrate.again", button=ok)
        return _Said(what, tuple(cure.split("\n")), (again, stop), is_wrong=True)
    asked = {"number": step.number, "count": STONES, "location": _letters((step.pad,))}
    return _Said(words.text(f"wants.{step.wants.value}", **asked), (), (stop,))


def _results(step: Step, words: Words) -> tuple[str, ...]:
    """How much the stones differ, and whether that is kept."""
    if step.result is None:
        return ()
    first = step.result.pads[0]
    percent = round(100 * first.spread_counts / first.stone_counts)
    spread = words.text("calibrate.spread", percent=percent)
    return (spread, words.text("fault.kept")) if step.fault else (spread,)


def _objected(objection: Objection, words: Words) -> tuple[str, str]:
    """What is wrong, with the pads that it is about, and its cure of two lines."""
    why = objection.why.value
    if objection.why is Why.ELSEWHERE:
        asked, felt = (_letters((pad,)) for pad in objection.pads)
        return words.text(f"objection.{why}", location=asked, other=felt), words.text(f"remedy.{why}")
    what = words.text(f"objection.{why}", locations=_letters(objection.pads))
    return what, words.text(f"remedy.{why}", count=STONES)


def _letters(pads: tuple[int, ...]) -> str:
    places = tuple(Location)
    return "".join(places[pad].value for pad in pads)


def _draw_pads(page: Page, step: Step) -> None:
    """Seven plates: thick ones are done; stones that lie there are bright, those asked for hollow."""
    for pad, place in enumerate(Location):
        left = pad * _PAD_PX + (_PAD_PX - _PLATE_PX) // 2 + 1
        is_done = step.wants is Wants.CLEAR or (
            step.wants is Wants.PILE and (pad < step.pad or step.source is not None)
        )
        page.fill(Box(left, _FLOOR_PX, _PLATE_PX, 3 if is_done else 1))
        lying, asked = _stones(step, pad)
        for stone in range(lying + asked):
            top = _FLOOR_PX - (stone + 1) * (_STONE_PX + 1)
            box = Box(left + (_PLATE_PX - _STONE_WIDTH_PX) // 2, top, _STONE_WIDTH_PX, _STONE_PX)
            page.fill(box)
            if stone >= lying:
                page.fill(Box(box.x + 1, box.y + 1, box.width - 2, box.height - 2), is_lit=False)
        letter = Box(left, _FLOOR_PX + 4, _PLATE_PX, _LETTER_PX)
        page.text(letter, place.value, Font.SMALL)
        if asked:
            page.invert(letter)


def _stones(step: Step, pad: int) -> tuple[int, int]:
    """How many stones lie on a pad, and how many are asked for there."""
    match step.wants:
        case Wants.STONE if pad == step.pad:
            return step.number - 1, 1
        case Wants.PILE if pad == step.pad:
            return 0, step.number
        case Wants.PILE if pad == (step.pad - 1 if step.source is None else step.source):
            return step.number, 0
        case Wants.CLEAR if pad == step.pad:
            return step.number, 0
    return 0, 0
