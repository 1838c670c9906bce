"""Whether `wiring.toml` names everything that the kit has, each in its form: the checks rely on it."""

from collections.abc import Iterator
from typing import Any

from hardware.wiring.draw_module import COLOURS


def _pin(*numbered: str) -> dict[str, Any]:
    return {**dict.fromkeys(numbered, int), "pin": int}


_CURRENT = {"source": str}

FORM: dict[str, Any] = {
    "panel": {
        **{button: _pin("bcm") for button in ("white", "grey", "black", "ok", "back")},
        "ground": _pin(),
    },
    "display": {
        "supply": {"pad": str, **_pin()},
        "data": {"pad": str, **_pin("bcm")},
        "clock": {"pad": str, **_pin("bcm")},
        "ground": {"pad": str, **_pin()},
    },
    "sound": {"buzzer": _pin("bcm"), "ground": _pin()},
    "sensors": {
        "supply": _pin(),
        "ground": _pin(),
        "pads": {letter: {"clock": _pin("gp"), "data": _pin("gp")} for letter in "ABCDEFG"},
    },
    "module": {
        **dict.fromkeys(("clock", "data", "supply", "ground"), str),
        "links": list,
        "analog": dict.fromkeys(("reference_volts", "r1_kohm", "r2_kohm"), float),
    },
    "cell": dict.fromkeys(("E+", "E-", "A-", "A+"), str),
    "currents": {
        **{board: {"limit_ma": float, **_CURRENT} for board in ("pi", "pico")},
        **{part: {"each_ma": float, **_CURRENT} for part in ("display", "module")},
        "cell": {"each_ohm": float, **_CURRENT},
    },
}
"""Each table with its keys, each key with its kind: int a number of a pin, float a figure above 0."""

_KINDS = {
    int: "a whole number from 0",
    float: "a number above 0",
    str: "a text",
    list: "a list",
    dict: "a table",
}


def malformed(wiring: dict[str, Any]) -> list[str]:
    """What is missing, unknown or of another kind, each in one sentence with its place and cure."""
    found = list(_compared(wiring, FORM, ""))
    if found:
        return found
    return [*_links(wiring["module"]["links"]), *_colours(wiring["cell"])]


def _compared(given: dict[str, Any], form: dict[str, Any], where: str) -> Iterator[str]:
    for key, kind in form.items():
        name = f"{where}.{key}" if where else key
        if key not in given:
            yield f"{name} is missing: it is {_KINDS[dict if isinstance(kind, dict) else kind]}"
        elif isinstance(kind, dict) and isinstance(given[key], dict):
            yield from _compared(given[key], kind, name)
        elif not _is(given[key], kind):
            wanted = _KINDS[dict if isinstance(kind, dict) else kind]
            yield f"{name} is {given[key]!r}, and must be {wanted}"
    for key in given:
        if key not in form:
            yield f"{where or 'the file'} has no {key}: it has {', '.join(form)}"


def _is(value: Any, kind: Any) -> bool:
    if kind is int:
        return type(value) is int and value >= 0
    if kind is float:
        return type(value) in (int, float) and 0 < value < float("inf")
    return isinstance(kind, type) and isinstance(value, kind)


def _links(links: list[Any]) -> Iterator[str]:
    for link in links:
        is_pair = isinstance(link, list) and len(link) == 2 and all(isinstance(pad, str) for pad in link)
        if not is_pair:
            yield f"module.links has {link!r}: a link is two names of pads"


def _colours(cell: dict[str, str]) -> Iterator[str]:
    for pad, colour in cell.items():
        if colour not in COLOURS:
            yield f"cell.{pad} is {colour!r}: the colours that can be drawn are {', '.join(COLOURS)}"
