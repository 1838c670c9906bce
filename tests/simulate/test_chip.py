import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.simulate.chip import (
    LEAST,
    MOST,
    PIN_US,
    SETTLING,
    SLOWER,
    WOBBLE,
    Chip,
    ClockPin,
    DataPin,
    Time,
)

PERIOD_US = 12_500


class Bench:
    """One chip on two wires."""

    def __init__(self, count: int = 0) -> None:
        self.time = Time()
        self.chip = Chip(self.time, PERIOD_US, PERIOD_US)
        self.chip.count = count
        self.chip.wobble = (0,)  # bit by bit it is easier to see without
        self.clock, self.data = ClockPin(self.chip, self.time), DataPin(self.chip)

    def wait(self, us: int) -> None:
        """Let time pass."""
        self.time.now_us += us

    def until_ready(self) -> None:
        """Wait as a patient reader does."""
        while self.data():
            self.wait(10)

    def bits(self, pulses: int) -> list[int]:
        """What that many pulses shift out."""
        found = []
        for _ in range(pulses):
            self.clock(1)
            found.append(self.data())
            self.clock(0)
        return found

    def read(self, pulses: int = 25) -> int:
        """A signed count, read by the book."""
        word = int("".join(map(str, self.bits(pulses)[:24])), 2)
        return word - (1 << 24) if word >> 23 else word

    def settle(self) -> None:
        """Read away what is not right yet."""
        for _ in range(SETTLING):
            self.until_ready()
            self.read()


def settled(count: int) -> Bench:
    """A bench whose chip has a good conversion waiting."""
    bench = Bench(count)
    bench.settle()
    bench.until_ready()
    return bench


@given(st.integers(LEAST, MOST))
def test_what_the_bridge_gives_is_what_is_read(count: int) -> None:
    """Clocked by the book, the chip says its count, bit by bit."""
    assert settled(count).read() == count


@pytest.mark.parametrize(("count", "read"), [(9_000_000, MOST), (-9_000_000, LEAST)])
def test_beyond_full_scale_it_says_full_scale(count: int, read: int) -> None:
    """A finger on the pad, or a broken bridge wire."""
    assert settled(count).read() == read


def test_it_is_ready_once_a_period() -> None:
    """80 conversions a second come, no more."""
    bench = settled(5)
    start_us = bench.time.now_us
    ready = 0

    for _ in range(1000):
        bench.wait(1000)
        if not bench.data():
            bench.read()
            ready += 1

    assert ready == (bench.time.now_us - start_us) // PERIOD_US + 1


def test_after_the_25th_pulse_dout_is_high_until_the_next_conversion() -> None:
    """The extra pulse is the free check that no bit slipped."""
    bench = settled(0)

    assert bench.bits(25) == [0] * 24 + [1]
    assert bench.data() == 1
    bench.wait(PERIOD_US)
    assert bench.data() == 0


def test_24_pulses_leave_dout_at_the_last_bit() -> None:
    """A pulse too few shows: DOUT is not high where it must be."""
    bench = settled(2)

    bench.bits(24)

    assert bench.data() == 0


def test_pulses_when_nothing_waits_read_ones() -> None:
    """Reading too early gives minus one, not a weight."""
    bench = settled(1234)
    bench.read()

    assert bench.read() == -1


