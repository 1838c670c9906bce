"""What this user may do: groups of GPIO, I2C and the sensors' port, and whether lgpio can be loaded."""

import re
from collections.abc import Iterator

from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine
from companion.settings import Settings

PART = "access"
GROUPS = ("gpio", "i2c", "dialout")
"""Who is in them may use the pins, the display's bus and the sensors' port (systemd/99-tholos.rules)."""
UNIT = "/etc/systemd/system/tholos.service"
_RULES = "put systemd/99-tholos.rules in place (systemd/README.md)"
_INSTALL = "on a Pi, in the clone: sudo make install; then ask again with /usr/local/bin/tholos"
"""It fetches what fits the Pi's Python, bookworm's or trixie's, into the environment that the service has."""
_PI5_GPIOZERO = (2, 0, 1, 3)
"""Before 2.0.1.post3 it looks for the pins on the wrong chip of a Pi 5 (gpiozero issue 1166)."""


def access(machine: Machine, settings: Settings) -> list[Finding]:
    """One line for each that is wrong, one for all that is right."""
    found = [*_devices(machine, settings), *_library(machine), *_pipe(machine), *_unit(machine)]
    if found:
        return found
    says = f"{machine.user} may use GPIO, I2C and the sensors' port; lgpio {machine.version_of('lgpio')}"
    return [Finding(PART, Verdict.GOOD, says)]


def _devices(machine: Machine, settings: Settings) -> Iterator[Finding]:
    chips = list(machine.matches("/dev", "gpiochip*"))
    if not chips:
        yield Finding(
            PART, Verdict.BAD, "no GPIO here: no /dev/gpiochip*", "run it on a Pi; `tholos play` needs none"
        )
    # the other devices are missed by the parts that need them
    paths = [*chips[:1], machine.path(f"/dev/i2c-{settings.display.i2c_port}")]
    for path in [*paths, machine.path(settings.sensors.port)]:
        if path.exists() and not machine.may_use(path):
            group = machine.group_of(path)
            cure = f"sudo usermod -aG {group} {machine.user}, then log in anew" if group != "root" else _RULES
            says = f"{machine.user} may not use {path.name}, which is for the group {group}"
            yield Finding(PART, Verdict.BAD, says, cure, {"device": path.name, "group": group})


def _library(machine: Machine) -> Iterator[Finding]:
    if machine.version_of("lgpio") is None:
        yield Finding(PART, Verdict.BAD, "the pin library lgpio is not installed here", _INSTALL)
    gpiozero = machine.version_of("gpiozero") or ""
    model = machine.text("/proc/device-tree/model")
    numbers = tuple(int(number) for number in re.findall(r"\d+", gpiozero))
    if "Raspberry Pi 5" in model and numbers and numbers < _PI5_GPIOZERO:
        yield Finding(PART, Verdict.SUSPICIOUS, f"gpiozero {gpiozero} may miss the pins of a Pi 5", _INSTALL)


def _pipe(machine: Machine) -> Iterator[Finding]:
    """lgpio makes a named pipe in the working directory as it is loaded, and fails where it cannot."""
    folder = machine.folder
    cure = "change to a folder of your own, such as ~, and start from there"
    if not machine.may_use(folder):
        yield Finding(PART, Verdict.BAD, f"lgpio cannot make its pipe in {folder}", cure)
        return
    for pipe in sorted(folder.glob(".lgd-nfy*")):
        if not machine.may_use(pipe):
            owner = machine.owner_of(pipe)
            yield Finding(
                PART, Verdict.BAD, f"{pipe} is in lgpio's way: it is {owner}'s", f"{cure}, or remove it"
            )


def _unit(machine: Machine) -> Iterator[Finding]:
    """A service that somebody wrote by hand starts in /, where lgpio cannot make its pipe."""
    unit = machine.text(UNIT)
    user = re.search(r"^User=(\S+)", unit, re.MULTILINE)
    given = " ".join(re.findall(r"^SupplementaryGroups=(.*)$", unit, re.MULTILINE)).split()
    lacking = [
        group for group in GROUPS if user and group not in given and not _is_in(machine, user[1], group)
    ]
    if user and user[1] != "root" and lacking:
        yield Finding(
            PART,
            Verdict.BAD,
            f"the service's user {user[1]} is not in {', '.join(lacking)}",
            f"SupplementaryGroups={' '.join(GROUPS)} in {UNIT} (systemd/tholos.service)",
        )
    if unit and not re.search(r"^WorkingDirectory=(?!/\s*$)\S", unit, re.MULTILINE):
        yield Finding(
            PART,
            Verdict.BAD,
            "the service starts in /, where lgpio cannot make its pipe",
            f"RuntimeDirectory=tholos and WorkingDirectory=/run/tholos in {UNIT} (systemd/tholos.service)",
        )


def _is_in(machine: Machine, user: str, group: str) -> bool:
    for line in machine.text("/etc/group").splitlines():
        name, *rest = line.split(":")
        if name == group and len(rest) == 3:
            return user in rest[2].split(",")
    return False
