from dataclasses import replace

import pytest

from companion.link.hello import LinkState
from companion.rules.pieces import Colour, Location, Player
from companion.rules.refusal import Refusal, Rule
from companion.rules.turn import Action
from companion.screen.choose import lines, page
from companion.screen.foot import Foot, draw_foot
from companion.screen.page import Page, TextTooWide
from companion.table.state import Phase, TableState
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks, Question
from tests.screen.states import MIDDLE, STATES, at

FAULTS = [
    ({"link": LinkState.UNPLUGGED}, "Sensors unplugged"),
    ({"is_shaken": True}, "Table moves: wait"),
    ({"busy_pads": (Location.D,)}, "Hand off D?"),
    ({"is_kept": False}, "Not saved: check card"),
    ({"silent_pads": (Location.D,)}, "No sensor: D"),
]
BUSY = [name for name in STATES if name.startswith(("asking", "mending")) and "while" not in name]
TEMPLE = (0, 0, 128, 38)
"""All that is above two rows of words."""


def test_games_that_another_program_keeps_are_no_full_card() -> None:
    """Nobody looks for a worn card where two programs run."""
    state = replace(STATES["playing-white"], is_kept=False, is_taken=True)

    assert "Not saved: in use" in lines(state)


@pytest.mark.parametrize(("fault", "notice"), FAULTS)
@pytest.mark.parametrize("name", ["asking-colour", "asking-fetch", "asking-source", "mending-guiding"])
def test_a_fault_can_be_read_beside_what_is_asked_or_wrong(
    name: str, fault: dict[str, object], notice: str
) -> None:
    """Sensors unplugged in the middle of a question: both are there, word for word."""
    state = STATES[name]

    shown = lines(replace(state, **fault))

    assert shown == (notice, *lines(state))


@pytest.mark.parametrize("name", BUSY)
def test_the_temple_keeps_its_place_when_a_fault_comes(name: str, language: str) -> None:
    """Only the words get smaller: nobody has to look for the stones again."""
    state = replace(STATES[name], language=language)

    faulty = page(replace(state, link=LinkState.SILENT))

    assert faulty.crop(TEMPLE).tobytes() == page(state).crop(TEMPLE).tobytes()
    assert faulty.tobytes() != page(state).tobytes()


def test_the_worst_fault_is_named() -> None:
    """Without the lead no hand can be seen, and a hand in the way can be taken away at once."""
    state = at(MIDDLE)
    for fault, _ in FAULTS[::-1]:
        state = replace(state, **fault)

        notice = lines(state)[0]

        assert notice == lines(at(MIDDLE, **fault))[0]


@pytest.mark.parametrize("phase", [Phase.START, Phase.OVER])
def test_hands_are_welcome_before_and_after_a_game(phase: Phase) -> None:
    """While the box is emptied or filled, nobody is told to take their hands off."""
    state = at(MIDDLE, phase=phase)

    assert lines(replace(state, busy_pads=tuple(Location))) == lines(state)


FULL = Refusal(Rule.COLUMN_FULL, Player.WHITE, location=Location.D, limit=5)
WRONG = Mismatch((Wrong(Location.D, 6, 5),), FULL)


@pytest.mark.parametrize(
    ("state", "is_told"),
    [
        (at(MIDDLE), True),
        (at(MIDDLE, mismatch=WRONG), True),
        (at(MIDDLE, taking=(Colour.GREY,)), False),
        (at(MIDDLE, mismatch=WRONG, is_guiding=True), False),
        (STATES["asking-colour"], False),
        (at(MIDDLE, phase=Phase.START), False),
    ],
)
def test_the_way_to_tell_of_a_column_without_a_sensor_is_named(state: TableState, is_told: bool) -> None:
    """Where OK opens it the foot says so; where OK does something else it does not."""
    shown = lines(replace(state, silent_pads=(Location.C,)))

    assert ("C blind: OK if used" in shown) is is_told
    assert ("No sensor: C" in shown) is not is_told


@pytest.mark.parametrize(
    ("actions", "colours", "is_told"),
    [
        ((Action.MOVE,), (), True),
        ((Action.RETURN, Action.QUARRYGREY), (), True),
        ((Action.FETCH,), tuple(Colour), False),
    ],
)
def test_a_bonus_on_a_column_without_a_sensor_is_told_by_grey(
    actions: tuple[Action, ...], colours: tuple[Colour, ...], is_told: bool
) -> None:
    """OK leaves the bonus; GREY says that it was done where no sensor sees it."""
    question = Question(Asks.BONUS, Player.WHITE, Location.A, colours=colours, actions=actions)

    shown = lines(at(MIDDLE, question=question, silent_pads=(Location.C, Location.F)))

    assert ("GREY on C" in shown) is is_told


@pytest.mark.parametrize(("location", "following"), [("C", "E"), ("E", "G"), ("G", "C")])
def test_one_goes_round_all_columns_without_a_sensor(location: str, following: str) -> None:
    """BLACK goes on to the next of them, from the last one to the first."""
    silent = (Location.C, Location.E, Location.G)
    question = Question(Asks.COLUMN, Player.WHITE, Location(location))

    shown = lines(at(MIDDLE, question=question, silent_pads=silent))

    assert shown[-1] == f"BLACK: {following}"


@pytest.mark.parametrize(
    ("wrong", "act"),
    [
        (((Location.D, 3, 2),), "Take 1 off D"),
        (((Location.D, 5, 2),), "Take 3 off D"),
        (((Location.G, 0, 2),), "Put 2 back on G"),
        (((Location.A, 1, 2), (Location.B, 3, 2)), "Put the stones back"),
    ],
)
@pytest.mark.parametrize("is_guiding", [False, True])
def test_stones_that_lie_wrong_come_with_the_act_that_mends_them(
    wrong: tuple[tuple[Location, int, int], ...], act: str, is_guiding: bool
) -> None:
    """Take it off D: one column is named in the act, of several the signs above them say it."""
    mismatch = Mismatch(tuple(Wrong(*column) for column in wrong))

    shown = lines(at(MIDDLE, mismatch=mismatch, is_guiding=is_guiding))

    assert shown[0] == act


def test_keys_that_have_no_room_are_refused() -> None:
    """A key half off the glass fails in the workshop, not at the table."""
    words = Foot("Which?", answers=("WHITE workshop", "BLACK workshop"))

    with pytest.raises(TextTooWide, match="WHITE workshop, BLACK workshop"):
        draw_foot(Page(), words)
