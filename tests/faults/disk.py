"""The disk: full, its files damaged; and the date, which the journal writes beside each turn."""

import os
import resource
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.journal.store import FILE_NAME
from companion.settings import Settings
from tests.faults.evening import Fault, Strike, until_felt
from tests.faults.machine import ANOTHER_DATE, STARTED_ANEW, Machine, SimulatedMachine
from tests.journal.damage import files, worn

RESTARTS_S = 3.0
"""RestartSec in systemd/tholos.service."""
MOUNT, UNMOUNT = ("mount", "-t", "tmpfs", "-o", "size=4m", "tmpfs"), ("umount", "--lazy")
MONTH_S = 30 * 86_400
NOT_KEPT, NO_ROOM = "the journal:", "disk is full"
"""What is told of the journal."""


def can_mount() -> bool:
    """Whether this process may make small disks: else no disk can be full and the others not."""
    return os.geteuid() == 0 and shutil.which("mount") is not None


def make_on_small_disk(folder: Path, seed: str) -> Machine:
    """A device in simulated time whose folder is a disk of its own."""
    subprocess.run([*MOUNT, folder], check=True)
    try:
        return _OnSmallDisk(folder, Settings(), noise="field", seed=Random(seed).randrange(2**32))
    except BaseException:
        _unmount(folder)
        raise


class _OnSmallDisk(SimulatedMachine):
    def close(self) -> None:
        """Take it away, and its disk."""
        try:
            super().close()
        finally:
            _unmount(self._folder)


def _unmount(folder: Path) -> None:
    subprocess.run([*UNMOUNT, folder], check=True)


def full(machine: SimulatedMachine, random: Random) -> Strike:
    """Something else fills the disk to the last byte (ENOSPC); then somebody makes room."""
    ballast = machine.journal_folder.with_name("ballast")
    with ballast.open("wb", buffering=0) as file, suppress(OSError):
        while True:
            file.write(bytes(4096))
    try:
        yield from until_felt(NO_ROOM, random.uniform(0.0, 18.0))
    finally:
        ballast.unlink()


def limited(machine: SimulatedMachine, random: Random) -> Strike:
    """No file of the journal may grow any more: the kernel refuses (EFBIG); what is there can be changed."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    largest = max(path.stat().st_size for path in files(machine.journal_folder))
    log = machine.journal_folder / f"{FILE_NAME}-wal"
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size if log.exists() else largest, hard))
    try:
        yield from until_felt(NOT_KEPT, random.uniform(0.0, 18.0))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def damaged_between(machine: SimulatedMachine, random: Random) -> Strike:
    """The program ends; what the card holds of one file has changed by the next start."""
    machine.kill()
    machine.struck_how = worn(machine.journal_folder, random)
    yield RESTARTS_S
    machine.start()


def damaged_beneath(machine: SimulatedMachine, random: Random) -> Strike:
    """The file itself changes while it is open; some seconds later the program is started anew."""
    file = machine.journal_folder / FILE_NAME
    machine.struck_how = worn(machine.journal_folder, random, file)
    yield random.uniform(1.0, 10.0)
    machine.kill()
    yield RESTARTS_S
    machine.start()


def date_jumps(machine: SimulatedMachine, random: Random) -> Strike:
    """The date leaps by up to thirty days, either way; half of the times with a start on either side."""
    machine.wall_off_s += random.uniform(-MONTH_S, MONTH_S)
    if random.random() < 0.5:
        yield random.uniform(0.0, 5.0)
        machine.kill()
        machine.wall_off_s += random.choice((-MONTH_S, MONTH_S))
        yield RESTARTS_S
        machine.start()
    yield random.uniform(0.0, 5.0)


FULL = Fault("disk full", full, NO_ROOM, do_people_wait=False)
"""For `make_on_small_disk`."""
# Of damage it is only sure that the program was started with it: nobody may ever read that page.
FAULTS = (
    Fault("no file may grow", limited, NOT_KEPT, do_people_wait=False),
    Fault("journal damaged between two starts", damaged_between, STARTED_ANEW),
    Fault("journal damaged while it is open", damaged_beneath, STARTED_ANEW),
    Fault("the date jumps by up to 30 days", date_jumps, ANOTHER_DATE, do_people_wait=False),
)
