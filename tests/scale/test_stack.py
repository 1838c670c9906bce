"""One pad's stones, counted from levels alone: what light stones and fingers must not lead astray."""

import pytest

from companion.scale.memory import PadMemory
from companion.scale.stack import PROOF_S, WEIGH_S, Stack

STONE_COUNTS = 1000.0
SIGMA_COUNTS = 10.0


class Levels:
    """Levels of one pad as hands make them, in stones of usual weight."""

    def __init__(self, *weights: float) -> None:
        memory = PadMemory(0.0, tuple(weight * STONE_COUNTS for weight in weights))
        self._stack = Stack(memory, STONE_COUNTS)
        self._now_s = 0.0
        self.rest(sum(weights))

    @property
    def is_back(self) -> bool:
        """Whether the newest stone weighs what the one weighed that left."""
        return self._stack.is_back

    @property
    def stone_counts(self) -> float:
        """What a stone usually adds."""
        return self._stack.stone_counts

    def rest(self, stones: float, seconds: float = 0.2, believed: int | None = None) -> int | None:
        """Something moves, then the pad rests so long at this load: the height it tells at last.

        `believed`: a turn has settled meanwhile that leaves so many stones here.
        """
        self._stack.rest(None, SIGMA_COUNTS, self._now_s)
        self._now_s += 0.3
        self._stack.rest(stones * STONE_COUNTS, SIGMA_COUNTS, self._now_s)
        if believed is not None:
            self._stack.believe(believed)
        return self.stay(stones, seconds)

    def stay(self, stones: float, seconds: float) -> int | None:
        """It rests on."""
        self._now_s += seconds
        return self._stack.rest(stones * STONE_COUNTS, SIGMA_COUNTS, self._now_s)

    def shift(self, stones: float, load: float) -> None:
        """It rests at this load, and the zero is moved."""
        self.rest(load)
        self._stack.shift(stones * STONE_COUNTS)


@pytest.mark.parametrize(
    ("weighed", "first", "both", "height"),
    [
        ((1.1, 1.2), (2.94, 0.49), 3.70, 4),
        ((1.0, 1.0, 1.0), (3.69, 0.8), 4.38, 5),  # two thin ones in quick succession
        ((1.0, 1.0, 1.0), (3.75, 0.46), 4.37, 4),  # a thick one that lay askew until it was set straight
    ],
)
def test_two_light_stones_or_one_that_was_touched_are_not_told_apart(
    weighed: tuple[float, ...], first: tuple[float, float], both: float, height: int
) -> None:
    """No number is likely enough, and nobody guesses; lifted and put down once more, they are counted."""
    levels = Levels(*weighed)
    levels.rest(*first)

    assert [levels.rest(both), levels.stay(both, 4.0), levels.rest(both)] == [None, None, None]
    levels.rest(first[0] if height > len(weighed) + 1 else float(sum(weighed)), 1.2)
    assert levels.rest(both) == height


def test_a_heavy_stone_on_a_heavy_stone_is_one_stone() -> None:
    """Two thick ones in quick succession are two, not three."""
    levels = Levels(1.0)

    seen = [levels.rest(2.3, 0.8), levels.rest(3.61)]

    assert seen == [2, 3]


def test_a_fingertip_that_nobody_believed_is_no_rest_to_count_from() -> None:
    """A finger stayed on the stone for a moment: what lies there is counted from before it came."""
    levels = Levels(0.7, 0.8, 1.17)

    under_finger = levels.rest(4.18, PROOF_S / 3)
    seen = levels.rest(3.96)

    assert (under_finger, seen) == (None, 4)


def test_a_finger_as_heavy_as_two_stones_is_none() -> None:
    """It pressed as two stones would, for a moment: nobody counts two stones and takes them back."""
    levels = Levels(1.0)

    seen = [levels.rest(3.0, PROOF_S / 2), levels.rest(1.0), levels.rest(3.0, PROOF_S)]

    assert seen == [None, 1, 3]


