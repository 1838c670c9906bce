from dataclasses import replace
from itertools import pairwise
from random import Random
from statistics import mean, stdev

import pytest

from companion.rules.pieces import Location
from companion.simulate.plate import NOISES, Plate

EMPTY = (0.0,) * 7
SLICE_S = 0.0125


def plate(noise: str = "none", seed: int = 1) -> Plate:
    """A plate with this noise."""
    return Plate(Random(seed), NOISES[noise])


def readings(plate: Plate, samples: int, loads: tuple[float, ...] = EMPTY) -> list[list[int | None]]:
    """So many samples of all pads, one after another."""
    return [plate.counts(index * SLICE_S, loads) for index in range(samples)]


def grams_of_pad_a(plate: Plate, samples: int) -> list[float]:
    """What a perfect calibration reads on the empty pad A, sample by sample."""
    cell = plate.cells[0]
    return [
        (counts[0] - cell.zero_counts) / cell.counts_per_gram
        for counts in readings(plate, samples)
        if counts[0] is not None
    ]


def test_a_calibrated_pad_tells_the_weight() -> None:
    """Counts less the zero, over the counts for a gram, are the grams on each pad."""
    table = plate()
    loads = (0.0, 3.7, 7.4, 18.5, -1.0, 300.0, 0.01)

    counts = table.counts(0.0, loads)

    grams = [
        (count - cell.zero_counts) / cell.counts_per_gram
        for count, cell in zip(counts, table.cells, strict=True)
        if count is not None
    ]
    assert grams == pytest.approx(loads, abs=0.0003)


def test_no_two_cells_are_alike() -> None:
    """Zeros lie within what makers state, gains within 5 percent, and each pad has its own."""
    cells = [cell for seed in range(100) for cell in plate(seed=seed).cells]

    assert all(-215_000 <= cell.zero_counts <= 215_000 for cell in cells)
    assert all(2_150 * 0.95 <= cell.counts_per_gram <= 2_150 * 1.05 for cell in cells)
    assert len({cell.zero_counts for cell in cells}) > 690
    assert max(cell.zero_counts for cell in cells) > 190_000
    assert min(cell.zero_counts for cell in cells) < -190_000


def test_an_ideal_plate_stands_still() -> None:
    """Without noise every reading is the same."""
    assert len(set(map(tuple, readings(plate("none"), 100)))) == 1


def test_a_good_module_strays_by_27_milligrams() -> None:
    """The field's noise is what the converter's data sheet gives; nearly no sample is wild."""
    grams = grams_of_pad_a(plate("field"), 4_000)

    assert stdev(grams[:1_000]) == pytest.approx(0.027, rel=0.15)
    assert sum(abs(gram) > 0.12 + 6 * 0.027 for gram in grams) <= 1


def test_a_poor_module_strays_several_times_as_far() -> None:
    """Between its wild samples, a rough pad is at least three times as noisy as a good one."""
    calm = [grams for grams in grams_of_pad_a(plate("rough"), 1_000) if abs(grams) < 1.5]

    assert 3 * 0.027 < stdev(calm) < 0.2


def test_a_poor_module_has_rare_wild_samples_one_at_a_time() -> None:
    """A few samples in ten thousand are grams off; the next one is good again."""
    wild = [
        index
        for seed in range(4)
        for index, grams in enumerate(grams_of_pad_a(plate("rough", seed), 10_000), start=seed * 10_000)
        if abs(grams) > 2.0
    ]

    assert 5 <= len(wild) <= 45
    assert all(later - earlier > 1 for earlier, later in pairwise(wild))


def test_a_wild_sample_is_a_slipped_bit() -> None:
    """Half, double, nothing but ones or full scale: what builders have read from chips clocked badly."""
    cell = plate("rough").cells[0]
    half, double = cell.zero_counts / 2, cell.zero_counts * 2
    counts = [row[0] or 0 for row in readings(plate("rough"), 40_000)]

    wild = [count for count in counts if abs(count - cell.zero_counts) > 5_000]

    assert len(wild) > 8
    assert all(
        abs(count - half) < 5_000 or abs(count - double) < 5_000 or (count & (count + 1)) == 0
        for count in wild
    )
    assert max(wild) == 8_388_607


def minutes_of(table: Plate, minutes: int, grams: float = 0.0) -> list[list[float]]:
    """What a perfect calibration reads on the seven pads at each minute, noise averaged away."""
    found = []
    for minute in range(minutes):
        rows = [table.counts(60.0 * minute + index * SLICE_S, (grams,) * 7) for index in range(100)]
        middles = [sorted(row[pad] or 0 for row in rows)[50] for pad in range(7)]
        found.append(
            [
                (middle - cell.zero_counts) / cell.counts_per_gram
                for middle, cell in zip(middles, table.cells, strict=True)
            ]
        )
    return found


def test_a_poor_zero_wanders_slowly_and_never_far() -> None:
    """Over minutes the zero creeps by tenths of a gram, and comes back."""
    pad = [minute[0] for minute in minutes_of(plate("rough"), 30)]

    assert 0.3 < max(map(abs, pad)) < 0.8
    assert all(abs(after - before) < 0.7 for before, after in pairwise(pad))
    assert abs(mean(pad)) < 0.3


def test_warmth_is_shared_and_each_pad_adds_its_own() -> None:
    """Within half an hour all zeros go the same way by tenths of a gram, yet no two by the same amount."""
    minutes = minutes_of(plate("rough"), 30)

    shared = [mean(minute) for minute in minutes]
    own = [max(minute) - min(minute) for minute in minutes]

    assert max(map(abs, shared)) > 0.3
    assert 0.1 < max(own) < 0.8


