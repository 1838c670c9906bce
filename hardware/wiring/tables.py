"""The tables of README.md and the list of parts, from `wiring.toml` and `bom.toml`."""

import csv
import io
from collections.abc import Iterable, Iterator
from typing import Any

from hardware.wiring.checks import avdd_volts, budget, function
from hardware.wiring.netlist import End, printed, wires

COLUMNS = {
    "step": "for",
    "quantity": "how many",
    "part": "part",
    "matters": "what matters",
    "substitute": "instead",
    "note": "mind",
}
"""The keys of a part in `bom.toml`, in the order of the columns, and how the table heads them."""


def fill(paper: str, blocks: dict[str, str]) -> str:
    """A paper with each block put between its two marks. Raises ValueError when a mark is not there."""
    for name, block in blocks.items():
        begin, end = f"<!-- {name}, made by make hardware -->\n", f"<!-- end of {name} -->\n"
        before, found, rest = paper.partition(begin)
        _, found_end, after = rest.partition(end)
        if not found or not found_end:
            raise ValueError(f"the paper has no marks {begin.strip()} and {end.strip()}")
        paper = f"{before}{begin}\n{block}\n{end}{after}"
    return paper


def blocks(wiring: dict[str, Any], parts: list[dict[str, str]]) -> dict[str, str]:
    """Each block of README.md, by the name that its marks have."""
    return {
        "parts": _parts(parts),
        "pins of the Pi": _pi(wiring),
        "pins of the Pico": _pico(wiring),
        "pads of a module": _module(wiring),
        "currents": _currents(wiring),
    }


def bom(parts: list[dict[str, str]]) -> str:
    """The list of parts for a spreadsheet."""
    text = io.StringIO()
    writer = csv.DictWriter(text, list(COLUMNS), lineterminator="\n")
    writer.writeheader()
    writer.writerows(parts)
    return text.getvalue()


def _table(heads: Iterable[str], rows: Iterable[Iterable[object]]) -> str:
    lines = [list(heads)]
    lines += [["---"] * len(lines[0]), *([str(cell) for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def _parts(parts: list[dict[str, str]]) -> str:
    heads = list(COLUMNS.values())[1:]
    steps = dict.fromkeys(part["step"] for part in parts)
    tables = []
    for step in steps:
        rows = ([part[key] for key in list(COLUMNS)[1:]] for part in parts if part["step"] == step)
        tables.append(f"**{step}**\n\n{_table(heads, rows)}")
    return "\n".join(tables)


def _pi(wiring: dict[str, Any]) -> str:
    rows = []
    for wire in wires(wiring):
        pin, other = sorted(wire.ends, key=lambda end: end.part != "pi")
        if pin.part == "pi":
            rows.append((_at_the_panel(other), function(pin).replace("GPIO", "BCM "), pin.pad))
    return _table(("from", "what it is", "header pin"), rows)


def _at_the_panel(end: End) -> str:
    if end.part in ("display", "buzzer"):
        return str(end)
    return (
        f"button {end.part}"
        if end.pad == "leg 1"
        else "the other leg of all five buttons, from one to the next"
    )


def _pico(wiring: dict[str, Any]) -> str:
    sensors, module = wiring["sensors"], wiring["module"]
    pads = _table(
        ("module", f"{module['clock']} to", "pin", f"{module['data']} to", "pin"),
        (
            (
                letter,
                *(cell for use in ("clock", "data") for cell in (f"GP{pad[use]['gp']}", pad[use]["pin"])),
            )
            for letter, pad in sensors["pads"].items()
        ),
    )
    shared = _table(
        ("strip", "from the Pico", "pin", "to each module"),
        (
            ("3.3 V", "3V3 OUT", sensors["supply"]["pin"], module["supply"]),
            ("ground", "GND", sensors["ground"]["pin"], module["ground"]),
        ),
    )
    return f"{pads}\n{shared}"


def _module(wiring: dict[str, Any]) -> str:
    return _table(("pad", "goes to"), _pads(wiring))


def _pads(wiring: dict[str, Any]) -> Iterator[tuple[str, str]]:
    module = wiring["module"]
    yield module["supply"], "the 3.3 V strip"
    yield module["ground"], "the ground strip"
    yield module["clock"], "a pin of the Pico, by the table above"
    yield module["data"], "a pin of the Pico, by the table above"
    for pad, colour in wiring["cell"].items():
        yield printed(pad), f"the cell's {colour} wire"
    for pad, other in module["links"]:
        yield printed(pad), f"{other}, on the module itself"
    yield "B+, B−", "nothing"


def _currents(wiring: dict[str, Any]) -> str:
    currents = wiring["currents"]
    rows = [
        (
            f"the {board.capitalize()}'s 3V3 pin",
            f"{drawn_ma:.0f} mA: {sum_}",
            f"{limit_ma} mA ({currents[board]['source']})",
        )
        for board, drawn_ma, limit_ma, sum_ in budget(wiring)
    ]
    cell_ma = 1000 * avdd_volts(wiring) / currents["cell"]["each_ohm"]
    sources = (
        f"Display: {currents['display']['source']}. Module: {currents['module']['source']}. "
        f"Cell: {currents['cell']['source']}, so {cell_ma:.1f} mA at {avdd_volts(wiring):.1f} V.\n"
    )
    return f"{_table(('from', 'is drawn', 'may be drawn'), rows)}\n{sources}"
