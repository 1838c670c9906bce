"""What an installation does to a machine: files, links, other programs; made first, done later."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

Act = Callable[[], None]


class InstallError(Exception):
    """What went wrong, where, and the cure; `str()` is one line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done: how people are told of it, and doing it; `cure` is for when it fails."""

    says: str
    act: Act = lambda: None
    cure: str = "mend that, and run the same command again"

    def do(self) -> None:
        """Do it; raises InstallError with what is told of the step, the cause and the cure."""
        try:
            self.act()
        except InstallError as error:
            raise InstallError(f"{self.says}: {error}; {self.cure}") from error
        except OSError as error:
            what = f"{error.filename or 'the disk'}: {error.strerror}"
            raise InstallError(f"{self.says}: {what}; {self.cure}") from error


@dataclass(frozen=True, slots=True)
class Place:
    """Where it is installed; `wheels` is a folder to install from without a network, None: the network."""

    root: Path = Path("/")
    wheels: Path | None = None

    @property
    def is_running(self) -> bool:
        """Whether this is the system that runs here, with its users, its devices and its services."""
        return self.root == Path("/")

    def at(self, path: str) -> Path:
        """An absolute path of the installed system, as it is named here."""
        return self.root / path.lstrip("/")

    def has(self, path: str) -> bool:
        """Whether there is something by that name, be it a link that leads nowhere."""
        return os.path.lexists(self.at(path))


def run(*command: str | Path) -> Act:
    """Another program, its words passed on as they come; in an empty folder: lgpio leaves a pipe there."""

    def act() -> None:
        with tempfile.TemporaryDirectory(prefix="tholos-") as folder:
            code = subprocess.run([str(word) for word in command], cwd=folder, check=False).returncode
        if code:
            raise InstallError(f"{Path(command[0]).name} ended with {code} and says above why")

    return act


def write(content: Path, path: Path) -> Act:
    """A copy of a file, whole or not at all."""

    def act() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        with new.open("wb") as file:
            file.write(content.read_bytes())
            file.flush()
            os.fsync(file.fileno())
        new.chmod(0o644)
        new.replace(path)

    return act


def note_commit(clone: Path, path: Path) -> Act:
    """A file with the commit of the clone and its day; an empty one where git does not tell."""

    def act() -> None:
        git = ["git", "-C", str(clone), "log", "-1", "--format=%h of %cs"]
        try:
            said = subprocess.run(git, capture_output=True, text=True, check=False).stdout
        except OSError:  # no git: the sources came some other way
            said = ""
        path.write_text(said, encoding="utf-8")

    return act


def link(path: Path, target: str) -> Act:
    """A link, turned at one instant: a power cut leaves the old one or the new one."""

    def act() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        new.replace(path)

    return act


def move(old: Path, new: Path) -> Act:
    """A file, to another folder of the same disk."""

    def act() -> None:
        new.parent.mkdir(parents=True, exist_ok=True)
        old.rename(new)

    return act


def remove(path: Path) -> Act:
    """A file, a link, or a folder with all that is in it."""

    def act() -> None:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    return act


def give_to_root(folder: Path) -> Act:
    """A folder and all that is in it."""

    def act() -> None:
        for path in (folder, *folder.rglob("*")):
            os.chown(path, 0, 0, follow_symlinks=False)

    return act
