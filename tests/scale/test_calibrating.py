"""Calibrating: what people are asked to do, what is objected to, and that it counts right afterwards."""

from random import Random
from statistics import stdev

import pytest

from companion.link.decoder import Lack
from companion.link.frame import HIGHEST
from companion.scale.calibrating import Calibrator
from companion.scale.calibration import Calibration
from companion.scale.scale import Scale
from companion.scale.step import STONES, Step, Wants, Why
from tests.scale.cells import PADS, Cells, Session

PLATES = 100
A, B, C, D = range(4)


def swap(first: int, second: int, cells: Cells) -> None:
    """The wires of two pads are swapped: what is laid on the one is felt by the other."""
    lay, felt_by = cells.put, {first: second, second: first}
    cells.put = lambda pad, grams: lay(felt_by.get(pad, pad), grams)  # type: ignore[method-assign]


def calibrated(cells: Cells) -> Calibration:
    """What a good run finds."""
    result = Session(cells).finish().step.result
    assert result is not None
    return result


@pytest.mark.parametrize("plate", range(PLATES))
def test_a_hundred_plates_count_right_once_they_are_calibrated(plate: int) -> None:
    """Whatever the cells, the chips' rate and the wood: 0 to 7 stones are counted on each, and nothing is
    objected to; a pad that differs from most is weighed twice."""
    random = Random(plate)
    cells = Cells(
        seed=plate,
        counts_per_gram=(2_150.0, 12_900.0)[plate % 2],
        stone_grams=random.uniform(2.2, 6.5),
        samples_per_s=(80, 10)[plate // 2 % 2],
    )
    session = Session(cells).finish()
    result = session.step.result
    assert session.whys <= {Why.ANEW}
    assert result is not None
    scale = Scale(result.memory((0,) * PADS), [pad.stone_counts for pad in result.pads])
    cells.listen = scale.feed
    cells.wait(2.0)
    seen = [scale.heights.stones]

    stones = iter(cells.stones * 2)
    laid: list[float] = []
    for height in range(1, 8):
        for pad in range(PADS):
            laid.append(next(stones))
            cells.grams[pad] += laid[-1]
        cells.wait(2.5)
        seen.append(scale.heights.stones)
        scale.believe((height,) * PADS)
    down = []
    for height in range(6, -1, -1):
        for pad in range(PADS):
            cells.grams[pad] -= laid[height * PADS + pad]
        cells.wait(2.5)
        down.append(scale.heights.stones)
        scale.believe((height,) * PADS)

    assert seen == [(height,) * PADS for height in range(8)]
    assert down == [(height,) * PADS for height in range(6, -1, -1)]


@pytest.mark.parametrize("plate", range(20))
def test_what_a_stone_adds_is_found_to_half_a_percent(plate: int) -> None:
    """The same three stones on each pad, so that a stone weighs the same wherever it lies."""
    cells = Cells(
        plate, counts_per_gram=(2_150.0, 12_900.0)[plate % 2], samples_per_s=(80, 10)[plate // 2 % 2]
    )

    pads = calibrated(cells).pads

    usual = sum(cells.stones[:STONES]) / STONES
    assert [pad.stone_counts for pad in pads] == pytest.approx([gain * usual for gain in cells.gains], 0.005)
    assert [pad.zero_counts for pad in pads] == pytest.approx(cells.zeros, abs=0.12 * max(cells.gains) + 60)
    assert all(0.0 < pad.spread_counts < 0.25 * pad.stone_counts for pad in pads)


def test_it_takes_ten_acts_and_half_a_minute() -> None:
    """Three stones on A, then all of them from pad to pad, then off: no button, no two minutes."""
    cells = Cells()
    session = Session(cells).finish()

    asked = [(step.wants, step.pad, step.number) for step in session.steps]

    assert asked == [
        *((Wants.STONE, A, number) for number in range(1, STONES + 1)),
        *((Wants.PILE, pad, STONES) for pad in range(1, PADS)),
        (Wants.CLEAR, PADS - 1, STONES),
        (Wants.NOTHING, A, 0),
    ]
    assert cells.now_s < 40  # with hands that never hesitate


def test_it_refuses_while_anything_moves() -> None:
    """A hand leans on the table: no zero is made of that, and after some seconds the pads are named."""
    session = Session(Cells(), 2_150.0)

    session.cells.wait(20.0, C, lambda age_s: 40.0 * (age_s * 3 % 1))
    moving, told = session.step, session.told
    session.until(Wants.STONE, A, 1).cells.wait(3.0)

    assert moving.wants is Wants.EMPTY
    assert told == (Why.MOVES, (C,))
    assert session.until(Wants.PILE, B).told is None


@pytest.mark.parametrize(
    ("lack", "why"),
    [(lack, Why[lack.name]) for lack in Lack if lack is not Lack.NOT_YET],
)
def test_it_refuses_while_a_pad_gives_no_count(lack: Lack, why: Why) -> None:
    """Its chip is off, a bridge wire is open, bits slip: the pad and why; mended, it goes on by itself."""
    session = Session(Cells())
    session.cells.spoil = lambda pad, count: lack if pad == C else count

    session.settle(session.step)
    told = session.told
    session.cells.spoil = lambda pad, count: count
    session.cells.wait(3.0)

    assert told == (why, (C,))
    assert (session.step.wants, session.told) == (Wants.STONE, None)


def test_it_says_that_no_pad_feels_the_stone() -> None:
    """The cell of C is unplugged, so its chip makes up noise: the stones lie there, and nothing is felt."""
    session = Session(Cells()).until(Wants.PILE, C)
    session.cells.gains[C] = 0.0

    session.move(C)
    session.settle(session.step, 20.0)

    assert session.told == (Why.NOT_FELT, (C,))


def test_it_refuses_swapped_pads_and_names_both() -> None:
    """The stones lie on C, and D feels them: no figure is made of that, for as long as they lie there."""
    session = Session(Cells()).until(Wants.PILE, C)
    swap(C, D, session.cells)

    session.move(C)
    session.settle(session.step)
    told = session.told
    session.cells.wait(10.0)

    assert told == (Why.ELSEWHERE, (C, D))
    assert (session.told, session.step.wants, session.step.pad) == (told, Wants.PILE, C)


def test_the_first_stone_shows_a_swapped_pad_too() -> None:
    """It was laid on A, and B feels it."""
    session = Session(Cells()).until(Wants.STONE)

    session.cells.put(B, session.cells.stones[0])
    session.settle(session.step)
    told = session.told
    session.cells.lift(B)
    session.cells.wait(3.0)

    assert told == (Why.ELSEWHERE, (A, B))
    assert session.told is None  # it was only laid wrong
    assert session.until(Wants.PILE, B).told is None


def test_a_stone_left_behind_is_missed() -> None:
    """Two of three were carried on: the pad with the third is named, and it goes on once that came along."""
    session = Session(Cells()).until(Wants.PILE, B)
    cells = session.cells
    carried, rest = cells.stones[0] + cells.stones[1], cells.stones[2]

    cells.lift(A)
    cells.put(A, rest)
    cells.put(B, carried)
    session.settle(session.step)
    told = session.told
    session.move(B)
    session.settle(session.step)

    assert told == (Why.LEFT, (A,))
    assert session.step == Step(Wants.PILE, C, STONES)


@pytest.mark.parametrize("pad", [A, C])
def test_it_refuses_a_cell_that_is_upside_down(pad: int) -> None:
    """It reads less under a load: named, with what to do about it."""
    cells = Cells()
    cells.gains[pad] *= -1
    session = Session(cells).until(Wants.STONE if pad == A else Wants.PILE, pad)

    session.move(pad) if pad else cells.put(A, cells.stones[0])
    session.settle(session.step)

    assert session.told == (Why.UPSIDE_DOWN, (pad,))


def test_two_stones_at_once_are_not_taken_for_one() -> None:
    """The second act brings two: the figures would be wrong for the whole evening."""
    session = Session(Cells()).until(Wants.STONE, A, 2)
    cells = session.cells

    cells.put(A, cells.stones[1] + cells.stones[2])
    session.settle(session.step)
    told, asked = session.told, session.step.number
    cells.lift(A)
    session.settle(session.step)

    assert (told, asked) == ((Why.UNEQUAL, (A,)), 2)
    assert session.step == Step(Wants.STONE, A, 1)
    assert session.finish().step.result is not None


@pytest.mark.parametrize(
    ("grams", "number", "why"),
    [(1.0, 1, Why.TOO_LIGHT), (9.0, 3, Why.TOO_HEAVY), (200.0, 1, Why.TOO_HEAVY)],
    ids=["a-coin-or-a-cell-for-kilograms", "two-at-once-each-time", "a-cup"],
)
def test_it_refuses_what_cannot_be_a_stone(grams: float, number: int, why: Why) -> None:
    """A coin and a cup are told at once; what is too heavy by less, when all of it lies there."""
    session = Session(Cells())
    session.cells.stones[:STONES] = [grams] * STONES

    session.until(Wants.PILE, B)

    assert session.told == (why, (A,))
    assert session.step.number == number


def test_cells_of_another_kind_are_named_in_the_settings() -> None:
    """200 g cells lie between the kinds of the parts list; named in the settings they will do."""
    unknown, known = Session(Cells(counts_per_gram=5_500.0)), Session(Cells(counts_per_gram=5_500.0), 5_500.0)

    unknown.until(Wants.PILE, B)

    assert unknown.told == (Why.TOO_HEAVY, (A,))
    assert known.finish().whys == set()


def test_it_refuses_a_cell_far_from_the_others() -> None:
    """C weighs six times as much as A and B: another kind of cell. Only two are known: both are named."""
    session = Session(Cells())
    session.cells.gains[C] *= 6
    session.until(Wants.PILE, C).move(C)
    session.settle(session.step)
    third = session.step.objection
    other = Session(Cells())
    other.cells.gains[B] *= 0.4
    other.until(Wants.PILE, B).move(B)
    other.settle(other.step)

    assert third is not None
    assert (third.why, third.pads, 5 < third.figure < 7) == (Why.GAIN, (C,), True)
    assert other.told == (Why.GAIN, (A, B))


def test_it_refuses_a_zero_far_off() -> None:
    """A bent cell, or its wires mixed up: no pad weighs a pound when it is empty."""
    cells = Cells()
    cells.zeros[D] = 3_000_000.0
    session = Session(cells)

    session.settle(session.step)

    assert session.told == (Why.ZERO, (D,))
    assert session.step.wants is Wants.EMPTY


def test_a_zero_that_only_a_finer_cell_may_have_is_told_once_the_cells_are_known() -> None:
    """600,000 counts are a pad's own weight on a 100 g cell, and 280 g on one of 500 g."""
    coarse, fine = Session(Cells()), Session(Cells(counts_per_gram=12_900.0))
    for session in (coarse, fine):
        session.cells.zeros[D] = 600_000.0
        session.until(Wants.PILE, B)

    assert coarse.told == (Why.ZERO, (D,))
    assert fine.told is None


def test_what_lay_there_all_the_time_is_noticed_when_it_is_taken_away() -> None:
    """A stone was forgotten on D when the plate was said to be empty: it begins anew."""
    session = Session(Cells())
    session.cells.grams[D] = 3.7
    session.until(Wants.STONE, A, 2)

    session.cells.lift(D)
    session.settle(session.step)
    told = session.told
    session.cells.wait(30.0)

    assert told == session.told == (Why.WAS_LOADED, (D,))
    assert session.step.objection is not None
    assert session.step.objection.is_end


def test_a_pad_that_does_not_come_back_to_its_zero_rubs() -> None:
    """The plate of B catches on the housing: a third of a stone stays on it when the stones have left."""
    session = Session(Cells()).until(Wants.PILE, C)

    session.cells.zeros[B] += 0.3 * 3.7 * session.cells.gains[B]
    session.move(C)
    session.settle(session.step)

    assert session.told == (Why.RUBS, (B,))


def test_a_finger_that_lay_on_the_stones_does_not_count() -> None:
    """It lay so still that it was weighed, too; what counts is what lies there when it has left."""
    session = Session(Cells()).until(Wants.PILE, C)
    session.cells.grams[B] -= 1.0  # the finger leaves
    gain, usual = session.cells.gains[B], (sum(session.cells.stones[:STONES]) - 1.0) / STONES
    session.cells.wait(4.0)

    result = session.finish().step.result

    assert result is not None
    assert result.pads[B].stone_counts == pytest.approx(gain * usual, rel=0.005)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_finger_on_a_single_stone_does_not_count(number: int) -> None:
    """It lay on the first, second or third one when that was weighed: the stones differ no more for it."""
    session = Session(Cells()).until(Wants.STONE, A, number)
    cells = session.cells
    cells.put(A, cells.stones[number - 1] + 1.0)
    session.settle(session.step)
    cells.grams[A] -= 1.0  # the finger leaves
    cells.wait(3.0)

    result = session.finish().step.result

    assert result is not None
    spread = stdev(cells.stones[:STONES]) * cells.gains[A]
    assert result.pads[A].spread_counts == pytest.approx(spread, rel=0.1)


def test_the_sensors_come_back_and_it_goes_on_where_it_was() -> None:
    """Somebody stumbled over the lead between two steps."""
    session = Session(Cells()).until(Wants.PILE, C)

    session.calibrator.lose()
    session.cells.now_s += 30.0
    finished = session.finish()

    assert finished.step.result is not None
    assert finished.whys == set()


def test_wild_readings_change_nothing() -> None:
    """Full scale now and then, as a slipped bit makes it: no figure moves."""
    spoilt, quiet = Cells(5), Cells(5)
    sparks = Random(1)
    spoilt.spoil = lambda pad, count: HIGHEST - 1 if sparks.random() < 0.002 else count

    pads = zip(calibrated(spoilt).pads, calibrated(quiet).pads, strict=True)

    assert all(one.stone_counts == pytest.approx(other.stone_counts, rel=0.005) for one, other in pads)


def test_what_is_over_stays_as_it_is() -> None:
    """Stones laid down for the next game change no figure any more."""
    session = Session(Cells()).finish()
    done = session.step

    session.cells.put(A, 3.7)
    session.cells.wait(5.0)

    assert session.step is done
    assert isinstance(session.calibrator, Calibrator)


def test_the_last_pad_comes_back_to_what_it_was_weighed_at() -> None:
    """The last pad rests a tenth of a stone higher once it is empty: its figures have that, too."""
    cells = Cells(1)
    session = Session(cells).until(Wants.CLEAR, 6)
    session._act(session.step)
    cells.grams[6] += 0.37
    session.settle(session.step)

    result = session.step.result

    assert result is not None
    assert result.pads[6].return_counts > 500
