"""What `sudo make uninstall` does: a list of steps, made from what the machine has at that moment."""

import json
import os.path
import tomllib
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any

from machine import Act, Place, Step, give_to_root, remove, run
from names import (
    COMMAND,
    DROP_INS,
    GAMES,
    LAST_SETTINGS,
    OLD_SETTINGS,
    OPT,
    POLKIT_RULES,
    SETTINGS,
    UDEV_RULES,
    UNIT,
    USER,
)

_NOT_TEXT = (ValueError, LookupError, TypeError, RecursionError)
"""A file of settings with a slip in it, or without a word of the folder."""


def uninstall_steps(place: Place) -> Iterator[Step]:
    """All that an uninstallation does, in order; the last step tells what is left."""
    if place.has(UNIT):
        now = ["--now"] if place.is_running else []
        yield Step(
            "the service: stopped, and not started any more",
            run("systemctl", *elsewhere(place), "disable", *now, "tholos.service"),
        )
    files = (UNIT, UDEV_RULES, POLKIT_RULES)
    half_written = (f"{name}.new" for name in files)  # a power cut came in between
    for name in (*files, *half_written, OPT, *([COMMAND] if is_ours(place) else [])):
        if place.has(name):
            yield Step(f"{name}: removed", remove(place.at(name)))
    if place.is_running:
        yield Step("systemd: forgets the service", run("systemctl", "daemon-reload"))
        yield Step("udev: forgets the rules", run("udevadm", "control", "--reload"))
    folders = [GAMES, *_other_folders(place)]
    uid, gid = _number(place, "/etc/passwd"), _number(place, "/etc/group")
    for folder in folders:
        if place.has(folder) and uid is not None:
            yield Step(
                f"{folder}: what is the user {USER}'s is given to root, for its owner goes",
                give_to_root(place.at(folder), uid, -1 if gid is None else gid),
                "mend that, or take that disk away, and run the same command again",
            )
    prefix = () if place.is_running else ("--prefix", place.root)
    for kind, command, names in (("user", "userdel", "/etc/passwd"), ("group", "groupdel", "/etc/group")):
        if _number(place, names) is not None:
            yield Step(f"the {kind} {USER}: removed", _without(place, names, run(command, *prefix, USER)))
    yield Step("left: " + "; ".join(_left(place, folders, uid)))


def elsewhere(place: Place) -> list[str]:
    """What tells systemd's programs of another root."""
    return [] if place.is_running else [f"--root={place.root}"]


def is_ours(place: Place) -> bool:
    """Whether the command `tholos` is the one that was put there; another program may have that name."""
    command = place.at(COMMAND)
    return command.is_symlink() and str(command.readlink()).startswith(f"{OPT}/")


def _left(place: Place, folders: Sequence[str], uid: int | None) -> Iterator[str]:
    """All that stays, each with what it is."""
    for folder in folders:
        if place.has(folder):
            yield f"{folder}: the games and the calibration"
        elif folder != GAMES:
            owner = "" if uid is None else f"; what is there stays of user number {uid}"
            yield f"{folder}: games, on a disk that is not here now{owner}"
    for path, what in (
        (os.path.dirname(SETTINGS), "the settings"),
        (OLD_SETTINGS, "settings of an older installation"),
        (
            DROP_INS,
            "what was added to the service by `systemctl edit`; it holds again once it is installed again",
        ),
    ):
        if place.has(path):
            yield f"{path}: {what}"
    yield "the groups gpio, i2c and dialout, and the I2C bus as it is: other programs use them"


def _other_folders(place: Place) -> list[str]:
    """Where games are kept besides GAMES, by the settings and by those that the service ran with last."""
    readers: dict[str, Callable[[str], Any]] = {SETTINGS: tomllib.loads, LAST_SETTINGS: json.loads}
    found: list[str] = []
    for path, read in readers.items():
        with suppress(OSError, *_NOT_TEXT):
            folder = os.path.normpath(read(place.at(path).read_text(encoding="utf-8"))["journal"]["folder"])
            if os.path.isabs(folder) and folder not in (GAMES, *found):
                found.append(folder)
    return found


def _without(place: Place, path: str, act: Act) -> Act:
    """Only where our name is still in that list: `userdel` takes the group along, or does not."""
    return lambda: act() if _number(place, path) is not None else None


def _number(place: Place, path: str) -> int | None:
    """The number that a list of users or groups has for ours; None: it is not in there."""
    text = place.at(path).read_text(encoding="utf-8", errors="replace") if place.has(path) else ""
    entries = (line.split(":") for line in text.splitlines())
    return next((int(entry[2]) for entry in entries if entry[0] == USER), None)
