import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any

import pytest

import companion
from companion.settings import Settings
from companion.status import DEFAULT_FOLDER

ROOT = Path(__file__).parent.parent
LOCKS = {
    "lock-play.txt": ("play",),
    "lock-flash.txt": ("flash",),
    "lock-pi.txt": ("pi",),
    "lock-test.txt": ("play", "flash", "test"),
}
FIRST_SCREEN_LINES = 40  # what a visitor sees of the page without scrolling


@pytest.fixture
def project() -> dict[str, Any]:
    """What pyproject.toml says of the project."""
    return dict(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"])


def test_the_command_is_installed(project: dict[str, Any]) -> None:
    """After installing there is a command `tholos`, and it is our command line."""
    (command,) = entry_points(group="console_scripts", name="tholos")

    assert project["scripts"] == {"tholos": command.value}
    assert callable(command.load())


def test_the_version_is_in_the_changelog() -> None:
    """People find in CHANGELOG.md what is new in the version they have, newest first."""
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")

    sections = re.findall(r"^## \[?([^\]\s]+)", changelog, re.MULTILINE)

    assert sections[:2] == ["Unreleased", companion.__version__]


@pytest.mark.parametrize("lock", LOCKS)
def test_every_locked_package_has_its_hashes(lock: str) -> None:
    """What is installed is bit for bit what was tried: exact versions, each with SHA-256 sums."""
    text = (ROOT / ".ci" / lock).read_text(encoding="utf-8")
    requirements = re.findall(r"^[^#\s].*(?:\n[ \t].*)*", text, re.MULTILINE)

    assert requirements
    for requirement in requirements:
        assert re.match(r"[A-Za-z0-9._-]+==\S+", requirement), requirement
        assert re.search(r"--hash=sha256:[0-9a-f]{64}", requirement), requirement


@pytest.mark.parametrize(("lock", "extras"), LOCKS.items())
def test_the_locks_cover_what_the_project_needs(
    lock: str, extras: tuple[str, ...], project: dict[str, Any]
) -> None:
    """Every package that pyproject.toml asks for is in the lock file that `make` installs from."""
    needed = [
        *project["dependencies"],
        *(each for extra in extras for each in project["optional-dependencies"][extra]),
    ]
    text = (ROOT / ".ci" / lock).read_text(encoding="utf-8")

    locked = {plain(name) for name in re.findall(r"^([A-Za-z0-9._-]+)==", text, re.MULTILINE)}

    assert {plain(need) for need in needed} <= locked


def plain(requirement: str) -> str:
    """A package's name as indexes compare it (PEP 503)."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name is not None
    return re.sub(r"[-_.]+", "-", name[0]).lower()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The package as it is handed out."""
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (made,) = folder.glob("*.whl")
    return Path(made)


def test_the_wheel_holds_all_that_runs(wheel: Path) -> None:
    """The installed companion has its pictures, texts and migrations with it, and the firmware to flash."""
    inside = set(zipfile.ZipFile(wheel).namelist())

    assert wheel.name.startswith(f"tholos_companion-{companion.__version__}-")
    assert shipped("companion") | shipped("firmware") <= inside
    assert not [name for name in inside if name.startswith("tests")]


def test_the_example_game_is_in_the_wheel(wheel: Path, tmp_path: Path) -> None:
    """`tholos play` has its game to show wherever it is installed, and it is the one that is tested."""
    zipfile.ZipFile(wheel).extractall(tmp_path)
    ask = "from companion.simulate.session import EXAMPLE; print(EXAMPLE)"

    answer = subprocess.run(
        [sys.executable, "-c", ask],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
    )

    example = Path(answer.stdout.strip())
    assert example.is_relative_to(tmp_path)
    assert example.read_bytes() == (ROOT / "tests" / "tables" / "first-game.table").read_bytes()


def test_no_python_to_come_is_shut_out(project: dict[str, Any]) -> None:
    """A newer Python than any of ours is tried, not refused; what has no wheel there is done without."""
    (micropython,) = (need for need in project["optional-dependencies"]["play"] if "micropython" in need)

    assert project["requires-python"] == ">=3.11"
    assert micropython.endswith("and python_version < '3.14'")


def shipped(folder: str) -> set[str]:
    """The files of a folder that belong to the product."""
    files = (
        path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts
    )
    return {path.relative_to(ROOT).as_posix() for path in files}


def test_the_first_screen_says_how_to_start() -> None:
    """A visitor sees at once how to try it and how to check it."""
    first_screen = (ROOT / "README.md").read_text(encoding="utf-8").splitlines()[:FIRST_SCREEN_LINES]

    assert any("make play" in line for line in first_screen)
    assert any("make test" in line for line in first_screen)


SYSTEMD_ANALYZE = shutil.which("systemd-analyze")
UNIT = (ROOT / "systemd" / "tholos.service").read_text(encoding="utf-8")
needs_systemd = pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd here to ask")


def analyze(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What systemd says of a unit."""
    return subprocess.run([str(SYSTEMD_ANALYZE), *words], capture_output=True, text=True, check=False)


@needs_systemd
def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    """The service starts on a Pi: systemd finds nothing to remark on."""
    here = tmp_path / "tholos.service"
    here.write_text(UNIT.replace("/opt/tholos/venv/bin/tholos", sys.executable), encoding="utf-8")

    verdict = analyze("verify", here)

    assert (verdict.returncode, verdict.stderr) == (0, "")


@needs_systemd
def test_a_fault_in_the_service_is_no_danger_to_the_machine() -> None:
    """It can do little else than its work: the figure is 2.0 of 10 at most (the threshold is in tenths)."""
    verdict = analyze("security", "--offline=true", "--threshold=20", ROOT / "systemd" / "tholos.service")

    assert verdict.returncode == 0, verdict.stdout


def test_the_service_opens_its_devices_and_no_others() -> None:
    """Pins, I2C and the sensors' port; the last two by number, for they may come after the service."""
    assert "DevicePolicy=closed" in UNIT
    assert re.findall("^DeviceAllow=(.*)$", UNIT, re.MULTILINE) == [
        "char-gpiochip rw",
        "char-89 rw",  # I2C buses, and below ttyACM: Linux, Documentation/admin-guide/devices.txt
        "char-166 rw",
    ]


def test_who_is_on_the_machine_may_ask_the_service_and_have_it_read_its_settings() -> None:
    """`tholos status` finds its socket, and an edited file needs no restart."""
    assert {
        "ExecReload=/bin/kill -HUP $MAINPID",
        f"RuntimeDirectory={DEFAULT_FOLDER.name}",
        "RuntimeDirectoryMode=0755",
    } <= set(UNIT.splitlines())
    assert Path("/run/tholos") == DEFAULT_FOLDER


def test_the_page_may_be_looked_at_from_the_home_network_and_from_nowhere_else() -> None:
    """The kernel lets pass what comes from addresses of a home; all that may be opened is a TCP port."""
    assert {
        "RestrictAddressFamilies=AF_UNIX AF_INET AF_INET6",
        "IPAddressDeny=any",
        "IPAddressAllow=localhost link-local 10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7",
        "SocketBindDeny=any",
        "SocketBindAllow=tcp",
    } <= set(UNIT.splitlines())


def test_the_service_keeps_trying_for_ever() -> None:
    """Whatever is unplugged when the device is switched on, the service never gives up."""
    lines = UNIT.splitlines()
    unit, service = lines[: lines.index("[Service]")], lines[lines.index("[Service]") :]

    assert "StartLimitIntervalSec=0" in unit  # under [Service] systemd passes it over
    assert {"Restart=always", "RestartSec=3"} <= set(service)


@pytest.fixture
def rules() -> list[dict[str, str]]:
    """The udev rules: for each, what it asks and what it sets, by key and operator."""
    text = (ROOT / "systemd" / "99-tholos.rules").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    parts = [re.findall(r'([\w{}]+(?:==|\+=|=))"([^"]*)"(?:, |$)', line) for line in lines]
    # every character belongs to a part: nothing is passed over
    assert [", ".join(f'{key}"{value}"' for key, value in part) for part in parts] == lines
    return [dict(part) for part in parts]


def test_the_sensors_port_has_the_name_that_the_settings_expect(rules: list[dict[str, str]]) -> None:
    """Plugged in anywhere, a Pico with MicroPython (USB 2e8a:0005) is the port of the defaults."""
    (rule,) = (rule for rule in rules if rule["SUBSYSTEM=="] == "tty")

    assert f"/dev/{rule['SYMLINK+=']}" == Settings().sensors.port
    assert (rule["ATTRS{idVendor}=="], rule["ATTRS{idProduct}=="]) == ("2e8a", "0005")


def test_no_modem_manager_speaks_to_the_sensors(rules: list[dict[str, str]]) -> None:
    """The mark that ModemManager heeds is on the USB device itself."""
    (rule,) = (rule for rule in rules if rule["SUBSYSTEM=="] == "usb")

    assert rule["ENV{DEVTYPE}=="] == "usb_device"
    assert (rule["ATTR{idVendor}=="], rule["ATTR{idProduct}=="]) == ("2e8a", "0005")
    assert rule["ENV{ID_MM_DEVICE_IGNORE}="] == "1"


def test_the_service_is_in_every_group_that_the_devices_belong_to(rules: list[dict[str, str]]) -> None:
    """It needs no root: port, display and pins are open to its groups."""
    (groups,) = re.findall("^SupplementaryGroups=(.*)$", UNIT, re.MULTILINE)

    assert {rule["GROUP="] for rule in rules if "GROUP=" in rule} == set(groups.split())
    assert all(rule["MODE="] == "0660" for rule in rules if "GROUP=" in rule)
