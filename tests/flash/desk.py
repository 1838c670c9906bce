"""A simulated Pico on a desk in simulated time, for the steps of flashing."""

from collections.abc import Callable

from companion.clock import VirtualClock
from companion.flash.files import MICROPYTHON, digest
from companion.flash.flash import Flash
from companion.flash.pico import Lost, Running
from companion.link.fault import BUSY


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
