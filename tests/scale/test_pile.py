"""What is weighed is what leaves: hands that hesitate, a stone too many, a finger that rests on the pile."""

from random import Random

import pytest

from companion.scale.calibration import Calibration
from companion.scale.step import Step, Wants, Why
from tests.scale.cells import PADS, Cells, Session

PLATES = 60
REACTION_S = 0.5
"""Nobody reads a page and has lifted three stones sooner."""
A, B, C, D = range(4)


def lift_all(cells: Cells) -> None:
    """Into the hand."""
    for pad, grams in enumerate(cells.grams):
        if grams:
            cells.lift(pad)
    cells.wait(0.4)


def one_by_one(cells: Cells, pad: int, random: Random) -> None:
    """Each stone after a pause of its own."""
    lift_all(cells)
    for grams in random.sample(cells.stones[:3], 3):
        cells.put(pad, grams)
        cells.wait(random.uniform(0.0, 5.0))


def from_pad_to_pad(cells: Cells, pad: int, random: Random) -> None:
    """Each carried on its own: the others lie where they lay meanwhile."""
    source = max(range(PADS), key=cells.grams.__getitem__)
    for grams in random.sample(cells.stones[:3], 3):
        cells.grams[source] -= grams
        cells.wait(random.uniform(0.3, 2.0))
        cells.put(pad, grams)
        cells.wait(random.uniform(0.0, 2.0))
    cells.grams[source] = 0.0


def one_too_many(cells: Cells, pad: int, random: Random) -> None:
    """A fourth stone came along; it is noticed, and taken away."""
    carried = sum(cells.grams)
    lift_all(cells)
    cells.put(pad, carried + cells.stones[7])
    cells.wait(random.uniform(0.0, 5.0))
    cells.grams[pad] = carried


def finger(cells: Cells, pad: int, random: Random) -> None:
    """It lies on the pile for a while."""
    carried, pressed = sum(cells.grams), random.uniform(0.3, 4.0)
    lift_all(cells)
    cells.put(pad, carried)
    cells.wait(random.uniform(0.3, 4.0), pad, lambda age_s: pressed)


def act(session: Session, step: Step, random: Random) -> None:
    """What is asked for; the piles by one odd way of four."""
    cells = session.cells
    cells.wait(REACTION_S)
    if step.wants is Wants.PILE:
        random.choice([one_by_one, from_pad_to_pad, one_too_many, finger])(cells, step.pad, random)
    elif step.wants is Wants.CLEAR:
        lift_all(cells)
    elif step.wants is Wants.STONE and not step.objection:
        cells.put(A, cells.stones[step.number - 1])
        pressed = random.choice([0.0, random.uniform(0.3, 2.0)])
        cells.wait(random.uniform(0.0, 3.0), A, lambda age_s: pressed)
    elif step.wants is Wants.STONE:
        lift_all(cells)


def calibrated_by(random: Random, cells: Cells) -> tuple[Calibration | None, Session]:
    """What odd hands make of it; None where it would not have it."""
    session = Session(cells)
    for _ in range(60):
        step = session.step
        if step.wants is Wants.NOTHING:
            break
        act(session, step, random)
        session.settle(step)
    return session.step.result, session


@pytest.mark.parametrize("plate", [*range(PLATES), 82, 121, 243])  # the last: the first pile was forgotten
def test_odd_hands_get_the_right_figures_or_an_objection(plate: int) -> None:
    """Stones one by one, a fourth one, a finger on top: no pad goes into the evening with a wrong figure."""
    random = Random(plate)
    cells = Cells(
        seed=plate,
        counts_per_gram=(2_150.0, 12_900.0)[plate % 2],
        stone_grams=random.uniform(2.2, 6.5),
    )

    result, session = calibrated_by(random, cells)

    usual = sum(cells.stones[:3]) / 3
    if result is None:
        assert session.whys
    else:
        assert [pad.stone_counts for pad in result.pads] == pytest.approx(
            [gain * usual for gain in cells.gains], rel=0.05
        )


@pytest.mark.parametrize("pause_s", [1.3, 2.5])
@pytest.mark.parametrize("pad", [B, D])
@pytest.mark.parametrize("plate", range(5))
def test_a_stone_that_follows_late_is_weighed_with_the_others(plate: int, pad: int, pause_s: float) -> None:
    """Two lay there and the page went on; the third came, and counts."""
    session = Session(Cells(plate)).until(Wants.PILE, pad)
    cells = session.cells
    lift_all(cells)
    for grams in cells.stones[:2]:
        cells.put(pad, grams)
    cells.wait(pause_s)
    cells.put(pad, cells.stones[2])
    cells.wait(2.0)

    result = session.finish().step.result

    assert result is not None
    assert result.pads[pad].stone_counts == pytest.approx(
        cells.gains[pad] * sum(cells.stones[:3]) / 3, rel=0.01
    )


def test_two_of_three_stones_are_not_all_on_the_pad_that_was_counted_first() -> None:
    """The cell of A gives a fifth more, so it is weighed twice; two stones there are as much as three."""
    cells = Cells(1)
    cells.gains = [2_150.0 * 1.24, *[2_150.0] * (PADS - 1)]
    session = Session(cells).until(Wants.PILE, A)
    source = session.step.source

    told = []
    for _ in range(2):
        lift_all(cells)
        cells.put(A, sum(cells.stones[:2]))
        cells.wait(4.0)
        told.append(session.told)
    lift_all(cells)
    cells.put(A, sum(cells.stones[:3]))
    result = session.finish().step.result

    assert source == PADS - 1  # the page draws them there
    assert told == [(Why.ANEW, (A,))] * 2
    assert result is not None
    assert result.pads[A].stone_counts == pytest.approx(cells.gains[A] * sum(cells.stones[:3]) / 3, rel=0.01)


def test_a_stone_that_was_one_too_many_is_told_with_its_pad() -> None:
    """It was weighed with the others, and taken away: all are to be laid there once more."""
    session = Session(Cells(1)).until(Wants.PILE, D)
    cells = session.cells
    carried = sum(cells.grams)

    lift_all(cells)
    cells.put(D, carried + cells.stones[7])
    cells.wait(2.0)
    cells.grams[D] = carried
    cells.wait(3.0)
    told, wanted = session.told, session.step
    lift_all(cells)
    cells.wait(3.0)
    lifted = session.told
    cells.put(D, carried)
    session.settle(wanted)

    assert (told, wanted.wants, wanted.pad) == ((Why.ANEW, (D,)), Wants.PILE, D)
    assert lifted == told  # it stands until they are laid
    assert session.finish().step.result is not None
