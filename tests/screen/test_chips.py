from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from luma.core.interface.serial import i2c
from PIL import Image

from companion.screen.chips import DRIVERS
from companion.simulate.glass import Chip, Glass, GlassBus

CHIPS = {"ssd1306": Chip.SSD1306, "ssd1309": Chip.SSD1306, "sh1106": Chip.SH1106}
"""The SSD1309 takes the SSD1306's commands (its data sheet, table 7-1)."""
WHOLE_BYTES = {"ssd1306": 1024 + 6 + 33 * 2, "ssd1309": 1024 + 6 + 33 * 2, "sh1106": 1024 + 8 * (3 + 5 * 2)}
"""In blocks of 32 bytes, as the simulated bus has them."""


class Rig:
    """A chip, the driver that was made for it, and what a person sees."""

    def __init__(self, name: str, rotate: int) -> None:
        self.glass = Glass(CHIPS[name])
        self.bus = GlassBus(self.glass)
        self._rotate = rotate
        self.driver = DRIVERS[name](i2c(bus=self.bus), rotate)

    def seen(self) -> bytes:
        """The glass as it is hung: upside down where the driver turns the picture."""
        return self.glass.image().rotate(90 * self._rotate).tobytes()


def noise(seed: int) -> Image.Image:
    """A picture in which no column, row or pixel can stand in for another."""
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))


def changed(picture: Image.Image, box: tuple[int, int, int, int], seed: int) -> Image.Image:
    """The picture with something else in the box."""
    after = picture.copy()
    after.paste(noise(seed).crop(box), box)
    return after


BOXES = st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 128), st.integers(1, 64)).map(
    lambda box: (box[0], box[1], min(box[0] + box[2], 128), min(box[1] + box[3], 64))
)


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize("name", DRIVERS)
@given(changes=st.lists(st.tuples(st.integers(0, 99), st.lists(BOXES, max_size=4)), min_size=1, max_size=5))
def test_the_glass_shows_the_picture_pixel_by_pixel(
    name: str, rotate: int, changes: list[tuple[int, list[tuple[int, int, int, int]]]]
) -> None:
    """Whatever was shown before, and however little of it changes: each chip, upright and upside down."""
    rig = Rig(name, rotate)
    picture = Image.new("1", (128, 64))

    for seed, boxes in changes:
        for box in boxes:
            picture = changed(picture, box, seed)
        rig.driver.display(picture)

        assert rig.seen() == picture.tobytes()


@pytest.mark.parametrize("name", DRIVERS)
def test_the_first_picture_is_a_whole_one(name: str) -> None:
    """Also a dark one, though the driver has just cleared the glass: from here on all is known."""
    rig = Rig(name, 0)
    before = rig.bus.bytes_sent

    rig.driver.display(Image.new("1", (128, 64)))

    assert rig.bus.bytes_sent - before == WHOLE_BYTES[name]


@pytest.mark.parametrize("rotate", [0, 2])
@pytest.mark.parametrize(("name", "most_bytes"), [("ssd1306", 2 + 6 + 2 + 22), ("sh1106", 2 * (7 + 11))])
def test_a_small_change_takes_few_bytes(name: str, rotate: int, most_bytes: int) -> None:
    """A stone of 11 by 7 pixels over two pages."""
    rig = Rig(name, rotate)
    rig.driver.display(noise(1))
    before = rig.bus.bytes_sent

    rig.driver.display(changed(noise(1), (50, 20, 61, 27), 2))

    assert 0 < rig.bus.bytes_sent - before <= most_bytes


@pytest.mark.parametrize("name", DRIVERS)
def test_a_picture_broken_off_is_sent_whole_the_next_time(name: str) -> None:
    """What arrived of it nobody knows."""
    rig = Rig(name, 0)
    rig.driver.display(noise(1))
    rig.bus.fault = 5
    with pytest.raises(Exception, match=r"simulated|not found"):
        rig.driver.display(noise(2))
    rig.bus.fault = None
    before = rig.bus.bytes_sent

    rig.driver.display(noise(1))

    assert rig.bus.bytes_sent - before == WHOLE_BYTES[name]


@pytest.mark.parametrize("name", DRIVERS)
def test_the_glass_is_cleared_when_it_is_switched_off(name: str) -> None:
    """Whoever lights it up next finds nothing of us on it."""
    rig = Rig(name, 0)
    rig.driver.display(noise(1))

    rig.driver.cleanup()
    rig.glass.command([0xAF])

    assert rig.glass.image().getbbox() is None
