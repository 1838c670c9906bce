from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ScriptError
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.simulate.acts import (
    Aside,
    Bump,
    Drift,
    Hover,
    Lean,
    Line,
    MoveStone,
    PlugPad,
    SetupBasic,
    SetupPosition,
    Spot,
    TableAct,
    UnplugPad,
)
from companion.simulate.hands import Hands
from companion.simulate.landing import Landing
from companion.simulate.plate import NOISES, Plate
from companion.simulate.stones import Things, weigh_stones

A, B, C = Location.A, Location.B, Location.C
LINE = Line("evening.table", 7, "…")
TWO_COLUMNS = Position(
    ((Colour.WHITE, Colour.GREY), (Colour.BLACK,), (), (), (), (), ()), (Colour.WHITE,), (), Player.WHITE
)
START_S = 100.0


class Table:
    """A table with stones on A and B, and hands that have done nothing yet."""

    def __init__(self, seed: int = 1) -> None:
        self.things = Things(weigh_stones(Random(seed)))
        self.plate = Plate(Random(seed), NOISES["none"])
        self.hands = Hands(self.things, self.plate, Random(seed))
        self.hands.start(SetupPosition(LINE, TWO_COLUMNS), START_S)

    def start(self, act: TableAct) -> float:
        """Begin an act at the table's time 0; when it ends, by the clock."""
        return self.hands.start(act, START_S)

    def loads_after(self, seconds: float) -> tuple[float, ...]:
        """The grams on the pads at a time of the table."""
        return self.hands.loads_grams(START_S + seconds)

    def watch(self, seconds: float, step_s: float = 0.0125) -> list[tuple[float, ...]]:
        """The grams on the pads from time 0 on, sample by sample."""
        return [self.loads_after(index * step_s) for index in range(round(seconds / step_s) + 1)]


def move(source: Spot, target: Spot, colour: Colour | None = None) -> MoveStone:
    """The act `stone SOURCE TARGET`."""
    return MoveStone(LINE, source, colour, target)


def test_a_stone_is_half_its_second_in_the_air() -> None:
    """A quarter of a second on its way up, half a second in the hand, a quarter on its way to rest."""
    table = Table()

    end_s = table.start(move(A, C))
    seen = []
    for seconds in (0.24, 0.25, 0.74, 0.75, 1.0):
        table.loads_after(seconds)
        seen.append((len(table.things.column(A)), len(table.things.column(C))))

    assert end_s == START_S + 1.0
    assert seen == [(2, 0), (1, 0), (1, 0), (1, 1), (1, 1)]


def test_the_top_stone_goes_and_takes_its_weight_along() -> None:
    """The grey one from the top of A lies on C, and C has gained what A has lost."""
    table = Table()
    before = table.loads_after(0.0)
    table.start(move(A, C))

    after = table.loads_after(1.0)

    assert table.things.column(C) == (Colour.GREY,)
    assert after[2] == pytest.approx(before[0] - after[0], abs=1e-9)
    assert after[2] > 2.0


@pytest.mark.parametrize(
    ("source", "colour", "target", "pads"),
    [
        (Aside.WHITE, Colour.WHITE, C, {2}),
        (Aside.QUARRY, Colour.GREY, B, {1}),
        (A, None, Aside.QUARRY, {0}),
        (A, None, B, {0, 1}),
        (Aside.QUARRY, Colour.BLACK, Aside.BLACK, set()),
    ],
)
def test_only_the_touched_pads_feel_a_stone(
    source: Spot, colour: Colour | None, target: Spot, pads: set[int]
) -> None:
    """The quarry and the workshops lie beside the temple: no pad feels a stone there."""
    table = Table()
    table.start(move(source, target, colour))

    loads = table.watch(1.0)

    changed = {pad for pad in range(7) if len({load[pad] for load in loads}) > 1}
    assert changed == pads


@given(seed=st.integers(0, 10_000))
def test_the_pads_are_still_from_the_moment_of_rest(seed: int) -> None:
    """Just before the stated rest something still moves; from it on nothing does; the act ends no earlier."""
    table = Table(seed)
    end_s = table.start(move(A, C))
    rest_s = table.hands.last_rest_s
    assert rest_s is not None

    just_before = table.hands.loads_grams(rest_s - 0.02)
    at_rest = table.hands.loads_grams(rest_s)
    later = [table.hands.loads_grams(rest_s + 0.01 * index) for index in range(1, 30)]

    assert just_before != at_rest
    assert all(load == at_rest for load in later)
    assert START_S + 0.75 < rest_s <= end_s


