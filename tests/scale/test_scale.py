from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pytest_mock import MockerFixture

from companion.link.decoder import Frame, Lack
from companion.rules.pieces import Colour, Location
from companion.scale.memory import Memory, PadMemory
from companion.scale.pad import PadState
from companion.scale.scale import Heights, Scale
from companion.scale.stack import Stack
from companion.simulate.acts import Aside, Line
from companion.simulate.landing import Landing
from tests.scale.bench import BUILT, COUNTS_PER_STONE, SAMPLE_S, Bench

ALL_REST = (PadState.RESTS,) * 7
D = Location.D.index

tables = given(seed=st.integers(0, 2**32))
"""Other stones, other cells, other noise, other hands."""


def tells_no_lie(told: list[Heights], *truths: tuple[int, ...]) -> bool:
    """Whether each number that was given out is one that was true before or after the act."""
    allowed = [{None, *heights} for heights in zip(*truths, strict=True)]
    return all(
        seen in may_be for heights in told for seen, may_be in zip(heights.stones, allowed, strict=True)
    )


@settings(max_examples=15)
@tables
def test_stones_are_counted_as_they_come_and_go(seed: int) -> None:
    """Whatever each stone weighs, every one that is put down, moved or taken away is counted."""
    bench = Bench(seed)
    bench.begin()

    for _ in range(10):
        before = bench.truth
        choices = ["stone quarry:w D", "stone quarry:b A"]
        choices += [
            f"stone {place.value} G" for place in Location if before[place.index] and place.value != "G"
        ]
        choices += [f"stone {place.value} quarry" for place in Location if before[place.index]]
        told = bench.act(bench.random.choice([c for c in choices if max(before) < 5 or c.endswith("quarry")]))
        told += bench.wait(0.4)

        assert tells_no_lie(told, before, bench.truth)
        assert bench.stones == bench.truth
        assert bench.states == ALL_REST
        bench.scale.believe(bench.truth)


@settings(max_examples=15)
@tables
def test_two_stones_at_a_time_are_counted(seed: int) -> None:
    """Two stones that nobody has weighed, put on two columns or on one before anything settles."""
    bench = Bench(seed)
    bench.begin()

    bench.act("stone quarry:w D")
    bench.act("stone quarry:b D")
    bench.act("stone quarry:g E")
    bench.wait(0.5)

    assert bench.stones == (0, 0, 0, 2, 1, 0, 0)


@settings(max_examples=15)
@tables
def test_a_lean_never_gives_a_wrong_number(seed: int) -> None:
    """A hand on a pad is no stone: its height is unknown meanwhile, and the same after."""
    bench = Bench(seed)
    bench.begin(BUILT)
    truth = bench.truth
    place = bench.random.choice("ABCDEFG")

    told = bench.act(f"lean {place} {bench.random.uniform(0.3, 4):.2f}")
    state_under_hand = {heights.states[Location(place).index] for heights in told}
    bench.wait(0.5)

    assert tells_no_lie(told, truth)
    assert state_under_hand & {PadState.MOVES, PadState.UNCLEAR}
    assert bench.stones == truth


@settings(max_examples=15)
@tables
def test_a_bump_leaves_the_heights_as_they_were(seed: int) -> None:
    """Somebody knocks against the table: unknown for a moment, then all as before."""
    bench = Bench(seed)
    bench.begin(BUILT)
    truth = bench.truth

    told = bench.act(f"bump {bench.random.uniform(0.2, 2):.2f}")
    bench.wait(0.5)

    assert tells_no_lie(told, truth)
    assert bench.stones == truth


@settings(max_examples=15)
@tables
def test_a_stone_that_comes_and_goes_while_the_table_is_knocked_was_there(seed: int) -> None:
    """Its pad rests at no time in between; what it swings about tells, of this pad and of no other a lie."""
    bench = Bench(seed, "rough")
    bench.begin(BUILT)
    before = bench.truth
    random = bench.random

    bench.start("stone quarry:w D")
    while bench.truth == before:
        bench.wait(SAMPLE_S)
    bench.start(f"bump {random.uniform(1.2, 1.6):.2f}")
    told, lying = bench.wait(1.0), bench.truth
    told += bench.act("stone D quarry") + bench.wait(2.0)

    assert lying[D] == before[D] + 1
    assert any(heights.about[D] == lying[D] for heights in told)
    assert tells_no_lie([replace(heights, stones=heights.about) for heights in told], before, lying)
    assert bench.stones == before
    assert bench.scale.heights.about == (None,) * 7


