"""Pads pressed one by one as they are named: deaf ones, swapped ones, and cells that are upside down."""

from collections.abc import Iterator, Mapping, Sequence

from companion.doctor.cell import Cell
from companion.doctor.finding import Finding, Verdict
from companion.doctor.pads import PADS, PART
from companion.errors import HardwareMissing
from companion.link.decoder import Lack
from companion.link.frame import HIGHEST, LOWEST
from companion.listening import Listener
from companion.person import Person

WAIT_S = 15.0
"""So long a person may take to find a pad."""
PRESS_GRAMS = 20.0
"""Seven stones weigh up to 45 g, a finger presses with 500 g and more (field-facts B2)."""
_CLEARLY = 3.0  # the pressed pad moves so many times as far as any other: the plate gives a little
_PIECE_S = 0.25


def press_pads(listener: Listener, cells: Sequence[Cell], person: Person) -> list[Finding]:
    """Ask for each pad in turn that gives counts; which one answered, and which way.

    One that gives none, or is at an end of its range, was told when all were looked at, with its cure.
    """
    pads = _Pads(listener, cells)
    person.tell("Hands off all pads.")
    answered: dict[str, str] = {}
    found: list[Finding] = []
    try:
        for name in pads.speaking():
            moved = pads.ask(person, name)
            if moved.keys() - {name}:  # an elbow, or the pad before once more
                moved = pads.ask(person, name, "Once more: press") or moved
            if len(moved) != 1:
                found.append(_together(name, sorted(moved)) if moved else _deaf(name))
                continue
            ((other, grams),) = moved.items()
            answered[name] = other
            if other == name and grams < 0:
                says = f"{name} goes down when it is pressed"
                cure = "swap its wires A+ and A− at the module, or turn the cell over: its arrow points down"
                found.append(Finding(PART, Verdict.BAD, says, cure, {"pad": name}))
    except HardwareMissing:
        return [*found, Finding(PART, Verdict.BAD, "the sensors are gone", "see the part sensors")]
    found += _swapped(answered)
    if found or not answered:
        return found
    each = "each pad" if len(answered) == len(PADS) else "each other pad"
    return [Finding(PART, Verdict.GOOD, f"{each} feels its own finger")]


def _deaf(name: str) -> Finding:
    cure = "its cell is unplugged, or its plate stands on something: check E+ E− A+ A− and the gap below"
    return Finding(PART, Verdict.BAD, f"{name} felt no finger", cure, {"pad": name})


def _together(name: str, moved: Sequence[str]) -> Finding:
    says = f"{' and '.join(moved)} move together when {name} is pressed"
    cure = (
        "press in its middle; if it stays, something joins them: plates that touch, a wire that lies on both"
    )
    return Finding(PART, Verdict.BAD, says, cure, {"pressed": name, "answered": moved})


def _swapped(answered: Mapping[str, str]) -> Iterator[Finding]:
    for name, other in answered.items():
        if other == name or (answered.get(other) == name and other < name):
            continue
        if answered.get(other) == name:
            says = f"{name} and {other} are swapped"
            cure = f"swap the wires of {name} and {other} at the Pico: SCK and DOUT both (hardware/README.md)"
        else:
            says = f"{other} answered where {name} was pressed"
            cure = f"check which pins {name} is on (hardware/README.md)"
        yield Finding(PART, Verdict.BAD, says, cure, {"pressed": name, "answered": other})


class _Pads:
    """What the pads feel; raises HardwareMissing when no frames come any more."""

    def __init__(self, listener: Listener, cells: Sequence[Cell]) -> None:
        self._listener, self._cells = listener, dict(zip(PADS, cells, strict=True))
        self._rest: dict[str, float] = {}
        """The middle count of each pad before one is pressed."""
        self._last: dict[str, int] = {}
        """The last count of each pad: an end of the range does not say which end it is."""

    def speaking(self) -> list[str]:
        """The pads that give counts."""
        return sorted(self._levels(1.0))

    def ask(self, person: Person, name: str, please: str = "Press") -> dict[str, float]:
        """What moved when this pad was asked for, by how many grams: one pad, or several alike, or none."""
        self._rest = {}  # what is at an end of its range before anybody presses can say nothing more
        self._rest = self._levels(1.0)
        person.tell(f"{please} pad {name} with a finger, and let it go.")
        alike: dict[str, float] = {}
        for _ in range(round(WAIT_S / _PIECE_S)):
            moved = _clearest(self._moves())
            if len(moved) == 1 or (alike and not moved):
                self._wait_until_free()
                return moved or alike
            alike = moved or alike
        return alike

    def _wait_until_free(self) -> None:
        for _ in range(round(WAIT_S / _PIECE_S)):
            if all(abs(grams) < PRESS_GRAMS / 2 for grams in self._moves().values()):
                return

    def _moves(self) -> dict[str, float]:
        """How far each pad is from its rest, in grams."""
        levels, rest = self._levels(_PIECE_S), self._rest
        heard = [name for name in PADS if name in levels and name in rest]
        return {name: self._cells[name].grams(levels[name] - rest[name]) for name in heard}

    def _levels(self, seconds: float) -> dict[str, float]:
        """The middle count of each pad that has one."""
        heard = self._listener.hear(seconds)
        if heard.fault is not None:
            raise heard.fault
        levels = {}
        for pad, name in enumerate(PADS):
            readings = [frame.readings[pad] for frame, _ in heard.frames]
            counts = sorted(self._counts(name, readings))
            if counts:
                levels[name] = float(counts[len(counts) // 2])
        return levels

    def _counts(self, name: str, readings: Sequence[int | Lack]) -> Iterator[int]:
        """What there is of counts; at an end of the range, the end that it was on the way to."""
        for reading in readings:
            if reading is Lack.SATURATED and name in self._rest:
                yield LOWEST if self._last[name] < self._rest[name] else HIGHEST
            elif not isinstance(reading, Lack):
                self._last[name] = reading
                yield reading


def _clearest(moves: Mapping[str, float]) -> dict[str, float]:
    """The pads that were pressed, or are moved by that about as far as the one that was."""
    farthest = max(map(abs, moves.values()), default=0.0)
    if farthest < PRESS_GRAMS:
        return {}
    return {name: grams for name, grams in moves.items() if _CLEARLY * abs(grams) >= farthest}
