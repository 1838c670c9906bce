from dataclasses import replace

import pytest

from companion.rules.ornaments import Ornament
from companion.rules.pieces import Location
from companion.screen.choose import lines
from companion.screen.ornament_setup import ornament_setup
from companion.screen.page import TextTooWide
from companion.screen.signs import ornament_sign
from companion.screen.tiles import tile_picture
from companion.screen.words import Words, words_of
from companion.table.dialogues.setup import Deal, Setup, Step
from tests.screen.states import STATES

EMPTY = Setup(Deal(), tuple(Ornament))


def lines_of(setup: Setup, language: str) -> tuple[str, ...]:
    """The texts of a page."""
    return lines(replace(STATES["ornaments-none"], dialogue=setup, language=language))


def test_every_tile_has_a_picture_of_its_own() -> None:
    """One finds the tile in the hand by its picture, large or small."""
    large = {tile_picture(tile).tobytes() for tile in Ornament}
    small = {ornament_sign(tile).tobytes() for tile in Ornament}

    assert len(large) == len(small) == len(Ornament)


@pytest.mark.parametrize(
    ("language", "number"), [("en", "no. 3"), ("es", "n.º 3"), ("fr", "n° 5"), ("de", "Nr. 5")]
)
def test_the_number_is_the_one_on_the_tile_of_that_edition(language: str, number: str) -> None:
    """The tile with grey +2 is number 3 in the Spanish box, and number 5 in the French one."""
    shown = lines_of(replace(EMPTY, step=Step.TILE, tile=Ornament.GREYPLUS2), language)

    assert shown[0] == number


def test_what_lies_where_is_seen(words: Words) -> None:
    """Another tile or another location is another page, whichever of the 49 it is."""
    pages = {
        ornament_setup(replace(EMPTY, laid=((location, tile),)), words).tobytes()
        for location in Location
        for tile in Ornament
    }

    assert len(pages) == len(Location) * len(Ornament)


def test_where_one_points_is_seen(words: Words) -> None:
    """Each press of WHITE or BLACK moves the bright place."""
    pages = {
        ornament_setup(replace(EMPTY, step=Step.LOCATION, location=location), words).tobytes()
        for location in Location
    }

    assert len(pages) == len(Location)


def test_what_is_in_vain_has_no_key() -> None:
    """With tokens that all lie there, the device has nothing to draw; with five tiles there is no sixth."""
    no_token_left = Setup(Deal(tokens=(Location.A,)), tuple(Ornament), ((Location.A, Ornament.TALL),))
    five = replace(EMPTY, laid=tuple(zip(tuple(Location)[:5], Ornament, strict=False)))

    assert lines_of(no_token_left, "en") == ("1 ornament", "WHITE choose", "OK done", "BACK")
    assert lines_of(five, "en") == ("5 ornaments", "OK done", "BACK")


def test_an_effect_that_takes_three_lines_is_an_error() -> None:
    """A translator who is too thorough is told so; nothing is cut off."""
    english = words_of("en")
    effects = {tile.value: "every word of the rulebook, " * 3 for tile in Ornament}
    thorough = Words("en", {**english.texts, "effect": effects})

    with pytest.raises(TextTooWide):
        ornament_setup(replace(EMPTY, step=Step.TILE), thorough)
