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

ROOT = Path(__file__).parent.parent
LOCKS = {"lock-play.txt": ("play",), "lock-test.txt": ("play", "test")}
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


def test_the_wheel_holds_all_that_runs(tmp_path: Path) -> None:
    """The installed companion has its pictures, texts and migrations with it, and the firmware to flash."""
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert built.returncode == 0, built.stderr
    (wheel,) = tmp_path.glob("*.whl")

    inside = set(zipfile.ZipFile(wheel).namelist())

    assert wheel.name.startswith(f"tholos_companion-{companion.__version__}-")
    assert shipped("companion") | shipped("firmware") <= inside
    assert not [name for name in inside if name.startswith("tests")]


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


@pytest.mark.skipif(SYSTEMD_ANALYZE is None, reason="no systemd here to ask")
def test_the_unit_is_one_that_systemd_accepts(tmp_path: Path) -> None:
    """The service starts on a Pi: systemd finds nothing to remark on."""
    unit = (ROOT / "systemd" / "tholos.service").read_text(encoding="utf-8")
    here = tmp_path / "tholos.service"
    here.write_text(unit.replace("/opt/tholos/bin/tholos", sys.executable), encoding="utf-8")

    verdict = subprocess.run(
        [str(SYSTEMD_ANALYZE), "verify", here], capture_output=True, text=True, check=False
    )

    assert (verdict.returncode, verdict.stderr) == (0, "")


def test_the_service_keeps_trying_for_ever() -> None:
    """Whatever is unplugged when the device is switched on, the service never gives up."""
    lines = (ROOT / "systemd" / "tholos.service").read_text(encoding="utf-8").splitlines()
    unit, service = lines[: lines.index("[Service]")], lines[lines.index("[Service]") :]

    assert "StartLimitIntervalSec=0" in unit  # under [Service] systemd passes it over
    assert {"Restart=always", "RestartSec=3", "Environment=GPIOZERO_PIN_FACTORY=lgpio"} <= set(service)
