import re
from dataclasses import replace

import pytest

from companion.rules.pieces import Colour, Location, Player
from companion.rules.refusal import Refusal, Rule
from companion.screen.choose import lines, page
from companion.screen.words import Words
from companion.table.dialogues.correcting import PATH, Correcting, Part, Place
from tests.screen.states import ADVANCED, FULL, MIDDLE, at

DISPUTED = (9,) * len(Location)


@pytest.mark.parametrize("place", [*PATH, Part.GIVE_UP])
def test_every_page_fits_though_every_pad_counts_otherwise(place: Place, words: Words) -> None:
    """With a number over every column, too, all is said whole, and each key names its button."""
    buttons = {words.text(f"button.{name}") for name in ("white", "grey", "black", "ok", "back")}
    for position in (MIDDLE, ADVANCED, FULL):
        dialogue = replace(Correcting.of(position, DISPUTED), at=place, before=MIDDLE)
        state = at(position, dialogue=dialogue, language=words.language)

        page(state)

        keys = [line for line in lines(state) if re.split("[: ]", line)[0] in buttons]
        assert len(keys) >= 2


@pytest.mark.parametrize("place", [*Location, *Player])
def test_every_refusal_of_a_stone_fits(place: Place, words: Words) -> None:
    """Full, or none left: the reason stands there in place of the hint."""
    for rule, colour in ((rule, colour) for rule in Rule for colour in Colour):
        refusal = Refusal(rule, Player.WHITE, colour, Location.G, 0)
        refused = replace(Correcting.of(MIDDLE, DISPUTED), at=place, refusal=refusal)
        accepted = replace(refused, refusal=None)

        shown, before = (at(MIDDLE, dialogue=each, language=words.language) for each in (refused, accepted))

        assert page(shown) != page(before)
        assert lines(shown) != lines(before)


def test_what_a_pad_counts_hides_no_stone_of_the_column_at_hand() -> None:
    """The tall column F, with seven stones, is seen up to its top, whatever the pad says."""
    top = set()
    for colour in Colour:
        columns = list(ADVANCED.columns)
        columns[Location.F.index] = (*columns[Location.F.index][:-1], colour)
        position = replace(ADVANCED, columns=tuple(columns))
        dialogue = replace(Correcting.of(position, DISPUTED), at=Location.F)
        top.add(page(at(position, dialogue=dialogue)).crop((60, 0, 71, 9)).tobytes())

    assert len(top) == len(Colour)


def test_stones_stay_as_large_while_they_are_entered() -> None:
    """A number that comes and goes over a column makes no stone jump."""
    pads = (3, 2, 2, 5, 1, 5, 1)
    agreeing = replace(Correcting.of(MIDDLE, (3, 2, 2, 5, 0, 5, 1)), at=Location.G)
    disputed = replace(Correcting.of(MIDDLE, pads), at=Location.G)

    below = [page(at(MIDDLE, dialogue=each)).crop((0, 9, 128, 64)) for each in (agreeing, disputed)]

    assert below[0] == below[1]
