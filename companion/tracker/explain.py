"""All the stories that fit what the pads and the buttons have said since the last settled turn. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from companion.rules.legal import legal_turns, open_actions
from companion.rules.pieces import Location
from companion.rules.play import End, after
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Take, Turn
from companion.tracker.explanation import (
    NO_STEPS,
    Explanation,
    Steps,
    bonus_of,
    fits,
    is_begun,
    less,
    may_be_a_turn,
    steps_of,
)
from companion.tracker.said import Fact, Said
from companion.tracker.settled import Settled

NOTICED_S = 0.15
"""A pad rests for longer than this before it says so: the stone on it lay still by then."""


@dataclass(frozen=True, slots=True)
class Soft:
    """A turn that settled by itself, with what was said for it: hands alone may still carry it on."""

    settled: Settled
    said: Said
    first: Location | None
    """Where its first stone came alone."""

    @property
    def returned_from(self) -> Location | None:
        """Where its bonus lifted a stone for the quarry; None: it has another bonus, or none."""
        bonus = bonus_of(self.settled.turn)
        return bonus.source if bonus is not None and bonus.action is Action.RETURN else None


@dataclass(frozen=True, slots=True)
class Evidence:
    """All that is known of what happened since a settled position."""

    position: Position
    steps: Steps
    """What the columns have more, or less, than there."""
    said: Said
    first: Location | None
    """Where a stone came before anything else had changed; None: not known."""
    moved_s: Mapping[Location, tuple[float, float]]
    """When the pad of each column that is higher or lower now began to move, and rested, as it became so."""
    lowered_s: Mapping[Location, tuple[float, float]]
    """The same of each column that a stone has left since then, as the first one did."""
    raised_s: Mapping[Location, tuple[float, float]]
    """The same of each column where a stone has come since then, as the last one did."""
    rests: tuple[frozenset[int], ...]
    """For each column, what it was seen to have more or less, at any rest since then."""
    claimed: frozenset[Turn]
    """What the first turn may be, since it was whole, its bonus used, before anything else had changed."""
    is_patient: bool
    """Whether a stone in a hand is waited for, where no story tells of all that came and left."""
    soft: Soft | None
    blind: frozenset[Location]
    """Columns whose pads say nothing: a stone may have left them unseen."""
    back: frozenset[Location]
    """Columns whose newest stone weighs what the one weighed that had left."""
    end: End


@dataclass(frozen=True, slots=True)
class Explanations:
    """What may have happened."""

    whole: tuple[Explanation, ...] = ()
    """Stories whose every turn was seen to its end; their last turn may still have a bonus open."""
    has_begun: bool = False
    """There is none, but a legal turn may be under way: a stone is in somebody's hand."""
    forgotten: tuple[Explanation, ...] = ()
    """There is none either, but there are these if the player to move has taken stones and not said so."""

    @property
    def is_none(self) -> bool:
        """Whether nothing legal explains what lies there."""
        return not (self.whole or self.has_begun or self.forgotten)


def explain(evidence: Evidence) -> Explanations:
    """The stories from a settled position: of one turn where that is enough, else of two.

    A bonus that is open claims every act that fits it, as the panel grammar has it: the rival's turn
    begins with OK or with an act that only the rival could have done.
    """
    steps, said = evidence.steps, evidence.said
    whole = _likely(_agreeing(_whole(evidence), said.facts), evidence)
    is_lost = bool(evidence.claimed) and not any(story.turns[0] in evidence.claimed for story in whole)
    if is_lost and any(steps) and _has_begun(evidence, evidence.claimed):
        return Explanations(has_begun=True)  # the claimed turn, and the rival's under way
    is_untold = evidence.is_patient and whole and not _tells_all(whole, evidence)
    if is_untold and _tells_all(_rival_begun(evidence), evidence):
        return Explanations(has_begun=True)  # a stone came and is in the rival's hand by now
    forgotten = [] if whole or said.taking else _agreeing(_forgotten(evidence), said.facts)
    if evidence.soft is not None and not said.taking:
        revised = _agreeing(_revised(evidence, evidence.soft), (*evidence.soft.said.facts, *said.facts))
        if revised and not whole:
            whole = forgotten  # the one or the other: a question tells
        whole += revised
    if whole or not any(steps):
        return Explanations(tuple(whole))
    if _has_begun(evidence):
        return Explanations(has_begun=True)
    return Explanations(forgotten=tuple(forgotten))


