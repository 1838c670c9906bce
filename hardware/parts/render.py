"""Renders every printed part as an STL file: `make stl`, or `make stl LANGUAGE=de`."""

import sys
from pathlib import Path

from hardware.parts import openscad

LANGUAGES = ("en", "es", "fr", "de")


def main(folder: Path, language: str) -> int:
    """Render into a folder, and say of each as it is done how many to print."""
    if language not in LANGUAGES:
        print(f"LANGUAGE={language}: the panel is lettered in one of {', '.join(LANGUAGES)}")
        return 2
    print(f"{len(openscad.PRINTED)} parts, the panel's lid in {language}; some take a minute ...", flush=True)
    try:
        for name, path in openscad.render_each(folder, language):
            print(f"{openscad.PRINTED[name]} x {path}", flush=True)
    except openscad.NoOpenScad as absent:
        print(absent)
        return 2
    print("of the two bezels print the one that fits the display")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), sys.argv[2]))
