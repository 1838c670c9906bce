"""`sudo make install` and `sudo make uninstall`: the companion as a service of a Raspberry Pi.

Needs nothing but the system's own Python. What is done is a list of steps, made from what the machine has at
that moment; a dry run prints the list, `--root` does it in another root, where nothing runs. Doing it again
is an upgrade. The new program is built beside the old one and checked with the settings before anything else
is touched: an installation that fails, or loses its power, leaves the old program as it was.
"""

import argparse
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from machine import Act, InstallError, Place, Step, give_to_root, link, move, note_commit, remove, run, write

CLONE = Path(__file__).resolve().parent.parent
LOCK = ".ci/lock-pi.txt"
USER = "tholos"
OPT = "/opt/tholos"
VENV = f"{OPT}/venv"
"""A link to the one of the two environments that runs."""
COMMAND = "/usr/local/bin/tholos"
SETTINGS, OLD_SETTINGS = "/etc/tholos/tholos.toml", "/etc/tholos.toml"
GAMES = "/var/lib/tholos"
UNIT = "/etc/systemd/system/tholos.service"
UDEV_RULES = "/etc/udev/rules.d/99-tholos.rules"
POLKIT_RULES = "/etc/polkit-1/rules.d/50-tholos.rules"
LEFT = (
    f"{GAMES}: the games and the calibration",
    "/etc/tholos: the settings",
    "the groups gpio, i2c and dialout, and the I2C bus as it is: other programs use them",
)
"""What an uninstallation leaves; it says so."""

_OLD_VENV = ("bin", "include", "lib", "lib64", "share", "pyvenv.cfg")
"""/opt/tholos itself was an environment before there was an installer."""
_CHECK = """\
import platform, sys
from pathlib import Path
from companion.cli import main
from companion.errors import CompanionError
from companion.settings import load
if platform.machine() == "aarch64":
    import lgpio
try:
    load(Path(sys.argv[1]))
except CompanionError as error:
    sys.exit(f"{error}")
"""
"""Run by the new program before it replaces the old one: it has all that it needs, and takes the settings."""


def install_steps(place: Place) -> Iterator[Step]:
    """All that an installation or an upgrade does, in order."""
    new, old = _environments(place)
    yield from _program_steps(place, new)
    yield Step(
        f"the user {USER}, in the groups gpio, i2c and dialout",
        run("systemd-sysusers", *_elsewhere(place), CLONE / "systemd" / "tholos-sysusers.conf"),
    )
    yield _settings_step(place)
    yield _put(place, "99-tholos.rules", UDEV_RULES, "the sensors' port is /dev/tholos, and no modem")
    if place.at(POLKIT_RULES).parent.is_dir():
        yield _put(place, "50-tholos.rules", POLKIT_RULES, "the panel's menu may switch the machine off")
    else:
        yield Step(
            "no polkit here: the panel's menu cannot switch the machine off; `apt install polkitd` mends it"
        )
    yield _put(place, "tholos.service", UNIT, "the service")
    yield Step(f"{VENV}: the new program takes the old one's place", link(place.at(VENV), Path(new).name))
    yield _command_step(place)
    yield from _start_steps(place)
    for name in (old, *(f"{OPT}/{part}" for part in _OLD_VENV)):
        if place.has(name):
            yield Step(f"{name}: removed, it is of the program before", remove(place.at(name)))


def uninstall_steps(place: Place) -> Iterator[Step]:
    """All that an uninstallation does, in order; the last step tells what is left."""
    if place.has(UNIT):
        now = ["--now"] if place.is_running else []
        yield Step(
            "the service: stopped, and not started any more",
            run("systemctl", *_elsewhere(place), "disable", *now, "tholos.service"),
        )
    ours = [UNIT, UDEV_RULES, POLKIT_RULES, OPT, *([COMMAND] if _is_ours(place.at(COMMAND)) else [])]
    for name in ours:
        if place.has(name):
            yield Step(f"{name}: removed", remove(place.at(name)))
    if place.is_running:
        yield Step("systemd: forgets the service", run("systemctl", "daemon-reload"))
        yield Step("udev: forgets the rules", run("udevadm", "control", "--reload"))
    if place.has(GAMES):
        yield Step(f"{GAMES}: given to root, for its owner goes", give_to_root(place.at(GAMES)))
    prefix = () if place.is_running else ("--prefix", place.root)
    for kind, command, names in (("user", "userdel", "/etc/passwd"), ("group", "groupdel", "/etc/group")):
        if _names(place, names):
            yield Step(f"the {kind} {USER}: removed", _without(place, names, run(command, *prefix, USER)))
    yield Step("left: " + "; ".join(LEFT))


def _environments(place: Place) -> tuple[str, str]:
    """The environment to build, and the one that runs until then (if any does)."""
    one, other = f"{VENV}-1", f"{VENV}-2"
    is_one = place.at(VENV).is_symlink() and place.at(VENV).readlink().name == Path(one).name
    return (other, one) if is_one else (one, other)


