"""Holds what is seen and said since the last settled turn, and settles what has become certain."""

from dataclasses import replace

from companion.panel.press import Button
from companion.rules.play import End
from companion.rules.position import Position
from companion.rules.refusal import Refusal
from companion.rules.turn import Turn
from companion.scale.scale import Heights
from companion.tracker.ask import columns_in_doubt
from companion.tracker.belief import Belief, Events
from companion.tracker.columns import Columns
from companion.tracker.explanation import heights_of
from companion.tracker.fingers import BLINK_S, Fingers, Waiting
from companion.tracker.interpret import (
    Moment,
    agrees,
    interpret,
    is_rivals_take,
    names,
    would_answer,
)
from companion.tracker.pointer import Pointer
from companion.tracker.question import Asks, Question
from companion.tracker.said import Told
from companion.tracker.settled import Settled
from companion.tracker.view import View

REFUSED_S = 4.0
"""So long it is said why a press was refused: three words are read, then what can be done is said again."""


class Tracker:
    """Feed it heights and presses; it gives the turns that they settle, and `view()` shows the rest."""

    def __init__(self, position: Position, end: End, *, is_confirmed_by_hand: bool = False) -> None:
        self._waits_for_ok = is_confirmed_by_hand
        self._columns = Columns(heights_of(position))
        self.restart(position, end)

    def restart(
        self, position: Position, end: End, last: Settled | None = None, *, is_guiding: bool = False
    ) -> None:
        """Go on from a position; `is_guiding`: no turn counts until the stones lie as it says."""
        self._columns.assume(heights_of(position))
        self._belief = Belief(
            position, end, last, self._columns, is_guiding=is_guiding, waits_for_ok=self._waits_for_ok
        )
        self._course = self._belief.course
        self._pointer = Pointer()
        self._waiting: list[Waiting] = []
        self._fingers = Fingers()
        self._refusal: Refusal | None = None
        self._refused_s = float("-inf")
        self.is_in_vain = False
        """The last press was understood, and nothing listens to it."""

    @property
    def position(self) -> Position:
        """As the last settled turn left it."""
        return self._belief.position

    @property
    def stories(self) -> tuple[tuple[Turn, ...], ...]:
        """The turns of every explanation that is still open."""
        found = self._belief.found
        return tuple(story.turns for story in (*found.whole, *found.forgotten))

    @property
    def is_guiding(self) -> bool:
        """Whether stones are being put back: nothing else counts until they lie as they should."""
        return self._belief.is_guiding

    @property
    def wanted(self) -> tuple[int, ...]:
        """How high the columns should be: what the hands are guided to, else as the last turn left them."""
        return self._belief.wanted

    def look(self, heights: Heights, now_s: float) -> None:
        """New heights; `think` says what they mean."""
        before, watch = self._columns.heights, self._belief.watch
        if self._columns.believe_left(heights):
            self._course.note()
        wanted = self._columns.look(heights, now_s)
        if self._columns.heights != before:
            watch.still_since_s = self._belief.confirmed = None
        if wanted is not None and not self.is_guiding:
            watch.guide_to = wanted
        self._refusal = None
        untold = self._columns.untold(now_s)
        self._course.said = self._course.said.told_of(untold)
        self._pointer.keep_to(untold)

    def press(self, button: Button, pressed_s: float, now_s: float) -> Events:
        """A short press of any button but BACK, by a finger at `pressed_s`: what it settles."""
        self._refusal, self.is_in_vain = None, False
        if self.is_guiding:
            return []
        asked = self._asked_at(pressed_s)
        is_answer = asked is not None and would_answer(button, asked)
        if not is_answer and self._is_double(button, pressed_s):
            return []
        if not is_answer and self._says_nothing_new(button, pressed_s, now_s):
            # who names the stone that lies there is right, but is asked for something else
            self.is_in_vain = asked is not None and asked.asks is not Asks.BONUS
            return []
        if asked is not None and is_answer:
            events = self._answer(button, asked, now_s)
        else:
            waiting = Waiting(button, pressed_s, self._course.has_moved, self._columns.is_knocked)
            self._waiting.append(waiting)
            events = self.think(now_s)
        if events:
            self._fingers.settle(button, pressed_s)
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
        deadlines = self._belief.deadlines_s()
        busy_s = self._columns.deadline_s(now_s)
        if busy_s is not None:
            deadlines.append(busy_s)
        if self._refusal is not None:
            deadlines.append(self._refused_s + REFUSED_S)
        return min((deadline_s for deadline_s in deadlines if deadline_s > now_s), default=None)

    def think(self, now_s: float) -> Events:
        """Explain what is seen and said; what is certain by now."""
        if not self._belief.come_to_rest(now_s) or not self._belief.put_right(now_s):
            return []
        asked = self._question()
        self._hear_earlier(now_s)
        events = self._conclude(now_s)
        if asked is not None and self._question() != asked:
            self._fingers.lose(asked, now_s)
        events += self._hear_waiting(now_s)
        self._belief.check(now_s)
        return events

    def view(self, now_s: float) -> View:
        """The moment, as far as it is understood."""
        stories = self._belief.found.whole
        position = self.position
        workshops = {(story.after.white_workshop, story.after.black_workshop) for story in stories}
        known = workshops.pop() if len(workshops) == 1 else (position.white_workshop, position.black_workshop)
        return View(
            columns=columns_in_doubt(stories) if stories else self._belief.as_seen(),
            workshops=known,
            taking=self._course.said.taking,
            question=self._question(),
            mismatch=self._belief.watch.mismatch,
            refusal=self._refusal if now_s < self._refused_s + REFUSED_S else None,
            busy=self._columns.busy(now_s),
            is_shaken=self._columns.is_shaken(now_s),
        )

    # -- what a press means

    def _conclude(self, now_s: float) -> Events:
        events = self._belief.conclude(now_s)
        if any(isinstance(event, Settled) for event in events):
            self._pointer = Pointer()
        return events

    def _hear_earlier(self, now_s: float) -> None:
        """Take in the presses that came before the stones moved, while a hand leaned on the table, say."""
        course = self._course
        if not self._waiting or self._pointer.location is not None or self._columns.untold(now_s):
            return
        course.note()
        while self._waiting and course.has_moved and self._waiting[0].is_earlier(course):
            said = interpret(self._waiting[0].button, self._moment().before_hands())
            if isinstance(said, Refusal):
                return
            course.said = said
            self._waiting.pop(0)

    def _hear_waiting(self, now_s: float) -> Events:
        """What the other presses mean now that the pads rest."""
        events: Events = []
        while self._waiting and not self._belief.is_ripening:
            waiting = self._waiting.pop(0)
            is_double = self._is_double(waiting.button, waiting.pressed_s)
            is_too_late = self._question() is None and self._fingers.is_too_late(waiting)
            if is_double or is_too_late or waiting.names(self._belief.last, self._belief.settled_s):
                continue
            settled = self._press(waiting.button, now_s, waiting)
            if settled:
                self._fingers.settle(waiting.button, waiting.pressed_s)
            events += settled
        return events

    def _press(self, button: Button, now_s: float, waiting: Waiting) -> Events:
        at = self._pointer.location
        told = self._pointer.press(button, self._columns)
        if told is not None:
            self._columns.tell(told.location, told.step, now_s)
            self._course.said = self._course.said.tell(told)
            return self._conclude(now_s)
        if self._pointer.location is not None:
            self.is_in_vain = self._pointer.location is at
            return []
        if self._course.doubt is not None:
            return self._same(button, now_s)
        moment = self._moment()
        if moment.has_moved and self._came_before(waiting):
            moment = moment.before_hands()
        if self._pointer.open(button, moment, self._columns.untold(now_s)):
            return []
        events: Events = []
        if is_rivals_take(button, moment) and not self._belief.waits_for_ok:
            events = self._press(Button.OK, now_s, waiting)
            moment = self._moment()
        said = interpret(button, moment)
        if isinstance(said, Refusal):
            self._refusal, self._refused_s = said, now_s
            return events
        self.is_in_vain = not events and said == self._course.said
        self._course.said = said
        return events + self._conclude(now_s)

    def _same(self, button: Button, now_s: float) -> Events:
        """Whether the stone that lies there again is the one that was lifted: OK; or another: GREY."""
        course, doubt = self._course, self._course.doubt
        self.is_in_vain = doubt is not None and button not in (Button.OK, Button.GREY)
        if doubt is None or self.is_in_vain:
            return []
        if button is Button.OK:
            course.dispel()
            return self._conclude(now_s)
        self._belief.last = course.confirm(doubt)
        return [self._belief.last, *self._conclude(now_s)]

    def _answer(self, button: Button, asked: Question, now_s: float) -> Events:
        """What the glass asks is answered at once; while a pad moves, nothing settles by it yet."""
        is_settled = asked.location is not None and asked.index < len(self.position.column(asked.location))
        if is_settled and asked != self._question():
            return []  # hands have answered it already
        if asked.asks is Asks.SAME:
            return self._same(button, now_s)
        if asked.asks is Asks.CONFIRM:
            self._belief.confirmed = (
                self._belief.unconfirmed.turns[0] if self._belief.unconfirmed is not None else None
            )
            if not self._columns.is_resting(now_s):
                return []  # it counts as soon as they rest, if this is the turn still
            events = self.think(now_s)
            self._belief.confirmed = None  # it was for what lay there then
            return events
        before = self._course.said
        said = interpret(button, replace(self._moment(), question=asked))
        if isinstance(said, Refusal):
            self._refusal, self._refused_s = said, now_s
            return []
        told = said.facts[len(before.facts) :]
        whole = tuple(story for story in self._belief.found.whole if all(map(story.agrees, told)))
        if told and not whole:
            return []  # it says the contrary of an answer that waits for the pads; BACK unsays that one
        self._course.said, self.is_in_vain = said, said == before
        if self._columns.is_resting(now_s):
            return self.think(now_s)
        self._belief.found = replace(self._belief.found, whole=whole)
        self._course.claim(self._belief.found)
        return []

    def _asked_at(self, pressed_s: float) -> Question | None:
        """What the glass asked when the finger came down; None while it is the pointer that asks."""
        now = self._question()
        return None if self._pointer.location is not None else self._fingers.asked_at(pressed_s, now)

    def _is_double(self, button: Button, pressed_s: float) -> bool:
        return self._fingers.is_double(button, pressed_s) and not self._course.said.taking

    def _says_nothing_new(self, button: Button, pressed_s: float, now_s: float) -> bool:
        """Whether it names the colour of a stone that is known to be placed, or that settled just then."""
        untold = self._columns.untold(now_s)
        if self._pointer.location is not None or self._pointer.would_open(button, self._moment(), untold):
            return False
        if pressed_s <= self._belief.settled_s + BLINK_S and self._belief.last is not None:
            return names(button, self._belief.last.turn)
        return self._course.has_moved and agrees(button, self._belief.found)

    def _came_before(self, waiting: Waiting) -> bool:
        """Whether a press came before all the stones that lie elsewhere now, as far as can be told."""
        if waiting.had_moved:
            return False
        asked = self._question()
        is_answer = asked is not None and would_answer(waiting.button, asked)
        return not is_answer or waiting.is_earlier(self._course)

    def _moment(self) -> Moment:
        return self._belief.moment(self._question())

    def _question(self) -> Question | None:
        if self._pointer.location is not None:
            return self._pointer.question(self.position.to_move, self._columns.heights)
        return self._belief.question()
