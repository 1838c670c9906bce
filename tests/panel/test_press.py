from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.panel.press import DEBOUNCE_S, HOLD_S, STUCK_S, Button, Edge, Press, Presses

SHORT_S = st.floats(0, 0.1)
ANY_S = st.one_of(SHORT_S, st.floats(0, 30))


def played(*edges: tuple[float, Button, bool], until_s: float) -> list[Press]:
    """What comes of edges when a loop sleeps until each edge and each deadline, as the daemon's does."""
    presses = Presses()
    found = []
    for t_s, button, is_down in edges:
        found += ticked(presses, t_s) + presses.edge(Edge(button, is_down, t_s))
    return found + ticked(presses, until_s)


def ticked(presses: Presses, until_s: float) -> list[Press]:
    """What becomes certain until then, each thing at its deadline."""
    found = []
    while (deadline_s := presses.deadline_s()) is not None and deadline_s <= until_s:
        found += presses.tick(deadline_s)
    return found + presses.tick(until_s)


@pytest.mark.parametrize("button", [Button.WHITE, Button.GREY, Button.BLACK, Button.OK])
def test_a_press_counts_while_the_finger_is_still_down(button: Button) -> None:
    """I press a colour and see it counted at once, not when I let go."""
    presses = Presses()
    presses.edge(Edge(button, True, 1.0))

    found = presses.tick(1.0 + DEBOUNCE_S)

    assert found == [Press(button, False, 1.0)]


def test_a_long_press_of_a_colour_counts_once() -> None:
    """I may rest my finger on WHITE as long as I like: it is one stone."""
    found = played((1.0, Button.WHITE, True), (9.0, Button.WHITE, False), until_s=20.0)

    assert found == [Press(Button.WHITE, False, 1.0)]


def test_each_press_of_a_quick_series_counts() -> None:
    """Three quick presses are three stones."""
    edges = [(0.1 * n, Button.GREY, n % 2 == 0) for n in range(6)]

    found = played(*edges, until_s=1.0)

    assert [press.t_s for press in found] == [0.0, 0.2, 0.4]


@given(st.lists(st.floats(0, 0.020), min_size=1, max_size=20), st.lists(st.floats(0, 0.020), max_size=20))
def test_bounces_make_one_press_of_one_push(closing: list[float], opening: list[float]) -> None:
    """However the contact bounces when it closes and when it opens, one push is one press."""
    edges, t_s, is_down = [], 0.0, True
    for pauses in (closing, opening):
        for pause_s in pauses if len(pauses) % 2 else [*pauses, 0.0]:  # an odd number ends the other way
            edges.append((t_s, Button.OK, is_down))
            t_s, is_down = t_s + pause_s, not is_down
        t_s += 0.2

    found = played(*edges, until_s=t_s + 1)

    assert len(found) == 1


def test_a_spark_on_the_wire_is_no_press() -> None:
    """A level that lasts less than the debounce time is nobody's finger."""
    found = played((1.0, Button.BLACK, True), (1.0 + DEBOUNCE_S / 2, Button.BLACK, False), until_s=5.0)

    assert found == []


def test_back_counts_when_it_is_let_go() -> None:
    """BACK may become a hold, so its short press counts at release."""
    presses = Presses()
    presses.edge(Edge(Button.BACK, True, 1.0))

    early = ticked(presses, 1.5)
    late = presses.edge(Edge(Button.BACK, False, 1.5)) + ticked(presses, 2.0)

    assert early == []
    assert late == [Press(Button.BACK, False, 1.5)]


def test_back_held_counts_at_two_seconds_and_not_again() -> None:
    """The menu opens while I still hold BACK, and letting go does nothing more."""
    presses = Presses()
    presses.edge(Edge(Button.BACK, True, 1.0))

    before = ticked(presses, 1.0 + HOLD_S - 0.01)
    held = ticked(presses, 1.0 + HOLD_S)
    after = presses.edge(Edge(Button.BACK, False, 3.5)) + ticked(presses, 5.0)

    assert before == after == []
    assert held == [Press(Button.BACK, True, 1.0 + HOLD_S)]


def test_back_released_just_before_two_seconds_is_short() -> None:
    """It was let go in time: no menu, even though the program looked only later."""
    released_s = 1.0 + HOLD_S - 0.01
    found = played((1.0, Button.BACK, True), (released_s, Button.BACK, False), until_s=10.0)

    assert found == [Press(Button.BACK, False, released_s)]


def test_a_loop_that_looks_late_misses_nothing() -> None:
    """The program was busy for half a minute: the press and the hold made meanwhile still count."""
    presses = Presses()
    presses.edge(Edge(Button.BLACK, True, 1.0))
    presses.edge(Edge(Button.WHITE, True, 1.01))
    presses.edge(Edge(Button.BACK, True, 1.02))

    found = presses.tick(30.0)

    assert found == [
        Press(Button.BLACK, False, 1.0),
        Press(Button.WHITE, False, 1.01),
        Press(Button.BACK, True, 1.02 + HOLD_S),
    ]


