"""The pages on which the board is corrected: a column or workshop with its keys beside it, then the whole."""

from collections.abc import Iterable
from dataclasses import replace

from PIL import Image

from companion.rules.pieces import WORKSHOP_SPACES, Colour, Location, Player
from companion.rules.play import is_over
from companion.rules.score import score
from companion.screen.foot import ROW_PX, Foot, draw_foot
from companion.screen.page import HEIGHT_PX, WIDTH_PX, Box, Font, Page
from companion.screen.refusing import refusal_text
from companion.screen.signs import SIGN_HEIGHT_PX, Arrow, key_sign
from companion.screen.stones import STONE_PX, disc
from companion.screen.temple import COLUMN_PX, LABEL_PX, SIDE_PX, Layout, draw_columns, draw_pile, draw_temple
from companion.screen.words import Words
from companion.table.dialogues.correcting import Correcting, Part
from companion.table.state import TableState

_LEFT_PX = COLUMN_PX * len(Location)
"""Width of what is edited; the keys stand to the right of it."""
_FOOT_TOP_PX = HEIGHT_PX - ROW_PX
_FLOOR_PX = _FOOT_TOP_PX - LABEL_PX - 1
_TITLE_PX = 12
_STONE_WIDTH_PX, _STONE_PITCH_PX = 33, 9
"""Of a stone in a workshop: as large as on the page before a game."""
_DISC_PX = 27
_SIGN_PX, _NAME_PX = 7, 36
"""Within a key: its sign, then the button's name; SCHWARZ just fits."""
_KEY_PX, _KEY_PITCH_PX = _SIGN_PX + _NAME_PX, 10
_ROWS = 5
"""One for each button."""

_Key = tuple[str, Arrow | None]
"""A button as the catalogues name it, and what it does."""


def correcting(state: TableState, dialogue: Correcting, words: Words) -> Image.Image:
    """The page of where the dialogue has come to."""
    page, shown = Page(), _as_entered(state, dialogue)
    below = _foot(dialogue, words)
    if below is not None:
        signs = _signs(dialogue)
        layout = Layout.above(HEIGHT_PX - below.height_px, shown, signs)
        draw_temple(page, shown, words, layout, signs, signs, bright=shown.to_move)
        _mark_signs(page, signs, SIDE_PX)
        draw_foot(page, below)
        return page.image
    if isinstance(dialogue.at, Location):
        signs = _signs(dialogue)
        heard = [place for place in Location if dialogue.pads[place.index] is not None]
        layout = Layout.above(_FOOT_TOP_PX, shown, heard)  # no stone grows or shrinks as signs come and go
        draw_columns(page, shown, layout, (dialogue.at,), signs, left_px=0)
        _mark_signs(page, signs, 0)
    elif isinstance(dialogue.at, Player):
        _draw_workshops(page, dialogue, dialogue.at, words)
    else:
        _draw_players(page, shown.to_move, words)
    _draw_keys(page, _keys(dialogue), words)
    row = Box(0, _FOOT_TOP_PX + 1, WIDTH_PX, ROW_PX - 1)
    page.text(row, _prompt(dialogue, words), Font.TEXT, Font.SMALL)
    if dialogue.refusal is not None:
        page.invert(row)
    return page.image


def correcting_lines(dialogue: Correcting, words: Words) -> tuple[str, ...]:
    """The texts on the page: what is said or asked, then the keys."""
    below = _foot(dialogue, words)
    if below is not None:
        return below.lines
    title = (words.text("correct.workshop"),) if isinstance(dialogue.at, Player) else ()
    names = (words.text(f"button.{button}") for button, _ in _keys(dialogue))
    return (*title, _prompt(dialogue, words), *names)


def _as_entered(state: TableState, dialogue: Correcting) -> TableState:
    """The table as in play, with the stones as they have been entered."""
    position = dialogue.position
    return replace(
        state,
        position=position,
        columns=position.columns,
        workshops=dialogue.workshops,
        to_move=position.to_move,
        score=score(position),
        taking=(),
        question=None,
    )


def _signs(dialogue: Correcting) -> dict[Location, str]:
    """What the pads count, but for the column whose prompt says it."""
    return {place: str(pad) for place, pad in dialogue.disputed.items() if place is not dialogue.at}


