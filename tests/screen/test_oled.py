import atexit
import errno
import gc
import weakref
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import pytest
from luma.core.interface.serial import i2c
from PIL import Image

from companion.clock import VirtualClock
from companion.errors import HardwareMissing
from companion.screen.choose import page
from companion.screen.oled import RETRY_S, Device, Oled, darken, open_device, start_device
from companion.simulate.glass import Glass, GlassBus
from tests.screen.states import STATES

ONE, OTHER = (page(STATES[name]) for name in ("playing-white", "asking-fetch"))
BRIGHT = 0xCF
DARK = Image.new("1", (128, 64))


@dataclass
class Lead:
    """A display on a simulated bus, the clock, and how many devices were made for it."""

    glass: Glass = field(default_factory=Glass)
    clock: VirtualClock = field(default_factory=VirtualClock)
    made: int = 0

    def __post_init__(self) -> None:
        self.bus = GlassBus(self.glass)
        self.oled = Oled(self.make, self.clock, lambda: self.bus.read_byte(0x3C), self.switch_off)

    def make(self) -> Device:
        """A new device object on the same lead."""
        self.made += 1
        return start_device("ssd1306", i2c(bus=self.bus), 0)

    def switch_off(self) -> None:
        """Darken the panel, without a device object."""
        darken(self.bus, 0x3C)

    def seen(self) -> bytes:
        """What a person sees."""
        return self.glass.image().tobytes()


def test_a_page_comes_out_on_the_glass() -> None:
    """What the page draws is what a person sees, through luma's own driver."""
    lead = Lead()

    assert lead.oled.show(ONE, BRIGHT)

    assert lead.seen() == ONE.tobytes()
    assert lead.oled.fault is None


def test_an_unchanged_page_sends_nothing() -> None:
    """A quiet table leaves the bus quiet."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    before = lead.bus.transfers

    assert lead.oled.show(ONE.copy(), BRIGHT)

    assert lead.bus.transfers == before


def test_another_contrast_is_sent_once_and_nothing_else() -> None:
    """Dimming costs four bytes on the wire; the picture stays as it is."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    before = lead.bus.bytes_sent

    for _ in range(3):
        assert lead.oled.show(ONE, 0)

    assert lead.glass.contrast == 0
    assert lead.bus.bytes_sent - before == 4
    assert lead.seen() == ONE.tobytes()


def test_a_new_device_gets_the_contrast_anew() -> None:
    """The display was pulled while it was dim, and comes back dim."""
    lead = Lead()
    lead.oled.show(ONE, 1)
    lead.bus.unplug()
    lead.oled.is_there()
    lead.bus.plug()
    lead.clock.advance(RETRY_S)

    lead.oled.show(ONE, 1)

    assert lead.glass.contrast == 1
    assert lead.made == 2


def test_nothing_is_made_before_the_first_page() -> None:
    """Building the object touches no hardware."""
    lead = Lead()

    assert lead.made == 0
    assert lead.bus.transfers == 0


@pytest.mark.parametrize("fault", [errno.EREMOTEIO, errno.EIO, errno.ETIMEDOUT])
def test_a_fault_at_any_transfer_heals_with_a_new_device(fault: int) -> None:
    """The lead is pulled in mid-picture, and the chip loses its settings: 2 s later the picture is whole."""
    for after in range(_transfers_of_a_change()):
        lead = Lead()
        lead.oled.show(ONE, BRIGHT)
        lead.bus.before_transfer = _after(after, partial(setattr, lead.bus, "fault", fault))

        shown_at_once = lead.oled.show(OTHER, BRIGHT)
        lead.bus.fault, lead.bus.before_transfer = None, lambda: None
        lead.glass.power_up()
        lead.clock.advance(RETRY_S)
        shown_later = lead.oled.show(OTHER, BRIGHT)

        assert (after, shown_at_once, shown_later) == (after, False, True)
        assert lead.seen() == OTHER.tobytes()
        assert lead.glass.contrast == BRIGHT
        assert lead.made == 2


