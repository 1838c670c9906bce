import os
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.errors import HardwareMissing
from companion.link.decoder import Decoder, Frame, Lack
from companion.link.hello import Hello, LinkState
from companion.link.link import Link
from companion.link.port import Port
from companion.simulate import sensors as module
from companion.simulate.sensors import FIRMWARE, DirectSensors, FirmwareSensors, firmware_command

STEP_S = 0.0125
COUNTS = (1000, -20, 30, 70_000, -500_000, 100, 70)

Pads = tuple[int | str | None, ...]


class Table:
    """Sensors, the link to them, and time."""

    def __init__(self, sensors: FirmwareSensors) -> None:
        self.sensors = sensors
        self.link = Link(Port(sensors.path))
        self.now_s = 0.0

    def run(self, seconds: float, counts: Pads = COUNTS) -> list[Frame]:
        """Let time pass; the link is polled at each step, as the daemon does."""
        frames = self.link.poll(self.now_s)
        for _ in range(round(seconds / STEP_S)):
            self.now_s += STEP_S
            self.sensors.advance(self.now_s, counts)
            frames += self.link.poll(self.now_s)
        return frames


@pytest.fixture(params=["micropython", "cpython"])
def sensors(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[FirmwareSensors]:
    """The firmware in the interpreter of the Pico, and in the one that every machine has."""
    command = [sys.executable, str(FIRMWARE)]
    if request.param == "micropython":
        command = firmware_command()
        if command[0] == sys.executable:
            pytest.skip("no MicroPython on this machine")
    made = FirmwareSensors(tmp_path, command)
    yield made
    made.close()


@pytest.fixture
def table(sensors: FirmwareSensors) -> Iterator[Table]:
    """Everything plugged in and greeted, the chips settled."""
    table = Table(sensors)
    table.run(0.2)
    yield table
    table.link._port.close()


def said(frames: list[Frame], pad: int) -> set[int | Lack]:
    """All that one pad said, counts without their last bits: those never stand still."""
    return {about(frame.readings[pad]) for frame in frames}


def about(reading: int | Lack) -> int | Lack:
    """A count without its last bits."""
    return round(reading, -1) if isinstance(reading, int) else reading


def test_the_firmware_greets_and_sends_eighty_frames_a_second(table: Table) -> None:
    """The whole chain from chip to frame, in the bytes that flow over USB."""
    frames = table.run(2.0)

    assert table.link.state is LinkState.UP
    assert table.link.hello == Hello(2, "0.2.0", 7, 80)
    assert len(frames) == pytest.approx(160, abs=1)
    for pad, count in enumerate(COUNTS):
        assert said(frames, pad) <= {count, Lack.NOT_YET}
        assert sum(about(frame.readings[pad]) == count for frame in frames) > 150
    assert (table.link.decoder.dropped, table.link.decoder.lost) == (0, 0)


def test_a_new_count_is_in_a_frame_within_two_periods(table: Table) -> None:
    """A stone put down is felt at once."""
    table.run(0.0375, (2000, *COUNTS[1:]))
    frames = table.run(0.0125, (2000, *COUNTS[1:]))

    assert said(frames, 0) <= {2000, Lack.NOT_YET}


def test_each_fault_of_a_chip_is_named_and_the_others_go_on(table: Table) -> None:
    """Missing, saturated: said pad by pad, never as a number."""
    table.run(0.4, (None, 9_000_000, -9_000_000, *COUNTS[3:]))
    frames = table.run(0.2, (None, 9_000_000, -9_000_000, *COUNTS[3:]))

    assert said(frames, 0) == {Lack.MISSING}
    assert said(frames, 1) <= {Lack.SATURATED, Lack.NOT_YET}
    assert said(frames, 2) <= {Lack.SATURATED, Lack.NOT_YET}
    assert 70_000 in said(frames, 3)


def test_a_stuck_chip_and_a_slow_one_are_told_apart(table: Table) -> None:
    """The same count for ever is dead; ten counts a second are counts."""
    pads = ("1000=", "-20/", *COUNTS[2:])
    table.run(1.0, pads)
    frames = table.run(2.0, pads)

    assert said(frames, 0) == {Lack.DEAD}
    assert said(frames, 1) == {-20, Lack.NOT_YET}
    assert sum(about(frame.readings[1]) == -20 for frame in frames) == pytest.approx(20, abs=1)
    assert table.link.lacks == [Lack.DEAD, *[None] * 6]


@pytest.mark.parametrize("fault", ["1000~", "1000!"], ids=["stretched pulse", "missed pulse"])
def test_a_slipped_reading_is_named_and_never_a_wrong_number(table: Table, fault: str) -> None:
    """The clock line held high too long, or a pulse lost: the pad is quiet for a moment, then right again."""
    frames = table.run(STEP_S, (fault, *COUNTS[1:]))
    frames += table.run(0.2)

    assert said(frames, 0) == {1000, Lack.SLIPPED, Lack.NOT_YET}
    assert about(frames[-1].readings[0]) in (1000, Lack.NOT_YET)


def test_a_pulled_lead_heals_under_a_new_name(table: Table) -> None:
    """Out and in again in the middle of a game: nothing to restart."""
    old = os.readlink(table.sensors.path)
    held = os.open(old, os.O_RDWR | os.O_NOCTTY)
    table.sensors.unplug()
    assert table.run(1.5) == []
    assert table.link.state is LinkState.UNPLUGGED

    table.sensors.plug()
    frames = table.run(1.5)
    os.close(held)

    assert os.readlink(table.sensors.path) != old
    assert table.link.state is LinkState.UP
    assert about(frames[-1].readings[0]) in (1000, Lack.NOT_YET)


def test_the_line_is_raw_before_anyone_opens_it(sensors: FirmwareSensors) -> None:
    """A program that opens the port as it is sees the bytes that were sent, and none of its own come back."""
    slave = os.open(sensors.path, os.O_RDWR | os.O_NOCTTY)

    _, oflag, _, lflag, *_ = termios.tcgetattr(slave)
    os.close(slave)

    assert not lflag & (termios.ECHO | termios.ICANON | termios.ISIG)
    assert not oflag & termios.OPOST


def test_a_lead_pulled_twice_and_plugged_twice_is_one_lead(sensors: FirmwareSensors) -> None:
    """Hands may do it again; nothing breaks."""
    before = os.readlink(sensors.path)
    sensors.plug()
    assert os.readlink(sensors.path) == before

    sensors.unplug()
    sensors.unplug()
    sensors.advance(1.0, COUNTS)

    assert not os.path.lexists(sensors.path)


def test_a_companion_that_restarts_finds_the_sensors_as_they_are(table: Table) -> None:
    """Closing and opening the port leaves the firmware running, and no old frame is taken for new."""
    before = table.run(0.1)[-1]
    table.link._port.close()
    for _ in range(40):
        table.now_s += STEP_S
        table.sensors.advance(table.now_s, COUNTS)
    table.link = Link(Port(table.sensors.path))

    frames = table.run(0.2)

    assert table.link.state is LinkState.UP
    assert frames[0].seq >= before.seq + 40


def test_byte_3_does_not_stop_the_firmware(table: Table) -> None:
    """The byte that would interrupt a Pico's program is nothing but a byte."""
    table.link._port.write(b"\x03\x03?\x03\n\x00\x04" * 50)

    frames = table.run(0.5)

    assert len(frames) == pytest.approx(40, abs=1)
    assert table.link.state is LinkState.UP


def test_a_minute_unread_stops_nothing(sensors: FirmwareSensors) -> None:
    """Nobody opens the port for a minute: the firmware drops its lines, needs no more memory, and goes on.

    It runs in 128 KiB, which 4,800 frames would fill if each left 30 bytes behind.
    """
    for second in range(60):
        for step in range(4):
            sensors.advance(second + (step + 1) / 4, COUNTS)
    table = Table(sensors)
    table.now_s = 60.0

    frames = table.run(0.2)

    assert table.link.state is LinkState.UP
    assert frames[-1].seq >= 4800


def test_a_reader_that_stalls_loses_lines_and_nothing_else(table: Table) -> None:
    """The port stays open but unread until it is full: torn and lost lines are counted, then all is well."""
    port, decoder = table.link._port, Decoder()
    decoder.feed(port.read())
    for _ in range(2400):
        table.now_s += STEP_S
        table.sensors.advance(table.now_s, COUNTS)
    while data := port.read():
        decoder.feed(data)
    table.sensors.advance(table.now_s + 0.5, COUNTS)

    frames = decoder.feed(port.read())

    assert decoder.lost > 0
    assert decoder.dropped <= 2
    assert len(frames) == pytest.approx(40, abs=2)


@pytest.mark.parametrize(
    ("program", "words"),
    [("print('Boom')", "Boom"), ("import os, sys; os.read(int(sys.argv[1]), 99)", "in silence")],
)
def test_a_firmware_that_ends_is_reported_with_its_last_words(
    tmp_path: Path, program: str, words: str
) -> None:
    """A broken firmware ends a story with one line, not with a hang."""
    sensors = FirmwareSensors(tmp_path, [sys.executable, "-c", program])

    def go_on() -> None:
        for step in range(1, 1000):
            sensors.advance(step * STEP_S, COUNTS)

    with pytest.raises(HardwareMissing, match="the simulated sensors stopped at") as caught:
        go_on()
    with pytest.raises(HardwareMissing):
        sensors.advance(99.0, COUNTS)
    sensors.close()

    assert words in str(caught.value)
    assert caught.value.cure == "run it again; tholos simulate can do without the firmware: --fast"


def test_a_machine_without_micropython_runs_the_firmware_in_its_own_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No wheel for this machine: the same firmware runs all the same."""
    monkeypatch.setattr(module.sys, "executable", str(tmp_path / "python"))

    assert firmware_command() == [str(tmp_path / "python"), str(FIRMWARE)]


class Direct:
    """Sensors without firmware, and the link to them."""

    def __init__(self) -> None:
        self.sensors = DirectSensors()
        self.link = Link(self.sensors.port)
        self.now_s = 0.0

    run: Callable[..., list[Frame]] = Table.run


def test_direct_sensors_speak_as_the_firmware_does() -> None:
    """The fast way gives the same greeting and frames as the real one, once the chips have settled."""
    table = Direct()
    counts = (1000, None, 9_000_000, -9_000_000, -500_000, "70=", 70)

    frames = table.run(1.0, counts)

    wanted = (1000, Lack.MISSING, Lack.SATURATED, Lack.SATURATED, -500_000, Lack.DEAD, 70)
    assert table.link.state is LinkState.UP
    assert table.link.hello == Hello(2, "0.2.0", 7, 80)
    assert [tuple(map(about, frame.readings)) for frame in frames] == [wanted] * len(frames)
    assert len({frame.readings[0] for frame in frames}) > 1
    assert len(frames) == pytest.approx(80, abs=1)
    assert frames[-1].ticks_ms - frames[0].ticks_ms == pytest.approx(1000 * (len(frames) - 1) / 80, abs=1)


def test_a_slow_chip_is_slow_the_fast_way_too() -> None:
    """A story about a module with its RATE pin low needs no firmware."""
    frames = Direct().run(4.0, (*COUNTS[:6], "70/"))

    assert said(frames, 6) == {70, Lack.NOT_YET}
    assert sum(about(frame.readings[6]) == 70 for frame in frames) == pytest.approx(40, abs=1)


def test_direct_sensors_are_unplugged_and_plugged_as_the_real_ones() -> None:
    """A story about a pulled lead runs the fast way too."""
    table = Direct()
    table.run(0.5)
    table.sensors.unplug()
    assert table.run(1.5) == []
    assert table.link.state is LinkState.UNPLUGGED

    table.sensors.plug()
    frames = table.run(1.5)

    assert table.link.state is LinkState.UP
    assert frames[0].seq < 100
    table.sensors.close()
    assert table.sensors.port.fileno() is None
