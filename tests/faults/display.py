"""The display's bus: errors of three kinds, and the lead pulled."""

from random import Random

from tests.faults.evening import Fault, Strike, until_felt
from tests.faults.machine import SimulatedMachine

FAILS = "the display:"


def _failing(errno_: int) -> Fault:
    def strike(machine: SimulatedMachine, random: Random) -> Strike:
        machine.bus.fault = errno_
        yield from until_felt(FAILS, random.uniform(0.0, 8.0))
        machine.bus.fault = None

    return Fault(f"display: errno {errno_}", strike, FAILS)


def unplugged(machine: SimulatedMachine, random: Random) -> Strike:
    """Pulled and put back: the chip has lost its memory."""
    machine.bus.unplug()
    yield from until_felt(FAILS, random.uniform(0.0, 8.0))
    machine.bus.plug()


FAULTS = (*map(_failing, (5, 121, 110)), Fault("display unplugged and back", unplugged, FAILS))
