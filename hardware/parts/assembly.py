"""The parts put together: which solid lies where, and which of them go down with a pad."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import SimpleNamespace

from manifold3d import Manifold

from hardware.parts import bought
from hardware.parts.solids import box

PADS = "ABCDEFG"


@dataclass(frozen=True)
class Placed:
    """A solid in its place; `what` names its kind, `pad` the pad that it goes down with or belongs to."""

    name: str
    what: str
    body: Manifold
    pad: str = ""
    is_moving: bool = False
    lean_deg: float = 0.0
    """How far it is turned about x, from lying flat."""

    def moved(self, x: float, y: float, z: float) -> "Placed":
        """The same, shifted, in millimetres."""
        return Placed(
            self.name, self.what, self.body.translate((x, y, z)), self.pad, self.is_moving, self.lean_deg
        )


def turned(body: Manifold, place: float, d: SimpleNamespace) -> Manifold:
    """From the axes of a pad (outwards is +y) to its place on the ring; 0 is A, halves lie between."""
    return body.rotate((0, 0, -place * d.step_deg))


def flipped(body: Manifold) -> Manifold:
    """Upside down, as parts that are printed on their face are built in."""
    return body.rotate((0, 180, 0))


def temple(d: SimpleNamespace, printed: Mapping[str, Manifold], stop_gap_mm: float) -> Iterator[Placed]:
    """The whole temple at rest; z = 0 is the table's height, the stops set to that gap."""
    yield from floor(d, printed)
    yield from deck(d, printed)
    for place, name in enumerate(PADS):
        yield from bay(d, printed, name, place, stop_gap_mm)
        for what, body in bought.hx711(d).items():
            middle_mm = d.module_from_mm + d.module_mm[1] / 2
            stands = body.translate((0, middle_mm, d.floor_mm))
            yield Placed(f"module {name}", what, turned(stands, place + 0.5, d), name)
    yield from controller(d)


def floor(d: SimpleNamespace, printed: Mapping[str, Manifold]) -> Iterator[Placed]:
    """Both pieces of the floor, and the straps across their seams with their screws."""
    for name in ("floor_abc", "floor_defg"):
        yield Placed(name, "printed", printed[name])
    for seam in d.floor_seams:
        strap = printed["strap"].translate((0, d.strap_at_mm, d.floor_mm))
        yield Placed(f"strap at {seam}", "strap", turned(strap, seam, d))
        for x in (-0.5, 0.5):
            for y in (-0.5, 0.5):
                across, along = d.strap_holes_mm
                at = (x * across, d.strap_at_mm + y * along, d.nut_height_mm)
                held = flipped(bought.screw(d, 6)).translate(at)
                yield Placed(f"screw of strap {seam}", "metal", turned(held, seam, d))


def deck(d: SimpleNamespace, printed: Mapping[str, Manifold]) -> Iterator[Placed]:
    """Both pieces of the deck, and the screws that hold them."""
    for name in ("deck_cde", "deck_fgab"):
        yield Placed(name, "deck", printed[name].translate((0, 0, d.deck_z_mm)))
    head_mm = d.deck_z_mm + d.deck_mm - d.deck_head_mm
    for place, x, y in posts(d):
        held = bought.screw(d, 8).translate((x, y, head_mm))
        yield Placed(f"screw of the deck at {place}", "metal", turned(held, place, d))


def posts(d: SimpleNamespace) -> Iterator[tuple[float, float, float]]:
    """Where the deck is screwed down, as in common.scad: place on the ring, and on that place's axes."""
    seams = (*d.floor_seams, *d.deck_seams)
    for pad in range(d.pads):
        yield pad, 0, d.post_inner_at_mm
        beside = d.post_beside_mm
        for x in (-beside, beside) if pad + 0.5 in seams else (0,):
            yield pad + 0.5, x, d.post_outer_at_mm


