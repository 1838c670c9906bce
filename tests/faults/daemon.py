"""The program as a process of its own: `tholos run` on simulated pins and a simulated display, in real time.

    python -m tests.faults.daemon SETTINGS FD

Each state that it draws goes, pickled, to the descriptor FD, with the turns settled by then. Commands come on
the standard input, a line each: `down BUTTON`, `up BUTTON`, `stall SECONDS`, `ill`; the last one is answered.
Of each transfer that is stalled a 1 is told.
"""

import os
import pickle
import sys
import threading
import time
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from PIL import Image

from companion import appliance
from companion.chosen import SettingsFile, state_folder
from companion.clock import RealClock
from companion.daemon import Daemon
from companion.link.hello import LinkState
from companion.panel.buttons import Buttons
from companion.panel.press import Button
from companion.screen.choose import page
from companion.screen.oled import Device, Oled, darken, start_device
from companion.settings import Settings
from companion.simulate.glass import Glass, GlassBus
from companion.table.state import TableState

HEAD_BYTES = 4


class Parts:
    """Simulated ends, and who tells of them."""

    def __init__(self, tell: int) -> None:
        self._tell, self._lock = tell, threading.Lock()
        self.glass = Glass()
        self.bus = GlassBus(self.glass)
        self.bus.before_transfer = self._hold
        self.pins = MockFactory()
        self.stall_s = 0.0
        self.oled: Oled | None = None
        self.daemon: Daemon | None = None

    def tell(self, what: Any) -> None:
        """To whoever has started this."""
        text = pickle.dumps(what)
        with self._lock:
            data = len(text).to_bytes(HEAD_BYTES, "big") + text
            while data:
                data = data[os.write(self._tell, data) :]

    def open_buttons(self, numbers: dict[Button, int], clock: RealClock, wake: Any) -> Buttons:
        """The buttons, on mock pins."""
        return Buttons(numbers, self.pins, clock, wake)

    def open_device(self, driver: str, address: int, i2c_port: int, rotate: int) -> Device:
        """The display."""
        return start_device(driver, i2c(bus=self.bus, address=address), rotate)

    def read_status(self, i2c_port: int, address: int) -> int:
        """The chip's status."""
        return self.bus.read_byte(address)

    def switch_off(self, i2c_port: int, address: int) -> None:
        """Darken it."""
        darken(self.bus, address)

    def drawing(self, daemon: Daemon) -> Daemon:
        """Have every state told that is drawn: what is kept before it is shown is on the disk by then."""

        def draw(state: TableState) -> Image.Image:
            self.tell((state, daemon.table.turns))
            return page(state)

        daemon._draw, self.daemon = draw, daemon
        return daemon

    def obey(self) -> None:
        """Commands, as long as any come."""
        for line in sys.stdin:
            word, _, rest = line.strip().partition(" ")
            if word == "ill":
                self.tell(self.ill())
            elif word == "stall":
                self.stall_s = float(rest)
            else:
                pin = self.pins.pin(Settings().panel.pins[Button(rest)])
                if word == "down":
                    pin.drive_low()
                else:
                    pin.drive_high()

    def ill(self) -> str:
        """What is not well, "" when all is."""
        daemon, oled = self.daemon, self.oled
        if daemon is None or oled is None:
            return "it is starting"
        state = daemon.table.state
        is_shown = self.glass.image().tobytes() == page(state).tobytes()
        wrong = {
            f"the link is {daemon.link.state.value}": daemon.link.state is not LinkState.UP,
            f"pads say nothing: {state.silent_pads}": bool(state.silent_pads),
            f"the display: {oled.fault}": oled.fault is not None,
            "the glass shows something else": not (is_shown or daemon.is_resting),
            "the page tells that nothing is kept": not state.is_kept,
            f"stuck: {state.stuck_buttons}": bool(state.stuck_buttons),
            "the page tells of the settings": not state.is_set_right,
        }
        return "; ".join(what for what, is_wrong in wrong.items() if is_wrong)

    def _hold(self) -> None:
        if self.stall_s:
            self.tell(1)
            time.sleep(self.stall_s)


def main(settings: str, tell: str) -> None:
    """Run as the service does, until SIGTERM."""
    parts = Parts(int(tell))
    for name in ("open_buttons", "open_device", "read_status", "switch_off"):
        setattr(appliance, name, getattr(parts, name))
    assemble, oled = appliance.assemble, appliance._oled

    def keep_oled(*given: Any) -> Oled:
        parts.oled = oled(*given)
        return parts.oled

    appliance.assemble = lambda *given, **named: parts.drawing(assemble(*given, **named))
    appliance._oled = keep_oled
    threading.Thread(target=parts.obey, daemon=True).start()
    appliance.run_appliance(SettingsFile(Path(settings), state_folder(os.environ)))


if __name__ == "__main__":
    main(*sys.argv[1:])