@pytest.mark.parametrize("seed", range(12))
def test_a_finger_that_presses_while_the_table_is_knocked_is_no_stone(seed: int) -> None:
    """Who lays a stone down in a knock presses it, too: what the pad swings about then is no second one."""
    bench = Bench(seed, "rough")
    bench.begin(BUILT)
    before = bench.truth

    taken = bench.hands.pick_up(Line("", 0, ""), Aside.QUARRY, Colour.WHITE, bench.now_s)
    told = bench.wait(taken.end_s - bench.now_s)
    bench.start("bump 1.9")
    bench.hands.put_down(taken, Location.D, bench.now_s + 0.1, Landing.PRESSED)
    told += bench.wait(4.0)

    assert tells_no_lie([replace(heights, stones=heights.about) for heights in told], before, bench.truth)


@settings(max_examples=15)
@tables
def test_a_stone_lifted_and_put_back_is_the_same_stone(seed: int) -> None:
    """While it is in the air one less lies there; after that all is as before."""
    bench = Bench(seed)
    bench.begin(BUILT)
    truth = bench.truth
    without = tuple(height - (index == D) for index, height in enumerate(truth))

    told = bench.act("hover D 2") + bench.wait(0.5)

    assert tells_no_lie(told, truth, without)
    assert without in [heights.stones for heights in told]
    assert bench.stones == truth


@settings(max_examples=15)
@given(seed=st.integers(0, 2**32), grams=st.floats(-400, 400), pad=st.integers(0, 6))
def test_a_single_wild_sample_is_ignored(seed: int, grams: float, pad: int) -> None:
    """A spark that is over within a sample changes nothing, however large it is."""
    bench = Bench(seed)
    bench.begin(BUILT)
    zero = bench.plate.cells[pad].zero_counts

    told = bench.wait(0.0125, {pad: zero + round(grams * 2150)})
    told += bench.wait(0.3)

    assert told == []


@settings(max_examples=15)
@given(
    seed=st.integers(0, 2**32),
    lack=st.sampled_from([Lack.MISSING, Lack.SATURATED, Lack.SLIPPED, Lack.NOT_YET]),
    pad=st.integers(0, 6),
)
def test_a_pad_that_says_nothing_usable_is_unknown(seed: int, lack: Lack, pad: int) -> None:
    """A lead off, a chip stuck at full scale: half a second later its height is unknown, and it heals."""
    bench = Bench(seed)
    bench.begin(BUILT)
    truth = bench.truth

    at_once = bench.wait(0.25, {pad: lack})
    bench.wait(0.5, {pad: lack})
    stones, states = bench.stones, bench.states
    bench.wait(0.5)

    assert at_once == []
    assert stones == tuple(None if index == pad else height for index, height in enumerate(truth))
    assert [index for index, state in enumerate(states) if state is PadState.SILENT] == [pad]
    assert (bench.stones, bench.states) == (truth, ALL_REST)


def test_a_pad_that_was_never_heard_costs_nothing_all_evening(mocker: MockerFixture) -> None:
    """C's lead has been off since the start: every frame is gone through once, as on a sound table."""
    bench = Bench(1)
    bench.act("unplug pad C")
    bench.begin()
    looks = mocker.spy(Stack, "rest")

    bench.wait(80 * SAMPLE_S)

    assert looks.call_count == 80 * 7