def test_a_stone_taken_away_rests_when_it_has_left() -> None:
    """Nothing more happens on the pad once the hand has the stone in the air."""
    table = Table()

    table.start(move(A, Aside.QUARRY))

    assert table.hands.last_rest_s == START_S + 0.25


def test_what_no_pad_feels_is_no_rest() -> None:
    """A stone taken from the quarry into a workshop leaves the last moment of rest as it was."""
    table = Table()

    table.start(move(Aside.QUARRY, Aside.WHITE, Colour.GREY))

    assert table.hands.last_rest_s is None


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("act", [move(A, C), Hover(LINE, A, 0.8), Lean(LINE, C, 0.9), Bump(LINE, 0.7)])
def test_a_load_never_jumps(act: TableAct, seed: int) -> None:
    """Weight comes and goes as it does under a hand, quickly but without a step."""
    table = Table(seed)
    table.start(act)

    loads = table.watch(1.0, step_s=0.0001)

    steps = [abs(after[pad] - before[pad]) for before, after in pairwise(loads) for pad in range(7)]
    assert max(steps) < 0.7  # in a tenth of a millisecond; no stone weighs less than 2.9 g


def test_fingers_push_before_they_lift_and_press_before_they_let_go() -> None:
    """The pad feels more than the stone for a moment, at either end of the way."""
    table = Table()
    before = table.loads_after(0.0)
    table.start(move(A, C))

    loads = table.watch(1.0)

    after = loads[-1]
    assert max(load[0] for load in loads) > before[0] + 1.0
    assert max(load[2] for load in loads) > after[2] + 1.0


def test_a_hovering_stone_comes_back() -> None:
    """It is off the pad for a while, and then everything is as before."""
    table = Table()
    before = table.loads_after(0.0)

    end_s = table.start(Hover(LINE, A, 2.0))
    in_the_air = table.loads_after(1.0)
    lying = table.things.column(A)
    after = table.loads_after(2.0)

    assert end_s == START_S + 2.0
    assert in_the_air[0] < before[0] - 2.0
    assert lying == (Colour.WHITE,)
    assert after == before
    assert table.things.agrees_with(TWO_COLUMNS)


def test_a_quick_hover_is_done_in_its_time() -> None:
    """Even in a tenth of a second the stone leaves and is back at rest."""
    table = Table()
    before = table.loads_after(0.0)
    table.start(Hover(LINE, A, 0.1))

    loads = table.watch(0.1, step_s=0.001)

    assert min(load[0] for load in loads) < before[0] - 2.0
    assert loads[-1] == before


@given(seed=st.integers(0, 10_000))
def test_a_leaning_hand_weighs_on_one_pad(seed: int) -> None:
    """Between 50 and 400 g on C while it lasts, never quite the same, then nothing."""
    table = Table(seed)
    before = table.loads_after(0.0)
    end_s = table.start(Lean(LINE, C, 3.0))

    loads = table.watch(3.0)

    held = [load[2] for load in loads[20:-20]]
    assert 50.0 <= min(held) < max(held) - 10.0 <= 390.0
    assert all(load[:2] + load[3:] == before[:2] + before[3:] for load in loads)
    assert loads[-1] == before
    assert end_s == START_S + 3.0


def test_a_bump_shakes_every_pad_and_dies_away() -> None:
    """All pads swing up and down, less and less, and lie still when it is over."""
    table = Table()
    before = table.loads_after(0.0)
    table.start(Bump(LINE, 1.0))

    loads = table.watch(1.0)

    swings = [[load[pad] - before[pad] for load in loads] for pad in range(7)]
    assert all(max(swing) > 2.0 and min(swing) < -2.0 for swing in swings)
    assert all(max(map(abs, swing[60:])) < max(map(abs, swing[:20])) / 4 for swing in swings)
    assert loads[-1] == before


def test_a_hand_can_hold_a_stone_as_long_as_it_likes() -> None:
    """Picked up, it is gone from its pad; put down much later, the very same stone lies on the other."""
    table = Table()
    stone = table.things.find(A, None, LINE)
    taken = table.hands.pick_up(LINE, A, None, START_S)
    in_the_air = table.loads_after(9.0)

    put = table.hands.put_down(taken, C, START_S + 10.0, Landing.SLOW)
    lying = table.loads_after(20.0)

    assert table.things.column(A) == (Colour.WHITE,)
    assert in_the_air[2] == 0.0
    assert lying[2] == pytest.approx(stone.grams)
    assert START_S + 11.0 <= put.end_s <= START_S + 12.0
    assert table.hands.is_still


