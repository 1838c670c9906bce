"""A table with two people at it: stones counted by hand, buttons, and time that only they move."""

from companion.clock import Since
from companion.panel.press import Button, Press
from companion.rules.notation import parse_position
from companion.rules.pieces import Location
from companion.rules.play import End
from companion.table.dialogues.menu import Entry, Menu
from companion.table.record import Begun, Laid, Record
from companion.table.state import TableState
from companion.table.table import Table
from tests.tracker.seat import at_rest

WHITE_FIRST = Begun("-/-/-/-/-/-/- ww bb w -", "at-once")

STEP_S = 0.2
"""From one act to the next."""


class Evening:
    """Acts, and what is to be recorded of them."""

    def __init__(self, end: End = End.AT_ONCE, since: Since | None = None) -> None:
        self.table = Table(end, since=since)
        self.heights = [0] * len(Location)
        self.records: list[Record] = []
        """All but those that say that the stones lie right: they are counted in `laid`."""
        self.laid = 0
        self.now_s = 0.0
        self._look()

    @property
    def state(self) -> TableState:
        """What everybody sees."""
        return self.table.state

    def lay_out(self, position: str) -> "Evening":
        """Stones put out for a game that goes on from there, and the table told so."""
        self.heights = [len(column) for column in parse_position(position).columns]
        self._look()
        self._note(self.table.begin(parse_position(position), self.now_s))
        return self

    def put(self, *locations: str) -> "Evening":
        """A stone comes to each of these, one after the other."""
        for location in locations:
            self._change(location, 1)
        return self

    def lift(self, *locations: str) -> "Evening":
        """A stone leaves each of these, one after the other."""
        for location in locations:
            self._change(location, -1)
        return self

    def press(self, *buttons: str) -> "Evening":
        """Short presses, by name."""
        for button in buttons:
            self._press(Button(button), is_hold=False)
        return self

    def hold_back(self) -> "Evening":
        """BACK, for two seconds."""
        self._press(Button.BACK, is_hold=True)
        return self

    def correct(self) -> "Evening":
        """By the menu, to correcting the board."""
        self.hold_back()
        while isinstance(menu := self.state.dialogue, Menu) and menu.entries[menu.index] is not Entry.CORRECT:
            self.press("black")
        return self.press("ok")

    def wait(self, seconds: float = 1.5) -> "Evening":
        """Nothing happens for so long."""
        self.now_s += seconds
        self._note(self.table.tick(self.now_s))
        return self

    def stones_as_believed(self) -> "Evening":
        """Hands lay the stones as the table believes them."""
        self.heights = list(self.table.heights)
        self._look()
        return self

    def stand(self) -> "Evening":
        """The pads are heard, as the stones lie."""
        self._look()
        return self

    def lift_all(self) -> "Evening":
        """Hands take every stone off."""
        self.heights = [0] * len(Location)
        self._look()
        return self

    def _change(self, location: str, step: int) -> None:
        self.heights[Location(location).index] += step
        self._look()

    def _look(self) -> None:
        self.now_s += STEP_S
        self._note(self.table.see(at_rest(self.heights), self.now_s))

    def _press(self, button: Button, *, is_hold: bool) -> None:
        self.now_s += STEP_S
        self._note(self.table.press(Press(button, is_hold, self.now_s), self.now_s))

    def _note(self, records: list[Record]) -> None:
        self.records += [record for record in records if not isinstance(record, Laid)]
        self.laid += sum(isinstance(record, Laid) for record in records)


def played() -> Evening:
    """A game in which White has placed on D and taken a grey stone."""
    return Evening().press("white").put("D").press("grey")
