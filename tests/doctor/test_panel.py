from collections.abc import Callable, Iterator

import pytest
from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from PIL import Image

from companion.clock import VirtualClock
from companion.doctor.buttons import buttons
from companion.doctor.display import display, proof_picture
from companion.doctor.finding import Finding, Verdict
from companion.panel.buttons import Buttons
from companion.panel.press import Button
from companion.screen.oled import Oled, start_device
from companion.settings import DisplaySettings, PanelSettings
from companion.simulate.glass import Chip, Glass, GlassBus
from tests.doctor.bench import Hands

GOOD, SUSPICIOUS, BAD = Verdict.GOOD, Verdict.SUSPICIOUS, Verdict.BAD
PINS = PanelSettings().pins


class Panel:
    """Five buttons, and fingers that press what they are told, as it is wired."""

    def __init__(self) -> None:
        self._factory, self.clock = MockFactory(), VirtualClock()
        for pin in PINS.values():
            self._factory.pin(pin)
        self._waiting: list[tuple[float, Button, bool]] = []
        self.buttons = Buttons(PINS, self._factory, self.clock, lambda: None)

    def drive(self, button: Button, is_down: bool) -> None:
        """Close its contact, or open it."""
        pin = self._factory.pin(PINS[button])
        (pin.drive_low if is_down else pin.drive_high)()

    def press(self, button: Button, seconds: float = 0.2, after_s: float = 0.5) -> None:
        """Half a second from now."""
        at_s = self.clock.now_s() + after_s
        self._waiting += [(at_s, button, True), (at_s + seconds, button, False)]

    def rest(self, seconds: float) -> None:
        """Let time pass."""
        self.clock.advance(seconds)
        due = [each for each in self._waiting if each[0] <= self.clock.now_s()]
        self._waiting = [each for each in self._waiting if each not in due]
        for _, button, is_down in due:
            self.drive(button, is_down)

    def examined(self, hands: Hands | None) -> list[Finding]:
        """What the doctor says."""
        return buttons(self.buttons, PINS, self.clock, self.rest, hands)


@pytest.fixture
def panel() -> Iterator[Panel]:
    """One at rest."""
    panel = Panel()
    yield panel
    panel.buttons.close()


def fingers(
    panel: Panel, wired: Callable[[Button], Button | None] = lambda button: button, seconds: float = 0.2
) -> Hands:
    """Press each button that is named; `wired` says which contact that closes."""

    def act(button: Button) -> Callable[[], None]:
        def press() -> None:
            contact = wired(button)
            if contact is not None:
                panel.press(contact, seconds)

        return press

    return Hands({f"Press {button.name}.": act(button) for button in Button})


def test_buttons_at_rest_need_no_hands(panel: Panel) -> None:
    """Without anybody there their levels are read."""
    (finding,) = panel.examined(None)

    assert finding.verdict is GOOD


def test_five_presses_are_good(panel: Panel) -> None:
    """Each is asked for once and says its own name."""
    hands = fingers(panel)

    (finding,) = panel.examined(hands)

    assert finding.says == "each says its own name"
    assert hands.told[1:] == [f"Press {button.name}." for button in Button]


@pytest.mark.parametrize("is_attended", [False, True])
def test_a_stuck_button_is_named(panel: Panel, is_attended: bool) -> None:
    """Jammed in its case, or wired normally closed: it is down before anybody presses."""
    panel.drive(Button.GREY, True)

    (finding,) = panel.examined(fingers(panel) if is_attended else None)

    assert finding.verdict is BAD
    assert finding.says == "GREY is down though nobody presses it"
    assert "BCM 6" in finding.cure


def test_a_button_that_never_comes_is_named(panel: Panel) -> None:
    """A wire is off: which pin, and what to look at."""
    (finding,) = panel.examined(fingers(panel, lambda button: None if button is Button.OK else button))

    assert finding.says == "OK never came"
    assert "BCM 19" in finding.cure


def test_swapped_buttons_are_named(panel: Panel) -> None:
    """WHITE's wire is on BLACK's pin."""
    swapped = {Button.WHITE: Button.BLACK, Button.BLACK: Button.WHITE}

    found = panel.examined(fingers(panel, lambda button: swapped.get(button, button)))

    assert [finding.says for finding in found] == ["WHITE and BLACK are swapped"]
    assert "[panel] white, black" in found[0].cure


@pytest.mark.parametrize("later_s", [0.4, 1.1])
def test_a_second_press_is_no_wiring_fault(panel: Panel, later_s: float) -> None:
    """Each button is pressed twice, the second time before or after the next is asked for: all good."""
    hands = fingers(panel)
    tell = hands.tell

    def tell_and_press_twice(text: str) -> None:
        tell(text)
        for button in Button:
            if f"Press {button.name}." in text:
                panel.press(button, after_s=0.5 + later_s)

    hands.tell = tell_and_press_twice  # type: ignore[method-assign]

    (finding,) = panel.examined(hands)

    assert finding.says == "each says its own name"


