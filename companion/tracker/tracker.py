"""Holds what is seen and said since the last settled turn, and settles what has become certain."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location
from companion.rules.play import End
from companion.rules.position import Position, Stones
from companion.rules.refusal import Refusal
from companion.rules.turn import Action, Place, Turn
from companion.scale.scale import Heights
from companion.tracker.ask import (
    columns_in_doubt,
    is_declined,
    is_same_in_doubt,
    question,
    same_question,
    settled_turn,
)
from companion.tracker.columns import Columns
from companion.tracker.course import Course
from companion.tracker.evidence import Explanations
from companion.tracker.explanation import Explanation, heights_of
from companion.tracker.interpret import (
    COLOURS,
    Moment,
    agrees,
    interpret,
    is_rivals_take,
    stones_of,
    would_answer,
)
from companion.tracker.mismatch import Mismatch
from companion.tracker.pointer import Pointer
from companion.tracker.question import Asks, Question
from companion.tracker.said import PlayerIs, Told
from companion.tracker.settled import Revised, Settled
from companion.tracker.watch import Watch

BLINK_S = 0.05
"""A finger that comes down so soon after the question changed answers the one before."""
RETURN_S = 0.6
"""So long a stone that may have been returned to the quarry is waited for: it may only have been lifted."""
OVERLAP_S = 1.5
"""So long two turns whose stones moved at the same time are waited for: one of them may not be whole yet."""
CLAIM_S = 3.0
"""So long a stone in a hand is taken for what goes best with all that was seen, then for any slip."""
NAMING_S = 1.5
"""Who names a stone does so no longer than this before its pad rests: else a hand leaned there first."""
REFUSED_S = 4.0
"""So long it is said why a press was refused: three words are read, then what can be done is said again."""
DOUBLE_S = 0.25
"""The button that has just settled a turn says nothing so soon after: a finger that was not sure."""

Events = list[Settled | Revised]


@dataclass(frozen=True, slots=True)
class View:
    """What the tracker makes of the moment."""

    columns: tuple[tuple[Colour | None, ...], ...]
    """A to G as far as they are understood; None: a stone of unknown colour."""
    workshops: tuple[Stones, Stones]
    """White's and Black's, as far as they are understood."""
    taking: tuple[Colour, ...]
    question: Question | None
    mismatch: Mismatch | None
    refusal: Refusal | None
    """Why the last press was refused, for `REFUSED_S`."""
    busy: tuple[Location, ...]
    """Pads that do not come to rest."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A press that is understood once the pads rest."""

    button: Button
    pressed_s: float
    had_moved: bool
    """A stone lay elsewhere already."""