def _transfers_of_a_change() -> int:
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    before = lead.bus.transfers
    lead.oled.show(OTHER, BRIGHT)
    assert lead.bus.transfers - before > 4
    return lead.bus.transfers - before


def _after(count: int, act: Callable[[], None]) -> Callable[[], None]:
    left = [count]

    def before_transfer() -> None:
        if left[0] == 0:
            act()
        left[0] -= 1

    return before_transfer


def test_a_display_that_is_away_is_tried_every_two_seconds() -> None:
    """An absent display costs next to nothing."""
    lead = Lead()
    lead.bus.unplug()

    shown = []
    for _ in range(50):
        shown.append(lead.oled.show(ONE, BRIGHT))
        lead.clock.advance(0.1)

    assert not any(shown)
    assert lead.made == 3
    assert lead.oled.fault is not None
    assert "0x3C" in lead.oled.fault


@pytest.mark.parametrize(
    ("fault", "cure"),
    [
        (errno.EREMOTEIO, "check its four wires"),
        (errno.EIO, "check its four wires"),
        (errno.ETIMEDOUT, "pull its plug"),
    ],
)
def test_a_fault_says_what_to_do(fault: int, cure: str) -> None:
    """A bare `Connection timed out` helps nobody: the log says what cures it."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    lead.bus.fault = fault
    lead.oled.show(OTHER, BRIGHT)
    at_work = lead.oled.fault
    lead.clock.advance(RETRY_S)
    lead.oled.show(OTHER, BRIGHT)

    assert at_work is not None
    assert cure in at_work
    assert lead.oled.fault is not None
    assert "; " in lead.oled.fault


def test_whatever_a_library_raises_is_a_fault_that_heals() -> None:
    """luma, PIL, a slip of ours: told in one line, tried again with a new device, and dark at the end."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)

    def stumble() -> None:
        raise ValueError("nobody has\nthought of this")

    lead.bus.before_transfer = stumble
    shown_at_once, said = lead.oled.show(OTHER, BRIGHT), lead.oled.fault
    lead.bus.before_transfer = lambda: None
    lead.clock.advance(RETRY_S)
    shown_later, healed = lead.oled.show(OTHER, BRIGHT), lead.oled.fault
    lead.bus.before_transfer = stumble
    lead.oled.close()

    assert (shown_at_once, shown_later) == (False, True)
    assert said == "ValueError: nobody has thought of this; show its makers a tholos report"
    assert healed is None
    assert lead.made == 2
    assert lead.oled.fault is not None


def test_a_lost_display_is_noticed_without_a_new_page() -> None:
    """A display pulled and put back between two acts lights up again with the page it had."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    lead.bus.unplug()

    was_there = lead.oled.is_there()
    lead.bus.plug()
    lead.clock.advance(RETRY_S)
    lead.oled.show(ONE, BRIGHT)

    assert not was_there
    assert lead.oled.is_there()
    assert lead.seen() == ONE.tobytes()


def test_a_display_that_lost_its_power_for_a_moment_lights_up_again() -> None:
    """However short the gap: the chip itself says that it is off."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    lead.bus.unplug()
    lead.bus.plug()

    was_there = lead.oled.is_there()
    lead.clock.advance(RETRY_S)
    lead.oled.show(ONE, BRIGHT)

    assert not was_there
    assert lead.seen() == ONE.tobytes()


def test_a_chip_whose_status_cannot_be_read_is_not_set_up_over_and_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A clone that always says "off" goes on showing its picture."""
    lead = Lead()
    monkeypatch.setattr(lead.bus, "read_byte", lambda address: 0x40)
    lead.oled.show(ONE, BRIGHT)
    sent = lead.bus.bytes_sent

    is_there = lead.oled.is_there()

    assert is_there
    assert lead.bus.bytes_sent == sent


def test_closing_leaves_the_glass_dark() -> None:
    """No last picture burns in, and nothing is shown afterwards."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)

    lead.oled.close()

    assert not lead.glass.is_on
    assert lead.oled.show(OTHER, BRIGHT) is False
    assert lead.seen() == DARK.tobytes()


