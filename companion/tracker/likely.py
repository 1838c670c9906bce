"""Of the stories that fit, those that fit best what was seen on the way, and when. Pure."""

from collections.abc import Iterable, Iterator, Mapping
from math import inf

from companion.rules.legal import open_bonuses
from companion.rules.pieces import Location
from companion.rules.play import after
from companion.rules.turn import Action, Bonus, Place
from companion.tracker.evidence import Evidence
from companion.tracker.explanation import NO_STEPS, Explanation, bonus_of, less, steps_of

NOTICED_S = 0.15
"""A pad rests for longer than this before it says so: the stone on it lay still by then."""


def likely(stories: list[Explanation], evidence: Evidence) -> list[Explanation]:
    """Those stories that explain best what was seen on the way, and when, where some do."""
    stories = [story for story in stories if can_have_moved(story, evidence)]
    claimed = [story for story in stories if not evidence.claimed or story.turns[0] in evidence.claimed]
    stories = claimed or stories
    stories = [story for story in stories if not _is_outplayed(story, evidence)] or stories
    in_turn = [story for story in stories if not _is_overtaken(story, evidence)]
    if any(len(story.turns) == 1 for story in in_turn):
        stories = in_turn  # a bonus stone that touched another column first
    unexplained = [_unexplained(story, evidence) for story in stories]
    fewest = min(unexplained, default=0)
    counted = list(zip(stories, unexplained, strict=True))
    best = [story for story, count in counted if count == fewest]
    if all(len(story.turns) > 1 for story in best):  # or was a stone only on the wrong column first?
        single = [story for story, count in counted if len(story.turns) == 1 and count == fewest + 1]
        best += [story for story in single if untold(story, evidence) == 1]
    return in_order(best, evidence)


def oddity(story: Explanation, evidence: Evidence) -> int:
    """How much of what was seen on the way speaks against it.

    That its turns were not played in this order; that a stone came down before it was lifted elsewhere;
    each stone that came in between, and has no part in it; and each that left, and whose column somebody has
    filled again, where that may have been the second player.
    """
    is_disordered = (
        not can_have_moved(story, evidence)
        or _is_outplayed(story, evidence)
        or _is_overtaken(story, evidence)
    )
    is_more = len(story.turns) == 1
    return is_disordered + _came_early(story, evidence) + _unexplained(story, evidence, is_more=is_more)


def can_have_moved(story: Explanation, evidence: Evidence) -> bool:
    """Whether no stone lay still where a bonus moved it before a hand can have brought it there."""
    return all(came_s[1] - NOTICED_S >= left_s[0] for left_s, came_s in _moves_s(story, evidence))


def _came_early(story: Explanation, evidence: Evidence) -> bool:
    """Whether the pad to which a bonus moved a stone had begun to move before the one that it came from."""
    return any(came_s[0] < left_s[0] for left_s, came_s in _moves_s(story, evidence))


