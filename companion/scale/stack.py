"""The stones on one pad: a level at rest becomes a number of stones, knowing what should lie there."""

from companion.scale.memory import PadMemory

CLEAR_STONES = 0.45
"""A level may be so far from a whole number of stones: three times 15 %, for a home-made one."""
HALF_STONES = 0.6
"""And where it is further, but no further than this, the nearest number is believed after `PROOF_S`."""
PLAIN_STONES, STEP_STONES = 0.4, 0.3
"""The sum is plain when it is so near; where it is not, a step since the last rest counts that is so near."""
PROOF_S = 0.5
"""What is not plain, and two stones more or less at once, is believed after so long: it may be a finger."""
MOST_STONES = 9
"""A full tall column and two stones too many; what presses harder is a hand."""
WEIGH_S = 1.0
"""After so long at rest a stone lies straight, and no slow hand is lowering it any more."""
SAME_STONES = 0.025
"""One stone weighed twice differs by less: 10 mg of noise in each of four levels, and some creep."""
LEARN_PART = 0.1
"""How much of a newly weighed stone goes into what a stone usually adds to this pad."""


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
        self._rested: tuple[int, float] | None = None
        """Height and load of the last rest with a known height."""
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
            self.height = None
        elif before is None:
            self._rests_since_s, self._is_weighed = now_s, False
            self.height, is_plain = self._count(level_counts)
            self._is_doubted = not is_plain or self._jumps(self.height)
            self._compare(level_counts - self._zero_counts, sigma_counts)
        elif self._is_weighed:
            self._zero_counts += level_counts - before
        elif self.height == len(self._weights) and now_s >= self._rests_since_s + WEIGH_S:
            self._weigh(level_counts, self._zero_counts)
        self._is_doubted = self._is_doubted and now_s < self._rests_since_s + PROOF_S
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
        enough; if not, nothing is learnt, and the table shows the difference.
        """
        level = self._level_counts
        if level is None:
            return False
        if self._zero_counts is None or (height == 0 and not self.height):
            self._zero_counts = level - height * self.stone_counts
        load = level - self._zero_counts
        spread = CLEAR_STONES + 0.08 * height
        is_near = abs(load / self.stone_counts - height) <= spread
        self._weights = [load / height] * height if height and is_near else []
        self._unweighed = 0
        self.height, _ = self._count(level)
        return True

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
        self._rested = len(self._weights), level_counts - (self._zero_counts or 0.0)

    def off_counts(self) -> float | None:
        """How much more lies here, at rest, than is remembered; None: it moves, or nothing is."""
        if self._level_counts is None or self._zero_counts is None:
            return None
        return self._level_counts - self._zero_counts - sum(self._weights)

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
        if self._zero_counts is not None and self._level_counts is not None:
            self._zero_counts += counts
            self.height, _ = self._count(self._level_counts)

    def forget(self) -> None:
        """Know nothing any more."""
        self._zero_counts = self.height = self._rested = None
        self._weights = []

    def _jumps(self, height: int | None) -> bool:
        """Whether the column became two stones higher or lower at once."""
        return self._rested is not None and height is not None and abs(height - self._rested[0]) > 1

    def _compare(self, load_counts: float, sigma_counts: float) -> None:
        """Whether the stone that came is the one believed gone: by its weight it may be, or cannot be."""
        height = self.height
        if height is None:
            return
        if self._rested is not None:
            before, load_before = self._rested
            change = load_counts - load_before
            if height == before - 1:
                self._left_counts, self.is_back = -change, False
            elif height == before + 1 and self._gone_counts is not None:
                alike = max(SAME_STONES * self.stone_counts, 2 * sigma_counts)
                self.is_back = abs(change - self._gone_counts) <= alike
            elif height != before:
                self._left_counts, self.is_back = None, False
        self._rested = height, load_counts

    def _count(self, level_counts: float) -> tuple[int | None, bool]:
        """So many stones, and whether that is plain; None: more than stones, or less than none.

        By all of them where that is plain, else by what came or went since the last rest: stones that were
        not weighed yet each add their error to the sum, but a step is mostly one stone.
        """
        load = level_counts - (self._zero_counts or 0.0)
        height, off = self._nearest(load, 0, 0.0)
        if off >= PLAIN_STONES and self._rested is not None:
            by_step, step_off = self._nearest(load, *self._rested)
            if step_off < min(off, STEP_STONES) or off >= CLEAR_STONES:
                height, off = by_step, step_off
        return (height, off < CLEAR_STONES) if off < HALF_STONES else (None, False)

    def _nearest(self, load: float, from_height: int, from_load: float) -> tuple[int, float]:
        """The height that comes nearest to a load, counted from one that is known; how far off, in stones."""
        best, best_off = from_height, abs(load - from_load)
        up = down = from_load
        for height in range(from_height + 1, MOST_STONES + 1):
            up += self._weight(height - 1)
            best, best_off = min((best, best_off), (height, abs(load - up)), key=_off)
        for height in range(from_height - 1, -1, -1):
            down -= self._weight(height)
            best, best_off = min((best, best_off), (height, abs(load - down)), key=_off)
        return best, best_off / self.stone_counts

    def _weight(self, index: int) -> float:
        return self._weights[index] if index < len(self._weights) else self.stone_counts


def _off(candidate: tuple[int, float]) -> float:
    return candidate[1]
