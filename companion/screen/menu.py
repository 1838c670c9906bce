"""The pages of the menu: a list with one row marked, brightness, what is faulty, and switching off."""

from dataclasses import dataclass

from PIL import Image

from companion.link.hello import LinkState
from companion.screen.page import (
    HEIGHT_PX,
    KEY_GAP_PX,
    KEY_PADDING_PX,
    WIDTH_PX,
    Box,
    Font,
    Page,
    TextTooWide,
    fitting,
    spread,
    width_px,
)
from companion.screen.words import Words, words_of
from companion.table.dialogues.calibrating import Calibrating
from companion.table.dialogues.menu import About, Brightness, Languages, Menu, MenuPage, SwitchingOff
from companion.table.state import BRIGHTEST, LANGUAGES, STANDING, TableState

_ROW_PX, _ROWS = 13, 4
"""As many rows as leave room for the keys."""
_KEY_PX = 9
_LARGE_KEY_PX = 13
_ARROW_PX = 6
"""An arrow of 5 pixels, and a gap."""
_BAR_PX = 2
"""Beside a list that is longer than the glass: which part of it is shown."""
_MARK_PX = 8
_UNITS_S = {"age.days": 86_400, "age.hours": 3_600, "age.minutes": 60}
"""Seconds of each, the largest first."""
_PRODUCT = "Tholos"
_FONTS = (Font.TEXT, Font.SMALL)
_BLOCKS = ((32, 8), (54, 16), (76, 24))
"""Of each level of brightness the left edge and the height, in pixels; all stand on one floor."""
_BLOCK_WIDTH_PX, _BLOCKS_FLOOR_PX = 20, 47


@dataclass(frozen=True, slots=True)
class _Key:
    """A button as its cap is lettered, with what it does where the page does not say it."""

    text: str
    arrow: int = 0
    """1: down, -1: up."""


def menu_page(dialogue: MenuPage, state: TableState, words: Words) -> Image.Image:
    """The picture of a page of the menu."""
    page = Page()
    match dialogue:
        case Menu(entries=entries, index=index):
            _draw_list(page, tuple(words.text(f"menu.{entry.value}") for entry in entries), index)
        case Languages(menu=menu, index=index):
            _draw_list(page, _language_names(), index, LANGUAGES.index(menu.language))
        case Brightness(level=level):
            _draw_brightness(page, level, words)
        case About(number=number):
            _draw_about(page, number, state, words)
        case Calibrating() | SwitchingOff():
            title, hint = _asked(dialogue, state, words)
            page.text(Box(0, 4, WIDTH_PX, 15), title, Font.LARGE, *_FONTS)
            page.text(Box(0, 24, WIDTH_PX, _ROW_PX), hint, *_FONTS)
    keys = _keys(dialogue, state, words)
    is_full = isinstance(dialogue, About) and bool(faults(state, words))
    _draw_keys(page, keys, is_large=len(keys) <= 2 and not is_full)
    return page.image


def menu_lines(dialogue: MenuPage, state: TableState, words: Words) -> tuple[str, ...]:
    """The texts on a page of the menu, top to bottom."""
    keys = tuple(key.text for key in _keys(dialogue, state, words))
    match dialogue:
        case Menu(entries=entries, index=index):
            shown = _shown_rows(len(entries), index)
            return tuple(words.text(f"menu.{entries[row].value}") for row in shown) + keys
        case Languages():
            return _language_names() + keys
        case Brightness(level=level):
            return (_level_text(level, words), *keys)
        case About(number=number):
            return (*_about_texts(number, state, words), *keys)
        case Calibrating() | SwitchingOff():
            return (*_asked(dialogue, state, words), *keys)


