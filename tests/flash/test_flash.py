from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from companion.clock import VirtualClock
from companion.errors import CompanionError, HardwareMissing
from companion.flash.files import DOWNLOAD, MICROPYTHON, digest, files
from companion.flash.flash import GIVE_UP_AFTER_S, TELL_AFTER_S, Flash
from companion.flash.pico import Lost, Running
from companion.link.fault import BUSY, NOT_ALLOWED, PortFault
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
        self.is_held = False
        """Whether somebody has its port."""
        self.is_stopped = False
        """Whether it takes commands instead of running."""
        self.may_enter: Callable[[], bool] = lambda: True
        self.may_remove: Callable[[], bool] = lambda: True
        self.may_write: Callable[[], bool] = lambda: True
        self.kept: Callable[[bytes], bytes] = lambda data: data
        self.written: list[str] = []
        self.resets = 0
        self.said: list[str] = []

    def flash(self, named: str = "") -> Flash:
        """The steps, on this desk."""
        return Flash(lambda: self.port, self.enter, self.clock, self.said.append, named=named)

    def enter(self, path: str) -> "Desk":
        """Take commands."""
        self.entered += 1
        if self.is_held:
            raise Lost(BUSY)  # by the flasher itself: nobody else is at this desk
        if not self.may_enter():
            raise Lost
        self.is_held = self.is_stopped = True
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
        if not self.may_remove():
            raise Lost
        self.held.pop(name, None)

    def reset(self) -> None:
        """Start anew."""
        self.resets += 1
        self.is_held = self.is_stopped = False

    def close(self) -> None:
        """Be let go of, as it is."""
        self.is_held = False


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


@pytest.mark.parametrize("chances", range(12))
@pytest.mark.parametrize("older", [{name: b"# older" for name in files()}, {"gone.py": b"", **files()}])
def test_an_update_cut_off_anywhere_starts_no_mixture(older: dict[str, bytes], chances: int) -> None:
    """A complete older firmware, and the power goes: it is all there, or nothing starts."""
    desk, left = Desk(older), iter([True] * chances)
    desk.may_remove = desk.may_write = lambda: next(left, False)

    with suppress(CompanionError):
        desk.flash().put(files())
    cut_off = dict(desk.held)
    desk.may_remove = desk.may_write = lambda: True
    desk.flash().put(files())

    assert cut_off in (older, files()) or "main.py" not in cut_off
    assert desk.held == files()


def test_a_name_of_ours_that_is_something_else_there_gives_way() -> None:
    """A folder where a file belongs, a file where a folder belongs: both once, by hand."""
    desk = Desk(files() | {"talker.py/odd.py": b"", "boards": b"a file"})
    del desk.held["talker.py"], desk.held["boards/pico.py"]

    desk.flash().put(files())

    assert desk.held == files()


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


def test_the_flasher_never_finds_its_own_lock() -> None:
    """A port that is still open is busy for the next try, and the Pico comes back under another name."""
    desk = Desk(files())
    chances = iter([False, True])
    desk.held["main.py"] = b"# older"
    desk.may_write = lambda: next(chances)

    desk.flash().put(files())

    assert desk.entered == 2
    assert not desk.is_held


@pytest.mark.parametrize("error", [KeyboardInterrupt, CompanionError("the Pico refuses: ENOSPC")])
@pytest.mark.parametrize("step", ["about", "names", "write", "remove"])
def test_whatever_ends_it_the_pico_is_not_left_stopped(
    step: str, error: BaseException, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C, a full Pico: it starts anew, and its port is free."""
    desk = Desk({name: b"# older" for name in files()})

    def fail(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(desk, step, fail)
    with pytest.raises(type(error) if isinstance(error, Exception) else KeyboardInterrupt):
        desk.flash().put(files())

    assert (desk.is_stopped, desk.is_held) == (False, False)


def test_without_a_pico_it_waits_a_minute_and_says_how_to_begin() -> None:
    """Nothing is plugged in, or it has no MicroPython yet."""
    desk = Desk()
    desk.port = None

    with pytest.raises(HardwareMissing) as caught:
        desk.flash().put(files())

    assert desk.said == ["no Pico yet"]
    assert GIVE_UP_AFTER_S <= desk.clock.now_s() < GIVE_UP_AFTER_S + 1
    assert f"get the .uf2 of v{MICROPYTHON} from {DOWNLOAD}, hold BOOTSEL" in str(caught.value)


def test_a_mistyped_port_is_not_the_picos_fault() -> None:
    """Which name is wrong is said, and nobody is sent to hold BOOTSEL."""
    desk = Desk()
    desk.port = None

    with pytest.raises(HardwareMissing) as caught:
        desk.flash(named="/dev/ttyACN0").put(files())

    assert desk.said == ["no such port: /dev/ttyACN0"]
    assert str(caught.value).startswith("no such port: /dev/ttyACN0; plug the Pico in, or leave PORT out")
    assert "BOOTSEL" not in str(caught.value)


def test_a_named_port_with_something_else_at_it_is_doubted_first() -> None:
    """A name of another device: the Pico is blamed only if it is one."""
    desk = Desk()
    desk.may_enter = lambda: False

    with pytest.raises(CompanionError, match=r"if /dev/ttyS0 is the Pico's port at all, get the \.uf2"):
        desk.flash(named="/dev/ttyS0").put(files())


@pytest.mark.parametrize("fault", [NOT_ALLOWED, BUSY])
def test_a_pico_plugged_in_late_has_its_grace_too(fault: PortFault) -> None:
    """Udev, and who probes a new port, need a moment after it has come; however long it was waited for."""
    desk = Desk(files())

    def find() -> str | None:
        return "/dev/ttyACM0" if desk.clock.now_s() > 10.0 else None

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 12.0:
            raise Lost(fault)
        return desk.enter(path)

    Flash(find, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


def test_a_port_that_goes_and_comes_has_its_grace_anew() -> None:
    """Each restart makes a new port, of which nobody but root may have any at first."""
    desk = Desk(files())

    def find() -> str | None:
        return "/dev/ttyACM0" if desk.clock.now_s() % 4 < 2 else None

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 20.0:
            raise Lost(NOT_ALLOWED)
        return desk.enter(path)

    Flash(find, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


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


def test_the_port_before_is_let_go_of() -> None:
    """The Pico comes back under one name, then under another: one of them is held at a time."""
    desk, wires = Desk(), []

    def wire(path: str) -> Wire:
        assert not any(each.is_open for each in wires)
        wires.append(Wire(b"" if path.endswith("0") else hello_line("0.2.0", 7, 80)))
        return wires[-1]

    def find() -> str | None:
        return "/dev/ttyACM0" if desk.clock.now_s() < 1.0 else "/dev/ttyACM1"

    Flash(find, desk.enter, desk.clock, desk.said.append).greeting(wire)

    assert len(wires) == 2
    assert not any(each.is_open for each in wires)


def test_ctrl_c_while_the_greeting_is_waited_for_lets_go_of_the_port() -> None:
    """Whoever is too impatient can begin again at once."""
    desk, there = Desk(), Wire(b"")

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    desk.clock.sleep = interrupt
    with pytest.raises(KeyboardInterrupt):
        desk.flash().greeting(lambda _path: there)

    assert not there.is_open


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
