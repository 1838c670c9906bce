"""A tracker with two people at it: stones counted by hand, buttons, and time that only they move."""

from collections.abc import Sequence

from companion.panel.press import Button
from companion.rules.notation import format_position, format_turn, parse_position
from companion.rules.pieces import Colour, Location
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.refusal import Refusal
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.question import Asks, Question
from companion.tracker.settled import Revised, Settled
from companion.tracker.tracker import Tracker
from companion.tracker.view import View
from companion.tracker.watch import MISMATCH_S

START = "-/-/-/-/-/-/- ww bb w -"
BUTTON_OF = {Colour.WHITE: Button.WHITE, Colour.GREY: Button.GREY, Colour.BLACK: Button.BLACK}
STEP_S = 0.2
"""From one act to the next; less than anybody needs to be told of a mismatch."""


def at_rest(stones: Sequence[int | None]) -> Heights:
    """Heights while nothing moves; None: a silent pad."""
    states = tuple(PadState.SILENT if height is None else PadState.RESTS for height in stones)
    return Heights(tuple(stones), states)


def moving(stones: tuple[int, ...], *locations: Location) -> Heights:
    """These pads move, the others rest."""
    places = list(zip(Location, stones, strict=True))
    return Heights(
        tuple(None if place in locations else height for place, height in places),
        tuple(PadState.MOVES if place in locations else PadState.RESTS for place, _ in places),
    )


class Seat:
    """Acts and what comes of them."""

    def __init__(self, position: str | Position = START, end: End = End.AT_ONCE) -> None:
        if isinstance(position, str):
            position = parse_position(position)
        self.tracker = Tracker(position, end)
        self.heights: list[int | None] = [len(column) for column in position.columns]
        self.now_s = 0.0
        self.settled: list[Settled] = []
        self.refusal: Refusal | None = None
        self.look()

    @property
    def turns(self) -> list[str]:
        """All turns settled so far."""
        return [format_turn(settled.turn) for settled in self.settled]

    @property
    def position(self) -> str:
        """As the last settled turn left it."""
        return format_position(self.tracker.position)

    @property
    def view(self) -> View:
        """What the screen may show."""
        return self.tracker.view(self.now_s)

    @property
    def question(self) -> Question | None:
        """What is asked now."""
        return self.view.question

    @property
    def asks(self) -> Asks | None:
        """What is asked for now."""
        return self.question.asks if self.question else None

    @property
    def shown(self) -> str:
        """The columns as far as they are understood; ? is a stone of unknown colour."""
        columns = ("".join(stone.value if stone else "?" for stone in column) for column in self.view.columns)
        return "/".join(column or "-" for column in columns)

    def put(self, *locations: str) -> "Seat":
        """A stone comes to each of these, one after the other."""
        for location in locations:
            self._change(location, 1)
        return self

    def lift(self, *locations: str) -> "Seat":
        """A stone leaves each of these, one after the other."""
        for location in locations:
            self._change(location, -1)
        return self

    def press(self, *buttons: str) -> "Seat":
        """Short presses, by name; `back` unsays."""
        for button in buttons:
            self.now_s += STEP_S
            if button == "back":
                self._note(self.tracker.unsay(self.now_s) or [])
            else:
                self._note(self.tracker.press(Button(button), self.now_s, self.now_s))
                self.refusal = self.view.refusal
        return self

    def wait(self, seconds: float = MISMATCH_S + STEP_S) -> "Seat":
        """Nothing happens for so long."""
        self.now_s += seconds
        self._note(self.tracker.think(self.now_s))
        return self

    def look(self, heights: Heights | None = None) -> "Seat":
        """The pads say this; None: the stones as they lie, at rest."""
        self.tracker.look(heights or at_rest(self.heights), self.now_s)
        self._note(self.tracker.think(self.now_s))
        return self

    def _note(self, events: list[Settled | Revised]) -> None:
        for event in events:
            if isinstance(event, Settled):
                self.settled.append(event)
            else:
                self.settled.remove(event.settled)

    def _change(self, location: str, step: int) -> None:
        self.now_s += STEP_S
        index = Location(location).index
        self.heights[index] = (self.heights[index] or 0) + step
        self.look()
