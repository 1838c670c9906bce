"""`sudo make install` and `sudo make uninstall`: the companion as a service of a Raspberry Pi.

Needs nothing but the system's own Python. What is done is a list of steps, made from what the machine has at
that moment; a dry run prints the list, `--root` does it in another root, where nothing runs. Doing it again
is an upgrade. The new program is built beside the old one and checked before anything of the old one is
touched, and the old one goes only when the new one has come up. Where a step fails, or somebody stops it,
all is put back; a power cut leaves the old program or, once the link is turned, the new one, whole.
"""

import argparse
import importlib.util
import os
import shutil
import signal
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from machine import STOPS, InstallError, Place, Step, carry_out, link, note_commit, remove, run, tell, write
from names import (
    CAME_UP,
    COMMAND,
    OLD_SETTINGS,
    OPT,
    POLKIT_RULES,
    SETTINGS,
    UDEV_RULES,
    UNIT,
    USER,
    VENV,
    VENVS,
)
from uninstall import elsewhere, is_ours, uninstall_steps

CLONE = Path(__file__).resolve().parent.parent
LOCK = ".ci/lock-pi.txt"
CHECK = CLONE / "systemd" / "check.py"

WATCHED_S = 10
"""A program may start, and end at its first look at a part; systemd counts how often it starts it anew."""
_STAYS = (
    f"sleep {WATCHED_S}; systemctl is-active --quiet tholos.service && "
    'test "$(systemctl show --property=NRestarts --value tholos.service)" = 0 || '
    "{ echo the service has ended, or was started anew >&2; exit 1; }"
)
_OLD_VENV = ("bin", "include", "lib", "lib64", "share", "pyvenv.cfg")
"""/opt/tholos itself was an environment before there was an installer."""


def install_steps(place: Place) -> Iterator[Step]:
    """All that an installation or an upgrade does, in order."""
    new = _free_environment(place)
    yield from _program_steps(place, new)
    yield _settings_step(place)
    yield _put(place, "99-tholos.rules", UDEV_RULES, "the sensors' port is /dev/tholos, and no modem")
    if place.at(POLKIT_RULES).parent.is_dir():
        yield _put(place, "50-tholos.rules", POLKIT_RULES, "the panel's menu may switch the machine off")
    else:
        yield Step(
            "no polkit here: the panel's menu cannot switch the machine off; `apt install polkitd` mends it"
        )
    yield Step("all of it: on the disk", os.sync)
    yield _put(place, "tholos.service", UNIT, "the service")
    yield _link_step(place, VENV, Path(new).name, "the new program takes the old one's place")
    yield _command_step(place)
    yield from _start_steps(place)
    yield _link_step(place, CAME_UP, Path(new).name, "this program came up last", settles=True)
    yield Step("all of it: on the disk", os.sync)
    yield from _old_steps(place, new)


def _free_environment(place: Place) -> str:
    """The one to build: none that runs, or that ran last; rather one that is not even there.

    Raises InstallError where somebody has put something else in the link's place.
    """
    if place.has(VENV) and place.leads_to(VENV) is None:
        raise InstallError(f"{place.at(VENV)} is no link, and so not of this installer; move it away")
    kept = (place.leads_to(VENV), place.leads_to(CAME_UP))
    return min((name for name in VENVS if name not in kept), key=place.has)


def _program_steps(place: Place, new: str) -> Iterator[Step]:
    """The new program, in a folder of its own, looked at as the service's user, who is there before that."""
    python = place.at(new) / "bin" / "python"
    pip = (python, "-m", "pip", "--disable-pip-version-check", "--quiet", "install")
    offline = ("--no-index", "--find-links", place.wheels) if place.wheels else ()
    source = f"from {place.wheels}, without a network" if place.wheels else "from the network"
    cure = "see that the network can be reached"
    if place.wheels:
        cure = "make wheels anew and copy them here, or say WHEELS= to take them from the network,"
    yield Step(
        f"{new}: a virtual environment",
        run(sys.executable, "-m", "venv", "--clear", place.at(new)),
        "on Debian and Raspberry Pi OS: sudo apt install python3-venv",
        changes=place.at(new),
    )
    yield Step(
        f"{new}: the packages of {LOCK}, {source}, each checked; this takes some minutes",
        run(*pip, *offline, "--require-hashes", "--only-binary", ":all:", "--requirement", CLONE / LOCK),
        f"{cure} and run the same command again",
    )
    yield Step(
        f"{new}: the companion of {CLONE}",
        run(*pip, "--no-index", "--no-deps", "--no-build-isolation", CLONE),
    )
    yield Step(
        f"{new}: notes the commit, which `tholos --version` names",
        note_commit(CLONE, place.at(new) / "tholos-commit"),
    )
    yield Step(
        f"the user {USER}, in the groups gpio, i2c and dialout",
        run("systemd-sysusers", *elsewhere(place), CLONE / "systemd" / "tholos-sysusers.conf"),
    )
    settings = next((path for path in (SETTINGS, OLD_SETTINGS) if place.has(path)), None)
    yield Step(
        f"{new}: has what it needs, and takes {settings or 'the default settings'} and the games kept",
        run(
            *(python, "-I", "-c", CHECK.read_text(encoding="utf-8"), place.root),
            *([place.at(settings)] if settings else []),
            user=USER if place.is_running else None,
        ),
        "mend what stands above, and run the same command again",
    )


