"""The wires of the temple, to be drawn only: nothing is checked against them."""

import tomllib
from pathlib import Path
from types import SimpleNamespace

from hardware.parts.assembly import PADS, Placed, turned
from hardware.parts.scene import Kit, spot
from hardware.parts.solids import tube

WIRING_FILE = Path(__file__).parent.parent / "wiring.toml"
WIRING = tomllib.loads(WIRING_FILE.read_text(encoding="utf-8"))["sensors"]


def leads(kit: Kit, place: int) -> list[Placed]:
    """The wires of one pad: from its cell to its module, and from there towards the Pico."""
    d = kit.d
    shown = []
    high = d.floor_mm + 1 + d.module_mm[2]
    outer, inner = d.module_from_mm + d.module_mm[1] - 2, d.module_from_mm + 2
    for n, colour in enumerate(("red", "black", "white", "green")):
        points = [
            spot(d, place, 6, d.ring_radius_mm + 27 + n * 1.3, 12.5),
            spot(d, place, 15 + n, 96 + n * 1.3, 11),
            spot(d, place + 0.5, (n - 2.5) * 2.54, outer, 12),
            spot(d, place + 0.5, (n - 2.5) * 2.54, outer, high),
        ]
        shown.append(Placed(f"lead {place}", colour, tube(points, 1.1)))
    left, middle = d.strips_at_mm
    low, board = d.floor_mm + 1, d.floor_mm + d.pico_lift_mm + d.pico_mm[2] + 0.5
    pins = WIRING["pads"][PADS[place]]
    ends = {
        "red": (left - 2.5, middle + 9 - 3 * place, low + 2),
        "yellow": at_pin(d, pins["clock"]["pin"], board),
        "blue": at_pin(d, pins["data"]["pin"], board),
        "black": (left + 2.5, middle + 9 - 3 * place, low + 2),
    }
    is_right = place + 0.5 < d.lead_gap
    for n, (colour, end) in enumerate(ends.items()):
        aside = (n - 1.5) * 1.3
        way = ((inner, (n - 1.5) * 2.54, high), (inner - 3, aside, 8), (56, aside, 5), (40, aside, 5.5))
        points = [spot(d, place + 0.5, x, y, z) for y, x, z in way]
        if colour in ("red", "black"):
            points.append((end[0] + (7 if is_right else -5), end[1], low))  # from the right below the Pico
        else:
            points.append((end[0] * 1.5, end[1], low))  # from the left below the Pico
        shown.append(Placed(f"wire {place}", colour, tube([*points, end], 1.1)))
    return shown


def at_pin(d: SimpleNamespace, pin: int, z: float) -> tuple[float, float, float]:
    """Where a pin of the Pico is: counted down its left side and up its right one, the socket being up."""
    x, y = (-8.9, 24.13 - 2.54 * (pin - 1)) if pin <= 20 else (8.9, 2.54 * (pin - 21) - 24.13)
    return spot(d, d.lead_gap, x, y, z)


def lead(kit: Kit) -> Placed:
    """The USB lead from its plug, over a module's corner and out."""
    d = kit.d
    points = [(0, 55, 10.3), (3, 62, 13), (13, 78, 13), (14.5, 90, 7.5), (14.5, 125, 7.5)]
    return Placed("lead", "plug", turned(tube(points, d.usb_lead_mm - 0.5), d.lead_gap, d))


PANEL_AT = (210, -110)
PI_AT = (215, 84)
"""Where the panel's front edge and the Pi's middle lie on the table: the Pi is right behind the panel."""


def to_the_pi(kit: Kit) -> list[Placed]:
    """On the table: the USB lead round the box, and the panel's wires out of its back, both to the Pi."""
    d = kit.d
    out = (-14.5, -125, 7.5)
    low = -50 + d.usb_lead_mm / 2
    way = [
        out,
        (-12, -130, 0),
        (-6, -132, low),
        (124, -132, low),
        (124, 44, low),
        (PI_AT[0] - 40, 44, low + 6),
    ]
    shown = [Placed("lead", "plug", tube(way, d.usb_lead_mm - 0.5))]
    behind = PANEL_AT[1] + d.panel_mm[1] - 6
    for n, colour in enumerate(("red", "black", "blue", "yellow", "white", "green")):
        aside = (n - 2.5) * 2.2
        ends = [(PANEL_AT[0] + aside / 2, behind, -36), (PANEL_AT[0] + aside, PI_AT[1] - 25, -28)]
        shown.append(Placed("panel wire", colour, tube(ends, 1.4)))
    return shown


def supply(kit: Kit) -> list[Placed]:
    """From the Pico to the strips: 3.3 V and ground."""
    shown = []
    for n, colour, name in ((-1, "red", "supply"), (1, "black", "ground")):
        x, y = kit.d.strips_at_mm
        end = at_pin(kit.d, WIRING[name]["pin"], 10.5)
        over = [(x + 2.5 * n, y - 11.5, 7), (x + 6, end[1], 12), end]
        shown.append(Placed("supply", colour, tube(over, 1.1)))
    return shown
