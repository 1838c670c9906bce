import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.settings import Settings
from hardware import generate
from hardware.wiring import tables
from tests.test_layers import imports

ROOT = Path(__file__).parent.parent.parent
MADE_ANEW = "made anew by: make hardware"
DERIVED = ("wiring-pi.svg", "wiring-sensors.svg", "wiring-module.svg", "bom.csv", "README.md")
ALL = "import hardware.generate as g; print(g.derived(g.read('wiring.toml'), g.read('bom.toml')['part']))"


@pytest.fixture
def parts() -> list[dict[str, str]]:
    """What hardware/bom.toml lists."""
    found: list[dict[str, str]] = generate.read("bom.toml")["part"]
    return found


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the folder hardware/, for a test to change and to make anew."""
    copy = tmp_path / "hardware"
    shutil.copytree(ROOT / "hardware", copy)
    monkeypatch.setattr(generate, "HERE", copy)
    return copy


def test_every_derived_file_is_known(wiring: dict[str, Any], parts: list[dict[str, str]]) -> None:
    """The tests below leave none out, and no drawing lies about that nobody makes any more."""
    made = set(generate.derived(wiring, parts))

    assert made == set(DERIVED)
    assert {path.name for path in (ROOT / "hardware").glob("*.svg")} <= made


@pytest.mark.parametrize("file", DERIVED)
def test_no_derived_file_is_stale(file: str, wiring: dict[str, Any], parts: list[dict[str, str]]) -> None:
    """What a maker sees in the repository is what the sources say."""
    kept = (ROOT / "hardware" / file).read_bytes().decode("utf-8")

    assert kept == generate.derived(wiring, parts)[file], MADE_ANEW


def test_every_machine_makes_the_same() -> None:
    """A stale file can be told from a fresh one anywhere: nothing depends on the order of a set."""
    made = [
        subprocess.run(
            [sys.executable, "-c", ALL],
            cwd=ROOT,
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONUTF8": "1"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    ]

    assert len(made[0]) > 10_000
    assert made[0] == made[1]


def test_who_changes_a_pin_gets_new_drawings_and_tables(
    kit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`make hardware` says what is new, and only that is written."""
    source = kit / "wiring.toml"
    source.write_text(source.read_text("utf-8").replace("bcm = 26, pin = 37", "bcm = 16, pin = 36"), "utf-8")

    assert generate.main() == 0

    assert capsys.readouterr().out.split("\n")[:-1] == [
        "hardware/wiring-pi.svg is new",
        "hardware/README.md is new",
    ]
    assert "| button BACK | BCM 16 | 36 |" in (kit / "README.md").read_text("utf-8")
    assert generate.main() == 0
    assert capsys.readouterr().out == ""


