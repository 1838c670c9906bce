"""One possible story since the last settled turn, and what hands must do for it."""

from dataclasses import dataclass

from companion.rules.pieces import Location
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Turn
from companion.tracker.said import BonusIs, CameFirst, ColourIs, Fact

Heights = tuple[int | None, ...]
"""Stones on A to G; None: not known."""
Steps = tuple[int, ...]
"""What a turn adds to (or takes from) each column."""

NO_STEPS: Steps = (0,) * len(Location)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Legal turns in a row, and where they lead."""

    turns: tuple[Turn, ...]
    befores: tuple[Position, ...]
    """The position before each turn."""
    after: Position

    def agrees(self, fact: Fact) -> bool:
        """Whether what somebody said can be so in this story."""
        if isinstance(fact, ColourIs):
            column = self.after.column(fact.location)
            return len(column) > fact.index and column[fact.index] is fact.colour
        if isinstance(fact, CameFirst):
            placed = next((turn for turn in self.turns if isinstance(turn, Place)), None)
            return placed is not None and _can_come_first(placed, fact.location)
        for turn, before in zip(self.turns, self.befores, strict=True):
            brought = heights_of(before)[fact.location.index] == fact.index
            if not brought or not steps_of(turn)[fact.location.index]:
                continue
            if not isinstance(fact, BonusIs):
                return before.to_move is fact.player
            return isinstance(turn, Place) and turn.location is fact.location and _used(turn, fact)
        return False


def _can_come_first(turn: Place, location: Location) -> bool:
    """Whether a stone can come there by this turn before any other has left its place."""
    bonus = turn.bonus
    is_brought = bonus is not None and bonus.target is location and bonus.action is not Action.MOVE
    return turn.location is location or is_brought


def _used(turn: Place, fact: BonusIs) -> bool:
    if turn.bonus is None or fact.action is None:
        return turn.bonus is None and fact.action is None
    return turn.bonus.action is fact.action and turn.bonus.colour is fact.colour


def heights_of(position: Position) -> tuple[int, ...]:
    """How high each column of a position is."""
    return tuple(len(column) for column in position.columns)


def steps_of(turn: Turn) -> Steps:
    """What the turn does to the heights of the columns."""
    if not isinstance(turn, Place):
        return NO_STEPS
    steps = list(NO_STEPS)
    steps[turn.location.index] += 1
    if turn.bonus is not None:
        if turn.bonus.source is not None:
            steps[turn.bonus.source.index] -= 1
        if turn.bonus.target is not None:
            steps[turn.bonus.target.index] += 1
    return tuple(steps)


def differences(position: Position, seen: Heights) -> Heights:
    """What is seen beyond the position; None where nothing is known."""
    return tuple(
        None if height is None else height - expected
        for height, expected in zip(seen, heights_of(position), strict=True)
    )


def is_whole(steps: Steps, seen_steps: Heights) -> bool:
    """Whether all that a turn does is seen, and nothing else."""
    return all(
        step == seen or (seen is None and step == 0) for step, seen in zip(steps, seen_steps, strict=True)
    )


def is_part(steps: Steps, seen_steps: Heights) -> bool:
    """Whether all that a turn does is seen, among other things."""
    return all(step in (0, seen) for step, seen in zip(steps, seen_steps, strict=True))


def is_begun(turn: Turn, seen_steps: Heights) -> bool:
    """Whether what is seen is some of what the turn does, in an order that hands can do it in."""
    steps = steps_of(turn)
    if not all(seen is None or seen in (0, step) for step, seen in zip(steps, seen_steps, strict=True)):
        return False
    bonus = turn.bonus if isinstance(turn, Place) else None
    if bonus is None or bonus.action is not Action.MOVE or bonus.source is None or bonus.target is None:
        return True
    # a stone arrives only after it has left
    return seen_steps[bonus.source.index] != 0 or not seen_steps[bonus.target.index]
