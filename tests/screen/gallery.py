"""The gallery of pages for the documents: `python -m tests.screen.gallery FOLDER`."""

import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from PIL import Image

from companion.screen.choose import lines, page
from companion.screen.words import LANGUAGES
from tests.screen.states import STATES

ENLARGED = 4
"""Times, without smoothing: a pixel stays a pixel."""
FAR = (
    "playing-white",
    "playing-black",
    "playing-taking",
    "playing-refused",
    "playing-advanced",
    "playing-below-zero",
)
"""The pages that are also shown from afar, at half their size."""
FAR_FOLDER = "far"
NAMES = {"en": "English", "es": "Español", "fr": "Français", "de": "Deutsch"}
_HEAD = """# Every page of the display

Made by the code from the states in [tests/screen/states.py](../../tests/screen/states.py); this page, too.
The display has 128 by 64 pixels; each is drawn {enlarged} by {enlarged} large. After a change:
`python -m tests.screen.gallery docs/screens`.
"""
_FAR_HEAD = """
## From afar

Pages at half their size, 64 by 32 pixels, each of those enlarged: as from twice as far away. What must carry
across a table still does: white, grey and black stones, whose turn it is (the bright score), and both scores.
Words do not, nor do ornaments; and where a question takes a second row, stones are flatter, and at this size
black ones run into grey.
"""


def make(folder: Path) -> None:
    """Write a picture of every state worth one in each language, enlarged, and the page that shows them."""
    for path, picture in pictures().items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        picture.save(folder / path, optimize=True)
    (folder / "README.md").write_text(paper(), encoding="utf-8")


def pictures() -> dict[str, Image.Image]:
    """Every picture of the gallery, by its path in it."""
    shown = {
        f"{language}/{name}.png": _enlarged(page(replace(state, language=language)), ENLARGED)
        for language in LANGUAGES
        for name, state in STATES.items()
    }
    return shown | {f"{FAR_FOLDER}/{name}.png": _from_afar(page(STATES[name])) for name in FAR}


def paper() -> str:
    """The text of the page that shows them: a row a page, a column a language."""
    return "".join((_HEAD.format(enlarged=ENLARGED), *_all_rows(), _FAR_HEAD, *_far_rows()))


def _all_rows() -> Iterator[str]:
    yield f"\n| {' | '.join(NAMES[language] for language in LANGUAGES)} |\n"
    yield f"{'|---' * len(LANGUAGES)}|\n"
    for name, state in STATES.items():
        shown = (replace(state, language=language) for language in LANGUAGES)
        cells = (f"![{' · '.join(lines(each))}]({each.language}/{name}.png)" for each in shown)
        yield f"| {' | '.join(cells)} |\n"


def _far_rows() -> Iterator[str]:
    cells = [f"![{' · '.join(lines(STATES[name]))}]({FAR_FOLDER}/{name}.png)" for name in FAR]
    yield f"\n| {' | '.join(cells[:3])} |\n|---|---|---|\n"
    yield f"| {' | '.join(cells[3:])} |\n"


def _enlarged(picture: Image.Image, times: int) -> Image.Image:
    return picture.resize((picture.width * times, picture.height * times), Image.Resampling.NEAREST)


def _from_afar(picture: Image.Image) -> Image.Image:
    """Each pixel the mean of four, as an eye sees it that cannot part them."""
    half = (picture.width // 2, picture.height // 2)
    return _enlarged(picture.convert("L").resize(half, Image.Resampling.BOX), 2 * ENLARGED)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
