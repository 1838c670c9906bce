"""The calibration of all pads, step by step: an empty plate, three stones on A, and those from pad to pad.

Three stones one after the other tell what a stone weighs and how much stones differ; the same three, carried
together from A to G, tell what each pad makes of it. No button is needed: each step is taken as soon as all
pads rest. It takes a person ten acts, well below two minutes.
"""

from collections.abc import Sequence
from dataclasses import replace
from statistics import fmean

from companion.link.decoder import Frame
from companion.scale.calibration import (
    COUNTS_PER_GRAM,
    LIGHTEST_GRAMS,
    cell_of,
    is_far_zero,
    is_stone,
    stone_range,
)
from companion.scale.pile import Pile, Piles, found, weights
from companion.scale.step import ENDS, FIRST_STEP, STONES, Objection, Step, Wants, Why, lack_objection
from companion.scale.weighing import Weighed, Weigher
from companion.scale.zeros import Zeros

FELT_STONES = 0.25
"""So much more on a pad is a load; warmth and noise are less, between two frames."""
STONE_LEEWAY = 0.25
"""A single stone may be so much lighter or heavier than the usual ones: three standard deviations of 8 %."""
ODD_STONE = 1.55
"""The heaviest of the stones over the lightest: 1.5 is the utmost of one wood, two at once weigh nearly 2.

Both are for turned stones, 8 % apart. Play allows for home-made ones, 15 % (`stack.STONE_SPREAD`): it learns
what each weighs. Here two at once would pass for one, so three of such a set are refused one time in ten, and
three others of it will do.
"""
RUBS_STONES, LEFT_STONES, LIGHT_STONE = 0.15, 0.5, 0.7
"""How far from its zero a pad may come back, in stones; from where on a stone was left; the lightest one."""
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
        self._piles = Piles()
        self._is_anew = False
        """Whether what lies on the pad that is asked for has to be lifted first."""

    def feed(self, frame: Frame, now_s: float) -> Step | None:
        """Take in a frame; the step that it leads to, or None where that is as before."""
        if self._heard_s is None:
            self._heard_s = self._asked_s = now_s
        if self.step.wants is Wants.NOTHING or (self.step.objection and self.step.objection.is_end):
            return None
        weighed = self._weigher.feed(frame, now_s)
        self._follow()
        if self._piles.lying is not None and self._piles.lying.is_other:
            return self._goes_to(self._lay_anew(), now_s)
        lacking = self._weigher.lacking() if now_s >= self._heard_s + GREET_S else {}
        if lacking:
            return self._goes_to(self._objected(lack_objection(lacking)), now_s)
        if weighed is not None:
            return self._goes_to(self._take(weighed, now_s), now_s)
        if restless := self._weigher.restless(now_s):
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
        taken = self._below(changes) or self._anew(changes) or take[self.step.wants](levels, changes)
        if isinstance(taken, Objection):
            return self._objected(taken)
        is_idle = taken == replace(self.step, objection=None) and now_s >= self._asked_s + IDLE_S
        if is_idle and not self._loaded(changes):
            return self._objected(Objection(Why.NOT_FELT, (self.step.pad,)))
        return taken

    def _objected(self, objection: Objection) -> Step:
        before = self.step.objection
        self._endured = self._endured + 1 if before is not None and before.why is objection.why else 0
        is_end = objection.why in ENDS and self._endured >= ENDURED_WEIGHINGS
        return replace(self.step, objection=replace(objection, is_end=is_end))

    def _follow(self) -> None:
        """Warmth goes on whatever is asked for; under the stones that lie there, too."""
        if not self._zeros.counts:
            return
        levels, at, pile = self._weigher.levels, self._piles.at, self._piles.lying
        stone_counts = self._stone_counts
        felt_counts = FELT_STONES * stone_counts
        loads = [LEFT_STONES * stone_counts] * self._pads
        if pile is not None:
            loads[at] = pile.load / 2
        moved = self._zeros.follow(levels, felt_counts, loads)
        if pile is not None:
            pile.move(moved.get(at, 0.0))
            pile.watch(levels[at])
        asked, level = self.step.pad, levels[self.step.pad]
        if level is not None and level - self._zeros.counts[asked] < felt_counts:
            self._is_anew = False

    @property
    def _stone_counts(self) -> float:
        """What a stone adds, as far as it is known: before one lies on A, the least that one can."""
        return max([LIGHTEST_GRAMS * self._nominal[0], *weights(self._sums)[:1]])

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
        while self._sums and load < self._sums[-1] - LEFT_STONES * weights(self._sums)[-1]:
            self._sums.pop()  # taken off again
            if not self._sums:
                self._weigh_by(self._weigh_unknown())
        if self._sums:
            self._sums[-1] = load  # a finger lay on it, perhaps, when it was weighed first
        return Step(Wants.STONE, number=len(self._sums) + 1)

    def _add_stone(self, level: float, load: float) -> Step | Objection:
        stones = weights([*self._sums, load])
        newest = stones[-1]
        if not is_stone(newest, self._nominal, STONE_LEEWAY):
            return self._no_stone(newest)
        if max(stones) > ODD_STONE * min(stones):
            return Objection(Why.UNEQUAL, (0,), round(newest / fmean(stones[:-1]), 1))
        if len(stones) == STONES:
            usual = load / STONES
            if not is_stone(usual, self._nominal):
                return self._no_stone(usual)
            far = self._far_zero(cell_of(usual, self._nominal))
            if far:
                return far
            self._piles.lay(0, Pile(level, self._zeros.counts[0], stones))
        self._sums.append(load)
        if len(stones) == 1:
            self._weigh_by(Weigher(self._pads, [newest]))
        return self._asks_for_pile() if len(stones) == STONES else Step(Wants.STONE, 0, len(stones) + 1)

    def _no_stone(self, stone_counts: float) -> Objection:
        is_light = stone_counts < stone_range(self._nominal[0])[0]
        return Objection(Why.TOO_LIGHT if is_light else Why.TOO_HEAVY, (0,), round(stone_counts, -2))

    def _take_pile(self, levels: Sequence[float], changes: Sequence[float]) -> Step | Objection:
        asked = self.step.pad
        others = tuple(index for index in self._loaded(changes) if index != asked)
        if changes[asked] < self._felt_counts:
            strange = [index for index in others if index != self._piles.at]
            if strange:
                return Objection(Why.ELSEWHERE, (asked, strange[0]))
            return self._weigh_again(levels) or replace(self.step, objection=None)
        left = self._left(others, changes) or self._rubs(levels) or self._gain(changes[asked], asked)
        first = None if asked else self._piles.of.get(0)
        if left is None and first is not None and first.is_part(changes[0]):  # the first were counted
            self._is_anew = True
            return Objection(Why.ANEW, (asked,))
        return left or self._add_load(levels[asked])

    def _left(self, loaded: Sequence[int], changes: Sequence[float]) -> Objection | None:
        """Where stones still lie, though less than half a stone on the pad that they have left is none."""
        pile = self._piles.lying
        least = LEFT_STONES * pile.load / STONES if pile else 0.0
        left = tuple(index for index in loaded if index != self._piles.at or changes[index] >= least)
        return Objection(Why.LEFT, left) if left else None

    def _weigh_again(self, levels: Sequence[float]) -> Objection | None:
        """The stones lie where they lay, all of them by now."""
        pad, pile = self._piles.at, self._piles.lying
        if pile is None or len(self._piles.of) == 1 or not pile.is_whole(levels[pad]):
            return None  # the first were counted, one by one
        objection = self._gain(levels[pad] - pile.before, pad)
        if objection is None:
            pile.weigh_again(levels[pad])
        return objection

    def _rubs(self, levels: Sequence[float]) -> Objection | None:
        """Whether the pad that the stones have just left is not back at its zero."""
        pad, pile = self._piles.at, self._piles.lying
        if pile is None or (self.step.wants is Wants.PILE and pad == self.step.pad):
            return None
        pile.after = levels[pad]
        is_back = abs(levels[pad] - pile.before) <= RUBS_STONES * pile.load / STONES
        return None if is_back else Objection(Why.RUBS, (pad,))

    def _gain(self, load: float, pad: int) -> Objection | None:
        """Whether the stones weigh something else here; of two pads nobody knows which one is wrong."""
        ratio = self._piles.apart(load, pad)
        if ratio is None:
            return None
        is_second = len(self._piles.of.keys() - {pad}) == 1
        return Objection(Why.GAIN, (0, pad) if is_second else (pad,), round(ratio, 1))

    def _add_load(self, level: float) -> Step:
        if len(self._piles.of) == 1:
            self._sums[-1] = self._piles.of[0].load  # a finger lay on them, perhaps
        pad = self.step.pad
        self._piles.lay(pad, Pile(level, self._zeros.counts[pad], weights(self._sums)))
        return self._asks_for_pile()

    def _asks_for_pile(self) -> Step:
        at, asked = self._piles.at, self._piles.following(self._pads)
        if asked is None:
            return Step(Wants.CLEAR, at, STONES)
        step = Step(Wants.PILE, asked, STONES, source=None if at == asked - 1 else at)
        self._is_anew = at == asked
        return replace(step, objection=Objection(Why.ANEW, (asked,))) if self._is_anew else step

    def _take_clear(self, levels: Sequence[float], changes: Sequence[float]) -> Step | Objection:
        left = self._left(self._loaded(changes), changes)
        if left is None:
            return self._rubs(levels) or Step(
                Wants.NOTHING, result=found(self._sums, self._piles, levels, self._empty)
            )
        pad = self.step.pad
        has_stone = changes[pad] >= LIGHT_STONE * self._piles.of[pad].load / STONES
        if others := tuple(index for index in left.pads if index != pad or not has_stone):
            return Objection(Why.LEFT, others)
        return self._weigh_again(levels) or replace(self.step, objection=None)

    def _anew(self, changes: Sequence[float]) -> Objection | None:
        """Stands until all have been lifted, and are laid there anew."""
        pad, objection = self.step.pad, self.step.objection
        is_loaded = changes[pad] >= self._felt_counts
        is_told = objection is not None and objection.why is Why.ANEW
        return Objection(Why.ANEW, (pad,)) if self._is_anew or (is_told and not is_loaded) else None

    def _lay_anew(self) -> Step:
        """Others have left than were weighed, or some of them: they are to be weighed there once more."""
        pad, self._is_anew = self._piles.at, True
        self._piles.forget()
        objection = Objection(Why.ANEW, (pad,))
        if self._piles.of:
            return Step(Wants.PILE, pad, STONES, objection)
        self._sums.clear()
        self._weigh_by(self._weigh_unknown())
        return Step(Wants.STONE, pad, 1, objection)