def test_a_finger_that_was_believed_goes_and_leaves_the_stones() -> None:
    """A finger pressed as steadily as a third of a stone; when it goes, no stone has gone with it."""
    levels = Levels(1.0, 1.0, 1.0)

    seen = [levels.rest(3.3, 1.5), levels.rest(3.0)]

    assert seen == [3, 3]


def test_one_load_seen_twice_is_no_second_stone() -> None:
    """1.41 and 1.31 in quick succession: two or three? Nobody guesses, and a knock tells no more."""
    levels = Levels(1.14, 0.93)
    first = levels.rest(3.48, 0.34)

    seen = [levels.rest(4.79), levels.rest(4.79, PROOF_S)]

    assert (first, seen) == (3, [None, None])
    assert [levels.rest(3.45, 1.4), levels.rest(4.79)] == [3, 4]  # lifted, and put down again


def test_a_finger_that_presses_harder_is_no_second_stone() -> None:
    """A finger rests on the stone that it has put down, and presses once more: 1.37, then 1.57 of a stone."""
    levels = Levels()
    first = levels.rest(1.37, 0.25)

    pressed = levels.rest(1.57)

    assert (first, pressed) == (1, None)
    assert levels.rest(1.18) == 1


def test_a_heavy_stone_that_is_set_straight_is_no_second_one() -> None:
    """Two heavy stones came, the upper one lay askew for a moment: what it weighs more now may be a third."""
    levels = Levels(0.94, 0.79, 0.9)
    heights = [levels.rest(3.89, 2.4), levels.rest(4.78, 0.36), levels.rest(5.24)]

    assert heights == [4, 5, None]
    assert (levels.rest(3.9, 0.8), levels.rest(5.25)) == (4, 5)  # lifted, as the pad is named, and put back


def test_two_stones_at_once_are_two_only_where_one_cannot_be_so_heavy() -> None:
    """Stones come one by one: what weighs as much as one and a half is a heavy one."""
    seen = [Levels(1.0).rest(1.0 + load, PROOF_S) for load in (1.44, 1.8, 2.0)]

    assert seen == [2, 3, 3]


def test_where_a_finger_lay_once_is_no_place_for_two_stones_later() -> None:
    """It was off before the stone came that was counted: the thick one that follows is one stone still."""
    levels = Levels(0.86, 1.06)

    seen = [levels.rest(2.31), levels.rest(3.09), levels.rest(4.28)]

    assert seen == [None, 3, 4]


def test_two_light_stones_taken_for_one_are_counted_as_they_are_put_down_again() -> None:
    """By two hands at once, 0.64 and 0.76: one heavy stone, it seemed; taken off, put down singly: two."""
    levels = Levels(1.09, 1.19)
    levels.rest(3.68, 1.2, believed=3)

    levels.rest(2.28, 1.0)

    assert (levels.rest(2.92, 1.0), levels.rest(3.68, 1.0)) == (3, 4)


def test_a_light_stone_did_not_lie_askew_twice() -> None:
    """One of 0.73, and one of 0.75 that slips into its place: they weigh more than one, if less than two."""
    levels = Levels(1.03, 0.87)
    settled, askew = levels.rest(2.63, 0.76, believed=3), levels.rest(2.96, 0.4)

    straight = levels.rest(3.38, PROOF_S)

    assert (settled, askew, straight) == (3, 3, None)
    assert (levels.rest(2.63, 0.6), levels.rest(3.38, 0.6)) == (3, 4)  # the glass has it set straight


def test_a_stone_that_was_believed_as_it_lay_askew_is_one_when_it_lies_straight() -> None:
    """It felt like 0.42 at first, its turn is settled; then it slips into its place."""
    levels = Levels()
    levels.rest(0.42, PROOF_S, believed=1)

    assert levels.rest(1.07) == 1


def test_a_column_counted_wrong_is_counted_anew_stone_by_stone() -> None:
    """Five, it seemed, for a heavy one among four; each is taken off and put down again."""
    levels = Levels(1.02, 0.84, 1.04)
    levels.rest(4.8, 2.7, believed=5)  # a finger lay there all the time
    loads = (4.23, 2.90, 1.86, 1.02, 0.0, 1.02, 1.86, 2.90, 4.23)

    seen = [levels.rest(load, 1.0) for load in loads]

    assert seen[4:8] == [0, 1, 2, 3]


