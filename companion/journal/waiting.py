"""What happened and waits to be written, in order; kept short while the disk takes nothing."""

from collections.abc import Sequence
from dataclasses import dataclass

UNFINISHED = "*"
"""The result of a game that is still played, as in a game record."""
BEGIN, LAID, LIFTED = "begin", "laid", "lifted"
TURN, TAKE_BACK, RESULT = "turn", "take-back", "result"
OF_THE_GAME = frozenset((BEGIN, LAID, LIFTED, TURN, TAKE_BACK, RESULT))
"""The kinds that make a game; every other kind is a note, for people to read."""
MOST_WAITING = 10_000
"""Steps in memory: whole days of play with a disk that takes nothing."""


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happened."""

    kind: str
    text: str
    """The start, the turn or the result; "" for stones laid and a take-back; else what the note says."""
    at: str
    """Wall time, for people to read."""
    more: str = ""
    """Of a BEGIN the rule of the end, of a TURN the result of the game with it."""


def shortened(steps: Sequence[Step]) -> list[Step]:
    """The same games without the notes; if that does not halve them, the last game alone, as it stands."""
    games = [step for step in steps if step.kind in OF_THE_GAME]
    if len(games) <= MOST_WAITING // 2:
        return games
    last = max((place for place, step in enumerate(games) if step.kind == BEGIN), default=0)
    standing: list[Step] = []
    for step in games[last:]:
        if step.kind == TAKE_BACK and standing and standing[-1].kind == TURN:
            standing.pop()
        else:
            standing.append(step)
    return standing
