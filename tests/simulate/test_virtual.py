from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import ScriptError
from companion.simulate.device import SLICE_S
from companion.simulate.telling import truth_of
from companion.simulate.virtual import MOST_AT_ONCE, MOST_LINES, VirtualTable
from companion.table.state import Phase

STONES = Counter("w" * 15 + "g" * 10 + "b" * 15)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[VirtualTable]:
    """A table at which nobody has done anything."""
    table = VirtualTable(tmp_path, seed=1, is_direct=True)
    wait(table, 1.0)
    yield table
    table.close()


def wait(table: VirtualTable, seconds: float) -> None:
    """Let so much of the table's time pass."""
    for _ in range(round(seconds / SLICE_S)):
        table.step()


def do(table: VirtualTable, *texts: str) -> VirtualTable:
    """Do one after the other, at a person's pace."""
    for text in texts:
        table.do(text)
        wait(table, 0.4)
    return table


def refusal(table: VirtualTable, text: str) -> str:
    """Why a line is not done."""
    with pytest.raises(ScriptError) as refused:
        table.do(text)
    return str(refused.value)


def stones(table: VirtualTable) -> Counter[str]:
    """Every stone that lies anywhere or is in the hand."""
    truth = truth_of(table)
    lying = Counter("".join([*truth["columns"], *truth["workshops"].values(), truth["hand"]]))
    return lying + Counter(truth["quarry"])


def test_stone_by_stone_a_turn_is_played(table: VirtualTable) -> None:
    """The stones lie in their places at once; a button begins, a hand places, a button answers."""
    do(table, "down white", "up white", "lift white:w", "put D")
    wait(table, 1.0)
    assert table.device.state.question is not None

    do(table, "down grey", "up grey", "lift quarry:g", "put white")

    assert table.device.daemon.table.turns == ("wD:+g",)
    assert truth_of(table)["columns"][3] == "w"
    assert truth_of(table)["workshops"] == {"white": "wg", "black": "bb"}
    assert [line.partition("  ")[2] for line in table.lines if ">" in line] == [
        *("> down white", "> up white", "> lift white:w", "> put D"),
        *("> down grey", "> up grey", "> lift quarry:g", "> put white"),
    ]
    assert any(line.endswith("settled: wD:+g") for line in table.lines)


def test_a_stone_is_in_the_hand_until_it_lies_elsewhere(table: VirtualTable) -> None:
    """The page shows it there; no stone is ever twice, or nowhere."""
    hands = []
    for text in ("lift quarry:g", "put E"):
        table.do(text)
        for _ in range(40):
            table.step()
            hands.append(truth_of(table)["hand"])
            assert stones(table) == STONES

    assert "".join(dict.fromkeys(hand or "-" for hand in hands)) == "-g"
    assert hands[0] == hands[-1] == ""
    assert truth_of(table)["columns"][4] == "g"


