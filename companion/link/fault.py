"""Why a port is not open: what it is, said once, with the one cure for it."""

import errno
from dataclasses import dataclass
from enum import Enum, auto

STOP_SERVICE = "sudo systemctl stop tholos"
"""Lets go of the sensors' port; `start` takes it again."""


class PortTrouble(Enum):
    """Kinds of trouble, for who decides by them."""

    MISSING = auto()
    """There is no such port."""
    REFUSED = auto()
    """It may not be opened by this user."""
    BUSY = auto()
    """Another program has it; which one, the system does not say."""
    OTHER = auto()
    """Whatever else the system says: no serial port at all, a pulled lead."""


@dataclass(frozen=True, slots=True)
class PortFault:
    """Why a port could not be opened, or was lost; `str()` is one line for people."""

    kind: PortTrouble
    what: str
    cure: str = ""
    """"" where none is known."""

    def __str__(self) -> str:
        """What it is; then the cure."""
        return f"{self.what}; {self.cure}" if self.cure else self.what


NO_SUCH_PORT = PortFault(
    PortTrouble.MISSING, "no such port", "plug the sensors in, or name their port in the settings"
)
NOT_ALLOWED = PortFault(PortTrouble.REFUSED, "permission denied", "add the user to the group dialout")
BUSY = PortFault(
    PortTrouble.BUSY,
    "busy: another program has it",
    f"stop that one: the companion ({STOP_SERVICE}), a terminal, ModemManager",
)
NO_PORT = PortFault(
    PortTrouble.OTHER, "that is no serial port", "name the one that the sensors are plugged into"
)
PULLED = PortFault(
    PortTrouble.OTHER,
    "the sensors went away",
    "put their USB lead back; if it is in, try another lead",
)
"""What a pulled lead looks like: the kernel says that something waits to be read, and there is nothing."""
_BY_NUMBER = {
    errno.EIO: PULLED,
    errno.ENXIO: PULLED,
    errno.ENODEV: PULLED,
    errno.EBADF: PULLED,
    errno.ENOENT: NO_SUCH_PORT,
    errno.EACCES: NOT_ALLOWED,
    errno.EAGAIN: BUSY,
    errno.EBUSY: BUSY,
    errno.ENOTTY: NO_PORT,
    errno.EISDIR: NO_PORT,
}
"""What the system says most often; EAGAIN is pyserial's lock, EBUSY the kernel's (tty_ioctl(4), TIOCEXCL)."""


def port_fault(error: Exception) -> PortFault:
    """What an OSError, termios.error or SerialException of a port means."""
    # the number comes first in all of them; pyserial's own have a text alone, what they met is their context
    met = [each.args[0] for each in (error, error.__context__) if each is not None and each.args]
    known = next((_BY_NUMBER[number] for number in met if number in _BY_NUMBER), None)
    if known is None and "returned no data" in str(error):  # serial/serialposix.py, of a lead that was pulled
        return PULLED
    return known or PortFault(PortTrouble.OTHER, str(error))
