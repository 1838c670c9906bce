"""Supplies, grounds and cells as others had them: what a pad says may be unknown, and is never wrong."""

import math
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from companion.link.decoder import Lack
from companion.scale.pad import PadState
from companion.simulate.noise import NOISES, Noise
from companion.simulate.plate import Plate
from tests.scale.bench import BUILT, Bench
from tests.scale.test_scale import tells_no_lie

D = 3


class Strange(Plate):
    """A plate on whose pads something weighs that is no stone: grams by pad, at a time in seconds."""

    def __init__(self, noise: Noise, more: Callable[[int, float], float]) -> None:
        super().__init__(Random(5), noise)
        self._more = more

    def counts(self, t_s: float, loads_grams: tuple[float, ...]) -> list[int | None]:
        """With what weighs besides."""
        return super().counts(t_s, [grams + self._more(pad, t_s) for pad, grams in enumerate(loads_grams)])


def table(more: Callable[[int, float], float], noise: Noise = NOISES["field"]) -> Bench:
    """A game laid out on such a plate, which goes wrong after 20 s."""
    bench = Bench(5)
    bench.plate = Strange(noise, lambda pad, t_s: more(pad, t_s - 20.0) if t_s > 20.0 else 0.0)
    bench.begin(BUILT)
    bench.wait(max(0.0, 20.0 - bench.now_s))
    assert bench.stones == bench.truth
    return bench


def test_a_floating_ground_leaves_a_pad_unknown_and_the_others_known() -> None:
    """Twenty times the noise and the mains' hum on D: no height there, none that is wrong."""
    random = Random(1)
    bench = table(
        lambda pad, t_s: random.gauss(0.0, 0.54) + 2.0 * math.sin(math.tau * 50.0 * t_s) if pad == D else 0.0
    )

    told = bench.wait(20.0)

    assert tells_no_lie(told, bench.truth)
    assert bench.stones == tuple(None if pad == D else height for pad, height in enumerate(bench.truth))
    assert bench.states[D] is PadState.MOVES


@pytest.mark.parametrize("seed", range(5))
def test_a_poor_module_shows_a_stone_nearly_as_soon_as_a_good_one(seed: int) -> None:
    """Whose noise is four times as much; it is learnt, so that it is no hand that never comes to rest."""
    bench = Bench(seed, "rough")
    bench.begin()
    bench.wait(2.0)

    for _ in range(10):
        for act in ("stone quarry:w D", "stone D quarry"):
            bench.act(act)
            bench.wait(0.5)

            assert bench.stones == bench.truth
            bench.scale.believe(bench.truth)


def test_an_arm_across_four_columns_is_no_stone_on_any() -> None:
    """A sleeve rests on A to D, and trembles: four pads move, but the table is not knocked."""
    bench = table(
        lambda pad, t_s: 3.7 + 0.6 * math.sin(math.tau * (8.0 + pad) * t_s) if pad <= D and t_s > 1.0 else 0.0
    )

    told = bench.wait(6.0)

    assert any(heights.is_knocked for heights in told)
    assert {heights.about for heights in told} == {(None,) * 7}


def test_a_floor_that_sways_slowly_hides_no_stone() -> None:
    """Somebody's knee sways the table three times a second, by a twentieth of a stone."""
    bench = table(lambda pad, t_s: 0.185 * math.sin(math.tau * 3.0 * t_s + pad))
    bench.wait(3.0)

    for act in ("stone quarry:w D", "stone D quarry") * 3:
        bench.act(act)
        bench.wait(1.5)

        assert bench.stones == bench.truth
        bench.scale.believe(bench.truth)


def test_nothing_is_known_of_a_pad_that_falls_silent_in_a_knock() -> None:
    """What it swung about is not believed any more, as the table goes on shaking."""
    bench = table(lambda pad, t_s: 9.0 * math.sin(math.tau * 11.0 * t_s + pad))
    bench.wait(2.0)
    before = bench.scale.heights.about[D]

    bench.wait(1.0, {D: Lack.MISSING})

    assert before == bench.truth[D]
    assert bench.scale.heights.about[D] is None


def test_a_supply_that_wanders_takes_all_zeros_along() -> None:
    """Modules that are short of supply: 30 g within ten minutes, up and down, on all pads together."""
    bench = table(lambda _pad, t_s: 15.0 * math.sin(math.tau * t_s / 1200.0))

    told = bench.wait(60.0)
    told += bench.act("stone quarry:w D") + bench.wait(0.5)

    assert bench.stones == bench.truth
    assert tells_no_lie(told, bench.truth, tuple(h - (pad == D) for pad, h in enumerate(bench.truth)))


def test_a_room_that_warms_and_cools_puts_no_stone_anywhere() -> None:
    """Grams to and fro within minutes, each pad a little otherwise."""
    bench = table(lambda _pad, _t_s: 0.0, replace(NOISES["field"], warmth_grams=5.0, wander_grams=1.0))

    told = bench.wait(200.0)

    assert tells_no_lie(told, bench.truth)
    assert bench.stones == bench.truth


@pytest.mark.parametrize("sign", [1, -1])
def test_a_cell_that_climbs_by_itself_is_followed(sign: int) -> None:
    """15 g in two minutes on one pad: a fault by its size, and no stone all the same."""
    bench = table(lambda pad, t_s: sign * t_s * 15.0 / 120.0 if pad == D else 0.0)

    told = bench.wait(120.0)

    assert tells_no_lie(told, bench.truth)
    assert bench.stones == bench.truth
