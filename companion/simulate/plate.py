"""What the seven load cells make of the grams on them: zeros, gains, noise and drift, as raw counts."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from companion.rules.pieces import Location

# Makers of 500 g and 1 kg bars state a zero output of up to 0.1 mV/V either way; at gain 128:
LARGEST_ZERO_COUNTS = 215_000
# A 500 g cell of 0.5 mV/V at gain 128 of a 24-bit converter: 0.5e-3 * 128 * 2^24 / 500 (HX711 data sheet).
COUNTS_PER_GRAM = 2_150.0
GAIN_SPREAD = 0.05  # most deviation from it, of cells one would keep
LOWEST_COUNTS, HIGHEST_COUNTS = -(2**23), 2**23 - 1  # the converter's codes at saturation (HX711 data sheet)


@dataclass(frozen=True, slots=True)
class Noise:
    """How far a pad's readings stray from the weight on it."""

    rms_grams: float
    """Of every single sample, normally distributed."""
    spark_chance: float
    """How likely a sample is a wild one."""
    spark_grams: float
    """The most that a wild sample is off, either way."""
    wander_grams: float
    """The most that the zero strays from where it began, slowly to and fro."""


NOISES = {
    # An ideal plate, to see the logic alone.
    "none": Noise(0.0, 0.0, 0.0, 0.0),
    # The converter's 90 nV rms at 80 samples a second (HX711 data sheet) are 59 counts at 3.3 V, or 27 mg.
    # A zero strays 0.05 % of 500 g in 10 degrees (Seeed, 0-500 g cell): 0.1 g on an evening indoors.
    "field": Noise(0.027, 0.0, 0.0, 0.1),
    # A poor module, as builders report them: several times the noise, rare wild samples without a pattern
    # (newscrewdriver.com, 13 July 2023), a zero that creeps by tenths of a gram a minute (bogde/HX711 #51).
    "rough": Noise(0.12, 1 / 2_000, 100.0, 0.6),
}
"""By the name that `tholos simulate --noise` takes."""

_WANDER_PERIOD_S = (400.0, 900.0)  # shortest, longest: a room's warmth comes and goes in minutes


@dataclass(frozen=True, slots=True)
class Cell:
    """One load cell with its converter, as its maker left it."""

    zero_counts: int
    counts_per_gram: float


@dataclass(frozen=True, slots=True)
class _Drift:
    start_s: float
    seconds: float
    grams: float

    def grams_at(self, t_s: float) -> float:
        return self.grams * min(1.0, max(0.0, (t_s - self.start_s) / self.seconds))


class Plate:
    """Seven cells under seven pads, A to G; `cells` are what a perfect calibration would find."""

    def __init__(self, random: Random, noise: Noise) -> None:
        self.cells = tuple(_make_cell(random) for _ in Location)
        # A stream of its own for each pad: a pad without a lead leaves the others' readings as they were.
        self._pads = tuple(_Pad(cell, Random(random.getrandbits(64)), noise) for cell in self.cells)
        self._drifts: list[_Drift] = []

    def counts(self, t_s: float, loads_grams: Sequence[float]) -> list[int | None]:
        """What the seven chips convert at `t_s` with these grams on the pads A to G.

        None: that chip's lead is off, nothing is read. To be called once for each sample, in order of time.
        """
        drift_grams = sum(drift.grams_at(t_s) for drift in self._drifts)
        return [
            pad.counts(t_s, grams + drift_grams) for pad, grams in zip(self._pads, loads_grams, strict=True)
        ]

    def drift(self, now_s: float, seconds: float, grams: float) -> None:
        """From now on, within `seconds`, every zero wanders by `grams` and stays there."""
        self._drifts.append(_Drift(now_s, seconds, grams))

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
        self._wander_hz = 1 / random.uniform(*_WANDER_PERIOD_S)
        self._wander_grams = noise.wander_grams * random.choice((-1, 1))
        self.is_plugged = True

    def counts(self, t_s: float, grams: float) -> int | None:
        if not self.is_plugged:
            return None
        noise = self._noise
        read_grams = grams + self._wander_grams * math.sin(math.tau * self._wander_hz * t_s)
        if noise.rms_grams:
            read_grams += self._random.gauss(0.0, noise.rms_grams)
        if noise.spark_chance and self._random.random() < noise.spark_chance:
            read_grams += self._random.uniform(-noise.spark_grams, noise.spark_grams)
        counts = self._cell.zero_counts + round(read_grams * self._cell.counts_per_gram)
        return min(HIGHEST_COUNTS, max(LOWEST_COUNTS, counts))


def _make_cell(random: Random) -> Cell:
    return Cell(
        zero_counts=random.randint(-LARGEST_ZERO_COUNTS, LARGEST_ZERO_COUNTS),
        counts_per_gram=COUNTS_PER_GRAM * random.uniform(1 - GAIN_SPREAD, 1 + GAIN_SPREAD),
    )
