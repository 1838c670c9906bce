"""The drawing of the sensing temple: the Pico and the seven HX711 modules."""

import math
from typing import Any

from hardware.wiring.boards import FIVE_VOLTS, KEPT, PICO
from hardware.wiring.netlist import GROUND_STRIP, SUPPLY_STRIP, End, Use, Wire, wires
from hardware.wiring.svg import Drawing, Point

TOP, STEP = 200, 40  # the Pico's pins
LEFT_X, RIGHT_X = 640, 870
SUPPLY_X, GROUND_X = 340, 310  # the strips
SUPPLY_Y, GROUND_Y = 122, 90  # and how they come over the top
SUPPLY_RIGHT_X, GROUND_RIGHT_X = 950, 985
FIRST_BEND_X, BEND_STEP = 540, 16
MODULE_X, OTHER_MODULE_X = 240, 1070  # the pads of the modules on either side
MODULE_TOP, MODULE_STEP, PAD_STEP = 150, 146, 26
SIDE = 20  # pins on a side
INSET_AT, INSET_RADIUS = (1210, 596), 134  # how the Pico lies in the temple
CELL_RADIUS, MODULE_RADIUS = 78, 111


def draw(wiring: dict[str, Any]) -> str:
    """The SVG file."""
    drawing = Drawing(1390, 1050, "The sensing temple: Pico and seven HX711 modules")
    module = wiring["module"]
    names = (module["supply"], module["clock"], module["data"], module["ground"])
    letters = list(wiring["sensors"]["pads"])
    own = [wire for wire in wires(wiring) if _is_between(wire, set(names))]
    _pico(drawing, own)
    for index, letter in enumerate(letters[:-1]):
        _module(drawing, letter, (MODULE_X, MODULE_TOP + index * MODULE_STEP), names)
    last_y = pin_at(int(next(wire for wire in own if wire.other == _pad(letters[-1], names[2])).one.pad))[1]
    _module(drawing, letters[-1], (OTHER_MODULE_X, last_y - 48), names[::-1])
    _strips(drawing, own)
    _remarks(drawing)
    _inset(drawing, letters)
    _signals(drawing, own)
    return drawing.svg()


def pin_at(pin: int) -> Point:
    """Where a pin of the Pico is: down the left side, up the right side."""
    return (LEFT_X, TOP + (pin - 1) * STEP) if pin <= SIDE else (RIGHT_X, TOP + (2 * SIDE - pin) * STEP)


def _pad(letter: str, name: str) -> End:
    return End(f"module {letter}", name)


def _is_between(wire: Wire, names: set[str]) -> bool:
    """Whether a wire is one of this drawing; links on a module and cells are in that of one module."""
    kinds = [end.part.split()[0] for end in wire.ends]
    return kinds[0] != kinds[1] and not {"pi", "cell"} & set(kinds) and bool({"pico", "module"} & set(kinds))


def _pico(drawing: Drawing, own: list[Wire]) -> None:
    wired = {end for wire in own for end in wire.ends}
    drawing.box((LEFT_X - 24, TOP - 50), (RIGHT_X - LEFT_X + 48, STEP * SIDE + 40), "board")
    middle = (LEFT_X + RIGHT_X) // 2
    drawing.box((middle - 30, TOP - 62), (60, 40), rounded_px=2)
    drawing.text((middle, TOP - 36), "USB", "small", "middle")
    drawing.text((middle, TOP + 7 * STEP), "Pico", "part", "middle")
    drawing.text((middle, TOP + 7 * STEP + 20), "from above", "small", "middle")
    for pin, function in PICO.items():
        x, y = pin_at(pin)
        end, side = End("pico", str(pin)), 1 if pin <= SIDE else -1
        drawing.numbered(end, (x, y), end in wired)
        is_bad = function in FIVE_VOLTS or function in KEPT["pico"]
        kind = "" if end in wired else "warn" if is_bad else "free"
        drawing.text((x + 20 * side, y + 5), function, kind, "start" if side > 0 else "end")


def _module(drawing: Drawing, letter: str, at: Point, names: tuple[str, ...]) -> None:
    """A box of 200 × 122 px with its pads down one side; `at` is the upper corner on that side."""
    x, y = at
    is_left = x < LEFT_X
    drawing.box((x - 200 if is_left else x, y), (200, 122))
    drawing.text(
        (x - 184 if is_left else x + 184, y + 36), f"HX711 {letter}", "part", "start" if is_left else "end"
    )
    edge_x, anchor = (x - 184, "start") if is_left else (x + 184, "end")
    drawing.text((edge_x, y + 62), f"and cell {letter},", "small", anchor)
    drawing.text((edge_x, y + 80), "see the drawing", "small", anchor)
    drawing.text((edge_x, y + 98), "of one module", "small", anchor)
    for index, name in enumerate(names):
        pad_y = y + 22 + index * PAD_STEP
        drawing.place(_pad(letter, name), (x, pad_y))
        drawing.text((x - 14 if is_left else x + 14, pad_y + 5), name, "", "end" if is_left else "start")


