"""`tholos run`: the device from real parts, until somebody stops it or switches the machine off."""

import logging
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from companion.assembly import assemble
from companion.chosen import SettingsFile
from companion.clock import RealClock, wall_time
from companion.daemon import Bell, run
from companion.errors import CompanionError, JournalError
from companion.faults import FaultLog, Losses, faults_of
from companion.journal.journal import Journal
from companion.link.decoder import Decoder
from companion.link.port import Port
from companion.notify import Notifier
from companion.panel.late import LateButtons
from companion.panel.late import Panel as Buttons
from companion.panel.press import Button
from companion.power import power_off
from companion.screen.oled import Oled, open_device, read_status, switch_off
from companion.screen.painter import Painter
from companion.settings import DisplaySettings, Settings, SoundSettings, WebSettings
from companion.status import StatusDoor, socket_path

if TYPE_CHECKING:
    from companion.live import LivePage
    from companion.panel.buzzer import Buzzer

_LOG = logging.getLogger("tholos")


def run_appliance(file: SettingsFile) -> None:
    """Run until SIGTERM or Ctrl-C, or until the machine is switched off by the panel.

    Sensors, display and buttons may come and go meanwhile, and need not be there at the start. At SIGHUP the
    settings are read again: the device goes on with them, or as before where they cannot be used, also for
    their games' folder, which is a fault then. A service that has no other folder plays without one, and
    tries again.
    Raises SettingsError where there are none to start with, JournalError where games cannot be kept and it is
    no service. Whatever was opened is closed again; from SIGTERM on that takes 2 s at most, for the glass;
    the page's thread ends meanwhile, and would be left behind a second later.
    """
    settings = file.first()
    notifier = Notifier(os.environ, os.getpid())
    with ExitStack() as opened:
        # one for all settings: nobody who tells something while others are read is missed
        signals = _Signals(opened)
        while True:
            try:
                end = _serve(settings, file, notifier, signals)
            except _Stopped:
                return
            if end.settings is None or signals.is_stopped:
                break  # whoever changed them has then ended it
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
    """How the device ended."""

    is_switched_off: bool = False
    settings: Settings | None = None
    """To go on with."""


class _Stopped(BaseException):
    """Somebody stops the device while it starts."""


class _Signals:
    """What somebody tells the daemon by a signal; each rings the bell."""

    def __init__(self, opened: ExitStack) -> None:
        self.bell = Bell()
        self.is_stopped = False
        self._is_changed = self._breaks_off = False
        opened.callback(self.bell.close)
        for number, note in (
            (signal.SIGTERM, self._stop),
            (signal.SIGINT, self._stop),
            (signal.SIGHUP, self._change),
        ):
            opened.callback(signal.signal, number, signal.signal(number, note))

    def take_change(self) -> bool:
        """Whether the settings are said to be others since the last call."""
        was_changed, self._is_changed = self._is_changed, False
        return was_changed

    @contextmanager
    def breaking_off(self) -> Iterator[None]:
        """A stop raises _Stopped within it, at once: for what may take long, and can bear to be cut off."""
        if self.is_stopped:
            raise _Stopped
        self._breaks_off = True
        try:
            yield
        finally:
            self._breaks_off = False

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.is_stopped = True
        self.bell.ring()
        if self._breaks_off:
            self._breaks_off = False  # what is closed then is not cut off
            raise _Stopped

    def _change(self, number: int, frame: FrameType | None) -> None:
        self._is_changed = True
        self.bell.ring()