def _settings_step(place: Place) -> Step:
    if place.has(SETTINGS):
        return Step(f"{SETTINGS}: stays as it is")
    if place.has(OLD_SETTINGS):
        says = f"{SETTINGS}: the settings of {OLD_SETTINGS}"
        return Step(says, write(place.at(OLD_SETTINGS), place.at(SETTINGS)), changes=place.at(SETTINGS))
    return _put(place, "tholos.toml", SETTINGS, "all settings, each a comment")


def _old_steps(place: Place, new: str) -> Iterator[Step]:
    """What only the program before has needed."""
    if place.has(OLD_SETTINGS):
        if place.has(SETTINGS):
            yield Step(f"{OLD_SETTINGS}: stays, though nothing reads it any more")
        else:
            yield Step(f"{OLD_SETTINGS}: removed, {SETTINGS} has it", remove(place.at(OLD_SETTINGS)))
    old = (name for name in VENVS if name != new)
    for name in (*old, *(f"{OPT}/{part}" for part in _OLD_VENV)):
        if place.has(name):
            yield Step(f"{name}: removed, it is of the program before", remove(place.at(name)))


def _command_step(place: Place) -> Step:
    if place.has(COMMAND) and not is_ours(place):
        return Step(f"{COMMAND}: is another program's and stays; ours is {VENV}/bin/tholos")
    return _link_step(place, COMMAND, f"{VENV}/bin/tholos", "the command `tholos`")


def _start_steps(place: Place) -> Iterator[Step]:
    if place.is_running:
        classes = (f"--subsystem-match={name}" for name in ("usb", "tty", "gpio", "i2c-dev"))
        yield Step("udev: reads the rules", run("udevadm", "control", "--reload"), is_told=True)
        yield Step("udev: obeys them for what is plugged in", run("udevadm", "trigger", *classes))
        if shutil.which("raspi-config"):
            yield Step(
                "the I2C bus for the display: switched on", run("raspi-config", "nonint", "do_i2c", "0")
            )
        else:
            yield Step("no raspi-config here: the I2C bus for the display is to be switched on by hand")
        yield Step("systemd: reads the service", run("systemctl", "daemon-reload"), is_told=True)
    enable = run("systemctl", *elsewhere(place), "enable", "tholos.service")
    yield Step("the service: started whenever the machine is", enable)
    if place.is_running:
        yield Step(
            "the service: started now",
            run("systemctl", "restart", "tholos.service"),
            "`journalctl -u tholos` says why it does not start",
            is_told=True,
        )
        yield Step(
            f"the service: still the same {WATCHED_S} s later",
            run("sh", "-c", _STAYS),
            "`journalctl -u tholos` says why it ended",
        )
    else:
        yield Step("nothing is started, and no device touched, in another root")


def _put(place: Place, source: str, target: str, what: str) -> Step:
    """A file of this folder in its place."""
    here = place.at(target)
    return Step(f"{target}: {what}", write(CLONE / "systemd" / source, here), changes=here)


def _link_step(place: Place, name: str, target: str, what: str, *, settles: bool = False) -> Step:
    here = place.at(name)
    return Step(f"{name}: {what}", link(here, target), changes=here, settles=settles)


def check_words(place: Place) -> None:
    """Raises InstallError for a folder that is not as it was called."""
    if not place.root.is_dir():
        raise InstallError(f"{place.root} is no folder; name one that is there")
    if place.wheels is not None and not place.wheels.is_dir():
        raise InstallError(f"{place.wheels} is no folder; `make wheels` makes one")
    if place.wheels is not None and not any(place.wheels.glob("*.whl")):
        raise InstallError(f"{place.wheels} holds no wheels; `make wheels` fills one")


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
    os.umask(0o022)  # the service's user must be able to read what root writes
    for number in STOPS:
        signal.signal(number, signal.default_int_handler)
    try:
        check_words(place)
        if not options.dry_run:
            check_machine(place)
        is_install = options.act == "install"
        steps = list(install_steps(place) if is_install else uninstall_steps(place))
        if options.dry_run:
            tell(f"make {options.act} would do this; nothing is done now:")
            for step in steps:
                tell(step.says)
        else:
            carry_out(steps, goes_back=is_install and place.has(UNIT))
    except InstallError as error:
        with suppress(OSError):  # nobody is there any more
            print(f"make {options.act}: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
