"""The foot of the pages at play: what the table is told or asked, in words, and how it is drawn."""

from collections.abc import Iterable
from dataclasses import dataclass

from companion.link.hello import LinkState
from companion.rules.pieces import Location
from companion.screen.page import (
    HEIGHT_PX,
    KEY_GAP_PX,
    KEY_PADDING_PX,
    WIDTH_PX,
    Box,
    Font,
    Page,
    TextTooWide,
    spread,
    width_px,
)
from companion.screen.question_text import answers, hint, question_text, tells_of_pads
from companion.screen.refusing import refusal_text, refused_text
from companion.screen.words import Words
from companion.table.state import Phase, TableState
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks

ROW_PX = 13
_SMALL_ROWS_PX = (8, 9, 9)
"""Three rows are no higher than two large ones: the temple keeps its place when a fault comes or goes."""
_SPACED_LETTERS = 4
_FONTS = (Font.TEXT, Font.SMALL)
_ASKED_BY_TABLE = {Asks.CONTINUE, Asks.REMATCH, Asks.TAKE_BACK, Asks.NEW_GAME, Asks.TRUST}
"""A button has brought them up, and OK does something that cannot be undone."""


@dataclass(frozen=True, slots=True)
class Foot:
    """The words under the temple; every text is shown whole, "" is not shown."""

    prompt: str
    """What is happening, asked or wrong."""
    is_urgent: bool = False
    """The prompt is bright: something waits for the people at the table."""
    detail: str = ""
    """Before the answers: what hands may do, or the columns to mend."""
    answers: tuple[str, ...] = ()
    notice: str = ""
    """A fault that lasts."""

    @property
    def rows_px(self) -> tuple[int, ...]:
        """The heights of the rows, top to bottom: of the notice, the prompt, and detail and answers."""
        rows = 1 + bool(self.notice) + bool(self.detail or self.answers)
        return _SMALL_ROWS_PX if rows == len(_SMALL_ROWS_PX) else (ROW_PX,) * rows

    @property
    def height_px(self) -> int:
        """The height of all the rows."""
        return sum(self.rows_px)

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts that can be read on the glass, top to bottom."""
        return tuple(filter(None, (self.notice, self.prompt, self.detail, *self.answers)))


def is_mending(state: TableState) -> bool:
    """Whether stones that lie wrong come first, and not a question that a button has brought up.

    While stones are being put back, only the table's own questions listen to buttons.
    """
    if state.mismatch is None or not state.mismatch.columns:
        return False
    asks = state.question.asks if state.question else None
    is_told = asks is Asks.COLUMN and not state.is_guiding
    return not is_told and asks not in _ASKED_BY_TABLE


def foot(state: TableState, words: Words) -> Foot:
    """What to say, one thing at a time: a refused press, else what is wrong, else what is asked."""
    refused = refused_text(state, words)
    notice = notice_text(state, words)
    if state.mismatch is not None and is_mending(state):
        wrong, columns = refused or mismatch_text(state.mismatch, words), state.mismatch.columns
        if not state.is_guiding:
            return Foot(wrong, True, columns_text(columns, words), notice=notice)
        right = words.text("answer.right", button=words.text("button.ok"))
        return Foot(wrong, True, _guided(columns), (right,), notice)
    if state.question is not None:
        asked = refused or trust_text(state, words) or question_text(state.question, state.taking, words)
        keys = answers(state.question, state.taking, state.silent_pads, words)
        return Foot(asked, bool(refused), hint(state.question, state.silent_pads, words), keys, notice)
    return Foot(refused or prompt(state, words), bool(refused), notice=notice)


def prompt(state: TableState, words: Words) -> str:
    """What is expected while nothing is asked: whose turn, or the take or the turn that is under way."""
    if state.taking:
        colour = words.colour_name(state.taking[0], len(state.taking))
        return words.text("turn.taking", count=len(state.taking), colour=colour)
    if state.has_moved:
        return words.text("turn.under-way")
    return words.text("turn.to-move", player=words.player_name(state.to_move))


def notice_text(state: TableState, words: Words) -> str:
    """The worst that lasts, "" for nothing: the link, a hand in the way, the journal, pads without a word."""
    if state.link is not LinkState.UP:
        return words.text(f"link.{state.link.value}")
    if state.is_shaken:
        return words.text("fault.shaken")
    if state.busy_pads and state.phase is Phase.PLAYING:  # before and after a game hands are welcome
        return words.text("fault.busy", locations=_letters(state.busy_pads))
    if not state.is_kept:
        return words.text("fault.taken" if state.is_taken else "fault.kept")
    if state.is_mended and (state.phase is Phase.START or _is_asked_to_go_on(state)):
        return words.text("fault.mended")
    if state.silent_pads and not (state.question and tells_of_pads(state.question)):
        key = "fault.tell-pads" if _is_ok_free(state) else "fault.pads"
        return words.text(key, locations="".join(pad.value for pad in state.silent_pads))
    return ""


def _is_asked_to_go_on(state: TableState) -> bool:
    return state.question is not None and state.question.asks is Asks.CONTINUE


def _is_ok_free(state: TableState) -> bool:
    """Whether OK, answering nothing else, tells what happened on a column whose pad is silent."""
    is_playing = state.phase is Phase.PLAYING and not state.is_guiding
    return is_playing and state.question is None and not state.taking


def mismatch_text(mismatch: Mismatch, words: Words) -> str:
    """Which rule the stones break, else what to do about them."""
    if mismatch.refusal:
        return refusal_text(mismatch.refusal, words)
    if len(mismatch.columns) > 1:
        are_too_many = all(wrong.seen > wrong.expected for wrong in mismatch.columns)
        return words.text("mend.take-all" if are_too_many else "mend.put-back")
    wrong = mismatch.columns[0]
    count = wrong.seen - wrong.expected
    key = "mend.take-off" if count > 0 else "mend.put-on"
    return words.text(key, count=abs(count), location=wrong.location.value)


def columns_text(columns: tuple[Wrong, ...], words: Words) -> str:
    """Seen and expected heights of one or two columns; of more, their letters: their signs say the rest."""
    if len(columns) > 2:
        return words.text("mend.many", locations=_letters(wrong.location for wrong in columns))
    key = "mend.one" if len(columns) == 1 else "mend.item"
    return ", ".join(
        words.text(key, location=wrong.location.value, seen=wrong.seen, expected=wrong.expected)
        for wrong in columns
    )


def trust_text(state: TableState, words: Words) -> str:
    """Where pads are to be called wrong: what will be believed, and what they read; "" elsewhere.

    Of one or two columns their own counts, of more those of the whole temple: 0 stones, not 31.
    """
    wrong = state.mismatch.columns if state.mismatch is not None else ()
    if state.question is None or state.question.asks is not Asks.TRUST or not wrong:
        return ""
    if len(wrong) == 1:
        place, seen, expected = wrong[0].location.value, wrong[0].seen, wrong[0].expected
        return words.text("question.trust-column", location=place, expected=expected, seen=seen)
    if len(wrong) == 2:
        swapped = tuple(Wrong(each.location, each.expected, each.seen) for each in wrong)
        return words.text("question.trust-columns", columns=columns_text(swapped, words))
    seen = sum(map(len, state.columns))
    expected = seen + sum(each.expected - each.seen for each in wrong)
    if seen == expected:
        return ""
    return words.text("question.trust-all", expected=expected, seen=seen)


def _guided(columns: tuple[Wrong, ...]) -> str:
    """The letters of the columns to mend; many stand closer, for the key beside them."""
    between = " " if len(columns) <= _SPACED_LETTERS else ""
    return between.join(each.location.value for each in columns)


def _letters(locations: Iterable[Location]) -> str:
    return " ".join(location.value for location in locations)


def draw_foot(page: Page, below: Foot) -> None:
    """Draw the rows at the bottom of the page; raises TextTooWide rather than cut a word."""
    rows = list(_rows(below))
    fonts = _FONTS if len(rows) < len(_SMALL_ROWS_PX) else (Font.SMALL,)
    if below.notice:
        page.text(rows.pop(0), below.notice, *fonts)
    row = _below_gap(rows.pop(0))
    page.text(row, below.prompt, *fonts)
    if below.is_urgent:
        page.invert(row)
    if rows:
        draw_keys(page, _below_gap(rows.pop()), below.answers, *fonts, detail=below.detail)


def _rows(below: Foot) -> Iterable[Box]:
    y = HEIGHT_PX - below.height_px
    for height in below.rows_px:
        yield Box(0, y, WIDTH_PX, height)
        y += height


def _below_gap(row: Box) -> Box:
    """The row without its first line: what is bright right above it must not melt into it."""
    return Box(row.x, row.y + 1, row.width, row.height - 1)


def draw_keys(page: Page, row: Box, keys: tuple[str, ...], *fonts: Font, detail: str = "") -> None:
    """A row of bright keys, evenly spread, after a `detail` that is none; the same font for all of them.

    Raises TextTooWide rather than cut a word.
    """
    font = _key_font(detail, keys, fonts)
    details = [detail] if detail else []
    widths = [width_px(text, font) + KEY_PADDING_PX for text in details]
    widths += [width_px(key, font) + 2 * KEY_PADDING_PX for key in keys]
    lefts = spread(widths, row.width)
    for number, (text, x, width) in enumerate(zip((*details, *keys), lefts, widths, strict=True)):
        box = Box(row.x + x, row.y, width, row.height)
        page.text(box, text, font)
        if number >= len(details):
            page.invert(box)


def _key_font(detail: str, keys: tuple[str, ...], fonts: tuple[Font, ...]) -> Font:
    """The first font in which detail and keys have room beside each other."""
    texts = [*filter(None, [detail]), *keys]
    for font in fonts:
        parts_px = [width_px(each, font) + 2 * KEY_PADDING_PX + KEY_GAP_PX for each in texts]
        if sum(parts_px) <= WIDTH_PX + KEY_GAP_PX:
            return font
    raise TextTooWide(f"{', '.join(texts)!r} are too wide beside each other")
