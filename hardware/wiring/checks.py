"""What is wrong with the wiring: each fault one sentence with what, where and the cure."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

from hardware.wiring.boards import BOARDS, FIVE_VOLTS, KEPT
from hardware.wiring.netlist import End, Use, Wire, nets, wires

AVDD_LOWEST_VOLTS = 2.7
"""A supply that the chip works with is 2.6 V and more (HX711 data sheet); a tenth for the parts' spread."""

AVDD_BELOW_SUPPLY_VOLTS = 0.1
"""The regulator needs this much less than its supply (HX711 data sheet, "Power Supply Options")."""

SUPPLY_VOLTS = 3.3

Net = frozenset[End]


def faults(wiring: dict[str, Any]) -> list[str]:
    """All that is wrong with a wiring whose form is sound (form.py)."""
    all_wires = wires(wiring)
    all_nets = nets(all_wires)
    return [
        *_misnamed(wiring),
        *_taken_twice(all_wires),
        *_five_volts(all_nets),
        *_not_supplied(wiring, all_wires, all_nets),
        *_not_grounded(wiring, all_wires, all_nets),
        *_shared(all_wires, all_nets),
        *_taken_away(wiring, all_wires),
        *_cells(wiring),
        *_analog_supply(wiring),
        *_overdrawn(wiring),
    ]


def function(end: End) -> str:
    """What a board's data sheet calls the pin, `GP2` or `GND`; nothing for an end that is no board's."""
    return BOARDS[end.part].get(int(end.pad), "no such pin") if end.part in BOARDS else ""


def avdd_volts(wiring: dict[str, Any]) -> float:
    """What the chip's regulator makes for itself and the cell, if the supply allows it."""
    analog = wiring["module"]["analog"]
    divider = (analog["r1_kohm"] + analog["r2_kohm"]) / analog["r2_kohm"]
    return float(analog["reference_volts"] * divider)


def budget(wiring: dict[str, Any]) -> list[tuple[str, float, float, str]]:
    """Each 3.3 V supply: which board, what is drawn and what may be, in mA, and how that adds up."""
    currents, how_many = wiring["currents"], len(wiring["sensors"]["pads"])
    module_ma = currents["module"]["each_ma"]
    cell_ma = 1000 * avdd_volts(wiring) / currents["cell"]["each_ohm"]
    display_ma = float(currents["display"]["each_ma"])
    return [
        ("pi", display_ma, currents["pi"]["limit_ma"], f"the display, {display_ma:.0f}"),
        (
            "pico",
            how_many * (module_ma + cell_ma),
            currents["pico"]["limit_ma"],
            f"{how_many} × (module {module_ma:.1f} + cell {cell_ma:.1f})",
        ),
    ]


def _misnamed(wiring: dict[str, Any]) -> Iterator[str]:
    """A number that software uses and a pin that do not belong together."""
    pins = [
        *(("pi", pin) for part in ("panel", "display", "sound") for pin in wiring[part].values()),
        *(("pico", pin) for pad in wiring["sensors"]["pads"].values() for pin in pad.values()),
    ]
    for board, pin in pins:
        prefix, key = ("GPIO", "bcm") if board == "pi" else ("GP", "gp")
        end = End(board, str(pin["pin"]))
        if key in pin and function(end) != f"{prefix}{pin[key]}":
            right = [number for number, name in BOARDS[board].items() if name == f"{prefix}{pin[key]}"]
            where = f"it is pin {right[0]}" if right else "there is none"
            yield f"{end} is {function(end)}, not {prefix}{pin[key]}: {where}"


def _taken_twice(all_wires: tuple[Wire, ...]) -> Iterator[str]:
    """A pin holds one wire; what several share goes to a strip, or from part to part."""
    counted = Counter(end for wire in all_wires for end in wire.ends if end.part in BOARDS)
    for end, count in counted.items():
        if count > 1:
            yield f"{end} ({function(end)}) has {count} wires: give each a pin of its own"


def _five_volts(all_nets: tuple[Net, ...]) -> Iterator[str]:
    """5 V on a module comes out of its data pin, and neither board's pins bear that."""
    for net in all_nets:
        for end in net:
            if function(end) in FIVE_VOLTS:
                others = ", ".join(sorted(str(other) for other in net - {end}))
                yield f"{end} ({function(end)}) puts 5 V on {others}: take a 3V3 pin"


