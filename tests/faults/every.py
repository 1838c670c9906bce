"""Every fault by its name."""

import shutil
from collections.abc import Callable
from functools import partial

from tests.faults import buttons, disk, display, link, power, processes
from tests.faults.result import Trial
from tests.faults.simulated import REAL, strike_often

Strike = Callable[[int, int], list[Trial]]
"""Times and seed in, what became of each out."""


def strikes() -> dict[str, Strike]:
    """All that can be done on this machine: without strace no power is cut, without root no disk is full."""
    simulated = (*link.FAULTS, *display.FAULTS, *buttons.FAULTS, *disk.FAULTS)
    found: dict[str, Strike] = {fault.name: partial(strike_often, fault) for fault in simulated}
    if disk.can_mount():
        found[disk.FULL.name] = partial(strike_often, disk.FULL, make=disk.make_on_small_disk)
    if shutil.which("strace"):
        found[power.FAULT.name] = power.strike_recorded
    real = partial(strike_often, make=processes.make_service, clock=REAL)
    return found | {fault.name: partial(real, fault) for fault in processes.FAULTS}


def strike(name: str, times: int, seed: int) -> list[Trial]:
    """Let one of them strike."""
    return strikes()[name](times, seed)
