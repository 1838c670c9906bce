"""The drawing of the Pi's side: header, display, buttons, buzzer, and where the USB lead goes."""

from typing import Any

from hardware.wiring.boards import FIVE_VOLTS, PI
from hardware.wiring.netlist import End, Use, Wire, wires
from hardware.wiring.svg import Drawing, Point

TOP, STEP = 130, 36
ODD_X, EVEN_X = 600, 664  # the header's two columns
LEFT_X, RIGHT_X = 300, 960  # the pads of the parts on either side
CHAIN_X = 64  # where the ground goes from button to button

_PLAIN = {"3V3": "3.3 V", "5V": "5 V"}


def draw(wiring: dict[str, Any]) -> str:
    """The SVG file."""
    drawing = Drawing(1280, 880, "The Pi: display, buttons, buzzer")
    of_pi = [wire for wire in wires(wiring) if not {"pico", "module", "cell"} & _kinds(wire)]
    _header(drawing, of_pi)
    _display(drawing, wiring["display"])
    _buttons(drawing, [name.upper() for name in wiring["panel"] if name != "ground"], of_pi)
    _buzzer(drawing, of_pi)
    _outline(drawing, (RIGHT_X, 500))
    for wire in of_pi:
        drawing.wire(wire, _corners(drawing, wire))
    return drawing.svg()


def row_y(pin: int) -> int:
    """How far down a pin of the header is: two in a row."""
    return TOP + (pin - 1) // 2 * STEP


def _kinds(wire: Wire) -> set[str]:
    return {end.part.split()[0] for end in wire.ends}


def _pin_at(pin: int) -> Point:
    return (ODD_X if pin % 2 else EVEN_X, row_y(pin))


def _header(drawing: Drawing, of_pi: list[Wire]) -> None:
    wired = {end for wire in of_pi for end in wire.ends}
    drawing.box((470, 70), (324, STEP * 20 + 56), "board")
    drawing.text((632, 98), "40-pin header", "part", "middle")
    for pin, function in PI.items():
        x, y = _pin_at(pin)
        end, side = End("pi", str(pin)), -1 if pin % 2 else 1
        drawing.numbered(end, (x, y), end in wired)
        name = _PLAIN.get(function, function.replace("GPIO", "BCM "))
        kind = "" if end in wired else "warn" if function in FIVE_VOLTS else "free"
        lift = -6 if end in wired else 5  # a wired pin's name stands on its wire
        drawing.text((x + 20 * side, y + lift), name, kind, "end" if side < 0 else "start")


def _display(drawing: Drawing, display: dict[str, Any]) -> None:
    pads = [display[use] for use in ("supply", "data", "clock", "ground")]
    top, bottom = row_y(pads[0]["pin"]) - 40, row_y(pads[-1]["pin"]) + 24
    drawing.box((40, top), (LEFT_X - 40, bottom - top))
    drawing.text((56, top + 26), "Display", "part")
    drawing.lines(
        (56, top + 60),
        (
            "I²C, 128 × 64",
            "SSD1306, SH1106",
            "or SSD1309",
            "",
            "The order of its pads",
            "differs: go by name.",
        ),
        "small",
        18,
    )
    for pad in pads:
        drawing.place(End("display", pad["pad"]), (LEFT_X, row_y(pad["pin"])))
        drawing.text((LEFT_X - 14, row_y(pad["pin"]) + 5), pad["pad"], "", "end")


def _buttons(drawing: Drawing, names: list[str], of_pi: list[Wire]) -> None:
    rows = {wire.other.part: row_y(int(wire.one.pad)) for wire in of_pi if wire.use is Use.BUTTON}
    drawing.text((120, min(rows.values()) - 28), "Five buttons, normally open, either leg first", "small")
    for name in names:
        y = rows[name]
        drawing.box((120, y - 14), (LEFT_X - 120, 28))
        drawing.text((210, y + 5), name, "part", "middle")
        drawing.place(End(name, "leg 1"), (LEFT_X, y))
        drawing.place(End(name, "leg 2"), (120, y))


def _buzzer(drawing: Drawing, of_pi: list[Wire]) -> None:
    legs = {end: row_y(int(wire.one.pad)) for wire in of_pi for end in wire.ends if end.part == "buzzer"}
    top, bottom = min(legs.values()) - 34, max(legs.values()) + 76
    drawing.box((RIGHT_X, top), (240, bottom - top))
    drawing.text((RIGHT_X + 20, top + 24), "Buzzer, optional", "part")
    drawing.lines(
        (RIGHT_X + 20, bottom - 54),
        ("A passive piezo for 3 V, either", "way round; not a magnetic one"),
        "small",
        18,
    )
    for end, y in legs.items():
        drawing.place(end, (RIGHT_X, y))


def _corners(drawing: Drawing, wire: Wire) -> tuple[Point, ...]:
    """Straight, but for the ground that goes down from button to button."""
    if wire.use is Use.GROUND and wire.one.pad == "leg 2":
        return (CHAIN_X, drawing.places[wire.one][1]), (CHAIN_X, drawing.places[wire.other][1])
    return ()


def _outline(drawing: Drawing, at: Point) -> None:
    """A Pi 3, 4 or 5 at 3 px a mm: 85 × 56 mm, the header 51 mm long and 7.1 mm from the corner."""
    x, y = at
    drawing.text((x, y - 14), "Where the header is: Pi 3, 4, 5", "part")
    drawing.box((x, y), (168, 255), "board", 9)
    drawing.box((x + 150, y + 21), (15, 153))
    drawing.box((x + 8, y + 222), (44, 42), rounded_px=2)
    drawing.box((x + 60, y + 222), (44, 42), rounded_px=2)
    drawing.box((x + 112, y + 222), (48, 42), rounded_px=2)
    drawing.box((x - 6, y + 22), (18, 28), rounded_px=2)
    drawing.text((x + 142, y + 36), "pin 1", "small", "end")
    drawing.text((x + 142, y + 172), "pin 39", "small", "end")
    drawing.text((x + 20, y + 42), "power", "small")
    drawing.text((x + 84, y + 210), "USB", "small", "middle")
    drawing.lines(
        (x, y + 292),
        (
            "Seen from above, USB sockets towards you:",
            "odd numbers are on the inner side.",
            "A data lead goes from USB to the Pico.",
            "Unplug the power before wiring.",
        ),
        "small",
        18,
    )
