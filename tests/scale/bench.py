"""A scale on a simulated plate, with hands and stones of their own weights."""

from collections.abc import Iterator, Sequence
from random import Random

from companion.link.decoder import Frame, Lack
from companion.rules.notation import parse_position
from companion.rules.pieces import Location
from companion.scale.pad import PadState
from companion.scale.scale import Heights, Scale
from companion.simulate.acts import Line, Setup, TableAct
from companion.simulate.hands import Hands
from companion.simulate.plate import COUNTS_PER_GRAM, NOISES, Plate
from companion.simulate.script import parse_act
from companion.simulate.stones import MEAN_GRAMS, Things, weigh_stones

SAMPLE_S = 0.0125
COUNTS_PER_STONE = COUNTS_PER_GRAM * MEAN_GRAMS
EMPTY = "-/-/-/-/-/-/- ww bb w -"
BUILT = "-/w/-/wgb/wgbwb/g/- ww bb w -"
"""Columns of none to five stones."""

Readings = dict[int, int | Lack]


class Bench:
    """Acts in simulated time; every frame goes to the scale."""

    def __init__(self, seed: int, noise: str = "field") -> None:
        random = Random(seed)
        self.random = random
        self.things = Things(weigh_stones(random))
        self.plate = Plate(random, NOISES[noise])
        self.hands = Hands(self.things, self.plate, random)
        self.scale = Scale.new(len(Location), COUNTS_PER_STONE)
        self.now_s = 0.0
        self._frames = 0

    @property
    def truth(self) -> tuple[int, ...]:
        """How many stones lie on each column."""
        return tuple(len(self.things.column(location)) for location in Location)

    @property
    def stones(self) -> tuple[int | None, ...]:
        """What the scale says now."""
        return self.scale.heights.stones

    @property
    def states(self) -> tuple[PadState, ...]:
        """And why."""
        return self.scale.heights.states

    def begin(self, position: str = EMPTY) -> None:
        """Lay out a game on an empty plate that has been seen at rest, stone by stone where there are any."""
        self.scale.set_up([0] * len(Location))
        self.wait(1.0)
        columns = parse_position(position).columns
        self.hands.start(Setup(Line("", 0, ""), parse_position(EMPTY)), self.now_s)
        for location, column in zip(Location, columns, strict=True):
            for colour in column:
                self.act(f"stone quarry:{colour.value} {location.value}")
                self.believe()

    def believe(self) -> None:
        """A turn has settled: the scale is told what lies there."""
        self.wait(0.5)
        self.scale.believe(self.truth)

    def act(self, text: str) -> list[Heights]:
        """Do one act of a table script; all heights that were given out meanwhile."""
        return self.wait(self.start(text) - self.now_s)

    def start(self, text: str) -> float:
        """Hands begin an act, and others may follow before it is over; when that is."""
        act = parse_act(Line("", 0, text))
        assert isinstance(act, TableAct)
        return self.hands.start(act, self.now_s)

    def wait(self, seconds: float, instead: Readings | None = None) -> list[Heights]:
        """Let time pass; `instead`: readings of some pads that are not the plate's."""
        return [heights for _ in range(round(seconds / SAMPLE_S)) for heights in self._step(instead or {})]

    def readings(self) -> Sequence[int | None]:
        """What the plate gives next."""
        self.now_s += SAMPLE_S
        return self.plate.counts(self.now_s, self.hands.loads_grams(self.now_s))

    def _step(self, instead: Readings) -> Iterator[Heights]:
        counts: list[int | Lack] = [Lack.MISSING if count is None else count for count in self.readings()]
        for pad, reading in instead.items():
            counts[pad] = reading
        self._frames += 1
        heights = self.scale.feed(Frame(self._frames, self._frames * 12, tuple(counts)), self.now_s)
        if heights is not None:
            assert heights is self.scale.heights
            yield heights
