"""Renders every printed part and checks that it can be printed and built: `make parts-check`.

Each is one closed solid that fits the bed; nothing collides at rest, with a pad pressed onto its stop, or
with a pad tilted onto a post; and what stops a pad is the stop, not the plastic.
"""

import math
import os
import re
import sys
import time
from collections.abc import Iterator, Mapping
from itertools import combinations
from pathlib import Path
from types import SimpleNamespace

from manifold3d import Manifold

from hardware.parts import openscad
from hardware.parts.assembly import PADS, Placed, panel, temple, turned
from hardware.parts.solids import bounds, read_triangles, shared_mm3, solid

BUILD = Path(__file__).parent.parent.parent / "build" / "stl"
GUIDE = Path(__file__).parent.parent / "ASSEMBLY.md"
TOUCHING_MM3 = 0.02
"""Faces that lie on each other share a film this small: STL files have six digits."""
PADS_APART_MM = 5.0
"""Between two pads: a hand that steadies a stone on one is off the next."""
ROOM_MM = 0.2
"""What a stop that is set as wide as allowed leaves to all else: what a printer is out by."""


def faults_of_part(name: str, path: Path, bed_mm: float) -> Iterator[str]:
    """Why a part cannot be printed; nothing if it can."""
    try:
        body = solid(read_triangles(path))
    except ValueError as fault:
        yield f"{name}: {fault}"
        return
    pieces = body.decompose()
    if len(pieces) != 1:
        yield f"{name}: it is {len(pieces)} solids, not one"
    if body.volume() <= 0:
        yield f"{name}: its volume is {body.volume():.0f} mm3: it is inside out"
    size = [bounds(body)[n + 3] - bounds(body)[n] for n in range(3)]
    if max(size) > bed_mm:
        yield f"{name}: {size[0]:.1f} x {size[1]:.1f} x {size[2]:.1f} mm do not fit a bed of {bed_mm} mm"


def widest_mm(files: Mapping[str, Path]) -> int:
    """How wide the widest piece of floor or deck lies on the bed, rounded up."""
    pieces = [path for name, path in files.items() if name.startswith(("floor_", "deck_"))]
    boxes = [bounds(solid(read_triangles(path))) for path in pieces]
    return math.ceil(max(each[n + 3] - each[n] for each in boxes for n in (0, 1)))


def faults_of_guide(guide: str, widest: int) -> Iterator[str]:
    """Whether the guide says how wide the pieces are: who trusts it chooses a printer by that."""
    told = re.findall(r"pieces are up to (\d+) mm wide", guide)
    if told != [str(widest)]:
        yield f"ASSEMBLY.md says of the temple's pieces {told} mm: they are up to {widest} mm wide"


def collisions(parts: list[Placed]) -> Iterator[str]:
    """Each two of these that want to be in the same place."""
    for one, other in combinations(parts, 2):
        shared = shared_mm3(one.body, other.body)
        if shared > TOUCHING_MM3:
            yield f"{one.name} and {other.name} share {shared:.2f} mm3"


def pressed(parts: list[Placed], pad: str, by_mm: float) -> list[Placed]:
    """The temple with one pad gone down."""
    return [each.moved(0, 0, -by_mm) if each.is_moving and each.pad == pad else each for each in parts]


def tilted(parts: list[Placed], pad: str, towards_deg: float, d: SimpleNamespace) -> list[Placed]:
    """The temple with one pad pressed on its rim until it lies on a post: it turns about its middle."""
    turn_deg = math.degrees(math.atan2(d.tilt_gap_mm, d.tilt_post_at_mm))
    place = PADS.index(pad)

    def tip(body: Manifold) -> Manifold:
        home = turned(body, -place, d).translate((0, -d.ring_radius_mm, -d.pad_z_mm))
        leaning = home.rotate((0, 0, -towards_deg)).rotate((turn_deg, 0, 0)).rotate((0, 0, towards_deg))
        return turned(leaning.translate((0, d.ring_radius_mm, d.pad_z_mm)), place, d)

    return [
        Placed(each.name, each.what, tip(each.body), each.pad, True)
        if each.what == "pad" and each.pad == pad
        else each
        for each in parts
    ]


