"""What has to be so before anything is installed or taken away."""

import fcntl
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from machine import InstallError, Place


def check_words(place: Place) -> None:
    """Raises InstallError for a folder that is not as it was called."""
    if not place.root.is_dir():
        raise InstallError(f"{place.root} is no folder; name one that is there")
    if place.wheels is not None and not place.wheels.is_dir():
        raise InstallError(f"{place.wheels} is no folder; `make wheels` makes one")
    if place.wheels is not None and not any(place.wheels.glob("*.whl")):
        raise InstallError(f"{place.wheels} holds no wheels; `make wheels` fills one")


def check_machine(*, is_dry: bool) -> None:
    """Raises InstallError where this machine cannot be installed on; to be told so nobody need be root."""
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
    if os.geteuid() != 0 and not is_dry:
        raise InstallError("only root may do this; sudo make install, or sudo make uninstall")


@contextmanager
def alone(place: Place) -> Iterator[None]:
    """As long as it lasts nobody else installs there, or takes away. Raises InstallError where somebody does.

    The system's own lock on the root folder: it leaves no file, and ends with us, however we end.
    """
    folder = os.open(place.root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        try:
            fcntl.flock(folder, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise InstallError(
                f"another make install or uninstall is at work in {place.root}; wait until it has ended"
            ) from error
        yield
    finally:
        os.close(folder)
