"""All pads at once, weighed while all of them rest; in counts: what a stone adds is only being found."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

from companion.link.decoder import Frame, Lack
from companion.scale.pad import Pad

WEIGH_S = 1.0
"""A weighing takes so long: the median of 80 readings strays a seventh as much as one, of 10 readings 0.4."""
FEWEST_READINGS = 8
"""And so many readings of each pad."""
RESTLESS_S = 4.0
"""Putting a stone down takes less."""
UNWEIGHED_S, LATELY_S = 6.0, 2.0
"""So long without a weighing though each pad rests now and then: those that did not rest lately are named."""
_SIGMA_OF_MAD = 1.4826
"""Standard deviation over median absolute deviation, of a normal distribution."""


@dataclass(frozen=True, slots=True)
class Weighed:
    """One pad over one weighing."""

    level_counts: float
    """The median: no wild reading moves it."""
    noise_counts: float
    """The standard deviation of single readings, wild ones left out."""


class Weigher:
    """Feed it frames; it gives a weighing whenever all pads have rested long enough.

    `stones_counts`: what a stone may add, by the cells that there may be; what is still is told by parts of
    it. The least is the strictest; where a pad does not come to rest by it for `RESTLESS_S`, the next counts:
    a table shakes a fine cell by more counts than a hand does a coarse one.
    """

    def __init__(self, pads: int, stones_counts: Sequence[float]) -> None:
        self.levels: tuple[float | None, ...] = (None,) * pads
        """Of each pad what it rests at now; None: it moves, or is not heard."""
        self._weighers = [_Weigher(pads, stone_counts) for stone_counts in sorted(stones_counts)]

    def feed(self, frame: Frame, now_s: float) -> tuple[Weighed, ...] | None:
        """Take in a frame; a weighing when one is whole, each from readings of its own."""
        found = [weigher.feed(frame, now_s) for weigher in self._weighers]
        for weigher, weighed in zip(self._weighers, found, strict=True):
            self.levels = weigher.levels
            if weighed is not None or not weigher.restless(now_s, RESTLESS_S):
                return weighed
        return None

    def lose(self) -> None:
        """The line is gone: nothing heard before counts any more."""
        self.levels = (None,) * len(self.levels)
        for weigher in self._weighers:
            weigher.lose()

    def lacking(self) -> dict[int, Lack]:
        """The pads that say nothing, by index, and why."""
        return self._weighers[0].lacking()

    def restless(self, now_s: float) -> tuple[int, ...]:
        """The pads that keep all of them from being weighed, whatever the cells are: each that has not rested
        for `RESTLESS_S`; else, where they do so by turns for `UNWEIGHED_S`, those that last did not."""
        return self._weighers[-1].restless(now_s, RESTLESS_S)


class _Weigher:
    """The same, where what a stone adds is known."""

    def __init__(self, pads: int, stone_counts: float) -> None:
        self._pads = [Pad(stone_counts) for _ in range(pads)]
        self._readings: list[list[int]] = [[] for _ in range(pads)]
        self._lacks: list[Lack] = [Lack.MISSING] * pads
        self._rested_s = [0.0] * pads
        self._moved_s = [float("-inf")] * pads
        self._since_s: float | None = None
        self._weighed_s: float | None = None

    @property
    def levels(self) -> tuple[float | None, ...]:
        return tuple([pad.level_counts for pad in self._pads])

    def feed(self, frame: Frame, now_s: float) -> tuple[Weighed, ...] | None:
        are_resting, is_one_silent = True, False
        for index, (pad, reading) in enumerate(zip(self._pads, frame.readings, strict=True)):
            was_silent = pad.is_silent
            pad.feed(reading, now_s)
            is_resting = pad.level_counts is not None
            if was_silent or is_resting:
                self._rested_s[index] = now_s
            else:
                self._moved_s[index] = now_s
            if not isinstance(reading, int) and reading is not Lack.NOT_YET:
                self._lacks[index] = reading
            are_resting = are_resting and is_resting
            is_one_silent = is_one_silent or pad.is_silent
        if self._weighed_s is None or is_one_silent:
            self._weighed_s = now_s
        if not are_resting:
            self._since_s = None
            return None
        return self._collect(frame, now_s)

    def lose(self) -> None:
        for pad in self._pads:
            pad.forget()
        self._since_s = self._weighed_s = None

    def lacking(self) -> dict[int, Lack]:
        return {index: self._lacks[index] for index, pad in enumerate(self._pads) if pad.is_silent}

    def restless(self, now_s: float, for_s: float) -> tuple[int, ...]:
        heard = [index for index, pad in enumerate(self._pads) if not pad.is_silent]
        found = tuple(index for index in heard if now_s >= self._rested_s[index] + for_s)
        if found or self._weighed_s is None or now_s < self._weighed_s + UNWEIGHED_S:
            return found
        return tuple(index for index in heard if now_s < self._moved_s[index] + LATELY_S)

    def _collect(self, frame: Frame, now_s: float) -> tuple[Weighed, ...] | None:
        if self._since_s is None:
            self._since_s = now_s
            self._readings = [[] for _ in self._pads]
        for kept, reading in zip(self._readings, frame.readings, strict=True):
            if isinstance(reading, int):
                kept.append(reading)
        if now_s < self._since_s + WEIGH_S or min(map(len, self._readings)) < FEWEST_READINGS:
            return None
        self._since_s, self._weighed_s = None, now_s
        return tuple(map(_weighed, self._readings))


def _weighed(readings: list[int]) -> Weighed:
    level = float(median(readings))
    off = median(abs(reading - level) for reading in readings)
    return Weighed(level, _SIGMA_OF_MAD * off)
