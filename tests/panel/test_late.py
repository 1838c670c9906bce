import pytest

from companion.clock import VirtualClock
from companion.errors import HardwareMissing
from companion.panel.late import RETRY_S, LateButtons
from companion.panel.press import Button, Edge

EDGE = Edge(Button.OK, True, 0.0)


class Pins:
    """Pins that can be had or not, and what was asked of them."""

    def __init__(self) -> None:
        self.are_there = False
        self.tries = 0
        self.is_closed = False

    def open(self) -> "Pins":
        """Try to have them."""
        self.tries += 1
        if not self.are_there:
            raise HardwareMissing("no GPIO here", cure="join the group gpio")
        return self

    def drain(self) -> list[Edge]:
        """Somebody presses all the time."""
        return [EDGE]

    def close(self) -> None:
        """Let go."""
        self.is_closed = True


def second_turn(panel: LateButtons) -> list[Edge]:
    """The first picture is drawn between the first turn of the loop and this."""
    assert panel.drain() == []
    return panel.drain()


@pytest.fixture
def held() -> Pins:
    """Pins that another program holds, at first."""
    return Pins()


def test_buttons_work_as_soon_as_they_can_be_had(clock: VirtualClock, held: Pins) -> None:
    """The device starts without them, says why, and has them within three seconds of their being free."""
    panel = LateButtons(held.open, clock)

    assert second_turn(panel) == []
    assert panel.fault == "no GPIO here; join the group gpio"
    held.are_there = True
    clock.advance(RETRY_S)

    assert panel.drain() == [EDGE]
    assert panel.fault is None
    assert panel.deadline_s() is None


def test_they_are_tried_now_and_then_only(clock: VirtualClock, held: Pins) -> None:
    """A loop that turns eighty times a second does not open the chip eighty times a second."""
    panel = LateButtons(held.open, clock)

    second_turn(panel)
    for _ in range(80):
        panel.drain()
        assert panel.deadline_s() == RETRY_S
        clock.advance(RETRY_S / 100)

    assert held.tries == 1


def test_a_closed_panel_lets_go_and_tries_no_more(clock: VirtualClock, held: Pins) -> None:
    """Nothing is opened while the device ends."""
    held.are_there = True
    panel = LateButtons(held.open, clock)
    second_turn(panel)

    panel.close()

    assert held.is_closed
    assert panel.drain() == []
    assert held.tries == 1


def test_a_panel_that_never_was_can_be_closed(clock: VirtualClock, held: Pins) -> None:
    """A device that is stopped at once, too."""
    LateButtons(held.open, clock).close()

    assert not held.is_closed


def test_the_first_picture_does_not_wait_for_the_pins(clock: VirtualClock, held: Pins) -> None:
    """Their libraries take long to load: they come right after it."""
    panel = LateButtons(held.open, clock)

    panel.drain()

    assert held.tries == 0
    assert panel.deadline_s() == clock.now_s()


def test_whatever_the_pins_libraries_raise_is_a_fault_that_heals(clock: VirtualClock, held: Pins) -> None:
    """Nobody has thought of it: the game goes on without buttons, the log says why, and it is tried again."""

    def open_them() -> Pins:
        if not held.are_there:
            raise ValueError("no such\nchip")
        return held.open()

    panel = LateButtons(open_them, clock)
    second_turn(panel)
    during = panel.fault
    held.are_there = True
    clock.advance(RETRY_S)

    assert during == "ValueError: no such chip; show its makers a tholos report"
    assert panel.drain() == [EDGE]
    assert panel.fault is None