def _whole(evidence: Evidence) -> list[Explanation]:
    said = evidence.said
    stories: list[Explanation] = []
    if said.taking:
        stories += _after_take(evidence, evidence.steps)
        if len(said.taking) > 1 or said.is_taken or said.is_late:
            return stories
    placed = _placed(evidence) if any(evidence.steps) else []
    return stories + [story for story in placed if _names_as(story.turns[0], said)]


def _placed(evidence: Evidence) -> list[Explanation]:
    """Stories in which stones were placed, in the order in which they came.

    Where the bonus of the stone that came first explains the rest, it has claimed it. Else that stone may
    have been the bonus of one that came after it, or the rival has played already.
    """
    position, steps, first, end = evidence.position, evidence.steps, evidence.first, evidence.end
    alone = [
        story
        for story in _one_turn(position, steps, end, evidence.blind)
        if _can_begin_on(story.turns[0], first)
    ]
    claimed = [
        story
        for story in alone
        if steps_of(story.turns[0]) == steps and (first is None or _is_placed_on(story.turns[0], first))
    ]
    claimed = [story for story in claimed if _can_have_moved(story, evidence)]
    if _tells_all(claimed, evidence):
        return [story for story in claimed if _tells_all([story], evidence)]
    stories = alone + [
        Explanation((turn, *story.turns), (position, between), story.after)
        for turn, between, rest in _first_turns(evidence)
        for story in _one_turn(between, rest, end, evidence.blind)
    ]
    fewest = min((_untold(story, evidence) for story in stories), default=0)
    return [story for story in claimed if _untold(story, evidence) == fewest] or stories


def _first_turns(evidence: Evidence) -> Iterator[tuple[Place, Position, Steps]]:
    """Turns that may have been played whole before the rival began: each, where it leads, and what is left.

    A column that both have changed, so that nothing is seen of it now, must have been seen changed before.
    """
    position, steps = evidence.position, evidence.steps
    for turn in legal_turns(position, evidence.end):
        if isinstance(turn, Take) or not _can_begin_on(turn, evidence.first):
            continue
        done = steps_of(turn)
        rest = less(steps, done)
        is_seen = all(
            step or not own or own in seen
            for step, own, seen in zip(steps, done, evidence.rests, strict=True)
        )
        if is_seen and may_be_a_turn(rest):
            yield turn, after(position, turn), rest


def _likely(stories: list[Explanation], evidence: Evidence) -> list[Explanation]:
    """Those stories that explain best what was seen on the way, and when, where some do."""
    stories = [story for story in stories if _can_have_moved(story, evidence)]
    claimed = [story for story in stories if not evidence.claimed or story.turns[0] in evidence.claimed]
    stories = claimed or stories
    stories = [story for story in stories if not _is_late(story, evidence)] or stories
    unexplained = [_unexplained(story, evidence.rests) for story in stories]
    fewest = min(unexplained, default=0)
    stories = [story for story, count in zip(stories, unexplained, strict=True) if count == fewest]
    return _in_order(stories, evidence.moved_s)


def _can_have_moved(story: Explanation, evidence: Evidence) -> bool:
    """Whether no stone lay still where a bonus moved it before a hand can have brought it there."""
    for turn in story.turns:
        bonus = bonus_of(turn)
        if bonus is None or bonus.source is None or bonus.target is None:
            continue
        left, came = evidence.lowered_s.get(bonus.source), evidence.raised_s.get(bonus.target)
        if left is not None and came is not None and came[1] - NOTICED_S < left[0]:
            return False
    return True


