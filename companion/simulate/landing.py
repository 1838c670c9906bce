"""The ways in which a hand puts a stone down on a pad, as grams over time.

While a stone lands, its full weight is counted as lying there; a `Touchdown` says what is still missing of
it (less than 0) or presses on it. It begins with all of it missing and ends with exactly nothing. The shapes
are estimates, like those in `touch`: ramps of 1 to 2 s are what slow and sliding hands take.
"""

import math
from dataclasses import dataclass
from enum import Enum
from random import Random

from companion.simulate.touch import smooth, swell, tremor


class Landing(Enum):
    """How a stone is put down."""

    PLAIN = "plain"
    """Quickly: put, pressed, let go."""
    SLOW = "slow"
    """Lowered so gently that its weight comes over a second or two."""
    SLID = "slid"
    """Pushed onto its place from the side, in jerks."""
    TWICE = "twice"
    """Put down, lifted a little, put down again."""
    ASKEW = "askew"
    """It lies partly on something else for a moment, until the hand straightens it."""
    PRESSED = "pressed"
    """A fingertip stays on it for a while."""


_SECONDS = {  # shortest, longest: from the pad's first touch until the stone lies still
    Landing.PLAIN: (0.17, 0.25),
    Landing.SLOW: (1.0, 2.0),
    Landing.SLID: (1.0, 2.0),
    Landing.TWICE: (0.5, 1.0),
    Landing.ASKEW: (0.6, 1.5),
    Landing.PRESSED: (0.6, 3.0),
}
_PUSH_GRAMS = (2.0, 25.0)  # fingers pressing a stone down
_FINGERTIP_GRAMS = (1.0, 5.0)  # one left lying on it
_MISSING_PART = (0.1, 0.7)  # of the weight of a stone that lies askew

# Of the time that a plain landing takes:
_LANDED = 0.6  # the weight lies on the pad
_LET_GO = 0.75  # the fingers leave; from here on it only trembles
_QUICKLY_S = 0.2  # so long the landing takes after which a fingertip stays
_EDGE_S = 0.08  # a fingertip comes and leaves so fast


@dataclass(frozen=True, slots=True)
class Touchdown:
    """One landing of one stone."""

    landing: Landing
    seconds: float
    push_grams: float
    """How hard the fingers press; PRESSED: the fingertip that stays."""
    missing_part: float
    """ASKEW: how much of the weight rests elsewhere at first, from 0 to 1."""

    def grams(self, age_s: float, stone_grams: float) -> float:
        """What is missing on the pad, or presses on it, `age_s` after the first touch."""
        if age_s >= self.seconds:
            return 0.0
        part = age_s / self.seconds
        match self.landing:
            case Landing.PLAIN:
                return _plain(part, stone_grams, self.push_grams)
            case Landing.SLOW:
                # the hand carries what the pad does not, and trembles by a twentieth of it
                carried = 1.0 - smooth(part / 0.9)
                return -stone_grams * carried + tremor(age_s, stone_grams / 20) * swell(part)
            case Landing.SLID:
                jerk = math.sin(math.tau * 5.0 * age_s) * self.push_grams / 4
                return -stone_grams * (1.0 - smooth(part / 0.7)) + jerk * swell(part)
            case Landing.TWICE:
                return self._twice(part, stone_grams)
            case Landing.ASKEW:
                return self._askew(part, stone_grams)
            case Landing.PRESSED:
                return self._pressed(age_s, stone_grams)

    def _twice(self, part: float, stone_grams: float) -> float:
        lying = smooth(part / 0.25) - smooth((part - 0.35) / 0.15) + smooth((part - 0.6) / 0.25)
        pressed = swell((part - 0.2) / 0.2) + swell((part - 0.75) / 0.2)
        return -stone_grams * (1.0 - lying) + self.push_grams * pressed

    def _askew(self, part: float, stone_grams: float) -> float:
        missing = (
            1.0
            - smooth(part / 0.2) * (1.0 - self.missing_part)
            - smooth((part - 0.75) / 0.15) * (self.missing_part)
        )
        return -stone_grams * missing + self.push_grams * swell((part - 0.7) / 0.25)

    def _pressed(self, age_s: float, stone_grams: float) -> float:
        shape = smooth(age_s / _QUICKLY_S) * smooth((self.seconds - age_s) / _EDGE_S)
        # A light touch is anything but steady: estimated a quarter to and fro, and a seventh of tremor.
        force = 1.0 + 0.25 * math.sin(math.tau * 1.3 * age_s)
        finger = shape * (self.push_grams * force + tremor(age_s, self.push_grams / 7))
        return -stone_grams * (1.0 - smooth(age_s / _QUICKLY_S)) + finger


def touch_down(random: Random, landing: Landing, pace: float = 1.0) -> Touchdown:
    """A landing of this kind; `pace` 1 is unhurried, a smaller one takes that part of the time."""
    grams = _FINGERTIP_GRAMS if landing is Landing.PRESSED else _PUSH_GRAMS
    return Touchdown(
        landing=landing,
        seconds=pace * random.uniform(*_SECONDS[landing]),
        push_grams=random.uniform(*grams),
        missing_part=random.uniform(*_MISSING_PART),
    )


def _plain(part: float, stone_grams: float, push_grams: float) -> float:
    missing = -stone_grams * (1.0 - smooth(part / _LANDED))
    pressed = push_grams * swell((part - _LANDED / 2) / (_LET_GO - _LANDED / 2))
    return missing + pressed + _rattle((part - _LET_GO) / (1.0 - _LET_GO), stone_grams / 4)


def _rattle(part: float, grams: float) -> float:
    """One and a half swings that die away as `part` goes from 0 to 1; 0 outside."""
    return grams * math.sin(3.0 * math.pi * part) * (1.0 - part) ** 2 if 0.0 < part < 1.0 else 0.0
