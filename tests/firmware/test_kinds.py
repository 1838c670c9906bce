"""Kinds of faults: the chip or a wire does exactly this, and the line says which kind it is."""

from collections import Counter
from collections.abc import Callable

import pytest
from loadcell import SAME_MOST, LoadCell
from sampler import Sampler

from companion.link.decoder import Decoder, Frame, Lack
from companion.link.frame import frame_line
from companion.scale.scale import Scale
from tests.firmware.bench import Board, board
from tests.firmware.wires import Cut, Floating, Glitch, Held

PERIOD_US = 12_500
LOOK_US = 200
EVEN = (0, 2, -2)  # last bits that leave the very last one as it is
COUNTS_PER_STONE = 8_000  # 3.7 g on a 500 g cell of 0.5 mV/V
Said = list[int | Lack]


class Plate:
    """The firmware's cells on a simulated board, and the companion's decoder at the other end of the line."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self._sampler = Sampler([LoadCell(clock, data, board) for clock, data in board.pins], board)
        self._decoder = Decoder()
        self._frames = 0

    def frames(self, seconds: float) -> list[Frame]:
        """What the companion hears in so long a time; a frame each period, as on a Pico."""
        found, due_us = [], self.board.ticks_us()
        for _ in range(round(seconds * 1e6 / PERIOD_US)):
            due_us = self.board.ticks_add(due_us, PERIOD_US)
            while self.board.ticks_diff(due_us, self.board.ticks_us()) > 0:
                self._sampler.sweep()
                self.board.sleep_us(LOOK_US)
            found += self._decoder.feed(frame_line(self._frames, 0, self._sampler.take()))
            self._frames += 1
        assert all(isinstance(frame, Frame) for frame in found)
        return [frame for frame in found if isinstance(frame, Frame)]

    def said(self, seconds: float, pad: int = 0) -> Said:
        """What one pad says in so long a time."""
        return [frame.readings[pad] for frame in self.frames(seconds)]


def plate(count: int = 4000, wire: Callable[[Board], None] = lambda _board: None) -> Plate:
    """Seven chips that all measure `count`, the wires changed before the firmware starts."""
    bench = board(count)
    wire(bench)
    return Plate(bench)


def settled(count: int = 4000) -> Plate:
    """A plate that has been at rest for a while."""
    made = plate(count)
    made.frames(0.2)
    return made


def rewire(bench: Board, clock: object = None, data: object = None, pad: int = 0) -> None:
    """Another wire in place of a pad's SCK or DOUT."""
    old_clock, old_data = bench.pins[pad]
    bench.pins[pad] = (clock or old_clock, data or old_data)


def about(said: Said, count: int) -> bool:
    """Whether every count is this one, but for the last bits."""
    return all(isinstance(reading, Lack) or abs(reading - count) <= 2 for reading in said)


def wrong(said: Said, count: int) -> list[int]:
    """The counts that are others."""
    return [reading for reading in said if isinstance(reading, int) and abs(reading - count) > 2]


def share(said: Said, lack: Lack) -> float:
    """How often a pad gives this reason."""
    return Counter(said)[lack] / len(said)


def test_a_sound_plate_says_nothing_but_counts() -> None:
    """None of the kinds below is ever said of a chip that works."""
    frames = settled().frames(10.0)

    for pad in range(7):
        said = [frame.readings[pad] for frame in frames]
        assert set(said) <= {3998, 3999, 4000, 4001, 4002, Lack.NOT_YET}
        assert share(said, Lack.NOT_YET) < 0.03


def test_a_chip_without_supply_is_missing() -> None:
    """Never ready: the pull-up holds DOUT high."""
    made = settled()
    made.board.one("-")
    made.frames(0.35)

    assert set(made.said(2.0)) == {Lack.MISSING}


def test_an_input_that_has_latched_high_is_missing() -> None:
    """DOUT reads 1 for ever, whoever holds it there."""
    made = plate(wire=lambda bench: rewire(bench, data=Held(1)))
    made.frames(0.8)

    assert set(made.said(2.0)) == {Lack.MISSING}


def test_one_missing_chip_stops_no_frame() -> None:
    """Nobody waits for it: the six others are read 80 times a second."""
    made = plate(wire=lambda bench: rewire(bench, data=Held(1), pad=3))

    frames = made.frames(2.0)

    assert len(frames) == 160
    for pad in (0, 1, 2, 4, 5, 6):
        said = [frame.readings[pad] for frame in frames[20:]]
        assert about(said, 4000)
        assert share(said, Lack.NOT_YET) < 0.03


