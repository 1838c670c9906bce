"""What is wrong with the device, as one value; the log tells each fault once, and once that it has healed.

A fault that says something else is told anew; what comes and goes all the time is told once a minute.

Each part of the device is well or faulty since some moment, for whoever asks: `FaultLog.status`.
"""

import logging
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING, Any

from companion import __version__
from companion.clock import Since
from companion.link.decoder import Lack
from companion.link.fault import PortFault, PortTrouble
from companion.link.hello import LinkState
from companion.rules.pieces import Location
from companion.seldom import Line, Seldom

if TYPE_CHECKING:
    from companion.daemon import Daemon
    from companion.journal.journal import Journal

COUNT_EVERY_S = 60.0
"""Damaged and lost lines are told so often, if there were any."""
PADS_AFTER_S = 2.0
"""Sensors that have just been plugged in may say nothing of their pads for so long."""
SETTLE_S = 3.0
"""Parts that are opened anew have been tried by then: the display within 2 s, the sensors within 2."""

_MOST_REMARKS = 20
_STUCK = "is stuck; it is ignored until it is released"
_LOG = logging.getLogger("tholos")
_LINK = {
    LinkState.SILENT: "the sensors say nothing; if it stays so, unplug them and plug them in again",
    LinkState.STRANGER: "what speaks on the port is not the sensors' firmware; put ours on it: make flash",
    LinkState.WRONG_VERSION: "the sensors' firmware is of another version; renew it: make flash",
}
_PADS: dict[Lack | None, str] = {
    Lack.MISSING: "has no converter that answers; check its supply, and the wires SCK and DOUT",
    Lack.SATURATED: "is at the end of its range; free it, and check the four wires of its cell",
    Lack.SLIPPED: "loses bits; shorten the wires SCK and DOUT, and keep them from others",
    Lack.DEAD: "says the same whatever lies on it; is DOUT shorted, SCK off, the module broken?",
    Lack.TOO_FAST: "converts faster than any converter can; SCK or DOUT is on the wrong pin, or loose",
    None: "says nothing that can be used; check its wires",
}
"""By why a pad gives no count, firmware/PROTOCOL.md; None: that is not known."""
_HEALED = {
    "display": "the display works again",
    "journal": "the journal works again",
    "buzzer": "the buzzer works again",
    "buttons": "the buttons work again",
    "calibration": "the calibration works again",
    "settings": "the settings are right again",
    "page": "the page can be looked at again",
}
_TRIED = ("display", "buttons", "page")
"""What is not known to fail before it was tried."""


@dataclass(frozen=True, slots=True)
class Faults:
    """What is wrong at one moment; as it is made without arguments, nothing is known yet."""

    link: LinkState | None = None
    port: PortFault | None = None
    """Why the sensors' port is not open; None while it is."""
    display: str | None = None
    journal: str | None = None
    buzzer: str | None = None
    buttons: str | None = None
    """Why there are none."""
    calibration: str | None = None
    """Why the one that is kept cannot be used."""
    settings: str | None = None
    """Why the file as it is now is not what the device goes by."""
    page: str | None = None
    """Why nobody can look at it, though it is switched on."""
    stuck: tuple[str, ...] = ()
    """The names of buttons."""
    silent: tuple[str, ...] = ()
    """The letters of pads."""
    lacks: Mapping[str, Lack] = field(default_factory=dict)
    """Why a pad gives no count, by its letter, where that is known."""
    remarks: tuple[str, ...] = ()
    """What was found in the journal; only ever more."""


def faults_of(daemon: "Daemon", port: PortFault | None, display: str | None, journal: "Journal") -> Faults:
    """What is wrong with a device at this moment; what else is at its ends is to be added."""
    return Faults(
        link=daemon.link.state,
        port=port,
        display=display,
        journal=journal.fault,
        calibration=daemon.calibrations.fault,
        stuck=tuple(button.name for button in daemon.stuck_buttons),
        silent=tuple(location.name for location in daemon.table.state.silent_pads),
        lacks={
            pad.name: lack for pad, lack in zip(Location, daemon.link.lacks, strict=True) if lack is not None
        },
        remarks=tuple(journal.remarks),
    )


