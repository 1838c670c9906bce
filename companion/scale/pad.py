"""One pad: single readings become a level at rest, or it is known why there is none."""

from collections import deque
from collections.abc import Sequence
from enum import Enum
from math import sqrt

from companion.link.decoder import Lack

REST_S, MOST_REST_S = 0.16, 0.32
"""So long a reading must hold still to be a level: 13 readings at 80/s; as still as a noisy pad is, up to 26.

By then a fingertip on it trembles more than the pad does by itself: of 300 that were simulated one did not.
"""
REST_READINGS = 6
"""And for no fewer readings: half a second of a chip that converts 10 times a second (RATE pin low)."""
FOLLOW_S = 2.0
"""A level at rest follows its readings with this time constant: warmth, not hands."""
RESTLESS_S = 8.0
"""A pad that has not rested for so long is broken, or something lies against it: the others go on."""
SILENT_S = 0.5
"""A pad without a reading for so long is silent."""
GUESS_S, LEARN_S = 0.3, 10.0
"""How noisy a pad is at rest is learnt with this time constant: a table may tremble for some seconds.

What it is taken for at first counts as little as what is heard in 0.3 s.
"""
APART = 5
"""So many readings apart, 63 ms, they are compared for that: so is seen how a floor sways, 3 to 13 Hz."""
PER_APART = 0.886
"""Standard deviation over the mean distance of two readings: half the root of pi, if they are normal."""
STILL_SIGMAS = 1.3
"""At rest, the readings scatter no more than so many times as they usually do."""
SWING_S, SWING_READINGS = 0.6, 36
"""What a pad swings about is told by so long, and so many readings: some swings of a table, at 9 to 14 Hz."""
DIP_STONES = 0.5
"""A knock swings all pads below what they had by more; a hand or an arm on four pads is only more load."""
SWING_STONES = 0.1
"""By so much two looks at that may differ, one after the other: a hand that comes or goes moves it more."""


class PadState(Enum):
    """What a pad can say now."""

    RESTS = "rests"
    MOVES = "moves"
    UNCLEAR = "unclear"
    """At rest, but on no whole number of stones: a hand, a finger, a tile."""
    SILENT = "silent"
    """No conversion, a saturated or a slipped one, for half a second."""