def test_closing_an_absent_display_is_no_fault_of_the_closer() -> None:
    """Switching off works with the display pulled out."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    lead.bus.unplug()

    lead.oled.close()

    assert lead.oled.fault is not None


def test_a_display_that_has_just_failed_is_darkened_too() -> None:
    """A bus that was stuck for a moment leaves a picture behind: closing takes it off, by one transfer."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    lead.bus.fault = errno.ETIMEDOUT
    lead.oled.show(OTHER, BRIGHT)
    lead.bus.fault = None
    was_lit, before = lead.glass.is_on, lead.bus.transfers

    lead.oled.close()

    assert was_lit
    assert not lead.glass.is_on
    assert lead.bus.transfers == before + 1


def test_stopped_while_it_sends_it_sends_no_more_of_that_picture() -> None:
    """A slow bus does not carry a picture to its end: after the transfer under way comes the darkening."""
    lead = Lead()
    lead.oled.show(ONE, BRIGHT)
    before = lead.bus.transfers
    lead.bus.before_transfer = lead.oled.stop  # as another thread would, in the middle

    lead.oled.show(OTHER, BRIGHT)
    lead.oled.close()

    assert lead.bus.transfers == before + 2
    assert not lead.glass.is_on


def test_stopped_before_it_begins_it_sends_nothing() -> None:
    """A picture that comes too late is not begun."""
    lead = Lead()
    makers = [lambda: (lead.oled.stop(), lead.make())[1]]
    lead.oled = Oled(lambda: makers.pop()(), lead.clock, lambda: 0, lead.switch_off)

    lead.oled.show(ONE, BRIGHT)
    seen = lead.seen()
    lead.oled.close()

    assert seen == DARK.tobytes()
    assert not lead.glass.is_on


def test_a_display_that_comes_and_goes_leaves_nothing_behind() -> None:
    """A loose lead for a week of evenings: no device of before stays in memory, nor acts when Python ends."""
    lead = Lead()
    made: list[weakref.ref[Device]] = []
    make = lead.make

    def note() -> Device:
        device = make()
        made.append(weakref.ref(device))
        return device

    lead.oled = Oled(note, lead.clock, lambda: lead.bus.read_byte(0x3C), lead.switch_off)
    hooks = atexit._ncallbacks()
    for _ in range(5):
        lead.oled.show(ONE, BRIGHT)
        lead.bus.unplug()
        lead.oled.is_there()
        lead.clock.advance(RETRY_S)
        lead.oled.show(ONE, BRIGHT)
        lead.bus.plug()
        lead.clock.advance(RETRY_S)
    lead.oled.show(ONE, BRIGHT)
    lead.oled.close()
    gc.collect()

    assert len(made) == 6
    assert [each() for each in made] == [None] * 6
    assert atexit._ncallbacks() == hooks


def test_a_machine_without_the_bus_is_told_how_to_switch_it_on() -> None:
    """The message names the bus that is missing and the command that cures it."""
    with pytest.raises(HardwareMissing, match=r"no I2C bus /dev/i2c-97 .*; switch it on: .*raspi-config"):
        open_device("ssd1306", 0x3C, 97, 0)


def test_a_missing_bus_is_a_fault_that_heals() -> None:
    """The daemon runs without a bus and shows the page once there is one."""
    lead = Lead()
    makers = [lambda: open_device("ssd1306", 0x3C, 97, 0), lead.make]
    oled = Oled(lambda: makers.pop(0)(), lead.clock, lambda: 0, lead.switch_off)

    first = oled.show(ONE, BRIGHT)
    said = oled.fault
    lead.clock.advance(RETRY_S)
    second = oled.show(ONE, BRIGHT)

    assert (first, second) == (False, True)
    assert said is not None
    assert "/dev/i2c-97" in said
    assert oled.fault is None
