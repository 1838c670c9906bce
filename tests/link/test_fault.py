import errno
import termios

import pytest
import serial

from companion.link.fault import BUSY, NO_SUCH_PORT, NOT_ALLOWED, PULLED, PortFault, PortTrouble, port_fault


@pytest.mark.parametrize(
    ("error", "fault"),
    [
        (serial.SerialException(errno.ENOENT, "could not open port"), NO_SUCH_PORT),
        (serial.SerialException(errno.EACCES, "could not open port"), NOT_ALLOWED),
        (serial.SerialException(errno.EAGAIN, "Could not exclusively lock port"), BUSY),
        (serial.SerialException(errno.EBUSY, "could not open port"), BUSY),
        (termios.error(errno.EBUSY, "Device or resource busy"), BUSY),
        (serial.SerialException("no such port"), PortFault(PortTrouble.OTHER, "no such port")),
        (serial.SerialException("device reports readiness to read but returned no data"), PULLED),
        (OSError(errno.EIO, "Input/output error"), PULLED),
        (OSError(), PortFault(PortTrouble.OTHER, "")),
    ],
)
def test_what_the_system_says_has_one_kind_and_one_cure(error: Exception, fault: PortFault) -> None:
    """By its number; by its words only where there is no number."""
    assert port_fault(error) == fault


def test_who_has_the_port_is_not_guessed() -> None:
    """It may be the companion, a terminal or ModemManager: all are named, none is accused."""
    for name in ("sudo systemctl stop tholos", "terminal", "ModemManager"):
        assert name in BUSY.cure
    assert "is running" not in str(BUSY)


def test_a_fault_without_a_cure_ends_where_it_ends() -> None:
    """No semicolon with nothing behind it."""
    assert str(PortFault(PortTrouble.OTHER, "gone")) == "gone"
    assert str(PortFault(PortTrouble.OTHER, "gone", "go after it")) == "gone; go after it"
