import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from companion import __version__
from companion import version as module
from companion.version import NOTE, version_text

ROOT = Path(__file__).parent.parent


@pytest.fixture
def somewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program is neither in a clone nor in an environment that was installed."""
    monkeypatch.setattr(module, "_ROOT", tmp_path)
    monkeypatch.setattr(module, "_GIT", ("git", "-C", str(tmp_path), *module._GIT[3:]))
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    return tmp_path


def test_an_upgrade_shows_in_the_version(somewhere: Path) -> None:
    """After `git pull` and `sudo make install` one sees that another program runs: the commit is named."""
    (somewhere / NOTE).write_text("f1550da of 2026-11-30\n", encoding="utf-8")

    assert version_text() == f"{__version__} (f1550da of 2026-11-30)"


def test_the_installation_notes_the_commit_of_its_clone(somewhere: Path) -> None:
    """`sudo make install` leaves in the environment what the program names there; without git, nothing."""
    machine = runpy.run_path(str(ROOT / "systemd" / "machine.py"))

    machine["note_commit"](ROOT, somewhere / NOTE)()
    known = _git(ROOT, "log", "-1", "--format=%h of %cs") if (ROOT / ".git").exists() else ""

    assert version_text() == (f"{__version__} ({known})" if known else __version__)


def test_a_clone_names_the_commit_that_is_checked_out(somewhere: Path) -> None:
    """Whoever runs it from a clone need not install it to be told."""
    who = ["-c", "user.name=Ana", "-c", "user.email=ana@example.org"]
    for words in (["init", "--quiet"], ["commit", "--quiet", "--allow-empty", "--message", "first"]):
        _git(somewhere, *who, *words)
    commit = _git(somewhere, "rev-parse", "--short", "HEAD")

    assert version_text().startswith(f"{__version__} ({commit} of 20")


def _git(folder: Path, *words: str) -> str:
    command = ("git", "-C", str(folder), *words)
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    return done.stdout.strip()


@pytest.mark.parametrize("note", [None, "", "\n"])
def test_where_no_commit_is_known_the_version_is_told_alone(somewhere: Path, note: str | None) -> None:
    """The sources were unpacked from an archive, or there is no git."""
    if note is not None:
        (somewhere / NOTE).write_text(note, encoding="utf-8")

    assert version_text() == __version__


def test_a_clone_that_git_does_not_read_is_no_fault(somewhere: Path) -> None:
    """It belongs to another user, or is broken."""
    (somewhere / ".git").mkdir()

    assert version_text() == __version__
