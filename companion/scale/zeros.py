"""What the pads read when nothing lies on them: warmth moves it, whatever lies there meanwhile."""

from collections.abc import Sequence


class Zeros:
    """The zeros of all pads, in counts; `follow` them with each frame, from when they are known."""

    def __init__(self, counts: Sequence[float]) -> None:
        self.counts = list(counts)
        self._rested: list[float | None] = [None] * len(counts)

    def changes(self, levels: Sequence[float]) -> list[float]:
        """How much more than empty each pad reads."""
        return [level - zero for level, zero in zip(levels, self.counts, strict=True)]

    def follow(
        self, levels: Sequence[float | None], felt_counts: float, loads_counts: Sequence[float]
    ) -> dict[int, float]:
        """Take what each pad rests at, None where it does not; the loads that moved, by pad, in counts.

        Less than `felt_counts` from its zero a pad is empty. From its load on something lies there, and what
        moves as slowly as a pad at rest may is its zero. Between them a pad may be on its way back.
        """
        moved = {}
        pads = zip(levels, self._rested, loads_counts, strict=True)
        for pad, (level, before, load_counts) in enumerate(pads):
            self._rested[pad] = level
            if level is None:
                continue
            change = level - self.counts[pad]
            if abs(change) < felt_counts:
                self.counts[pad] = level
            elif change >= load_counts and before is not None:
                moved[pad] = level - before
                self.counts[pad] += moved[pad]
        return moved
