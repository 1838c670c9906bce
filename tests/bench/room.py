"""What a room with people in it does to a plate, whoever is to move: knocks, and hands that rest on it."""

from random import Random

from companion.rules.pieces import Location
from companion.simulate.acts import Bump, Lean, Line
from tests.bench.rig import Rig
from tests.bench.seats import Doing

PAUSE_S = {"field": (20.0, 90.0), "rough": (8.0, 40.0)}
"""Shortest, longest quiet, estimated: a family's table, a lively bar's. An ideal plate has an ideal room."""

_HERE = Line("bench", 0, "")


def unrest(rig: Rig, random: Random, pause_s: tuple[float, float]) -> Doing:
    """All evening long, now and then."""
    while True:
        yield random.uniform(*pause_s)
        if random.random() < 0.6:
            rig.measures.count("do knock")
            act = Bump(_HERE, random.uniform(0.3, 1.2))
        else:
            rig.measures.count("do lean")
            act = Lean(_HERE, random.choice(list(Location)), random.uniform(0.5, 3.0))
        rig.log(f"{type(act).__name__.lower()} {act.seconds:.2f} s")
        rig.hands.start(act, rig.now_s)
