"""Which companion this is: its version, and the commit that it was made from, where that is known."""

import subprocess
import sys
from pathlib import Path

from companion import __version__

NOTE = "tholos-commit"
"""The file in the environment in which the installation notes the commit (systemd/install.py)."""
_ROOT = Path(__file__).parent.parent
_GIT = ("git", "-C", str(_ROOT), "log", "-1", "--format=%h of %cs")
_GIT_S = 5.0


def version_text() -> str:
    """As in "0.1.0 (f1550da of 2026-11-30)"; the version alone where no commit is known."""
    commit = _noted() or (_asked() if (_ROOT / ".git").exists() else "")
    return f"{__version__} ({commit})" if commit else __version__


def _noted() -> str:
    try:
        return (Path(sys.prefix) / NOTE).read_text(encoding="utf-8").strip()
    except (OSError, ValueError):
        return ""


def _asked() -> str:
    """Of a clone; "" where there is no git, or it does not tell this user."""
    try:
        done = subprocess.run(_GIT, capture_output=True, text=True, timeout=_GIT_S, check=False)  # noqa: S603
    except (OSError, subprocess.SubprocessError, ValueError):
        return ""
    return done.stdout.strip()