def test_a_line_read_while_nothing_waits_gives_no_minus_one() -> None:
    """A spike on DOUT looks like a result, and every bit then reads as one: no number comes of it."""
    for moment in range(1, 60):
        glitches = []

        def wire(bench: Board, glitches: list[Glitch] = glitches) -> None:
            glitches.append(Glitch(bench.pins[0][1]))
            rewire(bench, data=glitches[0])

        made = plate(wire=wire)
        made.frames(0.2)
        made.board.sleep_us(moment * LOOK_US)
        glitches[0].is_due = True

        said = made.said(0.1)

        assert about(said, 4000)
        assert -1 not in said


def test_ones_for_ever_are_dead_and_never_a_number() -> None:
    """A chip that answers by the book, and says -1 whatever lies on it."""
    made = plate(-1)
    made.board.wobble(0)
    made.frames(0.3)

    assert set(made.said(1.0)) == {Lack.DEAD}


@pytest.mark.parametrize("count", [0, 4000, -123_456])
def test_the_same_count_for_ever_is_dead(count: int) -> None:
    """A real chip's last bits never stand still: one that repeats itself eleven times is stuck."""
    made = settled(count)
    made.board.one(f"{count}=")
    before = made.said(0.3)

    assert set(made.said(2.0)) == {Lack.DEAD}
    assert sum(isinstance(reading, int) for reading in before) <= SAME_MOST + 1


def test_a_stuck_chip_that_lives_again_is_read_again() -> None:
    """After the cure nothing is to be restarted."""
    made = settled()
    made.board.one("4000=")
    made.frames(1.0)
    made.board.one("5000")
    made.frames(0.2)

    said = made.said(1.0)

    assert about(said, 5000)
    assert share(said, Lack.NOT_YET) < 0.03


def test_dout_shorted_to_ground_is_dead() -> None:
    """0 for ever: the line is low while the chip is switched off, so it is not the chip that holds it."""
    made = plate(wire=lambda bench: rewire(bench, data=Held(0)))

    assert set(made.said(2.0)[1:]) == {Lack.DEAD}


def test_an_sck_that_ends_nowhere_is_dead() -> None:
    """DOUT falls and never obeys a pulse."""
    made = plate(wire=lambda bench: rewire(bench, clock=Cut()))

    said = made.said(5.0)[2:]

    assert share(said, Lack.DEAD) > 0.95
    assert not [reading for reading in said if isinstance(reading, int)]


@pytest.mark.parametrize("seed", range(5))
def test_dout_on_a_pin_where_no_chip_is_is_too_fast(seed: int) -> None:
    """Hundreds of results a second, of which no chip is capable; none of them is a number."""
    made = plate(wire=lambda bench: rewire(bench, data=Floating(seed)))

    said = made.said(5.0)[2:]

    assert share(said, Lack.TOO_FAST) > 0.9
    assert not [reading for reading in said if isinstance(reading, int)]


def test_two_douts_swapped_are_named_and_the_others_go_on() -> None:
    """Each SCK speaks to one chip while the other one's DOUT is looked at."""

    def swap(bench: Board) -> None:
        (a_clock, a_data), (b_clock, b_data) = bench.pins[:2]
        bench.pins[:2] = [(a_clock, b_data), (b_clock, a_data)]

    made = plate(wire=swap)
    made.frames(1.0)

    frames = made.frames(2.0)

    for pad in (0, 1):
        assert not [frame for frame in frames if isinstance(frame.readings[pad], int)]
        assert {frame.readings[pad] for frame in frames} & {Lack.DEAD, Lack.MISSING}
    assert about([frame.readings[2] for frame in frames], 4000)


@pytest.mark.parametrize("count", [8_388_700, -8_388_700, 20_000_000])
def test_full_scale_is_saturated_and_not_dead(count: int) -> None:
    """The same word for ever, but one that has a reason of its own: a bridge wire, or a finger."""
    made = plate(count)
    made.frames(0.2)

    said = made.said(1.0)

    assert set(said) <= {Lack.SATURATED, Lack.NOT_YET}
    assert share(said, Lack.SATURATED) > 0.9


@pytest.mark.parametrize("pulse", range(1, 26))
def test_a_power_down_in_the_middle_of_a_word_is_a_slip(pulse: int) -> None:
    """2^n - 1: an interrupt holds SCK high, and the bits after it are ones."""
    made = settled()
    made.board.pins[0][0].stretch(pulse, 130)

    said = made.said(0.3)

    assert Lack.SLIPPED in said
    assert about(said, 4000)
    assert isinstance(said[-1], int)


@pytest.mark.parametrize("pulse", range(1, 26))
def test_a_missed_pulse_is_a_slip_where_the_last_bit_is_0(pulse: int) -> None:
    """Half the count: DOUT is not high after the 25th pulse."""
    made = settled()
    made.board.wobble(*EVEN)
    made.board.pins[0][0].swallow(pulse)

    said = made.said(0.3)

    assert Lack.SLIPPED in said
    assert about(said, 4000)


