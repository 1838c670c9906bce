"""How a touch loads a pad over time, in grams: lifting, knocking, leaning, brushing; landings are next door.

Each curve begins and ends at rest. The shapes are estimates, made to be no kinder than a real hand:
fingers push before they lift and press before they let go.
"""

import math

# Of the time that a stone takes to leave:
_GRIPPED = 0.35  # the fingers have closed around it


def smooth(part: float) -> float:
    """From 0 to 1 as `part` goes from 0 to 1, level at both ends; 0 before, 1 after."""
    within = min(1.0, max(0.0, part))
    return within * within * (3.0 - 2.0 * within)


def swell(part: float) -> float:
    """From 0 up to 1 and back to 0 as `part` goes from 0 to 1; 0 outside."""
    return math.sin(math.pi * part) if 0.0 < part < 1.0 else 0.0


def lifting(part: float, stone_grams: float, push_grams: float) -> float:
    """What a hand that takes a stone adds to the pad, from 0 to -`stone_grams` as `part` goes from 0 to 1."""
    return push_grams * swell(part / _GRIPPED) - stone_grams * smooth((part - 0.2) / 0.8)


def knocking(age_s: float, seconds: float, grams: float, hz: float) -> float:
    """A swing about 0, bounded by `grams`, that dies away as `age_s` goes from 0 to `seconds`."""
    part = age_s / seconds
    return grams * math.sin(math.tau * hz * age_s) * math.exp(-4.0 * part) * (1.0 - part)


def leaning(age_s: float, seconds: float, grams: float, sway_hz: float) -> float:
    """A hand that comes, sways by a fifth of its weight to and fro, trembles a little, and leaves in time."""
    edge_s = min(0.2, seconds / 4)
    shape = smooth(age_s / edge_s) * smooth((seconds - age_s) / edge_s)
    sway = 1.0 + 0.2 * math.sin(math.tau * sway_hz * age_s)
    return shape * (grams * sway + tremor(age_s, 2.0))


def brushing(age_s: float, seconds: float, grams: float) -> float:
    """A sleeve or a finger that touches in passing: up to `grams`, off again when `age_s` is `seconds`."""
    return grams * swell(age_s / seconds) ** 2


def tremor(age_s: float, grams: float) -> float:
    """Hands at rest tremble, at 8 to 12 Hz (physiological tremor)."""
    return grams * math.sin(math.tau * 9.0 * age_s)
