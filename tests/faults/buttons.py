"""A button that jams."""

from collections.abc import Iterator
from random import Random

from companion.panel.press import STUCK_S
from tests.faults.evening import Fault
from tests.faults.machine import SimulatedMachine

NOBODY_PRESSES_S = 20.0


def stuck(machine: SimulatedMachine, random: Random) -> Iterator[float]:
    """The next button that somebody presses stays down, as jammed ones do: with the press that jams them."""
    machine.jams_next = True
    waited_s = 0.0
    while machine.jams_next and waited_s < NOBODY_PRESSES_S:
        waited_s += 0.1
        yield 0.1
    yield STUCK_S + random.uniform(0.2, 4.0)
    machine.free()


FAULTS = (Fault("a button stuck", stuck, do_people_wait=False),)
