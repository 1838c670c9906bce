"""The calibration of all pads, step by step: an empty plate, three stones on A, and those from pad to pad.

Three stones one after the other tell what a stone weighs and how much stones differ; the same three, carried
together from A to G, tell what each pad makes of it. No button is needed: each step is taken as soon as all
pads rest. It takes a person ten acts, well below two minutes.
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from statistics import fmean, median, stdev

from companion.link.decoder import Frame, Lack
from companion.scale.calibration import (
    COUNTS_PER_GRAM,
    LIGHTEST_GRAMS,
    Calibration,
    PadCalibration,
    cell_of,
    is_far_zero,
    is_stone,
    stone_range,
)
from companion.scale.step import ENDS, FIRST_STEP, STONES, Objection, Step, Wants, Why
from companion.scale.weighing import Weighed, Weigher
from companion.scale.zeros import Zeros

FELT_STONES = 0.25
"""So much more on a pad is a load; warmth and noise are less, between two frames."""
STONE_LEEWAY = 0.25
"""A single stone may be so much lighter or heavier than the usual ones: three standard deviations of 8 %."""
ODD_STONE = 1.55
"""The heaviest of the stones over the lightest: 1.5 is the utmost of one wood, two at once weigh nearly 2."""
GAIN_APART = 1.35
"""Cells of one kind differ by less, between two pads: an estimate. Two stones instead of three are 1.5."""
RUBS_STONES, LEFT_STONES = 0.15, 0.5
"""How far from its zero a pad may come back, in stones; and from where on a stone was left there."""
ENDURED_WEIGHINGS = 20
"""So often one of `ENDS` is found, a second each: time to read it, and to free a plate (estimated)."""
IDLE_S = 12.0
"""After so long people have either forgotten it, or laid the stone on a dead cell."""
GREET_S = 1.0
"""Chips that have just got power may say nothing for so long."""


class Calibrator:
    """One calibration: feed it frames, and show people each new `step`.

    `counts_per_gram`: of the cells as the settings name them, beside those of the parts list.
    """

    def __init__(self, pads: int, counts_per_gram: float) -> None:
        self.step = FIRST_STEP
        self._nominal = tuple(sorted({*COUNTS_PER_GRAM, counts_per_gram}))
        self._pads = pads
        self._weigher = self._weigh_unknown()
        self._heard_s: float | None = None
        self._asked_s = 0.0
        self._endured = 0
        """How often in a row the objection that stands was found, after the first time."""
        self._empty: tuple[Weighed, ...] = ()
        self._zeros = Zeros(())
        self._sums: list[float] = []
        """What lay on A after each stone."""
        self._loads: list[float] = []
        """The level of each pad under all stones, as far as the steps have come; and its zero just before."""
        self._befores: list[float] = []
        self._afters: dict[int, float] = {}
        """What each pad read as soon as the stones had left it."""

    def feed(self, frame: Frame, now_s: float) -> Step | None:
        """Take in a frame; the step that it leads to, or None where that is as before."""
        if self._heard_s is None:
            self._heard_s = self._asked_s = now_s
        if self.step.wants is Wants.NOTHING or (self.step.objection and self.step.objection.is_end):
            return None
        weighed = self._weigher.feed(frame, now_s)
        self._follow()
        lacking = self._weigher.lacking() if now_s >= self._heard_s + GREET_S else {}
        if lacking:
            return self._goes_to(self._objected(_lack(lacking)), now_s)
        if weighed is not None:
            return self._goes_to(self._take(weighed, now_s), now_s)
        restless = self._weigher.restless(now_s)
        if restless:
            return self._goes_to(self._objected(Objection(Why.MOVES, restless)), now_s)
        return None

    def lose(self) -> None:
        """The sensors are gone; when they come back it goes on where it was."""
        self._weigher.lose()
        self._heard_s = None

    def _goes_to(self, step: Step, now_s: float) -> Step | None:
        if step == self.step:
            return None
        if replace(step, objection=None) != replace(self.step, objection=None):
            self._asked_s = now_s
        self.step = step
        return step

    def _take(self, weighed: tuple[Weighed, ...], now_s: float) -> Step:
        if self.step.wants is Wants.EMPTY:
            return self._take_empty(weighed)
        levels = [pad.level_counts for pad in weighed]
        changes = self._zeros.changes(levels)
        take = {Wants.STONE: self._take_stone, Wants.PILE: self._take_pile, Wants.CLEAR: self._take_clear}
        found = self._below(changes) or take[self.step.wants](levels, changes)
        if isinstance(found, Objection):
            return self._objected(found)
        is_idle = found == replace(self.step, objection=None) and now_s >= self._asked_s + IDLE_S
        if is_idle and not self._loaded(changes):
            return self._objected(Objection(Why.NOT_FELT, (self.step.pad,)))
        return found

    def _objected(self, objection: Objection) -> Step:
        before = self.step.objection
        self._endured = self._endured + 1 if before is not None and before.why is objection.why else 0
        is_end = objection.why in ENDS and self._endured >= ENDURED_WEIGHINGS
        return replace(self.step, objection=replace(objection, is_end=is_end))

    def _follow(self) -> None:
        """Warmth goes on whatever is asked for or objected to; under the stones that lie there, too."""
        if not self._zeros.counts:
            return
        last = len(self._loads) - 1
        loads = [LEFT_STONES * self._stone_counts] * self._pads
        if self._loads:
            loads[last] = (self._loads[last] - self._befores[last]) / 2
        for pad, moved in self._zeros.follow(self._weigher.levels, self._felt_counts, loads).items():
            if pad == last:
                self._loads[pad] += moved
                self._befores[pad] += moved

    @property
    def _stone_counts(self) -> float:
        """What a stone adds, as far as it is known: before one lies on A, the least that one can."""
        return max([LIGHTEST_GRAMS * self._nominal[0], *_weights(self._sums)[:1]])

    @property
    def _felt_counts(self) -> float:
        return FELT_STONES * self._stone_counts

    def _loaded(self, changes: Sequence[float]) -> tuple[int, ...]:
        return tuple(index for index, change in enumerate(changes) if change >= self._felt_counts)

    def _weigh_unknown(self) -> Weigher:
        return Weigher(self._pads, [LIGHTEST_GRAMS * nominal for nominal in self._nominal])

    def _weigh_by(self, weigher: Weigher) -> None:
        """From now on; it has heard nothing yet."""
        self._weigher, self._heard_s = weigher, None

    def _below(self, changes: Sequence[float]) -> Objection | None:
        """Pads that read less than when they were empty."""
        below = tuple(index for index, change in enumerate(changes) if change <= -self._felt_counts)
        if self.step.pad in below and self.step.wants is not Wants.CLEAR:
            return Objection(Why.UPSIDE_DOWN, (self.step.pad,))
        return Objection(Why.WAS_LOADED, below) if below else None

    def _take_empty(self, weighed: tuple[Weighed, ...]) -> Step:
        self._empty = weighed
        self._zeros = Zeros([pad.level_counts for pad in weighed])
        far = self._far_zero(max(self._nominal))
        return self._objected(far) if far else Step(Wants.STONE, number=1)

    def _far_zero(self, nominal: float) -> Objection | None:
        zeros = self._zeros.counts
        far = tuple(index for index, zero in enumerate(zeros) if is_far_zero(zero, nominal))
        return Objection(Why.ZERO, far, round(zeros[far[0]], -3)) if far else None

    def _take_stone(self, levels: Sequence[float], changes: Sequence[float]) -> Step | Objection:
        load, before = changes[0], self._sums[-1] if self._sums else 0.0
        others = tuple(index for index in self._loaded(changes) if index)
        has_come = load - before >= self._felt_counts
        if others:
            return Objection(Why.LEFT, others) if has_come else Objection(Why.ELSEWHERE, (0, others[0]))
        if has_come:
            return self._add_stone(levels[0], load)
        while self._sums and load < self._sums[-1] - LEFT_STONES * _weights(self._sums)[-1]:
            self._sums.pop()  # taken off again
            if not self._sums:
                self._weigh_by(self._weigh_unknown())
        if self._sums:
            self._sums[-1] = load  # a finger lay on it, perhaps, when it was weighed first
        return Step(Wants.STONE, number=len(self._sums) + 1)

    def _add_stone(self, level: float, load: float) -> Step | Objection:
        weights = _weights([*self._sums, load])
        newest = weights[-1]
        if not is_stone(newest, self._nominal, STONE_LEEWAY):
            return self._no_stone(newest)
        if max(weights) > ODD_STONE * min(weights):
            return Objection(Why.UNEQUAL, (0,), round(newest / fmean(weights[:-1]), 1))
        if len(weights) == STONES:
            usual = load / STONES
            if not is_stone(usual, self._nominal):
                return self._no_stone(usual)
            far = self._far_zero(cell_of(usual, self._nominal))
            if far:
                return far
            self._loads, self._befores = [level], [self._zeros.counts[0]]
        self._sums.append(load)
        if len(weights) == 1:
            self._weigh_by(Weigher(self._pads, [newest]))
        return self._asks_for_pile() if len(weights) == STONES else Step(Wants.STONE, 0, len(weights) + 1)

    def _no_stone(self, stone_counts: float) -> Objection:
        is_light = stone_counts < stone_range(self._nominal[0])[0]
        return Objection(Why.TOO_LIGHT if is_light else Why.TOO_HEAVY, (0,), round(stone_counts, -2))

    def _take_pile(self, levels: Sequence[float], changes: Sequence[float]) -> Step | Objection:
        asked = self.step.pad
        others = tuple(index for index in self._loaded(changes) if index != asked)
        if changes[asked] < self._felt_counts:
            strange = [index for index in others if index != asked - 1]
            if strange:
                return Objection(Why.ELSEWHERE, (asked, strange[0]))
            self._weigh_again(levels)
            return replace(self.step, objection=None)
        left = self._left(others, changes)
        return left or self._rubs(levels) or self._gain(changes[asked]) or self._add_load(levels[asked])

    def _left(self, loaded: Sequence[int], changes: Sequence[float]) -> Objection | None:
        """Where stones still lie, though less than half a stone on the pad that they have left is none."""
        last = len(self._loads) - 1
        least = LEFT_STONES * self._last_stone()
        left = tuple(index for index in loaded if index != last or changes[index] >= least)
        return Objection(Why.LEFT, left) if left else None

    def _weigh_again(self, levels: Sequence[float]) -> None:
        """The stones lie where they lay: a finger lay on them, perhaps, when they were weighed first."""
        last = len(self._loads) - 1
        if abs(levels[last] - self._loads[last]) < LEFT_STONES * self._last_stone():
            self._loads[last] = levels[last]

    def _last_stone(self) -> float:
        """What a stone made of the pad that was weighed last, in counts."""
        return (self._loads[-1] - self._befores[-1]) / STONES

    def _rubs(self, levels: Sequence[float]) -> Objection | None:
        """Whether the pad that the stones have just left is not back at its zero."""
        last = len(self._loads) - 1
        self._afters[last] = levels[last]
        is_back = abs(levels[last] - self._befores[last]) <= RUBS_STONES * self._last_stone()
        return None if is_back else Objection(Why.RUBS, (last,))

    def _gain(self, load: float) -> Objection | None:
        """Whether the stones weigh something else here; of two pads nobody knows which one is wrong."""
        asked = self.step.pad
        others = zip(self._loads, self._befores, strict=True)
        ratio = load / median(level - zero for level, zero in others)
        if 1 / GAIN_APART <= ratio <= GAIN_APART:
            return None
        return Objection(Why.GAIN, (0, 1) if asked == 1 else (asked,), round(ratio, 1))

    def _add_load(self, level: float) -> Step:
        self._befores.append(self._zeros.counts[self.step.pad])
        self._loads.append(level)
        return self._asks_for_pile()

    def _asks_for_pile(self) -> Step:
        asked = len(self._loads)
        if asked == self._pads:
            return Step(Wants.CLEAR, asked - 1, STONES)
        return Step(Wants.PILE, asked, STONES)

    def _take_clear(self, levels: Sequence[float], changes: Sequence[float]) -> Step | Objection:
        if self._left(self._loaded(changes), changes):
            self._weigh_again(levels)
            return replace(self.step, objection=None)
        rubs = self._rubs(levels)
        return rubs or Step(Wants.NOTHING, result=self._result(levels))

    def _result(self, levels: Sequence[float]) -> Calibration:
        weights = _weights(self._sums)
        spread = stdev(weights) / fmean(weights)
        pads = []
        for index, empty in enumerate(self._empty):
            before, after = self._befores[index], self._afters[index]
            stone = (self._loads[index] - (before + after) / 2) / STONES
            figures = (levels[index], stone, spread * stone, empty.noise_counts, after - before)
            pads.append(PadCalibration(*figures))
        return Calibration(STONES, tuple(pads))


def _weights(sums: Sequence[float]) -> list[float]:
    """What each stone added."""
    return [after - before for before, after in pairwise((0.0, *sums))]


def _lack(lacking: dict[int, Lack]) -> Objection:
    """The pads that say nothing for the same reason as the first of them."""
    whys = {index: Why[lack.name] for index, lack in lacking.items()}
    first = next(iter(whys.values()))
    return Objection(first, tuple(index for index, why in whys.items() if why is first))
