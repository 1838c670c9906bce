"""A table, its plate and the whole device but the glass, moved on in steps of simulated time.

The loop, the link, the scale and the table are the real ones; nothing is drawn, and the journal is a list.
"""

import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from companion.clock import VirtualClock
from companion.daemon import Daemon
from companion.link.decoder import Frame
from companion.link.link import Link
from companion.panel.press import Button, Edge
from companion.rules.pieces import Location
from companion.rules.play import End
from companion.scale.calibrations import Calibrations
from companion.scale.kept import KeptCalibration
from companion.scale.scale import Scale
from companion.screen.choose import lines
from companion.settings import Settings
from companion.simulate.hands import Hands
from companion.simulate.lead import Lead
from companion.simulate.noise import NOISES
from companion.simulate.plate import Plate
from companion.simulate.sensors import PERIOD_S, DirectSensors
from companion.simulate.stones import Things, weigh_stones
from companion.table.state import TableState
from companion.table.table import Table
from tests.bench.plain import PlainTracker
from tests.bench.seats import Seats

PRESS_S = 0.1


class Rig(Seats):
    """Everything at the table but the people."""

    def __init__(self, seed: str, noise: str, tell: Callable[[str], None] | None = None) -> None:
        super().__init__(tell)
        random, level = Random(seed), NOISES[noise]
        sensors = Settings().sensors
        counts_per_stone = sensors.counts_per_gram * sensors.stone_grams
        self._clock = VirtualClock()
        self.things = Things(weigh_stones(random, spread=level.stone_spread))
        self._plate = Plate(random, level)
        self.hands = Hands(self.things, self._plate, random)
        self._sensors = DirectSensors(Lead(random, level))
        self._link = _TappedLink(self._sensors.port)
        self._scale = Scale.new(len(Location), counts_per_stone)
        self.table = Table(End.AT_ONCE)
        self._panel = _Panel(self._clock)
        self.notebook = Notebook()
        self._daemon = Daemon(
            clock=self._clock,
            link=self._link,
            scale=self._scale,
            calibrations=Calibrations(
                len(Location), sensors.counts_per_gram, KeptCalibration(Path(), len(Location), str)
            ),
            panel=self._panel,
            table=self.table,
            draw=lambda state: None,
            saver=lambda state, step: None,
            glass=_NoGlass(),
            journal=self.notebook,
        )
        self.plain = PlainTracker(counts_per_stone)
        self._shown: TableState | None = None
        self._said = ""
        self._heights: object = None
        self._settled = 0
        self.after_step: Callable[[], None] = lambda: None
        self.took_s = 0.0
        """The device's computing time in the last step."""

    @property
    def now_s(self) -> float:
        """The table's time."""
        return self._clock.now_s()

    @property
    def state(self) -> TableState:
        """What the glass shows."""
        return self.table.state

    def begin(self, position: object) -> None:
        """A game begins on empty pads."""
        self._daemon.keep(self.table.begin(position, self.now_s))
        self.plain.begin(position)

    def press(self, button: Button) -> None:
        """Push a button down; it is let go by itself."""
        self._panel.push(button)
        self.plain.press(button)
        self.log(f"press {button.name}")

    def step(self) -> None:
        """Let one sample's time pass."""
        self._clock.advance(PERIOD_S)
        now_s = self.now_s
        loads_grams = self.hands.loads_at(self._plate.times_s(now_s))
        self._sensors.advance(now_s, self._plate.counts(now_s, loads_grams))
        began_s = time.perf_counter()
        self._daemon.pump()
        took_s = time.perf_counter() - began_s
        for frame in self._link.frames:
            self.plain.feed(frame, now_s)
        self._measure(took_s)
        self._look()
        self.after_step()
        self.go_on()

    def _measure(self, took_s: float) -> None:
        measures = self.measures
        measures.count("frames")
        measures.time("frame" if self.state is self._shown else "event", took_s)
        if len(self.notebook.turns) > self._settled:
            measures.time("settled", took_s)
        self._settled = len(self.notebook.turns)
        self.took_s = took_s

    def _look(self) -> None:
        if self._tell is not None and self._scale.heights != self._heights:
            self._heights = self._scale.heights
            states = "".join(state.value[0] for state in self._scale.heights.states)
            stones = "".join("?" if height is None else str(height) for height in self._scale.heights.stones)
            self.log(f"    pads {stones} {states}")
        state = self.state
        if state is self._shown:
            return
        self._shown = state
        said = " | ".join(lines(state))
        if said != self._said:
            self._said = said
            self.log(f"  glass: {said}")


class Notebook:
    """The journal's part: what was settled, in order, and who wants to know."""

    is_keeping = True
    is_taken = False
    is_mended = False

    def __init__(self) -> None:
        self.turns: list[str] = []
        self.after_turn: Callable[[str], None] = lambda turn: None
        self.after_take_back: Callable[[], None] = lambda: None

    def begin(self, start: str, end: str) -> None:
        """A game begins."""
        self.turns = []

    def lay(self, *, is_done: bool) -> None:
        """The stones lie as they should, or will again."""

    def add_turn(self, turn: str, memory: str, result: str) -> None:
        """A turn is settled."""
        self.turns.append(turn)
        self.after_turn(turn)

    def take_back(self) -> None:
        """The last turn is no more."""
        self.turns.pop()
        self.after_take_back()

    def remember(self, memory: str) -> None:
        """What the scale knows."""

    def note(self, kind: str, text: str) -> None:
        """What else happened."""

    def close(self) -> None:
        """Nothing to close."""


class _TappedLink(Link):
    """The link, with what it gave last kept for the plain tracker."""

    frames: list[Frame] = []  # noqa: RUF012 - replaced as a whole

    def poll(self, now_s: float) -> list[Frame]:
        self.frames = super().poll(now_s)
        return self.frames


class _Panel:
    def __init__(self, clock: VirtualClock) -> None:
        self._clock = clock
        self._edges: list[Edge] = []

    def push(self, button: Button) -> None:
        now_s = self._clock.now_s()
        self._edges += [Edge(button, True, now_s), Edge(button, False, now_s + PRESS_S)]

    def drain(self) -> list[Edge]:
        now_s = self._clock.now_s()
        due = [edge for edge in self._edges if edge.t_s <= now_s]
        self._edges = [edge for edge in self._edges if edge.t_s > now_s]
        return due

    def close(self) -> None:
        pass


class _NoGlass:
    def show(self, image: object, contrast: int) -> None:
        pass

    def stop(self) -> None:
        pass

    def close(self) -> None:
        pass
