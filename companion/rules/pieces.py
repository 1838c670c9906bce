"""What is in the box: colours, players, locations and how many of each stone."""

from enum import Enum


class Colour(Enum):
    """A stone's colour; the value is its letter in the notation."""

    WHITE = "w"
    GREY = "g"
    BLACK = "b"

    def __init__(self, letter: str) -> None:
        self.index = "wgb".index(letter)
        """0, 1, 2: the order in which stones are written."""
        # One white and one black stone of the 16 in the box mark the score.
        self.in_play = 10 if letter == "g" else 15
        """Stones of this colour in the game: quarry, temple and workshops together."""


class Player(Enum):
    """One of the two players, named after the colour of their stones."""

    WHITE = "w"
    BLACK = "b"

    @property
    def colour(self) -> Colour:
        """The colour of this player's own stones."""
        return Colour.WHITE if self is Player.WHITE else Colour.BLACK

    @property
    def rival(self) -> "Player":
        """The other player."""
        return Player.BLACK if self is Player.WHITE else Player.WHITE


class Location(Enum):
    """One of the seven places of the temple, clockwise, A at the top."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"
    G = "G"

    def __init__(self, letter: str) -> None:
        self.index = "ABCDEFG".index(letter)
        """0 to 6: where its column stands in `Position.columns`."""


WORKSHOP_SPACES = 3
"""Stones that a workshop holds."""

COLUMN_LIMIT = 5
"""Stones that a column holds."""

TALL_LIMIT = 7
"""Stones that a column holds under the *tall* ornament."""
