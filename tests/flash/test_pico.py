import os
import struct
import sys
import termios
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from companion.clock import VirtualClock
from companion.errors import CompanionError, HardwareMissing
from companion.flash import pico as module
from companion.flash.files import files
from companion.flash.flash import Flash
from companion.flash.pico import Lost, Running, enter, find_named, find_port
from companion.link.fault import BUSY, NOT_ALLOWED
from companion.link.port import Port
from tests.flash.desk import Desk


def ports(monkeypatch: pytest.MonkeyPatch, *found: tuple[str, int, int]) -> None:
    """Plug these in: port, vendor, product."""
    listed = [SimpleNamespace(device=device, vid=vid, pid=pid) for device, vid, pid in found]
    monkeypatch.setattr(module.list_ports, "comports", lambda: listed)


def test_the_pico_is_found_among_the_ports(monkeypatch: pytest.MonkeyPatch) -> None:
    """By MicroPython's USB number, whatever else is plugged in."""
    ports(monkeypatch, ("/dev/ttyUSB0", 0x0403, 0x6001), ("/dev/ttyACM3", 0x2E8A, 0x0005))
    assert find_port() == "/dev/ttyACM3"

    ports(monkeypatch)
    assert find_port() is None


def test_of_two_picos_none_is_guessed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The maker names the one in the temple."""
    ports(monkeypatch, ("/dev/ttyACM1", 0x2E8A, 5), ("/dev/ttyACM0", 0x2E8A, 5))

    with pytest.raises(
        CompanionError, match=r"/dev/ttyACM0, /dev/ttyACM1; name .* make flash PORT=/dev/ttyACM0"
    ):
        find_port()


def test_a_port_that_is_named_is_taken_if_it_is_there(tmp_path: Path) -> None:
    """Whatever is plugged in there; a typing error is not."""
    (tmp_path / "tholos").touch()

    assert find_named(str(tmp_path / "tholos")) == str(tmp_path / "tholos")
    assert find_named(str(tmp_path / "tholls")) is None


def test_a_port_that_is_not_there_yet_is_waited_for(tmp_path: Path) -> None:
    """The Pico is just starting."""
    with pytest.raises(Lost):
        enter(str(tmp_path / "tholos"))


def test_a_port_that_cannot_be_opened_is_said_after_a_moment(tmp_path: Path) -> None:
    """No serial port at all, or one that we may not open: why, and not after a minute."""
    path = tmp_path / "tholos"
    path.touch()
    clock = VirtualClock()
    flash = Flash(lambda: str(path), enter, clock, print)

    with pytest.raises(CompanionError, match=r"tholos: that is no serial port; name the one"):
        flash.put(files())
    assert 3.0 <= clock.now_s() < 4.0


def test_a_port_that_udev_has_not_seen_to_yet_is_waited_for() -> None:
    """In the first instant after a restart nobody but root may open it."""
    desk = Desk(files())

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 1.0:
            raise Lost(NOT_ALLOWED)
        return desk.enter(path)

    Flash(lambda: desk.port, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


def test_a_port_that_another_program_keeps_is_named_with_the_cure() -> None:
    """The companion runs, or ModemManager has it: the same words as everywhere else."""
    master, slave = os.openpty()
    path, clock = os.ttyname(slave), VirtualClock()
    holder = Port(path)
    assert holder.open()

    with pytest.raises(CompanionError) as caught:
        Flash(lambda: path, enter, clock, print).put(files())
    holder.close()
    os.close(master)
    os.close(slave)

    assert str(caught.value) == f"{path}: {BUSY}"
    assert clock.now_s() < 4.0


class Line:
    """A pseudo-terminal as the Pico's line, without mpremote's talk on it: these are the answers."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, *answers: bytes | BaseException) -> None:
        self.master, slave = os.openpty()
        self.path = os.ttyname(slave)
        self.commands: list[str] = []
        self._answers = iter(answers)
        self._is_up = True
        monkeypatch.setattr(SerialTransport, "enter_raw_repl", lambda transport, **_: self._enter(transport))
        monkeypatch.setattr(
            SerialTransport, "exec", lambda transport, program: self._exec(transport, program)
        )
        monkeypatch.setattr(SerialTransport, "exec_raw_no_follow", lambda _, code: self.commands.append(code))
        self.session = enter(self.path)
        os.close(slave)

    def unplug(self) -> None:
        """Be pulled out."""
        if self._is_up:
            os.close(self.master)
        self._is_up = False

    def descriptors(self) -> int:
        """How often this program has the port open."""
        links = [Path("/proc/self/fd") / each for each in os.listdir("/proc/self/fd")]
        return sum(os.path.realpath(link).startswith(self.path) for link in links)

    def _enter(self, transport: SerialTransport) -> None:
        transport.serial.write(b"\x03")  # an OSError where it is gone

    def _exec(self, transport: SerialTransport, program: str) -> bytes:
        transport.serial.write(b"\x04")
        if program == module._BUILT_IN:
            return b""
        answer = next(self._answers)
        if isinstance(answer, BaseException):
            raise answer
        return answer


