"""The deck's engravings as paths for the pages, whose temple is the printed one: `make hardware`.

Like the pictures of the assembly guide they are not compared point by point, as another OpenSCAD may begin a
line elsewhere: the first line of the file holds a number of the sources.
"""

import json
import re
import sys
import tempfile
from pathlib import Path

from hardware.parts import openscad

PAGES = Path(__file__).parents[2] / "companion" / "onlookers" / "pages"
FILE = PAGES / "engravings.js"
LETTERS = "ABCDEFG"
LETTER_HIGH_MM = 10
LETTER_STROKE_MM = 1.5  # bolder than on the deck: a phone's drawing is smaller than the deck is


def sources() -> list[Path]:
    """What the paths are made of."""
    return [*openscad.sources("icons"), Path(__file__)]


def mark() -> str:
    """The first line of the file: what it was made of."""
    made_of = openscad.digest(sources())
    return f"// Made by `make hardware` of hardware/parts/icons.scad and letters.scad: {made_of}"


def text() -> str:
    """The module: for each location the picture of its bonus, 18 by 18 around 0, and its letter, 10 high."""
    icons = {letter: outline(f"icon({pad})") for pad, letter in enumerate(LETTERS)}
    letters = {
        letter: outline(f'word("{letter}", {LETTER_HIGH_MM}, {LETTER_STROKE_MM})') for letter in LETTERS
    }
    return "\n".join(
        [
            mark(),
            f"export const ICONS = {json.dumps(icons, indent=2)};",
            f"export const LETTERS = {json.dumps(letters, indent=2)};",
            "",
        ]
    )


def outline(module: str) -> str:
    """A flat OpenSCAD module as the data of one path, y downwards, to the hundredth of a millimetre."""
    with tempfile.TemporaryDirectory() as folder:
        asked = Path(folder) / "asked.scad"
        here = openscad.FOLDER.as_posix()
        asked.write_text(f"use <{here}/icons.scad>\nuse <{here}/letters.scad>\n{module};\n", encoding="utf-8")
        drawn = asked.with_suffix(".svg")
        openscad.run("-o", str(drawn), str(asked))
        found = re.search(r'<path d="([^"]+)"', drawn.read_text(encoding="utf-8"))
    if found is None:
        raise RuntimeError(f"OpenSCAD has drawn nothing for {module}")
    words = found[1].split()
    return " ".join(word if word.isalpha() else ",".join(map(_short, word.split(","))) for word in words)


def _short(number: str) -> str:
    return f"{round(float(number), 2) + 0.0:g}"


def main() -> int:
    """Write the module if it is not of these sources; 2 where there is no OpenSCAD."""
    if FILE.exists() and FILE.read_text(encoding="utf-8").startswith(mark() + "\n"):
        return 0
    try:
        FILE.write_text(text(), encoding="utf-8", newline="\n")
    except openscad.NoOpenScad as absent:
        print(absent)
        return 2
    print(f"{FILE.name} is new")
    return 0


if __name__ == "__main__":
    sys.exit(main())
