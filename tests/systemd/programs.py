"""The programs of systemd/, and what their tests begin with."""

import importlib
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import ModuleType

import pytest

ROOT = Path(__file__).parents[2]
SYSTEMD = ROOT / "systemd"
LOCK = ROOT / ".ci" / "lock-pi.txt"
AS_ROOT = () if os.geteuid() == 0 else ("unshare", "--map-root-user")
"""Before a command that wants to be root; who is not becomes it in a namespace of its own."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="no systemd here")


def load(name: str) -> ModuleType:
    """A program of systemd/, which is no package: it runs before anything is installed."""
    if str(SYSTEMD) not in sys.path:
        sys.path.append(str(SYSTEMD))
    return importlib.import_module(name)


def make(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """`sudo make` with these words."""
    command = [*AS_ROOT, "make", "--no-print-directory", f"PYTHON={sys.executable}", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def files(root: Path) -> dict[str, str]:
    """Every file and link below a folder with its content; not those that shadow keeps for itself."""
    found = {}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file() and not re.fullmatch(r"etc/(\.pwd\.lock|g?shadow-?|(passwd|group)-)", name):
            found[name] = path.read_text(encoding="utf-8", errors="replace")
    return found


def says(steps: Iterable) -> list[str]:
    """What people are told of these steps."""
    return [step.says for step in steps]


def index_of(told: Sequence[str], start: str) -> int:
    """Which of the lines is the only one that begins so."""
    (found,) = (number for number, line in enumerate(told) if line.startswith(start))
    return found
