import re
from types import ModuleType

import pytest

from tests.systemd.programs import LOCK, load


@pytest.fixture(scope="module")
def wheels() -> ModuleType:
    """What fetches wheels for a Pi."""
    return load("wheels")


@pytest.mark.parametrize(("python", "module"), [("3.11", "lgpio"), ("3.13", "adafruit-lgpio")])
def test_each_raspberry_pi_os_gets_the_pins_library_that_has_a_wheel(
    wheels: ModuleType, python: str, module: str
) -> None:
    """lgpio's author builds none for trixie's Python: Adafruit does, of the same module."""
    needed = wheels.needed(LOCK.read_text(encoding="utf-8"), python)

    named = re.findall(r"^(\S+)==", needed, re.MULTILINE)
    assert [name for name in named if "lgpio" in name] == [module]
    assert {"gpiozero", "luma-oled", "pyserial", "pillow", "smbus2", "hatchling"} < set(named)


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_every_package_that_is_fetched_is_checked(wheels: ModuleType, python: str) -> None:
    """No entry of the lock file is passed over, and each keeps its hashes."""
    lock = LOCK.read_text(encoding="utf-8")

    needed = wheels.needed(lock, python)

    entries = re.findall(r"^\S+==\S+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\\n)?)+", needed, re.MULTILINE)
    assert len(entries) == len(re.findall("^[a-z].*==", lock, re.MULTILINE)) - 1  # the other lgpio
    assert ";" not in needed
