"""One pad's stones, counted from levels alone: what light stones and fingers must not lead astray."""

from companion.scale.memory import PadMemory
from companion.scale.stack import PROOF_S, Stack

STONE_COUNTS = 1000.0
SIGMA_COUNTS = 10.0


class Levels:
    """Levels of one pad as hands make them, in stones of usual weight."""

    def __init__(self, *weights: float) -> None:
        memory = PadMemory(0.0, tuple(weight * STONE_COUNTS for weight in weights))
        self._stack = Stack(memory, STONE_COUNTS)
        self._now_s = 0.0
        self.rest(sum(weights))

    def rest(self, stones: float, seconds: float = 0.2) -> int | None:
        """Something moves, then the pad rests so long at this load: the height it tells at last."""
        self._stack.rest(None, SIGMA_COUNTS, self._now_s)
        self._now_s += 0.3
        self._stack.rest(stones * STONE_COUNTS, SIGMA_COUNTS, self._now_s)
        self._now_s += seconds
        return self._stack.rest(stones * STONE_COUNTS, SIGMA_COUNTS, self._now_s)


def test_a_light_stone_on_a_light_stone_is_counted() -> None:
    """Two thin ones in quick succession, neither weighed yet: five lie there, not four."""
    levels = Levels(1.0, 1.0, 1.0)

    seen = [levels.rest(3.69, 0.8), levels.rest(4.38)]

    assert seen == [4, 5]


def test_a_heavy_stone_on_a_heavy_stone_is_one_stone() -> None:
    """Two thick ones in quick succession are two, not three."""
    levels = Levels(1.0)

    seen = [levels.rest(2.3, 0.8), levels.rest(3.61)]

    assert seen == [2, 3]


def test_a_heavy_stone_that_lay_askew_for_a_moment_is_one_stone() -> None:
    """A thick one lay on an edge of the column until the hand set it straight: that is no second stone."""
    levels = Levels(1.0, 1.0, 1.0)

    seen = [levels.rest(3.75, 0.46), levels.rest(4.37)]

    assert seen == [4, 4]


def test_a_fingertip_that_nobody_believed_is_no_rest_to_count_from() -> None:
    """A finger stayed on the stone for a moment: what lies there is counted from before it came."""
    levels = Levels(0.7, 0.8, 1.17)

    under_finger = levels.rest(4.18, PROOF_S / 3)
    seen = levels.rest(3.96)

    assert (under_finger, seen) == (None, 4)


def test_a_finger_that_was_believed_goes_and_leaves_the_stones() -> None:
    """A finger pressed as steadily as a third of a stone; when it goes, no stone has gone with it."""
    levels = Levels(1.0, 1.0, 1.0)

    seen = [levels.rest(3.3, 1.5), levels.rest(3.0)]

    assert seen == [3, 3]
