"""A button that jams."""

from random import Random

from companion.panel.press import STUCK_S
from tests.faults.evening import Fault, Strike, until_felt
from tests.faults.machine import SimulatedMachine

NOBODY_PRESSES_S = 60.0
"""People who think; then there was no press to jam a button, and the trial says so."""
STUCK = "stuck:"


def stuck(machine: SimulatedMachine, random: Random) -> Strike:
    """The next button that somebody presses stays down, as jammed ones do: with the press that jams them."""
    machine.jams_next = True
    waited_s = 0.0
    while machine.jams_next and waited_s < NOBODY_PRESSES_S:
        waited_s += 0.1
        yield 0.1
    yield STUCK_S
    yield from until_felt(STUCK, random.uniform(0.0, 4.0))
    machine.free()


FAULTS = (Fault("a button stuck", stuck, STUCK, do_people_wait=False),)
