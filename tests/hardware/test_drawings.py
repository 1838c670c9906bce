import re
from collections import Counter
from itertools import combinations, pairwise
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from hardware.wiring import draw_module, draw_pi, draw_sensors
from hardware.wiring.netlist import End, nets, wires
from hardware.wiring.svg import name

DRAWN = {"pi": draw_pi.draw, "sensors": draw_sensors.draw, "module": draw_module.draw}
ROOT = Path(__file__).parent.parent.parent
SVG = "{http://www.w3.org/2000/svg}"
SIZES_PX = {"title": 22, "part": 16, "small": 13, "free": 12, "warn": 13, "pin": 11, "": 14}
LETTER = 0.58  # of its size is a letter wide, on average (DejaVu Sans)

Segment = tuple[tuple[int, int], tuple[int, int]]


def picture(which: str, wiring: dict[str, Any]) -> ElementTree.Element:
    """One of the drawings, read back."""
    return ElementTree.fromstring(DRAWN[which](wiring))  # noqa: S314, our own


def drawn(which: str, wiring: dict[str, Any]) -> dict[str, list[tuple[int, int]]]:
    """The corners of each wire in a drawing, by its name."""
    return {
        path.attrib["id"]: [(int(x), int(y)) for x, y in re.findall(r"(\d+) (\d+)", path.attrib["d"])]
        for path in picture(which, wiring).iter(f"{SVG}path")
        if "id" in path.attrib
    }


def segments(corners: list[tuple[int, int]]) -> list[Segment]:
    """The straight pieces of a wire, each from its lesser to its greater end."""
    return [(min(piece), max(piece)) for piece in pairwise(corners) if piece[0] != piece[1]]


def lie_on_each_other(one: Segment, other: Segment) -> bool:
    """Whether two pieces run along one another for a while, or so near that they look it."""
    for along, across in ((0, 1), (1, 0)):
        is_along = one[0][across] == one[1][across] and other[0][across] == other[1][across]
        is_near = abs(one[0][across] - other[0][across]) < 8
        overlap = min(one[1][along], other[1][along]) - max(one[0][along], other[0][along])
        if is_along and is_near and overlap > 0:
            return True
    return False


def test_the_drawings_show_every_wire_and_no_other(wiring: dict[str, Any]) -> None:
    """Who wires by the drawings has made every connection of wiring.toml; one module stands for all seven."""
    shown = set(drawn("pi", wiring)) | set(drawn("sensors", wiring))
    of_one = set(drawn("module", wiring))
    for pad in wiring["sensors"]["pads"]:
        shown |= {re.sub(r"\b(module|cell)-A\b", rf"\1-{pad}", wire) for wire in of_one}

    assert len(of_one) == 6
    assert shown == {f"{name(wire.one)}--{name(wire.other)}" for wire in wires(wiring)}


@pytest.mark.parametrize("which", DRAWN)
def test_no_two_wires_look_like_one(which: str, wiring: dict[str, Any]) -> None:
    """Each line can be followed with a finger: two that are not joined never run along the same way."""
    all_nets = nets(wires(wiring))
    net_of = {
        f"{name(wire.one)}--{name(wire.other)}": next(net for net in all_nets if wire.one in net)
        for wire in wires(wiring)
    }

    merged = [
        (one, other)
        for (one, corners), (other, other_corners) in combinations(drawn(which, wiring).items(), 2)
        if net_of[one] != net_of[other]
        and any(
            lie_on_each_other(piece, other_piece)
            for piece in segments(corners)
            for other_piece in segments(other_corners)
        )
    ]

    assert merged == []


@pytest.mark.parametrize("which", DRAWN)
def test_a_wire_ends_at_what_it_joins(which: str, wiring: dict[str, Any]) -> None:
    """At each end there is a pin or a pad, or a wire of the same strip."""
    root = picture(which, wiring)
    marked = {(int(ring.attrib["cx"]), int(ring.attrib["cy"])) for ring in root.iter(f"{SVG}circle")}
    ways = drawn(which, wiring)
    met = Counter(point for way in ways.values() for point in set(way))
    joined = marked | {point for point, count in met.items() if count > 1}

    loose = [wire for wire, way in ways.items() if not {way[0], way[-1]} <= joined]
    bare = [wire for wire in loose if "cell" not in wire.split("--")[0]]  # a cell's wires come out of its end

    assert bare == []