def _is_late(story: Explanation, evidence: Evidence) -> bool:
    """Whether the first player's bonus lifted its stone only when the rival's already lay on the temple."""
    first, second = story.turns if len(story.turns) > 1 else (None, None)
    if not isinstance(first, Place) or not isinstance(second, Place) or first.bonus is None:
        return False
    source = first.bonus.source
    left = evidence.lowered_s.get(source) if source is not None else None
    came = evidence.raised_s.get(second.location)
    return left is not None and came is not None and left[0] >= came[1] - NOTICED_S


def _unexplained(story: Explanation, rests: tuple[frozenset[int], ...]) -> int:
    """How often a column had, at a rest, more or less than one of the turns or both had done to it."""
    steps = [steps_of(turn) for turn in story.turns]
    first, second = steps if len(steps) > 1 else (steps[0], NO_STEPS)
    columns = zip(rests, first, second, strict=True)
    return sum(len(seen - {0, one, other, one + other}) for seen, one, other in columns)


def _tells_all(stories: Iterable[Explanation], evidence: Evidence) -> bool:
    """Whether one of them tells where each stone came from that was seen."""
    return any(_untold(story, evidence) == 0 for story in stories)


def _untold(story: Explanation, evidence: Evidence) -> int:
    """How many stones were seen to come of which it says nothing.

    A stone that was lifted and put back is a hesitation; one that came and left again is somebody's.
    """
    return _unexplained(story, tuple(frozenset(step for step in seen if step > 0) for seen in evidence.rests))


def _in_order(
    stories: list[Explanation], moved_s: Mapping[Location, tuple[float, float]]
) -> list[Explanation]:
    """Of stories of two turns that lead to the same, those whose first turn was seen first, as far as it was.

    Two stones returned to the quarry, say: who took which does not matter, but the record is to say it right.
    """

    def seen_s(story: Explanation) -> tuple[float, float] | None:
        own, others = (steps_of(turn) for turn in story.turns)
        alone = [at_s for place, at_s in moved_s.items() if own[place.index] and not others[place.index]]
        return max(alone, default=None)

    def is_later(story: Explanation, other: Explanation) -> bool:
        """Whether its first turn came after the other's, or began later, where no question could tell."""
        mine_s, its_s = seen_s(story), seen_s(other)
        if mine_s is None or its_s is None:
            return False
        return mine_s[0] > its_s[1] or (mine_s > its_s and _places(story) == _places(other))

    placed = [story for story in stories if len(story.turns) == 2 and isinstance(story.turns[0], Place)]
    return [
        story
        for story in stories
        if story not in placed
        or not any(is_later(story, other) for other in placed if other.after == story.after)
    ]


def _places(story: Explanation) -> list[Location]:
    """Where its first player put stones."""
    return [place for place, step in zip(Location, steps_of(story.turns[0]), strict=True) if step > 0]


def _is_placed_on(turn: Turn, location: Location) -> bool:
    return isinstance(turn, Place) and turn.location is location


def _can_begin_on(turn: Turn, first: Location | None) -> bool:
    """Whether a stone can come there by this turn before any other has left its place."""
    if first is None or _is_placed_on(turn, first):
        return True
    bonus = bonus_of(turn)
    return bonus is not None and bonus.target is first and bonus.action is not Action.MOVE


def _revised(evidence: Evidence, soft: Soft) -> Iterator[Explanation]:
    """Single turns that tell the turn settled last differently, with all that was seen since.

    Either its stone was the bonus of one that came only now, or the stone that it returned to the quarry
    is back on its column: a hesitation.
    """
    before, last = soft.settled.before, soft.settled.turn
    if not isinstance(last, Place) or not any(evidence.steps):
        return
    done = steps_of(last)
    for story in _one_turn(before, tuple(map(sum, zip(done, evidence.steps, strict=True))), evidence.end):
        turn = story.turns[0]
        goes_on = is_begun(turn, done) and _can_begin_on(turn, soft.first)
        is_undone = (
            turn == Place(last.colour, last.location)
            and last.bonus is not None
            and last.bonus.action is Action.RETURN
            and last.bonus.source in evidence.back
        )
        if (goes_on or is_undone) and _names_as(turn, soft.said):
            yield Explanation(story.turns, story.befores, story.after, revises=True)


