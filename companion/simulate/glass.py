"""A display chip on a simulated I2C bus: luma's bytes go in, what a person would see comes out."""

import errno
from collections.abc import Callable, Sequence
from enum import Enum

from PIL import Image, ImageChops

WIDTH_PX, HEIGHT_PX = 128, 64
_PAGES = HEIGHT_PX // 8
_CONTROL_COMMAND, _CONTROL_DATA = 0x00, 0x40
_SMBUS_BLOCK = 32
"""Bytes of one SMBus block transfer, at most (System Management Bus specification 2.0)."""


class NotUnderstood(ValueError):
    """Bytes that the chip's data sheet gives no meaning to: on the metal anything may happen then."""


class Chip(Enum):
    """The two kinds: name, columns of its memory, and the memory column at the left edge of the panel."""

    SSD1306 = ("ssd1306", 128, 0)
    SH1106 = ("sh1106", 132, 2)

    def __init__(self, driver: str, columns: int, offset: int) -> None:
        self.driver, self.columns, self.offset = driver, columns, offset


class Glass:
    """An SSD1306 or SH1106 behind 128 by 64 pixels, mounted as usual: upright under A1h and C8h.

    Commands by the data sheets (SSD1306 rev. 1.1, table 9-1; SH1106 V2.3, "Commands"). Scrolling is refused:
    nobody here scrolls.
    """

    def __init__(self, chip: Chip = Chip.SSD1306) -> None:
        self._chip = chip
        self.power_up()

    def power_up(self) -> None:
        """Back to the reset values; the memory holds noise, as on the metal."""
        columns = self._chip.columns
        self._memory = [
            bytearray((37 * page + 59 * x) % 256 for x in range(columns)) for page in range(_PAGES)
        ]
        self._pending: list[int] = []
        self._mode = 2
        self._columns, self._pages = (0, columns - 1), (0, _PAGES - 1)
        self._column = self._page = 0
        self._start_line = self._offset = 0
        self._last_row = HEIGHT_PX - 1
        self._is_remapped = self._is_flipped = False
        self._is_inverse = self._is_all_on = False
        self._has_pump = self._chip is Chip.SH1106  # its pump runs from power-up; the SSD1306's is off
        self.is_on = False
        self.contrast = 0x7F

    def image(self) -> Image.Image:
        """What a person sees: 128 by 64, mode "1"; all dark while the display is off."""
        if not (self.is_on and self._has_pump):
            return Image.new("1", (WIDTH_PX, HEIGHT_PX))
        left = self._chip.offset
        rows = bytearray()
        for y in range(HEIGHT_PX):
            row = y if self._is_flipped else HEIGHT_PX - 1 - y
            line = (row + self._start_line + self._offset) % HEIGHT_PX
            page, bit = self._memory[line // 8], 1 << line % 8
            is_driven = row <= self._last_row
            rows += bytes(255 if is_driven and page[left + x] & bit else 0 for x in range(WIDTH_PX))
        seen = Image.frombytes("L", (WIDTH_PX, HEIGHT_PX), bytes(rows)).point(lambda level: level, "1")
        if self._is_all_on:
            seen = Image.new("1", seen.size, 1)
        return ImageChops.invert(seen) if self._is_inverse else seen

    def command(self, codes: Sequence[int]) -> None:
        """Take command bytes; the arguments of one may come in a later transfer."""
        for code in codes:
            if not self._pending and self._arguments(code) is None:
                raise NotUnderstood(f"{self._chip.driver}: {code:02X}h is no command")
            self._pending.append(code)
            if len(self._pending) == 1 + (self._arguments(self._pending[0]) or 0):
                first, *rest = self._pending
                self._pending = []
                self._execute(first, rest)

    def data(self, values: Sequence[int]) -> None:
        """Take bytes of the picture: 8 pixels each, the lowest bit on top, where the pointers stand."""
        if self._pending:
            raise NotUnderstood(f"data after {self._pending[0]:02X}h, which waits for its arguments")
        for value in values:
            if self._column >= self._chip.columns:
                raise NotUnderstood(f"data past column {self._chip.columns - 1}")
            x = self._column if self._is_remapped else self._chip.columns - 1 - self._column
            self._memory[self._page][x] = value
            self._advance()

    def _advance(self) -> None:
        (left, right), (top, foot) = self._columns, self._pages
        if self._mode == 1:
            is_end = self._page == foot
            self._page = top if is_end else (self._page + 1) % _PAGES
            if is_end:
                self._column = left if self._column == right else self._column + 1
            return
        if self._mode == 2 and self._chip is Chip.SH1106:
            self._column += 1
            return
        is_end = self._column == right
        self._column = left if is_end else self._column + 1
        if is_end and self._mode == 0:
            self._page = top if self._page == foot else (self._page + 1) % _PAGES

    def _arguments(self, code: int) -> int | None:
        """How many bytes follow a command, None: it is none."""
        if code < 0x20 or 0x40 <= code < 0x80 or 0xB0 <= code < 0xB8 or 0xC0 <= code < 0xD0:
            return 0
        if self._chip is Chip.SH1106:
            # luma sends 20h and 8Dh to it as well; the chip passes over codes it does not know.
            own: dict[int, int] = {0xAD: 1, 0x20: 0, 0x8D: 0, **dict.fromkeys(range(0x30, 0x34), 0)}
        else:
            own = {0x20: 1, 0x21: 2, 0x22: 2, 0x8D: 1, 0x2E: 0}
        return (_COMMON_ARGUMENTS | own).get(code)

    def _execute(self, code: int, rest: list[int]) -> None:
        if code < 0x20:
            self._set_column_nibble(code)
        elif code in (0x20, 0x21, 0x22):
            self._set_addressing(code, rest)
        elif 0x40 <= code < 0x80:
            self._start_line = code & 0x3F
        elif 0xB0 <= code < 0xB8:
            self._page = code & 0x07
        elif 0xC0 <= code < 0xD0:
            self._is_flipped = code >= 0xC8
        else:
            self._set_panel(code, rest)

    def _set_column_nibble(self, code: int) -> None:
        if code < 0x10:
            self._column = self._column & 0xF0 | code
        else:
            self._column = self._column & 0x0F | (code & 0x0F) << 4

    def _set_addressing(self, code: int, rest: list[int]) -> None:
        if self._chip is Chip.SH1106:
            return  # page addressing is all it has
        if code == 0x20:
            if rest[0] > 2:
                raise NotUnderstood(f"20h {rest[0]:02X}h: memory modes are 0, 1 and 2")
            self._mode = rest[0]
            return
        first, last = rest
        limit = self._chip.columns if code == 0x21 else _PAGES
        if not first <= last < limit:
            raise NotUnderstood(f"{code:02X}h from {first} to {last}: the range is 0 to {limit - 1}")
        if code == 0x21:
            self._columns, self._column = (first, last), first
        else:
            self._pages, self._page = (first, last), first

    def _set_panel(self, code: int, rest: list[int]) -> None:
        if code in (0xA0, 0xA1):
            self._is_remapped = code == 0xA1
        elif code in (0xA4, 0xA5):
            self._is_all_on = code == 0xA5
        elif code in (0xA6, 0xA7):
            self._is_inverse = code == 0xA7
        elif code in (0xAE, 0xAF):
            self.is_on = code == 0xAF
        elif code == 0x81:
            self.contrast = rest[0]
        elif code == 0x8D and rest:
            self._has_pump = bool(rest[0] & 0x04)
        else:
            self._set_timing(code, rest)

    def _set_timing(self, code: int, rest: list[int]) -> None:
        if code == 0xA8:
            if not 15 <= rest[0] <= 63:
                raise NotUnderstood(f"A8h {rest[0]}: 16 to 64 rows can be driven")
            self._last_row = rest[0]
        elif code == 0xD3:
            self._offset = rest[0] & 0x3F
        elif code == 0xAD:
            self._has_pump = bool(rest[0] & 0x01)


_COMMON_ARGUMENTS = {
    **{code: 0 for code in (0xA0, 0xA1, 0xA4, 0xA5, 0xA6, 0xA7, 0xAE, 0xAF, 0xE3)},
    **{code: 1 for code in (0x81, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB)},
}


class GlassBus:
    """An I2C bus with one glass on it: the `smbus2` methods that luma's `i2c(bus=...)` calls.

    `fault` is the errno of every transfer while it is set: 110 (timed out) is a stuck bus. `before_transfer`
    is called before each transfer: one that waits makes the bus slow.
    """

    def __init__(self, glass: Glass, address: int = 0x3C) -> None:
        self._glass, self._address = glass, address
        self.is_plugged = True
        """Whether the lead is in."""
        self.fault: int | None = None
        self.before_transfer: Callable[[], None] = _at_once
        self.transfers = 0
        """Transfers that arrived whole."""
        self.bytes_sent = 0
        """Their bytes, address and control byte included, as on the wire."""

    def write_i2c_block_data(self, address: int, register: int, data: Sequence[int]) -> None:
        """One block of at most 32 bytes, after the address."""
        self._reach(address)
        if len(data) > _SMBUS_BLOCK:
            raise ValueError(f"{len(data)} bytes; an SMBus block has at most {_SMBUS_BLOCK}")
        if register not in (_CONTROL_COMMAND, _CONTROL_DATA):
            raise NotUnderstood(f"control byte {register:02X}h is neither commands nor data")
        self.transfers += 1
        self.bytes_sent += 2 + len(data)
        take = self._glass.command if register == _CONTROL_COMMAND else self._glass.data
        take(data)

    def write_byte_data(self, address: int, register: int, value: int) -> None:
        """A block of one byte."""
        self.write_i2c_block_data(address, register, [value])

    def read_byte(self, address: int) -> int:
        """The chip's status: bit 6 while the panel is off; OSError 121 where nothing answers."""
        self._reach(address)
        return 0 if self._glass.is_on else 0x40

    def _reach(self, address: int) -> None:
        self.before_transfer()
        if self.fault is not None:
            raise OSError(self.fault, "simulated fault of the I2C bus")
        if not self.is_plugged or address != self._address:
            raise OSError(errno.EREMOTEIO, f"nothing answers at {address:02X}h")

    def close(self) -> None:
        """Nothing to let go of."""

    def unplug(self) -> None:
        """Pull the lead: no transfer arrives, and the glass is dark."""
        self.is_plugged = False
        self._glass.power_up()

    def plug(self) -> None:
        """Put the lead back: the chip starts from its reset values."""
        self.is_plugged = True


def _at_once() -> None:
    """A bus that holds nobody up."""
