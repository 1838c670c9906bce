"""What is made of what is seen and said: the stories that fit, the turns that are certain, the question."""

from collections.abc import Callable
from functools import partial

from companion.rules.pieces import Colour
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.turn import Place, Turn
from companion.tracker.ask import (
    is_closed,
    is_declined,
    is_same_in_doubt,
    question,
    same_question,
    settled_turn,
)
from companion.tracker.columns import Columns
from companion.tracker.course import Course
from companion.tracker.evidence import Explanations
from companion.tracker.explanation import Explanation, heights_of, returned_from
from companion.tracker.interpret import Moment
from companion.tracker.question import Asks, Question
from companion.tracker.said import BonusIs, ColourWas, PlayerIs
from companion.tracker.settled import Revised, Settled
from companion.tracker.watch import Watch

RETURN_S = 0.6
"""So long a stone that may have been returned to the quarry is waited for: it may only have been lifted."""
OVERLAP_S = 1.5
"""So long two turns whose stones moved at the same time are waited for: one of them may not be whole yet.

And a stone that the rival may have returned, or only lifted again as soon as it lay there.
"""
CLAIM_S = 3.0
"""So long a stone in a hand is taken for what goes best with all that was seen, then for any slip."""

Events = list[Settled | Revised]


class Belief:
    """From one settled turn to the next; `conclude` gives those that have become certain."""

    def __init__(
        self,
        position: Position,
        end: End,
        last: Settled | None,
        columns: Columns,
        *,
        is_guiding: bool,
        waits_for_ok: bool,
    ) -> None:
        self.columns = columns
        self.course = Course(position, end, columns)
        self.watch = Watch(heights_of(position) if is_guiding else None)
        self.last, self.settled_s = last, float("-inf")
        """The turn settled last, and when."""
        self.found = Explanations()
        self.is_ripening = False
        """A turn would be certain, but a hand may still change it; presses wait with it."""
        self.waits_for_ok = waits_for_ok
        """No turn settles before somebody has pressed OK to it."""
        self.unconfirmed: Explanation | None = None
        """The story whose first turn waits for that."""
        self.confirmed: Turn | None = None
        """The turn that has got it."""
        self._ripe_s = 0.0
        self._otherwise: list[Explanations] = []

    @property
    def position(self) -> Position:
        """As the last settled turn left it."""
        return self.course.position

    @property
    def is_guiding(self) -> bool:
        """Whether stones are being put back: nothing else counts until they lie as they should."""
        return self.watch.guide_to is not None

    @property
    def wanted(self) -> tuple[int, ...]:
        """How high the columns should be: what the hands are guided to, else as the last turn left them."""
        return self.watch.guide_to or heights_of(self.position)

    def deadlines_s(self) -> list[float]:
        """When something new may be certain although nothing happens."""
        if self.watch.still_since_s is None:
            return self.watch.deadlines_s()
        waits = [self._ripe_s] * self.is_ripening + [CLAIM_S] * self.found.has_begun
        return self.watch.deadlines_s() + [self.watch.still_since_s + wait_s for wait_s in waits]

    def come_to_rest(self, now_s: float) -> bool:
        """Whether all lies still, so that it can be explained; while a pad moves, a turn may be claimed."""
        before, is_wrong = self.columns.heights, self.is_guiding or self.watch.mismatch is not None
        self.columns.believe_held(now_s, self.wanted if is_wrong else None)
        if self.columns.heights != before:
            self.watch.still_since_s = None
        is_resting = self.columns.is_resting(now_s)
        if not is_resting and not self.is_guiding:
            self.course.note()
            if not (self.course.said.taking or self.course.has_claim):
                self.course.claim_early(now_s)
        return is_resting

    def put_right(self, now_s: float) -> bool:
        """Whether stones lie as hands are guided to, if they are guided; from then on what they do counts."""
        if self.is_guiding:
            self.columns.assume(self.wanted)  # nobody knows better what lies on a silent pad
        if self.watch.guide(self.columns.heights, heights_of(self.position)):
            return False
        if self.watch.still_since_s is None:
            self.watch.still_since_s = now_s
        if self.found.has_begun and self.watch.is_still_for(CLAIM_S, now_s):
            self.course.wait_no_longer()
        return True

    def conclude(self, now_s: float) -> Events:
        """Explain what is seen and said; the turns that are certain by now."""
        events: Events = []
        course = self.course
        while True:
            self.is_ripening = False
            self.found, self.unconfirmed = course.explain(now_s), None
            self._otherwise = course.otherwise(now_s)
            if course.doubt is not None:
                return events
            whole = self.found.whole
            if course.soft is not None and whole and any(story.revises for story in whole):
                is_sure = all(story.revises for story in whole)
                if is_sure or is_same_in_doubt(whole):
                    events.append(course.revise(course.soft, is_sure=is_sure))
                    self.last = None
                    continue
            if whole and not self.columns.held:
                course.claim(self.found)
            story = settled_turn(self.found, course.said, course.end)
            if story is None or not self._is_ripe(story, now_s) or not self._is_confirmed(story):
                return events
            self.last, self.settled_s = course.settle(story, now_s), now_s
            events.append(self.last)

    def check(self, now_s: float) -> None:
        """Judge whether stones lie wrong."""
        was_slip = self.watch.is_slip
        self.watch.check(self.found, self.course, self.columns.heights, self.last, now_s)
        if was_slip and self.watch.mismatch is None:
            self.course.forget_slips()

    def question(self) -> Question | None:
        """The one question to ask now."""
        course = self.course
        if self.is_ripening or self.is_guiding:
            return None
        if course.doubt is not None:
            return same_question(course.doubt.settled)
        if self.unconfirmed is not None:
            return Question(Asks.CONFIRM, self.unconfirmed.befores[0].to_move)
        asked = question(course.position, self.found, course.said, course.touched, course.end)
        if asked is not None and asked.asks is Asks.BONUS and not self._is_sure(partial(_begins_with, asked)):
            return None  # the stone in a hand may be the player's, and this one the rival's
        return asked

    def moment(self, asked: Question | None) -> Moment:
        """What a press means now depends on."""
        course = self.course
        return Moment(course.position, self.found, asked, course.said, course.has_moved, course.end)

    def as_seen(self) -> tuple[tuple[Colour | None, ...], ...]:
        """The columns where nothing explains what came or left."""
        return tuple(
            (*column[:seen], *(None,) * (seen - len(column)))
            for column, seen in zip(self.position.columns, self.columns.heights, strict=True)
        )

    def _is_confirmed(self, story: Explanation) -> bool:
        """Whether nobody needs to say that its first turn is right, or somebody has."""
        turn, said = story.turns[0], self.course.said
        is_declined_by_ok = isinstance(turn, Place) and is_declined(turn, story.befores[0], said)
        is_said = said.is_taken or is_declined_by_ok or turn == self.confirmed
        if is_said or not self.waits_for_ok:
            self.confirmed = None
            return True
        self.unconfirmed = story
        return False

    def _is_ripe(self, story: Explanation, now_s: float) -> bool:
        """Whether a stone that left for the quarry is away for long enough, and no hand is in the air."""
        turn = story.turns[0]
        said, end = self.course.said, self.course.end
        is_sure = self._is_sure(
            lambda other: other.turns[0] == turn and not other.revises and is_closed(other, said, end)
        )
        if not is_sure and (isinstance(turn, Place) or len(story.turns) > 1):
            self.is_ripening = True
            return False
        is_return = returned_from(turn) is not None
        is_told = any(isinstance(fact, PlayerIs | BonusIs | ColourWas) for fact in self.course.said.facts)
        is_hasty = not is_told and (self.course.is_overlapping(story) or self.course.may_be_lifted(story))
        is_named = self.course.may_name(story, now_s)
        self._ripe_s = max(RETURN_S * is_return, OVERLAP_S * is_hasty, CLAIM_S * is_named)
        self.is_ripening = not self.watch.is_still_for(self._ripe_s, now_s)
        return not self.is_ripening

    def _is_sure(self, is_so: Callable[[Explanation], bool]) -> bool:
        """Whether it is so whatever becomes of a stone that may only be set straight."""
        return all(found.whole and all(map(is_so, found.whole)) for found in self._otherwise)


def _begins_with(asked: Question, story: Explanation) -> bool:
    """Whether its first player placed the stone whose bonus is asked for."""
    turn, player = story.turns[0], story.befores[0].to_move
    return isinstance(turn, Place) and (turn.location, player) == (asked.location, asked.player)