@pytest.mark.parametrize(("pulses", "divisor"), [(26, 0), (27, 2)])
def test_one_pulse_more_chooses_another_input(pulses: int, divisor: int) -> None:
    """26: channel B, where nothing is wired; 27: half the gain, from the next conversion on."""
    bench = settled(4000)

    assert bench.read(pulses) == 4000
    for _ in range(SETTLING):
        bench.until_ready()
        bench.read(pulses)
    bench.until_ready()

    assert bench.read(pulses) == (4000 // divisor if divisor else 0)


def test_more_than_27_pulses_say_nothing_more() -> None:
    """The data sheet knows no 28th pulse."""
    bench = settled(4000)

    assert bench.bits(40)[25:] == [1] * 15


def test_an_unread_result_is_replaced_by_the_newer_one() -> None:
    """Who comes late reads what lies there now."""
    bench = settled(1000)
    bench.chip.count = 2000
    bench.wait(PERIOD_US)

    assert bench.read() == 2000


def test_dout_is_high_for_a_moment_while_a_result_is_replaced() -> None:
    """The gap that a shared clock line reads across."""
    bench = settled(1000)

    bench.time.now_us = bench.chip.next_us - 60
    assert bench.data() == 1
    bench.wait(60)
    assert bench.data() == 0


def test_a_result_replaced_while_it_is_read_gives_a_wrong_number() -> None:
    """Reading across an update mixes two conversions: the firmware must never do it."""
    bench = settled(0x123456)
    bench.bits(10)
    bench.wait(PERIOD_US)

    rest = bench.bits(14)

    assert rest == [int(bit) for bit in f"{0x123456:024b}"[:14]]


def test_sck_high_for_60_us_is_allowed_and_longer_switches_it_off() -> None:
    """An interrupt in the wrong place costs the rest of the word: it reads as ones."""
    bench = settled(0)
    bench.clock(1)
    bench.wait(60 - PIN_US)
    bench.clock(0)
    assert bench.bits(3) == [0, 0, 0]

    bench.clock(1)
    bench.wait(61 - PIN_US)
    bench.clock(0)

    assert bench.bits(20) == [1] * 20


def test_a_chip_that_is_off_converts_nothing_until_sck_falls() -> None:
    """Power-down lasts as long as SCK is high."""
    bench = settled(7)
    bench.clock(1)
    bench.wait(10 * PERIOD_US)
    assert bench.data() == 1

    bench.clock(0)
    bench.wait(PERIOD_US - 10)
    assert bench.data() == 1
    bench.wait(20)
    assert bench.data() == 0


def test_four_conversions_after_a_wake_are_not_right_yet() -> None:
    """The filter must fill: who does not wait reads too little."""
    bench = settled(4000)
    bench.clock(1)
    bench.wait(100)
    bench.clock(0)
    found = []

    for _ in range(SETTLING + 1):
        bench.until_ready()
        found.append(bench.read())

    assert found == [0, 1000, 2000, 3000, 4000]


def test_a_chip_without_supply_reads_as_never_ready() -> None:
    """The pull-up holds DOUT high, and pulses change nothing."""
    bench = settled(5)
    bench.chip.plug(False)
    bench.wait(5 * PERIOD_US)
    bench.chip.plug(False)

    assert bench.data() == 1
    assert bench.read() == -1

    bench.chip.plug(True)
    bench.settle()
    bench.until_ready()
    assert bench.read() == 5


def test_dout_cannot_be_driven_from_outside() -> None:
    """An output of the chip is no output of the board."""
    with pytest.raises(ValueError, match="driven by the chip"):
        Bench().data(1)


def test_a_write_takes_its_time() -> None:
    """A whole reading takes some fifth of a millisecond, as it does on a Pico."""
    bench = settled(1)
    start_us = bench.time.now_us

    bench.read()

    assert bench.time.now_us - start_us == 25 * 2 * PIN_US


def test_a_stretched_pulse_switches_the_chip_off_in_the_middle_of_a_word() -> None:
    """2^n - 1: the bits after the interrupt are ones."""
    bench = settled(0)
    bench.clock.stretch(9, 130)

    assert bench.bits(25) == [0] * 9 + [1] * 16
    assert bench.data() == 1


def test_a_swallowed_pulse_halves_the_number_and_leaves_dout_low() -> None:
    """The chip is one pulse behind, which shows after the 25th."""
    bench = settled(4000)
    bench.clock.swallow(1)

    assert bench.read() == 2000
    assert bench.data() == 0


def readings(bench: Bench, conversions: int) -> list[int]:
    """So many good conversions in a row."""
    found = []
    for _ in range(conversions):
        bench.until_ready()
        found.append(bench.read())
    return found


def test_its_last_bits_never_stand_still() -> None:
    """A real converter never says the same for long, and strays to neither side."""
    bench = settled(1000)
    bench.chip.wobble = WOBBLE

    found = readings(bench, 70)

    assert all(abs(count - 1000) <= 2 for count in found)
    assert sum(found) == pytest.approx(70 * 1000, abs=70)
    assert all(len(set(found[i : i + 3])) > 1 for i in range(68))


def test_a_stuck_chip_says_the_same_whatever_lies_on_it() -> None:
    """It answers every pulse by the book."""
    bench = settled(1000)
    bench.chip.wobble = WOBBLE
    bench.chip.is_stuck = True
    (before,) = readings(bench, 1)
    bench.chip.count = 50_000

    assert readings(bench, 30) == [before] * 30


def test_with_its_rate_pin_low_it_is_ready_ten_times_a_second() -> None:
    """As most modules come: one conversion in eight times 12.5 ms."""
    bench = settled(5)
    bench.chip.is_slow = True
    readings(bench, 2)
    start_us = bench.time.now_us

    readings(bench, 10)

    assert bench.time.now_us - start_us == pytest.approx(10 * SLOWER * PERIOD_US, abs=SLOWER * 100)


def test_a_spike_on_sck_doubles_the_number_and_changes_the_input() -> None:
    """The chip counts 26 pulses where the reader made 25: DOUT is high after them all the same."""
    bench = settled(4000)
    bench.clock.spike(1)

    assert bench.read() == 2 * 4000 + 1
    assert bench.data() == 1
    assert readings(bench, 1) == [0]
