"""Draws the pictures of the assembly guide: `make parts-pictures`.

They are kept with a note of what they were made of. Pictures are not compared pixel by pixel: another
version of OpenSCAD may cut a face into other triangles. The note holds a number of all sources, and one of
each picture as it was written, so that neither a changed part nor a picture painted over goes unseen.
"""

import hashlib
import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from hardware.parts import openscad, stages
from hardware.parts.assembly import temple
from hardware.parts.check import BUILD
from hardware.parts.scene import Kit
from hardware.parts.solids import read_triangles, solid
from hardware.parts.wires import WIRING_FILE

FOLDER = Path(__file__).parent.parent / "pictures"
NOTE = FOLDER / "made-of.txt"
PICTURES: dict[str, Callable[[Kit], Image.Image]] = {
    "prints": stages.prints,
    "floor": stages.floor,
    "below": stages.below,
    "cell": stages.cell,
    "pad": stages.pad,
    "stop": stages.stop,
    "wires": stages.wires,
    "closed": stages.closed,
    "panel-open": stages.panel_open,
    "panel-closed": stages.panel_closed,
    "table": stages.table,
}
DRAWN_BY = ("assembly", "bought", "draw", "scene", "solids", "stages", "wires")


def kit() -> Kit:
    """All parts, rendered where that is needed."""
    d = openscad.dimensions()
    printed = {name: solid(read_triangles(path)) for name, path in openscad.render_all(BUILD).items()}
    return Kit(d, printed, list(temple(d, printed, d.stop_gap_mm)))


def sources() -> list[Path]:
    """Everything that makes a difference to a picture."""
    here = Path(__file__).parent
    drawn_by = [here / f"{name}.py" for name in DRAWN_BY]
    return [*sorted(here.glob("*.scad")), *drawn_by, WIRING_FILE]


def note() -> str:
    """What the pictures were made of, and what was made: as pictures/made-of.txt has it."""
    lines = [f"sources {openscad.digest(sources())}"]
    for name in sorted(PICTURES):
        path = FOLDER / f"{name}.png"
        made = hashlib.sha256(path.read_bytes()).hexdigest() if path.exists() else "missing"
        lines.append(f"{path.name} {made}")
    return "\n".join(lines) + "\n"


def main(names: list[str]) -> int:
    """Draw all pictures, or only those that are named, to look at while one changes."""
    try:
        whole = kit()
    except openscad.NoOpenScad as absent:
        print(absent)
        return 2
    FOLDER.mkdir(exist_ok=True)
    for name in names or PICTURES:
        PICTURES[name](whole).save(FOLDER / f"{name}.png", optimize=True)
        print(FOLDER / f"{name}.png")
    if not names:
        for path in set(FOLDER.glob("*.png")) - {FOLDER / f"{name}.png" for name in PICTURES}:
            path.unlink()
        NOTE.write_text(note(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
