"""`tholos report`: all that helps somebody far away to see what is wrong, in one text with no name in it."""

import importlib.metadata
import json
import os
import platform
import pwd
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from companion.errors import CompanionError
from companion.files import read_whole
from companion.journal.onlooker import games_in, notes_in
from companion.scrub import scrub
from companion.version import version_text

Run = Callable[[Sequence[str]], str]
"""What a command prints, or why it prints nothing."""

LOG = ("journalctl", "--unit=tholos", "--lines=500", "--no-pager", "--no-hostname", "--output=short-iso")
DOCTOR = (sys.executable, "-m", "companion", "doctor", "--json")
PACKAGES = ("gpiozero", "lgpio", "luma.core", "luma.oled", "pillow", "pyserial", "smbus2")
LONGEST_CHARACTERS = 100_000
"""Of a part; the end of a log is worth more than its beginning."""
_GAMES = 3
_LONGEST_S = 60.0
_FIRST_PERSON = 1000
"""User numbers from here on are people's (Debian Policy 9.2.2)."""
_MODEL = Path("/proc/device-tree/model")
_CONNECTIONS = tuple(
    Path(folder, "NetworkManager", "system-connections") for folder in ("/etc", "/run", "/usr/lib")
)
"""Where NetworkManager keeps what it connects to, a file each (its manual, nm-settings-keyfile); netplan
writes them to /run. Only root may read them."""
_NOBODYS = {
    "de",
    "di",
    "da",
    "du",
    "la",
    "le",
    "el",
    "of",
    "af",
    "av",
    "von",
    "van",
    "der",
    "den",
    "dos",
    "und",
}
"""Words in names that name nobody."""


def report(settings: Path | None, folder: Path, status: Callable[[], dict[str, Any] | None], run: Run) -> str:
    """The text: versions, settings, status, what the doctor finds, the last games and the log.

    What cannot be had is said in its place. `settings` is the file, `folder` the journal's.
    """
    parts = {
        "versions": _versions,
        "settings": lambda: read_whole(settings).decode(errors="replace") if settings else "the defaults",
        "status": lambda: json.dumps(status() or {"is_running": False}, indent=1, ensure_ascii=False),
        "doctor": lambda: run((*DOCTOR, *(("--settings", str(settings)) if settings else ()))),
        "last games": lambda: "\n".join(_last_games(folder)),
        "log": lambda: run(LOG),
    }
    people, networks = list(_people()), list(_networks())
    return "\n".join(
        f"=== {name} ===\n{scrub(_part(make)[-LONGEST_CHARACTERS:], people, networks).rstrip()}\n"
        for name, make in parts.items()
    )


def is_report(text: str) -> bool:
    """Whether that is a report, which a newer one may replace."""
    return text.startswith("=== versions ===\n")


def run_command(command: Sequence[str]) -> str:
    """Run it for at most a minute; what it prints, and with which status it ends where that is not 0."""
    try:
        done = subprocess.run(  # noqa: S603 - the commands are the constants above
            command,
            stdin=subprocess.DEVNULL,  # else the doctor would ask for hands and eyes, and nobody would see it
            capture_output=True,
            text=True,
            errors="replace",
            timeout=_LONGEST_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"({Path(command[0]).name} cannot be run: {error})"
    said = done.stdout + done.stderr
    return said if done.returncode == 0 else f"{said}(it ended with status {done.returncode})"


def _part(make: Callable[[], str]) -> str:
    try:
        return make()
    except CompanionError as error:
        return f"({error})"
    except OSError as error:
        return f"({error.filename}: {error.strerror})"


def _versions() -> str:
    machine = platform.uname()
    lines = [
        f"tholos {version_text()}",
        f"Python {platform.python_version()}",
        f"kernel {machine.release} {machine.machine}",
        f"system {_system()}",
        f"model {_MODEL.read_text().rstrip(chr(0)) if _MODEL.exists() else 'no Pi'}",
    ]
    for name in PACKAGES:
        try:
            lines.append(f"{name} {importlib.metadata.version(name)}")
        except importlib.metadata.PackageNotFoundError:
            lines.append(f"{name} is not installed")
    return "\n".join(lines)


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "unknown")
    except OSError:
        return "unknown"


def _last_games(folder: Path) -> Iterator[str]:
    """How the last games went; who played is nobody's business."""
    for game in games_in(folder)[-_GAMES:]:
        yield f"game {game.id}, begun {game.begun or '-'}: {game.start} ({game.end}), {game.result}"
        yield f"  turns: {' '.join(game.turns) or 'none'}"
        yield f"  {game.origin}, whole: {game.is_whole}, stones laid: {game.is_laid}"
        yield from (f"  {at} {kind} {text}" for kind, text, at in notes_in(folder, game.id))


def _people() -> Iterator[str]:
    """The names of the people of this machine, and its own."""
    yield platform.node()
    yield platform.node().partition(".")[0]
    yield os.environ.get("SUDO_USER", "")
    for user in pwd.getpwall():
        if user.pw_uid >= _FIRST_PERSON:
            full = user.pw_gecos.partition(",")[0]
            yield user.pw_name
            yield full
            # a log may name somebody by a part of it; an initial alone tells nobody
            yield from (word for word in re.findall(r"\w{2,}", full) if word.lower() not in _NOBODYS)


def _networks() -> Iterator[str]:
    """The Wi-Fi networks that this machine knows, as far as whoever asks may see them."""
    for folder in _CONNECTIONS:
        try:
            files = list(folder.iterdir())
        except OSError:  # none, or not for everybody to see
            continue
        for file in files:
            try:
                text = file.read_text(errors="replace")
            except OSError:
                yield re.sub(r"^netplan-\w+-", "", file.stem)
                continue
            if "ssid=" in text:  # else it is no Wi-Fi
                yield file.stem
                yield from map(_network, re.findall(r"(?m)^(?:id|ssid)=(.+?)\s*$", text))


def _network(text: str) -> str:
    """A name as it stands in such a file; one with other letters than ASCII may be told byte by byte."""
    if re.fullmatch(r"(?:\d{1,3};)+", text):
        return bytes(int(byte) & 0xFF for byte in text.rstrip(";").split(";")).decode(errors="replace")
    return text.replace("\\;", ";").replace("\\\\", "\\")
