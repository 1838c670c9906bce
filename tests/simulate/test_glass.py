import errno
import random

import pytest
from luma.core.error import DeviceNotFoundError
from luma.core.interface.serial import i2c
from luma.oled.device import sh1106, ssd1306
from PIL import Image, ImageChops

from companion.simulate.glass import Chip, Glass, GlassBus, NotUnderstood

DRIVERS = {Chip.SSD1306: ssd1306, Chip.SH1106: sh1106}
DARK = Image.new("1", (128, 64)).tobytes()


def picture(seed: int) -> Image.Image:
    """A picture in which no column, row or pixel can stand in for another."""
    return Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))


@pytest.mark.parametrize("chip", Chip)
@pytest.mark.parametrize("rotate", [0, 2])
def test_a_picture_sent_through_luma_comes_out_pixel_by_pixel(chip: Chip, rotate: int) -> None:
    """Both chips, upright and upside down, as a person in front of the panel sees it."""
    glass = Glass(chip)
    device = DRIVERS[chip](i2c(bus=GlassBus(glass)), rotate=rotate)

    for seed in range(5):
        device.display(picture(seed))

        expected = picture(seed) if rotate == 0 else picture(seed).rotate(180)
        assert glass.image().tobytes() == expected.tobytes()


def test_a_picture_takes_as_many_bytes_as_on_the_wire() -> None:
    """1024 bytes of pixels in 32 blocks and 6 bytes of commands, address and control byte each."""
    glass = Glass()
    bus = GlassBus(glass)
    device = ssd1306(i2c(bus=bus))
    transfers, sent = bus.transfers, bus.bytes_sent

    device.display(picture(1))

    assert bus.transfers - transfers == 33
    assert bus.bytes_sent - sent == 1024 + 6 + 33 * 2


def test_a_glass_just_powered_up_is_dark_and_full_of_noise() -> None:
    """Nothing is seen before the display is switched on; who forgets to clear it sees noise."""
    glass = Glass()
    before = glass.image().tobytes()

    glass.command([0x8D, 0x14, 0xAF])

    assert before == DARK
    assert glass.image().tobytes() != DARK


def test_without_its_pump_the_panel_stays_dark() -> None:
    """The SSD1306 makes the panel's voltage itself, but only when told to."""
    glass = Glass()

    glass.command([0xAF])

    assert glass.image().tobytes() == DARK


def test_hiding_darkens_and_showing_brings_the_picture_back() -> None:
    """Display off keeps the memory."""
    glass = Glass()
    device = ssd1306(i2c(bus=GlassBus(glass)))
    device.display(picture(2))

    device.hide()
    hidden = glass.image().tobytes()
    device.show()

    assert hidden == DARK
    assert glass.image().tobytes() == picture(2).tobytes()


def test_a_lead_pulled_in_mid_frame_leaves_the_upper_half() -> None:
    """Half a frame is half a picture: below it still stands the one before."""
    glass = Glass()
    bus = GlassBus(glass)
    device = ssd1306(i2c(bus=bus))
    device.display(picture(1))
    left = [17]  # the ranges, then 16 blocks of 32 columns: pages 0 to 3

    def run_out() -> None:
        left[0] -= 1
        if left[0] < 0:
            bus.fault = errno.ETIMEDOUT

    bus.before_transfer = run_out
    with pytest.raises(OSError, match="simulated fault"):
        device.display(picture(2))

    expected = picture(1)
    expected.paste(picture(2).crop((0, 0, 128, 32)))
    assert glass.image().tobytes() == expected.tobytes()


def test_the_frame_after_a_torn_one_is_whole() -> None:
    """luma sets the ranges before every picture, and the chip starts there again."""
    glass = Glass()
    device = ssd1306(i2c(bus=GlassBus(glass)))

    glass.data([0xFF] * 333)
    device.display(picture(3))

    assert glass.image().tobytes() == picture(3).tobytes()


@pytest.mark.parametrize(
    ("code", "seen"),
    [
        ([0xA7], ImageChops.invert(picture(4))),
        ([0xA5], Image.new("1", (128, 64), 1)),
        ([0x40 + 8], ImageChops.offset(picture(4), 0, -8)),
        ([0xC0], picture(4).transpose(Image.Transpose.FLIP_TOP_BOTTOM)),
        ([0xA0], picture(4)),  # mirrors what is written from now on, not what stands in the memory
    ],
)
def test_panel_commands_do_what_the_data_sheet_says(code: list[int], seen: Image.Image) -> None:
    """Inverse, all on, start line, scan direction and segment remap."""
    glass = Glass()
    device = ssd1306(i2c(bus=GlassBus(glass)))
    device.display(picture(4))

    glass.command(code)

    assert glass.image().tobytes() == seen.tobytes()