def test_a_silent_pad_keeps_no_other_from_its_zero() -> None:
    """A game begins with one lead off: six columns are known, the seventh as soon as it is plugged in."""
    bench = Bench(1)
    bench.act("unplug pad C")

    bench.begin()
    six = bench.stones
    bench.act("plug pad C")
    bench.wait(1.0)

    assert six == (0, 0, None, 0, 0, 0, 0)
    assert bench.stones == (0,) * 7


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("grams", [-4.0, 4.0])
def test_drift_is_followed_under_resting_stones(seed: int, grams: float) -> None:
    """Two grams a minute, more than half a stone, and nobody hears of it; the next stone is counted right."""
    bench = Bench(seed)
    bench.begin(BUILT)

    told = bench.act(f"drift 120 {grams}")
    bench.act("stone quarry:w A")
    bench.act("stone E quarry")
    bench.wait(0.5)

    assert told == []
    assert bench.stones == bench.truth == (1, 1, 0, 3, 4, 1, 0)


@settings(max_examples=15)
@tables
def test_no_zero_is_made_while_anything_moves(seed: int) -> None:
    """A game begins while somebody leans on the board: what the hand weighs never becomes a zero."""
    bench = Bench(seed)
    bench.scale.set_up([0] * 7)

    told = bench.act("lean D 2")
    had_zeros_under_hand = bench.scale.has_news(bench.now_s)
    bench.wait(0.5)

    assert not had_zeros_under_hand
    assert tells_no_lie(told, bench.truth)
    assert bench.scale.has_news(bench.now_s + 1)
    assert bench.stones == (0,) * 7


FULL = "/".join(["wgbwb"] * 4 + ["-"] * 3) + " ww bb w -"
"""As many full columns as there are stones for, with what else they want."""


@settings(max_examples=30, deadline=None)
@tables
def test_a_new_game_forgets_no_stone_that_still_lies_there(seed: int) -> None:
    """The next game is begun before the temple is cleared: each column is as it was until hands empty it."""
    bench = Bench(seed)
    bench.begin(FULL)
    before = bench.stones

    bench.scale.set_up([0] * 7)
    bench.wait(0.5)
    after = bench.stones
    for _ in range(5):
        bench.act("stone B quarry")
    bench.wait(1.0)
    emptied = bench.stones
    bench.act("stone quarry:w B")
    bench.wait(1.0)

    assert before == after == (5, 5, 5, 5, 0, 0, 0)
    assert emptied == (5, 0, 5, 5, 0, 0, 0)
    assert bench.stones == (5, 1, 5, 5, 0, 0, 0)


def test_a_moving_pad_has_no_height() -> None:
    """While a stone is put down its pad is moving, the others rest."""
    bench = Bench(3)
    bench.begin()

    told = bench.act("stone quarry:w D")

    moving = [heights for heights in told if heights.states[D] is PadState.MOVES]
    assert moving
    assert {heights.stones[D] for heights in moving} == {None}
    assert {heights.states[0] for heights in told} == {PadState.RESTS}


def test_there_is_news_until_it_is_kept() -> None:
    """Whoever only looks at the scale, to show it or to log it, keeps nothing: a power cut would tell."""
    bench = Bench(1)
    bench.begin(BUILT)

    for name, seen in vars(Scale).items():
        if isinstance(seen, property):
            getattr(bench.scale, name)
    had_news = bench.scale.has_news(bench.now_s)
    bench.scale.keep()

    assert had_news
    assert not bench.scale.has_news(bench.now_s + 1.0)


@settings(max_examples=10)
@tables
def test_a_power_cut_forgets_no_stone(seed: int) -> None:
    """A new scale with the kept memory knows all heights at its first rest, and counts on from there."""
    bench = Bench(seed)
    bench.begin(BUILT)
    truth = bench.truth
    kept = bench.scale.keep().to_json()

    memory = Memory.from_json(kept)
    assert memory is not None
    bench.scale = Scale(memory, (COUNTS_PER_STONE,) * 7)
    before_any_frame = bench.stones
    bench.wait(0.5)
    at_rest = bench.stones
    bench.act("stone E quarry")
    bench.wait(0.5)

    assert before_any_frame == (None,) * 7
    assert at_rest == truth
    assert bench.stones == bench.truth


