"""The display at the end of the I2C lead: survives being pulled, and goes dark at the end."""

import errno
from collections.abc import Callable
from typing import Any, Protocol

from luma.core.error import Error as LumaError
from PIL import Image

from companion.clock import Clock
from companion.errors import HardwareMissing, unforeseen

RETRY_S = 2.0
"""A failed display is tried again this often: a try may hold the bus for a second (Pi 5)."""

_NOP = 0xE3
"""A command that does nothing (SSD1306 and SH1106 data sheets): acknowledged by any chip that is there."""
_SWITCH_OFF = 0xAE
"""The panel goes dark, whatever is in its memory (the same sheets: "display off")."""
_COMMANDS_FOLLOW = 0x00
"""The control byte before commands (SSD1306 data sheet, 8.1.5.2)."""
_OFF = 0x40
"""In the status byte: the panel is off, as after a reset (SSD1306 and SH1106 data sheets)."""
_KNOWN = (OSError, LumaError)
"""luma reports a missing chip as an error of its own, which is no OSError; data transfers raise OSError."""
_WIRES = "check its four wires, and its address in the settings"
_HELD = "its SDA or SCL is held low: pull its plug, and put it in again"
"""A transfer that times out found the bus busy: a chip that lost its clock holds SDA (UM10204, 3.1.16)."""


class Device(Protocol):
    """What we use of the drivers in `chips.py`."""

    persist: bool
    is_stopped: bool

    def display(self, image: Image.Image) -> None:
        """Send what of a picture has changed since the one before, the first one whole."""
        ...

    def contrast(self, level: int) -> None:
        """Set how bright lit pixels are, 0 (dim, not dark) to 255."""
        ...

    def cleanup(self) -> None:
        """Switch the panel off, clear it, and let go of the bus."""
        ...