@pytest.mark.parametrize(
    ("before", "text", "why"),
    [
        ((), "lift A", "no stone lies on A"),
        ((), "lift white:g", "no grey stone lies in White's workshop, only ww"),
        ((), "put A", "there is no stone in the hand; lift one first"),
        (("lift white:w",), "lift black:b", "the hand holds a stone already; put it down first"),
        (("lift white:w",), "put H", '"H" cannot be read here'),
        ((), "expect question", "what is expected is for scripts"),
        ((), "speed 2", "write a number from 0.1 to 1"),
        ((), "noise loud", "write a level: none, field, rough"),
        ((), "lay basic twice", '"twice" is too much'),
        ((), "lay position x", "five fields"),
        ((), "down GREEN", "write a button: white, grey, black, ok, back"),
        ((), "", "write an act"),
        ((), "import os", '"import" cannot be read here'),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(
    table: VirtualTable, before: tuple[str, ...], text: str, why: str
) -> None:
    """What and the cure, in one line, with no number of a line that nobody has written."""
    do(table, *before)

    said = refusal(table, text)

    assert why in said
    assert "line 1" not in said
    assert "\n" not in said
    assert stones(table) == STONES


def test_two_hands_do_not_take_the_same_stone(table: VirtualTable) -> None:
    """The second one is told so, and the table goes on."""
    do(table, "lift quarry:b", "put A")
    table.do("stone A B")

    assert "another hand takes that stone" in refusal(table, "lift A")
    wait(table, 2.0)
    assert stones(table) == STONES
    assert truth_of(table)["columns"][:2] == ["", "b"]


def test_rules_are_no_physics(table: VirtualTable) -> None:
    """Six stones on a column, four in a workshop: the table takes them, the device has to notice."""
    do(table, "down black", "up black")
    for _ in range(6):
        do(table, "lift quarry:g", "put C")
        wait(table, 1.0)
    do(table, "lift quarry:w", "put black", "lift quarry:w", "put black")
    wait(table, 2.0)

    truth = truth_of(table)
    assert (truth["columns"][2], truth["workshops"]["black"]) == ("gggggg", "wwbb")
    mismatch = table.device.state.mismatch
    assert mismatch is not None
    assert [wrong.location.value for wrong in mismatch.columns] == ["C"]


def test_the_start_can_be_laid_out_without_telling_the_device(table: VirtualTable) -> None:
    """The stones of the game before lie in their places again; the panel has to begin the new one."""
    do(table, "down white", "up white", "lift white:w", "put D", "lift quarry:g")
    do(table, "lay advanced")

    truth = truth_of(table)
    assert (truth["columns"], truth["hand"]) == ([""] * 7, "")
    assert truth["workshops"] == {"white": "ww", "black": "bb"}
    assert stones(table) == STONES
    do(table, "lay position w/-/-/-/-/-/b g bb w -")
    assert truth_of(table)["columns"] == ["w", "", "", "", "", "", "b"]


def test_a_setup_tells_the_device_as_a_script_does(table: VirtualTable) -> None:
    """Whatever was under way ends there."""
    do(table, "press white", "setup position w/-/-/-/-/-/b wg bb b A=tall")
    wait(table, 1.5)

    state = table.device.state
    assert state.phase is Phase.PLAYING
    assert table.device.things.agrees_with(state.position)
    assert state.position.ornaments != ()


def test_a_press_of_a_script_lets_go_by_itself(table: VirtualTable) -> None:
    """A finger for a tenth of a second."""
    do(table, "press black")

    assert table.device.state.phase is Phase.PLAYING
    assert table.device.daemon.stuck_buttons == ()


@pytest.mark.parametrize("then", ["lay basic", "setup basic first=white", "example"])
def test_a_finger_that_is_down_when_all_is_laid_out_anew_comes_up(table: VirtualTable, then: str) -> None:
    """Stones that were on their way are not any more; a button that stayed down would be so for good."""
    table.do("press grey 0.5")
    table.do("down black")
    table.do("up black")
    table.do(then)
    wait(table, 2.0)

    wires = table.device._settings.panel.pins.values()
    assert [table.device._pins.pin(wire).state for wire in wires] == [True] * len(wires)


@pytest.mark.parametrize(
    "text",
    [
        *("press ok 3600", "lean A 3600", "bump 3600", "drift 3600 1", "down ok", "lift quarry:w"),
        *("stone quarry:w A", "hover A 3600"),
    ],
)
def test_nobody_can_begin_more_and_more_without_end(table: VirtualTable, text: str) -> None:
    """A page that asks for it ten thousand times is told to wait; buttons can be let go all the same."""
    for _ in range(300):
        with suppress(ScriptError):
            table.do(text)
        if text == "down ok":
            table.do("up ok")

    device = table.device
    waiting = table._under_way
    assert waiting <= 2 * MOST_AT_ONCE
    wait(table, 2.0)
    table.do("up ok")
    assert device.is_running


def test_what_has_drifted_makes_room_for_more(table: VirtualTable) -> None:
    """Warmth comes and goes all evening: the zeros stay where they have come to, and nothing is piled up."""
    for number in range(3 * MOST_AT_ONCE):
        table.do(f"drift 0.01 {0.5 if number % 2 else -0.5}")
        wait(table, 0.02)

    assert table.device.plate.drifting(table.device.clock.now_s()) == 0


def test_noise_can_come_and_go_while_people_play(table: VirtualTable) -> None:
    """It shakes what the pads say, and no zero jumps at that moment; the truth is told with it."""
    do(table, "press white")
    wait(table, 2.0)
    assert table.device.daemon.heights.stones == (0,) * 7

    for level in ("rough", "none", "field"):
        do(table, f"noise {level}")
        wait(table, 2.0)
        assert truth_of(table)["noise"] == level

    assert table.device.daemon.heights.stones == (0,) * 7


def test_the_example_is_played_until_somebody_does_anything_else(table: VirtualTable) -> None:
    """Hand by hand; slowing it down is no act of the game."""
    do(table, "example", "speed 0.5", "noise none")
    wait(table, 8.0)
    assert table.speed == 0.5
    assert table.device.daemon.table.turns[:1] == ("wF:wB",)
    assert any("White places a white stone on F" in line for line in table.lines)

    do(table, "lift quarry:w")
    before = len(table.lines)
    wait(table, 5.0)

    assert not any("places" in line for line in list(table.lines)[before:])


def test_the_example_is_stopped_and_nothing_else_happens(table: VirtualTable) -> None:
    """Who has seen enough of it goes on from there."""
    do(table, "example")
    wait(table, 8.0)
    was_showing, turns = table.is_showing, table.device.daemon.table.turns

    do(table, "stop")
    wait(table, 5.0)

    assert was_showing
    assert not table.is_showing
    assert table.device.daemon.table.turns[: len(turns)] == turns
    assert table.device.state.phase is Phase.PLAYING


@pytest.mark.timeout(120)
def test_the_example_is_a_whole_game(table: VirtualTable) -> None:
    """Begun twice, in the middle of another game, without power: it is played to its count all the same."""
    do(table, "press white", "lift white:w", "off", "example")
    wait(table, 3.0)
    do(table, "noise none", "example")
    for _ in range(200):
        wait(table, 2.0)
        if table.device.state.phase is Phase.OVER:
            break

    state = table.device.state
    assert state.phase is Phase.OVER
    assert table.device.things.agrees_with(state.position)
    assert len(table.lines) == MOST_LINES


PLACES = ("A", "B", "G", "quarry", "white", "black")
TAKEN = ("A", "B", "G", "quarry:w", "quarry:g", "quarry:b", "white:w", "white:g", "black:b", "black:w")
ACTS = st.one_of(
    st.sampled_from(TAKEN).map("lift {}".format),
    st.sampled_from(PLACES).map("put {}".format),
    st.tuples(st.sampled_from(TAKEN), st.sampled_from(PLACES)).map(lambda pair: "stone {} {}".format(*pair)),
    st.tuples(
        st.sampled_from(("down", "up", "press")), st.sampled_from(("white", "grey", "black", "ok", "back"))
    ).map(" ".join),
    st.sampled_from(
        (
            *("bump 0.5", "lean A 1", "hover B 1", "drift 1 0.5", "unplug pad B", "plug pad B"),
            *("unplug sensors", "plug sensors", "unplug display", "plug display", "power-cut", "off", "on"),
            *("noise rough", "noise none", "speed 0.1", "speed 1", "lay basic", "lay advanced", "example"),
            *("setup basic first=black", "setup advanced first=white A=tall", "wait 1", "expect question"),
        )
    ),
)


@given(acts=st.lists(st.tuples(ACTS, st.integers(0, 60)), max_size=40), seed=st.integers(0, 99))
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_people_do_no_stone_is_lost_and_the_table_stands(
    tmp_path_factory: pytest.TempPathFactory, acts: list[tuple[str, int]], seed: int
) -> None:
    """In any order and at any pace: it is done, or refused in a sentence."""
    table = VirtualTable(tmp_path_factory.mktemp("evening"), seed=seed, is_direct=True)
    try:
        for text, slices in acts:
            with suppress(ScriptError):
                table.do(text)
            for _ in range(slices):
                table.step()
        wait(table, 2.0)  # what is in the air comes down
        if "example" not in [text for text, _ in acts]:  # its hands may be on their way
            assert stones(table) == STONES
    finally:
        table.close()
