"""What the seven load cells make of the grams on them: zeros, gains, noise and drift, as raw counts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from companion.rules.pieces import Location
from companion.simulate.noise import NOISES, Noise

__all__ = ["COUNTS_PER_GRAM", "NOISES", "PERIOD_S", "Cell", "Noise", "Plate"]

# Makers of 500 g and 1 kg bars state a zero output of up to 0.1 mV/V either way; at gain 128:
LARGEST_ZERO_COUNTS = 215_000
# A 500 g cell of 0.5 mV/V at gain 128 of a 24-bit converter: 0.5e-3 * 128 * 2^24 / 500 (HX711 data sheet).
COUNTS_PER_GRAM = 2_150.0
GAIN_SPREAD = 0.05  # most deviation from it, of cells one would keep
LOWEST_COUNTS, HIGHEST_COUNTS = -(2**23), 2**23 - 1  # the converter's codes at saturation (HX711 data sheet)
PERIOD_S = 0.0125  # from one conversion of a chip to its next

_WANDER_PERIOD_S = (400.0, 900.0)  # shortest, longest: a room's warmth comes and goes in minutes
_CREEP_S = 400.0  # most of what creeps in 30 minutes has done so after ten
_SPARK_BITS = (8, 22)  # fewest, most ones of a reading that is nothing but ones


@dataclass(frozen=True, slots=True)
class Cell:
    """One load cell with its converter, as its maker left it."""

    zero_counts: int
    counts_per_gram: float


@dataclass(frozen=True, slots=True)
class _Swing:
    """Something that strays slowly to and fro: at first at `middle`, never further from it than `most`."""

    most: float
    period_s: float
    since_s: float = 0.0
    middle: float = 0.0

    def at(self, t_s: float) -> float:
        if not self.most:
            return self.middle
        return self.middle + self.most * math.sin(math.tau * (t_s - self.since_s) / self.period_s)

    def changed(self, most: float, t_s: float) -> "_Swing":
        """From here on it strays so far, without a jump."""
        return replace(self, most=math.copysign(most, self.most), since_s=t_s, middle=self.at(t_s))


@dataclass(frozen=True, slots=True)
class _Drift:
    start_s: float
    seconds: float
    grams: float

    def is_over(self, t_s: float) -> bool:
        return t_s >= self.start_s + self.seconds

    def grams_at(self, t_s: float) -> float:
        return self.grams * min(1.0, max(0.0, (t_s - self.start_s) / self.seconds))


class Plate:
    """Seven cells under seven pads, A to G; `cells` are what a perfect calibration would find."""

    def __init__(self, random: Random, noise: Noise) -> None:
        self.cells = tuple(_make_cell(random) for _ in Location)
        # A stream of its own for each pad: a pad without a lead leaves the others' readings as they were.
        self._pads = tuple(_Pad(cell, Random(random.getrandbits(64)), noise) for cell in self.cells)
        self._warmth = _swing(random, noise.warmth_grams)
        self._random = random
        self._lags_s = _lags_s(random, noise)
        self._drifted_grams = 0.0
        self._drifts: list[_Drift] = []

    def times_s(self, t_s: float) -> tuple[float, ...]:
        """When each chip made the conversion that is read at `t_s`: up to a period before."""
        return tuple(t_s - lag_s for lag_s in self._lags_s)

    def counts(self, t_s: float, loads_grams: Sequence[float]) -> list[int | None]:
        """What the seven chips give at `t_s` for these grams on the pads A to G.

        None: that chip's lead is off, nothing is read. To be called once for each sample, in order of time.
        """
        drifted_grams = self._drifted_grams + sum(drift.grams_at(t_s) for drift in self._drifts)
        warmth_grams = self._warmth.at(t_s) + drifted_grams
        return [
            pad.counts(t_s, grams, warmth_grams) for pad, grams in zip(self._pads, loads_grams, strict=True)
        ]

    def drift(self, now_s: float, seconds: float, grams: float) -> None:
        """From now on, within `seconds`, every zero wanders by `grams` and stays there."""
        self._drifts.append(_Drift(now_s, seconds, grams))

    def drifting(self, now_s: float) -> int:
        """How many drifts are not over; what the others have come to is one sum from now on."""
        self._drifted_grams += sum(drift.grams for drift in self._drifts if drift.is_over(now_s))
        self._drifts = [drift for drift in self._drifts if not drift.is_over(now_s)]
        return len(self._drifts)

    def change_noise(self, now_s: float, noise: Noise) -> None:
        """From now on the cells stray so; where their zeros are at this moment does not jump."""
        self._warmth = self._warmth.changed(noise.warmth_grams, now_s)
        self._lags_s = _lags_s(self._random, noise)
        for pad in self._pads:
            pad.change_noise(now_s, noise)

    @property
    def unplugged(self) -> tuple[Location, ...]:
        """The pads whose leads are off."""
        return tuple(place for place, pad in zip(Location, self._pads, strict=True) if not pad.is_plugged)

    def unplug(self, location: Location) -> None:
        """Pull the lead of one pad's chip; pulling it twice changes nothing."""
        self._pads[location.index].is_plugged = False

    def plug(self, location: Location) -> None:
        """Put it back."""
        self._pads[location.index].is_plugged = True


