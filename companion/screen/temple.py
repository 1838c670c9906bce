"""What is always visible at play: seven columns, two workshops, whose turn it is, and both scores."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from companion.rules.ornaments import Ornament
from companion.rules.pieces import WORKSHOP_SPACES, Colour, Location, Player
from companion.screen.digits import DIGIT_HEIGHT_PX, number
from companion.screen.page import WIDTH_PX, Box, Font, Page
from companion.screen.signs import SIGN_HEIGHT_PX, ornament_sign
from companion.screen.stones import STONE_PX, disc, stone
from companion.screen.words import Words
from companion.table.state import TableState

SIDE_PX = 22
"""Width of a player's side, left and right of the columns."""
COLUMN_PX = (WIDTH_PX - 2 * SIDE_PX) // len(Location)
SCORE_PX = DIGIT_HEIGHT_PX + 2
"""Height of a score with a margin."""
LABEL_PX = 9
"""Height of the row with the letters of the locations."""
_SIGN_PX = 7
"""A player's stone where the name has no room."""
_TALLEST_PX = 8
"""Stones grow no further than this, gap included: then they look like drums, not like boxes."""
NO_SIGNS: Mapping[Location, str] = {}


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the floor of the temple is, and how high a stone with its gap."""

    floor_px: int
    pitch_px: int

    @classmethod
    def above(cls, foot_top_px: int, state: TableState, signs: Iterable[Location] = ()) -> "Layout":
        """The largest stones that leave room for the letters and for the `signs` above columns."""
        floor = foot_top_px - LABEL_PX - 1
        pitches = []
        for location in Location:
            ornament = state.position.ornament(location)
            # A tall column has no room for a sign: it covers the topmost stones.
            is_signed = ornament is not Ornament.TALL and (location in signs or ornament is not None)
            room = floor + 1 - (SIGN_HEIGHT_PX + 1 if is_signed else 0)
            pitches.append(room // state.position.limit(location))
        return cls(floor, min(_TALLEST_PX, *pitches))


def draw_temple(
    page: Page,
    state: TableState,
    words: Words,
    layout: Layout,
    marked: Iterable[Location] = (),
    signs: Mapping[Location, str] = NO_SIGNS,
    bright: Player | None = None,
) -> None:
    """Columns and both sides; `marked` letters and the `bright` side stand out, `signs` top their columns."""
    draw_columns(page, state, layout, marked, signs)
    for player in Player:
        draw_side(page, state, words, player, layout)
        if player is bright:
            mark_side(page, words, player, layout)


def draw_columns(
    page: Page,
    state: TableState,
    layout: Layout,
    marked: Iterable[Location] = (),
    signs: Mapping[Location, str] = NO_SIGNS,
    left_px: int = SIDE_PX,
) -> None:
    """The columns alone, from `left_px` on, each with its letter and what lies or stands over it."""
    for location in Location:
        column = Box(left_px + location.index * COLUMN_PX, 0, STONE_PX, layout.floor_px)
        draw_pile(
            page, column, state.columns[location.index], state.position.limit(location), layout.pitch_px
        )
        ornament = state.position.ornament(location)
        head = Box(column.x, 0, COLUMN_PX, SIGN_HEIGHT_PX)
        if location in signs:
            page.fill(head, is_lit=False)
            page.text(head, signs[location], Font.SMALL)
        elif ornament not in (None, Ornament.TALL):
            page.paste(column.x, 0, ornament_sign(ornament))
        label = Box(column.x, layout.floor_px + 1, STONE_PX, LABEL_PX)
        page.text(label, location.value, Font.SMALL)
        if location in marked:
            page.invert(label)


def draw_pile(page: Page, box: Box, stones: Iterable[Colour | None], limit: int, pitch_px: int) -> None:
    """Stones from the floor of the box upwards, a dash for each that there is still room for.

    Stones above the limit are not drawn: the sign over the column counts them.
    """
    page.fill(Box(box.x, box.y + box.height, box.width, 1))
    pile = tuple(stones)[:limit]
    y = box.y + box.height
    for colour in pile:
        y -= pitch_px
        page.paste(box.x, y + 1, stone(colour, pitch_px - 1, box.width))
    for _ in range(limit - len(pile)):
        y -= pitch_px
        page.fill(Box(box.x + box.width // 2 - 1, y + pitch_px // 2, 3, 1))


def stone_box(location: Location, index: int, layout: Layout) -> Box:
    """Where a stone of a column is drawn, 0 the lowest."""
    y = layout.floor_px - (index + 1) * layout.pitch_px + 1
    return Box(SIDE_PX + location.index * COLUMN_PX, y, STONE_PX, layout.pitch_px - 1)


def draw_side(page: Page, state: TableState, words: Words, player: Player, layout: Layout) -> None:
    """A player's score, workshop and name, from the top; the name may be a stone."""
    x = _side_x(player)
    points = state.score.white if player is Player.WHITE else state.score.black
    picture = number(points)
    page.paste(x + (SIDE_PX - picture.width) // 2, 1, picture)
    pitch = min(6, (layout.floor_px - SCORE_PX) // WORKSHOP_SPACES)
    workshop = Box(x + (SIDE_PX - STONE_PX) // 2, 0, STONE_PX, layout.floor_px)
    taken = state.taking if player is taker(state) else ()
    kept = state.position.workshop(player) if taken else state.workshops[player is Player.BLACK]
    draw_pile(page, workshop, kept + taken, WORKSHOP_SPACES, pitch)
    for place in range(len(kept), len(kept) + len(taken)):
        page.plus(workshop.x - 4, layout.floor_px - place * pitch - pitch // 2)
    name = words.text(f"side.{player.name.lower()}")
    if name:
        page.text(_name_box(player, layout), name, Font.TINY)
    else:
        _draw_sign(page, player, layout)


def mark_side(page: Page, words: Words, player: Player, layout: Layout) -> None:
    """Make a player's score and name bright: it is their turn, or their victory."""
    page.invert(Box(_side_x(player), 0, SIDE_PX, SCORE_PX))
    name = _name_box(player, layout)
    if words.text(f"side.{player.name.lower()}"):
        page.invert(name)
        return
    # A stone turned bright would be one of the other colour: it gets a triangle at each end instead.
    middle, centre = name.y + name.height // 2, name.x + name.width // 2
    for inset in range(3):
        for x in (centre - 8 + inset, centre + 8 - inset):
            page.fill(Box(x, middle - 2 + inset, 1, 5 - 2 * inset))


def _draw_sign(page: Page, player: Player, layout: Layout) -> None:
    """A stone of the player's colour seen from above: nobody takes it for one more in the workshop."""
    box = _name_box(player, layout)
    sign = disc(player.colour, _SIGN_PX)
    page.paste(box.x + (box.width - _SIGN_PX) // 2, box.y + (box.height - _SIGN_PX) // 2, sign)


def taker(state: TableState) -> Player:
    """Whose stones `taking` are: of the player asked about a forgotten take, else of the one to move."""
    return state.question.player if state.question else state.to_move


def _name_box(player: Player, layout: Layout) -> Box:
    """One column narrower than the side, so that a bright name and a bright letter stay apart."""
    x = 0 if player is Player.WHITE else WIDTH_PX - SIDE_PX + 1
    return Box(x, layout.floor_px + 1, SIDE_PX - 1, LABEL_PX)


def _side_x(player: Player) -> int:
    return 0 if player is Player.WHITE else WIDTH_PX - SIDE_PX
