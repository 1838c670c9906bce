"""What the page of the virtual table is told beside what onlookers are: the truth, the glass, the log."""

import json
from base64 import b64encode
from typing import Any

from PIL import Image

from companion.faults import parts
from companion.rules.notation import format_position, format_turn
from companion.rules.pieces import Colour, Location
from companion.simulate.acts import Aside
from companion.simulate.device import Device
from companion.simulate.virtual import VirtualTable

MOST_STORIES = 12
LOG_EVERY_S = 0.25
"""The log is told no more often."""


class Teller:
    """Looks at a virtual table, and gives the events whose text is another one than before."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._told: dict[str, object] = {}
        self._log_at_s = float("-inf")
        self._counted = (0, 0.0)
        self._frames_per_s = 0

    def news(self, now_s: float) -> dict[str, str]:
        """Each event that is new, by its name; `now_s` is life's time, which slow motion does not slow."""
        table, found = self._table, {}
        truth = truth_of(table)
        if self._is_new("table", truth):
            found["table"] = _text(truth)
        device = table.device
        if self._is_new("glass", (device.bus.transfers, device.glass.is_on, device.glass.contrast)):
            found["glass"] = _text(glass_of(device))
        if now_s >= self._log_at_s:
            self._log_at_s = now_s + LOG_EVERY_S
            log = self._log()
            if self._is_new("log", log):
                found["log"] = _text(log)
        return found

    def _is_new(self, name: str, now: object) -> bool:
        is_new = self._told.get(name) != now
        self._told[name] = now
        return is_new

    def _log(self) -> dict[str, Any]:
        return {**belief_of(self._table.device, self._count()), "lines": list(self._table.lines)}

    def _count(self) -> int:
        """Frames within the last second of the device's own time."""
        device = self._table.device
        now_s, frames = device.clock.now_s(), device.daemon.link.passed if device.is_running else 0
        before, before_s = self._counted
        if frames < before or not device.is_running:
            self._counted, self._frames_per_s = (frames, now_s), 0
        elif now_s - before_s >= 1.0:
            self._frames_per_s = round((frames - before) / (now_s - before_s))
            self._counted = (frames, now_s)
        return self._frames_per_s


def truth_of(table: VirtualTable) -> dict[str, Any]:
    """Where every stone truly lies, what is pulled out, and how fast time goes."""
    device = table.device
    things = device.things
    quarry = things.aside(Aside.QUARRY)
    return {
        "columns": ["".join(stone.value for stone in things.column(place)) for place in Location],
        "workshops": {
            aside.value: "".join(stone.value for stone in things.aside(aside))
            for aside in (Aside.WHITE, Aside.BLACK)
        },
        "quarry": {colour.value: quarry.count(colour) for colour in Colour},
        "hand": table.hand,
        "is_showing": table.is_showing,
        "unplugged": [
            *(place.value for place in device.plate.unplugged),
            *(["sensors"] if not device.has_lead else []),
            *(["display"] if not device.bus.is_plugged else []),
        ],
        "noise": device.noise,
        "speed": table.speed,
        "is_on": device.is_running,
    }


def glass_of(device: Device) -> dict[str, Any]:
    """The display's very pixels, row by row, the leftmost in the highest bit."""
    image: Image.Image = device.glass.image()
    return {
        "pixels": b64encode(image.tobytes()).decode("ascii"),
        "contrast": device.glass.contrast,
        "is_on": device.glass.is_on,
    }


def belief_of(device: Device, frames_per_s: int) -> dict[str, Any]:
    """What the device makes of it all; nothing while it has no power."""
    if not device.is_running:
        none = [None] * len(Location)
        return {
            "believed": "",
            "stories": [],
            "frames_per_s": 0,
            "heights": none,
            "pads": ["silent"] * len(Location),
            "faults": [],
        }
    table, heights = device.daemon.table, device.daemon.heights
    stories = [" ".join(map(format_turn, story)) for story in table.stories[:MOST_STORIES]]
    return {
        "believed": format_position(table.state.position),
        "stories": stories,
        "frames_per_s": frames_per_s,
        "heights": list(heights.stones),
        "pads": [state.value for state in heights.states],
        "faults": [fault for faults in parts(device.faults).values() for fault in faults],
    }


def _text(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
