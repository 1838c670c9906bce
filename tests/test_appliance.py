import errno
import gc
import logging
import os
import random
import signal
import socket
import sqlite3
import subprocess
import sys
import threading
import tty
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from PIL import Image

from companion import __version__, appliance
from companion.cli import main
from companion.clock import RealClock
from companion.errors import HardwareMissing
from companion.faults import FaultLog
from companion.journal import keeping
from companion.journal import salvage as salvage_module
from companion.journal import store as store_module
from companion.journal.journal import Journal
from companion.panel import late
from companion.panel.buttons import Buttons
from companion.panel.press import Button
from companion.screen import painter
from companion.screen.oled import Device, darken, start_device
from companion.screen.painter import Painter
from companion.settings import Settings
from companion.simulate.glass import Chip, Glass, GlassBus
from companion.status import ask, socket_path
from companion.table.record import SwitchedOff
from companion.table.state import TableState
from companion.table.table import Table
from tests.complaints import complaint
from tests.journal.damage import play
from tests.link.lines import HELLO_LINE, line

AT_FIRST = signal.getsignal(signal.SIGINT)
"""Whoever starts the tests may have it ignored: nohup does."""

WAIT_S = 5.0
"""A broken device fails the test after this; a working one never waits so long."""

no_pi = pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="this machine has an I2C bus")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"[panel]\nwite = 5\n", "[panel]: there is no key 'wite'; did you mean white?"),
        (b"[panel]\nwhite = 6\n", "white and grey are both on pin 6; give each button a pin of its own"),
        (b"[panel\n", "is not TOML"),
        (b"\xff", "is not TOML"),
        (b'[game]\nend = "soon"\n', "[game] end is 'soon'; it must be"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, what: str
) -> None:
    """The file, the key, and what would be right."""
    path = tmp_path / "tholos.toml"
    path.write_bytes(text)

    status = main(["run", "--settings", str(path)])

    said = complaint(capsys)
    assert status == 2
    assert str(path) in said
    assert what in said


def settings_with(journal: Path, folder: Path, port: str = "/dev/tholos") -> Path:
    """A settings file that keeps games there."""
    path = folder / "tholos.toml"
    path.write_text(f'[journal]\nfolder = "{journal}"\n[sensors]\nport = "{port}"\n', encoding="utf-8")
    return path


class Listener(logging.Handler):
    """Hears the log, and ends the device when all of these have been told."""

    def __init__(self, *awaited: str) -> None:
        super().__init__()
        self._awaited = set(awaited)

    def emit(self, record: logging.LogRecord) -> None:
        """A line is told."""
        self._awaited -= {each for each in self._awaited if record.getMessage().startswith(each)}
        if not self._awaited:
            os.kill(os.getpid(), signal.SIGTERM)


@pytest.fixture
def listen() -> Iterator[Callable[..., None]]:
    """Have the device end when all of these lines, by how they begin, have been told."""
    handlers: list[Listener] = []

    def add(*awaited: str) -> None:
        handlers.append(Listener(*awaited))
        logging.getLogger("tholos").addHandler(handlers[-1])

    yield add
    for handler in handlers:
        logging.getLogger("tholos").removeHandler(handler)


@no_pi
def test_without_any_hardware_it_runs_and_says_all_that_it_lacks(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, listen: Callable[..., None]
) -> None:
    """No sensors, no buttons, no display: each is named once with its cure, and is waited for."""
    settings = settings_with(tmp_path / "journal", tmp_path, str(tmp_path / "no-port"))
    listen("the sensors are not there: no such port", "the buttons: no GPIO here", "the display: no I2C bus")

    status = main(["run", "--settings", str(settings)])

    lacks = [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]
    assert status == 0
    assert len(lacks) == 3
    assert [what for what in lacks if "`tholos play` needs none" in what]
    assert [what for what in lacks if "sudo raspi-config nonint do_i2c 0" in what]


