"""The stones on one pad: a level at rest becomes a number of stones, knowing what should lie there."""

from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf, log

from companion.scale.memory import PadMemory

CLEAR_STONES = 0.45
"""A level may be so far from a whole number of stones: three times 15 %, for a home-made one."""
HALF_STONES = 0.65
"""And where it is further, but no further than this, the nearest number is believed after `PROOF_S`."""
SWING_CLEAR_STONES = 0.3
"""And what a pad swings about, by no more than this: most stones do, and fewer fingers."""
BARE_SPREAD, STONE_SPREAD = 0.1, 0.15
"""How far a load is off, as standard deviations: by noise and warmth, and by each stone not weighed yet."""
LEAST_DOUBT, DOUBT_PER_S = -6.5, 12.0
"""How unlikely it is that at a rest a finger lay on the stone, or it lay askew: the more so, the longer."""
AT_ONCE_COST = 6.0
"""Stones come one by one: each more at once is as unlikely as two and a half of these off."""
OTHER_COST = 2.0
"""Where a stone that was weighed has left, it comes back more often than another comes in its place."""
LEAST_LEAD = 4.0
"""A number of stones that is not seven times as likely as any other (2 ln 7 is 3.9) is a guess."""
PROOF_S = 0.5
"""What is not plain, and two stones more or less at once, is believed after so long: it may be a finger."""
MOST_STONES = 9
"""A full tall column and two stones too many; what presses harder is a hand."""
WEIGH_S = 1.0
"""After so long at rest a stone lies straight, and no slow hand is lowering it any more."""
SAME_STONES = 0.025
"""One stone weighed twice differs by less: 10 mg of noise in each of four levels, and some creep."""
SAME_LOAD = 0.05
"""Loads at two rests that differ by less are the same stones: noise and creep make no more; estimated."""
LEARN_PART = 0.1
"""How much of a newly weighed stone goes into what a stone usually adds to this pad."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What lay there while the pad rested."""

    height: int
    load_counts: float
    cost: float
    """How unlikely that was, from the stones that were weighed."""
    seconds: float = 0.0
    """How long it lasted."""
    lead: float = inf
    """By how much the next number of stones was less likely."""
    earlier: float = 0.0
    """The greatest `doubt` of the rests before it, since these stones came and before they were weighed."""
    is_weighed: bool = False

    @property
    def doubt(self) -> float:
        """How unlikely it is that a finger lay on the top stone, or it lay askew."""
        return min(LEAST_DOUBT + DOUBT_PER_S * self.seconds, self.lead)


