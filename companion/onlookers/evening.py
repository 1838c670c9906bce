"""All that onlookers may be told of, at one moment, as one frozen value."""

from dataclasses import dataclass

from companion.rules.end import End
from companion.rules.position import Position
from companion.table.state import TableState
from companion.tracker.settled import Settled


@dataclass(frozen=True, slots=True)
class Evening:
    """The state and the turns that led there; nobody changes it, so any thread may read it."""

    number: int
    """Of the game, as the journal counts; 0 where it has none."""
    begun: str
    """Wall time when the game began, as the machine believed it; "" where nobody told."""
    start: Position
    end: End
    played: tuple[Settled, ...]
    state: TableState
    is_on: bool = True
    """False: the device is switched off; the rest is how things were then."""