def test_a_person_has_two_hands() -> None:
    """Two stones in the air at once can come down on two pads in the same moment."""
    table = Table()
    both = [table.hands.pick_up(LINE, place, None, START_S) for place in (A, B)]
    for taken, place in zip(both, (C, Location.D), strict=True):
        table.hands.put_down(taken, place, START_S + 1.0)

    loads = table.watch(2.0)

    first = [next(t for t, load in enumerate(loads) if load[pad]) for pad in (2, 3)]
    assert first[0] == first[1]
    assert (table.things.column(C), table.things.column(Location.D)) == ((Colour.GREY,), (Colour.BLACK,))


def test_a_sleeve_brushes_one_pad_and_moves_nothing() -> None:
    """A few grams swell and are gone; the stones lie as before."""
    table = Table()
    before = table.loads_after(0.0)
    table.hands.brush(B, START_S, 0.3)

    loads = table.watch(0.4)

    assert max(load[1] for load in loads) > before[1] + 1.5
    assert all(load[0] == before[0] for load in loads)
    assert loads[-1] == before
    assert table.things.agrees_with(TWO_COLUMNS)


def test_chips_out_of_step_feel_one_hand_at_different_moments() -> None:
    """Each pad's load is the one at its own time; for all at one time it is the plain one."""
    early, late, both = Table(), Table(), Table()
    for table in (early, late, both):
        table.start(Bump(LINE, 1.0))
    times_s = [START_S + 0.1 + 0.0015 * pad for pad in range(7)]

    first, last = early.loads_after(0.1), late.loads_after(0.109)
    loads = both.hands.loads_at(times_s)

    assert loads[0] == pytest.approx(first[0])
    assert loads[6] == pytest.approx(last[6])
    assert loads[1] != pytest.approx(first[1])


def test_a_still_table_costs_nothing() -> None:
    """While nobody does anything, the very same loads are handed out again."""
    table = Table()
    table.start(move(A, C))
    table.loads_after(1.0)

    assert table.loads_after(2.0) is table.loads_after(3.0)


def test_two_people_can_act_at_once() -> None:
    """One leans on B while the other moves a stone: both are felt, both are over in their time."""
    table = Table()
    table.start(Lean(LINE, B, 0.9))
    table.start(move(A, C))

    loads = table.watch(1.0)

    assert max(load[1] for load in loads) > 50.0
    assert table.things.column(C) == (Colour.GREY,)
    assert loads[-1] == tuple(table.things.grams(location) for location in Location)


@pytest.mark.parametrize("act", [move(C, A), Hover(LINE, C, 1.0), move(Aside.WHITE, A, Colour.BLACK)])
def test_a_stone_that_is_not_there_is_refused_at_once(act: TableAct) -> None:
    """The script is told before any hand moves, and nothing has changed."""
    table = Table()
    before = table.loads_after(0.0)

    with pytest.raises(ScriptError, match=r"^evening\.table, line 7: no "):
        table.start(act)

    assert table.loads_after(1.0) is before


def test_a_setup_lays_the_stones_out_at_once() -> None:
    """The columns are empty and each player has two stones."""
    table = Table()
    position = Position.start(Player.BLACK)

    end_s = table.start(SetupBasic(LINE, position))

    assert end_s == START_S
    assert table.loads_after(0.0) == (0.0,) * 7
    assert table.things.agrees_with(position)


def test_drift_and_leads_reach_the_plate() -> None:
    """A drift takes its time; a pulled lead is pulled at once, and plugged back at once."""
    table = Table()
    still = table.plate.counts(START_S, (0.0,) * 7)

    ends = [table.start(act) for act in (Drift(LINE, 5.0, 1.0), UnplugPad(LINE, A))]
    begun = table.plate.counts(START_S, (0.0,) * 7)
    drifted = table.plate.counts(START_S + 5.0, (0.0,) * 7)
    table.start(PlugPad(LINE, A))
    plugged = table.plate.counts(START_S + 5.0, (0.0,) * 7)

    assert ends == [START_S + 5.0, START_S]
    assert begun == [None, *still[1:]]
    assert drifted[0] is None
    assert [now > before for now, before in zip(plugged, still, strict=True)] == [True] * 7


@pytest.mark.parametrize("act", [move(A, C), Hover(LINE, A, 1.0), Lean(LINE, A, 1.0), Bump(LINE, 1.0)])
def test_a_seed_is_a_pair_of_hands(act: TableAct) -> None:
    """The same seed moves in the same way again, another seed moves otherwise."""
    first, again, other = Table(3), Table(3), Table(4)

    for table in (first, again, other):
        table.start(act)

    assert first.watch(1.0) == again.watch(1.0)
    assert first.watch(1.0) != other.watch(1.0)
