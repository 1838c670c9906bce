from collections.abc import Callable
from pathlib import Path

import pytest

from companion.clock import VirtualClock
from companion.errors import CompanionError, HardwareMissing
from companion.flash.files import DOWNLOAD, MICROPYTHON, digest, files
from companion.flash.flash import GIVE_UP_AFTER_S, TELL_AFTER_S, Flash
from companion.flash.pico import Lost, Running
from companion.link.frame import hello_line
from companion.simulate.sensors import DirectPort

ROOT = Path(__file__).parents[2]


class Desk:
    """A Pico that does as a test says, the port it is at, and time."""

    def __init__(self, held: dict[str, bytes] | None = None) -> None:
        self.clock = VirtualClock()
        self.held = dict(held or {})
        self.port: str | None = "/dev/ttyACM0"
        self.running = Running("rp2", MICROPYTHON)
        self.entered = 0
        self.may_enter: Callable[[], bool] = lambda: True
        self.may_write: Callable[[], bool] = lambda: True
        self.kept: Callable[[bytes], bytes] = lambda data: data
        self.written: list[str] = []
        self.resets = 0
        self.said: list[str] = []

    def flash(self) -> Flash:
        """The steps, on this desk."""
        return Flash(lambda: self.port, self.enter, self.clock, self.said.append)

    def enter(self, path: str) -> "Desk":
        """Take commands."""
        self.entered += 1
        if not self.may_enter():
            raise Lost
        return self

    def about(self) -> Running:
        """What runs."""
        return self.running

    def names(self) -> dict[str, str]:
        """What it holds, and the folders of that."""
        folders = {name.rpartition("/")[0] for name in self.held} - {""}
        return {**dict.fromkeys(folders, ""), **{name: digest(data) for name, data in self.held.items()}}

    def write(self, name: str, data: bytes) -> None:
        """Hold this."""
        if not self.may_write():
            raise Lost
        self.written.append(name)
        self.held[name] = self.kept(data)

    def remove(self, name: str, *, is_folder: bool) -> None:
        """Hold it no more."""
        self.held.pop(name, None)

    def reset(self) -> None:
        """Start anew."""
        self.resets += 1


def test_the_firmware_is_what_the_picos_program_imports() -> None:
    """Main, cells, sampler, talker, the Pico's own board and the frame definition; no simulated board."""
    assert sorted(files()) == [
        "boards/pico.py",
        "frame.py",
        "loadcell.py",
        "main.py",
        "sampler.py",
        "talker.py",
    ]


def test_what_starts_by_itself_is_copied_last() -> None:
    """A lead pulled half way leaves a Pico that waits, not one that runs new files with old ones."""
    desk = Desk()

    desk.flash().put(files())

    assert desk.written == list(files())
    assert desk.written[-1] == "main.py"
    assert desk.resets == 1


def test_what_is_there_already_is_not_copied_again() -> None:
    """Flash memory wears; and the second time takes a second."""
    desk = Desk(files())

    desk.flash().put(files())

    assert desk.written == []


def test_a_pico_that_goes_away_in_the_middle_is_begun_anew() -> None:
    """The watchdog cuts in: the next time it goes on with what is missing."""
    desk = Desk()
    chances = iter([True, True, False, True, False, *[True] * 10])
    desk.may_write = lambda: next(chances)

    desk.flash().put(files())

    assert desk.held == files()
    assert desk.written == list(files())
    assert desk.said.count("the Pico went away; from the beginning") == 2


def test_one_that_goes_away_every_time_is_given_up() -> None:
    """Five times, and no more: a bad lead is named."""
    desk = Desk()
    desk.may_write = lambda: False

    with pytest.raises(CompanionError, match="went away 5 times; try another USB lead"):
        desk.flash().put(files())


def test_without_a_pico_it_waits_a_minute_and_says_how_to_begin() -> None:
    """Nothing is plugged in, or it has no MicroPython yet."""
    desk = Desk()
    desk.port = None

    with pytest.raises(HardwareMissing) as caught:
        desk.flash().put(files())

    assert desk.said == ["no Pico yet"]
    assert GIVE_UP_AFTER_S <= desk.clock.now_s() < GIVE_UP_AFTER_S + 1
    assert f"get the .uf2 of v{MICROPYTHON} from {DOWNLOAD}, hold BOOTSEL" in str(caught.value)


