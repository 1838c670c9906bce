"""The stones on the pad that was weighed last, until they have left it: what was weighed must be what leaves.

Stones are laid one by one after all, a fourth comes along, a finger rests on them: a weighing in the middle
of that is of another pile. What the pad rests at until it is empty tells.
"""

from collections.abc import Sequence
from itertools import combinations, pairwise
from statistics import fmean, median, stdev

from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.weighing import Weighed

GAIN_APART = 1.35
"""Cells of one kind differ by less, between two pads: an estimate. Two stones instead of three are 1.5."""
GAIN_OFF, FEW_PADS = 1.25, 3
"""And by that from the usual one of so many pads or more: +-20 % (Seeed); two of three stones are seen."""
ODD_SHARE = 0.12
"""Where the stones weigh by so much more or less than on most pads they are weighed twice: few cells of one
kind differ by that, and a finger, or a stone too many, does (estimated)."""
AGREE_SHARE = 0.03
"""By so much of the pile two of its weighings may differ: noise, warmth and a corner load (estimated)."""
STONE_SHARE = 0.75
"""From so much of the lightest stone on, a change is a stone, and no finger that has left."""


class Pile:
    """What lies on one pad, in its counts; `watch` it with each frame.

    `weights`: what each of the stones makes of any one pad.
    """

    def __init__(self, level: float, before: float, weights: Sequence[float]) -> None:
        self.level, self.before = level, before
        """What the pad reads under the stones, and what it read just before."""
        self.is_other = False
        """Whether other stones have left than were weighed."""
        self.after = before
        """What the pad read as soon as they had left."""
        whole = sum(weights)
        self._stone_share = STONE_SHARE * min(weights) / whole
        self._parts = [
            sum(some) / whole for number in range(len(weights)) for some in combinations(weights, number)
        ]
        self._has_grown = False

    @property
    def load(self) -> float:
        """What the stones add."""
        return self.level - self.before

    def move(self, counts: float) -> None:
        """Warmth moves the pad, and what lies there with it."""
        self.level += counts
        self.before += counts

    def watch(self, level: float | None) -> None:
        """What the pad rests at now; None: it moves."""
        if level is None or self.is_other:
            return
        share = (level - self.before) / self.load
        if share >= 1 + self._stone_share:
            self._has_grown = True  # nothing is known until it is weighed
        elif share > 1 - self._stone_share:
            self._has_grown = False
            if share < 1 - AGREE_SHARE:
                self.level = level  # a finger lay on it when it was weighed
        else:
            is_gone = share < self._stone_share
            self.is_other = self._has_grown or not (is_gone or self.is_part(share * self.load))

    def is_part(self, load: float) -> bool:
        """Whether that can be some of these stones, or none."""
        return any(abs(load / self.load - part) <= AGREE_SHARE for part in self._parts)

    def is_whole(self, level: float) -> bool:
        """Whether all the stones may lie there, by a level."""
        return not self.is_other and (level - self.before) / self.load > 1 - self._stone_share

    def weigh_again(self, level: float) -> None:
        """A whole weighing of them; it counts from now on."""
        self.level, self._has_grown = level, False


class Piles:
    """All stones on each pad, as far as the steps have come."""

    def __init__(self) -> None:
        self.of: dict[int, Pile] = {}
        self.at = 0
        """The pad that they were laid on last."""
        self._sure: set[int] = set()
        """Weighed twice, with one result."""

    @property
    def lying(self) -> Pile | None:
        """The pile that was weighed last; None: it is to be weighed anew."""
        return self.of.get(self.at)

    def lay(self, pad: int, pile: Pile) -> None:
        """It was weighed there, perhaps for the second time."""
        before = self.of.get(pad)
        if before is not None and abs(pile.load - before.load) <= AGREE_SHARE * before.load:
            self._sure.add(pad)
        self.of[pad], self.at = pile, pad

    def forget(self) -> None:
        """What was weighed last."""
        del self.of[self.at]

    def apart(self, load: float, pad: int) -> float | None:
        """How many times as much as on the usual one of the other pads; None: cells may differ by that."""
        others = [pile.load for other, pile in self.of.items() if other != pad]
        ratio = load / median(others)
        most = GAIN_APART if len(others) < FEW_PADS else GAIN_OFF
        return None if 1 / most <= ratio <= most else ratio

    def following(self, pads: int) -> int | None:
        """The pad that they are to be laid on next: of those far off the others twice; None: none."""
        missing = [pad for pad in range(pads) if pad not in self.of]
        if missing:
            return missing[0]
        usual = median(pile.load for pile in self.of.values())
        doubtful = [
            pad
            for pad, pile in self.of.items()
            if pad not in self._sure and abs(pile.load - usual) > ODD_SHARE * usual
        ]
        return min(doubtful, key=lambda pad: (pad == self.at, pad), default=None)


def weights(sums: Sequence[float]) -> list[float]:
    """What each stone added, by what lay there after each."""
    return [after - before for before, after in pairwise((0.0, *sums))]


def found(
    sums: Sequence[float],
    piles: Piles,
    levels: Sequence[float],
    empty: Sequence[Weighed],
) -> Calibration:
    """What comes of it; `levels` are those of the empty pads at the end."""
    stones = weights(sums)
    spread = stdev(stones) / fmean(stones)
    pads = []
    for index, pile in sorted(piles.of.items()):
        stone = (pile.level - (pile.before + pile.after) / 2) / len(stones)
        noise = empty[index].noise_counts
        figures = (levels[index], stone, spread * stone, noise, pile.after - pile.before)
        pads.append(PadCalibration(*figures))
    return Calibration(len(stones), tuple(pads))
