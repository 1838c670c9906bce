"""`tholos run`: the device from real parts, until somebody stops it or switches the machine off."""

import logging
import signal
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from companion.assembly import assemble
from companion.clock import RealClock, wall_time
from companion.daemon import Bell, Daemon, run
from companion.errors import CompanionError, HardwareMissing
from companion.faults import FaultLog, Faults, Losses
from companion.journal.journal import Journal
from companion.link.decoder import Decoder
from companion.link.port import Port
from companion.panel.buttons import Buttons, open_buttons
from companion.panel.buzzer import Buzzer, open_buzzer
from companion.power import power_off
from companion.rules.pieces import Location
from companion.screen.oled import Oled, find_bus, open_device, read_status
from companion.screen.painter import Painter
from companion.settings import Settings

_LOG = logging.getLogger("tholos")


def run_appliance(settings: Settings) -> None:
    """Run until SIGTERM or Ctrl-C, or until the machine is switched off by the panel.

    The sensors and the display may come and go meanwhile.
    Raises HardwareMissing where there is no GPIO or no I2C bus at all, JournalError where games cannot be
    kept; where several are missing, the one error names all of them. Whatever was opened is closed again.
    """
    if not _serve(settings):
        return
    # The glass is dark by now, and that is the answer: a page that stays would burn in where nobody unplugs
    # the device, and nobody could take it off were the machine to stay on. When to unplug is told with the
    # question, before OK: the machine needs some seconds more, the games are on disk already.
    refusal = power_off()
    if refusal is not None:
        _LOG.warning("%s", refusal)


def _serve(settings: Settings) -> bool:
    """Run with all parts open; whether the machine is to be switched off."""
    clock, bell = RealClock(), Bell()
    stop, log = _Stop(bell), FaultLog(clock.now_s())
    with ExitStack() as opened:
        opened.callback(bell.close)
        for number in (signal.SIGTERM, signal.SIGINT):
            opened.callback(signal.signal, number, signal.signal(number, stop.note))
        journal, panel = _open_all(settings, clock, bell, opened)
        port = Port(settings.sensors.port)
        opened.callback(port.close)
        display = settings.display
        oled = Oled(
            lambda: open_device(display.driver, display.address, display.i2c_port, display.rotation // 90),
            clock,
            lambda: read_status(display.i2c_port, display.address),
        )
        glass = Painter(oled)
        opened.callback(glass.close)
        buzzer = open_buzzer(settings.sound.pin) if settings.sound.is_on else None
        if buzzer is not None:
            opened.callback(buzzer.close)
        daemon = assemble(
            settings, clock=clock, wire=port, panel=panel, glass=glass, journal=journal, speaker=buzzer
        )
        log.start(f"sensors at {settings.sensors.port}, games in {settings.journal.folder}")
        opened.callback(log.stop)
        run(
            daemon,
            clock,
            bell,
            stop.is_noted,
            lambda: log.note(
                _faults(daemon, port, oled, journal, buzzer), _losses(daemon.link.decoder), clock.now_s()
            ),
        )
    return daemon.is_switched_off


class _Stop:
    """Somebody wants the daemon to end."""

    def __init__(self, bell: Bell) -> None:
        self._bell, self._is_noted = bell, False

    def note(self, number: int, frame: FrameType | None) -> None:
        self._is_noted = True
        self._bell.ring()

    def is_noted(self) -> bool:
        return self._is_noted


def _open_all(settings: Settings, clock: RealClock, bell: Bell, opened: ExitStack) -> tuple[Journal, Buttons]:
    """Open what must be there, and say all at once what is not."""
    faults: list[CompanionError] = []
    journal, panel = Journal(Path(settings.journal.folder), wall_time), None
    try:
        journal.open()
        opened.callback(journal.close)
    except CompanionError as fault:
        faults.append(fault)
    try:
        find_bus(settings.display.i2c_port)
    except HardwareMissing as fault:
        faults.append(fault)
    try:
        panel = open_buttons(settings.panel.pins, clock, bell.ring)
        opened.callback(panel.close)
    except HardwareMissing as fault:
        faults.append(fault)
    if panel is not None and not faults:
        return journal, panel
    if len(faults) == 1:
        raise faults[0]
    raise CompanionError("; ".join(str(fault) for fault in faults))


def _faults(daemon: Daemon, port: Port, oled: Oled, journal: Journal, buzzer: Buzzer | None) -> Faults:
    return Faults(
        link=daemon.link.state,
        port=None if port.is_open else port.fault,
        display=oled.fault,
        journal=journal.fault,
        buzzer=buzzer.fault if buzzer is not None else None,
        calibration=daemon.calibrations.fault,
        stuck=tuple(button.name for button in daemon.stuck_buttons),
        silent=tuple(location.name for location in daemon.table.state.silent_pads),
        lacks={
            pad.name: lack for pad, lack in zip(Location, daemon.link.lacks, strict=True) if lack is not None
        },
        remarks=tuple(journal.remarks),
    )


def _losses(decoder: Decoder) -> Losses:
    return Losses(decoder.dropped, decoder.lost, decoder.out_of_order)
