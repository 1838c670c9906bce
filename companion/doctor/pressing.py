"""Pads pressed one by one as they are named: deaf ones, swapped ones, and cells that are upside down."""

from collections.abc import Iterator, Mapping

from companion.doctor.finding import Finding, Verdict
from companion.doctor.pads import PADS, PART
from companion.link.decoder import Lack
from companion.listening import Listener
from companion.person import Person
from companion.settings import SensorSettings

WAIT_S = 15.0
"""So long a person may take to find a pad."""
PRESS_GRAMS = 20.0
"""Seven stones weigh up to 45 g, a finger presses with 500 g and more (field-facts B2)."""
_CLEARLY = 3.0  # the pressed pad moves so many times as far as any other: the plate gives a little
_PIECE_S = 0.25
_FULL_COUNTS = 8_388_607


def press_pads(listener: Listener, sensors: SensorSettings, person: Person) -> list[Finding]:
    """Ask for each pad in turn; which one answered, and which way."""
    person.tell("Hands off all pads.")
    answered: dict[str, str] = {}
    found: list[Finding] = []
    least_counts = PRESS_GRAMS * sensors.counts_per_gram
    for name in PADS:
        rest = _levels(listener, 1.0)
        if rest is None:
            return [*found, Finding(PART, Verdict.BAD, "the sensors are gone", "see the part sensors")]
        person.tell(f"Press pad {name} with a finger, and let it go.")
        moved = _wait_for_press(listener, rest, least_counts)
        if moved is None:
            found.append(_deaf(name))
            continue
        other, way = moved
        answered[name] = other
        if other == name and way < 0:
            says = f"{name} goes down when it is pressed"
            cure = "swap its wires A+ and A− at the module, or turn the cell over: its arrow points down"
            found.append(Finding(PART, Verdict.BAD, says, cure, {"pad": name}))
        _wait_until_free(listener, rest, least_counts)
    found += _swapped(answered)
    return found or [Finding(PART, Verdict.GOOD, "each pad feels its own finger")]


def _deaf(name: str) -> Finding:
    cure = "its cell is unplugged, or its plate stands on something: check E+ E− A+ A− and the gap below"
    return Finding(PART, Verdict.BAD, f"{name} felt no finger", cure, {"pad": name})


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


def _wait_for_press(
    listener: Listener, rest: Mapping[str, float], least_counts: float
) -> tuple[str, float] | None:
    """Which pad moved, and by how many counts; None: none clearly did."""
    for _ in range(round(WAIT_S / _PIECE_S)):
        levels = _levels(listener, _PIECE_S)
        if levels is None:
            return None
        moves = {name: levels[name] - rest[name] for name in levels.keys() & rest.keys()}
        ranked = sorted(moves, key=lambda name: -abs(moves[name]))
        if not ranked or abs(moves[ranked[0]]) < least_counts:
            continue
        if len(ranked) == 1 or abs(moves[ranked[0]]) > _CLEARLY * abs(moves[ranked[1]]):
            return ranked[0], moves[ranked[0]]
    return None


def _wait_until_free(listener: Listener, rest: Mapping[str, float], least_counts: float) -> None:
    for _ in range(round(WAIT_S / _PIECE_S)):
        levels = _levels(listener, _PIECE_S)
        if levels is None or all(
            abs(levels[name] - rest[name]) < least_counts / 2 for name in levels.keys() & rest.keys()
        ):
            return


def _levels(listener: Listener, seconds: float) -> dict[str, float] | None:
    """The middle count of each pad that has one; None: no frames come."""
    heard = listener.hear(seconds)
    if heard.fault is not None:
        return None
    levels = {}
    for pad, name in enumerate(PADS):
        readings = [frame.readings[pad] for frame, _ in heard.frames]
        counts = sorted(
            _FULL_COUNTS if each is Lack.SATURATED else each
            for each in readings
            if each is Lack.SATURATED or not isinstance(each, Lack)
        )
        if counts:
            levels[name] = float(counts[len(counts) // 2])
    return levels
