"""`tholos run`: the device from real parts, until somebody stops it or switches the machine off."""

import logging
import signal
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from companion.assembly import assemble
from companion.clock import RealClock, wall_time
from companion.daemon import Bell, Daemon, run
from companion.errors import CompanionError, HardwareMissing, SettingsError
from companion.faults import FaultLog, Faults, Losses
from companion.journal.journal import Journal
from companion.link.decoder import Decoder
from companion.link.port import Port
from companion.panel.buttons import Buttons, open_buttons
from companion.panel.buzzer import Buzzer, open_buzzer
from companion.power import power_off
from companion.screen.oled import Oled, find_bus, open_device, read_status
from companion.screen.painter import Painter
from companion.settings import Settings, load
from companion.status import StatusDoor, socket_path

_LOG = logging.getLogger("tholos")


def run_appliance(settings: Settings, source: Path | None = None) -> None:
    """Run until SIGTERM or Ctrl-C, or until the machine is switched off by the panel.

    The sensors and the display may come and go meanwhile. At SIGHUP the settings are read again from
    `source`: the device goes on with them, or as before where they cannot be used, which is a fault then.
    Raises HardwareMissing where there is no GPIO or no I2C bus at all, JournalError where games cannot be
    kept; where several are missing, the one error names all of them. Whatever was opened is closed again.
    """
    while True:
        end = _serve(settings, source)
        if end.settings is None:
            break
        settings = end.settings
    if not end.is_switched_off:
        return
    # The glass is dark by now, and that is the answer: a page that stays would burn in where nobody unplugs
    # the device, and nobody could take it off were the machine to stay on. When to unplug is told with the
    # question, before OK: the machine needs some seconds more, the games are on disk already.
    refusal = power_off()
    if refusal is not None:
        _LOG.warning("%s", refusal)


@dataclass(slots=True)
class _End:
    """How the device ended, and what it was told meanwhile."""

    is_switched_off: bool = False
    settings: Settings | None = None
    """To go on with."""
    fault: str | None = None
    """Why the settings as they are in the file now cannot be used."""

    def reread(self, current: Settings, source: Path | None) -> None:
        """The file was changed, somebody says."""
        try:
            found = load(source) if source is not None else current
        except SettingsError as error:
            self.fault = f"{error}; until then the device goes on as before"
            return
        self.fault, self.settings = None, found if found != current else None


def _serve(settings: Settings, source: Path | None) -> _End:
    """Run with all parts open, until something ends it."""
    clock, bell, end = RealClock(), Bell(), _End()
    stop, again, log = _Told(bell), _Told(bell), FaultLog(clock.now_s())
    with ExitStack() as opened:
        opened.callback(bell.close)
        for number, told in ((signal.SIGTERM, stop), (signal.SIGINT, stop), (signal.SIGHUP, again)):
            opened.callback(signal.signal, number, signal.signal(number, told.note))
        journal, panel = _open_all(settings, clock, bell, opened)
        port = Port(settings.sensors.port)
        opened.callback(port.close)
        oled = _display(settings, clock)
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

        def note() -> None:
            if again.is_noted():
                again.forget()
                end.reread(settings, source)
                daemon.is_set_right = end.fault is None
            faults = replace(_faults(daemon, port, oled, journal, buzzer), settings=end.fault)
            log.note(faults, _losses(daemon.link.decoder), clock.now_s())

        door = _open_door(log, clock, opened)
        run(daemon, clock, bell, lambda: stop.is_noted() or end.settings is not None, note, door)
    end.is_switched_off = daemon.is_switched_off
    if stop.is_noted() or end.is_switched_off:
        end.settings = None  # whoever changed them has then ended it
    return end


def _display(settings: Settings, clock: RealClock) -> Oled:
    display = settings.display
    return Oled(
        lambda: open_device(display.driver, display.address, display.i2c_port, display.rotation // 90),
        clock,
        lambda: read_status(display.i2c_port, display.address),
    )


def _open_door(log: FaultLog, clock: RealClock, opened: ExitStack) -> StatusDoor | None:
    """Where `tholos status` asks; without one the device works as well."""
    try:
        door = StatusDoor(socket_path(), lambda: log.status(clock.now_s()))
    except CompanionError as error:
        _LOG.info("%s", error)
        return None
    opened.callback(door.close)
    return door


class _Told:
    """Somebody has told the daemon something, by a signal."""

    def __init__(self, bell: Bell) -> None:
        self._bell, self._is_noted = bell, False

    def note(self, number: int, frame: FrameType | None) -> None:
        self._is_noted = True
        self._bell.ring()

    def is_noted(self) -> bool:
        return self._is_noted

    def forget(self) -> None:
        self._is_noted = False


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
        port="" if port.is_open else port.fault,
        display=oled.fault,
        journal=journal.fault,
        buzzer=buzzer.fault if buzzer is not None else None,
        stuck=tuple(button.name for button in daemon.stuck_buttons),
        silent=tuple(location.name for location in daemon.table.state.silent_pads),
        remarks=tuple(journal.remarks),
    )


def _losses(decoder: Decoder) -> Losses:
    return Losses(decoder.dropped, decoder.lost, decoder.out_of_order)