@dataclass(frozen=True, slots=True)
class Losses:
    """Lines from the sensors that told nothing, since the start."""

    damaged: int = 0
    lost: int = 0
    out_of_order: int = 0

    def __add__(self, other: "Losses") -> "Losses":
        return Losses(
            self.damaged + other.damaged, self.lost + other.lost, self.out_of_order + other.out_of_order
        )


def changes(old: Faults, new: Faults) -> list[Line]:
    """What is to be told: what has come up, what is another fault now, and what has healed."""
    told = [Line("", logging.WARNING, remark) for remark in new.remarks[len(old.remarks) :]]
    told += _link_changes(old, new)
    for name, healed in _HEALED.items():
        before, now = getattr(old, name), getattr(new, name)
        if now is not None and now != before:
            told.append(Line(name, logging.WARNING, f"the {name}: {now}"))
        elif now is None and before is not None:
            told.append(Line(name, logging.INFO, healed))
    told += _each("button", _stuck(new), _stuck(old))
    told += _each("pad", _wrong_pads(new), _wrong_pads(old))
    return told


def parts(faults: Faults) -> dict[str, tuple[str, ...]]:
    """Every part of the device, with each thing that is wrong with it and the cure; nothing: it is well."""
    link = _LINK.get(faults.link) if faults.link is not None else None
    if faults.link is LinkState.UNPLUGGED:
        link = f"the sensors are not there: {faults.port}"
    # without the line all of them are silent, which is the line's fault
    pads = _wrong_pads(faults) if faults.link is LinkState.UP else {}
    stuck = tuple(f"button {name} {what}" for name, what in _stuck(faults).items())
    return {
        "link": _some(link),
        "pads": tuple(f"pad {name} {what}" for name, what in pads.items()),
        "calibration": _some(faults.calibration),
        "display": _some(faults.display),
        "buttons": (*_some(faults.buttons), *stuck),
        "buzzer": _some(faults.buzzer),
        "journal": _some(faults.journal),
        "settings": _some(faults.settings),
        "page": _some(faults.page),
    }


def _some(text: str | None) -> tuple[str, ...]:
    return () if text is None else (text,)


def _stuck(faults: Faults) -> dict[str, str]:
    return dict.fromkeys(faults.stuck, _STUCK)


def _wrong_pads(faults: Faults) -> dict[str, str]:
    """What is wrong with each pad that says nothing."""
    return {pad: _PADS[faults.lacks.get(pad)] for pad in faults.silent}


def _each(kind: str, wrong: Mapping[str, str], old: Mapping[str, str]) -> list[Line]:
    told = [
        Line(f"{kind} {name}", logging.WARNING, f"{kind} {name} {what}")
        for name, what in wrong.items()
        # that it is not known any more why is no news
        if name not in old or what not in (old[name], _PADS[None])
    ]
    healed = [Line(f"{kind} {name}", logging.INFO, f"{kind} {name} works again") for name in old]
    return told + [line for line, name in zip(healed, old, strict=True) if name not in wrong]


def _link_changes(old: Faults, new: Faults) -> list[Line]:
    if new.link is LinkState.UNPLUGGED:
        # that a pulled lead's port is gone needs no second line; that it may not be opened does
        if new.port is None:
            return []
        is_same = new.port == old.port or new.port.kind is PortTrouble.MISSING
        is_known = old.link is new.link and old.port is not None and is_same
        return [] if is_known else [Line("link", logging.WARNING, f"the sensors are not there: {new.port}")]
    if new.link is None or new.link is old.link:
        return []
    if new.link is LinkState.UP:
        return [Line("link", logging.INFO, "the sensors answer")]
    return [Line("link", logging.WARNING, _LINK[new.link])]


