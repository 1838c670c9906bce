"""The foot of the pages at play: what the table is told or asked, in words, and how it is drawn."""

from dataclasses import dataclass

from companion.link.hello import LinkState
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page, width_px
from companion.screen.question_text import answers, hint, question_text
from companion.screen.refusing import refusal_text
from companion.screen.words import colour_name, player_name, text
from companion.table.state import TableState
from companion.tracker.mismatch import Mismatch, Wrong

ROW_PX = 13
_FONTS = (Font.TEXT, Font.SMALL)
_BADGE_PX = 9
_KEY_PADDING_PX = 1


@dataclass(frozen=True, slots=True)
class Foot:
    """The words under the temple; every text is shown whole, "" is not shown."""

    prompt: str
    """What is happening, asked or wrong."""
    is_urgent: bool = False
    """The prompt is bright: something waits for the people at the table."""
    detail: str = ""
    """A second line: the columns to mend."""
    hint: str = ""
    """Before the answers: what hands may do."""
    answers: tuple[str, ...] = ()
    notice: str = ""
    """A fault that lasts; a badge says so where a second row is taken already."""

    @property
    def has_second_row(self) -> bool:
        """Whether the prompt is not the last row."""
        return bool(self.detail or self.answers)

    @property
    def height_px(self) -> int:
        """The height of all the rows."""
        return ROW_PX * 2 if self.has_second_row or self.notice else ROW_PX

    @property
    def lines(self) -> tuple[str, ...]:
        """The texts that can be read on the glass, top to bottom."""
        notice = "" if self.has_second_row else self.notice
        return tuple(filter(None, (notice, self.prompt, self.detail, self.hint, *self.answers)))


def foot(state: TableState) -> Foot:
    """What to say, one thing at a time: a refused press, else what is wrong, else what is asked."""
    refused = refusal_text(state.refusal) if state.refusal else ""
    notice = notice_text(state)
    if state.mismatch is not None and state.mismatch.columns:
        wrong = mismatch_text(state.mismatch, is_guiding=state.is_guiding)
        return Foot(refused or wrong, True, detail=columns_text(state.mismatch.columns), notice=notice)
    if state.question is not None:
        asked = refused or question_text(state.question, state.taking)
        keys = answers(state.question, state.taking)
        return Foot(asked, bool(refused), hint=hint(state.question), answers=keys, notice=notice)
    return Foot(refused or prompt(state), bool(refused), notice=notice)


def prompt(state: TableState) -> str:
    """What is expected while nothing is asked: whose turn, or the take that is under way."""
    if state.taking:
        colour = colour_name(state.taking[0])
        return text("turn.taking", count=len(state.taking), colour=colour)
    return text("turn.to-move", player=player_name(state.to_move))


def notice_text(state: TableState) -> str:
    """The worst fault that lasts, "" for none: the link, then the journal, then single pads."""
    if state.link is not LinkState.UP:
        return text(f"link.{state.link.value}")
    if not state.is_kept:
        return text("fault.kept")
    if state.silent_pads:
        return text("fault.pads", locations="".join(pad.value for pad in state.silent_pads))
    return ""


def mismatch_text(mismatch: Mismatch, *, is_guiding: bool) -> str:
    """Which rule the stones break, or what to do about them."""
    if is_guiding:
        return text("mend.guide")
    return refusal_text(mismatch.refusal) if mismatch.refusal else text("mend.put-back")


def columns_text(columns: tuple[Wrong, ...]) -> str:
    """Seen and expected heights of one or two columns; of more, their letters: their signs say the rest."""
    if len(columns) > 2:
        return text("mend.many", locations=" ".join(wrong.location.value for wrong in columns))
    key = "mend.one" if len(columns) == 1 else "mend.item"
    return ", ".join(
        text(key, location=wrong.location.value, seen=wrong.seen, expected=wrong.expected)
        for wrong in columns
    )


def draw_foot(page: Page, words: Foot) -> None:
    """Draw the rows at the bottom of the page; raises TextTooWide rather than cut a word."""
    top = Box(0, HEIGHT_PX - words.height_px, WIDTH_PX, ROW_PX)
    last = Box(0, HEIGHT_PX - ROW_PX, WIDTH_PX, ROW_PX)
    if not words.has_second_row:
        if words.notice:
            page.text(top, words.notice, *_FONTS)
        page.text(last, words.prompt, *_FONTS)
        if words.is_urgent:
            page.invert(_below_gap(last))
        return
    _draw_prompt(page, top, words)
    if words.detail:
        page.text(last, words.detail, *_FONTS)
    else:
        _draw_answers(page, last, words)


def _draw_prompt(page: Page, row: Box, words: Foot) -> None:
    if words.notice:
        badge = Box(WIDTH_PX - _BADGE_PX, row.y + 1, _BADGE_PX, ROW_PX - 2)
        page.text(badge, "!", Font.TEXT)
        page.invert(badge)
        row = Box(row.x, row.y, row.width - _BADGE_PX - 2, row.height)
    page.text(row, words.prompt, *_FONTS)
    if words.is_urgent:
        page.invert(_below_gap(row))


def _below_gap(row: Box) -> Box:
    """The row without its first line: marked letters stand right above it and must not melt into it."""
    return Box(row.x, row.y + 1, row.width, row.height - 1)


def _draw_answers(page: Page, row: Box, words: Foot) -> None:
    """The answers as bright keys, evenly spread; the same font for all of them."""
    font = _answer_font(words)
    widths = [width_px(answer, font) + 2 * _KEY_PADDING_PX for answer in words.answers]
    hint_px = width_px(words.hint, font) + _KEY_PADDING_PX if words.hint else 0
    gap = (row.width - sum(widths) - hint_px) // (len(widths) + bool(words.hint) + 1)
    x = row.x + gap
    if words.hint:
        page.text(Box(x, row.y, hint_px, row.height), words.hint, font)
        x += hint_px + gap
    for answer, width in zip(words.answers, widths, strict=True):
        key = Box(x, row.y, width, row.height)
        page.text(key, answer, font)
        page.invert(key)
        x += width + gap


def _answer_font(words: Foot) -> Font:
    """The first font in which all the keys stand beside each other, two dark columns between them."""
    for font in _FONTS[:-1]:
        texts = [*words.answers, *filter(None, [words.hint])]
        if sum(width_px(each, font) + 2 * _KEY_PADDING_PX + 2 for each in texts) <= WIDTH_PX + 2:
            return font
    return _FONTS[-1]
