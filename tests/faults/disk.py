"""The disk: full, its files damaged; and the date, which the journal writes beside each turn."""

import resource
from collections.abc import Iterator
from random import Random

from companion.journal.store import FILE_NAME
from tests.faults.evening import Fault
from tests.faults.machine import SimulatedMachine
from tests.journal.damage import files, worn

RESTARTS_S = 3.0
"""RestartSec in systemd/tholos.service."""
MONTH_S = 30 * 86_400


def full(machine: SimulatedMachine, random: Random) -> Iterator[float]:
    """No file of the journal can grow any more: the kernel refuses (EFBIG, as ENOSPC handled)."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    largest = max(path.stat().st_size for path in files(machine.journal_folder))
    log = machine.journal_folder / f"{FILE_NAME}-wal"
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size if log.exists() else largest, hard))
    try:
        yield random.uniform(2.0, 20.0)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def damaged_between(machine: SimulatedMachine, random: Random) -> Iterator[float]:
    """The program ends; what the card holds of one file has changed by the next start."""
    machine.kill()
    machine.struck_how = worn(machine.journal_folder, random)
    yield RESTARTS_S
    machine.start()


def damaged_beneath(machine: SimulatedMachine, random: Random) -> Iterator[float]:
    """The file itself changes while it is open; some seconds later the program is started anew."""
    file = machine.journal_folder / FILE_NAME
    machine.struck_how = worn(machine.journal_folder, random, file)
    yield random.uniform(1.0, 10.0)
    machine.kill()
    yield RESTARTS_S
    machine.start()


def date_jumps(machine: SimulatedMachine, random: Random) -> Iterator[float]:
    """The date leaps by up to thirty days, either way; half of the times with a start on either side."""
    machine.wall_off_s += random.uniform(-MONTH_S, MONTH_S)
    if random.random() < 0.5:
        yield random.uniform(0.0, 5.0)
        machine.kill()
        machine.wall_off_s += random.choice((-MONTH_S, MONTH_S))
        yield RESTARTS_S
        machine.start()
    yield random.uniform(0.0, 5.0)


FAULTS = (
    Fault("disk full", full, do_people_wait=False),
    Fault("journal damaged between two starts", damaged_between),
    Fault("journal damaged while it is open", damaged_beneath),
    Fault("the date jumps by up to 30 days", date_jumps, do_people_wait=False),
)
