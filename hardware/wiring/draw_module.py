"""The drawing of one module with its load cell: the four coloured wires, and what to mend on the module.

How the common green board lies is from others, as nobody has built the kit: the order of its pads and the
chip's dot beside E+ from wokwi/wokwi-elements (src/hx711-element.ts), DT on the fourth pin from below on the
right from gandalf15/HX711 issue 31, which agree. The chip's pins are named by its data sheet. Where R1 and R2
lie nobody says: they are drawn as they are connected, and are found by their marks and with the meter.
"""

from typing import Any

from hardware.wiring.checks import avdd_volts
from hardware.wiring.netlist import End, Use, Wire, printed, wires
from hardware.wiring.svg import Drawing, Point

CELL_AT, CELL_SIZE = (60, 150), (282, 72)  # 47 × 12 mm at 6 px a mm
MODULE_AT, MODULE_SIZE = (560, 100), (510, 400)
PAD_TOP, PAD_STEP = 160, 52
CHIP_AT, CHIP_SIZE, PIN_STEP = (826, 252), (118, 226), 28
DIVIDER_X = 764
ANALOG_PINS = {3: "AVDD", 4: "VFB", 5: "AGND"}
DIGITAL_PINS = {16: "VCC", 15: "RATE", 14: "XI", 12: "DT", 11: "SCK"}
"""Those of the chip that somebody with a meter looks for, by the names of their pads where they have one."""
COLOURS = {
    "red": "#d32f2f",
    "black": "#212121",
    "white": "#9e9e9e",
    "green": "#2e7d32",
    "yellow": "#f9a825",
    "blue": "#1565c0",
    "orange": "#ef6c00",
    "brown": "#6d4c41",
    "purple": "#7b1fa2",
}
"""Of the wires in the drawing; white is drawn grey, on white paper."""


def draw(wiring: dict[str, Any]) -> str:
    """The SVG file."""
    drawing = Drawing(1380, 820, "One of seven: load cell and HX711 module")
    letter = next(iter(wiring["sensors"]["pads"]))
    own = [wire for wire in wires(wiring) if _is_here(wire, letter)]
    _cell(drawing, letter, list(wiring["cell"].items()))
    _module(drawing, letter, wiring)
    for wire in own:
        _wire(drawing, wire, wiring["cell"])
    _remarks(drawing, wiring)
    return drawing.svg()


def _is_here(wire: Wire, letter: str) -> bool:
    """Whether a wire joins the cell to its module, or two pads of the module."""
    parts = {end.part for end in wire.ends}
    return parts <= {f"module {letter}", f"cell {letter}"}


