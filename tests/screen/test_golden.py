import os
from dataclasses import replace
from pathlib import Path

import pytest
from PIL import Image

from companion.screen.choose import page
from companion.screen.words import LANGUAGES
from tests.screen.states import STATES

GOLDEN = Path(__file__).parent / "golden"
REGENERATE = "THOLOS_REGENERATE"
"""Set to 1: the pictures are written anew and the run fails, so that it cannot be left on."""


@pytest.mark.parametrize("name", STATES)
def test_a_page_looks_as_it_was_approved(name: str, language: str) -> None:
    """Pixel by pixel the picture that somebody has looked at and found good, in each language."""
    picture = page(replace(STATES[name], language=language))
    path = GOLDEN / language / f"{name}.png"
    if os.environ.get(REGENERATE) == "1":
        path.parent.mkdir(exist_ok=True)
        picture.save(path, optimize=True)
        pytest.fail(f"wrote {language}/{path.name}: look at it, then run again without {REGENERATE}")

    with Image.open(path) as golden:
        assert golden.size == picture.size
        assert golden.convert("1").tobytes() == picture.tobytes()


def test_no_picture_is_left_over() -> None:
    """A picture whose page or language is gone goes too."""
    kept = {path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*.png")}

    assert kept == {f"{language}/{name}.png" for language in LANGUAGES for name in STATES}
