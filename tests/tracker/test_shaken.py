"""The whole table moves: nobody's hand is on a pad, and none is named."""

from companion.rules.pieces import Location
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.belief import CLAIM_S
from companion.tracker.columns import BUSY_S, Columns
from companion.tracker.question import Asks
from tests.tracker.seat import Seat

A, B, C, D, E, F, G = Location


def heights(
    *moving: Location, silent: tuple[Location, ...] = (), unclear: tuple[Location, ...] = ()
) -> Heights:
    """These pads move, those say nothing or are unclear; the others are at rest, and empty."""
    states = {place: PadState.MOVES for place in moving} | dict.fromkeys(silent, PadState.SILENT)
    states |= dict.fromkeys(unclear, PadState.UNCLEAR)
    return Heights(
        tuple(None if place in states else 0 for place in Location),
        tuple(states.get(place, PadState.RESTS) for place in Location),
    )


def knocked(*about: int | None) -> Heights:
    """All pads move; some of them are known to swing about so many stones."""
    return Heights((None,) * 7, (PadState.MOVES,) * 7, about=about)


def told(columns: Columns, now_s: float) -> object:
    """What is said of the pads: that the table moves, or which are named."""
    assert not (columns.busy(now_s) and columns.is_shaken(now_s))
    return "table" if columns.is_shaken(now_s) else columns.busy(now_s)


def test_a_knock_is_told_as_one_thing_until_all_is_quiet() -> None:
    """Somebody kicks the table: it moves, and no letters run about as one pad after the other rests."""
    columns, now_s = Columns((0,) * 7), 10.0
    columns.look(heights(), now_s)
    columns.look(heights(*Location), now_s)
    heard = [told(columns, now_s + BUSY_S - 0.1), told(columns, now_s + BUSY_S), told(columns, now_s + 6.0)]

    for resting in range(1, 8):
        now_s = 16.0 + 0.15 * resting
        columns.look(heights(*list(Location)[resting:]), now_s)
        heard.append(told(columns, now_s))

    assert heard == [(), *["table"] * 8, ()]


def test_a_hand_that_stays_after_the_knock_is_named() -> None:
    """Who has bumped the table leans on D now: the others are quiet, and it is a hand after all."""
    columns = Columns((0,) * 7)
    columns.look(heights(), 0.0)
    columns.look(heights(*Location), 1.0)
    columns.look(heights(D), 4.0)

    assert told(columns, 4.1) == "table"
    assert columns.deadline_s(4.1) == 4.0 + BUSY_S
    assert told(columns, 4.0 + BUSY_S) == (D,)


def test_a_hand_or_two_are_no_knock() -> None:
    """Three pads under somebody's arm are named, one by one; a fourth, and it is the table."""
    columns = Columns((0,) * 7)
    columns.look(heights(), 0.0)
    columns.look(heights(A, B, C), 1.0)
    three = told(columns, 3.0)

    columns.look(heights(A, B, C, D), 3.0)

    assert three == (A, B, C)
    assert told(columns, 3.0) == "table"


def test_pads_that_say_nothing_do_not_move() -> None:
    """Four leads are off, and there is a hand on F: that is said, and not that the table moves."""
    columns = Columns((0,) * 7)
    columns.look(heights(silent=(A, B, C, D)), 0.0)
    for now_s in (1.0, 2.0):
        columns.look(heights(F, silent=(A, B, C, D)), now_s)

    assert told(columns, 1.0 + BUSY_S) == (F,)


def test_pads_that_rest_on_no_number_of_stones_do_not_move() -> None:
    """Something lies across four columns, and is quite still: they are named."""
    columns = Columns((0,) * 7)
    columns.look(heights(), 0.0)
    columns.look(heights(unclear=(A, B, C, D)), 1.0)

    assert told(columns, 1.0 + BUSY_S) == (A, B, C, D)


def test_a_stone_that_came_and_went_while_the_table_was_knocked_had_come() -> None:
    """Black moves D's stone to C with G; before the table lies still White has it up again, and on F."""
    seat = Seat("-/-/-/b/-/-/- wb bb b -").lift("D")
    for c in (None, 0, 1, None):
        seat.look(knocked(0, 0, c, 0, 0, 0, None)).now_s += 0.4
    seat.heights = [0, 0, 0, 0, 0, 0, 1]
    seat.look().wait(0.8).put("F", "G").press("black", "white").wait(CLAIM_S)

    assert seat.turns == ["bG:D>C", "wG:C>F"]


def test_a_press_in_a_knock_answers_nothing_that_was_not_asked_yet() -> None:
    """White names the stone in his hand, and puts it down on E before the table lies still."""
    seat = Seat("-/-/-/-/-/-/- ww wb w -")
    seat.look(knocked(*(None,) * 7)).now_s += 0.3
    seat.press("white")
    seat.now_s += 1.0
    seat.heights[E.index] = 1
    seat.look()

    assert seat.turns == []
    assert seat.asks is Asks.COLOUR  # his, or Black's, if that was a take
