"""What came about since the last settled turn: in which order, and on the way to what lies there now."""

from collections.abc import Mapping
from dataclasses import replace

from companion.rules.legal import legal_turns
from companion.rules.pieces import Location
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.turn import Place, Take, Turn
from companion.tracker.ask import is_declined
from companion.tracker.columns import Columns
from companion.tracker.evidence import Evidence, Explanations, Soft
from companion.tracker.explain import explain, rival_begun
from companion.tracker.explanation import (
    NO_STEPS,
    Explanation,
    Steps,
    bonus_of,
    differences,
    heights_of,
    is_begun,
    returned_from,
    steps_of,
)
from companion.tracker.likely import in_order
from companion.tracker.said import IsBack, Said
from companion.tracker.settled import Revised, Settled
from companion.tracker.supposing import supposing
from companion.tracker.way import Change, Way


class Course:
    """From one settled position on: hands change the `columns`, people say things, turns come of it."""

    def __init__(self, position: Position, end: End, columns: Columns) -> None:
        self.position, self.end = position, end
        self._columns = columns
        self.said = Said()
        self.soft: Soft | None = None
        self._doubted: Soft | None = None
        self._first: Location | None = None
        self._moved_s: dict[Location, tuple[float, float]] = {}
        """For each column that is higher or lower now, when its pad began to move and when it rested."""
        self._noted: Steps = NO_STEPS
        self._way = Way()
        self._forgotten = Way()
        """What was seen before stones that lay wrong were put right."""
        self._slipped: set[Location] = set()
        """Columns that a stone may have left in a slip."""
        self._claimed: frozenset[Turn] = frozenset()
        self._given_up: Steps | None = None
        """As these lie, a stone in a hand is not waited for any more."""

    @property
    def doubt(self) -> Soft | None:
        """A turn that was settled, and is not while nobody says whether its bonus was used after all.

        None as well while the stone in question is lifted again: then the bonus is used, for the time being.
        """
        doubted = self._doubted
        source = returned_from(doubted.settled.turn) if doubted is not None else None
        is_lifted = source is not None and self.steps[source.index] < 0
        return None if is_lifted else doubted

    @property
    def steps(self) -> Steps:
        """What the columns have more, or less, than the position."""
        return differences(self.position, self._columns.heights)

    @property
    def touched(self) -> tuple[Location, ...]:
        """Columns that are higher or lower now, in the order in which hands began to change them."""
        return tuple(sorted(self._moved_s, key=lambda place: self._moved_s[place]))

    @property
    def moved_since_s(self) -> float:
        """When the first of the pads whose columns are higher or lower now began to move; inf: none is."""
        return min((began_s for began_s, _ in self._moved_s.values()), default=float("inf"))

    @property
    def rested_since_s(self) -> float:
        """When the first of these pads rested again; inf: none is."""
        return min((rested_s for _, rested_s in self._moved_s.values()), default=float("inf"))

    @property
    def has_moved(self) -> bool:
        """Whether a stone lies elsewhere than the position says."""
        return any(self.steps)

    def explain(self, now_s: float) -> Explanations:
        """All stories that fit what lies there now and what was said of it."""
        self.note()
        highest = tuple(map(sum, zip(heights_of(self.position), map(max, self._way.rests), strict=True)))
        self.said = self.said.as_lie(self._columns.heights, highest)
        evidence = self._evidence(now_s)
        found = explain(evidence)
        if not any(self._forgotten.rests):
            return found
        # what looked like a slip may have been none: the first of two turns, seen whole before the slip
        whole_way = self._way.after(self._forgotten)
        is_first = self._came_first(whole_way.changed) is self._first
        evidence = replace(
            evidence,
            rests=tuple(map(frozenset, whole_way.rests)),
            first=self._first if is_first else None,
            lowered_s=whole_way.lowered_s,
            raised_s=whole_way.raised_s,
        )
        other = explain(evidence)
        if found.is_none or (found.whole and other.has_begun):
            return other
        new = (story for story in other.whole if not self._refills(story))
        whole = in_order(list(dict.fromkeys((*found.whole, *new))), evidence)
        return replace(found, whole=tuple(whole))

    def _refills(self, story: Explanation) -> bool:
        """Whether it has another stone come where by its weight the one lies that had been lifted."""
        back = [place for place in self._columns.back if not self.steps[place.index]]
        return any(steps_of(turn)[place.index] for turn in story.turns for place in back)

    def otherwise(self, now_s: float) -> list[Explanations]:
        """The stories if a stone that may be in a hand, and is counted as it lay, lies or lay otherwise.

        One more that nothing legal explains will not come; one less that nothing explains is seen by its pad.
        """
        held, heights = self._columns.held, self._columns.heights
        if not held:
            return []
        evidence = self._evidence(now_s)
        ways = [{place: rest} for place, rest in held.items()] + [held] * (len(held) > 1)
        stories = [(way, explain(supposing(evidence, way))) for way in ways]
        return [
            found
            for way, found in stories
            if not found.is_none or any(rest.height < heights[place.index] for place, rest in way.items())
        ]

    def _evidence(self, now_s: float) -> Evidence:
        return Evidence(
            position=self.position,
            steps=self.steps,
            said=self.said,
            first=self._first,
            moved_s={place: self._way_s(place) for place in self._moved_s},
            lowered_s=dict(self._way.lowered_s),
            raised_s=dict(self._way.raised_s),
            rests=tuple(map(frozenset, self._way.rests)),
            claimed=self._claimed,
            is_patient=self.steps != self._given_up,
            soft=self.soft,
            blind=frozenset(self._columns.untold(now_s)),
            back=self._columns.back,
            end=self.end,
        )

    def _way_s(self, place: Location) -> tuple[float, float]:
        """When its pad first began to move as its column became so high, or low, and last rested then."""
        (began_s, rested_s), first = self._moved_s[place], self._way.changed.get(place)
        if first is not None and first.step * self.steps[place.index] > 0:
            began_s = first.began_s
        return began_s, rested_s

    def note(self) -> None:
        """Take in what the columns have more or less by now: in which order, and at which rests."""
        steps, about = self.steps, self._about()
        if not any(steps):  # all lies as it did: what was lifted says nothing
            lie = self._columns.heights
            is_away = any(rest.height < lie[place.index] for place, rest in self._columns.held.items())
            if not is_away and not any(about):  # else a hand may have done more than lift it
                self._way, self._forgotten = Way(), Way()
            self._way.changed.clear()
        way = self._way
        for place, step, swing, before, seen in zip(
            Location, steps, about, self._noted, way.rests, strict=True
        ):
            if step < before:
                way.lowered_s.setdefault(place, self._columns.moved_s(place))
            elif step > before:
                way.raised_s[place] = self._columns.moved_s(place)
            if place in self._slipped and not step:
                self._forget_way(place, step)
            seen |= {step, swing}
            if not step:
                self._moved_s.pop(place, None)
            elif place not in self._moved_s:
                self._moved_s[place] = self._columns.moved_s(place)
                way.changed.setdefault(place, Change(step, *self._moved_s[place]))
        self._noted = steps
        self._first = self._came_first(way.changed)

    def _about(self) -> Steps:
        """What the columns have more, or less, as far as that can be told while the table is knocked."""
        lie = zip(self._columns.about, self._columns.heights, heights_of(self.position), strict=True)
        return tuple((seen if about is None else about) - height for about, seen, height in lie)

    def claim(self, found: Explanations) -> None:
        """What the turn is, if all stories have its bonus used by hands: so it stays, whatever follows."""
        if any(map(self.may_be_lifted, found.whole)):
            return
        turns = [story.turns[0] for story in found.whole]
        used = [turn for turn in turns if isinstance(turn, Place) and turn.bonus and turn.bonus.target]
        self._claimed = frozenset(used) if len(used) == len(turns) else frozenset()

    def claim_early(self, now_s: float) -> None:
        """The same while pads move, if what lies there, as noted, had come to rest before they began to."""
        rested_s = max((rested_s for _, rested_s in self._moved_s.values()), default=0.0)
        if all(began_s >= rested_s for _, began_s in self._columns.moving_since_s()):
            self.claim(self.explain(now_s))

    @property
    def has_claim(self) -> bool:
        """Whether `claim` found one."""
        return bool(self._claimed)

    def is_overlapping(self, story: Explanation) -> bool:
        """Whether the second player's stones began to move before all of the first one's lay still.

        Or one player's two did at once, so that they may be both players'.
        """
        if any(map(self._is_two_handed, story.turns)):
            return True
        if len(story.turns) < 2:
            return False
        own, others = map(steps_of, story.turns)
        rested = [at_s[1] for place, at_s in self._moved_s.items() if own[place.index]]
        began = [
            at_s[0] for place, at_s in self._moved_s.items() if not own[place.index] and others[place.index]
        ]
        return bool(rested and began) and min(began) < max(rested)

    def may_be_lifted(self, story: Explanation) -> bool:
        """Whether the rival may only have up again for a moment what this story has him return."""
        if len(story.turns) < 2:
            return False
        source = returned_from(story.turns[1])
        return source is not None and any(step > 0 for step in self._way.rests[source.index])

    def may_name(self, story: Explanation, now_s: float) -> bool:
        """Whether the one press for its take may have named a stone that lies there, and more comes."""
        said = self.said
        if len(story.turns) < 2 or not said.may_name or said.facts:
            return False
        firsts = [turn for turn in legal_turns(self.position, self.end) if is_begun(turn, self.steps)]
        if isinstance(story.turns[0], Take):
            firsts += [begun.turns[0] for begun in rival_begun(self._evidence(now_s))]
        return any(isinstance(turn, Place) and turn.colour is said.taking[0] for turn in firsts)

    def _is_two_handed(self, turn: Turn) -> bool:
        """Whether its stone came while its bonus lifted another, or that one lay there before it had left."""
        bonus = bonus_of(turn)
        if not isinstance(turn, Place) or bonus is None or bonus.source is None:
            return False
        left, came = self._way.lowered_s.get(bonus.source), self._way.raised_s.get(turn.location)
        if left is None or came is None:
            return False
        moved = self._way.raised_s.get(bonus.target, left) if bonus.target is not None else left
        return (left[0] < came[1] and came[0] < left[1]) or moved[1] < left[1]

    def settle(self, story: Explanation, now_s: float) -> Settled:
        """The first turn of a story is certain: go on from the position after it."""
        turn, before = story.turns[0], self.position
        after = story.befores[1] if len(story.turns) > 1 else story.after
        unseen = self._left_unseen(turn, now_s)
        if unseen is not None:
            self._columns.tell(unseen, -1, now_s)
        settled = Settled(before, turn, after)
        soft = None
        if isinstance(turn, Place) and len(story.turns) == 1 and not is_declined(turn, before, self.said):
            soft = Soft(settled, self.said, self._first)
        done, moved_s, way = steps_of(turn), self._moved_s, self._way
        self.position = after
        self._begin(self.said.beyond(heights_of(after)), soft)
        # what the rival has done meanwhile on other columns is known still
        self._moved_s = {place: at_s for place, at_s in moved_s.items() if not done[place.index]}
        steps = self.steps
        for place, at_s in self._moved_s.items():
            self._way.changed[place] = way.changed.get(place) or Change(steps[place.index], *at_s)
            if steps[place.index] < 0:
                self._way.lowered_s[place] = way.lowered_s.get(place, at_s)
            else:
                self._way.raised_s[place] = way.raised_s.get(place, at_s)
            self._way.rests[place.index] = way.rests[place.index]
        return settled

    def forget_slips(self) -> None:
        """Stones lay wrong, and do so no more: what was seen on the way says nothing of what follows.

        A stone that is still in a hand, off its column, may have been another's slip, and is to go back.
        """
        for place, step in zip(Location, self.steps, strict=True):
            self._forget_way(place, step)
            if step < 0:
                self._slipped.add(place)

    def wait_no_longer(self) -> None:
        """Whatever the stones promised, people have gone on otherwise."""
        self._claimed, self._given_up = frozenset(), self.steps

    def confirm(self, doubt: Soft) -> Settled:
        """The turn in doubt was as it was settled: go on from the position after it."""
        self.position = doubt.settled.after
        self._begin(Said(), None)
        return doubt.settled

    def dispel(self) -> None:
        """The turn in doubt was not as it was settled."""
        self._doubted = None

    def revise(self, soft: Soft, *, is_sure: bool = True) -> Revised:
        """The turn settled last is told differently now: go back to the position before it.

        `is_sure` False: perhaps; `doubt` says so until somebody does.
        """
        facts = (fact for fact in self.said.facts if not isinstance(fact, IsBack))
        self.position = soft.settled.before
        self._begin(replace(soft.said, facts=(*soft.said.facts, *facts)), None)
        self._doubted = None if is_sure else soft
        return Revised(soft.settled)

    def _begin(self, said: Said, soft: Soft | None) -> None:
        """Nothing is known yet of what comes after the position but this."""
        self.said, self.soft, self._doubted = said, soft, None
        self._first, self._claimed, self._given_up = None, frozenset(), None
        self._moved_s, self._way, self._forgotten = {}, Way(), Way()
        self._noted, self._slipped = self.steps, set()

    def _forget_way(self, place: Location, step: int) -> None:
        """Of a column, only what lies there now is known."""
        self._way.pass_on(place, step, self._forgotten)
        if not step:
            self._slipped.discard(place)
        elif (first := self._way.changed.get(place)) is not None and first.step * step < 0:
            # a stone too many came, and left together with one that was there before
            at_s = self._columns.moved_s(place)
            self._moved_s[place], self._way.changed[place] = at_s, Change(step, *at_s)

    def _came_first(self, changed: Mapping[Location, Change]) -> Location | None:
        """Where a stone had come, and lain still, before another pad began to move; None: nowhere, surely."""
        if not changed:
            return None
        first = min(changed, key=lambda place: changed[place].began_s)
        began_s = {place: change.began_s for place, change in changed.items()}
        others = [*self._columns.moving_since_s(), *began_s.items()]
        is_alone = all(since_s >= changed[first].rested_s for place, since_s in others if place is not first)
        return first if changed[first].step > 0 and is_alone else None

    def _left_unseen(self, turn: Turn, now_s: float) -> Location | None:
        """The column that a stone has left by this turn, and its pad says nothing, if nobody has told it."""
        bonus = bonus_of(turn)
        source = bonus.source if bonus is not None else None
        is_unseen = (
            source is not None and source in self._columns.untold(now_s) and not self.steps[source.index]
        )
        return source if is_unseen else None
