import errno
import fcntl
import os
import termios
import tty
from collections.abc import Iterator
from pathlib import Path

import pytest
import serial

from companion.link.fault import NO_PORT
from companion.link.port import Port


class Device:
    """The far end of a serial line: a pseudo-terminal behind a symlink, as udev makes one."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.master = -1
        self.plug()

    def plug(self) -> None:
        """Come up under a new name."""
        self.master, slave = os.openpty()
        tty.setraw(slave)
        self.path.unlink(missing_ok=True)
        self.path.symlink_to(os.ttyname(slave))
        # whoever opens the port is its only user: when the master goes, it is gone
        os.close(slave)

    def unplug(self) -> None:
        """Be pulled out."""
        os.close(self.master)
        self.path.unlink()


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    """A device that is plugged in."""
    device = Device(tmp_path / "plate")
    yield device
    if device.path.is_symlink():
        device.unplug()


def test_nothing_is_opened_before_it_is_asked_for(device: Device) -> None:
    """A companion that starts does not yet touch the sensors."""
    port = Port(str(device.path))

    assert not port.is_open
    assert port.fileno() is None
    assert port.read() == b""


def test_what_waits_is_read_and_nothing_is_waited_for(device: Device) -> None:
    """The table never stalls on a line that is quiet."""
    port = Port(str(device.path))
    port.open()

    assert port.read() == b""
    os.write(device.master, b"hello")
    assert port.read() == b"hello"
    assert port.read() == b""
    assert port.is_open
    port.close()


def test_a_selector_can_wait_on_it(device: Device) -> None:
    """The daemon sleeps until a byte comes."""
    port = Port(str(device.path))
    port.open()

    assert os.ttyname(port.fileno()) == os.path.realpath(device.path)
    port.close()


def test_what_is_written_arrives(device: Device) -> None:
    """A question reaches the sensors."""
    port = Port(str(device.path))
    port.open()

    port.write(b"?\n")

    assert os.read(device.master, 10) == b"?\n"
    port.close()


def test_a_port_that_is_not_there_says_so(tmp_path: Path) -> None:
    """With no lead plugged in the doctor can show what the system said."""
    port = Port(str(tmp_path / "plate"))

    assert not port.open()
    assert str(port.fault) == "no such port; plug the sensors in, or name their port in the settings"
    port.write(b"?\n")
    port.close()


def test_something_that_is_no_serial_port_is_refused(tmp_path: Path) -> None:
    """A wrong path in the settings gives a fault with its cure, not a crash."""
    (tmp_path / "plate").write_text("not a port")
    ports = [Port(str(path)) for path in (tmp_path / "plate", tmp_path, "/dev/null")]

    assert [port.open() for port in ports] == [False] * 3
    assert [port.fault for port in ports] == [NO_PORT] * 3


def test_a_port_that_may_not_be_opened_names_the_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commonest slip when setting up: what is to be done, not the system's number for it."""
    port = Port(str(tmp_path / "plate"))

    def refuse(*_: object, **__: object) -> None:
        raise serial.SerialException(errno.EACCES, "could not open port: [Errno 13] Permission denied")

    monkeypatch.setattr(serial, "Serial", refuse)

    assert not port.open()
    assert str(port.fault) == "permission denied; add the user to the group dialout"


def test_a_second_companion_is_told_that_the_port_is_taken(device: Device) -> None:
    """Two programs never steal each other's bytes."""
    first, second = Port(str(device.path)), Port(str(device.path))
    first.open()

    assert not second.open()
    assert str(second.fault) == (
        "busy: another program has it; "
        "stop that one: the companion (sudo systemctl stop tholos), a terminal, ModemManager"
    )
    first.close()


def test_a_pulled_lead_closes_the_port(device: Device) -> None:
    """Pulling the lead in the middle of a game is noticed at the next read."""
    port = Port(str(device.path))
    port.open()
    device.unplug()

    assert port.read() == b""
    assert not port.is_open
    assert port.fault


@pytest.mark.parametrize(
    "error",
    [
        serial.SerialException("device reports readiness to read but returned no data"),
        serial.SerialException("read failed: [Errno 5] Input/output error"),
        termios.error(5, "Input/output error"),
    ],
)
def test_a_lost_line_is_told_in_words_of_people(
    device: Device, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """A real lead that is pulled "reports readiness to read": the log says what to look at."""
    port = Port(str(device.path))
    port.open()
    real = port._serial

    def fail(_: int) -> None:
        raise error

    monkeypatch.setattr(real, "read", fail)
    port.read()

    assert str(port.fault).startswith("the sensors went away; put their USB lead back")


def test_a_write_into_a_pulled_lead_closes_the_port(device: Device) -> None:
    """So is it at the next question."""
    port = Port(str(device.path))
    port.open()
    device.unplug()

    port.write(b"?\n")

    assert not port.is_open


def test_a_device_that_takes_no_bytes_cannot_hold_the_table(device: Device) -> None:
    """A stuck device costs a fraction of a second, and the port is given up."""
    port = Port(str(device.path))
    port.open()

    for _ in range(100):
        port.write(b"?" * 4000)

    assert not port.is_open


def test_a_device_gone_mad_cannot_hold_the_table(device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    """Endless noise is taken in portions."""
    port = Port(str(device.path))
    port.open()
    monkeypatch.setattr(port._serial, "read", lambda size: b"#" * size)

    assert len(port.read()) == 65_536
    port.close()


def test_a_replugged_device_is_found_under_its_new_name(device: Device) -> None:
    """The symlink leads to it, whatever the system calls it this time."""
    port = Port(str(device.path))
    port.open()
    device.unplug()
    port.read()
    device.plug()

    assert port.open()
    os.write(device.master, b"back")
    assert port.read() == b"back"
    port.close()


@pytest.mark.parametrize("error", [OSError("gone"), termios.error(5, "gone")])
def test_a_port_that_fails_while_closing_is_closed_all_the_same(
    device: Device, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    """Whatever the system says to that, the companion goes on and can open it anew."""
    port = Port(str(device.path))
    port.open()
    real = port._serial

    def fail() -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(real, "close", fail)
        port.close()

    assert not port.is_open
    assert port.fault is not None
    real.close()


def test_the_port_is_locked_only_while_it_is_open(device: Device) -> None:
    """After the companion has stopped, the firmware can be flashed."""
    port = Port(str(device.path))
    other = os.open(device.path, os.O_RDWR | os.O_NOCTTY)

    port.open()
    with pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    port.close()

    assert not port.is_open
    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(other)