@no_pi
def test_a_journal_that_cannot_be_kept_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that would be lost is not begun: the folder is named."""
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", encoding="utf-8")
    settings = settings_with(in_the_way / "journal", tmp_path)

    status = main(["run", "--settings", str(settings)])

    said = complaint(capsys)
    assert status == 2
    assert f"the journal's folder {in_the_way / 'journal'} cannot be used (Not a directory)" in said
    assert "[journal] folder" in said


class Kit:
    """The parts of a device in place of real ones: mock pins, a display chip, a serial line."""

    def __init__(self, pins: MockFactory) -> None:
        self.pins = pins
        self.glass = Glass(Chip.SSD1306)
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.port = os.ttyname(slave)
        self.slave = slave
        self.pictures: list[bytes] = []
        self.after_picture: Callable[[int], object] = lambda number: None
        self.refusal: str | None = None
        self.asked_off: list[bool] = []
        self.bus = GlassBus(self.glass, 0x3C)

    def no_buttons(self, numbers: dict, clock: RealClock, wake: Callable[[], None]) -> Buttons:
        """The pins cannot be had."""
        raise HardwareMissing("no GPIO here")

    def open_buttons(self, numbers: dict, clock: RealClock, wake: Callable[[], None]) -> Buttons:
        """The buttons, on mock pins."""
        return Buttons(numbers, self.pins, clock, wake)

    def open_device(self, driver: str, address: int, i2c_port: int, rotate: int) -> Device:
        """The display; whatever it has shown, the test hears of."""
        device = start_device(driver, i2c(bus=self.bus, address=address), rotate)
        show = device.display

        def display(image: Image.Image) -> None:
            show(image)
            if not self.glass.is_on:
                return  # luma clears a panel that it has switched off
            self.pictures.append(self.glass.image().tobytes())
            self.after_picture(len(self.pictures))

        device.display = display  # type: ignore[method-assign]
        return device

    def power_off(self) -> str | None:
        """Nobody's machine goes off; whether the glass was dark when it was asked."""
        self.asked_off.append(not self.glass.is_on)
        return self.refusal

    def hold(self, button: Button) -> None:
        """A finger on a button, for as long as it takes."""
        self.pins.pin(Settings().panel.pins[button]).drive_low()

    def read_status(self, i2c_port: int, address: int) -> int:
        """The chip's status."""
        return self.bus.read_byte(address)

    def switch_off(self, i2c_port: int, address: int) -> None:
        """Darken it."""
        darken(self.bus, address)


@pytest.fixture
def kit(pins: MockFactory, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Kit]:
    """A device whose parts are all there."""
    kit = Kit(pins)
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    for name in ("open_buttons", "open_device", "read_status", "switch_off", "power_off"):
        monkeypatch.setattr(appliance, name, getattr(kit, name))
    yield kit
    gc.unfreeze()
    os.close(kit.slave)
    os.close(kit.master)


def part_of(status: dict, name: str) -> dict:
    """What `tholos status` tells of one part."""
    return next(part for part in status["parts"] if part["part"] == name)


def status_when(is_so: Callable[[dict], bool]) -> dict:
    """What the device tells as soon as this is so."""
    while not ((status := ask(socket_path())) and is_so(status)):
        pass
    return status


def status_once(part: str, *, is_well: bool) -> dict:
    """The first status that tells this of a part."""
    return status_when(lambda status: part_of(status, part)["is_well"] is is_well)


def run_visited(settings: Path, visit: Callable[[], None]) -> int:
    """What the device ends with, while somebody looks in on it beside."""
    visitor = threading.Thread(target=visit)
    visitor.start()
    status = main(["run", "--settings", str(settings)])
    visitor.join()
    return status


def test_the_first_picture_waits_for_no_library_of_the_pins() -> None:
    """After a power cut the glass is lit as soon as can be: what the buttons need is loaded after that."""
    code = "import sys, companion.appliance, companion.chosen; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout

    assert not {"gpiozero", "lgpio", "smbus2", "companion.simulate", "companion.doctor"} & set(loaded.split())


def check_all_let_go(kit: Kit, journal: Path) -> None:
    """The pins can be had by another, the games kept by another, and nobody catches our signals."""
    Buttons(Settings().panel.pins, kit.pins, RealClock(), lambda: None).close()
    heir = Journal(journal)
    heir.open()
    is_keeping = heir.is_keeping
    heir.close()
    assert is_keeping
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    assert signal.getsignal(signal.SIGINT) is AT_FIRST


