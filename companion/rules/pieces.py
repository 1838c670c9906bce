"""What is in the box: colours, players, locations and how many of each stone."""

from enum import Enum


class Colour(Enum):
    """A stone's colour; the value is its letter in the notation."""

    WHITE = "w"
    GREY = "g"
    BLACK = "b"


class Player(Enum):
    """One of the two players, named after the colour of their stones."""

    WHITE = "w"
    BLACK = "b"

    @property
    def colour(self) -> Colour:
        """The colour of this player's own stones."""
        return Colour(self.value)

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
