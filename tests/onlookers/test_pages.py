import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import companion.screen
from companion.onlookers.site import PAGES, page_files
from companion.table.state import LANGUAGES
from hardware.parts import engravings

FILES = sorted(path for path in PAGES.iterdir() if path.is_file())
CODE = [path for path in FILES if path.suffix in (".js", ".html", ".css")]
SCREEN = Path(companion.screen.__file__).parent / "words"
LONGEST = 300  # lines, as everywhere in the house


def words(language: str) -> dict[str, str]:
    """A page's texts."""
    read: dict[str, str] = json.loads((PAGES / f"words-{language}.json").read_text(encoding="utf-8"))
    return read


def screen_words(language: str) -> dict[str, Any]:
    """The display's."""
    return tomllib.loads((SCREEN / f"{language}.toml").read_text(encoding="utf-8"))


def holes(text: str) -> list[str]:
    """What is filled into a text."""
    return sorted(set(re.findall(r"\{[\w-]+\}", text)))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_there_in_every_language(language: str) -> None:
    """Nobody meets a bare key, or a text with a hole that is not filled."""
    english, here = words("en"), words(language)

    assert here.keys() == english.keys()
    assert all(here.values())
    assert {key: holes(text) for key, text in here.items()} == {
        key: holes(text) for key, text in english.items()
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_page_and_display_say_the_same(language: str) -> None:
    """Buttons and players have one name each, wherever they are read."""
    here, there = words(language), screen_words(language)

    for group in ("button", "player"):
        for name, text in there[group].items():
            assert here[f"{group}.{name}"] == text


def test_every_text_is_used_and_every_used_one_is_there() -> None:
    """A key that is misspelt is found here, not by a player; a text that nobody reads is not translated."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in CODE if path.suffix != ".css")
    known = words("en").keys()
    used = set(re.findall(r"(?:data-says=|data-label=|says\(\s*)\"([^\"]+)\"", code))
    families = tuple(re.findall(r"`([\w-]+\.)\$\{", code))  # as in `stone.${name}`

    assert used <= known
    assert [
        key
        for key in known
        if f'"{key}"' not in code and not key.startswith(families) and not key.endswith("-one")
    ] == []


@pytest.mark.parametrize("path", CODE, ids=lambda path: path.name)
def test_a_page_asks_for_nothing_that_is_not_beside_it(path: Path) -> None:
    """No other host, nothing that its policy would refuse; whatever it names is served."""
    text = path.read_text(encoding="utf-8")
    served = page_files()

    assert not re.findall(r"https?://(?!www\.w3\.org/)", text)
    assert not re.findall(r"\bstyle=|<style|\son\w+=\"|innerHTML|javascript:|eval\(", text)
    named = re.findall(r"(?:href|src)=\"(/pages/[^\"]+)\"", text)
    named += [f"/pages/{name}" for name in re.findall(r"from \"\./([^\"]+)\"", text)]
    assert set(named) <= served.keys()
    assert text.count("\n") <= LONGEST


def test_every_file_is_served() -> None:
    """What lies beside the pages is theirs."""
    assert {f"/pages/{path.name}" for path in FILES} == page_files().keys()


def test_the_drawn_temple_has_the_engravings_of_the_printed_one() -> None:
    """One source for both: after a change in hardware/parts/icons.scad, `make hardware` draws them anew."""
    first, *rest = engravings.FILE.read_text(encoding="utf-8").splitlines()

    assert first == engravings.mark(), "made anew by: make hardware"
    assert len(re.findall(r'"[A-G]": "M ', "\n".join(rest))) == 14