class Stack:
    """What one pad knows of its zero and its stones, in raw counts.

    A stone counts with the usual weight until the pad has rested for `WEIGH_S`; then it is weighed, once it
    surely lies still and straight. From then on zero and weights always add up to the level: what changes
    slowly under a resting load is warmth, and moves the zero; what has changed over a movement belongs to
    the top stone, which was set straight, or is another one.
    """

    def __init__(self, memory: PadMemory, stone_counts: float) -> None:
        self.stone_counts = stone_counts
        """What a stone usually adds here."""
        self.height: int | None = None
        """As of this rest; None: it moves, or it lies on no whole number of stones."""
        self.is_back = False
        """The newest stone weighs what the one weighed that is believed gone from here."""
        self._zero_counts = memory.zero_counts
        self._weights = list(memory.weights_counts)
        self._unweighed = 0
        """So many of them, at the top, have only the usual weight."""
        self._level_counts: float | None = None
        self._rests_since_s = 0.0
        self._is_weighed = False
        """In this rest."""
        self._is_doubted = False
        self._lead = inf
        """Of the height, as it was counted last."""
        self._rested: Rest | None = None
        """The last one with a known height."""
        self._stops_counts: list[float] = []
        """The loads of the rests since then that had none: at each a stone may have come, or left."""
        self._left_counts: float | None = None
        """What the stone weighed that left last."""
        self._gone_counts: float | None = None
        """What the stone weighed that left last and is believed gone."""

    @property
    def memory(self) -> PadMemory:
        """To be kept over a power cut."""
        return PadMemory(self._zero_counts, tuple(self._weights))

    def rest(self, level_counts: float | None, sigma_counts: float, now_s: float) -> int | None:
        """Take in the pad's level, None while it moves; the stones that makes, None where it is unclear.

        `sigma_counts`: how far single readings scatter, for what passes as the same weight.
        """
        before, self._level_counts = self._level_counts, level_counts
        if level_counts is None or self._zero_counts is None:
            if before is not None and self._rested is not None and self._is_known:
                self._rested = replace(self._rested, seconds=now_s - self._rests_since_s)
            self.height = None
        elif before is None:
            self._rests_since_s, self._is_weighed = now_s, False
            self._begin(level_counts, sigma_counts)
        elif self.height is None and level_counts < self._zero_counts - HALF_STONES * self.stone_counts:
            if now_s >= self._rests_since_s + WEIGH_S:  # nothing is lighter than an empty pad
                self.forget()
                self._zero_counts, self.height = level_counts, 0
        elif self._is_weighed:
            self._zero_counts += level_counts - before
        elif self.height == len(self._weights) and now_s >= self._rests_since_s + WEIGH_S:
            self._weigh(level_counts, self._zero_counts)
        if self._is_doubted and level_counts is not None and now_s >= self._rests_since_s + PROOF_S:
            self._is_doubted = False
            self._compare(level_counts - (self._zero_counts or 0.0), sigma_counts)
        return None if self._is_doubted else self.height

    def believe(self, height: int) -> None:
        """So many stones lie here: those that came are weighed soon, those that went are forgotten."""
        came = height - len(self._weights)
        if came:
            self._gone_counts = self._left_counts if came == -1 else None
        self._unweighed = max(0, self._unweighed + came)
        self._weights = self._weights[:height] + [self.stone_counts] * came

    def set_up(self, height: int) -> bool:
        """A game begins with `height` stones here that nobody has weighed; False: it does not rest yet.

        Without a zero, the level makes one, and so it does where no stone should lie and none is seen, for a
        plate that was moved or warmed since. Else the stones share what they weigh together, if that is near
        enough; if not, nothing is learnt, and the table shows the difference. Stones that are known to lie
        here stay known until they have left: nobody can weigh them anew below each other.
        """
        level = self._level_counts
        if level is None:
            return False
        if self._is_known and self.height == len(self._weights) and self.height not in (0, height):
            return True
        if self._zero_counts is None or (height == 0 and not self.height):
            self._zero_counts = level - height * self.stone_counts
        load = level - self._zero_counts
        spread = CLEAR_STONES + 0.08 * height
        is_near = abs(load / self.stone_counts - height) <= spread
        self._weights = [load / height] * height if height and is_near else []
        self._unweighed, self._rested = 0, None
        self.height, _, self._lead = self._count(level)
        return True

    def _begin(self, level_counts: float, sigma_counts: float) -> None:
        """It has come to rest: a number of stones, if one is likely enough; what is not plain is doubted."""
        load_counts = level_counts - (self._zero_counts or 0.0)
        self.height, off, self._lead = self._count(level_counts)
        if self.height is None:
            self._stops_counts.append(load_counts)
        self._is_doubted = self.height is None or off >= CLEAR_STONES or self._jumps(self.height)
        if not self._is_doubted:
            self._compare(load_counts, sigma_counts)

    def _weigh(self, level_counts: float, zero_counts: float) -> None:
        off = level_counts - zero_counts - sum(self._weights)
        if not self._weights:
            self._zero_counts = zero_counts + off
        else:
            self._weights[-1] += off
            if self._unweighed == 1:
                self.stone_counts += (self._weights[-1] - self.stone_counts) * LEARN_PART
        self._unweighed = 0
        self._is_weighed = True
        load_counts = level_counts - (self._zero_counts or 0.0)
        self._rested = Rest(len(self._weights), load_counts, 0.0, is_weighed=True)
        self._stops_counts.clear()

    def swings_about(self, centre_counts: float) -> int | None:
        """How many stones that makes, while it moves; None: it is not plain.

        Two more or less at once are fingers that press.
        """
        if self._zero_counts is None:
            return None
        height, off, _ = self._count(centre_counts)
        return height if off < SWING_CLEAR_STONES and not self._jumps(height) else None

    def off_counts(self) -> float | None:
        """How much more lies here, at rest, than is remembered; None: it moves, or nothing is."""
        if self._level_counts is None or self._zero_counts is None:
            return None
        return self._level_counts - self._zero_counts - sum(self._weights)

    @property
    def is_bare(self) -> bool:
        """Whether it rests at the zero that it remembers, or tells neither."""
        if self._level_counts is None or self._zero_counts is None:
            return True
        return abs(self._level_counts - self._zero_counts) < CLEAR_STONES * self.stone_counts

    def is_far_from(self, kept: PadMemory, counts: float) -> bool:
        """Whether what is known at rest differs from what was kept by more than this."""
        if not self._is_weighed or self._zero_counts is None:
            return kept.zero_counts is None and self._zero_counts is not None
        if kept.zero_counts is None or len(kept.weights_counts) != len(self._weights):
            return True
        pairs = zip(
            (self._zero_counts, *self._weights), (kept.zero_counts, *kept.weights_counts), strict=True
        )
        return any(abs(now - then) > counts for now, then in pairs)

    def shift(self, counts: float) -> None:
        """Move the zero: warmth, or a lifted temple, while nobody looked."""
        if self._zero_counts is not None:
            self._zero_counts += counts
            self._rested = None  # that load was reckoned from another zero
        if self._level_counts is not None:
            self.height, _, self._lead = self._count(self._level_counts)

    def forget(self) -> None:
        """Know nothing any more but what a stone usually adds."""
        self._zero_counts = self.height = self._rested = None
        self._left_counts = self._gone_counts = None
        self._weights, self._unweighed = [], 0
        self._is_weighed = self._is_doubted = self.is_back = False

    @property
    def _is_known(self) -> bool:
        return self.height is not None and not self._is_doubted

    def _jumps(self, height: int | None) -> bool:
        """Whether the column became two stones higher or lower at once."""
        return self._rested is not None and height is not None and abs(height - self._rested.height) > 1

    def _compare(self, load_counts: float, sigma_counts: float) -> None:
        """Whether the stone that came is the one that had left: by its weight it may be, or cannot be."""
        height = self.height
        if height is None:
            return
        before, earlier = self._rested, 0.0
        if before is not None:
            change = load_counts - before.load_counts
            if height == before.height - 1:
                self._left_counts, self.is_back = -change, False
            elif height == before.height + 1:
                known = self._left_counts if self._gone_counts is None else self._gone_counts
                alike = max(SAME_STONES * self.stone_counts, sigma_counts)
                self.is_back = known is not None and abs(change - known) <= alike
            elif height != before.height:
                self._left_counts, self.is_back = None, False
            elif not before.is_weighed:
                earlier = max(0.0, before.earlier, before.doubt)
        _, cost = self._fit_weighed(height, load_counts)
        self._stops_counts.clear()
        self._rested = Rest(height, load_counts, cost, lead=self._lead, earlier=earlier)

    def _count(self, level_counts: float) -> tuple[int | None, float, float]:
        """So many stones, how far off that is, in stones, and by how much the next number is less likely.

        None for the number: more than stones, or less than none.
        """
        load = level_counts - (self._zero_counts or 0.0)
        (cost, off, height), (next_cost, *_) = sorted(
            self._fit(height, load) for height in range(MOST_STONES + 1)
        )[:2]
        lead = next_cost - cost
        is_known = off < HALF_STONES and lead >= LEAST_LEAD
        return (height if is_known else None, off, lead)

    def _fit(self, height: int, load: float) -> tuple[float, float, int]:
        """How unlikely it is that so many stones make this load; how far off it is, in stones; the height.

        Counted from the last rest, where a step is mostly one stone; or from the stones that were weighed, if
        a finger lay on the top one at that rest, or it lay askew.
        """
        off, from_weighed = self._fit_weighed(height, load)
        rest = self._rested
        if rest is None:
            return from_weighed, off, height
        change = load - rest.load_counts
        step_off = abs(change - self._sum(height) + self._sum(rest.height)) / self.stone_counts
        low, high = sorted((height, rest.height))
        step = _cost(step_off, high - max(low, self._weighed))
        if height > rest.height:  # perhaps not the stones that were weighed there
            other_off = abs(change / self.stone_counts - (height - rest.height))
            step, step_off = min((step, step_off), (_cost(other_off, high - low) + OTHER_COST, other_off))
        more = AT_ONCE_COST * max(0, high - low - 1 - self._stops_before(load))
        is_same = abs(change) < SAME_LOAD * self.stone_counts  # a finger would not press as hard once more
        doubt = rest.earlier + (rest.lead if is_same else rest.doubt)
        if height != rest.height and abs(change) < HALF_STONES * self.stone_counts:
            doubt += AT_ONCE_COST  # hardly a stone is so light: a finger went as it came, or came as it left
        return min((rest.cost + step + more, step_off, height), (from_weighed + doubt + more, off, height))

    def _stops_before(self, load: float) -> int:
        """How many rests had no height on the way here: those where the load was another than it is now."""
        loads = [*self._stops_counts, load]
        return sum(
            abs(after - before) > CLEAR_STONES * self.stone_counts for before, after in pairwise(loads)
        )

    def _fit_weighed(self, height: int, load: float) -> tuple[float, float]:
        """How far off so many stones are, in stones, and how unlikely, counted from the weighed ones."""
        off = abs(load - self._sum(height)) / self.stone_counts
        return off, _cost(off, height - self._weighed)

    @property
    def _weighed(self) -> int:
        """So many stones, from the lowest, were weighed."""
        return len(self._weights) - self._unweighed

    def _sum(self, height: int) -> float:
        return sum(map(self._weight, range(height)))

    def _weight(self, index: int) -> float:
        return self._weights[index] if index < len(self._weights) else self.stone_counts


def _cost(off_stones: float, unweighed: int) -> float:
    """How unlikely it is to be so far off, with so many stones that nobody has weighed.

    Minus twice the logarithm of the normal density, but for a constant: a squared z-score, and what is
    expected within narrower bounds is the likelier where it comes true.
    """
    variance = BARE_SPREAD**2 + max(0, unweighed) * STONE_SPREAD**2
    return off_stones**2 / variance + log(variance / (BARE_SPREAD**2 + STONE_SPREAD**2))
