"""All the stories that fit what the pads and the buttons have said since the last settled turn. Pure."""

from collections.abc import Iterable, Iterator

from companion.rules.legal import legal_turns, open_actions
from companion.rules.pieces import Location
from companion.rules.play import End, after
from companion.rules.position import Position
from companion.rules.turn import Action, Place, Take, Turn
from companion.tracker.evidence import Evidence, Explanations, Soft
from companion.tracker.explanation import (
    NO_STEPS,
    Explanation,
    Steps,
    bonus_of,
    fits,
    is_begun,
    less,
    may_be_a_turn,
    returned_from,
    steps_of,
)
from companion.tracker.likely import can_have_moved, likely, oddity, tells_all, untold
from companion.tracker.said import Fact, Said


def explain(evidence: Evidence) -> Explanations:
    """The stories from a settled position: of one turn where that is enough, else of two.

    A bonus that is open claims every act that fits it, as the panel grammar has it: the rival's turn
    begins with OK or with an act that only the rival could have done.
    """
    steps, said = evidence.steps, evidence.said
    whole = likely(_agreeing(_whole(evidence), said.facts), evidence)
    is_lost = bool(evidence.claimed) and not any(story.turns[0] in evidence.claimed for story in whole)
    if is_lost and any(steps) and (_has_begun(evidence, evidence.claimed) or _lies_still(evidence)):
        return Explanations(has_begun=True)  # the claimed turn, and the rival's under way, or only a touch
    least = min((oddity(story, evidence) for story in whole), default=0)
    is_doubtful = evidence.is_patient and least > 0
    if is_doubtful and any(oddity(story, evidence) < least for story in rival_begun(evidence)):
        return Explanations(has_begun=True)  # a stone is in the rival's hand by now
    if evidence.soft is not None and not said.taking:
        revised = _agreeing(_revised(evidence, evidence.soft), (*evidence.soft.said.facts, *said.facts))
        if revised and not whole:
            whole = _forgotten(evidence)  # the one or the other: a question tells
        whole += revised
    if whole or not any(steps):
        return Explanations(tuple(whole))
    if _has_begun(evidence):
        return Explanations(has_begun=True)
    return Explanations(forgotten=tuple(_forgotten(evidence)))


def _whole(evidence: Evidence) -> list[Explanation]:
    said = evidence.said
    stories: list[Explanation] = []
    if said.taking:
        stories += _after_take(evidence, evidence.steps)
        if not said.may_name:
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
    unseen = [story for story in alone if _moves_unseen(story.turns[0], steps)]
    alone = [story for story in alone if story not in unseen or _looks_other(story, alone, steps)]
    claimed = [] if any(story in unseen for story in alone) else _claiming(alone, evidence)
    if tells_all(claimed, evidence):
        return [story for story in claimed if tells_all([story], evidence)]
    stories = alone + [
        Explanation((turn, *story.turns), (position, between), story.after)
        for turn, between, rest in _first_turns(evidence)
        for story in _one_turn(between, rest, end, evidence.blind)
    ]
    fewest = min((untold(story, evidence) for story in stories), default=0)
    return [story for story in claimed if untold(story, evidence) == fewest] or stories


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


def _claiming(alone: list[Explanation], evidence: Evidence) -> list[Explanation]:
    """Of stories of one turn, those in which the bonus of the stone that came first explains the rest.

    A grey stone from the quarry may come before the placed one, and looks then like a placed one with F's
    bonus, and the other way round: only a colour tells, so the order does not.
    """
    steps, first = evidence.steps, evidence.first
    whole = [
        story
        for story in _agreeing(alone, evidence.said.facts)
        if steps_of(story.turns[0]) == steps and can_have_moved(story, evidence)
    ]
    bonuses = filter(None, (bonus_of(story.turns[0]) for story in whole))
    if first is None or {Action.QUARRYGREY, Action.BUILD} <= {bonus.action for bonus in bonuses}:
        return whole
    return [story for story in whole if _is_placed_on(story.turns[0], first)]