def test_a_button_held_at_start_gives_nothing() -> None:
    """Somebody leans on the panel while it is switched on: only the next press counts."""
    found = played((0.5, Button.BACK, False), (1.0, Button.OK, False), (2.0, Button.OK, True), until_s=9.0)

    assert found == [Press(Button.OK, False, 2.0)]


def test_a_lost_edge_costs_at_most_its_own_press() -> None:
    """An opening edge got lost: the press after the next release counts again."""
    found = played(
        (1.0, Button.WHITE, True),
        (2.0, Button.WHITE, True),
        (2.2, Button.WHITE, False),
        (3.0, Button.WHITE, True),
        until_s=4.0,
    )

    assert [press.t_s for press in found] == [1.0, 3.0]


def test_a_repeated_edge_does_not_put_the_press_off() -> None:
    """The same edge told twice is one push, counted when it was first told."""
    presses = Presses()
    presses.edge(Edge(Button.OK, True, 1.0))
    presses.edge(Edge(Button.OK, True, 1.0 + DEBOUNCE_S / 2))

    found = presses.tick(1.0 + DEBOUNCE_S)

    assert found == [Press(Button.OK, False, 1.0)]


@pytest.mark.parametrize("button", [Button.WHITE, Button.BACK])
def test_a_finger_that_slips_a_moment_presses_once(button: Button) -> None:
    """The contact opens for 5 ms while I press: still one press."""
    found = played(
        (1.0, button, True), (1.5, button, False), (1.505, button, True), (1.9, button, False), until_s=3.0
    )

    assert len(found) == 1


def test_a_jammed_button_is_named_until_it_is_released() -> None:
    """GREY is jammed: after ten seconds the panel says so, and it is well again once released."""
    presses = Presses()
    presses.edge(Edge(Button.GREY, True, 1.0))

    ticked(presses, 1.0 + STUCK_S - 0.01)
    before = presses.stuck
    ticked(presses, 1.0 + STUCK_S)
    during = presses.stuck
    presses.edge(Edge(Button.GREY, False, 20.0))
    ticked(presses, 21.0)

    assert (before, during, presses.stuck) == ((), (Button.GREY,), ())


def test_a_chattering_button_is_stuck_and_silent() -> None:
    """A loose wire that crackles for eleven seconds and then closes presses nothing, and is named."""
    presses = Presses()
    found = []
    for n in range(1101):
        found += presses.edge(Edge(Button.OK, n % 2 == 0, n * 0.01))

    found += ticked(presses, 12.0)

    assert found == []
    assert presses.stuck == (Button.OK,)


def test_a_stuck_button_leaves_the_others_alone() -> None:
    """With GREY jammed the other four buttons work."""
    found = played((0.0, Button.GREY, True), (15.0, Button.WHITE, True), until_s=16.0)

    assert found == [Press(Button.GREY, False, 0.0), Press(Button.WHITE, False, 15.0)]


def test_nothing_waits_while_nothing_is_pressed() -> None:
    """An untouched panel asks for no wake-up."""
    presses = Presses()
    untouched = presses.deadline_s()
    presses.edge(Edge(Button.OK, True, 1.0))
    presses.edge(Edge(Button.OK, False, 2.0))

    ticked(presses, 3.0)

    assert untouched is presses.deadline_s() is None


@given(st.lists(st.tuples(st.sampled_from(Button), st.booleans(), ANY_S)))
def test_never_more_presses_than_pushes(steps: list[tuple[Button, bool, float]]) -> None:
    """Whatever the wires do, nothing breaks, and no stone is counted that no contact asked for."""
    t_s, edges = 0.0, []
    for button, is_down, pause_s in steps:
        edges.append((t_s, button, is_down))
        t_s += pause_s

    found = played(*edges, until_s=t_s + 60)

    for button in Button:
        pushes = sum(is_down for _, which, is_down in edges if which is button)
        assert sum(press.button is button for press in found) <= pushes
    assert all(press.button is Button.BACK for press in found if press.is_hold)


def test_an_edge_that_comes_late_counts_from_now() -> None:
    """An edge still in the queue while the clock was read is taken as of then: time never goes back."""
    presses = Presses()
    presses.tick(10.0)

    presses.edge(Edge(Button.OK, True, 5.0))
    found = [*presses.tick(9.0), *presses.tick(10.0 + DEBOUNCE_S)]

    assert found == [Press(Button.OK, False, 10.0)]


@given(st.lists(st.tuples(st.sampled_from(Button), st.booleans(), ANY_S)))
def test_every_deadline_is_worth_waking_for(steps: list[tuple[Button, bool, float]]) -> None:
    """A loop that sleeps until the deadline never spins: each tick there moves the deadline on."""
    presses, t_s = Presses(), 0.0
    for button, is_down, pause_s in steps:
        presses.edge(Edge(button, is_down, t_s))
        t_s += pause_s

    deadlines = []
    while (deadline_s := presses.deadline_s()) is not None:
        deadlines.append(deadline_s)
        presses.tick(deadline_s)

    assert len(deadlines) <= 3 * len(Button)
    assert all(one <= next_one for one, next_one in pairwise(deadlines))