def letters(root: ElementTree.Element) -> list[tuple[str, tuple[float, float, float, float]]]:
    """Each text, and about where it lies: left, top, right, bottom."""
    found = []
    for text in root.iter(f"{SVG}text"):
        size_px = SIZES_PX[text.attrib.get("class", "")]
        words = text.text or ""
        x, y, width = int(text.attrib["x"]), int(text.attrib["y"]), len(words) * LETTER * size_px
        left = {"start": x, "middle": x - width / 2, "end": x - width}[
            text.attrib.get("text-anchor", "start")
        ]
        found.append((words, (left, y - 0.8 * size_px, left + width, y + 0.2 * size_px)))
    return [(words, box) for words, box in found if words]


@pytest.mark.parametrize("which", DRAWN)
def test_every_word_can_be_read(which: str, wiring: dict[str, Any]) -> None:
    """No text lies on another, or runs out of the picture."""
    root = picture(which, wiring)
    texts = letters(root)

    outside = [words for words, box in texts if box[0] < 0 or box[2] > int(root.attrib["width"])]
    outside += [words for words, box in texts if box[3] > int(root.attrib["height"])]
    covered = [
        (one, other)
        for (one, a), (other, b) in combinations(texts, 2)
        if min(a[2], b[2]) > max(a[0], b[0]) and min(a[3], b[3]) > max(a[1], b[1])
    ]

    assert len(texts) > 20
    assert outside == []
    assert covered == []


@pytest.mark.parametrize("which", DRAWN)
def test_no_wire_strikes_a_word_out(which: str, wiring: dict[str, Any]) -> None:
    """Names stand beside their wires, not under them."""
    ways = drawn(which, wiring)

    struck = [
        (words, wire)
        for words, (left, top, right, bottom) in letters(picture(which, wiring))
        for wire, corners in ways.items()
        for (x1, y1), (x2, y2) in segments(corners)
        if x1 < right and x2 > left and min(y1, y2) < bottom and max(y1, y2) > top + 2
    ]

    assert [
        strike for strike in struck if not strike[0].isdigit()
    ] == []  # a pin's number is where its wire ends


def test_each_pin_says_what_it_is(wiring: dict[str, Any]) -> None:
    """Every wired pin shows its number, and beside it what software calls it."""
    words = {text.text for which in ("pi", "sensors") for text in picture(which, wiring).iter(f"{SVG}text")}

    pads = wiring["sensors"]["pads"].values()
    named = {f"GP{pin['gp']}" for pad in pads for pin in pad.values()}
    named |= {f"BCM {pin['bcm']}" for pin in wiring["panel"].values() if "bcm" in pin}
    ends = {end for wire in wires(wiring) for end in wire.ends}

    assert named <= words
    assert {end.pad for end in ends if end.part in ("pi", "pico")} <= words
    assert End("display", "SDA") in ends
    assert {pad["pad"] for pad in wiring["display"].values()} <= words


def test_the_chip_is_drawn_with_the_pins_that_are_soldered(wiring: dict[str, Any]) -> None:
    """Who lifts a pin for the first time finds pin 1 by its dot, and 15 and 16 beside each other."""
    root = picture("module", wiring)
    words = {text.text for text in root.iter(f"{SVG}text")}
    (link,) = (way for wire, way in drawn("module", wiring).items() if "RATE" in wire)

    assert {"dot: 1", "RATE 15", "VCC 16", "4 VFB", "203", "822"} <= words
    assert link[0] == draw_module.pin_at(15)
    assert draw_module.pin_at(16)[1] in {y for _, y in link}  # it goes over pin 16
    assert [draw_module.pin_at(pin)[0] for pin in (1, 8)] < [draw_module.pin_at(pin)[0] for pin in (16, 9)]
    assert draw_module.pin_at(1)[1] == draw_module.pin_at(16)[1] < draw_module.pin_at(8)[1]


def test_the_pico_is_shown_as_it_lies_in_the_temple() -> None:
    """Who solders with the temple before them does not count the pins from the wrong end."""
    lead_gap = openscad_number("lead_gap")
    lead_x, lead_y = draw_sensors.inset_at(lead_gap, 7, 100)

    assert (lead_x, lead_y) == (draw_sensors.INSET_AT[0], draw_sensors.INSET_AT[1] + 100)  # down, as drawn
    by_the_socket = [draw_sensors.inset_pin_at(pin) for pin in (1, 40)]
    far = [draw_sensors.inset_pin_at(pin) for pin in (20, 21)]
    assert min(y for _, y in by_the_socket) > max(y for _, y in far)
    assert by_the_socket[0][0] > by_the_socket[1][0]  # pins 1 to 20 on the right


def openscad_number(name: str) -> float:
    """A number of dimensions.scad."""
    text = (ROOT / "hardware" / "parts" / "dimensions.scad").read_text(encoding="utf-8")
    (found,) = re.findall(rf"^{name} = ([\d.]+);", text, re.MULTILINE)
    return float(found)
