"""What befalls the program as a process, in real time: killed, doubled, set wrong; a bus that stalls."""

import signal
from pathlib import Path
from random import Random

from companion.panel.press import DEBOUNCE_S
from companion.simulate.device import SLICE_S
from tests.faults.evening import UNFELT_S, Fault, Strike, until_felt
from tests.faults.machine import STARTED_ANEW
from tests.faults.service import ONE_KEEPS, RESTARTS_S, STALLED, Program, ServiceMachine

WRONG_SETTINGS = "the page tells of the settings"
STALL_S = 1.0
"""A stuck bus holds a transfer for so long on a Pi 5."""
BROKEN = (
    b"[panel]\nwite = 5\n",
    b"[panel\n",
    b"\xff\xfe",
    b'[game]\nend = "soon"\n',
    b"[panel]\nwhite = 6\n",
    b"[sensors]\nstone_grams = 3000\n",
)


def make_service(folder: Path, seed: str) -> ServiceMachine:
    """A device whose program is a process of its own."""
    return ServiceMachine(folder, seed)


def killed(machine: ServiceMachine, random: Random) -> Strike:
    """SIGKILL at any instant, or right after a press, as it settles a turn; the 3 s to the start count."""
    if random.random() < 0.5:
        presses, waited_s = machine.presses, 0.0
        while machine.presses == presses and waited_s < 15.0:
            yield SLICE_S
            waited_s += SLICE_S
        machine.program.wait(DEBOUNCE_S + random.uniform(0.0, 0.02))
        machine.struck_how = "right after a press"
    machine.program.send(signal.SIGKILL)
    yield SLICE_S


def doubled(machine: ServiceMachine, random: Random) -> Strike:
    """A second program is started beside the one that runs, or two of them after it was killed; one ends."""
    refused = machine.refused
    if random.random() < 0.5:
        machine.struck_how = "a second one beside it"
        second = Program(machine.settings)
        waited_s = 0.0
        while machine.refused == refused and waited_s < UNFELT_S:
            yield SLICE_S
            waited_s += SLICE_S
            machine.refused += any(not state.is_kept for state, _ in second.states())
        yield random.uniform(0.0, 4.0)
        second.close()
        return
    machine.struck_how = "two at once"
    machine.program.send(signal.SIGKILL)
    yield SLICE_S
    one, other = Program(machine.settings), Program(machine.settings)
    machine.replace(one)
    yield random.uniform(1.0, 5.0)
    other.close()


def set_wrong(machine: ServiceMachine, random: Random) -> Strike:
    """Somebody saves settings that cannot be, and tells the device; or it is started anew with them."""
    broken = machine.right.encode() + random.choice(BROKEN)
    machine.settings.write_bytes(broken)
    machine.struck_how = "SIGHUP" if random.random() < 0.5 else "restart"
    machine.program.send(signal.SIGHUP if machine.struck_how == "SIGHUP" else signal.SIGTERM)
    yield from until_felt(WRONG_SETTINGS, random.uniform(0.0, 2 * RESTARTS_S))
    machine.settings.write_text(machine.right, encoding="utf-8")
    if machine.struck_how == "SIGHUP":
        machine.program.send(signal.SIGHUP)


def stalled(machine: ServiceMachine, random: Random) -> Strike:
    """Each transfer to the display takes a second."""
    machine.program.command(f"stall {STALL_S}")
    stalls, waited_s = machine.stalls, 0.0
    while machine.stalls == stalls and waited_s < UNFELT_S:
        yield SLICE_S
        waited_s += SLICE_S
    yield random.uniform(0.0, 6.0)
    machine.program.command("stall 0")


FAULTS = (
    Fault("SIGKILL", killed, STARTED_ANEW, do_people_wait=False),
    Fault("two programs at once", doubled, ONE_KEEPS),
    Fault("settings broken while it runs", set_wrong, WRONG_SETTINGS),
    Fault("display: stalls of 1 s", stalled, STALLED, do_people_wait=False),
)
