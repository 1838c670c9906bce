"""The gallery of pages for the documents: `python -m tests.screen.gallery FOLDER`."""

import sys
from pathlib import Path

from companion.screen.choose import page
from tests.screen.states import STATES

ENLARGED = 4
"""Times, without smoothing: a pixel stays a pixel."""


def make(folder: Path) -> None:
    """Write a picture of every state worth one, enlarged."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, state in STATES.items():
        picture = page(state)
        size = (picture.width * ENLARGED, picture.height * ENLARGED)
        picture.resize(size).save(folder / f"{name}.png", optimize=True)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
