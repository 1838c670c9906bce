"""Telling by buttons what comes and goes on columns whose pads are silent."""

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location, Player
from companion.tracker.columns import Columns
from companion.tracker.interpret import Moment
from companion.tracker.question import Asks, Question
from companion.tracker.said import Told

MOST_TOLD = 9
"""A full tall column and two stones too many: nobody means more."""


class Pointer:
    """Points at one silent column while it is open.

    It opens by OK where OK answers nothing else, and by GREY where OK would leave a bonus. Open, WHITE and
    BLACK go to the silent column before and after, OK says that a stone came, GREY that one went.
    """

    def __init__(self) -> None:
        self.location: Location | None = None
        """Where it points; None: it is closed."""
        self._silent: tuple[Location, ...] = ()

    def open(self, button: Button, moment: Moment, silent: tuple[Location, ...]) -> bool:
        """Open it, if this press does, and whether it has."""
        is_wanted = self.would_open(button, moment, silent)
        if is_wanted:
            self.location, self._silent = silent[0], silent
        return is_wanted

    def would_open(self, button: Button, moment: Moment, silent: tuple[Location, ...]) -> bool:
        """Whether this press would open it."""
        question = moment.question
        if not silent or moment.said.taking:
            return False
        if question is None:
            return button is Button.OK or (button is Button.GREY and moment.found.has_begun)
        by_hand = question.asks is Asks.BONUS and Colour.GREY not in question.colours
        return by_hand and button is Button.GREY

    def press(self, button: Button, columns: Columns) -> Told | None:
        """A press while it is open: what it tells, if anything."""
        location = self.location
        if location is None:
            return None
        if button in (Button.WHITE, Button.BLACK):
            step = -1 if button is Button.WHITE else 1
            at = (self._silent.index(location) + step) % len(self._silent)
            self.location = self._silent[at]
            return None
        height = columns.heights[location.index]
        if (button is Button.GREY and height == 0) or (button is Button.OK and height >= MOST_TOLD):
            return None
        self.close()
        return Told(location, height, 1) if button is Button.OK else Told(location, height - 1, -1)

    def keep_to(self, silent: tuple[Location, ...]) -> None:
        """These pads are silent now; a column that is heard again is not pointed at."""
        self._silent = silent
        if self.location not in silent:
            self.close()

    def question(self, player: Player, heights: tuple[int, ...]) -> Question | None:
        """As people see it; its `index` is where a stone would come."""
        if self.location is None:
            return None
        return Question(Asks.COLUMN, player, self.location, heights[self.location.index])

    def close(self) -> None:
        """Point at nothing."""
        self.location = None
