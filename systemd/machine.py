"""What an installation does to a machine: files, links, other programs; made first, done later."""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Act = Callable[[], None]
STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Ctrl-C, `kill`, and a line to the machine that breaks: each stops an installation, and all is put back."""


class InstallError(Exception):
    """What went wrong, where, and the cure; `str()` is one line."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that is done: how people are told of it, and doing it; `cure` is for when it fails.

    For the way back, should a later step fail: `changes` is the file, link or folder that is then put back;
    `is_told` says that something running hears of the files by this, and so is to hear of the old ones, too.
    After a step that `settles` there is no way back any more: nothing before it is undone.
    """

    says: str
    act: Act = lambda: None
    cure: str = "mend that, and run the same command again"
    changes: Path | None = None
    is_told: bool = False
    settles: bool = False

    def do(self) -> None:
        """Do it; raises InstallError with what is told of the step, the cause and the cure."""
        with self._explained():
            self.act()

    def way_back(self) -> Act:
        """What puts back that which this step changes, as it is now. Raises InstallError as `do` does."""
        with self._explained():
            return as_it_is(self.changes) if self.changes is not None else lambda: None

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except InstallError as error:
            raise InstallError(f"{self.says}: {error}; {self.cure}") from error
        except OSError as error:
            what = f"{error.filename or 'the disk'}: {error.strerror}"
            raise InstallError(f"{self.says}: {what}; {self.cure}") from error


def carry_out(steps: Sequence[Step], *, goes_back: bool) -> None:
    """Do all of them, in order, and say so; raises InstallError where one fails or somebody stops it.

    `goes_back`: what was there before is then put back, and told to whatever has heard of the new.
    """
    ways_back: list[Act] = []
    told: list[Step] = []
    try:
        for step in steps:
            tell(step.says)
            if goes_back:
                ways_back.append(step.way_back())
                told += [step] if step.is_told else []
            step.do()
            if step.settles:
                ways_back, told, goes_back = [], [], False
    except (InstallError, KeyboardInterrupt) as error:
        why = str(error) or "stopped"
        if not goes_back:
            raise InstallError(why) from error
        raise InstallError(f"{why}; {_put_back(ways_back, told)}") from error


def tell(text: str) -> None:
    """A line for whoever stands before the machine, or has hung up meanwhile."""
    with suppress(OSError):
        print(text, flush=True)


def _put_back(ways_back: Sequence[Act], told: Sequence[Step]) -> str:
    """Undo it, the last first; what became of it. Nobody stops that: it takes no time."""
    for number in STOPS:
        signal.signal(number, signal.SIG_IGN)
    failures = []
    for way in reversed(ways_back):
        try:
            way()
        except OSError as error:
            failures.append(f"{error.filename}: {error.strerror}")
    for step in told:
        tell(f"back to what was installed before: {step.says}")
        try:
            step.do()
        except InstallError as error:
            failures.append(str(error))
    if failures:
        return f"and what was installed before could not all be put back: {'; '.join(failures)}"
    return "what was installed before is as it was"


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

    def leads_to(self, path: str) -> str | None:
        """Where a link in a folder leads within that folder; None: it is no link."""
        here = self.at(path)
        return str(Path(path).with_name(here.readlink().name)) if here.is_symlink() else None


def run(*command: str | Path, user: str | None = None) -> Act:
    """Another program, its words passed on as they come, as that user if one is named.

    In an empty folder of its own: lgpio leaves a pipe there. And in a process group of its own, so that who
    is stopped can wait for the programs that it has started, too: nothing is written behind our back.
    """

    def act() -> None:
        words = [str(word) for word in command]
        with (
            tempfile.TemporaryDirectory(prefix="tholos-") as folder,
            _not_stopped(),  # before we know what has been started
            subprocess.Popen(
                words,
                stdin=subprocess.DEVNULL,
                cwd=folder,
                process_group=0,
                preexec_fn=_may_be_stopped,
                **_of_user(user, folder),
            ) as program,
        ):
            try:
                _may_be_stopped()
                code = program.wait()
            except KeyboardInterrupt:
                os.killpg(program.pid, signal.SIGTERM)
                program.wait()
                raise
        if code:
            raise InstallError(f"{Path(command[0]).name} ended with {code} and says above why")

    return act


@contextmanager
def _not_stopped() -> Iterator[None]:
    signal.pthread_sigmask(signal.SIG_BLOCK, STOPS)
    try:
        yield
    finally:
        _may_be_stopped()


def _may_be_stopped() -> None:
    signal.pthread_sigmask(signal.SIG_UNBLOCK, STOPS)


def _of_user(name: str | None, folder: str) -> dict[str, Any]:
    if name is None:
        return {}
    user = pwd.getpwnam(name)
    os.chown(folder, user.pw_uid, user.pw_gid)
    groups = os.getgrouplist(name, user.pw_gid)
    return {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": groups}


def write(content: Path, path: Path) -> Act:
    """A copy of a file, whole or not at all, and on the disk."""
    return lambda: _write(content.read_bytes(), path)


def _write(content: bytes, path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(f"{path.name}.new")
    with new.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    new.chmod(0o644)
    new.replace(path)
    _sync(path.parent)


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
    """A link, turned at one instant: a power cut leaves the old one or the new one; then on the disk."""

    def act() -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        new.unlink(missing_ok=True)
        new.symlink_to(target)
        new.replace(path)
        _sync(path.parent)

    return act


def remove(path: Path) -> Act:
    """A file, a link, or a folder with all that is in it."""

    def act() -> None:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path)
        else:
            path.unlink()

    return act


def as_it_is(path: Path) -> Act:
    """Puts back what is there now: a file, a link, or neither; a folder that is there by then goes."""
    was = _seen(path)

    def act() -> None:
        if was is None and os.path.lexists(path):
            remove(path)()
        if was == _seen(path):
            return
        if isinstance(was, str):
            link(path, was)()
        elif was is not None:
            _write(was, path)

    return act


def give_to_root(folder: Path, uid: int, gid: int) -> Act:
    """Of a folder and all that is in it what belongs to that user and that group; others' stays theirs."""

    def act() -> None:
        for here, folders, files in os.walk(folder):
            for path in (here, *(os.path.join(here, name) for name in (*folders, *files))):
                _give(path, uid, gid)

    return act


def _give(path: str, uid: int, gid: int) -> None:
    owner = os.lstat(path)
    if uid == owner.st_uid or gid == owner.st_gid:
        # A stick with a file system that knows no owners refuses: there the mount says whose all is.
        with suppress(PermissionError):
            os.chown(
                path,
                0 if owner.st_uid == uid else -1,
                0 if owner.st_gid == gid else -1,
                follow_symlinks=False,
            )


def _seen(path: Path) -> str | bytes | None:
    """Where a link leads, or what a file holds."""
    if path.is_symlink():
        return str(path.readlink())
    return path.read_bytes() if path.is_file() else None


def _sync(folder: Path) -> None:
    """New names are on the disk when this returns."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