def _mark_signs(page: Page, signs: Iterable[Location], left_px: int) -> None:
    """Bright: an ornament's +2 is none of them."""
    for place in signs:
        page.invert(Box(left_px + place.index * COLUMN_PX, 0, STONE_PX, SIGN_HEIGHT_PX))


def _foot(dialogue: Correcting, words: Words) -> Foot | None:
    """What is asked about all that was entered; None on the pages before that."""
    if dialogue.at not in (Part.WHOLE, Part.GIVE_UP):
        return None
    keys = (
        words.text("answer.yes", button=words.text("button.ok")),
        words.text("answer.no", button=words.text("button.back")),
    )
    if dialogue.at is Part.GIVE_UP:
        return Foot(words.text("correct.give-up"), answers=keys)
    again = words.text("answer.next", button=words.button_name(Colour.GREY), location=Location.A.value)
    return Foot(_whole_text(dialogue, words), answers=(keys[0], again, keys[1]))


def _whole_text(dialogue: Correcting, words: Words) -> str:
    if not dialogue.is_changed and not dialogue.disputed:
        return words.text("correct.unchanged")
    return words.text("correct.full" if is_over(dialogue.position) else "correct.whole")


def _prompt(dialogue: Correcting, words: Words) -> str:
    """Why a press was refused, else what the pad says, else how to get out of here."""
    if dialogue.refusal is not None:
        return refusal_text(dialogue.refusal, words)
    if dialogue.at is Part.TO_MOVE:
        return words.text("correct.to-move")
    pad = dialogue.disputed.get(dialogue.at) if isinstance(dialogue.at, Location) else None
    if pad is not None and isinstance(dialogue.at, Location):
        return words.text("correct.pad", location=dialogue.at.value, count=pad)
    return words.text("correct.hold", button=words.text("button.back"))


def _keys(dialogue: Correcting) -> tuple[_Key, ...]:
    """The buttons that do something, each with a sign for what."""
    back = Arrow.OFF if dialogue.stones(dialogue.at) else Arrow.BACK
    if dialogue.at is Part.TO_MOVE:
        colours: tuple[_Key, ...] = (("white", None), ("black", None))
    else:
        colours = (("white", Arrow.ON), ("grey", Arrow.ON), ("black", Arrow.ON))
    return (*colours, ("back", back), ("ok", Arrow.NEXT))


def _draw_keys(page: Page, keys: tuple[_Key, ...], words: Words) -> None:
    """One below the other, BACK and OK always in the same place."""
    for number, (button, arrow) in enumerate(keys):
        row = number + (_ROWS - len(keys)) * (button in ("back", "ok"))
        key = Box(WIDTH_PX - _KEY_PX, row * _KEY_PITCH_PX, _KEY_PX, _KEY_PITCH_PX - 1)
        name = Box(key.x + _SIGN_PX, key.y, _NAME_PX, key.height)
        page.text(name if arrow else key, words.text(f"button.{button}"), Font.SMALL)
        if arrow is not None:
            page.paste(key.x + 1, key.y + 1, key_sign(arrow))
        page.invert(key)


def _draw_workshops(page: Page, dialogue: Correcting, at: Player, words: Words) -> None:
    page.text(Box(0, 0, _LEFT_PX, _TITLE_PX), words.text("correct.workshop"), Font.TEXT)
    for player in Player:
        half = _half(player)
        pile = Box(half.x + (half.width - _STONE_WIDTH_PX) // 2, 0, _STONE_WIDTH_PX, _FLOOR_PX)
        draw_pile(page, pile, dialogue.stones(player), WORKSHOP_SPACES, _STONE_PITCH_PX)
    _draw_names(page, at, words)


def _draw_players(page: Page, to_move: Player, words: Words) -> None:
    for player in Player:
        half = _half(player)
        page.paste(half.x + (half.width - _DISC_PX) // 2, _TITLE_PX - 2, disc(player.colour, _DISC_PX))
    _draw_names(page, to_move, words)


def _draw_names(page: Page, bright: Player, words: Words) -> None:
    for player in Player:
        half = _half(player)
        name = Box(half.x + 2, _FLOOR_PX + 1, half.width - 4, LABEL_PX)
        page.text(name, words.player_name(player), Font.SMALL)
        if player is bright:
            page.invert(name)


def _half(player: Player) -> Box:
    width = _LEFT_PX // 2
    return Box(0 if player is Player.WHITE else width, 0, width, _FOOT_TOP_PX)
