"""The daemon that `tests.bench.daemon` watches: its ends simulated, its loop the real one.

Prints the monotonic second of the first whole picture on the glass, and at SIGUSR1 the bytes sent so far.
"""

import signal
import sys
from collections.abc import Callable
from pathlib import Path

from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from PIL import Image

from companion.assembly import assemble
from companion.clock import RealClock
from companion.daemon import Bell, Daemon, run
from companion.journal.journal import Journal
from companion.link.port import Port
from companion.panel.buttons import Buttons
from companion.screen.oled import Oled, darken, start_device
from companion.screen.painter import Painter
from companion.settings import Settings
from companion.simulate.glass import Glass, GlassBus


class Told(Oled):
    """A display that tells of each picture that is on the glass."""

    on_shown: Callable[[Image.Image, float], object] = staticmethod(lambda image, shown_s: None)

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show it, and tell the second."""
        is_shown = super().show(image, contrast)
        if is_shown:
            self.on_shown(image, self._clock.now_s())
        return is_shown


def serve(
    port: str,
    folder: str,
    on_shown: Callable[[Image.Image, float], object],
    prepare: Callable[[Daemon, Journal], Callable[[], float | None]],
) -> None:
    """Run until SIGTERM; `prepare` gives what is called after each turn of the loop."""
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
    oled = Told(
        lambda: start_device("ssd1306", lead, 0),
        clock,
        lambda: bus.read_byte(address),
        lambda: darken(bus, address),
    )
    oled.on_shown = on_shown
    daemon = assemble(
        settings,
        clock=clock,
        wire=Port(port),
        panel=Buttons(settings.panel.pins, MockFactory(), clock, bell.ring),
        glass=Painter(oled),
        journal=journal,
    )
    try:
        run(daemon, clock, bell, lambda: is_stopped, prepare(daemon, journal))
    finally:
        daemon.close()


def main(port: str, folder: str) -> None:
    """Run until SIGTERM; the second of the first picture is printed."""
    shown: list[float] = []

    def print_first(image: Image.Image, shown_s: float) -> None:
        if not shown:
            shown.append(shown_s)
            print(shown_s, flush=True)

    serve(port, folder, print_first, lambda daemon, journal: lambda: None)


if __name__ == "__main__":
    main(*sys.argv[1:])
