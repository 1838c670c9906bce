import math
from collections.abc import Callable, Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.decoder import Frame, Lack
from companion.scale.health import Condition, PadHealth, pad_health

GRAM = 2_150.0
"""Counts of it, on a 500 g cell of 0.5 mV/V."""
STONE_GRAMS = 3.7
PERIOD_S = 0.0125
NOISE = 59.0

Signal = Callable[[int, float], int | Lack]
"""What a chip gives in the n-th frame, made at t seconds."""


def frames(signals: Sequence[Signal], seconds: float = 10.0) -> list[tuple[Frame, float]]:
    """What the sensors send of these chips."""
    return [
        (
            Frame(seq, round(12.5 * seq), tuple(signal(seq, seq * PERIOD_S) for signal in signals)),
            seq * PERIOD_S,
        )
        for seq in range(round(seconds / PERIOD_S))
    ]


def noisy(counts: float, sigma: float = NOISE, seed: int = 1) -> Signal:
    """A chip on a bridge at rest."""
    random = Random(seed)
    return lambda _, __: round(random.gauss(counts, sigma))


def plus(signal: Signal, more: Callable[[int, float], float]) -> Signal:
    """The same, with something added."""

    def sum_of(n: int, t_s: float) -> int | Lack:
        count = signal(n, t_s)
        return count if isinstance(count, Lack) else round(count + more(n, t_s))

    return sum_of


def now_and_then(signal: Signal, every: int, other: int | Lack) -> Signal:
    """The same, but every so many frames it is something else."""
    return lambda n, t_s: other if n % every == 0 else signal(n, t_s)


def health(signal: Signal, seconds: float = 10.0, gram: float = GRAM) -> PadHealth:
    """That of one such pad."""
    (pad,) = pad_health(frames([signal], seconds), (STONE_GRAMS * gram,))
    return pad


@given(
    zero=st.integers(-215_000, 215_000),
    sigma=st.floats(25, 100),
    seed=st.integers(0, 2**32),
    gram=st.sampled_from([100.0, GRAM, 12_900.0]),
)
def test_a_sound_pad_is_good_whatever_its_zero(zero: int, sigma: float, seed: int, gram: float) -> None:
    """Large raw offsets are normal, and so is the data sheet's noise: nobody is sent to solder for them."""
    pad = health(noisy(zero, sigma, seed), seconds=5.0, gram=gram)

    assert pad.condition is Condition.GOOD
    assert pad.mean_counts == pytest.approx(zero, abs=sigma)
    assert pad.noise_counts == pytest.approx(sigma, rel=0.2, abs=2)
    assert pad.rate_hz == pytest.approx(80, rel=0.01)
    assert pad.wild_share == 0


def test_one_reading_in_a_second_that_has_just_begun_is_no_wandering() -> None:
    """The 801st strays by four sigma, as one in some thousands does: alone it is no second's middle."""
    pad = health(plus(noisy(0.0), lambda n, _: 240.0 * (n == 800)), seconds=10.0125)

    assert pad.condition is Condition.GOOD


@pytest.mark.parametrize(
    ("says", "signal", "condition"),
    [
        ("a wire is off", lambda n, t: Lack.MISSING, Condition.MISSING),
        ("its wire comes and goes", now_and_then(noisy(500), 40, Lack.MISSING), Condition.MISSING),
        ("a bridge wire is open (bogde/HX711 #246)", lambda n, t: Lack.SATURATED, Condition.SATURATED),
        ("bits slip", now_and_then(noisy(500), 100, Lack.SLIPPED), Condition.SLIPPED),
        ("always the same, as the firmware says", lambda n, t: Lack.DEAD, Condition.DEAD),
        ("it stuck in the middle", lambda n, t: noisy(9)(n, t) if n < 400 else Lack.DEAD, Condition.DEAD),
        ("read as ones (bogde/HX711 #83)", now_and_then(noisy(-90_000), 50, 2**20 - 1), Condition.WILD),
        ("half of it (bogde/HX711 #35)", now_and_then(noisy(90_000), 50, 45_000), Condition.WILD),
        ("twice of it", now_and_then(noisy(90_000), 50, 180_000), Condition.WILD),
        ("noise x20 (bogde/HX711 #172)", noisy(500, 20 * NOISE), Condition.NOISY),
        (
            "mains hum",
            plus(noisy(500), lambda n, t: 2_000 * math.sin(math.tau * 50 * t)),
            Condition.NOISY,
        ),
        ("0.15 g a minute (#51)", plus(noisy(0), lambda n, t: t * GRAM * 0.15 / 60), Condition.DRIFTING),
        ("down by 2 g a minute", plus(noisy(0), lambda n, t: -t * GRAM * 2 / 60), Condition.DRIFTING),
        ("15 g in 2 minutes (SparkFun)", plus(noisy(0), lambda n, t: t * GRAM / 8), Condition.DRIFTING),
        ("touched meanwhile", plus(noisy(0), lambda n, t: 9_000 if 4 < t < 6 else 0), Condition.UNSTEADY),
        ("nothing but settling", lambda n, t: Lack.NOT_YET, Condition.UNHEARD),
    ],
)  # fmt: skip
def test_a_sick_pad_is_told_by_its_condition(says: str, signal: Signal, condition: Condition) -> None:
    """What is wrong is named by kind, as each kind has another cure."""
    assert health(signal).condition is condition, says


