"""The drawing of one module with its load cell: the four coloured wires, and what to mend on the module."""

from typing import Any

from hardware.wiring.checks import avdd_volts
from hardware.wiring.netlist import End, Use, Wire, wires
from hardware.wiring.svg import Drawing

CELL_AT, CELL_SIZE = (60, 150), (282, 72)  # 47 × 12 mm at 6 px a mm
MODULE_AT, MODULE_SIZE = (560, 100), (420, 340)
PAD_TOP, PAD_STEP = 160, 52
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
    drawing = Drawing(1280, 690, "One of seven: load cell and HX711 module")
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
        drawing.text((x + 16, pad_y - 7), pad if is_used else f"{pad}, not used", "" if is_used else "free")
    _bus(drawing, letter, wiring["module"])
    r2_kohm = wiring["module"]["analog"]["r2_kohm"]
    drawing.box((x + 90, y + 44), (250, 34), rounded_px=2)
    drawing.text((x + 217, y + 66), f"R1 20 kΩ + 30 kΩ, R2 {r2_kohm:.1f} kΩ", "small", "middle")
    drawing.badge((x + 90, y + 61), 3)
    drawing.badge((505, PAD_TOP + 2 * PAD_STEP + 22), 4)
    drawing.box((x + 130, y + 170), (150, 120), rounded_px=2)
    drawing.text((x + 205, y + 272), "chip HX711", "small", "middle")
    drawing.place(End(f"module {letter}", "RATE"), (x + 280, y + 190))
    drawing.text((x + 268, y + 194), "RATE, pin 15", "small", "end")


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
    (x1, y1), (x2, y2) = drawing.places[wire.one], drawing.places[wire.other]
    if wire.use is Use.CELL:
        bend_x = 430 - 16 * list(colours).index(wire.one.pad)  # the lower it goes, the nearer to the cell
        drawing.wire(wire, ((bend_x, y1), (bend_x, y2)), COLOURS[colours[wire.one.pad]])
        return
    bend_x = (x1 + x2) // 2
    drawing.wire(wire, ((bend_x, y1), (bend_x, y2)), kind="link")
    drawing.badge((bend_x, (y1 + y2) // 2), 1 if wire.use is Use.SUPPLY else 2)


def _remarks(drawing: Drawing, wiring: dict[str, Any]) -> None:
    r1_kohm = wiring["module"]["analog"]["r1_kohm"]
    volts = avdd_volts(wiring)
    remarks = (
        ("RATE to VCC: 80 readings a second. Most come with 10, RATE on ground: open that jumper or trace.",),
        ("E− to GND: some modules leave it open. Where the meter does not beep, solder this link.",),
        (
            f"Between E+ and E− the meter must show {volts:.1f} V. 20 kΩ and 8.2 kΩ ask for 4.3 V,",
            f"which 3.3 V cannot give: solder 30 kΩ across the 20 kΩ, together they make {r1_kohm:.0f} kΩ.",
        ),
        ("Colours differ among makers. When a stone makes the counts fall, swap green and white.",),
    )
    y = 490
    for number, texts in enumerate(remarks, start=1):
        drawing.badge((72, y - 5), number)
        drawing.lines((96, y), texts)
        y += 20 * len(texts) + 18
