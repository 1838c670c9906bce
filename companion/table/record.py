"""What happened, in words that a journal can keep and read back without knowing the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Begun:
    """A game began with this position, under this setting of when it ends."""

    start: str
    end: str


@dataclass(frozen=True, slots=True)
class TurnSettled:
    """A turn is certain and closed."""

    turn: str


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last turn that stood was taken back."""


@dataclass(frozen=True, slots=True)
class Finished:
    """The game is over with this result."""

    result: str


Record = Begun | TurnSettled | TakenBack | Finished