def _cell(drawing: Drawing, letter: str, colours: list[tuple[str, str]]) -> None:
    (x, y), (width, height) = CELL_AT, CELL_SIZE
    drawing.text((x, y - 20), "Load cell, 500 g, 47 × 12 × 6 mm", "part")
    drawing.lines((x, y + height + 24), ("this end", "carries the pad"), "small", 18)
    drawing.lines((x + width - 102, y + height + 24), ("this end", "is screwed down"), "small", 18)
    drawing.box((x, y), (width, height))
    for hole_x in (x + 21, x + width - 21):  # two pairs, 40 mm apart; 6 mm within, across the cell
        for hole_y in (y + height // 2 - 18, y + height // 2 + 18):
            drawing.box((hole_x - 9, hole_y - 9), (18, 18), rounded_px=9)
    for index, (pad, colour) in enumerate(colours):
        drawing.places[End(f"cell {letter}", pad)] = (x + width, y + 15 + index * 14)
        drawing.text((505, PAD_TOP + index * PAD_STEP - 8), colour, "", "middle")


def _module(drawing: Drawing, letter: str, wiring: dict[str, Any]) -> None:
    (x, y), (width, height) = MODULE_AT, MODULE_SIZE
    drawing.box((x, y), (width, height))
    drawing.text((x + width // 2, y + 28), "HX711 module", "part", "middle")
    for index, pad in enumerate((*wiring["cell"], "B-", "B+")):
        pad_y = PAD_TOP + index * PAD_STEP
        is_used = pad in wiring["cell"]
        drawing.place(End(f"module {letter}", pad), (x, pad_y))
        drawing.text(
            (x + 16, pad_y - 7),
            printed(pad) if is_used else f"{printed(pad)}, not used",
            "" if is_used else "free",
        )
    _bus(drawing, letter, wiring["module"])
    drawing.badge((505, PAD_TOP + 2 * PAD_STEP + 22), 4)
    _chip(drawing, letter)
    _divider(drawing, wiring["module"]["analog"]["r2_kohm"])


def pin_at(pin: int) -> Point:
    """Where a pin of the chip is: from the dot down the left side, and up the right one."""
    x, y = CHIP_AT[0], CHIP_AT[1] + 15
    return (x, y + (pin - 1) * PIN_STEP) if pin <= 8 else (x + CHIP_SIZE[0], y + (16 - pin) * PIN_STEP)


def _chip(drawing: Drawing, letter: str) -> None:
    """The chip as it stands on most green boards, with all its pins."""
    (x, y), width = CHIP_AT, CHIP_SIZE[0]
    drawing.box(CHIP_AT, CHIP_SIZE, rounded_px=2)
    drawing.text((x + width // 2, y - 10), "chip HX711", "small", "middle")
    drawing.box((x + 10, y + 10), (10, 10), rounded_px=5)
    drawing.text((x + 26, y + 20), "dot: 1", "pin")
    for pin in range(1, 17):
        at = pin_at(pin)
        names = ANALOG_PINS | DIGITAL_PINS
        is_left = pin <= 8
        if pin == 15:
            drawing.place(End(f"module {letter}", "RATE"), at)
        else:
            drawing.box((at[0] - 4, at[1] - 4), (8, 8), rounded_px=1)
        if pin > 1:
            words = (
                f"{pin} {names.get(pin, '')}".strip() if is_left else f"{names.get(pin, '')} {pin}".strip()
            )
            drawing.text(
                (at[0] + (10 if is_left else -10), at[1] + 4), words, "pin", "start" if is_left else "end"
            )
    (edge_x, edge_y) = pin_at(16)
    drawing.line(((edge_x + 4, edge_y), (edge_x + 30, edge_y)))


def _divider(drawing: Drawing, r2_kohm: float) -> None:
    """R1 and R2, as they hang on the chip's pins 3, 4 and 5."""
    heights = [pin_at(pin)[1] for pin in ANALOG_PINS]
    drawing.line(((DIVIDER_X, heights[0]), (DIVIDER_X, heights[-1])))
    for pin in ANALOG_PINS:
        drawing.line(((DIVIDER_X, pin_at(pin)[1]), (CHIP_AT[0] - 4, pin_at(pin)[1])))
    for name, mark, kohm, high_y in (("R1", "203", 20.0, heights[0]), ("R2", "822", r2_kohm, heights[1])):
        middle_y = high_y + PIN_STEP // 2
        drawing.box((DIVIDER_X - 22, middle_y - 9), (44, 18), rounded_px=2)
        drawing.text((DIVIDER_X, middle_y + 4), mark, "pin", "middle")
        drawing.text((DIVIDER_X - 28, middle_y + 4), f"{name}, {kohm:.3g} kΩ", "small", "end")
    drawing.badge((DIVIDER_X + 40, heights[0] + PIN_STEP // 2), 3)


def _bus(drawing: Drawing, letter: str, module: dict[str, Any]) -> None:
    """The four pads that lead away, and where to."""
    edge_x = MODULE_AT[0] + MODULE_SIZE[0]
    goes = {
        module["ground"]: "to the ground strip",
        module["data"]: "to the Pico, a pin of its own",
        module["clock"]: "to the Pico, a pin of its own",
        module["supply"]: "to the 3.3 V strip, never to 5 V",
    }
    for index, (pad, where) in enumerate(goes.items()):
        pad_y = PAD_TOP + index * PAD_STEP + PAD_STEP // 2
        drawing.line(((edge_x, pad_y), (edge_x + 40, pad_y)))
        drawing.place(End(f"module {letter}", pad), (edge_x, pad_y))
        drawing.text((edge_x - 16, pad_y - 7), pad, "", "end")
        drawing.text((edge_x + 50, pad_y + 5), where, "small")


def _wire(drawing: Drawing, wire: Wire, colours: dict[str, str]) -> None:
    (x1, y1), (_, y2) = drawing.places[wire.one], drawing.places[wire.other]
    if wire.use is Use.CELL:
        bend_x = 430 - 16 * list(colours).index(wire.one.pad)  # the lower it goes, the nearer to the cell
        drawing.wire(wire, ((bend_x, y1), (bend_x, y2)), COLOURS[colours[wire.one.pad]])
        return
    if wire.use is Use.SUPPLY:  # pin 15 to pin 16, and with it over the board to VCC
        _, next_y = pin_at(16)
        corners = ((x1 + 26, y1), (x1 + 26, next_y), (x1 + 52, next_y), (x1 + 52, y2))
        drawing.wire(wire, corners, kind="link")
        drawing.badge((x1 + 26, (y1 + next_y) // 2), 1)
        return
    bend_x = CHIP_AT[0]
    drawing.wire(wire, ((bend_x, y1), (bend_x, y2)), kind="link")
    drawing.badge((bend_x, (y1 + y2) // 2), 2)


def _remarks(drawing: Drawing, wiring: dict[str, Any]) -> None:
    r1_kohm = wiring["module"]["analog"]["r1_kohm"]
    volts = avdd_volts(wiring)
    remarks = (
        (
            "80 readings a second. RATE, pin 15, lies on ground, for 10: lift it, and solder it to",
            "pin 16 beside it, which is VCC; where there is a jumper for it, that is enough. Pin 14",
            "stays on ground. Most green boards are as drawn here. Ask the meter before you lift:",
            "it beeps between pin 16 and VCC, 12 and DT, 11 and SCK, 15 and GND.",
        ),
        ("E− to GND: some modules leave it open. Where the meter does not beep, solder this link.",),
        (
            f"Between E+ and E− the meter must show {volts:.1f} V. 20 kΩ and 8.2 kΩ ask for 4.3 V,",
            f"which 3.3 V cannot give: solder 30 kΩ across the 20 kΩ, together they make {r1_kohm:.0f} kΩ.",
            "Where the two lie differs, and so may their names. They are marked 203 and 822 (or 2002",
            "and 8201): one end of 203 beeps with E+, one of 822 with pin 5, the other two with pin 4.",
        ),
        ("Colours differ among makers. When a stone makes the counts fall, swap green and white.",),
    )
    y = 550
    for number, texts in enumerate(remarks, start=1):
        drawing.badge((72, y - 5), number)
        drawing.lines((96, y), texts)
        y += 20 * len(texts) + 18
