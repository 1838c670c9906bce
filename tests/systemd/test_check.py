import ast
import json
import os
import pwd
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.journal.form import MIGRATIONS
from companion.journal.journal import Journal
from tests.systemd.programs import ROOT, SYSTEMD

TEXT = (SYSTEMD / "check.py").read_text(encoding="utf-8")
FOR_OTHERS = ("companion.simulate", "companion.flash")
"""What runs on no Pi, or by hand only."""


def check(root: Path, settings: Path | None = None, before: str = "") -> subprocess.CompletedProcess[str]:
    """As the installer has the new program look at itself."""
    words = [sys.executable, "-I", "-c", before + TEXT, root, *([settings] if settings else [])]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "package", ["PIL", "luma.oled", "luma.core", "gpiozero", "serial", "smbus2", "uvicorn"]
)
def test_a_program_without_a_package_does_not_take_the_old_ones_place(tmp_path: Path, package: str) -> None:
    """It would start, and end at the first game: the package is named while the old one still runs."""
    told = check(tmp_path, before=f"import sys; sys.modules[{package!r}] = None\n")

    assert told.returncode == 1
    assert package.partition(".")[0] in told.stderr
    assert told.stderr.count("\n") == 1


def test_every_module_of_others_that_the_device_imports_late_is_looked_at(tmp_path: Path) -> None:
    """A new `import` in a function is not forgotten in the list."""
    show = "\nimport json; print(json.dumps([*sys.modules, *ON_A_PI]))"
    known = json.loads(
        subprocess.run(
            [sys.executable, "-c", f"{TEXT}{show}", tmp_path], capture_output=True, text=True, check=True
        ).stdout
    )

    missing = {name for name in _imported() if name not in known and not name.startswith(FOR_OTHERS)}
    assert not missing


def _imported() -> Iterator[str]:
    """What the device's modules import of others' packages, anywhere in them."""
    for path in (ROOT / "companion").rglob("*.py"):
        if ".".join(path.relative_to(ROOT).parts).startswith(FOR_OTHERS):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom) and node.module == "gpiozero.pins":
                yield from (f"{node.module}.{a.name}" for a in node.names if a.name.islower())
            elif isinstance(node, ast.ImportFrom) and node.module:
                yield node.module


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("#\n", ""),
        ("[panel]\nwite = 5\n", "[panel]: there is no key 'wite'; did you mean white?"),
        (None, "cannot be read (No such file or directory)"),
    ],
)
def test_settings_that_the_new_program_refuses_end_it_before_anything_changes(
    tmp_path: Path, text: str | None, said: str
) -> None:
    """The new program reads the settings before it takes the old one's place: the key is named."""
    settings = tmp_path / "tholos.toml"
    if text is not None:
        settings.write_text(text, encoding="utf-8")

    checked = check(tmp_path, settings)

    assert (checked.returncode != 0) == bool(said)
    assert said in checked.stderr
    assert checked.stderr.count("\n") <= 1


@pytest.mark.parametrize("is_kept_now", [True, False])
@pytest.mark.parametrize(("newer", "status"), [(-1, 0), (0, 0), (1, 1)])
def test_a_program_too_old_for_the_games_does_not_take_the_newer_ones_place(
    tmp_path: Path, newer: int, status: int, is_kept_now: bool
) -> None:
    """Who goes back to an older companion is told while the newer one runs; older games are no fault."""
    folder, settings = tmp_path / "media/usb", tmp_path / "tholos.toml"
    journal = Journal(folder)
    journal.open()
    if not is_kept_now:
        journal.close()
    store = sqlite3.connect(folder / "games.db", isolation_level=None)
    store.execute(f"PRAGMA user_version = {len(MIGRATIONS) + newer}")
    if not is_kept_now:
        store.close()
    settings.write_text('[journal]\nfolder = "/media/usb"\n', encoding="utf-8")
    before = {path.name: path.stat().st_size for path in folder.iterdir()}

    told = check(tmp_path, settings)

    assert told.returncode == status
    assert ("newer companion" in told.stderr) == bool(status)
    assert {path.name: path.stat().st_size for path in folder.iterdir()} == before
    store.close()
    journal.close()


@pytest.mark.parametrize("content", [None, b"", b"no games at all"])
def test_games_that_are_damaged_or_gone_are_no_reason_to_stay_with_the_old_one(
    tmp_path: Path, content: bytes | None
) -> None:
    """The device copes with that when it starts."""
    folder = tmp_path / "var/lib/tholos"
    folder.mkdir(parents=True)
    if content is not None:
        (folder / "games.db").write_bytes(content)

    assert check(tmp_path).returncode == 0


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may become another user")
def test_it_is_looked_at_with_the_rights_of_the_service(machine: ModuleType) -> None:
    """What root can read says nothing: settings of mode 0600 are not for the service's user."""
    words = 'test "$(id -un)" = nobody && touch here && cat'
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        settings = Path(folder) / "tholos.toml"
        settings.touch(0o600)

        def look() -> None:
            machine.run("sh", "-c", f"{words} {settings} 2>/dev/null", user=pwd.getpwnam("nobody").pw_name)()

        with pytest.raises(machine.InstallError):
            look()
        settings.chmod(0o644)
        look()


def test_on_a_running_system_it_is_the_services_user_who_looks(
    install: ModuleType, machine: ModuleType, names: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The user is there by then, also at a first installation; in another root nobody of that name is."""
    asked = []
    monkeypatch.setattr(install, "run", lambda *words, user=None: asked.append((words, user)))

    steps = [step.says for step in install.install_steps(machine.Place())]
    here = [user for words, user in asked if TEXT in words]
    list(install.install_steps(machine.Place(Path("/nowhere"))))

    assert here == [names.USER]
    assert [user for words, user in asked if TEXT in words] == [names.USER, None]
    made, looked = (
        next(number for number, line in enumerate(steps) if part in line)
        for part in ("the user tholos", "has what it needs")
    )
    assert made < looked
