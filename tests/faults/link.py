"""The lead to the sensors: pulled, noisy, half dead, silent; the Pico that resets; nobody who reads."""

import os
from collections.abc import Callable
from random import Random

from tests.faults.evening import Fault, Strike, until_felt
from tests.faults.machine import LINES_DAMAGED, SimulatedMachine

NO_LINE = "the link is"

WATCHDOG_S = 8.0
"""Of the Pico (firmware/boards/pico.py)."""
ENUMERATES_S = 1.0
"""Estimated: from its reset until a Pico's port is there again."""


def replug(machine: SimulatedMachine, random: Random) -> Strike:
    """Pulled, and back under another name."""
    machine.sensors.unplug()
    taken = os.openpty()  # so that the next terminal cannot have the number that has just come free
    yield random.uniform(0.3, 4.0)
    machine.sensors.plug()
    for end in taken:
        os.close(end)


def reset(machine: SimulatedMachine, random: Random) -> Strike:
    """The firmware hangs until its watchdog resets the chip; the port goes, and comes again."""
    machine.are_sensors_hung = True
    yield WATCHDOG_S
    machine.are_sensors_hung = False
    machine.sensors.unplug()
    yield ENUMERATES_S
    machine.sensors.plug()


def _spoilt(spoil_by: Callable[[Random], Callable[[bytes], bytes]]) -> Callable[..., Strike]:
    def strike(machine: SimulatedMachine, random: Random) -> Strike:
        machine.spoil = spoil_by(random)
        yield random.uniform(0.5, 5.0)
        machine.spoil = None

    return strike


def _garbage(random: Random) -> Callable[[bytes], bytes]:
    """Noise in between, and bytes that are others."""

    def spoil(data: bytes) -> bytes:
        damaged = bytes(byte ^ 1 << random.randrange(8) if random.random() < 0.05 else byte for byte in data)
        return random.randbytes(random.randrange(40)) + damaged

    return spoil


def _halves(random: Random) -> Callable[[bytes], bytes]:
    """Of each line a part, its end mostly missing, so that the next one sticks to it."""

    def spoil(data: bytes) -> bytes:
        return b"".join(line[: random.randrange(len(line) + 1)] for line in data.splitlines(keepends=True))

    return spoil


def silence(machine: SimulatedMachine, random: Random) -> Strike:
    """The port is there and says nothing."""
    machine.spoil = lambda data: b""
    yield from until_felt(NO_LINE, random.uniform(0.0, 5.0))
    machine.spoil = None


def stopped(machine: SimulatedMachine, random: Random) -> Strike:
    """The program stands still while the sensors go on: nobody reads."""
    machine.is_stopped = True
    yield random.uniform(0.5, 12.0)
    machine.is_stopped = False


FAULTS = (
    Fault("Pico unplugged, back under another name", replug, NO_LINE),
    Fault("Pico reset by its watchdog", reset, NO_LINE),
    Fault("link: garbage", _spoilt(_garbage), LINES_DAMAGED),
    Fault("link: half lines", _spoilt(_halves), LINES_DAMAGED),
    Fault("link: silence", silence, NO_LINE),
    Fault("link: stopped reader", stopped, "it does not run"),
)