def _program_steps(place: Place, new: str) -> Iterator[Step]:
    python = place.at(new) / "bin" / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    offline = ("--no-index", "--find-links", place.wheels) if place.wheels else ()
    source = f"from {place.wheels}, without a network" if place.wheels else "from the network"
    cure = "make wheels anew, and copy them here" if place.wheels else "see that the network can be reached"
    yield Step(
        f"{new}: a virtual environment",
        run(sys.executable, "-m", "venv", "--clear", place.at(new)),
        "on Debian and Raspberry Pi OS: sudo apt install python3-venv",
    )
    yield Step(
        f"{new}: the packages of {LOCK}, {source}, each checked; this takes some minutes",
        run(*pip, *offline, "--require-hashes", "--only-binary", ":all:", "--requirement", CLONE / LOCK),
        f"{cure}, and run the same command again",
    )
    yield Step(
        f"{new}: the companion of {CLONE}",
        run(*pip, "--no-index", "--no-deps", "--no-build-isolation", CLONE),
    )
    yield Step(
        f"{new}: notes the commit, which `tholos --version` names",
        note_commit(CLONE, place.at(new) / "tholos-commit"),
    )
    settings = next((path for path in map(place.at, (SETTINGS, OLD_SETTINGS)) if path.exists()), None)
    yield Step(
        f"{new}: checked, with {settings or 'the settings of a new installation'}",
        run(python, "-c", _CHECK, settings or CLONE / "systemd" / "tholos.toml"),
        "mend what stands above; what was installed before is as it was",
    )


def _settings_step(place: Place) -> Step:
    new, old = place.at(SETTINGS), place.at(OLD_SETTINGS)
    if new.exists():
        return Step(f"{SETTINGS}: stays as it is")
    if old.exists():
        return Step(f"{SETTINGS}: the settings of {OLD_SETTINGS}, which moves", move(old, new))
    return _put(place, "tholos.toml", SETTINGS, "all settings, each a comment")


def _command_step(place: Place) -> Step:
    here = place.at(COMMAND)
    if place.has(COMMAND) and not _is_ours(here):
        return Step(f"{COMMAND}: is another program's and stays; ours is {VENV}/bin/tholos")
    return Step(f"{COMMAND}: the command `tholos`", link(here, f"{VENV}/bin/tholos"))


def _start_steps(place: Place) -> Iterator[Step]:
    if place.is_running:
        classes = (f"--subsystem-match={name}" for name in ("usb", "tty", "gpio", "i2c-dev"))
        yield Step("udev: reads the rules", run("udevadm", "control", "--reload"))
        yield Step("udev: obeys them for what is plugged in", run("udevadm", "trigger", *classes))
        if shutil.which("raspi-config"):
            yield Step(
                "the I2C bus for the display: switched on", run("raspi-config", "nonint", "do_i2c", "0")
            )
        else:
            yield Step("no raspi-config here: the I2C bus for the display is to be switched on by hand")
        yield Step("systemd: reads the service", run("systemctl", "daemon-reload"))
    enable = run("systemctl", *_elsewhere(place), "enable", "tholos.service")
    yield Step("the service: started whenever the machine is", enable)
    if place.is_running:
        yield Step(
            "the service: started now",
            run("systemctl", "restart", "tholos.service"),
            "`journalctl -u tholos` says why it does not start",
        )
    else:
        yield Step("nothing is started, and no device touched, in another root")


def _elsewhere(place: Place) -> list[str]:
    return [] if place.is_running else [f"--root={place.root}"]


def _put(place: Place, source: str, target: str, what: str) -> Step:
    """A file of this folder in its place."""
    return Step(f"{target}: {what}", write(CLONE / "systemd" / source, place.at(target)))


def _is_ours(command: Path) -> bool:
    return command.is_symlink() and str(command.readlink()).startswith(f"{OPT}/")


def _without(place: Place, path: str, act: Act) -> Act:
    """Only where our name is still in that list: `userdel` takes the group along, or does not."""
    return lambda: act() if _names(place, path) else None


def _names(place: Place, path: str) -> bool:
    """Whether that list of users or groups has ours."""
    names = place.at(path).read_text(encoding="utf-8", errors="replace") if place.has(path) else ""
    return f"\n{USER}:" in f"\n{names}"


def check_machine(place: Place) -> None:
    """Raises InstallError where this machine cannot be installed on."""
    bits = sys.maxsize.bit_length() + 1
    if bits != 64:
        raise InstallError(f"this system has {bits} bits; install the 64-bit edition of Raspberry Pi OS")
    if importlib.util.find_spec("ensurepip") is None:
        raise InstallError("Python makes no virtual environments here; sudo apt install python3-venv")
    for program in ("systemctl", "systemd-sysusers", "userdel"):
        if shutil.which(program) is None:
            raise InstallError(
                f"there is no {program} here; the companion is a service of systemd on Debian's kind"
            )
    if not place.root.is_dir():
        raise InstallError(f"{place.root} is no folder; name one that is there")
    if place.wheels is not None and not place.wheels.is_dir():
        raise InstallError(f"{place.wheels} is no folder; `make wheels` makes one")
    if os.geteuid() != 0:
        raise InstallError("only root may do this; sudo make install, or sudo make uninstall")


def main(words: Sequence[str] | None = None) -> int:
    """Do what the command line asks for; the exit status, 0 if all went well."""
    parser = argparse.ArgumentParser(
        prog="install.py", description="The companion as a service of this machine."
    )
    parser.add_argument("act", choices=("install", "uninstall"))
    parser.add_argument("--dry-run", action="store_true", help="say what would be done, and do nothing")
    parser.add_argument("--root", type=Path, default=Path("/"), help="another system's root folder")
    parser.add_argument(
        "--wheels", type=Path, help="install from this folder (`make wheels`), without a network"
    )
    options = parser.parse_args(words)
    wheels = options.wheels.resolve() if options.wheels else None
    place = Place(options.root.resolve(), wheels)
    steps = install_steps(place) if options.act == "install" else uninstall_steps(place)
    os.umask(0o022)  # the service's user must be able to read what root writes
    try:
        if options.dry_run:
            print(f"make {options.act} would do this; nothing is done now:")
        else:
            check_machine(place)
        for step in list(steps):
            print(step.says, flush=True)
            if not options.dry_run:
                step.do()
    except InstallError as error:
        print(f"make {options.act}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