def _after_take(evidence: Evidence, steps: Steps) -> Iterator[Explanation]:
    """The player to move has taken what was pressed; what is seen is the rival's."""
    position, said, end = evidence.position, evidence.said, evidence.end
    take = Take(said.taking[0], len(said.taking))
    if take not in legal_turns(position, end):
        return
    if any(steps):
        yield from _rival_after(evidence, take, steps)
    else:
        yield Explanation((take,), (position,), after(position, take))


def _rival_after(evidence: Evidence, take: Take, steps: Steps) -> Iterator[Explanation]:
    """The take, and the rival's one turn that does these steps."""
    taken = after(evidence.position, take)
    for story in _one_turn(taken, steps, evidence.end):
        if _can_begin_on(story.turns[0], evidence.first):
            yield Explanation((take, *story.turns), (evidence.position, taken), story.after)


def _one_turn(
    position: Position, steps: Steps, end: End, blind: frozenset[Location] = frozenset()
) -> Iterator[Explanation]:
    for turn in legal_turns(position, end):
        if isinstance(turn, Place) and fits(steps_of(turn), steps, blind):
            yield Explanation((turn,), (position,), after(position, turn))


def _has_begun(evidence: Evidence, claimed: frozenset[Turn] = frozenset()) -> bool:
    """Whether a part of a legal turn is seen: the player's, or the rival's after one that was seen whole.

    `claimed`: only after one of these.
    """
    position, steps, end = evidence.position, evidence.steps, evidence.end
    if not claimed and any(is_begun(turn, steps) for turn in legal_turns(position, end)):
        return True
    if evidence.said.taking:
        taken = [story.after for story in _after_take(evidence, NO_STEPS)]
        return any(is_begun(turn, steps) for after_take in taken for turn in legal_turns(after_take, end))
    return any(not claimed or story.turns[0] in claimed for story in _rival_begun(evidence))


def _rival_begun(evidence: Evidence) -> Iterator[Explanation]:
    """A turn that was seen whole, and one of the rival's that a part of is seen."""
    position, end = evidence.position, evidence.end
    for first, between, rest in _first_turns(evidence):
        if not _agreeing([Explanation((first,), (position,), between)], evidence.said.facts):
            continue
        is_moving = first.bonus is None and Action.MOVE in open_actions(
            position, position.to_move, first.colour, first.location, end
        )
        for second in legal_turns(between, end):
            if is_begun(second, rest) and (not is_moving or _is_down(second, rest)):
                yield Explanation((first, second), (position, between), after(between, second))


def _is_down(turn: Turn, steps: Steps) -> bool:
    """Whether the placed stone lies there; until then one that moves may be the open bonus, done wrong."""
    return isinstance(turn, Place) and steps[turn.location.index] == 1


def _forgotten(evidence: Evidence) -> Iterator[Explanation]:
    """The player to move has taken stones and not said so; what is seen is the rival's turn."""
    position, end = evidence.position, evidence.end
    if not any(evidence.steps):
        return
    for turn in legal_turns(position, end):
        if isinstance(turn, Take):
            yield from _rival_after(evidence, turn, evidence.steps)


def _names_as(turn: Turn, said: Said) -> bool:
    """Whether the stone that was placed is the one that a press had named, if one had."""
    return not said.taking or (isinstance(turn, Place) and turn.colour is said.taking[0])


def _agreeing(stories: Iterable[Explanation], facts: tuple[Fact, ...]) -> list[Explanation]:
    return [story for story in stories if all(story.agrees(fact) for fact in facts)]