def faults(state: TableState, words: Words) -> tuple[tuple[str, str, float], ...]:
    """All that is faulty now, each with its cure of one or two lines and its age in seconds; worst first."""
    busy = " ".join(pad.value for pad in state.busy_pads)
    pads = "".join(pad.value for pad in state.silent_pads)
    stuck = (words.text(f"button.{button.value}") for button in state.stuck_buttons)
    texts = {
        "link": [words.text(f"link.{state.link.value}")] if state.standing["link"] else [],
        "shaken": [words.text("fault.shaken")],
        "busy": [words.text("fault.busy", locations=busy)],
        "pads": [words.text("fault.pads", locations=pads)],
        "stuck": [words.text("fault.stuck", button=button) for button in stuck],
        "kept": [words.text("fault.kept")],
        "taken": [words.text("fault.taken")],
        "mended": [words.text("fault.mended")],
        "settings": [words.text("fault.settings")],
        "calibration": [words.text("fault.calibration")],
        "buzzer": [words.text("fault.buzzer")],
        "page": [words.text("fault.page")],
    }
    ages = dict(state.fault_ages_s)
    return tuple(
        (text, words.text(f"cure.{state.link.value if name == 'link' else name}"), ages.get(name, 0.0))
        for name in STANDING
        if state.standing[name]
        for text in texts[name]
    )