class Pad:
    """Feed it readings; `level_counts` is known while the pad rests.

    A fingertip trembles and a moving stone ramps: both scatter the readings more than the pad's own noise
    does. That noise is learnt while the pad rests, so that a poor module is not taken for a hand and a
    fingertip on a good one is not taken for a stone. `stone_counts` is what a stone usually adds; all
    thresholds are parts of it.
    """

    def __init__(self, stone_counts: float) -> None:
        self.level_counts: float | None = None
        self.is_silent = True
        self._least_sigma_counts, self._most_sigma_counts = 0.011 * stone_counts, 0.035 * stone_counts
        self.sigma_counts = self._most_sigma_counts
        """The scatter of single (median) readings at rest: 0.005 stones on a good pad, 0.02 on a poor one."""
        self._slope_counts = 0.05 * stone_counts
        self._leave_counts = 0.15 * stone_counts
        self._last_three: deque[int] = deque(maxlen=3)
        self._middles: deque[int] = deque(maxlen=APART + 1)
        self._window: deque[tuple[float, int]] = deque()
        self._swing: deque[tuple[float, int]] = deque()
        self.has_dipped = False
        """Since it moves, it has been lighter than before by more than a trembling hand makes it."""
        self._dip_counts, self._least_dip_counts = float("-inf"), DIP_STONES * stone_counts
        self._learnt_s = GUESS_S
        self._swing_counts = SWING_STONES * stone_counts
        self._heard_s = self._rested_s = float("-inf")

    def feed(self, reading: int | Lack, now_s: float) -> None:
        """Take in one reading, in counts, or why there is none."""
        if not isinstance(reading, int):
            if now_s - self._heard_s >= SILENT_S:
                self.forget()
            return
        gap_s = now_s - self._heard_s
        self._heard_s = now_s
        if self.level_counts is not None or self.is_silent:
            self._rested_s = now_s
        self.is_silent = False
        self._last_three.append(reading)
        # the median of three: never a single wild one
        middle = sorted(self._last_three)[len(self._last_three) // 2]
        self._middles.append(middle)
        if self.level_counts is None:
            self._settle(middle, now_s)
            return
        off = middle - self.level_counts
        if abs(off) > self._leave_counts:
            self._dip_counts = self.level_counts - self._least_dip_counts
            self.level_counts = None
            self._window.clear()
            self._swing.clear()
            return
        self.level_counts += off * (gap_s / FOLLOW_S if gap_s < FOLLOW_S else 1.0)
        self._learn(abs(middle - self._middles[0]), gap_s)

    def is_busy(self, now_s: float) -> bool:
        """Whether it is heard and does not rest, and has not been like that for longer than hands stay."""
        does_move = self.level_counts is None and not self.is_silent
        return does_move and now_s < self._rested_s + RESTLESS_S

    def forget(self) -> None:
        """The sensors are gone: nothing heard before counts any more."""
        self.level_counts = None
        self.is_silent, self.has_dipped, self._dip_counts = True, False, float("-inf")
        self._last_three.clear()
        self._middles.clear()
        self._window.clear()
        self._swing.clear()

    def centre_counts(self) -> float | None:
        """What it swings about while the table is knocked; None: that moves, too, or is not known yet."""
        if self.level_counts is not None or len(self._swing) < SWING_READINGS:
            return None
        counts = [count for _, count in self._swing]
        third = len(counts) // 3
        before, now = _centre(counts[: 2 * third]), _centre(counts[-2 * third :])
        return now if abs(now - before) <= self._swing_counts else None

    def _learn(self, apart_counts: float, gap_s: float) -> None:
        """How noisy it is, by how far a reading is from an earlier one.

        A light finger that comes or goes is no noise so. This is done at each reading, so by comparing alone.
        """
        sigma = self.sigma_counts
        seen = PER_APART * apart_counts
        more = (seen if seen < 3 * sigma else 3 * sigma) - sigma
        self._learnt_s = learnt_s = min(LEARN_S, self._learnt_s + gap_s)
        sigma += more * (gap_s / learnt_s if gap_s < learnt_s else 1.0)
        if sigma < self._least_sigma_counts:
            sigma = self._least_sigma_counts
        self.sigma_counts = sigma if sigma < self._most_sigma_counts else self._most_sigma_counts

    def _settle(self, middle: int, now_s: float) -> None:
        if middle < self._dip_counts:
            self.has_dipped = True
        self._swing.append((now_s, middle))
        while now_s - self._swing[0][0] > SWING_S:
            self._swing.popleft()
        window, least, sigma = self._window, self._least_sigma_counts, self.sigma_counts
        window.append((now_s, middle))
        rest_s = min(MOST_REST_S, REST_S * sigma / least)
        while now_s - window[0][0] > rest_s and len(window) > REST_READINGS:
            window.popleft()
        level = self._level(REST_S, least, now_s)
        if level is None and sigma > least:
            level = self._level(rest_s, sigma, now_s)
        if level is not None:
            self.level_counts, self.has_dipped = level, False
            window.clear()

    def _level(self, rest_s: float, sigma_counts: float, now_s: float) -> float | None:
        """The mean of the last readings, if they have been as still as that for so long."""
        last = [reading for reading in self._window if now_s - reading[0] <= rest_s]
        if len(last) < REST_READINGS:
            last = list(self._window)[-REST_READINGS:]
        if now_s - last[0][0] < 0.85 * rest_s or len(last) < REST_READINGS:
            return None
        counts = [count for _, count in last]
        mean = sum(counts) / len(counts)
        half = len(counts) // 2
        slope = (sum(counts[-half:]) - sum(counts[:half])) / half
        scatter = sqrt(sum((count - mean) ** 2 for count in counts) / len(counts))
        return mean if scatter <= STILL_SIGMAS * sigma_counts and abs(slope) <= self._slope_counts else None


def _centre(counts: Sequence[int]) -> float:
    """The mean, the middle ones counted most: what swings to and fro is cancelled wherever it ends."""
    shares = [min(index + 1, len(counts) - index) for index in range(len(counts))]
    return sum(share * count for share, count in zip(shares, counts, strict=True)) / sum(shares)
