import sys
from collections.abc import Iterator
from types import ModuleType

import pytest
from gpiozero import GPIOPinInUse
from gpiozero.pins.mock import MockFactory, MockPin

from companion.clock import VirtualClock
from companion.errors import HardwareMissing
from companion.panel.buttons import Buttons, open_buttons
from companion.panel.press import Button, Edge

PINS = {Button.WHITE: 5, Button.GREY: 6, Button.BLACK: 13, Button.OK: 19, Button.BACK: 26}


class Bell:
    """What the daemon passes in to be woken; counts, and can be broken."""

    def __init__(self) -> None:
        self.rings = 0
        self.fault: Exception | None = None

    def ring(self) -> None:
        """Count, or fail."""
        self.rings += 1
        if self.fault is not None:
            raise self.fault


class PressedPin(MockPin):
    """A pin whose button is down from the start, so that the pull-up does not lift it."""

    def _set_pull(self, value: str) -> None:
        super()._set_pull(value)
        self._state = False


@pytest.fixture
def bell() -> Bell:
    """A bell that nobody has rung yet."""
    return Bell()


@pytest.fixture
def buttons(pins: MockFactory, clock: VirtualClock, bell: Bell) -> Iterator[Buttons]:
    """The panel on its default pins."""
    panel = Buttons(PINS, pins, clock, bell.ring)
    yield panel
    panel.close()


@pytest.mark.parametrize("button", Button)
def test_pressing_and_releasing_are_two_edges(
    button: Button, buttons: Buttons, pins: MockFactory, clock: VirtualClock, bell: Bell
) -> None:
    """Each button pulls its own pin to ground, and both edges carry our clock's time."""
    pin = pins.pin(PINS[button])

    clock.advance(1.5)
    pin.drive_low()
    clock.advance(0.5)
    pin.drive_high()

    assert buttons.drain() == [Edge(button, True, 1.5), Edge(button, False, 2.0)]
    assert buttons.drain() == []
    assert bell.rings == 2


def test_bounces_reach_the_debouncer(buttons: Buttons, pins: MockFactory) -> None:
    """Nothing is filtered on the way, so that the one debouncer sees all there is."""
    pin = pins.pin(PINS[Button.OK])

    for _ in range(5):
        pin.drive_low()
        pin.drive_high()

    assert len(buttons.drain()) == 10


def test_a_button_held_at_start_is_silent(clock: VirtualClock, bell: Bell) -> None:
    """Somebody leans on the panel while the device starts: no edge until a button is let go."""
    pins = MockFactory(pin_class=PressedPin)
    buttons = Buttons(PINS, pins, clock, bell.ring)

    at_start = buttons.drain()
    pins.pin(PINS[Button.WHITE]).drive_high()

    assert at_start == []
    assert buttons.drain() == [Edge(Button.WHITE, False, 0.0)]


def test_a_fault_in_the_wake_call_stays_out_of_the_pin_thread(
    buttons: Buttons, pins: MockFactory, bell: Bell
) -> None:
    """A broken wake-up does not kill the buttons: the loop is told, and the next press works."""
    bell.fault = BrokenPipeError("nobody listens")
    pin = pins.pin(PINS[Button.WHITE])

    pin.drive_low()
    bell.fault = None
    with pytest.raises(BrokenPipeError, match="nobody listens"):
        buttons.drain()
    pin.drive_high()

    assert [edge.is_down for edge in buttons.drain()] == [True, False]


def test_closing_lets_the_pins_go(pins: MockFactory, clock: VirtualClock, bell: Bell) -> None:
    """After close, twice even, another program part can have the pins."""
    buttons = Buttons(PINS, pins, clock, bell.ring)

    buttons.close()
    buttons.close()
    reopened = Buttons(PINS, pins, clock, bell.ring)
    pins.pin(PINS[Button.OK]).drive_low()

    assert [edge.button for edge in reopened.drain()] == [Button.OK]
    assert buttons.drain() == []
    reopened.close()


def test_a_pin_that_is_taken_leaves_none_behind(pins: MockFactory, clock: VirtualClock, bell: Bell) -> None:
    """Two buttons on one pin fail, and the pins opened before are free again."""
    with pytest.raises(GPIOPinInUse):
        Buttons({Button.WHITE: 5, Button.GREY: 6, Button.OK: 6}, pins, clock, bell.ring)

    Buttons(PINS, pins, clock, bell.ring).close()


def fake_lgpio(fault: str | None = None) -> ModuleType:
    """The names that gpiozero wants of lgpio; opening the chip fails as lgpio's own does."""
    module = ModuleType("lgpio")
    for number, name in enumerate(("SET_PULL_NONE", "BOTH_EDGES", "RISING_EDGE", "FALLING_EDGE")):
        setattr(module, name, number)
    module.error = type("error", (Exception,), {})

    def gpiochip_open(chip: int) -> int:
        raise module.error(fault)

    module.gpiochip_open = gpiochip_open
    return module


@pytest.fixture
def no_gpiozero_back_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make gpiozero look for lgpio again."""
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    monkeypatch.delattr("gpiozero.pins.lgpio", raising=False)  # where `import` looks first


@pytest.mark.usefixtures("no_gpiozero_back_end")
def test_a_pc_without_gpio_is_told_what_to_do(
    monkeypatch: pytest.MonkeyPatch, clock: VirtualClock, bell: Bell
) -> None:
    """On a PC without lgpio, one line says what is missing and that `tholos play` needs none."""
    monkeypatch.setitem(sys.modules, "lgpio", None)

    with pytest.raises(HardwareMissing) as caught:
        open_buttons(PINS, clock, bell.ring)

    assert "no GPIO here: lgpio cannot be loaded" in str(caught.value)
    assert "`tholos play` needs none" in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.usefixtures("no_gpiozero_back_end")
def test_a_chip_that_cannot_be_opened_is_named(
    monkeypatch: pytest.MonkeyPatch, clock: VirtualClock, bell: Bell
) -> None:
    """lgpio is there, but the chip is not, or is another's: its own words and the cure."""
    monkeypatch.setitem(sys.modules, "lgpio", fake_lgpio("can not open gpiochip"))
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda self: 0xA02082)  # a Pi 3B

    with pytest.raises(HardwareMissing) as caught:
        open_buttons(PINS, clock, bell.ring)

    assert "the buttons' pins cannot be opened (can not open gpiochip)" in str(caught.value)
    assert "group gpio" in str(caught.value)


@pytest.mark.usefixtures("no_gpiozero_back_end")
def test_a_try_that_fails_holds_nothing(
    monkeypatch: pytest.MonkeyPatch, clock: VirtualClock, bell: Bell
) -> None:
    """Tried every few seconds for a week, it does not run out of handles of the chip."""
    opened, closed = list[int](), list[int]()
    module = fake_lgpio()
    module.gpiochip_open = lambda chip: opened.append(chip) or 7
    module.gpiochip_close = closed.append
    monkeypatch.setitem(sys.modules, "lgpio", module)
    monkeypatch.setattr("gpiozero.pins.local.LocalPiFactory._get_revision", lambda self: 0xA02082)  # a Pi 3B

    with pytest.raises(HardwareMissing, match="the buttons' pins cannot be opened"):
        open_buttons({Button.OK: 99}, clock, bell.ring)

    assert (len(opened), closed) == (1, [7])
