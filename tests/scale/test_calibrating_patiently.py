"""Calibrating where people take their time: warmth, a shaking table and a stray finger end nothing."""

from math import sin, tau

import pytest

from companion.calibrate_text import objection_text
from companion.link.decoder import Lack
from companion.scale.step import Objection, Step, Wants, Why
from tests.scale.cells import PADS, Cells, Session

A, B, C, D = range(4)
LAST = PADS - 1
CELLS = [2_150.0, 12_900.0]
"""Counts per gram of 500 g and of 100 g cells."""


def drifting(cells: Cells, pad: int, grams_per_min: float) -> None:
    """From now on, for as long as the cells are weighed."""
    since_s, spoil = cells.now_s, cells.spoil

    def spoilt(index: int, count: int) -> int | Lack:
        more = cells.gains[pad] * grams_per_min * (cells.now_s - since_s) / 60
        return spoil(index, count + round(more) if index == pad else count)

    cells.spoil = spoilt


def wire_off(cells: Cells, pad: int, seconds: float) -> None:
    """The chip of that pad says nothing while somebody mends it."""
    spoil = cells.spoil
    cells.spoil = lambda index, count: Lack.MISSING if index == pad else spoil(index, count)
    cells.wait(seconds)
    cells.spoil = spoil


@pytest.mark.parametrize("grams_per_min", [0.3, -0.3])
@pytest.mark.parametrize("counts_per_gram", CELLS)
@pytest.mark.parametrize("pad", [B, D], ids=["under-the-stones", "empty"])
@pytest.mark.parametrize("wrong", ["wire", "elsewhere"])
def test_zeros_wander_while_something_is_mended(
    wrong: str, pad: int, counts_per_gram: float, grams_per_min: float
) -> None:
    """A wire of C takes five minutes, and meanwhile a pad gets warm: nothing lay there, nothing rubs."""
    session = Session(Cells(counts_per_gram=counts_per_gram)).until(Wants.PILE, C)
    cells = session.cells
    drifting(cells, pad, grams_per_min)

    if wrong == "wire":
        wire_off(cells, C, 300.0)
    else:
        cells.put(LAST, cells.stones[9])  # somebody lays one down on the wrong pad, and goes to look
        cells.wait(300.0)
        cells.lift(LAST)
    cells.wait(3.0)
    session.finish()

    assert session.step.wants is Wants.NOTHING
    assert session.whys == {Why.MISSING if wrong == "wire" else Why.ELSEWHERE}
    result = session.step.result
    assert result is not None
    usual = sum(cells.stones[:3]) / 3
    assert [found.stone_counts for found in result.pads] == pytest.approx(
        [gain * usual for gain in cells.gains], rel=0.01
    )


@pytest.mark.parametrize("counts_per_gram", CELLS)
@pytest.mark.parametrize("samples_per_s", [80, 10])
def test_a_table_that_shakes_shakes_all_kinds_of_cells_alike(
    counts_per_gram: float, samples_per_s: int
) -> None:
    """A washing machine next door: a tenth of a gram to and fro, on each pad, all the time."""
    cells = Cells(counts_per_gram=counts_per_gram, samples_per_s=samples_per_s)
    cells.spoil = lambda pad, count: (
        count + round(cells.gains[pad] * 0.1 * sin(tau * 13.3 * cells.now_s + pad))
    )

    session = Session(cells).finish()

    assert session.whys == set()
    result = session.step.result
    assert result is not None
    usual = sum(cells.stones[:3]) / 3
    assert [found.stone_counts for found in result.pads] == pytest.approx(
        [gain * usual for gain in cells.gains], rel=0.01
    )


@pytest.mark.parametrize("counts_per_gram", CELLS)
def test_a_hand_that_trembles_on_a_pad_makes_no_zero(counts_per_gram: float) -> None:
    """What is still for one kind of cell is a hand on another: half a gram and more is still on none."""
    session = Session(Cells(counts_per_gram=counts_per_gram))

    session.cells.wait(20.0, C, lambda age_s: 30.0 + 1.5 * sin(tau * 6 * age_s))

    assert session.step.wants is Wants.EMPTY
    assert session.told == (Why.MOVES, (C,))


