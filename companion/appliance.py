"""`tholos run`: the device from real parts, until somebody stops it or switches the machine off."""

import logging
import os
import signal
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING

from companion.assembly import assemble
from companion.chosen import SettingsFile
from companion.clock import RealClock, Since, wall_time
from companion.daemon import Bell, Daemon, run
from companion.ends import end
from companion.errors import CompanionError, JournalError
from companion.faults import FaultLog, Faults, Losses, faults_of
from companion.journal.journal import Journal
from companion.link.decoder import Decoder
from companion.link.port import Port
from companion.notify import Notifier
from companion.panel.late import Contacts, LateButtons
from companion.panel.press import Button
from companion.power import power_off
from companion.screen.oled import Oled, open_device, read_status, switch_off
from companion.screen.painter import Painter
from companion.settings import DisplaySettings, Settings, SoundSettings, WebSettings
from companion.status import StatusDoor, socket_path
from companion.table.condition import Condition

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
    with ExitStack() as opened:
        # one for all settings: nobody who tells something while others are read is missed
        lasting = _Lasting(file, Notifier(os.environ, os.getpid()), _Signals(opened))
        while True:
            ended = _serve(settings, lasting)
            if ended.settings is None or lasting.signals.is_stopped:
                break  # whoever changed them has then ended it
            settings = ended.settings
    if not ended.is_switched_off:
        return
    # The glass is dark by now, and that is the answer: a page that stays would burn in where nobody unplugs
    # the device, and nobody could take it off were the machine to stay on. When to unplug is told with the
    # question, before OK: the machine needs some seconds more, the games are on disk already.
    refusal = power_off()
    if refusal is not None:
        _LOG.warning("%s", refusal)


@dataclass(frozen=True, slots=True)
class _End:
    """How the device ended."""

    is_switched_off: bool
    settings: Settings | None
    """To go on with."""


class _Signals:
    """What somebody tells the daemon by a signal; each rings the bell."""

    def __init__(self, opened: ExitStack) -> None:
        self.bell = Bell()
        self.is_stopped = False
        self._is_changed = False
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

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self.is_stopped = True
        self.bell.ring()

    def _change(self, number: int, frame: FrameType | None) -> None:
        self._is_changed = True
        self.bell.ring()


class _Lasting:
    """What outlives a change of settings: who tells, who is told, and what is known of the device by then."""

    def __init__(self, file: SettingsFile, notifier: Notifier, signals: _Signals) -> None:
        self.file, self.notifier, self.signals = file, notifier, signals
        self.clock = RealClock()
        self.log = FaultLog(self.clock.now_s())
        self.since = Since()
        self.mended: set[Path] = set()
        """Folders whose games were damaged."""


def _serve(settings: Settings, lasting: _Lasting) -> _End:
    """Run with all parts open, until something ends it."""
    clock, signals, log = lasting.clock, lasting.signals, lasting.log
    with ExitStack() as opened:
        # Closed in the reverse order; the page last, which has long ended by then.
        last = opened.enter_context(ExitStack())
        port = Port(settings.sensors.port)
        glass = Painter(_oled(settings.display, clock))
        panel = LateButtons(lambda: open_buttons(settings.panel.pins, clock, signals.bell.ring), clock)
        journal = Journal(Path(settings.journal.folder), wall_time)
        buzzer = _open_buzzer(settings.sound)
        opened.callback(end, glass, buzzer, journal, panel, port)
        other = _open_journal(journal, settings, lasting.file)
        if other is not None:
            return _End(False, other)
        daemon = assemble(
            settings,
            clock=clock,
            wire=port,
            panel=panel,
            glass=glass,
            journal=journal,
            speaker=buzzer,
            since=lasting.since,
        )
        lasting.file.came_up(settings)
        log.start(f"sensors at {settings.sensors.port}, games in {settings.journal.folder}")
        opened.callback(log.stop)
        log.begin_anew(clock.now_s())
        door = _open_door(log, clock, opened)
        page = _open_page(settings.web, journal, opened, last)
        rounds = _Rounds(settings, lasting, _Parts(daemon, port, glass, panel, journal, buzzer, page))
        opened.callback(rounds.say_that_it_stops)
        run(daemon, clock, signals.bell, rounds.is_over, rounds.after_pump, door)
        return _End(daemon.is_switched_off, None if daemon.is_switched_off else rounds.other)


@dataclass(frozen=True, slots=True)
class _Parts:
    """All that is open."""

    daemon: Daemon
    port: Port
    glass: Painter
    panel: LateButtons
    journal: Journal
    buzzer: "Buzzer | None"
    page: "LivePage | None"

    def faults(self, settings: str | None) -> Faults:
        """What is wrong with the device now, its settings among that."""
        port, buzzer, page = self.port, self.buzzer, self.page
        return replace(
            faults_of(self.daemon, None if port.is_open else port.fault, self.glass.fault, self.journal),
            buzzer=buzzer.fault if buzzer is not None else None,
            buttons=self.panel.fault,
            settings=settings,
            page=page.fault if page is not None else None,
        )


class _Rounds:
    """What is looked after between two turns of the loop: the settings, the page, the log, systemd."""

    def __init__(self, settings: Settings, lasting: _Lasting, parts: _Parts) -> None:
        self.other: Settings | None = None
        """Settings to go on with; None: those of now."""
        self._settings, self._lasting, self._parts = settings, lasting, parts
        self._say_what_is_known()

    def is_over(self) -> bool:
        """Whether somebody has stopped the device, or there are other settings."""
        return self._lasting.signals.is_stopped or self.other is not None

    def after_pump(self) -> float | None:
        """Look after all of it; when that has to be done again at the latest, None: no need."""
        lasting, parts = self._lasting, self._parts
        now_s = lasting.clock.now_s()
        self.other = lasting.file.look(self._settings, now_s, is_told=lasting.signals.take_change())
        look_at_s = parts.page.tend(parts.daemon.table, now_s) if parts.page is not None else None
        self._say_what_is_known()
        lasting.log.note(parts.faults(lasting.file.fault), _losses(parts.daemon.link.decoder), now_s)
        wanted = (
            lasting.notifier.turn(now_s),
            parts.panel.deadline_s(),
            look_at_s,
            lasting.file.look_again_s,
        )
        return min((each for each in wanted if each is not None), default=None)

    def _say_what_is_known(self) -> None:
        lasting, parts = self._lasting, self._parts
        if parts.journal.is_mended:
            lasting.mended.add(parts.journal.folder)
        parts.daemon.known = Condition(
            is_mended=parts.journal.folder in lasting.mended,
            is_set_right=lasting.file.fault is None,
            is_page_up=parts.page is None or parts.page.fault is None,
        )

    def say_that_it_stops(self) -> None:
        """Tell systemd, unless it goes on with other settings."""
        if self.other is None or self._lasting.signals.is_stopped:
            self._lasting.notifier.stop()


def _open_journal(journal: Journal, settings: Settings, file: SettingsFile) -> Settings | None:
    """Open it; where its folder cannot be used the settings to go on with instead, if there are any.

    Raises JournalError where there are none, and somebody reads it: nobody asked a service to play.
    """
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


def open_buttons(pins: Mapping[Button, int], clock: RealClock, wake: Callable[[], None]) -> Contacts:
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
