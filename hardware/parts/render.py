"""Renders every printed part as an STL file: `make stl`, or `make stl LANGUAGE=de`."""

import sys
from pathlib import Path

from hardware.parts import openscad

LANGUAGES = ("en", "es", "fr", "de")


def main(folder: Path, language: str) -> int:
    """Render into a folder, and say how many of each to print."""
    if language not in LANGUAGES:
        print(f"LANGUAGE={language}: the panel is lettered in one of {', '.join(LANGUAGES)}")
        return 2
    try:
        files = openscad.render_all(folder, language)
    except openscad.NoOpenScad as absent:
        print(absent)
        return 2
    for name, count in openscad.PRINTED.items():
        print(f"{count} x {files[name]}")
    print("of the two bezels print the one that fits the display")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
