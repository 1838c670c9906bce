"""The seven ornaments of the advanced mode, and the numbers that the editions print on them."""

from enum import Enum


class Ornament(Enum):
    """An effect on its own column only; the value is its name in the notation."""

    BONUS3 = "bonus3"
    """The column's winner, if it has one, scores 3 more."""
    MINORITY = "minority"
    """Won by the player with fewer own stones, none at all included; equal: nobody."""
    GREYPLUS2 = "greyplus2"
    """A grey stone counts +2 instead of -2."""
    GREYMINUS3 = "greyminus3"
    """A grey stone counts -3 instead of -2."""
    GREYACTIVATES = "greyactivates"
    """A grey stone placed here starts the bonus action too, for whoever placed it."""
    QUARRYGREY = "quarrygrey"
    """To choose instead of the location's own bonus: a grey stone from the quarry to another location."""
    TALL = "tall"
    """The column holds 7 stones."""

    def number(self, language: str) -> int:
        """The number printed on the tile in the edition of `language`: "es", "en", "fr" or "de".

        The editions differ, so a number means nothing without its language (KeyError for others).
        """
        return _NUMBERS[language][self]


_SPANISH = {
    Ornament.BONUS3: 1,
    Ornament.MINORITY: 2,
    Ornament.GREYPLUS2: 3,
    Ornament.GREYMINUS3: 4,
    Ornament.GREYACTIVATES: 5,
    Ornament.QUARRYGREY: 6,
    Ornament.TALL: 7,
}
_FRENCH = {
    Ornament.BONUS3: 1,
    Ornament.GREYMINUS3: 2,
    Ornament.MINORITY: 3,
    Ornament.GREYACTIVATES: 4,
    Ornament.GREYPLUS2: 5,
    Ornament.TALL: 6,
    Ornament.QUARRYGREY: 7,
}
_NUMBERS = {"es": _SPANISH, "en": _SPANISH, "fr": _FRENCH, "de": _FRENCH}

MOST_ORNAMENTS = 5
"""The box holds five location tokens."""
