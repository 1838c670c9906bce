"""The stones lie as no legal turn leaves them: which columns, and which rule."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.legal import MOVED_COLOUR, starts_bonus
from companion.rules.pieces import Colour, Location
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.refusal import Refusal, Rule, why_illegal
from companion.rules.turn import Action, Bonus, Place
from companion.tracker.explanation import NO_STEPS, Steps, differences, heights_of, less, steps_of
from companion.tracker.settled import Settled


@dataclass(frozen=True, slots=True)
class Wrong:
    """One column that is not as it should be."""

    location: Location
    seen: int
    expected: int


@dataclass(frozen=True, slots=True)
class Mismatch:
    """The columns to mend, and the rule that the closest illegal turn breaks (None: no turn is close)."""

    columns: tuple[Wrong, ...]
    refusal: Refusal | None = None


def find_mismatch(position: Position, last: Settled | None, seen: tuple[int, ...], end: End) -> Mismatch:
    """What to mend, seen from a position that no legal turn leads on from to what is seen.

    `last`: the turn settled last (None: none yet); an illegal act may have gone on from it.

    The closest illegal turn is the one that leaves the fewest columns wrong: where its placing alone is
    legal, only what its bonus did is to be mended.
    """
    steps = differences(position, seen)
    illegal = list(_illegal(position, last, steps, end))
    refusal, wrong = min(illegal, key=_closeness) if illegal else (None, steps)
    heights = heights_of(position)
    columns = tuple(
        Wrong(place, heights[place.index] + steps[place.index], heights[place.index])
        for place in Location
        if wrong[place.index]
    )
    return Mismatch(columns, refusal)


def find_missing(position: Position, seen: tuple[int, ...]) -> Mismatch:
    """The columns that a stone was taken from and brought nowhere yet: a legal turn may be under way.

    If none was, those that one came to, and nothing followed.
    """
    wrong = wrong_columns(seen, heights_of(position))
    return Mismatch(tuple(column for column in wrong if column.seen < column.expected) or wrong)


def wrong_columns(seen: tuple[int, ...], expected: tuple[int, ...]) -> tuple[Wrong, ...]:
    """The columns that are not as high as expected, A to G."""
    return tuple(
        Wrong(place, now, due) for place, now, due in zip(Location, seen, expected, strict=True) if now != due
    )


def goes_on_wrongly(position: Position, last: Settled | None, seen: tuple[int, ...], end: End) -> bool:
    """Whether the stone that was moved is what the last turn's bonus moves, but may not be moved by it.

    A grey stone on A, say, and then a grey one from C to D: not the rival's turn begun, but a bonus too many.
    """
    steps = differences(position, seen)
    if last is None or not isinstance(last.turn, Place) or -1 not in steps or 1 not in steps:
        return False
    by = last.turn.location if last.turn.bonus is None else last.turn.bonus.target
    moved = position.columns[steps.index(-1)][-1]
    return (
        by is not None
        and steps[by.index] < 1  # else it is the bonus of the stone that came there since
        and MOVED_COLOUR.get(by) is moved
        and any(
            refusal.rule in (Rule.NOT_OWN_COLOUR, Rule.NO_CHAIN)
            for refusal in _gone_on(position, last.before, last.turn, steps, end)
        )
    )


def _closeness(illegal: tuple[Refusal, Steps]) -> tuple[int, int]:
    refusal, wrong = illegal
    return sum(map(bool, wrong)), _RANKS.index(refusal.rule)


_RANKS = (
    Rule.MOVES_ONLY,
    Rule.COLUMN_FULL,
    Rule.NOT_OWN_COLOUR,
    Rule.NO_CHAIN,
    Rule.COLUMN_EMPTY,
    Rule.QUARRY_LACKS,
    Rule.WORKSHOP_LACKS,
    Rule.RIVAL_LACKS,
    Rule.OTHER_BONUS,
    Rule.SAME_LOCATION,
    Rule.WORKSHOP_ROOM,
    Rule.TAKE_AT_MOST,
    Rule.GAME_OVER,
)
"""The most telling reason first, where several illegal turns would explain what is seen."""


def _illegal(
    position: Position, last: Settled | None, steps: Steps, end: End
) -> Iterator[tuple[Refusal, Steps]]:
    """Illegal turns that would do these steps, each with the steps that are wrong about it."""
    for turn in _conceivable(steps):
        refusal = why_illegal(position, turn, end)
        if refusal is None:
            continue
        placing = Place(turn.colour, turn.location)
        is_placing_fine = turn.bonus is not None and why_illegal(position, placing, end) is None
        placed = steps_of(placing) if is_placing_fine else NO_STEPS
        yield refusal, less(steps, placed)
    if last is not None and isinstance(last.turn, Place):
        for refusal in _gone_on(position, last.before, last.turn, steps, end):
            yield refusal, steps


def _gone_on(position: Position, before: Position, turn: Place, steps: Steps, end: End) -> Iterator[Refusal]:
    """Why the turn settled last cannot go on with these steps: as its bonus, or after its bonus stone."""
    if turn.bonus is None:
        for bonus in _bonuses(steps):
            refusal = why_illegal(before, Place(turn.colour, turn.location, bonus), end)
            if refusal is not None:
                yield refusal
    elif turn.bonus.target is not None and any(_bonuses(steps)):
        target, player = turn.bonus.target, before.to_move
        stone = position.column(target)[-1]
        if starts_bonus(position, player, stone, target):
            yield Refusal(Rule.NO_CHAIN, player, stone, target)


def _conceivable(steps: Steps) -> Iterator[Place]:
    """Every placing, with any bonus or none, that would do these steps to the columns."""
    for location in Location:
        if steps[location.index] < 1:
            continue
        rest = list(steps)
        rest[location.index] -= 1
        for colour in Colour:
            if not any(rest):
                yield Place(colour, location)
            for bonus in _bonuses(tuple(rest)):
                yield Place(colour, location, bonus)


def _bonuses(steps: Steps) -> Iterator[Bonus]:
    """Every bonus that hands show and that would do these steps to the columns."""
    came = [place for place in Location if steps[place.index] == 1]
    went = [place for place in Location if steps[place.index] == -1]
    if len(came) + len(went) != sum(map(abs, steps)):
        return
    if len(came) == 1 and len(went) == 1:
        yield Bonus(Action.MOVE, source=went[0], target=came[0])
    elif len(went) == 1 and not came:
        yield Bonus(Action.RETURN, source=went[0])
    elif len(came) == 1 and not went:
        yield Bonus(Action.QUARRYGREY, target=came[0])
        for colour in Colour:
            yield Bonus(Action.BUILD, colour=colour, target=came[0])
