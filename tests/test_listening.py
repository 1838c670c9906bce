from random import Random

import pytest

from companion.clock import VirtualClock
from companion.link.fault import BUSY, NO_SUCH_PORT
from companion.link.frame import PROTOCOL, hello_line
from companion.link.port import Port
from companion.listening import GREET_S, Listener, listen_to
from companion.settings import SensorSettings
from companion.simulate.sensors import DirectSensors, FirmwareSensors
from tests.listening import Talk, listener, listener_at

COUNTS = (100, -200, 300, 0, 5, 6, 7)


def test_so_many_seconds_of_frames_are_heard() -> None:
    """Ten seconds are eight hundred frames, each with its time."""
    ear = listener(DirectSensors(), lambda _: COUNTS)

    heard = ear.hear(10.0)

    assert heard.fault is None
    assert heard.hello is not None
    assert heard.hello.pads == 7
    assert len(heard.frames) == pytest.approx(800, abs=2)
    for frame, _ in heard.frames:
        assert frame.readings == pytest.approx(COUNTS, abs=2)  # the last bits of a chip never stand still
    times_s = [at_s for _, at_s in heard.frames]
    assert times_s == sorted(times_s)
    assert times_s[-1] - times_s[0] == pytest.approx(10.0, abs=0.05)


def test_who_listens_on_misses_nothing() -> None:
    """A guided check hears in short pieces: they follow each other without a gap."""
    ear = listener(DirectSensors(), lambda _: COUNTS)

    pieces = [ear.hear(0.25).frames for _ in range(8)]

    numbers = [frame.seq for piece in pieces for frame, _ in piece]
    assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))


def test_a_lead_pulled_meanwhile_ends_the_listening() -> None:
    """Nobody waits for sensors that are gone; what was heard before is kept."""
    sensors = DirectSensors()

    def counts(now_s: float) -> tuple[int, ...]:
        if now_s > 2:
            sensors.unplug()
        return COUNTS

    heard = listener(sensors, counts).hear(10.0)

    assert heard.fault is not None
    assert len(heard.frames) == pytest.approx(160, abs=5)


def test_lines_that_another_reader_steals_are_counted() -> None:
    """Two programs on one port get half a line each (pyserial issue 378)."""
    random = Random(5)
    sensors = DirectSensors(
        lambda line: line[: random.randrange(len(line))] if random.random() < 0.3 else line
    )

    heard = listener(sensors, lambda _: COUNTS).hear(10.0)

    assert heard.fault is None
    assert heard.damaged > 100
    assert heard.lost > 100


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (
            Talk(fault=NO_SUCH_PORT),
            "/dev/tholos: no such port; plug the sensors in, or name their port in the settings",
        ),
        (
            Talk(fault=BUSY),
            "busy: another program has it; "
            "stop that one: the companion (sudo systemctl stop tholos), a terminal, ModemManager",
        ),
        (Talk(), "it is there and says nothing; unplug the sensors and plug them in again"),
        (
            Talk(answers=b"?\r\nTraceback ...\r\nSyntaxError: invalid syntax\r\n>>> "),
            "MicroPython answers, but not our firmware: its files are gone, or it has stopped; flash",
        ),
        (Talk(says=b"OK 17 grams\r\n"), "what speaks there is not the sensors' firmware; flash"),
        (
            Talk(answers=hello_line("0.1.0", 4, 80)),
            f"the sensors' firmware 0.1.0 speaks protocol {PROTOCOL} with 4 pads, this companion",
        ),
    ],
)  # fmt: skip
def test_who_is_not_there_or_not_ours_is_named_with_the_cure(line: Talk, says: str) -> None:
    """Each reason for silence is another one, and has another cure."""
    clock = VirtualClock()

    heard = listener_at(line, clock).hear(10.0)

    assert heard.frames == ()
    assert says in str(heard.fault)
    assert clock.now_s() <= (0.1 if line.fault else GREET_S + 0.1)  # what is not there is not waited for


def test_the_real_firmware_is_heard(tmp_path) -> None:
    """The same through a pseudo-terminal, with the firmware behind it."""
    sensors = FirmwareSensors(tmp_path)
    clock = VirtualClock()

    def rest(_: int | None, seconds: float) -> None:
        clock.advance(min(0.0125, seconds))
        sensors.advance(clock.now_s(), COUNTS)

    try:
        heard = Listener(Port(sensors.path), clock, rest).hear(2.0)
    finally:
        sensors.close()

    assert heard.fault is None
    assert len(heard.frames) > 100
    said = [frame.readings[0] for frame, _ in heard.frames if isinstance(frame.readings[0], int)]
    assert said == pytest.approx([COUNTS[0]] * len(said), abs=2)
    assert len(said) > 100


def test_who_listens_again_is_told_of_that_time_alone() -> None:
    """A lead that was bad for a while does not stay bad in the figures."""
    is_bad = [False]
    ear = listener(DirectSensors(lambda line: line[:9] if is_bad[0] else line), lambda _: COUNTS)
    ear.hear(0.5)
    is_bad[0] = True
    ear.hear(0.5)
    is_bad[0] = False
    first = ear.hear(1.0)  # the first good line tells how many never came
    second = ear.hear(2.0)

    assert first.lost > 30
    assert (second.damaged, second.lost) == (0, 0)
    assert len(second.frames) == pytest.approx(160, abs=2)


def test_sensors_that_greeted_and_went_silent_are_no_strangers() -> None:
    """The Pico hangs: nobody is sent to flash what was ours a second ago."""
    is_quiet = [False]
    ear = listener(DirectSensors(lambda line: b"" if is_quiet[0] else line), lambda _: COUNTS)
    assert ear.hear(1.0).fault is None
    is_quiet[0] = True

    heard = ear.hear(4.0)

    assert "it is there and says nothing; unplug the sensors" in str(heard.fault)


def test_what_came_before_the_port_was_opened_anew_is_forgotten() -> None:
    """Noise on the line, then nothing: it says nothing now."""
    talk, clock = Talk(says=b"OK 17 grams\r\n"), VirtualClock()
    ear = listener_at(talk, clock)
    first = ear.hear(1.0)
    talk._says = b""
    for _ in range(4):
        second = ear.hear(1.0)  # the port is opened anew after five seconds

    assert "what speaks there is not the sensors' firmware" in str(first.fault)
    assert "it is there and says nothing" in str(second.fault)


def test_settings_name_the_port(tmp_path) -> None:
    """On a machine without sensors one line says what is missing."""
    ear = listen_to(SensorSettings(port=str(tmp_path / "tholos")))

    heard = ear.hear(1.0)
    ear.close()

    assert str(heard.fault) == (
        f"the sensors' port {tmp_path}/tholos: no such port; "
        "plug the sensors in, or name their port in the settings"
    )
