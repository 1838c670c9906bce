from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.simulate.landing import Landing, Touchdown, touch_down

STONE_GRAMS = 3.7
LANDINGS = list(Landing)


def felt(touchdown: Touchdown, step_s: float = 0.0125) -> list[float]:
    """The grams on the pad from the first touch until the stone lies still, sample by sample."""
    samples = int(touchdown.seconds / step_s)
    return [STONE_GRAMS + touchdown.grams(index * step_s, STONE_GRAMS) for index in range(samples + 1)]


@given(landing=st.sampled_from(LANDINGS), seed=st.integers(0, 10_000))
def test_a_landing_begins_with_nothing_and_ends_with_the_stone(landing: Landing, seed: int) -> None:
    """However it is put down, the pad feels nothing at first and the bare stone from the end on."""
    touchdown = touch_down(Random(seed), landing)

    first = STONE_GRAMS + touchdown.grams(0.0, STONE_GRAMS)
    later = [touchdown.grams(touchdown.seconds + extra_s, STONE_GRAMS) for extra_s in (0.0, 0.1, 9.0)]

    assert first == pytest.approx(0.0, abs=1e-9)
    assert later == [0.0, 0.0, 0.0]


@given(landing=st.sampled_from(LANDINGS), seed=st.integers(0, 10_000))
def test_a_landing_never_jumps(landing: Landing, seed: int) -> None:
    """Weight comes as it does under a hand: quickly perhaps, but without a step, the end included."""
    touchdown = touch_down(Random(seed), landing)

    grams = [*felt(touchdown, 0.0001), STONE_GRAMS]

    assert max(abs(after - before) for before, after in pairwise(grams)) < 0.7


@pytest.mark.parametrize("landing", [Landing.SLOW, Landing.SLID])
def test_slow_hands_take_a_second_or_two(landing: Landing) -> None:
    """A stone that is lowered or slid takes 1 to 2 s, and after a quarter of that most is missing."""
    for seed in range(50):
        touchdown = touch_down(Random(seed), landing)

        quarter = touchdown.grams(touchdown.seconds / 4, STONE_GRAMS)

        assert 1.0 <= touchdown.seconds <= 2.0
        assert quarter < -STONE_GRAMS / 2 + touchdown.push_grams / 4


def test_a_stone_put_down_twice_leaves_the_pad_in_between() -> None:
    """The pad has felt the whole stone, then nearly nothing, then the stone for good."""
    grams = felt(touch_down(Random(1), Landing.TWICE))

    third, two_thirds = len(grams) // 3, 2 * len(grams) // 3
    assert max(grams[:third]) > STONE_GRAMS * 0.9
    assert min(grams[third:two_thirds]) < STONE_GRAMS * 0.1


def test_a_stone_set_askew_weighs_less_until_it_is_straightened() -> None:
    """For a moment part of its weight rests elsewhere, and the pad is quite still."""
    for seed in range(30):
        touchdown = touch_down(Random(seed), Landing.ASKEW)
        grams = felt(touchdown)

        held = grams[int(len(grams) * 0.3) : int(len(grams) * 0.6)]

        assert max(held) - min(held) < 0.01
        assert held[0] == pytest.approx(STONE_GRAMS * (1 - touchdown.missing_part), abs=0.01)
        assert 0.1 <= touchdown.missing_part <= 0.7


def test_a_fingertip_weighs_a_few_grams_and_is_never_still() -> None:
    """Pressed by 1 to 5 g for as long as it stays, trembling by more than the plate's own noise."""
    for seed in range(30):
        touchdown = touch_down(Random(seed), Landing.PRESSED)
        grams = felt(touchdown)

        held = grams[20:-10]

        assert min(held) > STONE_GRAMS + 0.5
        assert max(held) < STONE_GRAMS + 7.5
        for start in range(0, len(held) - 13):
            window = held[start : start + 13]
            assert max(window) - min(window) > 0.05


def test_a_hurried_hand_takes_a_part_of_the_time() -> None:
    """At a tenth of the pace a landing lasts a tenth as long."""
    usual, hurried = (touch_down(Random(4), Landing.PLAIN, pace) for pace in (1.0, 0.1))

    assert hurried.seconds == pytest.approx(usual.seconds / 10)