def test_a_program_that_cannot_be_stopped_is_told_of_and_waited_for() -> None:
    """An older firmware does not know the request: unplugged and plugged in, it has its five seconds."""
    desk = Desk(files())
    desk.may_enter = lambda: desk.clock.now_s() > 20.0

    desk.flash().put(files())

    assert desk.said[0] == "what runs on the Pico cannot be stopped; unplug the Pico and plug it in again"
    assert len(desk.said) == 2
    assert desk.clock.now_s() < 21.0


def test_a_short_wait_is_not_told_of() -> None:
    """A restart takes a second or two."""
    desk = Desk(files())
    desk.may_enter = lambda: desk.clock.now_s() > TELL_AFTER_S - 1

    desk.flash().put(files())

    assert len(desk.said) == 1


def test_one_that_is_never_to_be_stopped_is_given_up_with_the_cure() -> None:
    """The way by BOOTSEL is always there."""
    desk = Desk()
    desk.may_enter = lambda: False

    with pytest.raises(CompanionError, match=r"cannot be stopped; get the \.uf2 of"):
        desk.flash().put(files())


def test_another_board_with_micropython_is_no_pico() -> None:
    """It is started anew as it was, and nothing is copied."""
    desk = Desk()
    desk.running = Running("esp32", MICROPYTHON)

    with pytest.raises(CompanionError, match="no Pico but esp32"):
        desk.flash().put(files())
    assert (desk.written, desk.resets) == ([], 1)


def test_a_file_that_arrives_damaged_is_named() -> None:
    """Each file is compared by its check sum after all are there."""
    desk = Desk()
    desk.kept = lambda data: data[:-1] if b"class Talker" in data else data

    with pytest.raises(
        CompanionError, match=r"not as it should be on the Pico: talker\.py; flash it once more"
    ):
        desk.flash().put(files())


class Wire(DirectPort):
    """A line on which somebody greets, or nobody."""

    def __init__(self, hello: bytes) -> None:
        super().__init__()
        self.is_there, self.hello = True, hello


def test_the_greeting_is_waited_for_over_the_restart() -> None:
    """The port is gone for a moment and comes back under another name."""
    desk = Desk()
    desk.port = None
    flash, seen = desk.flash(), []

    def wire(path: str) -> Wire:
        seen.append(path)
        return Wire(hello_line("0.2.0", 7, 80))

    real_sleep = desk.clock.sleep

    def sleep(seconds: float) -> None:
        real_sleep(seconds)
        desk.port = "/dev/ttyACM1" if desk.clock.now_s() > 2.0 else None

    desk.clock.sleep = sleep

    assert flash.greeting(wire).firmware == "0.2.0"
    assert seen == ["/dev/ttyACM1"]


@pytest.mark.parametrize(
    ("hello", "complaint"),
    [
        (b"", "the files are on the Pico, and it does not greet; unplug"),
        (b"!tholos 1 0.1.0 7 80*F559\n", "the Pico greets with protocol 1; flash it once more"),
    ],
)
def test_a_start_that_fails_is_told(hello: bytes, complaint: str) -> None:
    """Copied is not enough: it has to answer."""
    with pytest.raises(CompanionError, match=complaint):
        Desk().flash().greeting(lambda _path: Wire(hello))


def test_a_start_without_a_port_is_told() -> None:
    """It never came back."""
    desk = Desk()
    desk.port = None

    with pytest.raises(CompanionError, match="it does not greet"):
        desk.flash().greeting(lambda _path: Wire(b""))


def test_the_maker_reads_which_micropython_and_where_it_is() -> None:
    """firmware/README.md names exactly the release that is asked for."""
    readme = (ROOT / "firmware" / "README.md").read_text(encoding="utf-8")

    assert f"MicroPython **{MICROPYTHON}**" in readme
    assert DOWNLOAD in readme