def _serve(settings: Settings, file: SettingsFile, notifier: Notifier, signals: _Signals) -> _End:
    """Run with all parts open, until something ends it."""
    clock, bell, end = RealClock(), signals.bell, _End()
    log = FaultLog(clock.now_s())
    with ExitStack() as opened:
        # Closed in the reverse order: while the glass goes dark and the page ends, games and pins are let go;
        # then the glass is waited for, and the page, which has long ended by then.
        last = opened.enter_context(ExitStack())
        port = Port(settings.sensors.port)
        opened.callback(port.close)
        oled = _oled(settings.display, clock)
        glass = Painter(oled)
        opened.callback(glass.close)
        panel = LateButtons(lambda: open_buttons(settings.panel.pins, clock, bell.ring), clock)
        opened.callback(panel.close)
        journal = Journal(Path(settings.journal.folder), wall_time)
        opened.callback(journal.close)
        end.settings = _open_journal(journal, settings, file, signals)
        if end.settings is not None:
            return end
        buzzer = _open_buzzer(settings.sound)
        if buzzer is not None:
            opened.callback(buzzer.close)
        daemon = assemble(
            settings, clock=clock, wire=port, panel=panel, glass=glass, journal=journal, speaker=buzzer
        )
        file.came_up(settings)
        log.start(f"sensors at {settings.sensors.port}, games in {settings.journal.folder}")
        opened.callback(log.stop)
        door = _open_door(log, clock, opened)
        page = _open_page(settings.web, journal, opened, last)
        opened.callback(glass.stop)
        opened.callback(lambda: notifier.stop() if end.settings is None or signals.is_stopped else None)

        def after_pump() -> float | None:
            now_s = clock.now_s()
            end.settings = file.look(settings, now_s, is_told=signals.take_change())
            daemon.is_set_right = file.fault is None
            look_at_s = page.tend(daemon.table, now_s) if page is not None else None
            faults = replace(
                faults_of(daemon, None if port.is_open else port.fault, oled.fault, journal),
                buzzer=buzzer.fault if buzzer is not None else None,
                buttons=panel.fault,
                settings=file.fault,
                page=page.fault if page is not None else None,
            )
            log.note(faults, _losses(daemon.link.decoder), now_s)
            wanted = (notifier.turn(now_s), panel.deadline_s(), look_at_s, file.look_again_s)
            return min((each for each in wanted if each is not None), default=None)

        daemon.is_set_right = file.fault is None
        run(daemon, clock, bell, lambda: signals.is_stopped or end.settings is not None, after_pump, door)
        end.is_switched_off = daemon.is_switched_off
        if end.is_switched_off:
            end.settings = None
    return end


def _open_journal(
    journal: Journal, settings: Settings, file: SettingsFile, signals: _Signals
) -> Settings | None:
    """Open it; where its folder cannot be used the settings to go on with instead, if there are any.

    A stop breaks it off, as a power cut may: the next start begins again with what it has to mend.
    Raises JournalError where there are none, and somebody reads it: nobody asked a service to play.
    """
    with signals.breaking_off():
        try:
            journal.open()
        except JournalError as error:
            other = file.instead(settings, error)
            if other is None and not file.is_service:
                raise
            if other is None:
                journal.open_without(error)
            return other
    return None


def open_buttons(pins: Mapping[Button, int], clock: RealClock, wake: Callable[[], None]) -> Buttons:
    """The real buttons. Their libraries are loaded only now: a sixth of the time to the first picture."""
    from companion.panel.buttons import open_buttons as opened

    return opened(pins, clock, wake)


def _open_buzzer(sound: SoundSettings) -> "Buzzer | None":
    if not sound.is_on:
        return None
    from companion.panel.buzzer import open_buzzer  # as above

    return open_buzzer(sound.pin)


def _oled(display: DisplaySettings, clock: RealClock) -> Oled:
    """The display; nothing is sent yet."""
    port, address = display.i2c_port, display.address
    return Oled(
        lambda: open_device(display.driver, address, port, display.rotation // 90),
        clock,
        lambda: read_status(port, address),
        lambda: switch_off(port, address),
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


def _open_page(web: WebSettings, journal: Journal, opened: ExitStack, last: ExitStack) -> "LivePage | None":
    """The page for onlookers, where one is wanted; its libraries are read only then."""
    if not web.is_on:
        return None
    from companion.live import LivePage

    page = LivePage(web, lambda: journal.heading)
    last.callback(page.close)
    opened.callback(page.stop)
    return page


def _losses(decoder: Decoder) -> Losses:
    return Losses(decoder.dropped, decoder.lost, decoder.out_of_order)
