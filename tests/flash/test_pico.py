import os
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.clock import VirtualClock
from companion.errors import CompanionError, HardwareMissing
from companion.flash import pico as module
from companion.flash.files import files
from companion.flash.flash import Flash
from companion.flash.pico import Lost, enter, find_port
from tests.flash.test_flash import Desk


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

    with pytest.raises(CompanionError, match=r"tholos: .*Could not configure port"):
        flash.put(files())
    assert 3.0 <= clock.now_s() < 4.0


def test_a_port_that_udev_has_not_seen_to_yet_is_waited_for() -> None:
    """In the first instant after a restart nobody but root may open it."""
    desk = Desk(files())

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 1.0:
            raise Lost("permission denied")
        return desk.enter(path)

    Flash(lambda: desk.port, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


def test_without_mpremote_the_way_to_it_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Installed without it, the command says which one fetches it."""
    master, slave = os.openpty()
    monkeypatch.setitem(sys.modules, "mpremote.transport", None)

    with pytest.raises(HardwareMissing, match="mpremote is not installed; use make flash, which fetches it"):
        enter(os.ttyname(slave))
    os.close(master)
    os.close(slave)
