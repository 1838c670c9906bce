"""All pads at once, weighed while all of them rest; in counts: what a stone adds is not known yet."""

from dataclasses import dataclass
from statistics import median

from companion.link.decoder import Frame, Lack
from companion.scale.calibration import COUNTS_PER_GRAM, LIGHTEST_GRAMS
from companion.scale.pad import Pad

WEIGH_S = 1.0
"""A weighing takes so long: the mean of 80 readings strays a tenth as much as one, 10 readings a third."""
FEWEST_READINGS = 8
"""And so many readings of each pad."""
FINEST_STONE_COUNTS = LIGHTEST_GRAMS * min(COUNTS_PER_GRAM)
"""The lightest stone on the coarsest cell: what is still for it is still for all."""
_SIGMA_OF_MAD = 1.4826
"""Standard deviation over median absolute deviation, of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pad over one weighing."""

    level_counts: float
    """The median: no wild reading moves it."""
    noise_counts: float
    """The standard deviation of single readings, wild ones left out."""
    is_constant: bool
    """All readings were the same: no living converter does that."""


class Weigher:
    """Feed it frames; it gives a weighing whenever all pads have rested long enough."""

    def __init__(self, pads: int) -> None:
        self._pads = [Pad(FINEST_STONE_COUNTS) for _ in range(pads)]
        self._readings: list[list[int]] = [[] for _ in range(pads)]
        self._lacks: list[Lack] = [Lack.MISSING] * pads
        self._rested_s = [0.0] * pads
        self._since_s: float | None = None

    def feed(self, frame: Frame, now_s: float) -> tuple[Weighed, ...] | None:
        """Take in a frame; a weighing when one is whole, each from readings of its own."""
        for index, (pad, reading) in enumerate(zip(self._pads, frame.readings, strict=True)):
            was_silent = pad.is_silent
            pad.feed(reading, now_s)
            if was_silent or pad.level_counts is not None:
                self._rested_s[index] = now_s
            if isinstance(reading, Lack) and reading is not Lack.NOT_YET:
                self._lacks[index] = reading
        if any(pad.level_counts is None for pad in self._pads):
            self._since_s = None
            return None
        return self._collect(frame, now_s)

    def lose(self) -> None:
        """The line is gone: nothing heard before counts any more."""
        for pad in self._pads:
            pad.forget()
        self._since_s = None

    def lacking(self) -> dict[int, Lack]:
        """The pads that say nothing, by index, and why."""
        return {index: self._lacks[index] for index, pad in enumerate(self._pads) if pad.is_silent}

    def restless(self, now_s: float, for_s: float) -> tuple[int, ...]:
        """The pads that are heard and have not rested for so long."""
        return tuple(
            index
            for index, (pad, rested_s) in enumerate(zip(self._pads, self._rested_s, strict=True))
            if not pad.is_silent and now_s >= rested_s + for_s
        )

    def _collect(self, frame: Frame, now_s: float) -> tuple[Weighed, ...] | None:
        if self._since_s is None:
            self._since_s = now_s
            self._readings = [[] for _ in self._pads]
        for kept, reading in zip(self._readings, frame.readings, strict=True):
            if not isinstance(reading, Lack):
                kept.append(reading)
        if now_s < self._since_s + WEIGH_S or min(map(len, self._readings)) < FEWEST_READINGS:
            return None
        self._since_s = None
        return tuple(map(_weighed, self._readings))


def _weighed(readings: list[int]) -> Weighed:
    level = float(median(readings))
    off = median(abs(reading - level) for reading in readings)
    return Weighed(level, _SIGMA_OF_MAD * off, min(readings) == max(readings))
