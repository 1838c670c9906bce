import itertools

import pytest

from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour
from companion.screen.signs import SIGN_HEIGHT_PX, SIGN_WIDTH_PX, ornament_sign
from companion.screen.stones import stone

HEIGHTS = range(3, 8)
"""From a tall column under a question to a basic game with nothing to say."""


def light(colour: Colour | None, height: int) -> float:
    """The lit share of a stone as the eye takes it in from afar: its gap belongs to it."""
    picture = stone(colour, height)
    return picture.convert("L").tobytes().count(255) / (picture.width * (height + 1))


@pytest.mark.parametrize("height", HEIGHTS)
def test_no_two_stones_look_alike(height: int) -> None:
    """White, grey, black and not-known-yet are four pictures at every size."""
    kinds = (*Colour, None)

    for one, other in itertools.combinations(kinds, 2):
        assert stone(one, height).tobytes() != stone(other, height).tobytes()


@pytest.mark.parametrize("height", range(4, 8))
def test_white_is_the_brightest_from_afar(height: int) -> None:
    """Across the table tones are all one sees: white has half as much light again as any other."""
    white = light(Colour.WHITE, height)

    assert white > 1.5 * max(light(kind, height) for kind in (Colour.GREY, Colour.BLACK, None))


@pytest.mark.parametrize("height", HEIGHTS)
def test_black_is_hollow_and_grey_is_fluted(height: int) -> None:
    """In the middle row black is dark between its sides; grey changes at every column."""
    middle = height // 2
    black, grey = stone(Colour.BLACK, height), stone(Colour.GREY, height)

    assert [bool(black.getpixel((x, middle))) for x in range(11)] == [x in (0, 10) for x in range(11)]
    assert [bool(grey.getpixel((x, middle))) for x in range(11)] == [x % 2 == 0 for x in range(11)]


def test_every_ornament_but_tall_has_a_sign_of_its_own() -> None:
    """Six signs, all different; the tall column is known by its height."""
    signs = {ornament_sign(kind).tobytes() for kind in Ornament if kind is not Ornament.TALL}

    assert len(signs) == 6
    assert {ornament_sign(kind).size for kind in Ornament if kind is not Ornament.TALL} == {
        (SIGN_WIDTH_PX, SIGN_HEIGHT_PX)
    }
