"""What a calibration wants of people next, and what it objects to: values for a page or a terminal."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from companion.link.decoder import Lack
from companion.scale.calibration import Calibration

STONES = 3
"""As many as two fingers carry; their average strays from that of all 40 by 5 %, learnt away in play.

By 9 % where they are home-made, 15 % apart.
"""


class Wants(Enum):
    """What hands are to do."""

    EMPTY = "empty"
    """Nothing on any pad, and no hand near: the zeros are made."""
    STONE = "stone"
    """Lay a stone on the pad: the first, or one more."""
    PILE = "pile"
    """Move all the stones together to the pad."""
    CLEAR = "clear"
    """Take the stones off again."""
    NOTHING = "nothing"
    """It is done."""


class Why(Enum):
    """What keeps the calibration from going on; each heals as soon as it is put right."""

    MOVES = "moves"
    """Something moves or shakes there, for seconds already."""
    MISSING = "missing"
    """No conversion: the chip has no power, or a wire is off."""
    SATURATED = "saturated"
    """Full scale: a bridge wire is open, or far too much lies there."""
    SLIPPED = "slipped"
    """The chip answers, but its bits cannot be trusted."""
    TOO_FAST = "too-fast"
    """Far more conversions than a chip can make: clock and data are swapped."""
    DEAD = "dead"
    """The same count again and again: a stuck chip."""
    ZERO = "zero"
    """The empty pad reads far from 0: a bent cell, or its wires mixed up."""
    NOT_FELT = "not-felt"
    """No pad has felt the stone for a while: nobody has laid it there, or its cell is off."""
    ELSEWHERE = "elsewhere"
    """The second pad has felt what was asked for on the first."""
    LEFT = "left"
    """These still feel a stone that should not be there."""
    UPSIDE_DOWN = "upside-down"
    """It reads less under a load: the cell is mounted upside down, or A+ and A- are swapped."""
    UNEQUAL = "unequal"
    """The last stone differs too much from those before: two at once?"""
    TOO_LIGHT = "too-light"
    """Fewer counts than the lightest stone makes on any known cell."""
    TOO_HEAVY = "too-heavy"
    """More than the heaviest one, or between the kinds of cells."""
    GAIN = "gain"
    """The stones weigh far more or less on the last of these than on the others: `figure` times."""
    ANEW = "anew"
    """Other stones left it than were weighed (one came late, one too many was taken off, a finger lay there),
    or they weigh much more or less there than on most pads: they are to be laid there once more."""
    WAS_LOADED = "was-loaded"
    """It reads less than when it was said to be empty: something lay there, or something pulls at it."""
    RUBS = "rubs"
    """It did not come back to its zero when the stones left: it rubs, or a finger is there."""


ENDS = frozenset({Why.ZERO, Why.WAS_LOADED, Why.RUBS})
"""Where one of these stands for long, the calibration begins anew, or not at all."""


@dataclass(frozen=True, slots=True)
class Objection:
    """Why it does not go on."""

    why: Why
    pads: tuple[int, ...]
    """Of the pads that it is about, A is 0; of ELSEWHERE the one asked for, then the one that feels."""
    figure: float = 0.0
    """Of GAIN and UNEQUAL how many times as much as expected was weighed; of TOO_LIGHT, TOO_HEAVY and ZERO
    the counts."""
    is_end: bool = False
    """Whether it has stood so long that all has to begin anew."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where a calibration has come to."""

    wants: Wants
    pad: int = 0
    """Index of the pad that STONE and PILE are about."""
    number: int = 0
    """Of the stone that is asked for, from 1; of PILE how many there are."""
    objection: Objection | None = None
    result: Calibration | None = None
    """When it wants nothing any more."""
    fault: str | None = None
    """Why the result could not be kept on disk, with the cure; None: it is kept, or there is none yet."""
    source: int | None = None
    """Of PILE the pad that the stones come from; None: the one before."""


FIRST_STEP = Step(Wants.EMPTY)
"""Of every calibration."""


def lack_objection(lacking: Mapping[int, Lack]) -> Objection:
    """The pads that say nothing for the same reason as the first of them."""
    whys = {index: Why[lack.name] for index, lack in lacking.items()}
    first = next(iter(whys.values()))
    return Objection(first, tuple(index for index, why in whys.items() if why is first))