def test_a_missed_pulse_with_the_last_bit_1_gives_one_wrong_number() -> None:
    """Half the count, and nothing in the word shows it: one comes through, for the companion to bear."""
    made = settled(4001)
    made.board.wobble(*EVEN)
    made.board.pins[0][0].swallow(1)

    said = made.said(0.3)

    assert len(wrong(said, 4001)) == 1
    assert wrong(said, 4001)[0] == pytest.approx(2000, abs=1)
    assert Lack.SLIPPED not in said


def test_a_spike_on_sck_gives_some_wrong_numbers() -> None:
    """Double the count and another input for a while: no word shows it, and they are few."""
    made = settled()
    made.board.pins[0][0].spike(1)

    said = made.said(0.4)

    assert wrong(said, 4000)[0] == pytest.approx(2 * 4000 + 1, abs=4)
    assert len(wrong(said, 4000)) <= 9
    assert about(said[16:], 4000)


def test_a_chip_whose_supply_fails_for_an_instant_gives_some_wrong_numbers() -> None:
    """It starts anew by itself; what it says until it has settled looks like any other number."""
    made = settled()
    made.board.one("-")
    made.frames(0.02)
    made.board.one("4000")

    said = made.said(0.4)

    assert 0 < len(wrong(said, 4000)) <= 4
    assert about(said[8:], 4000)


@pytest.mark.parametrize(
    "slip",
    [
        lambda bench: bench.pins[0][0].swallow(1),
        lambda bench: bench.pins[0][0].spike(1),
        lambda bench: bench.pins[0][0].spike(20),
        lambda bench: bench.one("-"),
    ],
    ids=["missed pulse", "spike", "spike in the last bits", "supply fails"],
)
def test_what_no_word_shows_is_never_a_stone(slip: Callable[[Board], None]) -> None:
    """The companion bears a slip that the firmware cannot see: the height stays, or is unknown."""
    made = settled(30_001)
    scale = Scale.new(7, COUNTS_PER_STONE)
    scale.set_up([0] * 7)
    for frame in made.frames(1.0):
        scale.feed(frame, frame.seq * 0.0125)
    assert scale.heights.stones == (0,) * 7

    seen = set()
    for _ in range(5):
        slip(made.board)
        frames = made.frames(0.02)
        made.board.one("30001")
        for frame in frames + made.frames(1.0):
            scale.feed(frame, frame.seq * 0.0125)
            seen.add(scale.heights.stones)

    assert seen <= {(0,) * 7, (None, *[0] * 6)}
    assert scale.heights.stones == (0,) * 7


def test_a_result_replaced_while_others_are_read_is_not_believed() -> None:
    """The loop was away, and the chip converts again just as it is read: no mixture of two numbers comes."""
    for late_us in range(10_000, 26_000, 250):
        made = settled()
        made.board.one("-4000")
        made.board.sleep_us(late_us)

        said = made.said(0.05)

        assert all(isinstance(r, Lack) or abs(abs(r) - 4000) <= 2 for r in said)


def test_a_cell_that_is_unplugged_but_noisy_cannot_be_told_by_its_numbers() -> None:
    """Plausible, and dead to touch: the firmware passes it on, and only a press on the pad will tell."""
    made = settled()

    said = made.said(2.0)  # nothing that is laid on it arrives

    assert about(said, 4000)
    assert Lack.DEAD not in said


def test_a_chip_with_its_rate_pin_low_is_read_ten_times_a_second() -> None:
    """Most modules come like that: every conversion counts, and the chip is not missing between two."""
    made = settled()
    made.board.one("4000/")
    made.frames(1.0)

    frames = made.frames(10.0)

    slow, fast = ([frame.readings[pad] for frame in frames] for pad in (0, 1))
    assert set(slow) <= {3998, 3999, 4000, 4001, 4002, Lack.NOT_YET}
    assert sum(isinstance(reading, int) for reading in slow) == pytest.approx(100, abs=3)
    assert sum(isinstance(reading, int) for reading in fast) > 780


def test_slow_and_fast_chips_settle_side_by_side() -> None:
    """Four conversions are read away: 50 ms of one chip, 400 ms of the other."""
    made = plate(wire=lambda bench: bench.one("4000/"))

    assert not [reading for reading in made.said(0.38) if isinstance(reading, int)]
    assert about(made.said(1.0), 4000)


def test_a_slow_chip_that_dies_is_missing_within_a_third_of_a_second() -> None:
    """It had until then to be only late."""
    made = settled()
    made.board.one("4000/")
    made.frames(1.0)
    made.board.one("-")
    made.frames(0.32)

    assert set(made.said(2.0)) == {Lack.MISSING}


def test_a_slow_chip_that_is_stuck_is_dead_within_two_seconds() -> None:
    """Eleven conversions of it, and what it was doing before."""
    made = settled()
    made.board.one("4000/=")
    made.frames(2.0)

    assert set(made.said(2.0)) == {Lack.DEAD}