def test_a_finger_at_the_last_step_throws_nothing_away() -> None:
    """The stones are off and a finger lies on G: it is told, and all ten acts count once it has left."""
    session = Session(Cells()).until(Wants.CLEAR, LAST)
    cells = session.cells

    cells.lift(LAST)
    cells.grams[LAST] = 1.5
    session.settle(session.step)
    told = session.told
    cells.wait(6.0)
    cells.lift(LAST)
    session.settle(session.step)

    assert told == (Why.RUBS, (LAST,))
    assert session.step.result is not None


def test_a_plate_that_comes_back_slowly_throws_nothing_away() -> None:
    """Soft plastic gives way under the stones, and needs some seconds when they have left."""
    session = Session(Cells()).until(Wants.PILE, C)
    cells = session.cells
    since_s = cells.now_s + 1.5

    def spoilt(pad: int, count: int) -> int:
        left_grams = 1.5 * max(0.0, 1 - max(0.0, cells.now_s - since_s) / 12)
        return count + round(cells.gains[B] * left_grams) if pad == B and not cells.grams[B] else count

    cells.spoil = spoilt
    session.move(C)
    session.settle(session.step, 20.0)
    session.settle(session.step, 20.0)

    assert session.whys == {Why.RUBS}
    assert session.step == Step(Wants.PILE, D, 3)


def test_a_sleeve_that_lifts_a_plate_throws_nothing_away() -> None:
    """D reads less than empty for some seconds: it was not loaded at the start, as it comes back."""
    session = Session(Cells()).until(Wants.PILE, C)
    cells = session.cells

    cells.grams[D] = -1.5
    session.settle(session.step)
    told = session.told
    cells.wait(6.0)
    cells.grams[D] = 0.0
    cells.wait(3.0)

    assert told == (Why.WAS_LOADED, (D,))
    assert session.told is None
    assert session.finish().step.result is not None


def test_what_lies_there_at_the_start_may_be_taken_away() -> None:
    """A bag on F: told, and the zeros are made when it has gone."""
    session = Session(Cells())
    session.cells.grams[5] = 700.0
    session.settle(session.step)
    told = session.told

    session.cells.lift(5)
    session.settle(session.step)

    assert told == (Why.ZERO, (5,))
    assert session.step == Step(Wants.STONE, A, 1)


def test_a_plate_that_rubs_for_good_ends_it() -> None:
    """Nobody can mend the figures of B any more: it has to begin again."""
    session = Session(Cells()).until(Wants.PILE, C)
    session.cells.zeros[B] += 0.3 * 3.7 * session.cells.gains[B]
    session.move(C)

    session.cells.wait(40.0)

    objection = session.step.objection
    assert objection is not None
    assert (objection.why, objection.pads, objection.is_end) == (Why.RUBS, (B,), True)


@pytest.mark.parametrize("pads", [(C,), (B, D)], ids=["one", "by-turns"])
def test_pads_that_never_rest_together_are_named(pads: tuple[int, ...]) -> None:
    """Each rests now and then, and there is never a second in which all do: which ones break it."""
    session = Session(Cells()).until(Wants.STONE, A, 2)
    cells = session.cells

    def knocked(pad: int, count: int) -> int:
        due = int(cells.now_s / 0.6) % len(pads)
        return count + 6_000 if pad == pads[due] and cells.now_s % 0.6 < 0.06 else count

    cells.spoil = knocked
    cells.wait(12.0)

    assert session.told == (Why.MOVES, pads)


@pytest.mark.parametrize(
    ("pad", "grams", "why"), [(C, 1.2, Why.LEFT), (LAST, 1.2, Why.RUBS), (LAST, 2.3, Why.LEFT)]
)
def test_what_lies_there_at_the_last_step_is_told(pad: int, grams: float, why: Why) -> None:
    """The stones are off, and a pad reads a part of a stone: it is named, nobody waits for ever."""
    session = Session(Cells()).until(Wants.CLEAR, LAST)

    session.cells.lift(LAST)
    session.cells.grams[pad] = grams
    session.cells.wait(5.0)

    assert session.told == (why, (pad,))


def test_a_stone_unlike_the_others_may_be_another_one() -> None:
    """Laid one at a time it stays too heavy: the cure says to take another."""
    objection = Objection(Why.UNEQUAL, (A,), 1.6)

    assert "another stone in place of that one" in objection_text(objection)
