"""One pad: single readings become a level at rest, or it is known why there is none."""

from collections import deque
from enum import Enum

from companion.link.decoder import Lack

REST_S = 0.16
"""So long a reading must hold still to be a level: 13 readings at 80/s."""
FOLLOW_S = 2.0
"""A level at rest follows its readings with this time constant: warmth, not hands."""
SILENT_S = 0.5
"""A pad without a reading for so long is silent."""


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

    `still_counts`: readings at rest span no more than this. `leave_counts`: a reading (the median of
    three, so never a single wild one) so far from the level ends the rest at once.
    """

    def __init__(self, still_counts: float, leave_counts: float) -> None:
        self._still_counts, self._leave_counts = still_counts, leave_counts
        self.level_counts: float | None = None
        self.is_silent = True
        self._last_three: deque[int] = deque(maxlen=3)
        self._window: deque[tuple[float, int]] = deque()
        self._heard_s = float("-inf")

    def feed(self, reading: int | Lack, now_s: float) -> None:
        """Take in one reading, in counts, or why there is none."""
        if isinstance(reading, Lack):
            if now_s - self._heard_s >= SILENT_S:
                self.forget()
            return
        gap_s = now_s - self._heard_s
        self._heard_s = now_s
        self.is_silent = False
        self._last_three.append(reading)
        middle = sorted(self._last_three)[len(self._last_three) // 2]
        if self.level_counts is None:
            self._settle(middle, now_s)
        elif abs(middle - self.level_counts) > self._leave_counts:
            self.level_counts = None
            self._window.clear()
        else:
            self.level_counts += (middle - self.level_counts) * min(1.0, gap_s / FOLLOW_S)

    def forget(self) -> None:
        """The sensors are gone: nothing heard before counts any more."""
        self.level_counts = None
        self.is_silent = True
        self._last_three.clear()
        self._window.clear()

    def _settle(self, middle: int, now_s: float) -> None:
        window = self._window
        window.append((now_s, middle))
        while now_s - window[0][0] > REST_S:
            window.popleft()
        if now_s - window[0][0] < 0.85 * REST_S:
            return
        counts = [count for _, count in window]
        if max(counts) - min(counts) <= self._still_counts:
            self.level_counts = sum(counts) / len(counts)
            window.clear()
