"""What heights alone can mean by the rules.

Written anew here, so that the bench shares no thought with the tracker that it judges.
"""

from collections.abc import Iterator

from companion.rules.legal import legal_turns, most_to_take, open_bonuses
from companion.rules.pieces import Location
from companion.rules.play import after
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Turn

Steps = tuple[int, ...]
"""How much higher each column is, A to G."""

NOTHING: Steps = (0,) * len(Location)
BY_HAND = (Action.MOVE, Action.RETURN, Action.BUILD, Action.QUARRYGREY)
"""The bonuses that pads feel."""


def heights_of(position: Position) -> Steps:
    """How high each column is."""
    return tuple(map(len, position.columns))


def plus(one: Steps, other: Steps, sign: int = 1) -> Steps:
    """One after the other; `sign` -1: the one without the other."""
    return tuple(a + sign * b for a, b in zip(one, other, strict=True))


def at(location: Location, step: int) -> Steps:
    """A step on one column."""
    return tuple(step if place is location else 0 for place in Location)


def steps_of(turn: Turn) -> Steps:
    """What a turn does to the columns."""
    if not isinstance(turn, Place):
        return NOTHING
    steps = at(turn.location, 1)
    if turn.bonus is not None and turn.bonus.source is not None:
        steps = plus(steps, at(turn.bonus.source, -1))
    if turn.bonus is not None and turn.bonus.target is not None:
        steps = plus(steps, at(turn.bonus.target, 1))
    return steps


def fitting(position: Position, steps: Steps) -> Iterator[Turn]:
    """The legal turns that do exactly this."""
    return (turn for turn in legal_turns(position) if steps_of(turn) == steps)


def is_open(position: Position, turn: Turn) -> bool:
    """Whether a turn waits for a bonus, or for OK."""
    if not isinstance(turn, Place) or turn.bonus is not None:
        return False
    return bool(open_bonuses(position, position.to_move, turn.colour, turn.location))


def is_closed(position: Position, turn: Turn) -> bool:
    """Whether a turn that hands have done needs no press any more, beyond the colours of stones."""
    by_button = isinstance(turn, Place) and turn.bonus is not None and turn.bonus.action not in BY_HAND
    return not by_button and not is_open(position, turn)


def closing(position: Position, steps: Steps) -> Iterator[Turn]:
    """The legal turns that do exactly this, and are closed by it."""
    fit = fitting(position, steps) if any(steps) else iter(())
    return (turn for turn in fit if is_closed(position, turn))


def closing_two(position: Position, steps: Steps) -> Iterator[Turn]:
    """The legal turns after which another one does the rest, and is closed by it."""
    for first in legal_turns(position):
        if isinstance(first, Place):
            yield from closing(after(position, first), plus(steps, steps_of(first), -1))


def is_plainly_wrong(position: Position, steps: Steps) -> bool:
    """Whether no legal turn, no two in a row, no beginning of one and no forgotten take does this."""
    if not any(steps) or any(_is_part(steps_of(turn), steps) for turn in legal_turns(position)):
        return False
    for first in legal_turns(position):
        rest = plus(steps, steps_of(first), -1)
        seconds = legal_turns(after(position, first))
        if not any(rest) or any(_is_part(steps_of(second), rest) for second in seconds):
            return False
    return True


def _is_part(whole: Steps, steps: Steps) -> bool:
    """Whether the steps are all or some of what a turn does."""
    return all(step in (0, done) for step, done in zip(steps, whole, strict=True))


def needed_presses(position: Position, turn: Turn) -> int:
    """The presses that the panel grammar demands for a turn which is all that happened."""
    if not isinstance(turn, Place):
        return turn.count + (turn.count < most_to_take(position, position.to_move, turn.colour))
    rivals = [other for other in fitting(position, steps_of(turn)) if isinstance(other, Place)]
    presses, lies = 0, after(position, turn).columns
    for index in range(len(lies)):
        agreeing = [other for other in rivals if after(position, other).columns[index] == lies[index]]
        presses += len(agreeing) < len(rivals)
        rivals = agreeing
    if turn.bonus is not None and turn.bonus.action in BY_HAND:
        return presses + (len(rivals) > 1)  # a grey stone of the workshop, or of the quarry
    return presses + (turn.bonus is not None or is_open(position, turn))
