"""`tholos run`: the device from real parts, until somebody stops it."""

import signal
from pathlib import Path
from types import FrameType

from companion.assembly import assemble
from companion.clock import RealClock, wall_time
from companion.daemon import Bell, run
from companion.errors import CompanionError, HardwareMissing
from companion.journal.journal import Journal
from companion.link.port import Port
from companion.panel.buttons import Buttons, open_buttons
from companion.screen.oled import Oled, find_bus, open_device, read_status
from companion.screen.painter import Painter
from companion.settings import Settings


def run_appliance(settings: Settings) -> None:
    """Run until SIGTERM or Ctrl-C; the sensors and the display may come and go meanwhile.

    Raises HardwareMissing where there is no GPIO or no I2C bus at all, JournalError where games cannot be
    kept; where several are missing, the one error names all of them.
    """
    clock, bell = RealClock(), Bell()
    journal = Journal(Path(settings.journal.folder), wall_time)
    panel = _open_all(settings, clock, bell, journal)
    display = settings.display
    oled = Oled(
        lambda: open_device(display.driver, display.address, display.i2c_port, display.rotation // 90),
        clock,
        lambda: read_status(display.i2c_port, display.address),
    )
    daemon = assemble(
        settings,
        clock=clock,
        wire=Port(settings.sensors.port),
        panel=panel,
        glass=Painter(oled),
        journal=journal,
    )
    stop = _Stop(bell)
    signal.signal(signal.SIGTERM, stop.note)
    signal.signal(signal.SIGINT, stop.note)
    try:
        run(daemon, clock, bell, stop.is_noted, lambda: None)
    finally:
        daemon.close()


class _Stop:
    """Somebody wants the daemon to end."""

    def __init__(self, bell: Bell) -> None:
        self._bell, self._is_noted = bell, False

    def note(self, number: int, frame: FrameType | None) -> None:
        self._is_noted = True
        self._bell.ring()

    def is_noted(self) -> bool:
        return self._is_noted


def _open_all(settings: Settings, clock: RealClock, bell: Bell, journal: Journal) -> Buttons:
    """Open what must be there, and say all at once what is not."""
    faults: list[CompanionError] = []
    panel: Buttons | None = None
    try:
        journal.open()
    except CompanionError as fault:
        faults.append(fault)
    try:
        find_bus(settings.display.i2c_port)
    except HardwareMissing as fault:
        faults.append(fault)
    try:
        panel = open_buttons(settings.panel.pins, clock, bell.ring)
    except HardwareMissing as fault:
        faults.append(fault)
    if panel is not None and not faults:
        return panel
    if panel is not None:
        panel.close()
    journal.close()
    if len(faults) == 1:
        raise faults[0]
    raise CompanionError("; ".join(str(fault) for fault in faults))
