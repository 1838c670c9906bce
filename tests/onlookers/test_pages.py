import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest

import companion.screen
from companion.onlookers.evening import Evening
from companion.onlookers.history import PLACE, TAKE, History
from companion.onlookers.moment import moment
from companion.onlookers.site import PAGES, page_files
from companion.panel.press import Button
from companion.rules.end import End
from companion.rules.ornaments import Ornament
from companion.rules.pieces import WORKSHOP_SPACES, Colour, Location, Player
from companion.rules.position import Position
from companion.rules.turn import Action
from companion.scale.pad import PadState
from companion.simulate.noise import NOISES
from companion.table.state import LANGUAGES, STANDING
from hardware.parts import engravings
from tests.screen.states import STATES

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
    assert all(
        there["menu"][key.removeprefix("menu.")] == here[key] for key in here if key.startswith("menu.")
    )


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


FAMILIES = {
    "fault": STANDING,
    "pad": [state.value for state in PadState],
    "ornament": [ornament.value for ornament in Ornament],
    "noise": NOISES,
    "turn": [TAKE, PLACE, *(action.value for action in Action)],
    "button": [button.value for button in Button],
    "player": [player.name.lower() for player in Player],
    "workshop-of": [player.name.lower() for player in Player],
    "a-stone": [colour.name.lower() for colour in Colour],
    "stones": [colour.name.lower() for colour in Colour],
}
"""Texts whose key is made of what the program says, by what it may say."""


@pytest.mark.parametrize("family", FAMILIES)
def test_there_is_a_text_for_all_that_the_program_may_say(family: str) -> None:
    """A fault, a pad's state, an ornament, a bonus that comes anew has a text, and nothing else has."""
    texts = {key.removeprefix(f"{family}.") for key in words("en") if key.startswith(f"{family}.")}

    assert {text for text in texts if not text.endswith("-one")} == set(FAMILIES[family])


def test_what_is_told_is_shown() -> None:
    """A name that is sent to a page is one that its code reads."""
    code = "\n".join(path.read_text(encoding="utf-8") for path in CODE if path.suffix == ".js")
    start = Position.start(Player.WHITE)
    told = History().game(Evening(1, "", start, End.AT_ONCE, (), STATES["start"]))
    names = {*told, *told["steps"][0], *moment(1, STATES["start"])}

    assert [name for name in sorted(names) if not re.search(rf"\b{name}\b", code)] == []


def test_the_drawn_box_is_the_real_one() -> None:
    """Piles and spaces are drawn for as many stones as there are; no limit is known to the pages."""
    drawn = (PAGES / "geometry.js").read_text(encoding="utf-8")
    (pile,) = re.findall(r"PILE = (\d+)", drawn)
    (spaces,) = re.findall(r"SPACES = (\d+)", drawn)
    piles = dict(re.findall(r"([wgb]): (\d+)", re.findall(r"PILES = {(.*)}", drawn)[0]))

    assert {colour.value: int(piles[colour.value]) * int(pile) for colour in Colour} == {
        colour.value: colour.in_play for colour in Colour
    }
    assert int(spaces) == WORKSHOP_SPACES
    assert re.findall(r"LETTERS = \[(.*)\]", drawn) == [", ".join(f'"{place.value}"' for place in Location)]


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


def test_no_style_is_left_over() -> None:
    """What a style sheet speaks of is there: its classes, its elements, its variables."""
    styles = "\n".join(path.read_text(encoding="utf-8") for path in CODE if path.suffix == ".css")
    code = "\n".join(path.read_text(encoding="utf-8") for path in CODE if path.suffix != ".css")
    styles = re.sub(r"/\*.*?\*/", "", styles, flags=re.DOTALL)
    selectors = " ".join(re.findall(r"([^{};]+)\{", styles))
    classes = set(re.findall(r"\.([a-z][\w-]*)", selectors))
    stems = tuple(re.findall(r"([\w-]+-)\$\{", code))  # as in `stone-${name}`
    plain = re.sub(r"@[^{]*|\[.*?\]", "", selectors)
    elements = set(re.findall(r"(?<![\w.#:@-])([a-z][a-z0-9]*)(?![\w-]*\()", plain))
    variables = set(re.findall(r"(--[\w-]+):", styles))

    named = {name for name in classes if re.search(rf"[\" `.]{name}[\"` ]", code) or name.startswith(stems)}
    assert classes - named == set()
    assert {name for name in elements if not re.search(rf"<{name}\b|\"{name}\"", code)} == set()
    assert variables - set(re.findall(r"var\((--[\w-]+)", styles)) == set()


def test_every_file_is_served() -> None:
    """What lies beside the pages is theirs."""
    assert {f"/pages/{path.name}" for path in FILES} == page_files().keys()


def test_the_drawn_temple_has_the_engravings_of_the_printed_one() -> None:
    """One source for both: after a change in hardware/parts/icons.scad, `make hardware` draws them anew."""
    first, *rest = engravings.FILE.read_text(encoding="utf-8").splitlines()

    assert first == engravings.mark(), "made anew by: make hardware"
    assert len(re.findall(r'"[A-G]": "M ', "\n".join(rest))) == 14
