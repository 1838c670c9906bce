"""Brings what happens at the table to whoever publishes it; looks at each state once."""

import re
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.onlookers.evening import Evening
from companion.onlookers.history import History, record_text
from companion.onlookers.moment import moment_text
from companion.rules.position import Position
from companion.table.state import Phase, TableState
from companion.table.table import Table
from companion.tracker.settled import Settled

_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")

Publish = Callable[[str, Callable[[], str]], object]
"""Is given an event's name and what makes its text; that is called later or never, by another thread."""


class Feed:
    """Call `look` whenever something may have happened: as long as nothing has, it costs a comparison.

    `heading` gives the game's number and when it began, as `Journal.heading` does.
    """

    def __init__(self, publish: Publish, heading: Callable[[], tuple[int, str]]) -> None:
        self._publish, self._heading = publish, heading
        self._history = History()
        self._seen: tuple[tuple[int, str], TableState] | None = None
        self._game: tuple[int, Position, Settled | None, int, bool] | None = None
        self._evening: Evening | None = None

    def look(self, table: Table) -> None:
        """Publish what is new."""
        heading, state = self._heading(), table.state
        if self._seen is not None and self._seen[0] == heading and self._seen[1] is state:
            return
        self._seen = (heading, state)
        number, begun = heading
        evening = Evening(number, begun, table.start, table.end, table.played, state)
        self._evening = evening
        self._publish("moment", partial(moment_text, evening))
        last = evening.played[-1] if evening.played else None
        game = (number, evening.start, last, len(evening.played), state.phase is Phase.OVER)
        if game != self._game:
            self._game = game
            self._publish("game", partial(self._history.game_text, evening))

    def darken(self) -> None:
        """The device is switched off: how it knew things last is told, until it is looked at again."""
        if self._evening is not None and self._evening.is_on:
            self._evening, self._seen = replace(self._evening, is_on=False), None
            self._publish("moment", partial(moment_text, self._evening))

    def record_name(self) -> str:
        """What a file of `record` is called: by the game's number and day, as far as there are any."""
        number, begun = self._heading()
        day = begun[:10] if _DAY.match(begun) else ""
        return "-".join(["tholos", "game", *filter(None, (str(number or ""), day))]) + ".tgn"

    def record(self) -> str:
        """The game so far as a `.tgn` record; any thread may ask."""
        return record_text(self._evening) if self._evening is not None else ""