def test_a_faulty_wiring_is_not_drawn(kit: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody gets a drawing by which 5 V would reach the display."""
    source = kit / "wiring.toml"
    source.write_text(source.read_text("utf-8").replace('"VCC", pin = 1 ', '"VCC", pin = 2 '), "utf-8")
    before = {path: path.read_bytes() for path in kit.glob("*.*")}

    assert generate.main() == 1

    assert "wiring.toml: Pi pin 2 (5V) puts 5 V on display VCC: take a 3V3 pin" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in kit.glob("*.*")} == before


def test_a_paper_without_marks_is_not_taken_for_made() -> None:
    """A table that has lost its place in the page is missed, not forgotten."""
    with pytest.raises(ValueError, match="has no marks <!-- parts, made by make hardware -->"):
        tables.fill("# The kit\n", {"parts": "| a |\n"})


@pytest.mark.parametrize(
    ("part", "of"),
    [
        ("bar load cell", ("sensors", "pads")),
        ("HX711 module", ("sensors", "pads")),
        ("resistor 30 kΩ", ("sensors", "pads")),
        ("push button", ("panel",)),
    ],
)
def test_there_is_one_for_each_place_it_goes_to(
    part: str, of: tuple[str, ...], wiring: dict[str, Any], parts: list[dict[str, str]]
) -> None:
    """Who buys by the list has neither too few nor too many."""
    for key in of:
        wiring = wiring[key]
    (listed,) = (each for each in parts if each["part"] == part)

    assert int(listed["quantity"]) == len([key for key in wiring if key != "ground"])


def test_the_list_of_parts_opens_in_a_spreadsheet(parts: list[dict[str, str]]) -> None:
    """Each row of bom.csv is a part, with every column filled."""
    with (ROOT / "hardware" / "bom.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))

    assert rows == parts
    assert all(value.strip() for row in rows for value in row.values())
    assert not [row for row in rows if "|" in "".join(row.values())]  # it would split a cell of the table


USED_UP = ("filament", "solder", "hot glue", "nail varnish", "tape", "rubber feet", "paint")


@pytest.mark.parametrize("thing", USED_UP)
def test_what_the_guide_uses_up_is_in_the_list(thing: str, parts: list[dict[str, str]]) -> None:
    """Nobody stands with a half-built kit and without nail varnish on a Sunday."""
    guide = (ROOT / "hardware" / "ASSEMBLY.md").read_text(encoding="utf-8").lower()

    assert thing in guide
    assert any(thing in part["part"] for part in parts)


def test_the_buzzer_of_the_list_is_built_in_somewhere(wiring: dict[str, Any]) -> None:
    """What is bought has its place, its pins and its setting in the guide."""
    guide = (ROOT / "hardware" / "ASSEMBLY.md").read_text(encoding="utf-8")
    (step,) = (step for step in guide.split("\n\n")[:] if "buzzer" in step and "is_on" in step)

    assert f"pins {wiring['sound']['buzzer']['pin']} and {wiring['sound']['ground']['pin']}" in step
    assert "is_on = true" in step
    assert "[sound]" in step


def test_modules_are_fed_from_the_pico_pins_that_feed_them_later(wiring: dict[str, Any]) -> None:
    """Who has no bench supply measures each module all the same, and not on 5 V."""
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
    sensors = wiring["sensors"]

    assert f"its pin {sensors['supply']['pin']} gives 3.3 V to VCC" in page
    assert f"its pin {sensors['ground']['pin']} is GND" in page


def test_one_order_of_building() -> None:
    """The page and the guide send nobody in two directions: Pi and Pico, then modules, then printing."""
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8").split("The order of building:")[1]
    guide = (ROOT / "hardware" / "ASSEMBLY.md").read_text(encoding="utf-8")
    in_page = [
        page.index(word) for word in ("Prepare the Pi", "Mend the seven modules", "Print, screw and wire")
    ]
    in_guide = [
        guide.index(word) for word in ("sudo make install", "`make flash`", "**The modules**", "## Print")
    ]

    assert in_page == sorted(in_page)
    assert in_guide == sorted(in_guide)
    assert guide.count("`make flash`") == 1


def test_a_gram_in_the_guide_is_the_program_s() -> None:
    """Who compares two zeros by the guide takes the figure that the program reckons with."""
    guide = (ROOT / "hardware" / "ASSEMBLY.md").read_text(encoding="utf-8")

    assert f"({Settings().sensors.counts_per_gram:,.0f} are a gram" in guide


def test_the_wiring_is_drawn_with_python_alone() -> None:
    """A maker who changes a pin installs nothing for it, and the drawings do not hang on the program."""
    files = sorted((ROOT / "hardware" / "wiring").glob("*.py"))
    imported = {
        name.split(".")[0] if not name.startswith("hardware.") else "hardware"
        for file in files
        for _, name in imports(file.read_text(encoding="utf-8"))
    }

    assert len(files) > 5
    assert imported - set(sys.stdlib_module_names) == {"hardware"}


@pytest.mark.parametrize("text", ["[panel\n", "", "[panel]\nok = 35\n", "\u0000"])
def test_a_file_that_is_no_wiring_is_told_in_lines(
    text: str, kit: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip while editing costs no drawing and shows no traceback."""
    before = {name: (kit / name).read_bytes() for name in DERIVED}
    (kit / "wiring.toml").write_text(text, encoding="utf-8")

    status = generate.main()

    told = capsys.readouterr().err.splitlines()
    assert status == 1
    assert told
    assert all(line.startswith("wiring.toml: ") for line in told)
    assert before == {name: (kit / name).read_bytes() for name in DERIVED}
