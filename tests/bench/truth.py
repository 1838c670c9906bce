"""What truly happened at the table: the turns played, who put which stone, and what the device still owes."""

from collections.abc import Callable
from itertools import pairwise

from companion.rules.notation import format_turn
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import after
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Take, Turn
from companion.simulate.stones import Things
from tests.bench.reading import Steps, heights_of, plus


class Truth:
    """The game as it was played; a turn counts from the moment when somebody begins it."""

    def __init__(self, start: Position, things: Things) -> None:
        self.positions = [start]
        """One more than turns."""
        self.turns: list[Turn] = []
        self.texts: list[str] = []
        self._things = things
        self.settled = 0
        """How many of them the device has settled."""
        self.unsaid: Take | None = None
        """A take that nobody has logged."""
        self.is_under_way = False
        """Hands are not done yet with the last turn."""
        self.before_turn: Callable[[], None] = lambda: None
        """Called as somebody begins a turn, before it counts."""

    @property
    def position(self) -> Position:
        """After all turns begun so far."""
        return self.positions[-1]

    @property
    def settled_position(self) -> Position:
        """After the turns that the device has settled."""
        return self.positions[self.settled]

    @property
    def pending(self) -> int:
        """Turns begun that the device has not settled yet."""
        return len(self.turns) - self.settled

    def begin(self, turn: Turn) -> None:
        """Somebody begins a legal turn."""
        self.before_turn()
        self.turns.append(turn)
        self.texts.append(format_turn(turn))
        self.positions.append(after(self.position, turn))

    def heights(self) -> Steps:
        """How many stones truly lie on each column."""
        return tuple(len(self._things.column(location)) for location in Location)

    def steps(self) -> Steps:
        """What lies there beyond the last settled turn."""
        return plus(self.heights(), heights_of(self.settled_position), -1)

    def colour_at(self, location: Location, index: int) -> Colour | None:
        """The stone that lies there, or that a turn not settled yet had put there; None: none did."""
        columns = [self._things.column(location)]
        columns += [position.column(location) for position in reversed(self.positions[self.settled + 1 :])]
        return next((column[index] for column in columns if index < len(column)), None)

    def is_of_last_turn(self, location: Location, index: int) -> bool:
        """Whether the stone there came, or comes, with the turn begun last."""
        before, done = self.positions[-2:]
        return len(before.column(location)) <= index < len(done.column(location))

    def came_lately(self, location: Location, index: int) -> bool:
        """Whether a turn put the stone there: one not settled yet, or the one settled last."""
        pairs = list(pairwise(self.positions))[max(0, self.settled - 1) :]
        return any(len(a.column(location)) <= index < len(b.column(location)) for a, b in pairs)

    def who_put(self, location: Location, index: int) -> Player | None:
        """Who put the stone there in one of the turns not settled yet; None: nobody, or not yet."""
        for number in range(self.settled, len(self.turns)):
            before, done = self.positions[number], self.positions[number + 1]
            if len(before.column(location)) <= index < len(done.column(location)):
                return before.to_move
        return None

    def placing_at(self, location: Location, index: int) -> Place | None:
        """The turn, not settled yet, that placed (not by a bonus) the stone there."""
        for number in range(self.settled, len(self.turns)):
            turn, before = self.turns[number], self.positions[number]
            is_there = isinstance(turn, Place) and turn.location is location
            if is_there and len(before.column(location)) == index:
                return turn
        return None

    def bringing_to(self, location: Location, index: int) -> Action | None:
        """The bonus of a turn not settled yet that brought the stone there; None: none did."""
        for number in range(self.settled, len(self.turns)):
            turn, before = self.turns[number], self.positions[number]
            bonus = turn.bonus if isinstance(turn, Place) else None
            if bonus is not None and bonus.target is location and len(before.column(location)) == index:
                return bonus.action
        return None