def losses_told(old: Losses, new: Losses) -> list[Line]:
    """One line if more lines were lost since; none if not."""
    if old == new:
        return []
    return [
        Line(
            "",
            logging.WARNING,
            f"lines from the sensors in the last minute: {new.damaged - old.damaged} damaged, "
            f"{new.lost - old.lost} lost, {new.out_of_order - old.out_of_order} out of order; "
            "a busy machine may lose some; if it goes on, try another, shorter USB lead",
        )
    ]


class FaultLog:
    """Tells the log on stderr what has changed; systemd's journal adds the time."""

    def __init__(self, now_s: float) -> None:
        self._known, self._counted = Faults(), Losses()
        self._began_s, self._since, self._losses = now_s, Since(), Losses()
        self._pads_at_s, self._count_at_s = now_s, now_s + COUNT_EVERY_S
        self._seldom = Seldom(now_s)
        self._settled_s = now_s
        self._before, self._lost_before = Faults(), Losses()

    def start(self, where: str) -> None:
        """The device begins."""
        logging.basicConfig(format="%(levelname)s: %(message)s", level=logging.INFO)
        _LOG.info("tholos %s starts: %s", __version__, where)

    def stop(self) -> None:
        """The device ends."""
        _tell(self._seldom.rest())
        _LOG.info("tholos %s stops", __version__)

    def begin_anew(self, now_s: float) -> None:
        """The parts are opened once more, with other settings: what is known of them stays.

        Until they have been tried each is as it was, though it has no fault yet; another one is told at once.
        """
        self._settled_s = now_s + SETTLE_S
        self._before, self._lost_before = self._known, self._losses

    def note(self, faults: Faults, losses: Losses, now_s: float) -> None:
        """How things are now."""
        if faults.link is not LinkState.UP:
            self._pads_at_s = now_s + PADS_AFTER_S
        if now_s < self._pads_at_s:
            faults = replace(faults, silent=self._known.silent, lacks=self._known.lacks)
        faults, losses = self._with_those_before(faults, now_s), self._lost_before + losses
        told = changes(self._known, faults)
        self._known, self._losses = faults, losses
        # that a port is busy, then gone, is one fault; a second pad is another one
        states = {
            name: wrong if name in ("pads", "buttons") else bool(wrong)
            for name, wrong in parts(faults).items()
        }
        self._since.note(states, now_s)
        if now_s >= self._count_at_s:
            told += losses_told(self._counted, losses)
            self._counted, self._count_at_s = losses, now_s + COUNT_EVERY_S
        _tell(self._seldom.pass_on(told, now_s))

    def _with_those_before(self, faults: Faults, now_s: float) -> Faults:
        before = self._before
        new = tuple(remark for remark in faults.remarks if remark not in before.remarks)
        faults = replace(faults, remarks=before.remarks + new)
        if now_s >= self._settled_s:
            return faults
        if faults.link is not LinkState.UP and before.link is not None:
            faults = replace(faults, link=before.link, port=before.port)
        texts = {name: getattr(faults, name) or getattr(before, name) for name in _TRIED}
        return replace(faults, stuck=faults.stuck or before.stuck, **texts)

    def status(self, now_s: float) -> dict[str, Any]:
        """How things were at the last `note`, for programs: each part with what is wrong and for how long.

        `for_s` is in seconds, by a clock that no change of date moves.
        """
        found = parts(self._known)
        return {
            "version": __version__,
            "running_s": round(now_s - self._began_s, 1),
            "is_well": not any(found.values()),
            "parts": [
                {
                    "part": name,
                    "is_well": not wrong,
                    "for_s": round(self._since.age_s(name, now_s), 1),
                    "faults": list(wrong),
                }
                for name, wrong in found.items()
            ],
            "lines": asdict(self._losses),
            "remarks": list(self._known.remarks[-_MOST_REMARKS:]),
        }


def _tell(lines: Iterable[Line]) -> None:
    for line in lines:
        _LOG.log(line.level, "%s", line.text)