class Tracker:
    """Feed it heights and presses; it gives the turns that they settle, and `view()` shows the rest."""

    def __init__(self, position: Position, end: End, *, is_confirmed_by_hand: bool = False) -> None:
        self._waits_for_ok = is_confirmed_by_hand
        """No turn settles before somebody has pressed OK to it."""
        self._columns = Columns(heights_of(position))
        self.restart(position, end)

    def restart(
        self, position: Position, end: End, last: Settled | None = None, *, is_guiding: bool = False
    ) -> None:
        """Go on from a position; `is_guiding`: no turn counts until the stones lie as it says."""
        self._columns.assume(heights_of(position))
        self._course = Course(position, end, self._columns)
        self._watch = Watch(heights_of(position) if is_guiding else None)
        self._last, self._settled_s = last, float("-inf")
        self._settled_by: tuple[Button | None, float] = None, float("-inf")
        self._pointer = Pointer()
        self._waiting: list[Waiting] = []
        self._refusal: Refusal | None = None
        self._refused_s = float("-inf")
        self._found = Explanations()
        self._otherwise: list[Explanations] = []
        self._is_ripening, self._ripe_s = False, 0.0
        self._unconfirmed: Explanation | None = None
        self._confirmed: Turn | None = None
        self._gone: tuple[Question, float] | None = None

    @property
    def position(self) -> Position:
        """As the last settled turn left it."""
        return self._course.position

    @property
    def stories(self) -> tuple[tuple[Turn, ...], ...]:
        """The turns of every explanation that is still open."""
        return tuple(story.turns for story in (*self._found.whole, *self._found.forgotten))

    @property
    def is_guiding(self) -> bool:
        """Whether stones are being put back: nothing else counts until they lie as they should."""
        return self._watch.guide_to is not None

    @property
    def wanted(self) -> tuple[int, ...]:
        """How high the columns should be: what the hands are guided to, else as the last turn left them."""
        return self._watch.guide_to or heights_of(self.position)

    def look(self, heights: Heights, now_s: float) -> None:
        """New heights; `think` says what they mean."""
        before = self._columns.heights
        if self._columns.believe_left(heights):
            self._course.note()
        wanted = self._columns.look(heights, now_s)
        if self._columns.heights != before:
            self._watch.still_since_s = self._confirmed = None
        if wanted is not None and not self.is_guiding:
            self._watch.guide_to = wanted
        self._refusal = None
        untold = self._columns.untold(now_s)
        self._course.said = self._course.said.told_of(untold)
        self._pointer.keep_to(untold)

    def press(self, button: Button, pressed_s: float, now_s: float) -> Events:
        """A short press of any button but BACK, by a finger at `pressed_s`: what it settles."""
        self._refusal = None
        if self.is_guiding:
            return []
        asked = self._asked_at(pressed_s)
        is_answer = asked is not None and would_answer(button, asked)
        if not is_answer and self._is_double(button, pressed_s):
            return []
        if not is_answer and self._says_nothing_new(button, pressed_s, now_s):
            return []
        if asked is not None and is_answer and not self._waiting:
            events = self._answer(button, asked, now_s)
        else:
            self._waiting.append(Waiting(button, pressed_s, self._course.has_moved))
            events = self.think(now_s)
        if events:
            self._settled_by = button, pressed_s
        return events

    def unsay(self, now_s: float) -> Events | None:
        """BACK takes the last press back: what that settles; None where there was no press."""
        self._refusal = None
        if self._waiting:
            self._waiting.pop()
            return []
        if self._pointer.location is not None:
            self._pointer.close()
            return []
        before, said = self._course.said, self._course.said.unsay()
        if said is None:
            return None
        for fact in before.facts[len(said.facts) :]:
            if isinstance(fact, Told) and fact.location in self._columns.untold(now_s):
                self._columns.tell(fact.location, -fact.step, now_s)
        self._course.said = said
        return self.think(now_s)

    def deadline_s(self, now_s: float) -> float | None:
        """When `think` has something new to say although nothing happens; None: never, as things are."""
        deadlines = self._watch.deadlines_s()
        busy_s = self._columns.deadline_s(now_s)
        if busy_s is not None:
            deadlines.append(busy_s)
        if self._refusal is not None:
            deadlines.append(self._refused_s + REFUSED_S)
        if self._watch.still_since_s is not None:
            waits = [self._ripe_s] * self._is_ripening + [CLAIM_S] * self._found.has_begun
            deadlines += [self._watch.still_since_s + wait_s for wait_s in waits]
        return min((deadline_s for deadline_s in deadlines if deadline_s > now_s), default=None)

    def think(self, now_s: float) -> Events:
        """Explain what is seen and said; what is certain by now."""
        self._believe_held(now_s)
        if not self._columns.is_resting(now_s):
            self._claim(now_s)
            return []
        if self.is_guiding:
            self._columns.assume(self.wanted)  # nobody knows better what lies on a silent pad
        if self._watch.guide(self._columns.heights, heights_of(self.position)):
            return []
        if self._watch.still_since_s is None:
            self._watch.still_since_s = now_s
        if self._found.has_begun and self._watch.is_still_for(CLAIM_S, now_s):
            self._course.wait_no_longer()
        asked = self._question()
        self._hear_earlier(now_s)
        events = self._conclude(now_s)
        if asked is not None and self._question() != asked:
            self._gone = asked, now_s
        events += self._hear_waiting(now_s)
        self._check(now_s)
        return events

    def view(self, now_s: float) -> View:
        """The moment, as far as it is understood."""
        stories = self._found.whole
        position = self.position
        workshops = {(story.after.white_workshop, story.after.black_workshop) for story in stories}
        known = workshops.pop() if len(workshops) == 1 else (position.white_workshop, position.black_workshop)
        return View(
            columns=columns_in_doubt(stories) if stories else self._as_seen(),
            workshops=known,
            taking=self._course.said.taking,
            question=self._question(),
            mismatch=self._watch.mismatch,
            refusal=self._refusal if now_s < self._refused_s + REFUSED_S else None,
            busy=self._columns.busy(now_s),
        )

    # -- what becomes certain

    def _conclude(self, now_s: float) -> Events:
        events: Events = []
        course = self._course
        while True:
            self._is_ripening = False
            self._found, self._unconfirmed = course.explain(now_s), None
            self._otherwise = course.otherwise(now_s)
            if course.doubt is not None:
                return events
            whole = self._found.whole
            if course.soft is not None and whole and any(story.revises for story in whole):
                is_sure = all(story.revises for story in whole)
                if is_sure or is_same_in_doubt(whole):
                    events.append(course.revise(course.soft, is_sure=is_sure))
                    self._last = None
                    continue
            if whole and not self._columns.held:
                course.claim(self._found)
            story = settled_turn(self._found, course.said, course.end)
            if story is None or not self._is_ripe(story, now_s) or not self._is_confirmed(story):
                return events
            self._last, self._settled_s = course.settle(story, now_s), now_s
            self._pointer = Pointer()
            events.append(self._last)

    def _believe_held(self, now_s: float) -> None:
        before, is_wrong = self._columns.heights, self._watch.mismatch is not None
        self._columns.believe_held(now_s, self.wanted if is_wrong else None)
        if self._columns.heights != before:
            self._watch.still_since_s = None

    def _check(self, now_s: float) -> None:
        was_wrong = self._watch.mismatch is not None
        self._watch.check(self._found, self._course, self._columns.heights, self._last, now_s)
        if was_wrong and self._watch.mismatch is None:
            self._course.forget_slips()

    def _claim(self, now_s: float) -> None:
        """While a pad moves, the others may show a turn with its bonus used: the rest is the rival's."""
        if self.is_guiding:
            return
        self._course.note()
        if not (self._course.said.taking or self._course.has_claim):
            self._course.claim_early(now_s)

    def _is_confirmed(self, story: Explanation) -> bool:
        """Whether nobody needs to say that its first turn is right, or somebody has."""
        turn, course = story.turns[0], self._course
        is_declined_by_ok = isinstance(turn, Place) and is_declined(turn, story.befores[0], course.said)
        is_said = course.said.is_taken or is_declined_by_ok or turn == self._confirmed
        if is_said or not self._waits_for_ok:
            self._confirmed = None
            return True
        self._unconfirmed = story
        return False

    def _is_ripe(self, story: Explanation, now_s: float) -> bool:
        """Whether a stone that left for the quarry is away for long enough, and no hand is in the air."""
        turn = story.turns[0]
        is_sure = self._is_sure(lambda other: other.turns[0] == turn and not other.revises)
        if not is_sure and (isinstance(turn, Place) or len(story.turns) > 1):
            self._is_ripening = True
            return False
        is_return = isinstance(turn, Place) and turn.bonus is not None and turn.bonus.action is Action.RETURN
        is_told = any(isinstance(fact, PlayerIs) for fact in self._course.said.facts)
        is_hasty = not is_told and self._course.is_overlapping(story)
        is_named = self._course.may_name(story)
        self._ripe_s = max(RETURN_S * is_return, OVERLAP_S * is_hasty, CLAIM_S * is_named)
        self._is_ripening = not self._watch.is_still_for(self._ripe_s, now_s)
        return not self._is_ripening

    def _is_sure(self, is_so: Callable[[Explanation], bool]) -> bool:
        """Whether it is so whatever becomes of a stone that may only be set straight."""
        return all(
            found.is_none or (bool(found.whole) and all(map(is_so, found.whole))) for found in self._otherwise
        )

    # -- what a press means

    def _hear_earlier(self, now_s: float) -> None:
        """Take in the presses that came before the stones moved, while a hand leaned on the table, say."""
        course = self._course
        if not self._waiting or self._pointer.location is not None or self._columns.untold(now_s):
            return
        course.note()
        while self._waiting and course.has_moved and self._is_earlier(self._waiting[0]):
            said = interpret(self._waiting[0].button, self._moment().before_hands())
            if isinstance(said, Refusal):
                return
            course.said = said
            self._waiting.pop(0)

    def _hear_waiting(self, now_s: float) -> Events:
        """What the other presses mean now that the pads rest."""
        events: Events = []
        while self._waiting and not self._is_ripening:
            waiting = self._waiting.pop(0)
            if self._is_too_late(waiting) or self._is_double(waiting.button, waiting.pressed_s):
                continue
            settled = self._press(waiting.button, now_s, waiting)
            if settled:
                self._settled_by = waiting.button, waiting.pressed_s
            events += settled
        return events

    def _press(self, button: Button, now_s: float, waiting: Waiting) -> Events:
        told = self._pointer.press(button, self._columns)
        if told is not None:
            self._columns.tell(told.location, told.step, now_s)
            self._course.said = self._course.said.tell(told)
            return self._conclude(now_s)
        if self._pointer.location is not None:
            return []
        if self._course.doubt is not None:
            return self._same(button, now_s)
        moment = self._moment()
        if moment.has_moved and self._came_before(waiting):
            moment = moment.before_hands()
        if self._pointer.open(button, moment, self._columns.untold(now_s)):
            return []
        events: Events = []
        if is_rivals_take(button, moment) and not self._waits_for_ok:
            events = self._press(Button.OK, now_s, waiting)
            moment = self._moment()
        said = interpret(button, moment)
        if isinstance(said, Refusal):
            self._refusal, self._refused_s = said, now_s
            return events
        self._course.said = said
        return events + self._conclude(now_s)

    def _same(self, button: Button, now_s: float) -> Events:
        """Whether the stone that lies there again is the one that was lifted: OK; or another: GREY."""
        course, doubt = self._course, self._course.doubt
        if doubt is None or button not in (Button.OK, Button.GREY):
            return []
        if button is Button.OK:
            course.doubt = None
            return self._conclude(now_s)
        self._last = course.confirm(doubt)
        return [self._last, *self._conclude(now_s)]

    def _answer(self, button: Button, asked: Question, now_s: float) -> Events:
        """What the glass asks is answered at once; while a pad moves, nothing settles by it yet."""
        is_settled = asked.location is not None and asked.index < len(self.position.column(asked.location))
        if is_settled and asked != self._question():
            return []  # hands have answered it already
        if asked.asks is Asks.SAME:
            return self._same(button, now_s)
        if asked.asks is Asks.CONFIRM:
            self._confirmed = self._unconfirmed.turns[0] if self._unconfirmed is not None else None
            if not self._columns.is_resting(now_s):
                return []  # it counts as soon as they rest, if this is the turn still
            events = self.think(now_s)
            self._confirmed = None  # it was for what lay there then
            return events
        before = self._course.said
        said = interpret(button, replace(self._moment(), question=asked))
        if isinstance(said, Refusal):
            self._refusal, self._refused_s = said, now_s
            return []
        told = said.facts[len(before.facts) :]
        whole = tuple(story for story in self._found.whole if all(map(story.agrees, told)))
        if told and not whole:
            return []  # it says the contrary of an answer that waits for the pads; BACK unsays that one
        self._course.said = said
        if self._columns.is_resting(now_s):
            return self.think(now_s)
        self._found = replace(self._found, whole=whole)
        self._course.claim(self._found)
        return []

    def _asked_at(self, pressed_s: float) -> Question | None:
        """What the glass asked when the finger came down; None while it is the pointer that asks."""
        now = self._question()
        if self._pointer.location is not None:
            return None
        if self._gone is None or pressed_s > self._gone[1] + BLINK_S:
            return now
        before = self._gone[0]
        # hands answer a question by what they do, but no hand can tell of a take
        return before if now is not None or before.asks is Asks.FORGOTTEN else now

    def _is_too_late(self, waiting: Waiting) -> bool:
        """Whether the finger answered a question that hands answered at the same time."""
        if self._gone is None or self._question() is not None:
            return False
        asked, gone_s = self._gone
        return waiting.pressed_s <= gone_s + BLINK_S and would_answer(waiting.button, asked)

    def _is_double(self, button: Button, pressed_s: float) -> bool:
        by, settling_s = self._settled_by
        return button is by and pressed_s <= settling_s + DOUBLE_S and not self._course.said.taking

    def _says_nothing_new(self, button: Button, pressed_s: float, now_s: float) -> bool:
        """Whether it names the colour of a stone that is known to be placed, or that settled just then."""
        untold = self._columns.untold(now_s)
        if self._pointer.location is not None or self._pointer.would_open(button, self._moment(), untold):
            return False
        if pressed_s <= self._settled_s + BLINK_S and self._last is not None:
            return COLOURS.get(button) in stones_of(self._last.turn)
        return self._course.has_moved and agrees(button, self._found)

    def _came_before(self, waiting: Waiting) -> bool:
        """Whether a press came before all the stones that lie elsewhere now, as far as can be told."""
        if waiting.had_moved:
            return False
        asked = self._question()
        is_answer = asked is not None and would_answer(waiting.button, asked)
        return not is_answer or self._is_earlier(waiting)

    def _is_earlier(self, waiting: Waiting) -> bool:
        """Whether the finger came down before any hand that moved a stone, or long before that one let go."""
        course = self._course
        return waiting.pressed_s < max(course.moved_since_s, course.rested_since_s - NAMING_S)

    def _moment(self) -> Moment:
        course = self._course
        return Moment(
            course.position, self._found, self._question(), course.said, course.has_moved, course.end
        )

    def _question(self) -> Question | None:
        course = self._course
        if self._pointer.location is not None:
            return self._pointer.question(self.position.to_move, self._columns.heights)
        if self._is_ripening or self.is_guiding:
            return None
        if course.doubt is not None:
            return same_question(course.doubt.settled)
        if self._unconfirmed is not None:
            return Question(Asks.CONFIRM, self._unconfirmed.befores[0].to_move)
        asked = question(course.position, self._found, course.said, course.touched, course.end)
        if asked is not None and asked.asks is Asks.BONUS and not self._is_sure(partial(_begins_with, asked)):
            return None  # the stone in a hand may be the player's, and this one the rival's
        return asked

    def _as_seen(self) -> tuple[tuple[Colour | None, ...], ...]:
        return tuple(
            (*column[:seen], *(None,) * (seen - len(column)))
            for column, seen in zip(self.position.columns, self._columns.heights, strict=True)
        )


def _begins_with(asked: Question, story: Explanation) -> bool:
    """Whether its first player placed the stone whose bonus is asked for."""
    turn, player = story.turns[0], story.befores[0].to_move
    return isinstance(turn, Place) and (turn.location, player) == (asked.location, asked.player)
