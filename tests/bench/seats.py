"""The side of a table where people sit, whatever device stands there, moved on in steps of time.

People are generators: each yields how long it waits, in seconds, or a question that turns true.
"""

from collections import deque
from collections.abc import Callable, Generator

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location
from companion.simulate.acts import Aside, Line
from companion.simulate.hands import Hands
from companion.simulate.stones import Things
from companion.table.state import TableState
from tests.bench.measures import Measures

Waits = float | Callable[[], bool]
Doing = Generator[Waits, None, None]

LAST_EVENTS = 60


class Seats:
    """Stones, hands and people; the device is what a subclass adds."""

    things: Things
    hands: Hands

    def __init__(self, tell: Callable[[str], None] | None = None) -> None:
        self.measures = Measures()
        self.events: deque[str] = deque(maxlen=LAST_EVENTS)
        self.moved_s: float | None = None
        """When the pads rest, or will, after the last stone that moved; None: the judge has seen to it."""
        self._tell = tell
        self._tasks: list[Task] = []

    @property
    def now_s(self) -> float:
        """The table's time."""
        raise NotImplementedError

    @property
    def state(self) -> TableState:
        """What the glass shows."""
        raise NotImplementedError

    def press(self, button: Button) -> None:
        """Push a button down; it is let go by itself."""
        raise NotImplementedError

    def step(self) -> None:
        """Let one sample's time pass."""
        raise NotImplementedError

    def do(self, doing: Doing) -> "Task":
        """Let somebody do something from the next step on, beside whatever else is done."""
        task = Task(doing)
        self._tasks.append(task)
        return task

    def go_on(self) -> None:
        """Let everybody do what is due."""
        for task in self._tasks:
            task.go_on(self.now_s)
        self._tasks = [task for task in self._tasks if not task.is_done]

    def move_aside(self, source: Aside, colour: Colour, target: Aside) -> None:
        """A stone moves where no pad feels it."""
        self.things.put(target, self.things.lift(source, colour, Line("bench", 0, "")))

    def stone_moves(self, rest_s: float) -> None:
        """A stone leaves or comes to a column, which rests again at this time."""
        self.moved_s = rest_s

    @property
    def true_heights(self) -> tuple[int, ...]:
        """How many stones lie on each column."""
        return tuple(len(self.things.column(location)) for location in Location)

    def shows_all_stones(self) -> bool:
        """Whether the glass has every column as high as it is."""
        return tuple(map(len, self.state.columns)) == self.true_heights

    def log(self, text: str) -> None:
        """Keep what happens, for a game that goes wrong."""
        line = f"{self.now_s:8.3f} {text}"
        self.events.append(line)
        if self._tell is not None:
            self._tell(line)

    def run(self, is_over: Callable[[], bool], limit_s: float) -> None:
        """Let time pass until it is over, or too long."""
        while not is_over() and self.now_s < limit_s:
            self.step()


class Task:
    """What somebody does."""

    def __init__(self, doing: Doing) -> None:
        self._doing = doing
        self._wake_s = 0.0
        self._is_due: Callable[[], bool] | None = None
        self.is_done = False

    def go_on(self, now_s: float) -> None:
        """The next thing, if it is due."""
        if now_s < self._wake_s - 1e-9 or (self._is_due is not None and not self._is_due()):
            return
        try:
            waits = next(self._doing)
        except StopIteration:
            self.is_done = True
            return
        if callable(waits):
            self._is_due = waits
        else:
            self._is_due, self._wake_s = None, now_s + waits