def _moves_unseen(turn: Turn, steps: Steps) -> bool:
    """Whether its bonus moved a stone from where nothing is seen of that."""
    bonus = bonus_of(turn)
    return steps_of(turn) != steps and bonus is not None and bonus.action is Action.MOVE


def _is_placed_on(turn: Turn, location: Location) -> bool:
    return isinstance(turn, Place) and turn.location is location


def _looks_other(story: Explanation, alone: list[Explanation], steps: Steps) -> bool:
    """Whether a stone that is seen has another colour than if nothing was moved unseen, which people tell."""
    bonus = bonus_of(story.turns[0])
    source = bonus.source if bonus is not None else None
    return not any(
        all(place is source or story.after.column(place) == other.after.column(place) for place in Location)
        for other in alone
        if steps_of(other.turns[0]) == steps
    )


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
        is_undone = turn == Place(last.colour, last.location) and returned_from(last) in evidence.back
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
    position, steps, end, said = evidence.position, evidence.steps, evidence.end, evidence.said
    if not claimed and any(is_begun(turn, steps) for turn in legal_turns(position, end)):
        return True
    if said.taking:
        taken = [story.after for story in _after_take(evidence, NO_STEPS)]
        if any(is_begun(turn, steps) for after_take in taken for turn in legal_turns(after_take, end)):
            return True
    return any(
        (not claimed or story.turns[0] in claimed) and not _may_be_done_wrong(story, evidence)
        for story in rival_begun(evidence)
    )


def rival_begun(evidence: Evidence) -> Iterator[Explanation]:
    """A turn that was seen whole, and one of the rival's that a part of is seen."""
    position, end, said = evidence.position, evidence.end, evidence.said
    if said.taking and not said.may_name:
        return
    for first, between, rest in _first_turns(evidence):
        story = Explanation((first,), (position,), between)
        if not _names_as(first, said) or not _agreeing([story], said.facts):
            continue
        for second in legal_turns(between, end):
            if is_begun(second, rest):
                yield Explanation((first, second), (position, between), after(between, second))


def _may_be_done_wrong(story: Explanation, evidence: Evidence) -> bool:
    """Whether what the rival is said to have begun may be the first player's open bonus, done wrong.

    A stone that moves, while none lies where the rival would place it.
    """
    (first, second), position = story.turns, evidence.position
    if not isinstance(first, Place) or first.bonus is not None:
        return False
    bonuses = open_actions(position, position.to_move, first.colour, first.location, evidence.end)
    return Action.MOVE in bonuses and not _is_down(second, less(evidence.steps, steps_of(first)))


def _lies_still(evidence: Evidence) -> bool:
    """Whether the stones of a claimed turn lie there yet, and a stone in a hand is waited for."""
    return evidence.is_patient and any(
        all(seen > 0 for seen, step in zip(evidence.steps, steps_of(turn), strict=True) if step > 0)
        for turn in evidence.claimed
    )


def _is_down(turn: Turn, steps: Steps) -> bool:
    """Whether the placed stone lies there."""
    return isinstance(turn, Place) and steps[turn.location.index] == 1


def _forgotten(evidence: Evidence) -> list[Explanation]:
    """The player to move has taken stones and not said so; what is seen is the rival's turn."""
    if evidence.said.taking or not any(evidence.steps):
        return []
    takes = [turn for turn in legal_turns(evidence.position, evidence.end) if isinstance(turn, Take)]
    stories = [story for take in takes for story in _rival_after(evidence, take, evidence.steps)]
    return _agreeing(stories, evidence.said.facts)


def _names_as(turn: Turn, said: Said) -> bool:
    """Whether the stone that was placed is the one that a press had named, if one had."""
    return not said.taking or (isinstance(turn, Place) and turn.colour is said.taking[0])


def _agreeing(stories: Iterable[Explanation], facts: tuple[Fact, ...]) -> list[Explanation]:
    return [story for story in stories if all(story.agrees(fact) for fact in facts)]