def _moves_s(
    story: Explanation, evidence: Evidence
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """Of each stone that a bonus moved: when its pad moved as it left, and the other one as it came."""
    for bonus in filter(None, map(bonus_of, story.turns)):
        if bonus.source is None or bonus.target is None:
            continue
        left_s, came_s = evidence.lowered_s.get(bonus.source), evidence.raised_s.get(bonus.target)
        if left_s is not None and came_s is not None:
            yield left_s, came_s


def _is_outplayed(story: Explanation, evidence: Evidence) -> bool:
    """Whether the rival's stone came too early for the first player's bonus."""
    return _is_late(story, evidence) or _is_claimed(story, evidence)


def _is_late(story: Explanation, evidence: Evidence) -> bool:
    """Whether the first player's bonus lifted its stone only when the rival's already lay on the temple."""
    bonus, rivals = bonus_of(story.turns[0]), _rivals_place(story)
    if bonus is None or bonus.source is None or rivals is None:
        return False
    return _is_after(evidence.lowered_s.get(bonus.source), evidence.raised_s.get(rivals))


def _is_claimed(story: Explanation, evidence: Evidence) -> bool:
    """Whether a stone of the rival came, or left, first, but for what makes it the first player's bonus."""
    first = story.turns[0]
    if not isinstance(first, Place) or len(story.turns) < 2:
        return False
    own, rivals = map(steps_of, story.turns)
    others = [(place, rivals[place.index]) for place in Location if not own[place.index]]
    position, end = evidence.position, evidence.end
    for bonus in open_bonuses(position, position.to_move, first.colour, first.location, end):
        is_other = first.bonus is not None and _kind(first.bonus) != _kind(bonus)
        turn = Place(first.colour, first.location, bonus)
        is_his = (bonus.target or bonus.source, 1 if bonus.target else -1) in others
        if is_his and not is_other and _came_whole(turn, story, evidence):
            claimed = Explanation((turn,), (position,), after(position, turn))
            if all(map(claimed.agrees, evidence.said.facts)):
                return True
    return False


def _kind(bonus: Bonus) -> tuple[Action, Location | None]:
    """What a bonus does, but for where it puts its stone."""
    return bonus.action, bonus.source


def _came_whole(turn: Place, story: Explanation, evidence: Evidence) -> bool:
    """Whether all of a turn's stones lay still before the others of a story came, or left."""
    steps = steps_of(turn)
    own, others = [], []
    for place, step, *told in zip(Location, steps, *map(steps_of, story.turns), strict=True):
        if step:
            own.append((evidence.raised_s if step > 0 else evidence.lowered_s).get(place))
        elif min(told) > 0:
            return False  # only when the second of its two stones came is known
        elif any(told):
            others.append((evidence.raised_s.get(place), evidence.lowered_s.get(place)))
    if None in own or not others:
        return False
    rested_s = max(span_s[1] for span_s in own if span_s is not None)
    return all(
        came_s[0] >= rested_s - NOTICED_S
        if came_s is not None
        else left_s is not None and left_s[1] > rested_s
        for came_s, left_s in others
    )


def _is_overtaken(story: Explanation, evidence: Evidence) -> bool:
    """Whether the rival's stone lay still before the first player began to put down the one he placed."""
    first, rivals = story.turns[0], _rivals_place(story)
    if not isinstance(first, Place) or rivals is None or steps_of(story.turns[1])[first.location.index]:
        return False
    return _is_after(evidence.raised_s.get(first.location), evidence.raised_s.get(rivals))


def _rivals_place(story: Explanation) -> Location | None:
    """Where the second player placed a stone; None: there is no second turn, or it placed none."""
    second = story.turns[1] if len(story.turns) > 1 else None
    return second.location if isinstance(second, Place) else None


def _is_after(moved_s: tuple[float, float] | None, came_s: tuple[float, float] | None) -> bool:
    """Whether a pad began to move only when a stone lay still on the other, as far as both were seen."""
    return moved_s is not None and came_s is not None and moved_s[0] >= came_s[1] - NOTICED_S


def _unexplained(story: Explanation, evidence: Evidence, *, is_more: bool = False) -> int:
    """How often a column had, at a rest, more or less than one of the turns or both had done to it.

    A stone that the second turn takes away has not left yet where it lies there. `is_more`: only more.
    """
    first = steps_of(story.turns[0])
    second = steps_of(story.turns[1]) if len(story.turns) > 1 else NO_STEPS
    count = 0
    for seen, one, other, left in zip(
        evidence.rests, first, second, less(evidence.steps, first), strict=True
    ):
        done = other if other > 0 or left < 0 else 0
        count += sum(step > 0 or not is_more for step in seen - {0, one, done, one + done})
    return count


def tells_all(stories: Iterable[Explanation], evidence: Evidence) -> bool:
    """Whether one of them tells where each stone came from that was seen."""
    return any(untold(story, evidence) == 0 for story in stories)


def untold(story: Explanation, evidence: Evidence) -> int:
    """How many stones were seen to come of which it says nothing.

    A stone that was lifted and put back is a hesitation; one that came and left again is somebody's.
    """
    return _unexplained(story, evidence, is_more=True)


def in_order(stories: list[Explanation], evidence: Evidence) -> list[Explanation]:
    """Of stories of two turns that lead to the same, those whose first turn was seen first, as far as it was.

    Two stones returned to the quarry, say: who took which does not matter, but the record is to say it right.
    """

    def is_later(story: Explanation, other: Explanation) -> bool:
        """Whether its first turn came after the other's, or began later, where no question could tell."""
        is_behind = _is_behind(story, evidence)
        if is_behind is not _is_behind(other, evidence):
            return is_behind
        (own_s, rivals_s), (others_s, its_rivals_s) = _seen_s(story, moved_s), _seen_s(other, moved_s)
        if not own_s or not others_s or _is_done_first(its_rivals_s, others_s):
            return False
        # of each, when the last pad began and rested: one that was leaned on began long before
        mine, its = (tuple(map(max, zip(*spans_s, strict=True))) for spans_s in (own_s, others_s))
        if mine == its:
            return _is_done_first(rivals_s, own_s)
        return mine[0] > its[1] or (mine > its and _places(story) == _places(other))

    moved_s = evidence.moved_s
    placed = [story for story in stories if len(story.turns) == 2 and isinstance(story.turns[0], Place)]
    first = [
        story
        for story in placed
        if not any(is_later(story, other) for other in placed if other.after == story.after)
    ]
    told = [story.after for story in first]  # where each is later than another, none is known to be
    return [story for story in stories if story not in placed or story in first or story.after not in told]


def _is_behind(story: Explanation, evidence: Evidence) -> bool:
    """Whether the first player's bonus lifted its stone later than the rival's came, by both ends.

    Who puts a stone down and takes another at once lets go of the first before that may lie still.
    """
    bonus, rivals = bonus_of(story.turns[0]), _rivals_place(story)
    if bonus is None or bonus.source is None or rivals is None:
        return False
    left_s, came_s = evidence.lowered_s.get(bonus.source), evidence.raised_s.get(rivals)
    if left_s is None or came_s is None:
        return False
    return left_s[0] > came_s[0] and left_s[1] > came_s[1] - 2 * NOTICED_S


def _seen_s(
    story: Explanation, moved_s: Mapping[Location, tuple[float, float]]
) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """When pads began to move and rested that only its first turn changed, and those of only its second."""
    first, second = (steps_of(turn) for turn in story.turns)
    own_s = [span_s for place, span_s in moved_s.items() if first[place.index] and not second[place.index]]
    rivals_s = [span_s for place, span_s in moved_s.items() if second[place.index] and not first[place.index]]
    return own_s, rivals_s


def _is_done_first(rivals_s: list[tuple[float, float]], own_s: list[tuple[float, float]]) -> bool:
    """Whether the rival had done a part of the second turn before anything of the first one began."""
    rested_s = min((rested_s for _, rested_s in rivals_s), default=inf)
    return rested_s < min(began_s for began_s, _ in own_s)


def _places(story: Explanation) -> list[Location]:
    """Where its first player put stones."""
    return [place for place, step in zip(Location, steps_of(story.turns[0]), strict=True) if step > 0]