def faults_of_temple(d: SimpleNamespace, printed: Mapping[str, Manifold]) -> Iterator[str]:
    """Why the temple cannot be built, or its pads not go down to their stops; nothing if all is well."""
    parts = list(temple(d, printed, d.stop_gap_mm))
    yield from (f"at rest: {fault}" for fault in collisions(parts))
    for pad in PADS:
        yield from faults_of_stop(parts, pad, d.stop_gap_mm, d.stop_gap_max_mm)
    pads = [each for each in parts if each.what == "pad"]
    for one, other in zip(pads, [*pads[1:], pads[0]], strict=True):
        gap_mm = one.body.min_gap(other.body, 20)
        if gap_mm < PADS_APART_MM:
            yield f"{one.name} and {other.name} are {gap_mm:.1f} mm apart; they need {PADS_APART_MM}"
    for towards_deg in (90, 180, 270):
        leaning = tilted(parts, "A", towards_deg, d)
        near = [each for each in leaning if each.what in ("pad", "deck") or each.name == "pad B"]
        yield from (f"pad A tilted to {towards_deg} degrees: {fault}" for fault in collisions(near))


def faults_of_stop(parts: list[Placed], pad: str, gap_mm: float, widest_mm: float) -> Iterator[str]:
    """Whether a pad goes down freely to its stop, is held there, and by nothing else before it."""
    moving = [each for each in parts if each.is_moving and each.pad == pad]
    others = [each for each in parts if not (each.is_moving and each.pad == pad)]
    own_cell = f"cell {pad}"  # its two halves are one piece: where they meet is no collision
    stop = f"stop {pad}"
    for by_mm, names in ((gap_mm, set()), (gap_mm + 0.1, {stop})):
        met = set(_met(moving, others, by_mm, own_cell))
        if met != names:
            yield f"pad {pad}, {by_mm:.1f} mm down, is to meet {sorted(names)}, but meets {sorted(met)}"
    met = set(_met(moving, others, widest_mm + ROOM_MM - 0.01, own_cell)) - {stop}
    if met:
        yield f"pad {pad}, its stop set to {widest_mm} mm: it may meet {sorted(met)} first"


def _met(moving: list[Placed], others: list[Placed], by_mm: float, own_cell: str) -> Iterator[str]:
    for each in moving:
        low = each.moved(0, 0, -by_mm)
        for other in others:
            if (each.name, other.name) != (own_cell, own_cell) and shared_mm3(
                low.body, other.body
            ) > TOUCHING_MM3:
                yield other.name


def check(folder: Path) -> list[str]:
    """Render all parts into a folder, and everything that is wrong with them."""
    d = openscad.dimensions()
    files = openscad.render_all(folder)
    faults = [fault for name, path in files.items() for fault in faults_of_part(name, path, d.bed_mm)]
    if faults:
        return faults  # what is no solid cannot be put together
    faults += faults_of_guide(GUIDE.read_text(encoding="utf-8"), widest_mm(files))
    printed = {name: solid(read_triangles(path)) for name, path in files.items()}
    faults += faults_of_temple(d, printed)
    for inch in ("096", "130"):
        found = collisions(list(panel(d, printed, inch)))
        faults += [f"panel with the display of {inch[0]}.{inch[1:]} inch: {fault}" for fault in found]
    return faults


def main() -> int:
    """Say what is wrong; 0 if nothing is, 1 if something is, 3 if OpenSCAD is not there to tell."""
    began_s = time.monotonic()
    try:
        faults = check(BUILD)
    except openscad.NoOpenScad as absent:
        print(f"NOT CHECKED: the printed parts. {absent}")
        return 1 if os.environ.get("CI") else 3
    for fault in faults:
        print(fault)
    count = len(openscad.PRINTED)
    print(f"{count} printed parts, {len(faults)} faults, {time.monotonic() - began_s:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
