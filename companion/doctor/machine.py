"""The machine as the doctor sees it: its files below a root, its commands, and what this user may do."""

import os
import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from pathlib import Path

from companion.files import read_whole

COMMAND_S = 5.0
"""A command that has not answered by then has not."""


@dataclass(frozen=True, slots=True)
class Machine:
    """Where to look; a test puts a tree of its own below `root`."""

    root: Path
    run: Callable[[Sequence[str]], str | None]
    """What a command prints; None: there is no such command, or it failed."""
    may_use: Callable[[Path], bool]
    """Whether this user may read and write a file or a device."""
    version_of: Callable[[str], str | None]
    """Of a Python package or module that can be imported; None: there is none."""
    user: str
    """Who runs the doctor."""
    user_number: int
    folder: Path
    """The working directory."""

    def path(self, name: str | Path) -> Path:
        """A file by its name; one that is not absolute counts from the working directory."""
        return self.root / str(name).lstrip("/") if Path(name).is_absolute() else self.folder / name

    def real_name(self, path: Path) -> str:
        """The absolute name of a file, links followed."""
        return f"/{path.resolve().relative_to(self.root.resolve())}"

    def read(self, name: str) -> bytes | None:
        """What is in a file; None where it is not there or may not be read."""
        try:
            path = self.path(name)
            # files of /proc and /sys are small, and some say that they are empty
            return path.read_bytes() if name.startswith(("/proc/", "/sys/")) else read_whole(path)
        except OSError:
            return None

    def text(self, name: str) -> str:
        """The text in a file, "" where it is not there; bytes that are no text become marks."""
        return (self.read(name) or b"").decode(errors="replace").strip().strip("\0")

    def matches(self, folder: str, pattern: str) -> Iterator[Path]:
        """The files in a folder whose names fit, in order."""
        yield from sorted(self.path(folder).glob(pattern))

    def group_of(self, path: Path) -> str:
        """The name of the group that a file belongs to, its number where it has no name."""
        number = path.stat().st_gid
        return self._name("/etc/group", number)

    def owner_of(self, path: Path) -> str:
        """The name of the user that a file belongs to, their number where they have no name."""
        return self._name("/etc/passwd", path.lstat().st_uid)

    def _name(self, table: str, number: int) -> str:
        for line in self.text(table).splitlines():
            name, *rest = line.split(":")
            if len(rest) > 1 and rest[1] == str(number):
                return name
        return str(number)


def this_machine() -> Machine:
    """The one that runs this program."""
    user = os.getuid()
    here = Machine(Path("/"), _run, _may_use, _version_of, str(user), user, _folder())
    return Machine(Path("/"), _run, _may_use, _version_of, here._name("/etc/passwd", user), user, _folder())


def _folder() -> Path:
    try:
        return Path.cwd()
    except OSError:  # somebody has removed it
        return Path("/")


def _run(command: Sequence[str]) -> str | None:
    try:
        done = subprocess.run(  # noqa: S603 - the commands are constants of this package
            command, capture_output=True, text=True, errors="replace", timeout=COMMAND_S, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip() if done.returncode == 0 else None


def _may_use(path: Path) -> bool:
    return os.access(path, os.R_OK | os.W_OK)


def _version_of(name: str) -> str | None:
    # found, not imported: importing lgpio makes a pipe in the working directory
    if find_spec(name) is None:
        return None
    try:
        return version(name)
    except PackageNotFoundError:
        return "?"
