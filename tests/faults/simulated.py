"""Games in simulated time, one kind of fault in each, until it has struck often enough."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.settings import Settings
from tests.faults.evening import Evening, Fault
from tests.faults.machine import Machine, SimulatedMachine
from tests.faults.result import Trial

SIMULATED, REAL = "simulated", "real"
"""Clocks: ornaments are laid out by the panel alone in real time, so games there go without."""

MOST_IN_A_GAME = 12


@dataclass(frozen=True, slots=True)
class Pace:
    """How long people play undisturbed."""

    quiet_s: tuple[float, float] = (2.0, 12.0)
    """Shortest, longest time between two faults."""
    after_s: float = 25.0
    """After the last one in a game."""


SHORT = Pace(quiet_s=(1.0, 5.0), after_s=5.0)
"""For who only wants to know that it works."""
Tell = Callable[[str], None]
Make = Callable[[Path, str], Machine]


def make_simulated(folder: Path, seed: str) -> Machine:
    """A device in simulated time."""
    return SimulatedMachine(folder, Settings(), noise="field", seed=Random(seed).randrange(2**32))


def strike_often(
    fault: Fault,
    times: int,
    seed: int,
    tell: Tell | None = None,
    *,
    make: Make = make_simulated,
    clock: str = SIMULATED,
    pace: Pace = Pace(),
) -> list[Trial]:
    """Let it strike so many times at random instants of whole games."""
    trials: list[Trial] = []
    game = 0
    while len(trials) < times:
        wanted = min(times - len(trials), MOST_IN_A_GAME)
        trials += _play(fault, wanted, f"{seed}/{fault.name}/{game}", make, clock, pace, tell)
        game += 1
    return trials


def _play(
    fault: Fault, wanted: int, seed: str, make: Make, clock: str, pace: Pace, tell: Tell | None
) -> list[Trial]:
    random, trials = Random(f"{seed}/instants"), list[Trial]()
    with TemporaryDirectory(prefix="tholos-faults-") as folder:
        machine = make(Path(folder), seed)
        try:
            evening = Evening(machine, seed, tell, may_be_advanced=clock == SIMULATED)
            while len(trials) < wanted:
                evening.play_on(random.uniform(*pace.quiet_s))
                if evening.is_over:
                    break
                trials.append(evening.befall(fault, random, clock))
                if trials[-1].is_game_lost:
                    return trials
            evening.play_on(pace.after_s)
            if trials and not trials[-1].wrong:
                wrong, unresolved = evening.final_wrong(), evening.unresolved
                trials[-1] = replace(trials[-1], wrong=wrong, unresolved=unresolved)
        finally:
            machine.close()
    return trials