class _Pad:
    """One pad's stream of readings."""

    def __init__(self, cell: Cell, random: Random, noise: Noise) -> None:
        self._cell, self._random, self._noise = cell, random, noise
        self._wander = _swing(random, noise.wander_grams)
        self._gain = _swing(random, noise.gain_part)
        self._crept_grams = 0.0
        self._last_s: float | None = None
        self.is_plugged = True

    def change_noise(self, now_s: float, noise: Noise) -> None:
        self._noise = noise
        self._wander = self._wander.changed(noise.wander_grams, now_s)
        self._gain = self._gain.changed(noise.gain_part, now_s)

    def counts(self, t_s: float, grams: float, warmth_grams: float) -> int | None:
        noise = self._noise
        if noise.creep_part:
            self._creep(t_s, noise.creep_part * grams)
        if not self.is_plugged:
            return None
        read_grams = (grams * (1.0 + self._gain.at(t_s)) if grams else 0.0) + self._crept_grams
        read_grams += warmth_grams + self._wander.at(t_s)
        if noise.rms_grams:
            read_grams += self._random.gauss(0.0, noise.rms_grams)
        counts = self._cell.zero_counts + round(read_grams * self._cell.counts_per_gram)
        if noise.spark_chance and self._random.random() < noise.spark_chance:
            counts = self._spark(counts)
        return counts if LOWEST_COUNTS <= counts <= HIGHEST_COUNTS else _clipped(counts)

    def _creep(self, t_s: float, to_grams: float) -> None:
        seconds = 0.0 if self._last_s is None else t_s - self._last_s
        self._last_s = t_s
        if to_grams != self._crept_grams:
            self._crept_grams += (to_grams - self._crept_grams) * min(1.0, seconds / _CREEP_S)

    def _spark(self, counts: int) -> int:
        """One bit too few or too many was read, or ones from some bit on, or full scale."""
        ones = 2 ** self._random.randint(*_SPARK_BITS) - 1
        return self._random.choice((counts // 2, counts * 2, ones, HIGHEST_COUNTS))


def _lags_s(random: Random, noise: Noise) -> tuple[float, ...]:
    """How long before it is read each chip made its conversion."""
    return tuple(0.0 if noise.is_in_step else random.random() * PERIOD_S for _ in Location)


def _clipped(counts: int) -> int:
    return min(HIGHEST_COUNTS, max(LOWEST_COUNTS, counts))


def _swing(random: Random, most: float) -> _Swing:
    return _Swing(most * random.choice((-1, 1)), random.uniform(*_WANDER_PERIOD_S))


def _make_cell(random: Random) -> Cell:
    return Cell(
        zero_counts=random.randint(-LARGEST_ZERO_COUNTS, LARGEST_ZERO_COUNTS),
        counts_per_gram=COUNTS_PER_GRAM * random.uniform(1 - GAIN_SPREAD, 1 + GAIN_SPREAD),
    )