def test_page_addressing_stays_in_its_page() -> None:
    """In mode 2 the column runs round and the page stays: the way an SSD1306 starts."""
    glass = Glass()
    glass.command([0x8D, 0x14, 0xA1, 0xC8, 0xAF])
    for page in range(8):
        glass.command([0xB0 + page, 0x00, 0x10])
        glass.data([0x00] * 128)

    glass.command([0xB3, 0x0E, 0x17])
    glass.data([0x01] * 3)

    assert glass.image().getbbox() == (0, 24, 128, 25)
    assert glass.image().getpixel((0x7E, 24))
    assert glass.image().getpixel((0, 24))


def test_vertical_addressing_goes_down_first() -> None:
    """In mode 1 eight bytes fill a column."""
    glass = Glass()
    glass.command([0x8D, 0x14, 0xA1, 0xC8, 0xAF, 0x20, 0x01, 0x21, 0, 127, 0x22, 0, 7])

    glass.data([0xFF] * 8 * 5 + [0x00] * 8 * 123)

    assert glass.image().getbbox() == (0, 0, 5, 64)


def test_vertical_addressing_begins_again_at_the_left() -> None:
    """After the last column of its range comes the first: the third column drawn overwrites the first."""
    glass = Glass()
    ssd1306(i2c(bus=GlassBus(glass)))
    glass.command([0x20, 0x01, 0x21, 60, 61, 0x22, 2, 3])

    glass.data([0xFF, 0xFF, 0xFF, 0xFF, 0x00, 0x00])

    assert glass.image().getbbox() == (61, 16, 62, 32)


def test_the_arguments_of_a_command_may_come_later() -> None:
    """Some drivers send byte by byte."""
    glass = Glass()

    for code in (0x81, 0x33):
        glass.command([code])

    assert glass.contrast == 0x33


@pytest.mark.parametrize(
    "codes",
    [[0x23], [0x26, 0, 0, 0, 0, 0, 0xFF], [0xFF], [0x20, 3], [0x21, 5, 128], [0x22, 7, 6], [0xA8, 14]],
)
def test_what_the_chip_would_not_understand_is_refused(codes: list[int]) -> None:
    """A driver that talks nonsense fails here, not at the table."""
    with pytest.raises(NotUnderstood):
        Glass().command(codes)


def test_data_in_the_middle_of_a_command_is_refused() -> None:
    """A command that still waits for its argument would take the first pixels for it."""
    glass = Glass()
    glass.command([0x81])

    with pytest.raises(NotUnderstood, match="81h, which waits"):
        glass.data([0])


def test_the_wrong_driver_is_noticed_on_an_sh1106() -> None:
    """The SSD1306's ranges are no commands of the SH1106, which sellers like to mistake for it."""
    with pytest.raises(NotUnderstood, match="sh1106: 21h is no command"):
        ssd1306(i2c(bus=GlassBus(Glass(Chip.SH1106))))


def test_an_unplugged_glass_answers_as_nothing_does() -> None:
    """luma finds no device; the raw error is errno 121, as from the kernel."""
    bus = GlassBus(Glass())
    device = ssd1306(i2c(bus=bus))
    bus.unplug()

    with pytest.raises(DeviceNotFoundError):
        device.show()
    with pytest.raises(OSError, match="3Ch") as caught:
        bus.write_i2c_block_data(0x3C, 0x40, [0])

    assert caught.value.errno == 121


def test_a_replugged_glass_has_forgotten_everything() -> None:
    """It is dark until it is initialised anew."""
    glass = Glass()
    bus = GlassBus(glass)
    device = ssd1306(i2c(bus=bus))
    device.display(picture(5))

    bus.unplug()
    bus.plug()
    device.display(picture(5))

    assert glass.image().tobytes() == DARK


def test_another_address_is_nobodys() -> None:
    """Nothing answers at 3Dh."""
    bus = GlassBus(Glass())

    with pytest.raises(OSError, match="3Dh"):
        bus.write_i2c_block_data(0x3D, 0x00, [0xE3])


@pytest.mark.parametrize(("register", "count"), [(0x40, 33), (0x80, 1)])
def test_the_bus_refuses_what_an_smbus_cannot_carry(register: int, count: int) -> None:
    """No block above 32 bytes, no control byte but commands and data."""
    with pytest.raises(ValueError, match=r"at most 32|neither"):
        GlassBus(Glass()).write_i2c_block_data(0x3C, register, [0] * count)
