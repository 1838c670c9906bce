"""The service: whether it starts with the machine, runs, and may write where the games are to be."""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from companion.doctor.access import UNIT
from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine

PART = "service"
COMMAND = ("systemctl", "show", "--property=LoadState,UnitFileState,ActiveState,SubState", "tholos.service")
"""It ends well whatever it finds, which `is-enabled` and `is-active` do not."""
_OWN_FOLDER = "/var/lib/tholos"
"""Of the unit's StateDirectory."""
_CLOSED = ("/home", "/root", "/run/user")
"""What ProtectHome closes; nothing in there can be opened again (systemd.exec, InaccessiblePaths)."""


def service(machine: Machine) -> list[Finding]:
    """One line; a service that is stopped is good, as the doctor asks for that."""
    said = machine.run(COMMAND)
    if said is None:
        says = "there is no systemd here to start the device"
        cure = "on a Pi: sudo make install, in the clone"
        return [Finding(PART, Verdict.SUSPICIOUS, says, cure)]
    state = dict(line.split("=", 1) for line in said.splitlines() if "=" in line)
    verdict, says, cure = _judged(state)
    return [Finding(PART, verdict, says, cure, state)]


def _judged(state: dict[str, str]) -> tuple[Verdict, str, str]:
    is_set_up, active = state.get("UnitFileState") == "enabled", state.get("ActiveState", "unknown")
    if state.get("LoadState") == "masked":
        return Verdict.BAD, "it is masked: nothing can start it", "sudo systemctl unmask tholos"
    if state.get("LoadState") != "loaded":
        return Verdict.SUSPICIOUS, "the device is not installed here", "sudo make install, in the clone"
    if active == "failed" or state.get("SubState") == "auto-restart":
        return Verdict.BAD, "it ends as soon as it has started", "journalctl -u tholos -n 20 says why"
    if not is_set_up:
        return (
            Verdict.SUSPICIOUS,
            f"it does not start with the machine; now it is {active}",
            "once the kit is built: sudo systemctl enable --now tholos",
        )
    return Verdict.GOOD, f"it starts with the machine; now it is {active}", ""


def out_of_reach(machine: Machine, folder: str) -> Iterator[Finding]:
    """What keeps the service, as its unit shuts it in, from this folder for the games; else none."""
    unit = machine.text(UNIT)
    if not re.search(r"^ProtectSystem=strict", unit, re.MULTILINE) or _is_in(folder, _OWN_FOLDER):
        return
    says = f"the service may not write to {folder}"
    if any(_is_in(folder, closed) for closed in _CLOSED):
        cure = "homes are closed to it; name a folder elsewhere, such as /srv/tholos ([journal] folder)"
        yield Finding("journal", Verdict.BAD, says, cure)
        return
    added = (machine.text(f"{UNIT}.d/{path.name}") for path in machine.matches(f"{UNIT}.d", "*.conf"))
    lines = re.findall(r"^ReadWritePaths=(.*)$", "\n".join((unit, *added)), re.MULTILINE)
    if not any(_is_in(folder, path.lstrip("-+")) for path in " ".join(lines).split()):
        cure = (
            f"sudo systemctl edit tholos, there the two lines [Service] and ReadWritePaths=-{folder}, "
            "then sudo systemctl restart tholos (docs/keeping.md, on a USB stick)"
        )
        yield Finding("journal", Verdict.BAD, says, cure)


def _is_in(path: str, folder: str) -> bool:
    return PurePosixPath(path).is_relative_to(folder)
