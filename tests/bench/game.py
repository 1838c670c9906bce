"""One game of two people and the device: a function of seed, index and noise."""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from companion.simulate.acts import Line, Setup
from tests.bench.judge import Judge
from tests.bench.measures import Measures
from tests.bench.people import GivenUp, People
from tests.bench.plans import start_of
from tests.bench.rig import Rig
from tests.bench.room import PAUSE_S, unrest
from tests.bench.truth import Truth

GREETING_S = 1.5
LONGEST_S = 3_000.0
"""No game takes so long; one that does hangs."""


@dataclass(frozen=True, slots=True)
class Played:
    """How a game went."""

    index: int
    measures: Measures
    verdict: str | None
    """What went wrong, None: nothing."""
    events: tuple[str, ...]
    """The last ones, each with its time."""


def play(seed: int, index: int, noise: str, tell: Callable[[str], None] | None = None) -> Played:
    """Play it; `tell` is told each event as it happens."""
    name = f"{seed}/{index}/{noise}"
    rig = Rig(f"{name}/plate", noise, tell)
    start = start_of(Random(f"{name}/start"), is_advanced=index % 2 == 1)
    rig.hands.start(Setup(Line("bench", 0, ""), start), 0.0)
    rig.run(lambda: False, GREETING_S)
    rig.begin(start)
    rig.run(lambda: False, rig.now_s + 1.0)
    truth = Truth(start, rig.things)
    people = People(rig, truth, name)
    judge = Judge(rig, truth, people)
    rig.do(people.answering.work())
    rig.do(people.answering.repair())
    if noise in PAUSE_S:
        rig.do(unrest(rig, Random(f"{name}/room"), PAUSE_S[noise]))
    rig.do(people.play())
    try:
        rig.run(lambda: judge.is_over, LONGEST_S)
    except GivenUp as given_up:
        judge.verdict = str(given_up)
    judge.close()
    return Played(index, rig.measures, judge.verdict, tuple(rig.events))
