"""How well each pad measures, from some seconds of its raw counts while nobody touches it: pure figures.

What is usual has its source beside it; where no one has published a figure it says "estimated".
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import sqrt
from statistics import fmean, median

from companion.link.decoder import Frame, Lack

USUAL_NOISE_COUNTS = 59.0
"""Sigma of single readings at 80/s, gain 128 and 3.3 V: 90 nV rms (HX711 data sheet V2.0)."""
NOISY_COUNTS = 3 * USUAL_NOISE_COUNTS
"""More than a module in drop-out gives (a divider for 4.3 V at 3.3 V, olkal/HX711_ADC #95); estimated."""
QUIET_COUNTS = 7.0
"""A third of the least noise of any chip, 21 counts rms at 5 V and 10/s (HX711 data sheet V2.0)."""
FEW_SHARE = 0.002
"""One in 500 frames may have no count, or a wild one (estimated; up to 1 in 20 was seen, bogde/HX711 #83)."""
SLOW_RATE_HZ = 60.0
"""RATE high gives 80 a second, up to 93 were measured (olkal/HX711_ADC #81); RATE low gives 10 to 12."""
LOW_RATES_HZ = (5.0, 15.0)
"""Of a chip whose RATE pin is low; the chip's clock may be off by a fifth, and a few may be lost."""
DRIFT_STONES_PER_MIN = 0.027
"""The slowest drift that people have complained of: 0.1 g (bogde/HX711 #51: 0.1 to 2 g a minute) of 3.7 g."""
WANDER_STONES = 0.027
"""More than creep, warmth and noise together move a pad by within seconds: 0.1 g; estimated."""
_WILD_STONES, _WILD_TIMES = 0.135, 20.0  # off the middle of five readings by that, and by so many usual offs
_FEWEST_READINGS = 11  # fewer make no trend
_BLOCK_S = 1.0
_SURE_SIGMAS = 4.0


class Condition(Enum):
    """What is the matter with a pad: where counts are missing, the most frequent reason.

    Else the first that holds, as one explains those after it: SLOW, DEAD by hardly another count, and from
    WILD on as they stand here.
    """

    UNHEARD = "unheard"
    """There were too few frames to say anything."""
    MISSING = "missing"
    """No conversion comes, all the time or now and then."""
    SATURATED = "saturated"
    """At an end of the converter's range."""
    DEAD = "dead"
    """Always the same count, or never busy, as the firmware knows; or hardly another one."""
    TOO_FAST = "too-fast"
    """More conversions than any chip makes: SCK or DOUT is on a wrong pin."""
    SLIPPED = "slipping"
    """Words whose bits cannot be trusted."""
    SLOW = "slow"
    """Fewer conversions than 80 a second; about ten: its RATE pin is low."""
    WILD = "wild"
    """Single readings far off: half, double, nothing but ones."""
    NOISY = "noisy"
    UNSTEADY = "unsteady"
    """It wanders to and fro, or somebody touched it."""
    DRIFTING = "drifting"
    """It climbs or falls steadily."""
    GOOD = "good"


_OF_LACK = {lack: Condition[lack.name] for lack in Lack if lack.name in Condition.__members__}


@dataclass(frozen=True, slots=True)
class PadHealth:
    """One pad's figures; those that need counts are None where too few came."""

    condition: Condition
    readings: int
    """Frames with a count."""
    rate_hz: float
    """Counts a second, lost frames made up for."""
    lacks: Mapping[Lack, float]
    """Of all frames, the share that had no count for this reason: 0 to 1."""
    wild_share: float
    """Of the readings, the share that is far off its neighbours; the figures below leave them out."""
    mean_counts: float | None = None
    noise_counts: float | None = None
    """Sigma of single readings, slow drift taken out."""
    drift_counts_per_s: float | None = None
    """The slope of a straight line through all of them."""
    wander_counts: float | None = None
    """How far the middles of single seconds stray from that line, from the lowest to the highest."""

    @property
    def is_rate_low(self) -> bool:
        """Whether it converts as a chip does whose RATE pin is low."""
        return LOW_RATES_HZ[0] <= self.rate_hz <= LOW_RATES_HZ[1]


@dataclass(frozen=True, slots=True)
class _Trend:
    noise_counts: float
    drift_counts_per_s: float
    drift_sigma: float
    wander_counts: float


def pad_health(heard: Sequence[tuple[Frame, float]], stones_counts: Sequence[float]) -> tuple[PadHealth, ...]:
    """The health of each pad, from frames in order, each with the second it was made; none for no frames.

    Five to twenty seconds say most: below five a drift hides in the noise. `stones_counts`, what a stone adds
    to each pad, says from when on drift and wandering matter; noise and rate are the chip's own.
    """
    if not heard:
        return ()
    frames_hz = _frames_hz(heard)
    return tuple(
        _health([(frame.readings[pad], at_s) for frame, at_s in heard], frames_hz, stone_counts)
        for pad, stone_counts in enumerate(stones_counts)
    )


def _health(readings: Sequence[tuple[int | Lack, float]], frames_hz: float, stone_counts: float) -> PadHealth:
    lacking = [reading for reading, _ in readings if isinstance(reading, Lack)]
    lacks = {lack: lacking.count(lack) / len(readings) for lack in Lack}
    counts = [(count, at_s) for count, at_s in readings if not isinstance(count, Lack)]
    rate_hz = frames_hz * len(counts) / len(readings)
    tame = _without_wild(counts, stone_counts)
    wild_share = 1 - len(tame) / len(counts) if counts else 0.0
    trend = _trend(tame) if len(tame) >= _FEWEST_READINGS else None
    condition = _lack_condition(lacks)
    if condition is None and trend is not None:
        condition = _trend_condition(trend, wild_share, rate_hz, stone_counts)
    return PadHealth(
        condition or Condition.UNHEARD,
        len(counts),
        rate_hz,
        lacks,
        wild_share,
        fmean(count for count, _ in tame) if tame else None,
        trend.noise_counts if trend else None,
        trend.drift_counts_per_s if trend else None,
        trend.wander_counts if trend else None,
    )


def _lack_condition(lacks: Mapping[Lack, float]) -> Condition | None:
    """What is wrong where there is no count; None: nothing, or no more than now and then."""
    worst = max(_OF_LACK, key=lambda lack: lacks[lack])
    return _OF_LACK[worst] if lacks[worst] > FEW_SHARE else None


def _trend_condition(trend: _Trend, wild_share: float, rate_hz: float, stone_counts: float) -> Condition:
    if rate_hz < SLOW_RATE_HZ:
        return Condition.SLOW
    if trend.noise_counts < QUIET_COUNTS:
        return Condition.DEAD
    if wild_share > FEW_SHARE:
        return Condition.WILD
    if trend.noise_counts > NOISY_COUNTS:
        return Condition.NOISY
    if trend.wander_counts > max(WANDER_STONES * stone_counts, 3 * trend.noise_counts):
        return Condition.UNSTEADY
    least = max(DRIFT_STONES_PER_MIN / 60 * stone_counts, _SURE_SIGMAS * trend.drift_sigma)
    return Condition.DRIFTING if abs(trend.drift_counts_per_s) > least else Condition.GOOD


def _frames_hz(heard: Sequence[tuple[Frame, float]]) -> float:
    """Frames a second that the sensors make, by their numbers: one that was lost was made, too."""
    gaps_s = [
        (later_s - earlier_s) / (later.seq - earlier.seq)
        for (earlier, earlier_s), (later, later_s) in pairwise(heard)
        if later.seq > earlier.seq
    ]
    gap_s = median(gaps_s) if gaps_s else 0.0
    return 1 / gap_s if gap_s > 0 else 0.0


def _without_wild(counts: Sequence[tuple[int, float]], stone_counts: float) -> list[tuple[int, float]]:
    """All but the single readings that are far off what came before and after."""
    values = [count for count, _ in counts]
    offs = [abs(value - median(values[max(0, i - 2) : i + 3])) for i, value in enumerate(values)]
    most = max(_WILD_STONES * stone_counts, _WILD_TIMES * median(offs)) if offs else 0.0
    return [reading for reading, off in zip(counts, offs, strict=True) if off <= most]


def _trend(counts: Sequence[tuple[int, float]]) -> _Trend:
    slope, at_zero = _line(counts)
    since_s = counts[0][1]
    blocks: dict[int, list[tuple[int, float]]] = {}
    for count, at_s in counts:
        blocks.setdefault(int((at_s - since_s) / _BLOCK_S), []).append((count, at_s))
    whole = [block for block in blocks.values() if len(block) >= len(counts) / len(blocks) / 2]
    noise = median(_scatter(block) for block in whole)
    off_line = [median(count - slope * at_s - at_zero for count, at_s in block) for block in whole]
    mean_s = fmean(at_s for _, at_s in counts)
    lever = sqrt(sum((at_s - mean_s) ** 2 for _, at_s in counts))
    return _Trend(noise, slope, noise / lever if lever else 0.0, max(off_line) - min(off_line))


def _line(counts: Sequence[tuple[int, float]]) -> tuple[float, float]:
    """The straight line that fits best: counts a second, counts at 0 s."""
    mean_s, mean = fmean(at_s for _, at_s in counts), fmean(count for count, _ in counts)
    lever = sum((at_s - mean_s) ** 2 for _, at_s in counts)
    moved = sum((at_s - mean_s) * (count - mean) for count, at_s in counts)
    slope = moved / lever if lever else 0.0
    return slope, mean - slope * mean_s


def _scatter(counts: Sequence[tuple[int, float]]) -> float:
    slope, at_zero = _line(counts)
    squares = sum((count - slope * at_s - at_zero) ** 2 for count, at_s in counts)
    return sqrt(squares / max(1, len(counts) - 2))