@pytest.fixture
def line(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., Line]]:
    """Lays lines, and takes them away."""
    lines = []

    def lay(*answers: bytes | BaseException) -> Line:
        lines.append(Line(monkeypatch, *answers))
        return lines[-1]

    yield lay
    for each in lines:
        each.session.close()
        each.unplug()


@pytest.mark.parametrize("is_there", [True, False])
@pytest.mark.parametrize("end", ["close", "reset"])
def test_a_pico_that_is_let_go_of_leaves_no_descriptor(
    line: Callable[..., Line], end: str, is_there: bool
) -> None:
    """Open or already pulled out: the port is free, and its number with it."""
    there = line()
    assert there.descriptors() == 1
    if not is_there:
        there.unplug()

    getattr(there.session, end)()
    getattr(there.session, end)()

    assert there.descriptors() == 0


def test_ctrl_c_in_the_middle_of_entering_starts_the_pico_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may have been stopped just before; and no descriptor stays."""
    master, slave = os.openpty()
    entered, commands = iter([KeyboardInterrupt, None]), []

    def interrupt(*_: object, **__: object) -> None:
        if (error := next(entered)) is not None:
            raise error

    monkeypatch.setattr(SerialTransport, "enter_raw_repl", interrupt)
    monkeypatch.setattr(SerialTransport, "exec", lambda *_: b"")
    monkeypatch.setattr(SerialTransport, "exec_raw_no_follow", lambda _, code: commands.append(code))
    with pytest.raises(KeyboardInterrupt):
        enter(os.ttyname(slave))
    os.close(master)
    os.close(slave)

    assert commands == ["import machine; machine.reset()"]


def test_what_else_prints_on_the_pico_is_not_taken_for_the_answer(line: Callable[..., Line]) -> None:
    """A boot script with a timer says something now and then."""
    there = line(b'tick\r\n["rp2", "1.28.0"]\r\n', b'{"old": 1}\r\n{"main.py": "ab"}\r\n')

    assert there.session.about() == Running("rp2", "1.28.0")
    assert there.session.names() == {"main.py": "ab"}


@pytest.mark.parametrize("ask", ["about", "names"])
@pytest.mark.parametrize(
    "said", [b"", b"\xff\xfe", b"tick", b"5", b"[1, 2, 3]", b'{"main.py": null}', b"null"]
)
def test_an_answer_that_makes_no_sense_is_one_line_with_the_cure(
    line: Callable[..., Line], ask: str, said: bytes
) -> None:
    """Instead of twenty lines of Python."""
    there = line(said)

    with pytest.raises(
        CompanionError, match=r"answer that makes no sense: .*; erase its files: .*flash_nuke"
    ):
        getattr(there.session, ask)()


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (
            TransportExecError(b"", "Traceback ...\r\nOSError: 28\r\n"),
            "the Pico refuses: OSError: 28; erase its files",
        ),
        (TransportExecError(b"", "\r\n"), "the Pico refuses: and does not say why; erase its files"),
    ],
)
def test_what_the_pico_refuses_is_told_in_its_last_line(
    line: Callable[..., Line], error: Exception, told: str
) -> None:
    """A full file system, no memory: its own words, and no more of them."""
    with pytest.raises(CompanionError, match=told):
        line(error).session.write("main.py", b"x")


@pytest.mark.parametrize(
    "error",
    [
        OSError(5, "gone"),
        termios.error(5, "gone"),
        TransportError("timeout"),
        struct.error("short"),
        UnicodeDecodeError("utf-8", b"\xff", 0, 1, "torn"),
    ],
)
def test_a_line_that_goes_in_the_middle_is_lost_and_no_more(
    line: Callable[..., Line], error: Exception
) -> None:
    """Whatever it is called down there, the flasher begins again."""
    with pytest.raises(Lost):
        line(error).session.about()


def test_a_port_that_goes_while_it_is_opened_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lead is pulled in that instant: no traceback."""
    master, slave = os.openpty()
    path, opened = os.ttyname(slave), iter([True])
    real = serial.Serial.open

    def fail(self: serial.Serial) -> None:
        if next(opened, False):
            real(self)
        else:
            raise termios.error(5, "Input/output error")

    monkeypatch.setattr(serial.Serial, "open", fail)
    with pytest.raises(Lost):
        enter(path)
    os.close(master)
    os.close(slave)


def test_without_mpremote_the_way_to_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed without it, the command says which one fetches it."""
    master, slave = os.openpty()
    monkeypatch.setitem(sys.modules, "mpremote.transport", None)

    with pytest.raises(HardwareMissing, match="mpremote is not installed; use make flash, which fetches it"):
        enter(os.ttyname(slave))
    os.close(master)
    os.close(slave)
