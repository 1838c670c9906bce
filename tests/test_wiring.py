import ast
import tomllib
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.panel.press import Button
from companion.settings import I2C_PINS, Settings

ROOT = Path(__file__).parent.parent
PADS = "ABCDEFG"


@pytest.fixture
def wiring() -> dict[str, Any]:
    """What hardware/wiring.toml says."""
    return tomllib.loads((ROOT / "hardware" / "wiring.toml").read_text(encoding="utf-8"))


@pytest.fixture
def readme() -> list[str]:
    """The lines of the maker's page."""
    return (ROOT / "hardware" / "README.md").read_text(encoding="utf-8").splitlines()


def test_the_buttons_are_wired_as_the_program_expects(wiring: dict[str, Any]) -> None:
    """Who wires by the table needs to set nothing."""
    wired = {button: wiring["panel"][button.value]["bcm"] for button in Button}

    assert wired == Settings().panel.pins


def test_the_buzzer_is_wired_as_the_program_expects(wiring: dict[str, Any]) -> None:
    """Who wires by the table needs only to switch it on."""
    assert wiring["sound"]["buzzer"]["bcm"] == Settings().sound.pin


def test_the_display_is_wired_to_the_bus_that_buttons_keep_off(wiring: dict[str, Any]) -> None:
    """The pins that the settings refuse to a button are the display's."""
    assert (wiring["display"]["data"]["bcm"], wiring["display"]["clock"]["bcm"]) == I2C_PINS


def test_the_pads_are_wired_as_the_firmware_expects(wiring: dict[str, Any]) -> None:
    """Clock and data of each pad, in the order A to G, are those in firmware/boards/pico.py."""
    source = ast.parse((ROOT / "firmware" / "boards" / "pico.py").read_text(encoding="utf-8"))
    (pins,) = (
        node.value
        for node in source.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PINS"
    )
    pads = wiring["sensors"]["pads"]

    assert list(pads) == list(PADS)
    assert ast.literal_eval(pins) == tuple((pad["clock"]["gp"], pad["data"]["gp"]) for pad in pads.values())


def test_header_pins_of_the_pi_are_those_of_the_board(wiring: dict[str, Any], pins: MockFactory) -> None:
    """Each BCM number sits on the header pin that the table names (gpiozero's own data of the boards)."""
    header = pins.board_info.headers["J8"].pins
    wires = [*wiring["panel"].values(), *wiring["display"].values(), *wiring["sound"].values()]

    named = [header[wire["pin"]].name for wire in wires]

    grounds_and_supply = iter(["GND", "3V3", "GND", "GND"])
    assert named == [f"GPIO{wire['bcm']}" if "bcm" in wire else next(grounds_and_supply) for wire in wires]


def test_pins_of_the_pico_are_those_of_the_board(wiring: dict[str, Any]) -> None:
    """GP0 and 1 are pins 1 and 2, then come a ground and four GP in turn (Pico data sheet, pinout)."""
    wires = [wire for pad in wiring["sensors"]["pads"].values() for wire in pad.values()]

    assert [wire["pin"] for wire in wires] == [wire["gp"] + 1 + (wire["gp"] + 2) // 4 for wire in wires]


def test_the_pin_that_usb_takes_is_left_free(wiring: dict[str, Any]) -> None:
    """GP15 is seized at a USB bus reset (erratum RP2040-E5): a chip there would be misread."""
    wired = {wire["gp"] for pad in wiring["sensors"]["pads"].values() for wire in pad.values()}

    assert len(wired) == 2 * len(PADS)
    assert 15 not in wired


def test_no_pin_is_wired_twice(wiring: dict[str, Any]) -> None:
    """On each board every wire has a pin of its own."""
    parts = ("panel", "display", "sound")
    pi = [wire["pin"] for part in parts for wire in wiring[part].values()]
    pico = [wire["pin"] for pad in wiring["sensors"]["pads"].values() for wire in pad.values()]

    assert len(set(pi)) == len(pi)
    assert len(set(pico)) == len(pico) == 2 * len(PADS)


def test_the_maker_s_tables_say_the_same(wiring: dict[str, Any], readme: list[str]) -> None:
    """hardware/README.md shows exactly the wires of wiring.toml."""
    panel, display, sound = wiring["panel"], wiring["display"], wiring["sound"]
    pads = wiring["sensors"]["pads"]
    expected = [
        *(row(name.upper(), panel[name]["bcm"], panel[name]["pin"]) for name in panel if name != "ground"),
        row("the other leg of all five", "ground", panel["ground"]["pin"]),
        row("VCC", "3.3 V", display["supply"]["pin"]),
        row("SDA", display["data"]["bcm"], display["data"]["pin"]),
        row("SCL", display["clock"]["bcm"], display["clock"]["pin"]),
        row("GND", "ground", display["ground"]["pin"]),
        row("one leg", sound["buzzer"]["bcm"], sound["buzzer"]["pin"]),
        row("the other leg", "ground", sound["ground"]["pin"]),
        *(row(name, *pad["clock"].values(), *pad["data"].values()) for name, pad in pads.items()),
    ]

    wiring_part = readme[readme.index("## Wiring") :]
    shown = [line for line in wiring_part if line.startswith("| ") and line.rstrip("| ")[-1].isdigit()]

    assert shown == expected
    supply, ground = wiring["sensors"]["supply"]["pin"], wiring["sensors"]["ground"]["pin"]
    assert f"Supply of all seven from pin {supply} (3V3 OUT), ground to pin {ground}." in readme
    assert f"Its address is 0x{Settings().display.address:02X}." in " ".join(readme)


def row(*cells: object) -> str:
    """One line of a table."""
    return f"| {' | '.join(map(str, cells))} |"