class Oled:
    """A display that may come and go.

        oled = Oled(
            lambda: open_device("ssd1306", 0x3C, 1, 0),
            RealClock(),
            lambda: read_status(1, 0x3C),
            lambda: switch_off(1, 0x3C),
        )
        oled.show(page(state), contrast=0xCF)

    `fault` is why it failed, with the cure, None while it works. After a fault the chip gets a new device
    object, so a full initialisation: a supply glitch also loses its address mode.
    """

    def __init__(
        self,
        make_device: Callable[[], Device],
        clock: Clock,
        read_status: Callable[[], int],
        switch_off: Callable[[], object],
    ) -> None:
        self._make_device, self._clock, self._read_status = make_device, clock, read_status
        self._switch_off = switch_off
        self._is_off = self._tells_resets = False
        self._device: Device | None = None
        self._contrast: int | None = None
        self._retry_at_s: float | None = None
        self._is_closed = False
        self.fault: str | None = None

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show a picture of 128 by 64, mode "1", at a contrast of 0 to 255; True: the glass shows it.

        Only what has changed is sent, of pixels and contrast; nothing for an unchanged picture.
        """
        if self._is_closed or self._is_waiting():
            return False
        return self._try(lambda device: self._send(device, image, contrast))

    def _send(self, device: Device, image: Image.Image, contrast: int) -> None:
        if self._is_closed:  # since `show` began
            device.is_stopped = True
        if contrast != self._contrast:
            device.contrast(contrast)
            self._contrast = contrast
        device.display(image)

    def is_there(self) -> bool:
        """Ask the chip, sending it nothing; one that is absent or was reset is a fault, and starts anew.

        Not every clone's status can be read: one that says "off" right after it was switched on is only
        asked whether it answers.
        """
        if self._device is None or not self._try(lambda _: self._ask()):
            return False
        if self._is_off and self._tells_resets:
            self._forget("the display lost its power for a moment; if it does so again, check its 3.3 V wire")
            return False
        return True

    def _ask(self) -> None:
        self._is_off = bool(self._read_status() & _OFF)

    def stop(self) -> None:
        """Show nothing any more, also of a picture that another thread is sending; that one closes it."""
        self._is_closed = True
        device = self._device
        if device is not None:
            device.is_stopped = True

    def close(self) -> None:
        """Leave the glass dark: an abandoned picture burns in. Nothing is shown after this.

        One transfer is sent. Also a display that has just failed is told: it may be lit and hear it.
        """
        self.stop()
        device, self._device = self._device, None
        try:
            if device is None:
                self._switch_off()
            else:
                device.cleanup()
        except Exception as fault:  # noqa: BLE001 - whatever the display's libraries raise; see `_try`
            self.fault = _told(fault)

    def _is_waiting(self) -> bool:
        return self._retry_at_s is not None and self._clock.now_s() < self._retry_at_s

    def _try(self, act: Callable[[Device], object]) -> bool:
        try:
            if self._device is None:
                self._device = self._make_device()
                self._ask()
                self._tells_resets = not self._is_off
            act(self._device)
        except Exception as fault:  # noqa: BLE001 - it would end the thread that paints, and nobody would know
            self._forget(_told(fault))
            return False
        self.fault = self._retry_at_s = None
        return True

    def _forget(self, fault: str) -> None:
        if self._device is not None:
            self._device.persist = True
            self._release(self._device)
        self._device = self._contrast = None
        self.fault = fault
        self._retry_at_s = self._clock.now_s() + RETRY_S

    def _release(self, device: Device) -> None:
        try:
            device.cleanup()
        except Exception:  # noqa: BLE001 - as above
            return  # the fault that brought us here is the one to report


def _told(fault: Exception) -> str:
    """What is wrong, and what people can do about it."""
    if isinstance(fault, HardwareMissing):
        return str(fault)
    if not isinstance(fault, _KNOWN):
        return unforeseen(fault)
    return f"{fault}; {_HELD if isinstance(fault, OSError) and fault.errno == errno.ETIMEDOUT else _WIRES}"


def open_device(driver: str, address: int, i2c_port: int, rotate: int) -> Device:
    """luma's device on the real bus: `driver` ssd1306, sh1106 or ssd1309, `rotate` in quarter turns, 0 to 3.

    Raises HardwareMissing where there is no such bus or it may not be used, luma's DeviceNotFoundError or
    OSError where the chip does not answer.
    """
    from luma.core.error import DeviceNotFoundError, DevicePermissionError
    from luma.core.interface.serial import i2c  # slow to import: only a real display pays for it

    path = f"/dev/i2c-{i2c_port}"
    try:
        lead = i2c(port=i2c_port, address=address)
    except DeviceNotFoundError as absent:
        raise HardwareMissing(
            f"no I2C bus {path} for the display", cure="switch it on: sudo raspi-config nonint do_i2c 0"
        ) from absent
    except DevicePermissionError as forbidden:
        raise HardwareMissing(
            f"the I2C bus {path} may not be used by this user", cure="add it to the group i2c"
        ) from forbidden
    try:
        return start_device(driver, lead, rotate)
    except BaseException:
        lead.cleanup()
        raise


def read_status(i2c_port: int, address: int) -> int:
    """The chip's status byte; OSError where nobody acknowledges."""
    from smbus2 import SMBus

    with SMBus(i2c_port) as bus:
        return bus.read_byte(address)


def switch_off(i2c_port: int, address: int) -> None:
    """Darken the panel without a device object, by one transfer; OSError where nobody acknowledges."""
    from smbus2 import SMBus

    with SMBus(i2c_port) as bus:
        darken(bus, address)


def darken(bus: Any, address: int) -> None:
    """The same on a bus that is open: smbus2's, or one with its methods."""
    bus.write_byte_data(address, _COMMANDS_FOLLOW, _SWITCH_OFF)


def start_device(driver: str, lead: Any, rotate: int) -> Device:
    """luma's device on a lead (its `i2c` object); raises as `open_device` does if the chip does not answer.

    The chip is asked first: of an absent one luma's constructor makes tables of 8,192 entries before it
    talks to it.
    """
    from companion.screen.chips import DRIVERS  # slow to import: only who has a display pays for it

    lead.command(_NOP)
    device: Device = DRIVERS[driver](lead, rotate)
    return device
