"""A level at rest becomes a number of stones, knowing what should lie there."""

from dataclasses import replace

from companion.scale.memory import PadMemory

KNOWN_STONES = 0.25
"""A level may be so far from the sum of stones that were weighed when they came."""
NEW_STONES = 0.38
"""A first stone that nobody has weighed may differ so much from the usual: four times 8 %."""
MORE_STONES = 0.08
"""And each further one adds so much."""
MOST_STONES = 9
"""A full tall column and two stones too many; what presses harder is a hand."""
FOLLOW_S = 20.0
"""Warmth moves a zero by up to 2 g a minute; it is followed with this time constant."""


def height_of(level_counts: float, memory: PadMemory) -> int | None:
    """How many stones make this level; None where no whole number comes near enough."""
    if memory.zero_counts is None:
        return None
    stone = memory.counts_per_stone
    load = level_counts - memory.zero_counts
    best, best_off = None, 1.0
    expected = 0.0
    for height in range(MOST_STONES + 1):
        off = abs(load - expected) / stone
        unseen = height - len(memory.weights_counts)
        allowed = KNOWN_STONES if unseen <= 0 else NEW_STONES + MORE_STONES * (unseen - 1)
        if off < min(best_off, allowed):
            best, best_off = height, off
        expected += memory.weights_counts[height] if unseen < 0 else stone
    return best


def learn(memory: PadMemory, level_counts: float | None, height: int) -> PadMemory:
    """So many stones are believed in: weigh those that came, if the level shows them; forget the others."""
    known = memory.weights_counts[:height]
    came = height - len(known)
    if came and level_counts is not None and memory.zero_counts is not None:
        known += ((level_counts - memory.zero_counts - sum(known)) / came,) * came
    return replace(memory, weights_counts=known)


def follow(memory: PadMemory, level_counts: float, seconds: float) -> PadMemory:
    """Let the zero follow a level that rests where it should, for warmth and creep."""
    if memory.zero_counts is None:
        return memory
    off = level_counts - memory.zero_counts - sum(memory.weights_counts)
    return replace(memory, zero_counts=memory.zero_counts + off * min(1.0, seconds / FOLLOW_S))


def set_up(memory: PadMemory, level_counts: float, height: int) -> PadMemory:
    """A game is set up with `height` stones here that nobody has weighed.

    Without a zero, the level makes one. With one, the stones share what they weigh together, if that is
    near enough; else nothing is learnt, and the table shows the difference.
    """
    stone = memory.counts_per_stone
    if memory.zero_counts is None:
        return replace(memory, zero_counts=level_counts - height * stone, weights_counts=(stone,) * height)
    load = level_counts - memory.zero_counts
    if height and abs(load / stone - height) <= NEW_STONES + MORE_STONES * height:
        return replace(memory, weights_counts=(load / height,) * height)
    return replace(memory, weights_counts=())