def test_a_wandering_supply_is_unsteady() -> None:
    """Thirty grams to and fro in minutes at a poor 3.3 V supply (olkal/HX711_ADC #95)."""
    random, at = Random(3), [0.0]

    def walk(_: int, __: float) -> float:
        at[0] += random.gauss(0, 0.02 * GRAM)
        return at[0]

    assert health(plus(noisy(0), walk)).condition is Condition.UNSTEADY


def test_a_low_rate_pin_is_told_by_the_rate() -> None:
    """Most modules come with RATE low: ten conversions a second, and none new in between."""
    signal = noisy(700, 33)

    pad = health(lambda n, t: signal(n, t) if n % 8 == 0 else Lack.NOT_YET)

    assert pad.condition is Condition.SLOW
    assert pad.is_rate_low
    assert pad.rate_hz == pytest.approx(10, rel=0.02)


def test_the_same_drift_in_stones_is_the_same_ailment_on_every_kind_of_cell() -> None:
    """0.06 g a minute is nothing, 0.3 g is: a 100 g cell only makes six times the counts of both."""
    for gram in (GRAM, 12_900.0):
        slow, fast = (
            plus(noisy(0), lambda _, t, rate=rate, gram=gram: t * gram * rate / 60)  # type: ignore[misc]
            for rate in (0.06, 0.3)
        )
        assert health(slow, 20.0, gram).condition is Condition.GOOD
        assert health(fast, 20.0, gram).condition is Condition.DRIFTING


def test_figures_leave_a_wild_reading_out() -> None:
    """One spike makes neither noise nor another zero."""
    pad = health(now_and_then(noisy(1_000), 801, 8_000_000))

    assert pad.condition is Condition.GOOD
    assert pad.wild_share == pytest.approx(1 / 800)
    assert pad.mean_counts == pytest.approx(1_000, abs=10)
    assert pad.noise_counts == pytest.approx(NOISE, rel=0.1)


def test_the_noise_is_that_of_single_readings_while_it_drifts() -> None:
    """A fast drift is told in counts a second, and is not taken for noise."""
    pad = health(plus(noisy(0), lambda _, t_s: 270 * t_s))

    assert pad.drift_counts_per_s == pytest.approx(270, rel=0.02)
    assert pad.noise_counts == pytest.approx(NOISE, rel=0.1)


def test_lost_frames_are_not_the_pads_fault() -> None:
    """A lead that loses every second line makes no pad slow."""
    kept = frames([noisy(0)])[::2]

    (pad,) = pad_health(kept, (STONE_GRAMS * GRAM,))

    assert pad.rate_hz == pytest.approx(80, rel=0.01)
    assert pad.condition is Condition.GOOD


def test_each_pad_has_a_health_of_its_own() -> None:
    """One sick pad leaves the others good."""
    pads = pad_health(frames([noisy(0), lambda n, t: Lack.MISSING, noisy(9)]), (STONE_GRAMS * GRAM,) * 3)

    assert [pad.condition for pad in pads] == [Condition.GOOD, Condition.MISSING, Condition.GOOD]
    assert pads[1].lacks[Lack.MISSING] == 1


def test_of_nothing_nothing_is_said() -> None:
    """No frames, no pads; one frame is too few for a verdict."""
    assert pad_health([], (STONE_GRAMS * GRAM,)) == ()
    assert health(noisy(0), seconds=PERIOD_S).condition is Condition.UNHEARD