def test_the_device_starts_shows_and_stops_when_told(
    kit: Kit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """It asks for its sensors; they answer, it asks who begins; told to stop, it leaves all in order."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)

    def go_on(picture: int) -> None:
        if picture == 1:
            os.write(kit.master, HELLO_LINE + line(1))
        else:
            os.kill(os.getpid(), signal.SIGTERM)

    kit.after_picture = go_on

    status = main(["run", "--settings", str(settings)])

    assert status == 0
    assert len(set(kit.pictures)) == len(kit.pictures) == 2
    assert not kit.glass.is_on
    assert caplog.messages == [
        f"tholos {__version__} starts: sensors at {kit.port}, games in {tmp_path / 'journal'}",
        "the sensors answer",
        f"tholos {__version__} stops",
    ]
    check_all_let_go(kit, tmp_path / "journal")


@pytest.mark.parametrize(
    ("part", "act"),
    [
        (store_module, "check"),
        (store_module, "salvage"),
        (salvage_module, "rows"),
        (salvage_module, "insert_row"),
        (store_module, "set_aside"),
        (store_module, "_finish_move"),
        (keeping, "mend_copy"),
    ],
)
def test_a_stop_does_not_wait_for_a_damaged_journal_to_be_saved(
    kit: Kit, tmp_path: Path, part: ModuleType, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That takes a minute where there are many games: it is broken off, and the next start begins again."""
    folder = tmp_path / "journal"
    evening = play(folder, random.Random(1), games=2, steps=20, unplugged=False)
    file = folder / "games.db"
    file.write_bytes(file.read_bytes()[:18] + b"\7\7" + file.read_bytes()[20:])
    settings = settings_with(folder, tmp_path, kit.port)
    went_on: list[str] = []

    def stopped(*values: object, **more: object) -> object:
        os.kill(os.getpid(), signal.SIGTERM)
        went_on.append(act)
        return before(*values, **more)

    before = getattr(part, act)
    with monkeypatch.context() as slow:
        slow.setattr(part, act, stopped)
        status = main(["run", "--settings", str(settings)])
    journal = Journal(folder)
    journal.open()
    games = journal.games()
    journal.close()

    assert status == 0
    assert went_on == []
    assert kit.pictures == []
    assert [game.turns for game in games] == [stood[-1] for stood in evening.stood]
    check_all_let_go(kit, folder)


def test_when_all_is_closed_nothing_holds_up_the_end(kit: Kit, tmp_path: Path) -> None:
    """On a slow and busy Pi systemd would lose patience: Python must not look through each object once more.

    That took 2 to 4 times as long as closing all parts, on the emulated Pi and on a PC.
    """
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    kit.after_picture = lambda picture: os.kill(os.getpid(), signal.SIGTERM)

    main(["run", "--settings", str(settings)])

    assert len(gc.get_objects()) < gc.get_freeze_count() / 10


@no_pi
def test_a_buzzer_that_fails_is_told_once_and_the_device_runs(
    kit: Kit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody needs to hear anything: the log says why there is no sound, and the game can begin."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    with settings.open("a", encoding="utf-8") as file:
        file.write("[sound]\nis_on = true\n")
    kit.after_picture = lambda picture: os.kill(os.getpid(), signal.SIGTERM)

    status = main(["run", "--settings", str(settings)])

    assert status == 0
    assert len([message for message in caplog.messages if message.startswith("the buzzer: ")]) == 1
    check_all_let_go(kit, tmp_path / "journal")


def test_a_start_that_fails_leaves_nothing_open(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever goes wrong while the parts are put together, the next start finds all of them free."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)

    def break_off(*_: object, **__: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(appliance, "assemble", break_off)

    with pytest.raises(ZeroDivisionError):
        main(["run", "--settings", str(settings)])

    check_all_let_go(kit, tmp_path / "journal")


def test_buttons_that_come_later_are_picked_up(
    kit: Kit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    listen: Callable[..., None],
) -> None:
    """Somebody stops the other program that had the pins: the buttons work without a new start."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    tries = [kit.no_buttons, kit.no_buttons, kit.open_buttons]
    monkeypatch.setattr(appliance, "open_buttons", lambda *parts: tries.pop(0)(*parts))
    monkeypatch.setattr(late, "RETRY_S", 0.0)
    listen("the buttons work again")

    status = main(["run", "--settings", str(settings)])

    told = [message for message in caplog.messages if message.startswith("the buttons")]
    assert status == 0
    assert told == ["the buttons: no GPIO here", "the buttons work again"]
    check_all_let_go(kit, tmp_path / "journal")


def test_the_service_manager_hears_that_it_is_ready_and_that_it_stops(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """systemd knows when the device can be used, that its loop turns, and that its end was wanted."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    kit.after_picture = lambda picture: os.kill(os.getpid(), signal.SIGTERM)

    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        monkeypatch.setenv("WATCHDOG_USEC", "30000000")
        main(["run", "--settings", str(settings)])
        heard = [manager.recv(100) for _ in range(3)]

    assert heard == [b"READY=1", b"WATCHDOG=1", b"STOPPING=1"]


def test_a_slip_in_drawing_on_the_glass_is_told_and_the_display_comes_back(
    kit: Kit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    listen: Callable[..., None],
) -> None:
    """Something that nobody has thought of: the log and `tholos status` say so, and it is tried again."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    show = Painter.__dict__["show"]
    glasses: list[Painter] = []

    def stumble_once(*_: object) -> bool:
        del glasses[0]._glass.show
        raise ValueError("no such picture")

    def begin(painter: Painter, *shot: object) -> None:
        if not glasses:
            glasses.append(painter)
            painter._glass.show = stumble_once
        show(painter, *shot)

    monkeypatch.setattr(Painter, "show", begin)
    listen("the display works again")

    status = main(["run", "--settings", str(settings)])

    told = [text for text in caplog.messages if "the display" in text]
    assert status == 0
    assert told == [
        "the display: ValueError: no such picture; show its makers a tholos report",
        "the display works again",
    ]


@pytest.mark.parametrize("errno_of_the_stall", [None, errno.ETIMEDOUT])
def test_a_bus_that_stalls_does_not_keep_it_from_ending(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, errno_of_the_stall: int | None
) -> None:
    """Stopped while a transfer hangs: games are closed meanwhile, and one more transfer darkens."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    are_games_closed, transfers = threading.Event(), []
    close = Journal.close

    def close_games(journal: Journal) -> None:
        close(journal)
        are_games_closed.set()

    def stall() -> None:
        transfers.append(kit.glass.is_on)
        kit.bus.fault = None
        if len(transfers) == 1:
            os.kill(os.getpid(), signal.SIGTERM)
            assert are_games_closed.wait(WAIT_S)
            kit.bus.fault = errno_of_the_stall

    def stall_after(picture: int) -> None:
        kit.bus.before_transfer = stall
        os.write(kit.master, HELLO_LINE + line(1))  # so that there is a second picture

    monkeypatch.setattr(Journal, "close", close_games)
    monkeypatch.setattr(painter, "_CLOSING_S", 2 * WAIT_S)  # who waits for the glass first does so in vain
    kit.after_picture = stall_after

    status = main(["run", "--settings", str(settings)])

    assert status == 0
    assert transfers == [True, True]
    assert not kit.glass.is_on
    check_all_let_go(kit, tmp_path / "journal")


def test_a_bus_that_never_answers_holds_the_end_up_for_less_than_two_seconds(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As the CHANGELOG says: all waits of the end together are no longer, and each of them is bounded."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    is_free, waits, threads = threading.Event(), list[float | None](), list[threading.Thread]()
    join = threading.Thread.join

    def wait(thread: threading.Thread, timeout: float | None = None) -> None:
        if thread.name != "painter":
            join(thread, timeout)
            return
        waits.append(timeout)
        threads.append(thread)

    def stall() -> None:
        kit.bus.before_transfer = lambda: is_free.wait(WAIT_S)
        os.kill(os.getpid(), signal.SIGTERM)
        is_free.wait(WAIT_S)

    def stall_after(picture: int) -> None:
        kit.after_picture = lambda picture: None
        kit.bus.before_transfer = stall
        os.write(kit.master, HELLO_LINE + line(1))  # so that there is a second picture

    kit.after_picture = stall_after
    monkeypatch.setattr(threading.Thread, "join", wait)

    status = main(["run", "--settings", str(settings)])

    is_lit = kit.glass.is_on
    is_free.set()
    for thread in threads:
        join(thread, WAIT_S)
    assert status == 0
    assert is_lit  # nothing but the wait can have ended it
    assert None not in waits
    assert 1.0 < sum(waits) <= 2.0
    assert not kit.glass.is_on
    check_all_let_go(kit, tmp_path / "journal")


@pytest.mark.parametrize("refusal", [None, "the machine stays on (no leave); put the rules in place"])
def test_switched_off_leaves_all_in_order_then_asks_for_it(
    kit: Kit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    refusal: str | None,
) -> None:
    """Dark, the games closed, then the power: a machine that stays on is one line in the log."""
    caplog.set_level(logging.WARNING)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    kit.refusal = refusal

    def choose(picture: int) -> None:
        if picture == 1:
            os.write(kit.master, HELLO_LINE + line(1))
        else:
            kit.hold(Button.OK)

    monkeypatch.setattr(Table, "press", lambda table, press, now_s: [SwitchedOff()])
    kit.after_picture = choose

    status = main(["run", "--settings", str(settings)])

    assert status == 0
    assert kit.asked_off == [True]
    assert [record for record in caplog.messages if "stays on" in record] == ([refusal] if refusal else [])
    check_all_let_go(kit, tmp_path / "journal")


def test_stopped_is_not_switched_off(kit: Kit, tmp_path: Path) -> None:
    """An update restarts the program: the machine stays on."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    kit.after_picture = lambda number: os.kill(os.getpid(), signal.SIGTERM)

    main(["run", "--settings", str(settings)])

    assert kit.asked_off == []


def test_settings_are_read_again_when_asked_and_the_running_device_tells(
    kit: Kit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A slip in the file changes nothing and is told by `tholos status`; mended, it goes on with that."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    right = settings.read_text(encoding="utf-8")
    seen: list[dict] = []

    def visit() -> None:
        seen.append(status_once("settings", is_well=True))
        settings.write_text(right + "[game]\nconfirm = 3\n", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGHUP)
        seen.append(status_once("settings", is_well=False))
        settings.write_text(right + "[game]\nconfirm = true\n", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGHUP)
        seen.append(status_when(lambda _: len([text for text in caplog.messages if "starts" in text]) == 2))
        os.kill(os.getpid(), signal.SIGTERM)

    status = run_visited(settings, visit)

    assert status == 0
    assert seen[-1]["running_s"] >= seen[1]["running_s"]
    assert "[game] confirm is 3" in part_of(seen[1], "settings")["faults"][0]
    assert next(text for text in caplog.messages if "the settings" in text).startswith("the settings: ")
    assert caplog.messages.count(f"tholos {__version__} stops") == 2
    assert ask(socket_path()) is None
    check_all_let_go(kit, tmp_path / "journal")


def test_the_service_starts_with_a_slip_in_its_settings_and_says_so(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A slip, and the machine is started anew: it goes by the settings before, until the file is mended."""
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    right = settings.read_text(encoding="utf-8")
    kit.after_picture = lambda number: os.kill(os.getpid(), signal.SIGTERM)
    main(["run", "--settings", str(settings)])
    settings.write_text(right + "[game]\nconfirm = 3\n", encoding="utf-8")
    kit.after_picture = lambda number: None
    seen: list[dict] = []

    def visit() -> None:
        seen.append(part_of(status_once("settings", is_well=False), "settings"))
        settings.write_text(right, encoding="utf-8")
        status_once("settings", is_well=True)
        os.kill(os.getpid(), signal.SIGTERM)

    status = run_visited(settings, visit)

    assert status == 0
    assert "[game] confirm is 3" in seen[0]["faults"][0]
    assert "the settings are right again" in caplog.messages
    starts = [text for text in caplog.messages if " starts: " in text]
    assert len(starts) == 2
    assert len(set(starts)) == 1
    check_all_let_go(kit, tmp_path / "journal")


def test_a_new_folder_that_cannot_be_used_leaves_the_games_where_they_were(
    kit: Kit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Its name is that of a file: the device plays on, keeps the games as before, and says so."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    seen: list[dict] = []

    def visit() -> None:
        while not ask(socket_path()):
            pass
        settings_with(settings / "journal", tmp_path, kit.port)
        os.kill(os.getpid(), signal.SIGHUP)
        seen.append(part_of(status_once("settings", is_well=False), "settings"))
        os.kill(os.getpid(), signal.SIGTERM)

    status = run_visited(settings, visit)

    assert status == 0
    assert "cannot be used (Not a directory)" in seen[0]["faults"][0]
    assert "goes on with the settings before" in seen[0]["faults"][0]
    assert [text for text in caplog.messages if "starts" in text][-1].endswith(str(tmp_path / "journal"))
    check_all_let_go(kit, tmp_path / "journal")


def test_who_asks_while_settings_are_read_is_answered(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They wait until the parts are open again, and are not told that no device runs."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    answers: list[bytes] = []
    put_together = appliance.assemble

    def visit(asking: socket.socket) -> None:
        answers.append(asking.recv(10))
        asking.close()
        os.kill(os.getpid(), signal.SIGTERM)

    def assemble(*parts: object, **named: object) -> object:
        if (tmp_path / "told").exists():
            asking = socket.socket(socket.AF_UNIX)
            asking.connect(str(socket_path()))
            threading.Thread(target=visit, args=(asking,)).start()
        return put_together(*parts, **named)

    def tell(picture: int) -> None:
        if picture == 1:
            (tmp_path / "told").touch()
            settings_with(tmp_path / "journal", tmp_path, f"{kit.port}0")
            os.kill(os.getpid(), signal.SIGHUP)

    monkeypatch.setattr(appliance, "assemble", assemble)
    kit.after_picture = tell

    status = main(["run", "--settings", str(settings)])

    assert status == 0
    assert [answer[:2] for answer in answers] == [b'{"']


@pytest.mark.parametrize("is_newer", [False, True])
def test_a_service_that_can_keep_nothing_plays_and_keeps_as_soon_as_it_can(
    kit: Kit,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    is_newer: bool,
) -> None:
    """After a downgrade, or with a file in the folder's place: no dark glass, one line, and no start over."""
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("companion.daemon.TRY_AGAIN_S", 0.1)
    settings, games = settings_with(tmp_path / "journal", tmp_path, kit.port), tmp_path / "journal"
    if is_newer:
        games.mkdir()
        with closing(sqlite3.connect(games / "games.db")) as store:
            store.execute("PRAGMA user_version = 4")
    else:
        games.write_text("", encoding="utf-8")
    in_the_way = games / "games.db" if is_newer else games
    before = in_the_way.read_bytes()
    seen: list[dict] = []

    def visit() -> None:
        seen.append(part_of(status_once("journal", is_well=False), "journal"))
        seen.append({"is_as_before": in_the_way.read_bytes() == before})
        in_the_way.unlink()
        status_once("journal", is_well=True)
        os.kill(os.getpid(), signal.SIGTERM)

    status = run_visited(settings, visit)

    assert status == 0
    said = "written by a newer companion" if is_newer else "cannot be used (File exists)"
    assert said in seen[0]["faults"][0]
    assert seen[1]["is_as_before"]
    assert len([text for text in caplog.messages if text.startswith("the journal: ")]) == 1
    assert len([text for text in caplog.messages if " starts: " in text]) == 1
    assert "the journal works again" in caplog.messages
    check_all_let_go(kit, games)


def test_a_folder_that_is_made_after_the_start_is_used_without_a_reload(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The new folder is none yet; the maker makes it, as the cure says, and the games are kept there."""
    caplog.set_level(logging.INFO)
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path))
    monkeypatch.setattr("companion.chosen.LOOK_AGAIN_S", 0.1)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    (tmp_path / "stick").write_text("", encoding="utf-8")

    def visit() -> None:
        while not ask(socket_path()):
            pass
        settings_with(tmp_path / "stick" / "games", tmp_path, kit.port)
        os.kill(os.getpid(), signal.SIGHUP)
        status_once("settings", is_well=False)
        (tmp_path / "stick").unlink()
        (tmp_path / "stick").mkdir()
        while not any(text.endswith(f"games in {tmp_path / 'stick/games'}") for text in caplog.messages):
            pass
        os.kill(os.getpid(), signal.SIGTERM)

    status = run_visited(settings, visit)

    folders = [text.rpartition(" ")[2] for text in caplog.messages if " starts: " in text]
    assert status == 0
    assert folders == [str(tmp_path / name) for name in ("journal", "journal", "stick/games")]
    check_all_let_go(kit, tmp_path / "stick" / "games")


def buttons_are_missed(caplog: pytest.LogCaptureFixture, starts: int) -> dict:
    """The status once the device has begun so often, and knows that it has no buttons."""

    def is_so(status: dict) -> bool:
        begun = [text for text in caplog.messages if " starts: " in text]
        return len(begun) == starts and not part_of(status, "buttons")["is_well"]

    return status_when(is_so)


def test_a_change_of_settings_is_no_new_evening(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was faulty is told once, and is as old as it is; what was mended stays; the device runs on."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    right = settings.read_text(encoding="utf-8")
    kit.after_picture = lambda picture: os.kill(os.getpid(), signal.SIGTERM)
    main(["run", "--settings", str(settings)])
    (tmp_path / "journal" / "games.db").write_bytes(b"no database at all, just text" * 999)
    kit.after_picture = lambda picture: None
    monkeypatch.setattr(appliance, "open_buttons", kit.no_buttons)
    monkeypatch.setattr(late, "RETRY_S", 0.0)
    caplog.set_level(logging.INFO)
    caplog.clear()
    seen: list[dict] = []

    def visit() -> None:
        seen.append(buttons_are_missed(caplog, 1))
        settings.write_text(right + "[game]\nconfirm = true\n", encoding="utf-8")
        os.kill(os.getpid(), signal.SIGHUP)
        seen.append(buttons_are_missed(caplog, 2))
        os.kill(os.getpid(), signal.SIGTERM)

    shown = watch_states(monkeypatch)
    status = run_visited(settings, visit)

    before, after = seen
    assert status == 0
    assert [text for text in caplog.messages if "button" in text] == ["the buttons: no GPIO here"]
    assert after["running_s"] >= before["running_s"]
    assert part_of(after, "buttons")["for_s"] >= part_of(before, "buttons")["for_s"]
    assert len(after["remarks"]) > 0
    assert after["remarks"] == before["remarks"]
    assert {state.is_mended for state in shown} == {True}


def watch_states(monkeypatch: pytest.MonkeyPatch) -> list[TableState]:
    """All that the table is from now on, once it was told how the device is."""
    report, shown = Table.report, list[TableState]()

    def note(table: Table, *told: object, **named: object) -> None:
        report(table, *told, **named)
        shown.append(table.state)

    monkeypatch.setattr(Table, "report", note)
    return shown


def test_the_service_manager_hears_of_no_end_between_two_settings(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ready once, stopping once: else systemd takes a device that reads its settings for one that ends."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    right = settings.read_text(encoding="utf-8")
    tell = iter((signal.SIGHUP, signal.SIGTERM))

    def change(picture: int) -> None:
        settings.write_text(right + "[game]\nconfirm = true\n", encoding="utf-8")
        os.kill(os.getpid(), next(tell, signal.SIGTERM))

    kit.after_picture = change
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(str(tmp_path / "notify"))
        manager.setblocking(False)
        monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "notify"))
        main(["run", "--settings", str(settings)])
        heard = [manager.recv(100) for _ in range(2)]
        with pytest.raises(BlockingIOError):
            manager.recv(100)

    assert next(tell, None) is None
    assert heard == [b"READY=1", b"STOPPING=1"]


def test_settings_that_change_while_others_are_put_in_place_are_read_too(
    kit: Kit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Somebody saves twice in a second: the device goes by what is in the file in the end."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    right = settings.read_text(encoding="utf-8")
    close, closed = Journal.close, list[int]()

    def save(text: str) -> None:
        settings.write_text(right + text, encoding="utf-8")
        os.kill(os.getpid(), signal.SIGHUP)

    def close_games(journal: Journal) -> None:
        close(journal)
        closed.append(1)
        if len(closed) == 1:
            save("[game]\nconfirm = 3\n")

    def change(picture: int) -> None:
        kit.after_picture = lambda picture: None
        save("[game]\nconfirm = true\n")

    def note(log: FaultLog, *told: object) -> None:
        noted(log, *told)
        if any("confirm is 3" in text for text in caplog.messages):
            os.kill(os.getpid(), signal.SIGTERM)

    noted = FaultLog.note
    monkeypatch.setattr(FaultLog, "note", note)
    monkeypatch.setattr(Journal, "close", close_games)
    kit.after_picture = change

    assert main(["run", "--settings", str(settings)]) == 0
    assert len([text for text in caplog.messages if "starts" in text]) == 2


def test_a_device_that_is_told_both_to_go_on_and_to_stop_stops(
    kit: Kit, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """An update changes the settings and restarts the service in one breath."""
    caplog.set_level(logging.INFO)
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)

    def tell_both(picture: int) -> None:
        settings.write_text(
            settings.read_text(encoding="utf-8") + "[game]\nconfirm = true\n", encoding="utf-8"
        )
        os.kill(os.getpid(), signal.SIGHUP)
        os.kill(os.getpid(), signal.SIGTERM)
        kit.after_picture = lambda number: None

    kit.after_picture = tell_both

    status = main(["run", "--settings", str(settings)])

    assert status == 0
    assert len([text for text in caplog.messages if "starts" in text]) == 1
