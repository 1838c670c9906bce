"""`tholos run`: the device from real parts, until somebody stops it or switches the machine off."""

import logging
import os
import signal
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from companion.assembly import assemble
from companion.clock import RealClock, wall_time
from companion.daemon import Bell, Daemon, run
from companion.faults import FaultLog, Faults, Losses
from companion.journal.journal import Journal
from companion.link.decoder import Decoder
from companion.link.port import Port
from companion.notify import Notifier
from companion.panel.buttons import open_buttons
from companion.panel.buzzer import Buzzer, open_buzzer
from companion.panel.late import LateButtons
from companion.power import power_off
from companion.rules.pieces import Location
from companion.screen.oled import Oled, open_device, read_status, switch_off
from companion.screen.painter import Painter
from companion.settings import DisplaySettings, Settings

_LOG = logging.getLogger("tholos")


def run_appliance(settings: Settings) -> None:
    """Run until SIGTERM or Ctrl-C, or until the machine is switched off by the panel.

    Sensors, display and buttons may come and go meanwhile, and need not be there at the start.
    Raises JournalError where games cannot be kept. Whatever was opened is closed again; from SIGTERM on that
    takes 2 s at most, for the glass.
    """
    if not _serve(settings, Notifier(os.environ, os.getpid())):
        return
    # The glass is dark by now, and that is the answer: a page that stays would burn in where nobody unplugs
    # the device, and nobody could take it off were the machine to stay on. When to unplug is told with the
    # question, before OK: the machine needs some seconds more, the games are on disk already.
    refusal = power_off()
    if refusal is not None:
        _LOG.warning("%s", refusal)


def _serve(settings: Settings, notifier: Notifier) -> bool:
    """Run with all parts open; whether the machine is to be switched off."""
    clock, bell = RealClock(), Bell()
    stop, log = _Stop(bell), FaultLog(clock.now_s())
    with ExitStack() as opened:
        # Closed in the reverse order: while the glass goes dark, games and pins are let go; then the glass is
        # waited for.
        opened.callback(bell.close)
        for number in (signal.SIGTERM, signal.SIGINT):
            opened.callback(signal.signal, number, signal.signal(number, stop.note))
        port = Port(settings.sensors.port)
        opened.callback(port.close)
        oled = _oled(settings.display, clock)
        glass = Painter(oled)
        opened.callback(glass.close)
        panel = LateButtons(lambda: open_buttons(settings.panel.pins, clock, bell.ring), clock)
        opened.callback(panel.close)
        journal = Journal(Path(settings.journal.folder), wall_time)
        opened.callback(journal.close)
        journal.open()
        buzzer = open_buzzer(settings.sound.pin) if settings.sound.is_on else None
        if buzzer is not None:
            opened.callback(buzzer.close)
        daemon = assemble(
            settings, clock=clock, wire=port, panel=panel, glass=glass, journal=journal, speaker=buzzer
        )
        log.start(f"sensors at {settings.sensors.port}, games in {settings.journal.folder}")
        opened.callback(log.stop)
        opened.callback(glass.stop)
        opened.callback(notifier.stop)

        def after_pump() -> float | None:
            now_s = clock.now_s()
            faults = _faults(daemon, port, oled, journal, buzzer, panel)
            log.note(faults, _losses(daemon.link.decoder), now_s)
            wanted = (notifier.turn(now_s), panel.deadline_s())
            return min((each for each in wanted if each is not None), default=None)

        run(daemon, clock, bell, stop.is_noted, after_pump)
    return daemon.is_switched_off


def _oled(display: DisplaySettings, clock: RealClock) -> Oled:
    """The display; nothing is sent yet."""
    port, address = display.i2c_port, display.address
    return Oled(
        lambda: open_device(display.driver, address, port, display.rotation // 90),
        clock,
        lambda: read_status(port, address),
        lambda: switch_off(port, address),
    )


class _Stop:
    """Somebody wants the daemon to end."""

    def __init__(self, bell: Bell) -> None:
        self._bell, self._is_noted = bell, False

    def note(self, number: int, frame: FrameType | None) -> None:
        self._is_noted = True
        self._bell.ring()

    def is_noted(self) -> bool:
        return self._is_noted


def _faults(
    daemon: Daemon, port: Port, oled: Oled, journal: Journal, buzzer: Buzzer | None, panel: LateButtons
) -> Faults:
    return Faults(
        link=daemon.link.state,
        port=None if port.is_open else port.fault,
        display=oled.fault,
        journal=journal.fault,
        buzzer=buzzer.fault if buzzer is not None else None,
        buttons=panel.fault,
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
