from typing import Any

import pytest

from hardware import generate
from hardware.generate import faults
from hardware.wiring.boards import BOARDS, KEPT
from hardware.wiring.netlist import wires

PINS = range(1, 41)
NUMBERED = {"pi": ("GPIO", "bcm"), "pico": ("GP", "gp")}

SIGNALS = [
    *(("pi", ("panel", name)) for name in ("white", "grey", "black", "ok", "back")),
    ("pi", ("sound", "buzzer")),
    *(("pico", ("sensors", "pads", pad, use)) for pad in "ABCDEFG" for use in ("clock", "data")),
]
GROUNDS = [
    ("pi", ("panel", "ground")),
    ("pi", ("display", "ground")),
    ("pi", ("sound", "ground")),
    ("pico", ("sensors", "ground")),
]
SUPPLIES = [("pi", ("display", "supply")), ("pico", ("sensors", "supply"))]


def put(wiring: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    """Change one value in the tables of a wiring."""
    *tables, key = path
    for table in tables:
        wiring = wiring[table]
    wiring[key] = value


def moved(path: tuple[str, ...], board: str, pin: int) -> dict[str, Any]:
    """The kit's wiring with one wire on another pin, rightly named."""
    wiring = generate.read("wiring.toml")
    prefix, key = NUMBERED[board]
    where: dict[str, Any] = {"pin": pin}
    function = BOARDS[board][pin]
    if function.removeprefix(prefix).isdigit():
        where[key] = int(function.removeprefix(prefix))
    if path == ("display", "supply"):
        where["pad"] = "VCC"
    if path == ("display", "ground"):
        where["pad"] = "GND"
    put(wiring, path, where)
    return wiring


def others(board: str, wiring: dict[str, Any], path: tuple[str, ...]) -> set[int]:
    """The board's pins that wires of the kit are on, this one's apart."""
    taken = {
        int(end.pad) for wire in wires(wiring) for end in wire.ends if end.part == board and end.pad.isdigit()
    }
    for key in path:
        wiring = wiring[key]
    return taken - {wiring["pin"]}


def test_the_kit_can_be_wired_as_it_stands(wiring: dict[str, Any]) -> None:
    """Nothing is wrong with what a maker is told to do."""
    assert faults(wiring) == []


@pytest.mark.parametrize(("board", "path"), SIGNALS, ids=[".".join(path) for _, path in SIGNALS])
def test_a_signal_goes_to_a_free_pin_of_software_and_nowhere_else(
    board: str, path: tuple[str, ...], wiring: dict[str, Any]
) -> None:
    """A button, a clock or a data wire on another pin of its board is refused, unless it would work."""
    taken = others(board, wiring, path)

    accepted = {pin for pin in PINS if not faults(moved(path, board, pin))}

    prefix, _ = NUMBERED[board]
    assert accepted == {
        pin
        for pin, function in BOARDS[board].items()
        if function.startswith(prefix) and function not in KEPT[board] and pin not in taken
    }


@pytest.mark.parametrize(
    ("board", "path", "wanted"),
    [*((*wire, "GND") for wire in GROUNDS), *((*wire, "3V3") for wire in SUPPLIES)],
    ids=lambda value: ".".join(value) if isinstance(value, tuple) else value,
)
def test_grounds_and_supplies_go_to_their_like(
    board: str, path: tuple[str, ...], wanted: str, wiring: dict[str, Any]
) -> None:
    """A ground on a supply pin, or a supply on 5 V, is refused wherever it is."""
    taken = others(board, wiring, path)

    accepted = {pin for pin in PINS if not faults(moved(path, board, pin))}

    assert accepted == {
        pin for pin, function in BOARDS[board].items() if function == wanted and pin not in taken
    }


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("panel", "ok"), {"bcm": 19, "pin": 36}, "Pi pin 36 is GPIO16, not GPIO19: it is pin 35"),
        (("panel", "ok"), {"bcm": 6, "pin": 31}, "Pi pin 31 (GPIO6) has 2 wires: give each a pin of its own"),
        (("panel", "ok"), {"bcm": 99, "pin": 35}, "Pi pin 35 is GPIO19, not GPIO99: there is none"),
        (("panel", "ok"), {"bcm": 19, "pin": 99}, "Pi pin 99 is no such pin, not GPIO19: it is pin 35"),
        (("panel", "ok"), {"bcm": 3, "pin": 5}, "the display's bus (SCL) has pull-ups"),
        (("panel", "ground"), {"pin": 2}, "Pi pin 2 (5V) puts 5 V on BACK leg 2, BLACK leg 2, GREY leg 2"),
        (("display", "data"), {"pad": "SDA", "bcm": 17, "pin": 11}, "I2C bus 1 has it on GPIO2"),
        (("display", "supply"), {"pad": "VCC", "pin": 4}, "Pi pin 4 (5V) puts 5 V on display VCC"),
        (
            ("sensors", "pads", "G", "clock"),
            {"gp": 15, "pin": 20},
            "module G SCK is on Pico pin 20 (GP15): the USB driver seizes it at a bus reset",
        ),
        (("sensors", "supply"), {"pin": 40}, "Pico pin 40 (VBUS) puts 5 V on module A RATE"),
        (("sensors", "supply"), {"pin": 39}, "module C VCC does not reach 3.3 V"),
        (("module", "data"), "SCK", "module D SCK shares its wire"),
        (("module", "links"), [["RATE", "VCC"]], "module F E- does not reach ground"),
        (("module", "links"), [["E-", "GND"]], "module B RATE is left open"),
        (("module", "links"), [["RATE", "GND"], ["E-", "GND"]], "module A RATE does not reach 3.3 V"),
        (("module", "links"), [["RATE", "VCC"], ["E-", "GND"], ["RATE", "GND"]], "or something else besides"),
        (("module", "analog", "r1_kohm"), 20.0, "the modules' divider asks for AVDD = 4.30 V"),
        (("cell",), {"E+": "red", "E-": "black", "A+": "green"}, "cell.A- is missing: it is a text"),
        (
            ("cell",),
            {"E+": "red", "E-": "black", "B+": "green", "B-": "white"},
            "cell has no B+: it has E+, E-, A-, A+",
        ),
        (("cell", "A-"), "pink", "cell.A- is 'pink': the colours that can be drawn are red, black"),
        (("panel", "back"), {"bcm": 26}, "panel.back.pin is missing: it is a whole number from 0"),
        (
            ("panel", "ok"),
            {"bcm": 19, "pin": "35a"},
            "panel.ok.pin is '35a', and must be a whole number from 0",
        ),
        (("panel", "ok"), 35, "panel.ok is 35, and must be a table"),
        (("sensors", "pads", "H"), {}, "sensors.pads has no H: it has A, B, C, D, E, F, G"),
        (("sensors", "pads"), {}, "sensors.pads.G is missing: it is a table"),
        (("module", "analog", "r2_kohm"), 0, "module.analog.r2_kohm is 0, and must be a number above 0"),
        (("currents", "cell", "each_ohm"), -1, "currents.cell.each_ohm is -1, and must be a number above 0"),
        (("module", "links"), [["RATE"]], "module.links has ['RATE']: a link is two names of pads"),
        (("cell", "A-"), "green", "two wires of a cell have one colour"),
        (("currents", "cell", "each_ohm"), 60, "the pico's 3V3 gives 370 mA"),
        (
            ("currents", "display", "each_ma"),
            51,
            "the pi's 3V3 gives 51 mA (the display, 51), 50 mA are allowed",
        ),
    ],
)
def test_a_wrong_wiring_is_told_with_place_and_cure(
    path: tuple[str, ...], value: Any, said: str, wiring: dict[str, Any]
) -> None:
    """Who changes a pin learns what is wrong before anything is soldered."""
    put(wiring, path, value)

    found = faults(wiring)

    assert any(said in fault for fault in found), found
