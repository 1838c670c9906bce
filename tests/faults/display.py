"""The display's bus: errors of three kinds, and the lead pulled."""

from collections.abc import Iterator
from random import Random

from tests.faults.evening import Fault
from tests.faults.machine import SimulatedMachine


def _failing(errno_: int) -> Fault:
    def strike(machine: SimulatedMachine, random: Random) -> Iterator[float]:
        machine.bus.fault = errno_
        yield random.uniform(0.1, 8.0)
        machine.bus.fault = None

    return Fault(f"display: errno {errno_}", strike)


def unplugged(machine: SimulatedMachine, random: Random) -> Iterator[float]:
    """Pulled and put back: the chip has lost its memory."""
    machine.bus.unplug()
    yield random.uniform(0.1, 8.0)
    machine.bus.plug()


FAULTS = (*map(_failing, (5, 121, 110)), Fault("display unplugged and back", unplugged))
