import ast
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory

from companion.panel.press import Button
from companion.settings import I2C_PINS, Settings
from hardware import generate
from hardware.wiring.boards import PI, PICO

ROOT = Path(__file__).parent.parent
PADS = "ABCDEFG"
LAST_IN_A_ROW = 29  # from here on the analog pins are mixed in


@pytest.fixture
def wiring() -> dict[str, Any]:
    """What hardware/wiring.toml says."""
    return generate.read("wiring.toml")


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


def test_header_pins_of_the_pi_are_those_of_the_board(pins: MockFactory) -> None:
    """The kit's table of the header says what gpiozero's own data of the boards say."""
    header = pins.board_info.headers["J8"].pins

    assert {number: pin.name for number, pin in header.items()} == PI


def test_pins_of_the_pico_are_those_of_the_board() -> None:
    """GP0 and 1 are pins 1 and 2, then come a ground and four GP in turn (Pico data sheet, pinout)."""
    wired = {
        number: name for number, name in PICO.items() if name.startswith("GP") and number <= LAST_IN_A_ROW
    }

    assert wired == {gp + 1 + (gp + 2) // 4: f"GP{gp}" for gp in range(23)}
    assert [number for number, name in PICO.items() if name == "GND"] == [3, 8, 13, 18, 23, 28, 38]
    assert {PICO[number] for number in (36, 39, 40)} == {"3V3", "VSYS", "VBUS"}


def test_the_display_s_address_is_the_program_s() -> None:
    """The maker's page names the address that the settings have."""
    page = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")

    assert f"The display's address is 0x{Settings().display.address:02X}." in page