def _reaches(end: End, wanted: str, all_nets: tuple[Net, ...]) -> bool:
    net = next((net for net in all_nets if end in net), frozenset())
    return {function(other) for other in net if other.part in BOARDS} == {wanted}


def _not_supplied(
    wiring: dict[str, Any], all_wires: tuple[Wire, ...], all_nets: tuple[Net, ...]
) -> Iterator[str]:
    """Every part is fed with 3.3 V; RATE is an input that is held there."""
    module = wiring["module"]
    for end in _pads(all_wires):
        is_supply = end == End("display", wiring["display"]["supply"]["pad"]) or (
            end.part.startswith("module ") and end.pad in (module["supply"], "RATE")
        )
        if is_supply and not _reaches(end, "3V3", all_nets):
            yield f"{end} does not reach 3.3 V, or something else besides: wire it to a 3V3 pin alone"
    for letter in wiring["sensors"]["pads"]:
        if End(f"module {letter}", "RATE") not in _pads(all_wires):
            yield f"module {letter} RATE is left open: link it to {module['supply']} for 80 readings a second"


def _not_grounded(
    wiring: dict[str, Any], all_wires: tuple[Wire, ...], all_nets: tuple[Net, ...]
) -> Iterator[str]:
    """Every part has its way back: GND, E− of module and cell, a leg of each button and of the buzzer."""
    grounds = {wiring["display"]["ground"]["pad"], wiring["module"]["ground"], "E-", "leg 2"}
    for end in _pads(all_wires):
        if end.pad in grounds and not _reaches(end, "GND", all_nets):
            yield f"{end} does not reach ground, or something else besides: wire it to a GND pin alone"


def _shared(all_wires: tuple[Wire, ...], all_nets: tuple[Net, ...]) -> Iterator[str]:
    """A signal joins one pin that software can use to one pad."""
    signals = (Use.CLOCK, Use.DATA, Use.BUTTON, Use.SOUND)
    for wire in all_wires:
        if wire.use in signals:
            net = next(net for net in all_nets if wire.one in net)
            if len(net) != len(wire.ends):
                yield f"{wire.other} shares its wire: {', '.join(sorted(map(str, net)))}; give each its own"
            if not function(wire.one).startswith("GP"):
                yield f"{wire.other} is on {wire.one} ({function(wire.one)}), which no program can use"


def _taken_away(wiring: dict[str, Any], all_wires: tuple[Wire, ...]) -> Iterator[str]:
    """Pins that work, but are taken: the display's bus is for the display."""
    bus = {End("pi", str(wiring["display"][wire]["pin"])): wire for wire in ("data", "clock")}
    for wire in all_wires:
        reason = KEPT.get(wire.one.part, {}).get(function(wire.one))
        if reason and wire.other.part != "display":
            yield f"{wire.other} is on {wire.one} ({function(wire.one)}): {reason}; take another pin"
    for end, wire_name in bus.items():
        wanted = {"data": "GPIO2", "clock": "GPIO3"}[wire_name]
        if function(end) != wanted:
            yield f"the display's {wire_name} is on {end} ({function(end)}): I2C bus 1 has it on {wanted}"


def _cells(wiring: dict[str, Any]) -> Iterator[str]:
    """A cell has four wires, each of a colour of its own."""
    cell = wiring["cell"]
    if len(set(cell.values())) < len(cell):
        yield f"two wires of a cell have one colour: {', '.join(cell.values())}"


def _analog_supply(wiring: dict[str, Any]) -> Iterator[str]:
    volts, highest = avdd_volts(wiring), SUPPLY_VOLTS - AVDD_BELOW_SUPPLY_VOLTS
    if not AVDD_LOWEST_VOLTS <= volts <= highest:
        yield (
            f"the modules' divider asks for AVDD = {volts:.2f} V: from 3.3 V it can be "
            f"{AVDD_LOWEST_VOLTS} to {highest:.1f} V; change r1"
        )


def _overdrawn(wiring: dict[str, Any]) -> Iterator[str]:
    for board, drawn_ma, limit_ma, sum_ in budget(wiring):
        if drawn_ma > limit_ma:
            yield f"the {board}'s 3V3 gives {drawn_ma:.0f} mA ({sum_}), {limit_ma} mA are allowed"


def _pads(all_wires: tuple[Wire, ...]) -> list[End]:
    """Every end at a part, each once, in the order of the wires."""
    ends = (end for wire in all_wires for end in wire.ends)
    return list(dict.fromkeys(end for end in ends if end.part not in BOARDS))