def test_a_load_that_stays_creeps() -> None:
    """300 g on a soft plate read half a percent more after half an hour, most of that after ten minutes."""
    creeping = replace(NOISES["none"], creep_part=0.005)
    table = Plate(Random(1), creeping)

    pad = [minute[0] for minute in minutes_of(table, 31, 300.0)]

    assert pad[0] == pytest.approx(300.0, abs=0.01)
    assert 300.9 < pad[10] < 301.4
    assert pad[30] == pytest.approx(301.5, abs=0.05)


def test_a_gain_strays_with_the_load_only() -> None:
    """A pad whose gain strays reads a heavy load wrong, and an empty plate right."""
    straying = replace(NOISES["none"], gain_part=0.002)

    empty = minutes_of(Plate(Random(1), straying), 10)
    loaded = minutes_of(Plate(Random(1), straying), 10, 100.0)

    assert all(abs(grams) < 0.001 for minute in empty for grams in minute)
    assert 0.05 < max(abs(grams - 100.0) for minute in loaded for grams in minute) <= 0.201


def test_chips_convert_out_of_step() -> None:
    """Free-running chips each sample at their own moment within a period; ideal ones all at once."""
    ideal, real = plate("none").times_s(5.0), plate("field").times_s(5.0)

    assert ideal == (5.0,) * 7
    assert len(set(real)) == 7
    assert all(5.0 - 0.0125 < t_s <= 5.0 for t_s in real)


def test_warmth_moves_every_zero_and_leaves_it_there() -> None:
    """A drift of 2 g in 10 s has done half of it after 5 s, and stays when it is over."""
    table = plate()
    still = table.counts(0.0, EMPTY)
    table.drift(100.0, 10.0, 2.0)

    grams = {
        t_s: [
            ((now or 0) - (before or 0)) / cell.counts_per_gram
            for now, before, cell in zip(table.counts(t_s, EMPTY), still, table.cells, strict=True)
        ]
        for t_s in (99.0, 105.0, 110.0, 500.0)
    }

    assert grams[99.0] == [0.0] * 7
    assert grams[105.0] == pytest.approx([1.0] * 7, abs=0.001)
    assert grams[110.0] == pytest.approx([2.0] * 7, abs=0.001)
    assert grams[500.0] == grams[110.0]


def test_drifts_add_up() -> None:
    """A second drift goes on from where the first one ended."""
    table = plate()
    still = table.counts(0.0, EMPTY)[0] or 0
    table.drift(0.0, 1.0, 2.0)
    table.drift(1.0, 1.0, -0.5)

    now = table.counts(2.0, EMPTY)[0] or 0

    assert (now - still) / table.cells[0].counts_per_gram == pytest.approx(1.5, abs=0.001)


def test_a_pad_without_its_lead_says_nothing() -> None:
    """The unplugged pad gives no number, the six others give theirs; plugged in again, it is back."""
    table = plate()
    before = table.counts(0.0, EMPTY)

    table.unplug(Location.C)
    without = table.counts(1.0, EMPTY)
    table.plug(Location.C)
    after = table.counts(2.0, EMPTY)

    assert without == [*before[:2], None, *before[3:]]
    assert after == before


def test_a_pulled_lead_changes_no_other_pad() -> None:
    """With the same seed, the other pads' noise is the same with and without the lead of C."""
    whole, torn = plate("rough"), plate("rough")
    torn.unplug(Location.C)

    with_c, without_c = readings(whole, 50), readings(torn, 50)

    assert [row[:2] + row[3:] for row in without_c] == [row[:2] + row[3:] for row in with_c]


@pytest.mark.parametrize(("grams", "code"), [(1e6, 8_388_607), (-1e6, -8_388_608)])
def test_an_impossible_load_saturates(grams: float, code: int) -> None:
    """A converter of 24 bits stops at the ends of its range."""
    assert plate().counts(0.0, (grams,) * 7) == [code] * 7


@pytest.mark.parametrize("noise", NOISES)
def test_a_seed_is_a_plate(noise: str) -> None:
    """The same seed gives the same readings again, another seed gives others."""
    first, again, other = (readings(plate(noise, seed), 20) for seed in (3, 3, 4))

    assert first == again
    assert first != other


def test_noise_may_change_and_no_zero_jumps() -> None:
    """Warmth and wander go on from where they are; only from then on they go further, or no further."""
    still = replace(NOISES["rough"], rms_grams=0.0, spark_chance=0.0, is_in_step=True)
    table = Plate(Random(3), still)

    def grams(t_s: float) -> list[float]:
        counts = table.counts(t_s, (0.0,) * len(Location))
        return [
            (count - cell.zero_counts) / cell.counts_per_gram
            for count, cell in zip(counts, table.cells, strict=True)
            if count is not None
        ]

    levels = [grams(t_s) for t_s in (149.0, 150.0)]
    for level, at_s in (("none", 151.0), ("field", 400.0), ("rough", 700.0)):
        before = grams(at_s)
        table.change_noise(at_s, replace(NOISES[level], rms_grams=0.0, spark_chance=0.0))
        after = grams(at_s + 0.0125)
        levels += [before, after, grams(at_s + 200.0)]
        assert max(abs(now - then) for now, then in zip(after, before, strict=True)) < 0.01

    assert max(map(abs, levels[1])) > 0.05  # it had strayed, and did not come back at once
    assert levels[3] == levels[4]  # without noise it stands still, where it was
