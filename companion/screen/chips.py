"""The display chips, by luma's drivers, but sending only what has changed since the picture before.

Bytes as they go over the wire, in transfers that each begin with the address and a control byte; a whole
picture takes 1,034 on an SSD1306 or SSD1309 and 1,080 on an SH1106, and that is all luma itself can do.
"""

from functools import partial
from typing import Any, ClassVar

from luma.core.device import device as LumaDevice
from luma.oled import device as luma_drivers
from PIL import Image

from companion.screen.changes import Addressing, Memory, Window, memory_of, windows

_TRANSFER_BYTES = 2
"""The chip's address and a control byte (SSD1306 data sheet, 8.1.5.2)."""
_COLUMNS, _PAGES = 0x21, 0x22
"""The ranges that data fills, each with its first and last number (SSD1306 data sheet, table 9-1)."""
_PAGE, _LOW_COLUMN, _HIGH_COLUMN = 0xB0, 0x00, 0x10
"""Where the next byte goes: the page, the column's lower and upper half (SH1106 data sheet, "Commands")."""
_SH1106_LEFT = 2
"""An SH1106 has 132 columns; glasses of 128 sit in the middle of them (field-facts D)."""


class _SendsChanges(LumaDevice):  # type: ignore[misc]  # luma ships no types
    """Goes before a driver of luma's and takes its `display` over; one that has failed is to be replaced."""

    addressing: ClassVar[Addressing]
    is_stopped: bool = False
    """Nothing more is shown: the rest of a picture under way is not sent. Any thread may set it."""
    _shown: Memory | None = None

    def __init__(self, lead: Any, rotate: int) -> None:
        super().__init__(lead, rotate=rotate)  # which clears the glass
        self._shown = None  # the first picture is sent whole all the same

    def display(self, image: Image.Image) -> None:
        """Send what differs from the picture before; nothing before: all of it."""
        after = memory_of(self.preprocess(image))  # luma's: rotates it
        before, self._shown = self._shown, None
        for window in windows(before, after, self.addressing):
            for send in (partial(self._address, window), partial(self.data, window.cut(after))):
                if self.is_stopped:
                    return
                send()
        self._shown = after

    def _address(self, window: Window) -> None:
        raise NotImplementedError


class _Forgettable(LumaDevice):  # type: ignore[misc]
    """Goes between a driver of luma's and its base, whose constructor has the end of Python hold each device.

    One is made whenever a display comes back; who made it closes it.
    """

    def __init__(self, const: Any, lead: Any) -> None:
        self._const, self._serial_interface = const, lead  # all else that luma's does


class _SendsWindows(_SendsChanges):
    addressing = Addressing(window_bytes=_TRANSFER_BYTES + 6 + _TRANSFER_BYTES, most_pages=8)

    def _address(self, window: Window) -> None:
        self.command(*(_COLUMNS, window.left, window.right), *(_PAGES, window.top, window.foot))


class Ssd1306(_SendsWindows, luma_drivers.ssd1306, _Forgettable):  # type: ignore[misc]
    """Fills any window of its memory by one command."""


class Ssd1309(_SendsWindows, luma_drivers.ssd1309, _Forgettable):  # type: ignore[misc]
    """The same, for larger glasses."""


class Sh1106(_SendsChanges, luma_drivers.sh1106, _Forgettable):  # type: ignore[misc]
    """Has no windows: each page is addressed by itself, and data runs on to its right."""

    addressing = Addressing(window_bytes=_TRANSFER_BYTES + 3 + _TRANSFER_BYTES, most_pages=1)

    def _address(self, window: Window) -> None:
        column = _SH1106_LEFT + window.left
        self.command(_PAGE | window.top, _LOW_COLUMN | column & 0x0F, _HIGH_COLUMN | column >> 4)


DRIVERS = {"ssd1306": Ssd1306, "sh1106": Sh1106, "ssd1309": Ssd1309}
"""By the names that the settings know."""
