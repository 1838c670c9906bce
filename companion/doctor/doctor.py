"""All parts in order: what is asked for is looked at, what the running companion holds is not."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path

from companion.arguments import PARTS
from companion.clock import Clock, RealClock
from companion.doctor.access import access
from companion.doctor.buttons import buttons
from companion.doctor.cell import cells, kept_in
from companion.doctor.clock import clock as time_of_day
from companion.doctor.display import display
from companion.doctor.finding import Finding, Verdict
from companion.doctor.i2c import Probe, i2c
from companion.doctor.journal import journal
from companion.doctor.machine import Machine, this_machine
from companion.doctor.pads import HEAR_S, pads
from companion.doctor.power import power
from companion.doctor.pressing import press_pads
from companion.doctor.sensors import sensors
from companion.doctor.service import service
from companion.doctor.settings import read_settings
from companion.errors import HardwareMissing
from companion.journal.checkup import is_kept_by_another
from companion.listening import STOP_IT, Heard, Listener, listen_to, rest
from companion.panel.buttons import Buttons, open_buttons
from companion.person import Person
from companion.screen.oled import Oled, open_device, read_status, switch_off
from companion.settings import Settings

EXCLUSIVE = ("sensors", "pads", "buttons", "display")
"""What the companion holds for itself while it runs."""
_LINE_S = 2.0
"""The line alone is judged after so long; the pads want `HEAR_S`."""


@dataclass(frozen=True, slots=True)
class Tools:
    """What the doctor looks with; a test has simulated ones."""

    machine: Machine
    settings: Settings
    read: Finding
    """What was found in reading the settings."""
    listener: Listener
    open_buttons: Callable[[], Buttons]
    """Raises HardwareMissing."""
    open_oled: Callable[[], Oled]
    probe: Probe
    clock: Clock
    rest: Callable[[float], None]
    person: Person
    is_attended: bool
    """Whether somebody is known to be there; else only the parts that are named ask for hands and eyes."""
    heard: list[Heard] = field(default_factory=list)
    """At most one: sensors and pads are told from the same frames."""


def real_tools(named: Path | None, person: Person, *, is_attended: bool) -> Tools:
    """Those of this machine; `named` is the settings file of the command line."""
    settings, read = read_settings(named)
    clock, shown = RealClock(), settings.display
    return Tools(
        machine=this_machine(),
        settings=settings,
        read=read,
        listener=listen_to(settings.sensors),
        open_buttons=lambda: open_buttons(settings.panel.pins, clock, lambda: None),
        open_oled=lambda: Oled(
            lambda: open_device(shown.driver, shown.address, shown.i2c_port, shown.rotation // 90),
            clock,
            lambda: read_status(shown.i2c_port, shown.address),
            lambda: switch_off(shown.i2c_port, shown.address),
        ),
        probe=read_status,
        clock=clock,
        rest=lambda seconds: rest(None, seconds),
        person=person,
        is_attended=is_attended,
    )


def examine(parts: Sequence[str], tools: Tools) -> Iterator[Finding]:
    """Look at these parts, of `PARTS`; none named: at all. Each finding comes as it is made."""
    wanted = [part for part in PARTS if not parts or part in parts]
    held = [part for part in wanted if part in EXCLUSIVE]
    if held and is_kept_by_another(tools.machine.path(tools.settings.journal.folder)):
        says = f"not looked at while the companion runs: {', '.join(held)}"
        yield Finding("running", Verdict.SUSPICIOUS, says, STOP_IT)
        wanted = [part for part in wanted if part not in held]
    with closing(tools.listener):
        for part in wanted:
            is_guided = tools.is_attended or part in parts
            try:
                yield from _LOOKS[part](tools, wanted, tools.person if is_guided else None)
            except OSError as error:  # a card that dies under it, a file that has just gone: on to the others
                yield _unseen(part, error)


def _unseen(part: str, error: OSError) -> Finding:
    says = f"it cannot be looked at ({error})"
    if isinstance(error, PermissionError):
        return Finding(part, Verdict.SUSPICIOUS, says, f"ask again as root: sudo tholos doctor {part}")
    return Finding(part, Verdict.BAD, says, "ask again; if it stays, the card is worn")


def _heard(tools: Tools, wanted: Sequence[str]) -> Heard:
    if not tools.heard:
        heard = tools.listener.hear(0.0)
        if heard.fault is None:
            if "pads" in wanted:
                tools.person.tell(f"Listening to the pads for {HEAR_S:.0f} s: hands off, all stones off.")
            heard = tools.listener.hear(HEAR_S if "pads" in wanted else _LINE_S)
        tools.heard.append(heard)
    return tools.heard[0]


def _sensors(tools: Tools, wanted: Sequence[str], person: Person | None) -> list[Finding]:
    return sensors(_heard(tools, wanted), tools.machine, tools.settings.sensors.port)


def _pads(tools: Tools, wanted: Sequence[str], person: Person | None) -> list[Finding]:
    heard, kept = _heard(tools, wanted), kept_in(tools.machine.path(tools.settings.journal.folder))
    known = cells(tools.settings.sensors, kept.current)
    found = pads(heard, known)
    if heard.fault is None and person is not None:
        found += press_pads(tools.listener, known, person)
    return found


def _buttons(tools: Tools, wanted: Sequence[str], person: Person | None) -> list[Finding]:
    try:
        panel = tools.open_buttons()
    except HardwareMissing as error:
        return [Finding("buttons", Verdict.BAD, error.what, error.cure)]
    with closing(panel):
        return buttons(panel, tools.settings.panel.pins, tools.clock, tools.rest, person)


def _display(tools: Tools, wanted: Sequence[str], person: Person | None) -> list[Finding]:
    with closing(tools.open_oled()) as oled:
        return display(oled, tools.settings.display, person, tools.rest)


_Look = Callable[[Tools, Sequence[str], Person | None], list[Finding]]

_LOOKS: dict[str, _Look] = {
    "settings": lambda tools, *_: [tools.read],
    "service": lambda tools, *_: service(tools.machine),
    "access": lambda tools, *_: access(tools.machine, tools.settings),
    "power": lambda tools, *_: power(tools.machine),
    "clock": lambda tools, *_: time_of_day(tools.machine),
    "journal": lambda tools, *_: journal(tools.machine, tools.settings.journal.folder),
    "i2c": lambda tools, *_: i2c(tools.machine, tools.settings.display, tools.probe),
    "sensors": _sensors,
    "pads": _pads,
    "buttons": _buttons,
    "display": _display,
}
