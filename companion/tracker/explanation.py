"""One possible story since the last settled turn, and what hands must do for it."""

from dataclasses import dataclass

from companion.rules.pieces import Location
from companion.rules.position import Position
from companion.rules.turn import Action, Bonus, Place, Turn
from companion.tracker.said import BonusIs, ColourIs, ColourWas, ComesFrom, Fact, IsBack, PlayerIs, Told

Steps = tuple[int, ...]
"""What a turn adds to (or takes from) each column, A to G."""

NO_STEPS: Steps = (0,) * len(Location)


@dataclass(frozen=True, slots=True)
class Explanation:
    """Legal turns in a row, and where they lead."""

    turns: tuple[Turn, ...]
    befores: tuple[Position, ...]
    """The position before each turn."""
    after: Position

    revises: bool = False
    """It begins before the turn settled last, and tells that one differently."""

    def agrees(self, fact: Fact) -> bool:
        """Whether what somebody said can be so in this story."""
        if isinstance(fact, Told):
            return True  # it is counted among what is seen
        if isinstance(fact, IsBack):
            return self.revises == fact.is_back
        if isinstance(fact, ColourIs):
            column = self.after.column(fact.location)
            return len(column) > fact.index and column[fact.index] is fact.colour
        if isinstance(fact, ColourWas):
            return any(fact in colours_were(*at) for at in zip(self.turns, self.befores, strict=True))
        for turn, before in zip(self.turns, self.befores, strict=True):
            brought = heights_of(before)[fact.location.index] == fact.index
            if not brought or not steps_of(turn)[fact.location.index]:
                continue
            return _tells(turn, before, fact)
        return False


def bonus_of(turn: Turn) -> Bonus | None:
    """What a turn does beyond placing its stone, or taking stones; None: nothing."""
    return turn.bonus if isinstance(turn, Place) else None


def returned_from(turn: Turn) -> Location | None:
    """Where its bonus lifts a stone for the quarry; None: it has another bonus, or none."""
    bonus = bonus_of(turn)
    return bonus.source if bonus is not None and bonus.action is Action.RETURN else None


def colours_were(turn: Turn, before: Position) -> tuple[ColourWas, ...]:
    """The colours of the stones that a turn brought from a workshop, as somebody may say them."""
    if not isinstance(turn, Place):
        return ()
    brought = [(turn.location, turn.colour)]
    if turn.bonus is not None and turn.bonus.target is not None and turn.bonus.colour is not None:
        brought.append((turn.bonus.target, turn.bonus.colour))
    return tuple(ColourWas(place, heights_of(before)[place.index], colour) for place, colour in brought)


def _tells(turn: Turn, before: Position, fact: PlayerIs | BonusIs | ComesFrom) -> bool:
    """Whether the turn that brought the stone is as somebody said."""
    if isinstance(fact, PlayerIs):
        return before.to_move is fact.player
    if not isinstance(turn, Place):
        return False
    if isinstance(fact, BonusIs):
        return turn.location is fact.location and _used(turn, fact)
    if turn.location is fact.location:  # placed there, from the workshop as one that is built
        return fact.action is Action.BUILD
    return turn.bonus is not None and turn.bonus.action is fact.action


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


def differences(position: Position, seen: tuple[int, ...]) -> Steps:
    """What is seen beyond the position."""
    return less(seen, heights_of(position))


def less(steps: Steps, others: Steps) -> Steps:
    """The first without the second."""
    return tuple(step - other for step, other in zip(steps, others, strict=True))


def fits(steps: Steps, seen_steps: Steps, blind: frozenset[Location]) -> bool:
    """Whether just this is seen; that a stone has left a column whose pad is blind cannot be."""
    if steps == seen_steps:
        return True
    return bool(blind) and all(
        step == seen or (place in blind and (step, seen) == (-1, 0))
        for place, step, seen in zip(Location, steps, seen_steps, strict=True)
    )


def may_be_a_turn(steps: Steps) -> bool:
    """Whether one turn could do this, or a part of it: two stones come at most, one goes, each elsewhere."""
    return min(steps) >= -1 and max(steps) <= 1 and steps.count(1) <= 2 and steps.count(-1) <= 1


def is_begun(turn: Turn, seen_steps: Steps) -> bool:
    """Whether what is seen is some of what the turn does, in an order that hands can do it in."""
    steps = steps_of(turn)
    if not all(seen in (0, step) for seen, step in zip(seen_steps, steps, strict=True)):
        return False
    bonus = bonus_of(turn)
    if bonus is None or bonus.action is not Action.MOVE or bonus.source is None or bonus.target is None:
        return True
    # a stone arrives only after it has left
    return seen_steps[bonus.source.index] != 0 or not seen_steps[bonus.target.index]