def bay(
    d: SimpleNamespace, printed: Mapping[str, Manifold], name: str, place: int, stop_gap_mm: float
) -> Iterator[Placed]:
    """One cell with its pad, its stop and all screws."""
    ring, top_mm = d.ring_radius_mm, d.cell_z_mm + d.cell_height_mm

    def put(what: str, body: Manifold, at: tuple[float, float, float], moves: bool = False) -> Placed:
        own = "cell" if what == "gauges" else what
        return Placed(f"{own} {name}", what, turned(body.translate(at), place, d), name, moves)

    body, end = bought.cell(d), bought.loaded_end(d)
    yield put("cell", body ^ end, (0, ring, d.cell_z_mm), True)
    yield put("cell", body - end, (0, ring, d.cell_z_mm))
    yield put("gauges", bought.gauges(d), (0, ring, d.cell_z_mm))
    pad = flipped(printed["pad"])
    yield put("pad", pad, (0, ring, d.pad_z_mm + d.pad_plate_mm), True)
    yield put("stop", bought.stop_screw(d), (0, ring + d.stop_inset_mm, d.cell_z_mm - stop_gap_mm))
    yield put("nut", bought.nut(d), (0, ring + d.stop_inset_mm, d.stop_boss_z_mm - d.nut_height_mm + 0.1))
    fixed_mm = ring + d.cell_hole_span_mm
    for x in (-d.cell_hole_pair_mm / 2, d.cell_hole_pair_mm / 2):
        head_mm = d.pad_z_mm + d.pad_plate_mm - d.screw_head_height_mm
        yield put("metal", bought.screw(d, 10), (x, ring, head_mm), True)
        yield put("metal", bought.screw(d, 16), (x, fixed_mm, top_mm))
        yield put("nut", bought.nut(d), (x, fixed_mm, 0.1))


def controller(d: SimpleNamespace) -> Iterator[Placed]:
    """The Pico in the middle, the plug in its socket, and the strips for 3.3 V and ground beside it."""
    x, y = d.strips_at_mm
    yield Placed("strips", "strips", box(d.strips_mm, (x, y, d.floor_mm + 1)))
    at = (0, 0, d.floor_mm + d.pico_lift_mm)
    for what, body in bought.pico(d).items():
        yield Placed("Pico", what, turned(body.translate(at), d.lead_gap, d))
    yield Placed("USB plug", "plug", turned(bought.plug(d).translate(at), d.lead_gap, d))


def panel(d: SimpleNamespace, printed: Mapping[str, Manifold], inch: str) -> Iterator[Placed]:
    """The panel with one of the two displays ("096" or "130"); z = 0 is the table."""

    def put(name: str, what: str, body: Manifold, lift_mm: float = 0) -> Placed:
        lean_deg = panel_slope_deg(d)
        sloped = body.translate((0, 0, lift_mm)).rotate((lean_deg, 0, 0)).translate((0, 0, d.panel_front_mm))
        return Placed(name, what, sloped, lean_deg=lean_deg)

    yield Placed("panel box", "printed", printed["panel_box"])
    yield put("panel lid", "deck", printed["panel_lid"])
    for n in range(5):
        at = ((n - 2) * d.button_pitch_mm, d.button_row_mm, d.panel_lid_mm)
        for what, body in bought.button(d).items():
            yield put(f"button {n}", f"button {n}" if what == "cap" else what, body.translate(at))
    bezel = flipped(printed[f"bezel_{inch}"]).translate((0, d.display_row_mm, d.bezel_mm[2]))
    yield put("bezel", "bezel", bezel, d.panel_lid_mm)
    sizes = (getattr(d, f"oled_{inch}{name}") for name in ("_mm", "_view_mm", "_view_up_mm"))
    for what, body in bought.oled(*sizes).items():
        yield put("display", what, body.translate((0, d.display_row_mm, 0)), d.panel_lid_mm)
    for x, y in panel_screws(d):
        yield put("screw of the panel", "metal", bought.screw(d, 10).translate((x, y, 0)), d.panel_lid_mm)
    for x in (-0.5, 0.5):
        for y in (-0.5, 0.5):
            at = (x * d.bezel_holes_mm[0], d.display_row_mm + y * d.bezel_holes_mm[1], d.bezel_mm[2])
            yield put("screw of the bezel", "metal", bought.screw(d, 6).translate(at), d.panel_lid_mm)


def panel_slope_deg(d: SimpleNamespace) -> float:
    """How far the lid leans towards the player, as in panel.scad."""
    return math.degrees(math.asin((d.panel_back_mm - d.panel_front_mm) / d.panel_mm[1]))


def panel_screws(d: SimpleNamespace) -> Iterator[tuple[float, float]]:
    """Where the lid is screwed onto the box, as in panel.scad."""
    inset = d.panel_wall_mm + d.panel_post_mm / 2 - 1
    for x in (inset - d.panel_mm[0] / 2, d.panel_mm[0] / 2 - inset):
        for y in (inset, d.panel_mm[1] - inset):
            yield x, y


def box_base(d: SimpleNamespace) -> Manifold:
    """The lower half of the game's box, upside down, its top at z = 0."""
    return box((d.box_base_mm, d.box_base_mm, 50), (0, 0, -50))
