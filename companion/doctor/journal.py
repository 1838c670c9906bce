"""Where games are kept: a folder on a disk that outlives a power cut, whole, and its owner's own."""

import os
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.cell import kept_in
from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine
from companion.doctor.service import out_of_reach
from companion.journal.checkup import check_up
from companion.journal.store import FILE_NAME
from companion.scale.kept import FILE_NAME as CALIBRATION

PART = "journal"
FORGETFUL = ("overlay", "tmpfs", "ramfs")
"""File systems in memory: what they hold is gone after a power cut (raspi-config's overlay among them)."""
LEAST_FREE_BYTES = 50_000_000
"""Less leaves no room for an evening and the log (an evening is some 100 kB; estimated)."""
_MAKE = "sudo install -d -o tholos -g tholos"


def journal(machine: Machine, folder: str) -> list[Finding]:
    """One line for each that is wrong; where nothing is, one that says how many games are kept."""
    path = machine.path(folder)
    real = machine.real_name(path)
    lost = [*_lost_at_power_cut(machine, folder, real), *out_of_reach(machine, real)]
    if not path.is_dir():
        cure = "start the service once: it makes it; or name another ([journal] folder)"
        if lost:
            cure = f"plug its disk in; else make it, once that above is mended: {_MAKE} {folder}"
        return [*lost, Finding(PART, Verdict.SUSPICIOUS, f"there is no folder {folder} yet", cure)]
    found = [*lost, *_owners(machine, path, folder), *_room(path, folder)]
    checkup = check_up(path)
    if checkup is not None and checkup.fault:
        cure = (
            "update the companion"
            if "newer" in checkup.fault
            else "the next start saves what can be read into a new file, and keeps this one beside it"
        )
        found.append(Finding(PART, Verdict.BAD, f"{folder}/{FILE_NAME} is {checkup.fault}", cure))
    made, refused = _calibrated(path)
    found += refused
    if found:
        return found
    games = checkup.games if checkup is not None else 0
    says = f"{folder} is writable and on a disk; games kept: {games}; calibrated: {made or 'never'}"
    return [Finding(PART, Verdict.GOOD, says, figures={"games": games, "calibrated": made})]


def _calibrated(path: Path) -> tuple[str, list[Finding]]:
    """When the pads were calibrated, "" never; what the companion itself would say against the file."""
    file = path / CALIBRATION
    if not os.access(path, os.X_OK) or (file.exists() and not os.access(file, os.R_OK)):
        return "this user may not see when", []
    kept = kept_in(path)
    if kept.error is not None:
        return "", [Finding(PART, Verdict.SUSPICIOUS, kept.error.what, kept.error.cure)]
    return kept.current.made if kept.current is not None else "", []


def _lost_at_power_cut(machine: Machine, folder: str, real_name: str) -> Iterator[Finding]:
    kind, options = _mounted(machine, real_name)
    if kind in FORGETFUL:
        yield Finding(
            PART,
            Verdict.BAD,
            f"{folder} is on {kind}, in memory: every game is lost when the power goes",
            "put it on a partition of its own ([journal] folder), "
            "or switch the overlay off: sudo raspi-config nonint do_overlayfs 1",
            {"file_system": kind},
        )
    if "ro" in options:
        yield Finding(
            PART,
            Verdict.BAD,
            f"{folder} is on a file system that is read only",
            "a card that fails is mounted so: save the games and put in another (docs/keeping.md); "
            "else mount it writable",
            {"file_system": kind},
        )


def _mounted(machine: Machine, folder: str) -> tuple[str, tuple[str, ...]]:
    """The kind of the file system that a folder is on, and how it is mounted."""
    best, kind = "", ""
    options: tuple[str, ...] = ()
    for line in machine.text("/proc/mounts").splitlines():
        words = line.split()
        if len(words) < 4:
            continue
        at = words[1].encode().decode("unicode_escape") if "\\" in words[1] else words[1]
        is_above = at == "/" or folder == at or folder.startswith(f"{at}/")
        if is_above and len(at) >= len(best):  # of two on one place the later hides the other
            best, kind, options = at, words[2], tuple(words[3].split(","))
    return kind, options


def _owners(machine: Machine, path: Path, folder: str) -> Iterator[Finding]:
    owner = machine.owner_of(path)
    for each in sorted(path.iterdir() if os.access(path, os.R_OK | os.X_OK) else ()):
        other = machine.owner_of(each)
        if other != owner:
            yield Finding(
                PART,
                Verdict.BAD,
                f"{folder}/{each.name} belongs to {other}, its folder to {owner}",
                f"sudo chown {owner}: {folder}/{each.name}",
                {"file": each.name},
            )
    # of another user's folder only the owner's own rights can be told
    is_mine = path.stat().st_uid == machine.user_number
    is_writable = machine.may_use(path) if is_mine else bool(path.stat().st_mode & 0o200)
    if not is_writable:
        cure = f"sudo chmod u+rwx {folder}"
        yield Finding(PART, Verdict.BAD, f"{folder} cannot be written by its owner {owner}", cure)


def _room(path: Path, folder: str) -> Iterator[Finding]:
    room = os.statvfs(path)
    free = room.f_bavail * room.f_frsize
    if free < LEAST_FREE_BYTES:
        says = f"{free // 1_000_000} MB are free for {folder}"
        yield Finding(PART, Verdict.SUSPICIOUS, says, "free some of its disk", {"free_bytes": free})