@settings(max_examples=10)
@tables
def test_a_stone_moved_while_the_power_was_off_is_seen(seed: int) -> None:
    """What lay there is remembered; what was changed meanwhile shows at the first rest."""
    bench = Bench(seed)
    bench.begin(BUILT)
    memory = bench.scale.keep()
    bench.act("stone D A")

    bench.scale = Scale(memory, (COUNTS_PER_STONE,) * 7)
    bench.wait(0.5)

    assert bench.stones == (1, 1, 0, 2, 5, 1, 0)


@settings(max_examples=15, deadline=None)
@tables
def test_a_temple_that_was_cleared_while_the_power_was_off_is_empty(seed: int) -> None:
    """The game was over, the plug pulled, the box packed: next evening no full column is seen there."""
    bench = Bench(seed)
    bench.begin("/".join(["wgbwb"] * 5 + ["-"] * 2) + " ww bb w -")
    memory = bench.scale.keep()
    for letter in "ABCDE":
        for _ in range(5):
            bench.act(f"stone {letter} quarry")

    bench.scale = Scale(memory, (COUNTS_PER_STONE,) * 7)
    bench.wait(0.5)

    assert bench.stones == (0,) * 7


def test_lost_sensors_leave_nothing_known() -> None:
    """The lead is pulled: all pads are silent, told once; plugged in again, the heights are as they were."""
    bench = Bench(2)
    bench.begin(BUILT)

    first, second = bench.scale.lose(bench.now_s), bench.scale.lose(bench.now_s)
    bench.wait(0.5)

    assert first == Heights((None,) * 7, (PadState.SILENT,) * 7)
    assert second is None
    assert bench.stones == bench.truth


RESTLESS_COUNTS = 2 * int(COUNTS_PER_STONE)


def test_a_restless_pad_keeps_the_others_waiting_for_some_seconds_only() -> None:
    """A bad joint on C shakes for ever: after eight seconds the other six are known."""
    bench = Bench(1)
    bench.scale.set_up([0] * 7)
    random = Random(2)
    for _ in range(130):
        bench.wait(0.0625, {2: int(random.gauss(0, RESTLESS_COUNTS))})
    early = bench.stones
    for _ in range(40):
        bench.wait(0.0625, {2: int(random.gauss(0, RESTLESS_COUNTS))})

    assert early[2] is None
    assert bench.stones == (0, 0, None, 0, 0, 0, 0)


def test_few_pads_move_no_zeros_after_a_power_cut() -> None:
    """Five leads are off, and a stone came to A before the power went: it is seen, and B is what it was."""
    kept = [PadMemory(0.0, (COUNTS_PER_STONE,) * height) for height in (2, 1, 0, 0, 0, 0, 0)]
    scale = Scale(Memory(tuple(kept)), (COUNTS_PER_STONE,) * 7)
    readings = (int(3 * COUNTS_PER_STONE), int(COUNTS_PER_STONE), *[Lack.MISSING] * 5)
    for number in range(80):
        scale.feed(Frame(number, number * 12, readings), number * SAMPLE_S)

    assert scale.heights.stones[:2] == (3, 1)


def test_a_pad_that_is_heard_late_makes_its_zero_under_the_stones_of_now() -> None:
    """C's lead was off; a stone came there, told by button; the lead goes in: there is one."""
    bench = Bench(1)
    bench.act("unplug pad C")
    bench.begin()
    bench.act("stone quarry:w C")
    bench.believe()

    bench.act("plug pad C")
    bench.wait(2.0)

    assert bench.stones == bench.truth


def test_warmth_moves_the_zero_of_a_pad_that_is_heard_later() -> None:
    """All pads are a stone warmer after a power cut, B's lead is in only later: B has one, not two."""
    heights = (2, 1, 0, 0, 0, 0, 0)
    kept = [PadMemory(0.0, (COUNTS_PER_STONE,) * height) for height in heights]
    scale = Scale(Memory(tuple(kept)), (COUNTS_PER_STONE,) * 7)

    for number in range(240):
        readings: list[int | Lack] = [int((height + 1) * COUNTS_PER_STONE) for height in heights]
        if number < 160:
            readings[1] = Lack.MISSING
        scale.feed(Frame(number, number * 12, tuple(readings)), number * SAMPLE_S)

    assert scale.heights.stones == heights
