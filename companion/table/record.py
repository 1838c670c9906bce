"""What happened, in words that a journal can keep and read back without knowing the game."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Begun:
    """A game began with this position, under this setting of when it ends."""

    start: str
    end: str
    result: str | None = None
    """Where the temple is complete already: people have played on their own, and want it counted."""


@dataclass(frozen=True, slots=True)
class TurnSettled:
    """A turn is certain and closed."""

    turn: str
    result: str | None = None
    """Of the game, where this turn ended it."""


@dataclass(frozen=True, slots=True)
class Laid:
    """The stones lie as they should: a new game's, or those that were to be put back."""

    is_done: bool = True
    """False: people have taken them off for a while, and will lay them again."""


@dataclass(frozen=True, slots=True)
class Relaid:
    """So many stones lie on each pad, people say, whatever the pads said: these begin anew."""

    heights: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CalibrationBegun:
    """The plate is empty, people say: the pads are to be calibrated from here on."""


@dataclass(frozen=True, slots=True)
class TakenBack:
    """The last turn that stood was taken back."""


@dataclass(frozen=True, slots=True)
class Preferred:
    """Somebody has chosen how the device is to be."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class SwitchedOff:
    """Somebody wants to unplug the device."""


Record = Begun | CalibrationBegun | Laid | Preferred | Relaid | SwitchedOff | TakenBack | TurnSettled