def test_a_finger_that_pressed_for_seconds_was_no_stone() -> None:
    """However long it stayed: the stones that were weighed before say what lies there when it has gone."""
    levels = Levels(1.0, 1.0)

    seen = [levels.rest(2.95, 5.0), levels.rest(2.0)]

    assert seen == [3, 2]


@pytest.mark.parametrize(("load", "at_once", "later"), [(2.3, 2, 2), (2.5, None, 3), (2.66, 3, 3)])
def test_what_lies_between_two_numbers_waits_to_be_believed(load: float, at_once: int, later: int) -> None:
    """Near a whole number it is plain; half-way it may be a finger, and is believed after half a second."""
    levels = Levels(1.0, 1.0)

    seen = levels.rest(load), levels.stay(load, PROOF_S)

    assert seen == (at_once, later)


def test_a_weighed_stone_is_known_by_its_weight() -> None:
    """A light one was weighed where it lay; when it leaves, one stone has left, however little it weighed."""
    levels = Levels(1.0, 1.0)
    levels.rest(2.6, 1.2, believed=3)

    assert levels.rest(2.0) == 2


def test_a_pad_learns_what_its_stones_weigh() -> None:
    """All stones of this set are heavy: after some turns the next ones are counted as what they are."""
    levels = Levels()
    for height in range(1, 6):
        levels.rest(1.3 * height, 1.2, believed=height)

    assert levels.stone_counts == pytest.approx(1300.0, rel=0.15)


def test_the_stone_that_left_is_known_again_by_its_weight() -> None:
    """Lifted, believed gone, and put back: it weighs the same. Another one does not."""
    same, other = Levels(1.0, 1.1), Levels(1.0, 1.1)
    for levels in (same, other):
        levels.rest(1.0, 1.2, believed=1)

    same.rest(2.105)
    other.rest(2.0)

    assert (same.is_back, other.is_back) == (True, False)


def test_the_stone_below_the_one_that_left_is_not_taken_for_it() -> None:
    """The top one went to the quarry, the next one was up for a moment: that is not the top one again."""
    levels = Levels(1.0, 1.2, 1.1)
    levels.rest(2.2, 1.2, believed=2)

    levels.rest(1.0, 1.2)
    levels.rest(2.2)
    is_back_below = levels.is_back
    levels.rest(3.3)

    assert (is_back_below, levels.is_back) == (False, True)


def test_nothing_is_lighter_than_an_empty_pad() -> None:
    """A stone lay there when the pads began anew, and nobody knew: once it is off, the zero is mended."""
    levels = Levels()

    seen = [levels.rest(-1.0), levels.stay(-1.0, WEIGH_S), levels.rest(0.0)]

    assert seen == [None, 0, 1]


def test_a_zero_that_has_moved_makes_no_step() -> None:
    """Warmer by a stone's weight after a power cut: the first stone lifted after it counts at once."""
    levels = Levels(1.0, 1.0)
    levels.shift(1.0, load=3.0)

    assert levels.rest(2.0) == 1


def test_a_heavy_stone_pressed_on_is_one_again_when_the_finger_goes() -> None:
    """While the finger stays it may be two stones, and nobody guesses; what lies there afterwards is one."""
    levels = Levels(0.93, 1.02)

    pressed = levels.rest(3.54, 2.0)

    assert pressed is None
    assert levels.rest(3.21, 1.0) == 3


@pytest.mark.parametrize("weight", [1.36, 1.44])
def test_what_lay_there_before_the_zero_was_made_is_forgotten(weight: float) -> None:
    """A box was taken off and the zero made anew; the first stone is a heavy one: one stone."""
    levels = Levels()
    levels.rest(-1.0)
    levels.stay(-1.0, WEIGH_S)
    levels.stay(-1.0, 0.1)

    assert levels.rest(weight - 1.0) == 1