def age_text(age_s: float, words: Words) -> str:
    """For how long, in the largest unit that there is one of; below a minute, that it is new."""
    for unit, length_s in _UNITS_S.items():
        if age_s >= length_s:
            return words.text(unit, number=int(age_s // length_s))
    return words.text("age.new")


def _asked(dialogue: Calibrating | SwitchingOff, state: TableState, words: Words) -> tuple[str, str]:
    """What OK is going to do, and what people see to themselves; or why it does nothing."""
    if isinstance(dialogue, SwitchingOff):
        return (words.text("off.title"), words.text("off.hint"))
    loaded = "".join(place.value for place in dialogue.loaded)
    hint = words.text("calibrate.loaded", locations=loaded) if loaded else words.text("calibrate.hint")
    if state.link is not LinkState.UP:
        hint = words.text(f"link.{state.link.value}")
    return (words.text("calibrate.title"), hint)


def _language_names() -> tuple[str, ...]:
    return tuple(words_of(language).text("language.name") for language in LANGUAGES)


def _level_text(level: int, words: Words) -> str:
    return words.text("brightness.level", level=level, count=BRIGHTEST)


def _about_texts(number: int, state: TableState, words: Words) -> tuple[str, ...]:
    """The heading, then one fault and the lines of its cure, or that there is none."""
    found = faults(state, words)
    name = f"{_PRODUCT} {state.version}"
    if not found:
        return (name, words.text("about.well"))
    fault, cure, age_s = found[number % len(found)]
    count = "" if len(found) == 1 else f" {number % len(found) + 1}/{len(found)}"
    return (f"{state.version}{count} {age_text(age_s, words)}", fault, *cure.split("\n"))


def _keys(dialogue: MenuPage, state: TableState, words: Words) -> tuple[_Key, ...]:
    ok, back = words.text("button.ok"), words.text("button.back")
    if isinstance(dialogue, Calibrating | SwitchingOff):
        yes, no = _Key(words.text("answer.yes", button=ok)), _Key(words.text("answer.no", button=back))
        is_deaf = isinstance(dialogue, Calibrating) and state.link is not LinkState.UP
        return (no,) if is_deaf else (yes, no)
    steps = (_Key(words.text("button.white"), -1), _Key(words.text("button.black"), 1))
    if isinstance(dialogue, About):
        return (*(steps if len(faults(state, words)) > 1 else ()), _Key(back))
    return (*steps, _Key(ok), _Key(back))


def _shown_rows(count: int, index: int) -> range:
    """The rows of a list that are shown: the marked one, and where there are any, those around it."""
    first = min(max(0, index - _ROWS // 2), max(0, count - _ROWS))
    return range(first, min(count, first + _ROWS))


def _draw_list(page: Page, texts: tuple[str, ...], index: int, current: int | None = None) -> None:
    """Rows of text, one of them bright; `current` has a mark, as it is what counts until now."""
    shown = _shown_rows(len(texts), index)
    is_longer = len(texts) > len(shown)
    width = WIDTH_PX - (_BAR_PX + 2 if is_longer else 0)
    for place, row in enumerate(shown):
        box = Box(0, place * _ROW_PX, width, _ROW_PX)
        page.text(box, texts[row], *_FONTS)
        if row == current:
            _draw_mark(page, Box(box.x + _MARK_PX, box.y + 4, 5, 5))
        if row == index:
            page.invert(box)
    if is_longer:
        high = _ROWS * _ROW_PX
        top, foot = high * shown.start // len(texts), high * shown.stop // len(texts)
        page.fill(Box(WIDTH_PX - _BAR_PX, top, _BAR_PX, foot - top))


def _draw_mark(page: Page, box: Box) -> None:
    """A diamond of 5 by 5 pixels."""
    for row, inset in enumerate((2, 1, 0, 1, 2)):
        page.fill(Box(box.x + inset, box.y + row, box.width - 2 * inset, 1))


def _draw_brightness(page: Page, level: int, words: Words) -> None:
    page.text(Box(0, 0, WIDTH_PX, _ROW_PX), _level_text(level, words), *_FONTS)
    for number, (x, height) in enumerate(_BLOCKS, start=1):
        block = Box(x, _BLOCKS_FLOOR_PX - height, _BLOCK_WIDTH_PX, height)
        page.fill(block)
        if number > level:
            page.fill(Box(block.x + 1, block.y + 1, block.width - 2, block.height - 2), is_lit=False)


def _draw_about(page: Page, number: int, state: TableState, words: Words) -> None:
    heading, what, *cure = _about_texts(number, state, words)
    if not cure:
        page.text(Box(0, 6, WIDTH_PX, 15), heading, Font.LARGE, *_FONTS)
        page.text(Box(0, 28, WIDTH_PX, _ROW_PX), what, *_FONTS)
        return
    page.text(Box(0, 0, WIDTH_PX, 11), heading, *_FONTS)
    row = Box(0, 13, WIDTH_PX, _ROW_PX)
    page.text(row, what, *_FONTS)
    page.invert(row)
    font = fitting(max(cure, key=len), WIDTH_PX, *_FONTS)
    for place, text in enumerate(cure):
        page.text(Box(0, 28 + place * 12, WIDTH_PX, 12), text, font)


def _draw_keys(page: Page, keys: tuple[_Key, ...], *, is_large: bool) -> None:
    """The keys in the last rows, evenly spread; large ones are those of a question."""
    font, height = (Font.TEXT, _LARGE_KEY_PX) if is_large else (Font.SMALL, _KEY_PX)
    widths = [width_px(key.text, font) + 2 * KEY_PADDING_PX + abs(key.arrow) * _ARROW_PX for key in keys]
    if sum(widths) + KEY_GAP_PX * (len(keys) - 1) > WIDTH_PX:
        raise TextTooWide(f"{', '.join(key.text for key in keys)!r} are too wide beside each other")
    for key, x, width in zip(keys, spread(widths, WIDTH_PX), widths, strict=True):
        box = Box(x, HEIGHT_PX - height, width, height)
        arrow_px = abs(key.arrow) * _ARROW_PX
        page.text(Box(x + arrow_px, box.y, width - arrow_px, height), key.text, font)
        if key.arrow:
            _draw_arrow(page, x + 1, box.y + height // 2 - 1, key.arrow)
        page.invert(box)


def _draw_arrow(page: Page, x: int, y: int, step: int) -> None:
    """A triangle of 5 by 3 pixels, its tip above or below."""
    for row, inset in enumerate((2, 1, 0) if step < 0 else (0, 1, 2)):
        page.fill(Box(x + inset, y + row, 5 - 2 * inset, 1))
