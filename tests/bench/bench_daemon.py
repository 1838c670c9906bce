"""The daemon that `tests.bench.daemon` watches: its ends simulated, its loop the real one.

Prints the monotonic second of the first whole picture on the glass, and at SIGUSR1 the bytes sent so far.
"""

import signal
import sys
from pathlib import Path

from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from PIL import Image

from companion.assembly import assemble
from companion.clock import RealClock
from companion.daemon import Bell, run
from companion.journal.journal import Journal
from companion.link.port import Port
from companion.panel.buttons import Buttons
from companion.screen.oled import Oled, darken, start_device
from companion.screen.painter import Painter
from companion.settings import Settings
from companion.simulate.glass import Glass, GlassBus


class FirstPicture(Oled):
    """A display that tells when its first picture is on the glass."""

    has_shown = False

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show it, and print the second of the first one."""
        is_shown = super().show(image, contrast)
        if is_shown and not self.has_shown:
            self.has_shown = True
            print(self._clock.now_s(), flush=True)
        return is_shown


def main(port: str, folder: str) -> None:
    """Run until SIGTERM."""
    settings, clock, bell = Settings(), RealClock(), Bell()
    bus = GlassBus(Glass())
    journal = Journal(Path(folder) / "journal")
    journal.open()
    is_stopped = False

    def stop(number: int, frame: object) -> None:
        nonlocal is_stopped
        is_stopped = True
        bell.ring()

    def tell(number: int, frame: object) -> None:
        print(bus.bytes_sent, flush=True)

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGUSR1, tell)
    lead = i2c(bus=bus, address=settings.display.address)
    address = settings.display.address
    oled = FirstPicture(
        lambda: start_device("ssd1306", lead, 0),
        clock,
        lambda: bus.read_byte(address),
        lambda: darken(bus, address),
    )
    daemon = assemble(
        settings,
        clock=clock,
        wire=Port(port),
        panel=Buttons(settings.panel.pins, MockFactory(), clock, bell.ring),
        glass=Painter(oled),
        journal=journal,
    )
    try:
        run(daemon, clock, bell, lambda: is_stopped)
    finally:
        daemon.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
