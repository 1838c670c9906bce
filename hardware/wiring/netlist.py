"""Every wire of the kit, spelt out from `wiring.toml`: which two ends it joins."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from hardware.wiring.boards import BOARDS

SUPPLY_STRIP = "supply strip"
GROUND_STRIP = "ground strip"
"""In the middle of the temple, two strips of stripboard join what seven modules share."""


@dataclass(frozen=True, slots=True)
class End:
    """Where a wire ends: a board's pin by its number, a part's pad by its name, or a strip."""

    part: str
    pad: str = ""

    def __str__(self) -> str:
        """As people say it."""
        if self.part in BOARDS:
            return f"{'Pi' if self.part == 'pi' else 'Pico'} pin {self.pad}"
        return f"{self.part} {self.pad}".rstrip()


def printed(pad: str) -> str:
    """A pad's name as people read it: with a minus that is seen."""
    return pad.replace("-", "−")


class Use(Enum):
    """What a wire is for."""

    SUPPLY = "supply"
    GROUND = "ground"
    CLOCK = "clock"
    DATA = "data"
    BUTTON = "button"
    SOUND = "sound"
    CELL = "cell"


@dataclass(frozen=True, slots=True)
class Wire:
    """One wire, or a link of solder on a module."""

    one: End
    other: End
    use: Use

    @property
    def ends(self) -> tuple[End, End]:
        """Both."""
        return self.one, self.other


def wires(wiring: dict[str, Any]) -> tuple[Wire, ...]:
    """Every wire that `wiring.toml` asks for, in the order of building: display, buttons, buzzer, sensors."""
    return (
        *_display(wiring["display"]),
        *_panel(wiring["panel"]),
        *_sound(wiring["sound"]),
        *_sensors(wiring),
    )


def nets(all_wires: Iterable[Wire]) -> tuple[frozenset[End], ...]:
    """What is joined, directly or through others: each net is the set of its ends."""
    found: list[frozenset[End]] = []
    for wire in all_wires:
        touched = [net for net in found if net & set(wire.ends)]
        found = [net for net in found if net not in touched]
        found.append(frozenset(wire.ends).union(*touched))
    return tuple(found)


def _pi(pin: dict[str, Any]) -> End:
    return End("pi", str(pin["pin"]))


def _pico(pin: dict[str, Any]) -> End:
    return End("pico", str(pin["pin"]))


def _display(display: dict[str, Any]) -> Iterator[Wire]:
    for use in (Use.SUPPLY, Use.DATA, Use.CLOCK, Use.GROUND):
        pin = display[use.value]
        yield Wire(_pi(pin), End("display", pin["pad"]), use)


def _panel(panel: dict[str, Any]) -> Iterator[Wire]:
    buttons = [name for name in panel if name != "ground"]
    for name in buttons:
        yield Wire(_pi(panel[name]), End(name.upper(), "leg 1"), Use.BUTTON)
    # from the ground of one button to the next, so that a single wire goes to the Pi
    for name, following in pairwise(buttons):
        yield Wire(End(name.upper(), "leg 2"), End(following.upper(), "leg 2"), Use.GROUND)
    yield Wire(End(buttons[-1].upper(), "leg 2"), _pi(panel["ground"]), Use.GROUND)


def _sound(sound: dict[str, Any]) -> Iterator[Wire]:
    yield Wire(_pi(sound["buzzer"]), End("buzzer", "leg 1"), Use.SOUND)
    yield Wire(_pi(sound["ground"]), End("buzzer", "leg 2"), Use.GROUND)


def _sensors(wiring: dict[str, Any]) -> Iterator[Wire]:
    sensors, module = wiring["sensors"], wiring["module"]
    yield Wire(_pico(sensors["supply"]), End(SUPPLY_STRIP), Use.SUPPLY)
    yield Wire(_pico(sensors["ground"]), End(GROUND_STRIP), Use.GROUND)
    for letter, pins in sensors["pads"].items():
        name = f"module {letter}"
        yield Wire(End(SUPPLY_STRIP), End(name, module["supply"]), Use.SUPPLY)
        yield Wire(_pico(pins["clock"]), End(name, module["clock"]), Use.CLOCK)
        yield Wire(_pico(pins["data"]), End(name, module["data"]), Use.DATA)
        yield Wire(End(GROUND_STRIP), End(name, module["ground"]), Use.GROUND)
        for pad, other in module["links"]:
            use = Use.GROUND if other == module["ground"] else Use.SUPPLY
            yield Wire(End(name, pad), End(name, other), use)
        for pad in wiring["cell"]:
            yield Wire(End(f"cell {letter}", pad), End(name, pad), Use.CELL)