def test_one_wrong_answer_alone_is_no_swap(panel: Panel) -> None:
    """GREY's pin hears OK's button, twice asked: named, and nobody is told to swap two pairs of wires."""
    (finding,) = panel.examined(fingers(panel, lambda button: Button.GREY if button is Button.OK else button))

    assert finding.says == "GREY came where OK was asked for"
    assert "swap" not in finding.cure


def test_buttons_whose_wires_touch_are_named_once(panel: Panel) -> None:
    """Pins 29 and 31 are neighbours: a drop of solder, and each press is two."""
    bridged = {Button.WHITE: Button.GREY, Button.GREY: Button.WHITE}
    hands = fingers(panel)
    tell = hands.tell

    def tell_and_bridge(text: str) -> None:
        for button, other in bridged.items():
            if f"Press {button.name}." in text:
                panel.press(other)
        tell(text)

    hands.tell = tell_and_bridge  # type: ignore[method-assign]

    (finding,) = panel.examined(hands)

    assert finding.says == "WHITE and GREY come together"
    assert "BCM 5 and BCM 6 touch each other" in finding.cure


def test_a_spike_on_the_wire_is_no_press(panel: Panel) -> None:
    """What lasts no longer than a bounce is nobody's finger."""
    found = panel.examined(fingers(panel, seconds=0.01))

    assert all("never came" in finding.says for finding in found)
    assert len(found) == 5


def oled(glass: Glass, driver: str, address: int = 0x3C) -> Oled:
    """Our driver at that glass, whatever chip it has."""
    lead = i2c(bus=GlassBus(glass, 0x3C), address=address)
    return Oled(lambda: start_device(driver, lead, 0), VirtualClock(), lambda: 0, lambda: None)


def edges(image: Image.Image) -> set[int]:
    """The pixels of the outermost rows and columns."""
    sides = ((0, 0, 128, 1), (0, 63, 128, 64), (0, 0, 1, 64), (127, 0, 128, 64))
    return {pixel for box in sides for pixel in image.convert("L").crop(box).tobytes()}


@pytest.mark.parametrize(("driver", "chip"), [("ssd1306", Chip.SSD1306), ("sh1106", Chip.SH1106)])
def test_the_frame_is_whole_with_the_right_driver_only(driver: str, chip: Chip) -> None:
    """Who named the wrong chip sees it at the edges: that is what the frame is for."""
    right, wrong = Glass(chip), Glass(Chip.SH1106 if chip is Chip.SSD1306 else Chip.SSD1306)
    oled(right, driver).show(proof_picture(), 0xCF)
    try:
        oled(wrong, driver).show(proof_picture(), 0xCF)
    except ValueError:
        wrong.power_up()  # it does not even understand what it is told

    assert right.image().tobytes() == proof_picture().tobytes()
    assert edges(right.image()) == {255}
    assert edges(wrong.image()) != {255}


@pytest.mark.parametrize(
    ("answer", "verdict", "says", "cure"),
    [
        ("1", GOOD, "a whole frame", ""),
        ("2", BAD, "upside down", "[display] rotation = 180"),
        ("3", BAD, "shifted: the chip is no ssd1306", '[display] driver = "sh1106"'),  # u8g2 issue 331
        ("4", BAD, "snow: the chip is no ssd1306", '[display] driver = "sh1106"'),
        ("5", BAD, "nothing is seen", "3.3 V"),
        ("", SUSPICIOUS, "nobody has said", "tholos doctor display"),
        ("no idea", SUSPICIOUS, "nobody has said", "tholos doctor display"),
    ],
)
def test_what_is_seen_has_a_cure(answer: str, verdict: Verdict, says: str, cure: str) -> None:
    """Five things that a display can show, and what each means."""
    hands = Hands(answer=answer)

    (finding,) = display(oled(Glass(), "ssd1306"), DisplaySettings(), hands, lambda _: None)

    assert finding.verdict is verdict
    assert says in finding.says
    assert cure in finding.cure
    assert "What does the display show?" in hands.told


def test_without_eyes_only_the_chip_is_asked() -> None:
    """It took the picture; nobody has seen it."""
    (finding,) = display(oled(Glass(), "ssd1306"), DisplaySettings(), None, lambda _: None)

    assert finding.verdict is GOOD
    assert "nobody has said what is seen" in finding.says


def test_a_display_that_is_not_there_is_bad() -> None:
    """No acknowledge: the cure is with the bus (luma.oled issue 273)."""
    (finding,) = display(oled(Glass(), "ssd1306", address=0x3D), DisplaySettings(), None, lambda _: None)

    assert finding.verdict is BAD
    assert finding.cure == "see the part i2c"