def _strips(drawing: Drawing, own: list[Wire]) -> None:
    """Both strips with what hangs on them; the stubs first, so that no halo cuts a strip."""
    for strip, use, x, y, right_x in (
        (GROUND_STRIP, Use.GROUND, GROUND_X, GROUND_Y, GROUND_RIGHT_X),
        (SUPPLY_STRIP, Use.SUPPLY, SUPPLY_X, SUPPLY_Y, SUPPLY_RIGHT_X),
    ):
        stubs = [wire for wire in own if wire.one == End(strip)]
        feed = next(wire for wire in own if wire.other == End(strip))
        feed_y = drawing.places[feed.one][1]
        pads = [drawing.places[wire.other] for wire in stubs]
        low_left, low_right = (
            max(py for px, py in pads if px < LEFT_X),
            max(py for px, py in pads if px > LEFT_X),
        )
        for wire, pad in zip(stubs, pads, strict=True):
            drawing.places[wire.one] = (x if pad[0] < LEFT_X else right_x, pad[1])
            drawing.wire(wire, is_over=True)
            if pad[1] not in (low_left, low_right):
                drawing.joint(drawing.places[wire.one], use)
        drawing.places[feed.other] = (right_x, low_right)
        drawing.wire(feed, ((right_x, feed_y), (right_x, y), (x, y), (x, low_left), (x, y), (right_x, y)))
        drawing.joint((right_x, feed_y), use)
    drawing.text((SUPPLY_X + 30, SUPPLY_Y - 8), "3.3 V strip: VCC of all seven")
    drawing.text((SUPPLY_X + 30, GROUND_Y - 8), "ground strip: GND of all seven")


def _signals(drawing: Drawing, own: list[Wire]) -> None:
    """Clocks and data: each bends at an x of its own, chosen so that on the left none crosses another."""
    signals = [wire for wire in own if wire.use in (Use.CLOCK, Use.DATA)]
    ends = {wire: (drawing.places[wire.one], drawing.places[wire.other]) for wire in signals}
    left = sorted((wire for wire in signals if ends[wire][0][0] == LEFT_X), key=lambda wire: ends[wire][1][1])
    falling = [wire for wire in left if ends[wire][0][1] > ends[wire][1][1]]
    rising = [wire for wire in reversed(left) if wire not in falling]
    for group in (falling, rising):
        for index, wire in enumerate(group):
            x = FIRST_BEND_X - index * BEND_STEP
            _signal(drawing, wire, x)
    for wire in signals:
        if wire not in left:
            _signal(drawing, wire, GROUND_RIGHT_X + 30)


def _signal(drawing: Drawing, wire: Wire, bend_x: int) -> None:
    (pin_x, pin_y), (_, pad_y) = drawing.places[wire.one], drawing.places[wire.other]
    drawing.wire(wire, ((bend_x, pin_y), (bend_x, pad_y)), is_over=True)
    letter = wire.other.part.split()[-1]
    side = -1 if pin_x == LEFT_X else 1
    drawing.text(
        (pin_x + 32 * side, pin_y - 6), f"{letter} {wire.other.pad}", "small", "end" if side < 0 else "start"
    )


def _remarks(drawing: Drawing) -> None:
    drawing.lines(
        (1040, 110),
        (
            "USB lead to the Pi: a data lead,",
            "not one that only charges.",
            "",
            "Pads lie in another order on many",
            "modules: go by their names.",
            "DT is also written DOUT or DAT,",
            "SCK also CLK or PD_SCK.",
            "",
            "Dots join; lines that cross do not.",
            "",
            "VBUS and VSYS carry 5 V:",
            "never to a module.",
            "GP15 stays free: USB takes it for",
            "a moment at each bus reset.",
        ),
        "small",
        20,
    )


def _inset(drawing: Drawing, letters: list[str]) -> None:
    """The temple from above as it is built: the Pico lies the other way round than on this sheet."""
    (x, y), radius = INSET_AT, INSET_RADIUS
    drawing.text((x, y - radius - 34), "As it lies in the temple", "part", "middle")
    drawing.text((x, y - radius - 14), "from above, A away from you", "small", "middle")
    drawing.box((x - radius, y - radius), (2 * radius, 2 * radius), rounded_px=radius)
    for place, letter in enumerate(letters):
        cell_x, cell_y = inset_at(place, len(letters), CELL_RADIUS)
        drawing.box((cell_x - 13, cell_y - 13), (26, 26), rounded_px=13)
        drawing.text((cell_x, cell_y + 5), letter, "part", "middle")
        module_x, module_y = inset_at(place + 0.5, len(letters), MODULE_RADIUS)
        drawing.box((module_x - 13, module_y - 10), (26, 20), "board", 2)
        drawing.text((module_x, module_y + 4), letter, "pin", "middle")
    drawing.box((x - 25, y - 48), (50, 96), "board", 2)
    drawing.box((x - 8, y + 41), (16, 14), rounded_px=2)
    for pin in (1, SIDE, SIDE + 1, 2 * SIDE):
        pin_x, pin_y = inset_pin_at(pin)
        drawing.text((pin_x, pin_y + 4), str(pin), "pin", "middle")
    drawing.text((x, y + 2), "Pico", "small", "middle")
    drawing.line(((x, y + 55), (x, y + 72), (x - 21, y + 90), (x - 21, y + radius + 14)))
    drawing.lines(
        (1040, y + radius + 42),
        (
            "The socket points to D and E: turn this sheet",
            "upside down, and it lies like the Pico. Each",
            "module (square) lies clockwise of its cell.",
        ),
        "small",
        18,
    )


def inset_at(place: float, of: int, radius: int) -> Point:
    """A place on the ring of the inset: 0 is A, away from the player, then clockwise."""
    turn = 2 * math.pi * place / of
    return round(INSET_AT[0] + radius * math.sin(turn)), round(INSET_AT[1] - radius * math.cos(turn))


def inset_pin_at(pin: int) -> Point:
    """Where a corner pin of the Pico is in the inset: as on the sheet, turned by half."""
    x, y = pin_at(pin)
    middle_x, middle_y = (LEFT_X + RIGHT_X) // 2, TOP + STEP * (SIDE - 1) // 2
    return INSET_AT[0] + (15 if x < middle_x else -15), INSET_AT[1] + (36 if y < middle_y else -38)
