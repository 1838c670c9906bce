"""Holds what is seen and said since the last settled turn, and settles what has become certain."""

from dataclasses import dataclass, replace

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location
from companion.rules.play import End
from companion.rules.position import Position, Stones
from companion.rules.refusal import Refusal
from companion.rules.turn import Action, Place, Turn
from companion.scale.scale import Heights
from companion.tracker.ask import columns_in_doubt, is_declined, question, settled_turn
from companion.tracker.columns import Columns
from companion.tracker.explain import Evidence, Explanations, Soft, explain
from companion.tracker.explanation import Explanation, differences, heights_of
from companion.tracker.interpret import (
    COLOURS,
    Moment,
    agrees,
    interpret,
    is_rivals_take,
    stones_of,
    would_answer,
)
from companion.tracker.mismatch import Mismatch, Wrong, find_mismatch, find_missing, goes_on_wrongly
from companion.tracker.pointer import Pointer
from companion.tracker.question import Question
from companion.tracker.said import Said, Told
from companion.tracker.settled import Revised, Settled

MISMATCH_S = 1.0
"""So long the stones lie wrong before anybody is told: a stone in the hand is no fault."""
MISSING_S = 10.0
"""A stone in the hand, or parked on the table, is asked for after so long."""
BLINK_S = 0.05
"""A finger that comes down so soon after the question changed answers the one before."""
RETURN_S = 0.6
"""So long a stone that may have been returned to the quarry is waited for: it may only have been lifted."""


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
    """Why the last press was refused."""
    busy: tuple[Location, ...]
    """Pads that do not come to rest."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A press that is understood once the pads rest."""

    button: Button
    pressed_s: float
    had_moved: bool
    """A stone lay elsewhere already."""
    moving: frozenset[Location]
    """Where the pads moved."""


class Tracker:
    """Feed it heights and presses; it gives the turns that they settle, and `view()` shows the rest."""

    def __init__(self, position: Position, end: End) -> None:
        self._columns = Columns(heights_of(position))
        self._pointer = Pointer()
        self._said = Said()
        self._first: Location | None = None
        self._soft: Soft | None = None
        self.restart(position, end)

    @property
    def wanted(self) -> tuple[int, ...]:
        """How high the columns should be: what the hands are guided to, else as the last turn left them."""
        return self._guide_to or heights_of(self.position)

    def restart(
        self, position: Position, end: End, last: Settled | None = None, *, is_guiding: bool = False
    ) -> None:
        """Go on from a position; `is_guiding`: no turn counts until the stones lie as it says."""
        self.position = position
        self._end = end
        self._last = last
        self._columns.assume(heights_of(position))
        self._guide_to = heights_of(position) if is_guiding else None
        self._waiting: list[Waiting] = []
        self._refusal: Refusal | None = None
        self._found = Explanations()
        self._mismatch: Mismatch | None = None
        self._is_wrong = False
        self._still_since_s: float | None = None
        self._is_ripening = False
        self._settled_s = float("-inf")
        self._gone: tuple[Question, float] | None = None
        self._begin(Said())

    @property
    def is_guiding(self) -> bool:
        """Whether stones are being put back: nothing else counts until they lie as they should."""
        return self._guide_to is not None

    def look(self, heights: Heights, now_s: float) -> None:
        """New heights; `think` says what they mean."""
        before = self._columns.heights
        wanted = self._columns.look(heights, now_s)
        if self._columns.heights != before:
            self._still_since_s = None
        if wanted is not None and self._guide_to is None:
            self._guide_to = wanted
        self._refusal = None
        self._pointer.keep_to(self._columns.untold(now_s))

    def press(self, button: Button, pressed_s: float, now_s: float) -> list[Settled | Revised]:
        """A short press of any button but BACK, by a finger at `pressed_s`: what it settles."""
        self._refusal = None
        if self.is_guiding:
            return []
        question = self._asked_at(pressed_s)
        if self._says_nothing_new(button, question, pressed_s):
            return []
        if self._waiting or question is None or not would_answer(button, question):
            self._waiting.append(Waiting(button, pressed_s, self._has_moved(), self._columns.moving))
            return self.think(now_s)
        return self._answer(button, question, now_s)

    def unsay(self, now_s: float) -> list[Settled | Revised] | None:
        """BACK takes the last press back: what that settles; None where there was no press."""
        self._refusal = None
        if self._waiting:
            self._waiting.pop()
            return []
        if self._pointer.location is not None:
            self._pointer.close()
            return []
        said = self._said.unsay()
        if said is None:
            return None
        for fact in self._said.facts[len(said.facts) :]:
            if isinstance(fact, Told):
                self._columns.tell(fact.location, -fact.step, now_s)
        self._said = said
        events = self._conclude(now_s)
        self._check(now_s)
        return events

    def deadline_s(self, now_s: float) -> float | None:
        """When `think` has something new to say although nothing happens; None: never, as things are."""
        busy_s = self._columns.deadline_s(now_s)
        deadlines = [] if busy_s is None else [busy_s]
        if self._found.has_begun and self._mismatch is None and self._still_since_s is not None:
            deadlines.append(self._still_since_s + MISSING_S)
        if self._is_ripening and self._still_since_s is not None:
            deadlines.append(self._still_since_s + RETURN_S)
        if self._is_wrong and self._still_since_s is not None:
            deadlines.append(self._still_since_s + MISMATCH_S)
        return min((deadline_s for deadline_s in deadlines if deadline_s > now_s), default=None)

    def think(self, now_s: float) -> list[Settled | Revised]:
        """Explain what is seen and said; what is certain by now."""
        if not self._columns.is_resting(now_s):
            self._claim()
            return []
        if self._guide_to is not None and not self._guide(self._guide_to):
            return []
        if self._still_since_s is None:
            self._still_since_s = now_s
        asked = self._question()
        events = self._conclude(now_s)
        if asked is not None and self._question() != asked:
            self._gone = asked, now_s
        while self._waiting:
            waiting = self._waiting.pop(0)
            if not self._is_too_late(waiting.button, waiting.pressed_s):
                events += self._press(waiting.button, now_s, waiting)
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
            taking=self._said.taking,
            question=self._question(),
            mismatch=self._mismatch,
            refusal=self._refusal,
            busy=self._columns.busy(now_s),
        )

    def _begin(self, said: Said, first: Location | None = None, soft: Soft | None = None) -> None:
        """Nothing is known yet of what comes after the position but this."""
        self._said, self._first, self._soft = said, first, soft
        self._touched: list[Location] = []
        self._rests: list[set[int]] = [set() for _ in Location]
        self._claimed: frozenset[Turn] = frozenset()
        self._pointer = Pointer()

    def _conclude(self, now_s: float) -> list[Settled | Revised]:
        events: list[Settled | Revised] = []
        self._is_ripening = False
        while True:
            self._said = self._said.as_lie(self._columns.heights)
            self._note_changes()
            self._found = self._explain()
            if self._found.whole and all(story.revises for story in self._found.whole):
                events.append(self._revise())
                continue
            if self._found.whole:
                self._claimed = _claims(self._found)
            story = settled_turn(self._found, self._said, self._end)
            if story is None or not self._is_ripe(story, now_s):
                return events
            events.append(self._settle(story, now_s))

    def _press(self, button: Button, now_s: float, waiting: Waiting | None = None) -> list[Settled | Revised]:
        told = self._pointer.press(button, self._columns)
        if told is not None:
            self._columns.tell(told.location, told.step, now_s)
            self._said = self._said.tell(told)
            return self._conclude(now_s)
        if self._pointer.location is not None:
            return []
        moment = self._moment()
        if waiting is not None and moment.has_moved and self._came_before(waiting):
            moment = replace(moment, question=None, has_moved=False)
        if self._pointer.opens(button, moment, self._columns.untold(now_s)):
            return []
        events: list[Settled | Revised] = []
        if is_rivals_take(button, moment):
            events = self._press(Button.OK, now_s)
            moment = self._moment()
        said = interpret(button, moment)
        if isinstance(said, Refusal):
            self._refusal = said
            return events
        self._said = said
        return events + self._conclude(now_s)

    def _is_too_late(self, button: Button, pressed_s: float) -> bool:
        """Whether the finger answered a question that hands answered at the same time."""
        if self._gone is None:
            return False
        question, gone_s = self._gone
        return self._question() is None and pressed_s <= gone_s + BLINK_S and would_answer(button, question)

    def _says_nothing_new(self, button: Button, asked: Question | None, pressed_s: float) -> bool:
        """Whether it names the colour of a stone that is known to be placed, or that settled just then."""
        if asked is not None and would_answer(button, asked):
            return False
        if pressed_s <= self._settled_s + BLINK_S and self._last is not None:
            return COLOURS.get(button) in stones_of(self._last.turn)
        return self._has_moved() and agrees(button, self._found)

    def _came_before(self, waiting: Waiting) -> bool:
        """Whether a press came before all the stones that lie elsewhere now, as far as can be told."""
        if waiting.had_moved:
            return False
        question = self._question()
        is_answer = question is not None and would_answer(waiting.button, question)
        return not (is_answer and waiting.moving.intersection(self._touched))

    def _claim(self) -> None:
        """While a pad moves, the others may show a turn with its bonus used: the rest is the rival's."""
        if self.is_guiding or self._said.taking or self._claimed:
            return
        self._note_changes()
        self._claimed = _claims(self._explain())

    def _answer(self, button: Button, asked: Question, now_s: float) -> list[Settled | Revised]:
        """What the glass asks is answered at once; while a pad moves, nothing settles by it yet."""
        is_resting = self._columns.is_resting(now_s)
        if asked.location is not None and asked.index < len(self.position.column(asked.location)):
            return []  # hands have answered it: that stone is settled
        if self._pointer.location is not None:
            events = self._press(button, now_s)
            self._check(now_s)
            return events
        said = interpret(button, replace(self._moment(), question=asked))
        if isinstance(said, Refusal):
            self._refusal = said
            return []
        told = said.facts[len(self._said.facts) :]
        self._said = said
        if is_resting:
            return self.think(now_s)
        whole = tuple(s for s in self._found.whole if all(s.agrees(fact) for fact in told))
        self._found = replace(self._found, whole=whole)
        return []

    def _asked_at(self, pressed_s: float) -> Question | None:
        """What the glass asked when the finger came down."""
        now = self._question()
        if self._pointer.location is not None or self._gone is None:
            return now
        before, gone_s = self._gone
        return before if pressed_s <= gone_s + BLINK_S and now is not None else now

    def _explain(self) -> Explanations:
        return explain(
            Evidence(
                position=self.position,
                steps=differences(self.position, self._columns.heights),
                said=self._said,
                first=self._first,
                touched=tuple(self._touched),
                rests=tuple(map(frozenset, self._rests)),
                claimed=self._claimed,
                soft=self._soft,
                blind=frozenset(self._columns.blind),
                back=self._columns.back,
                end=self._end,
            )
        )

    def _note_changes(self) -> None:
        """Remember what has changed, in which order, and whether one stone came alone before all else."""
        steps = differences(self.position, self._columns.heights)
        self._touched = self._columns.order(
            place for place, step in zip(Location, steps, strict=True) if step
        )
        for place in Location:
            self._rests[place.index].add(steps[place.index])
        first = self._touched[0] if self._touched else None
        is_first = first is not None and steps[first.index] == 1 and self._columns.came_alone(self._touched)
        self._first = first if is_first else None

    def _is_ripe(self, story: Explanation, now_s: float) -> bool:
        """Whether a stone that left for the quarry has been away for long enough."""
        turn = story.turns[0]
        is_return = isinstance(turn, Place) and turn.bonus is not None and turn.bonus.action is Action.RETURN
        self._is_ripening = is_return and now_s < (self._still_since_s or now_s) + RETURN_S
        return not self._is_ripening

    def _settle(self, story: Explanation, now_s: float) -> Settled:
        turn = story.turns[0]
        after = story.befores[1] if len(story.turns) > 1 else story.after
        settled = Settled(self.position, turn, after)
        unseen = _left_unseen(turn, differences(self.position, self._columns.heights), self._columns.blind)
        if unseen is not None:
            self._columns.tell(unseen, -1, now_s)
        is_soft = (
            len(story.turns) == 1
            and isinstance(turn, Place)
            and not is_declined(turn, self.position, self._said)
        )
        soft = Soft(settled, self._said.facts, self._first) if is_soft else None
        self._last, self.position, self._settled_s = settled, after, now_s
        self._begin(self._said.beyond(heights_of(after)), soft=soft)
        return settled

    def _revise(self) -> Revised:
        soft = self._soft
        if soft is None or not isinstance(soft.settled.turn, Place):
            raise RuntimeError("a story revises a turn that is not soft")
        said = Said(facts=soft.facts + self._said.facts)
        self.position, self._last = soft.settled.before, None
        self._begin(said, first=soft.first)
        return Revised(soft.settled)

    def _check(self, now_s: float) -> None:
        found, heights = self._found, self._columns.heights
        is_begun = found.has_begun and now_s < (self._still_since_s or now_s) + MISSING_S
        is_begun = is_begun and not goes_on_wrongly(self.position, self._last, heights, self._end)
        if found.whole or is_begun or found.forgotten or not self._has_moved():
            self._mismatch, self._is_wrong = None, False
            return
        self._is_wrong = True
        if self._mismatch is not None or now_s >= (self._still_since_s or now_s) + MISMATCH_S:
            self._mismatch = (
                find_missing(self.position, heights)
                if found.has_begun and not goes_on_wrongly(self.position, self._last, heights, self._end)
                else find_mismatch(self.position, self._last, heights, self._end)
            )

    def _guide(self, heights: tuple[int, ...]) -> bool:
        """Whether the stones lie so, or as the last turn left them; else the mismatch says where not."""
        wrong = (
            ()
            if not self._has_moved()
            else tuple(
                Wrong(place, seen, expected)
                for place, seen, expected in zip(Location, self._columns.heights, heights, strict=True)
                if seen != expected
            )
        )
        self._mismatch = Mismatch(wrong) if wrong else None
        self._guide_to = heights if wrong else None
        return not wrong

    def _moment(self) -> Moment:
        return Moment(self.position, self._found, self._question(), self._said, self._has_moved(), self._end)

    def _question(self) -> Question | None:
        if self._pointer.location is not None:
            return self._pointer.question(self.position.to_move)
        if self._is_ripening or self.is_guiding:
            return None
        return question(self.position, self._found, self._said, tuple(self._touched), self._end)

    def _has_moved(self) -> bool:
        return self._columns.heights != heights_of(self.position)

    def _as_seen(self) -> tuple[tuple[Colour | None, ...], ...]:
        return tuple(
            (*column[:seen], *(None,) * (seen - len(column)))
            for column, seen in zip(self.position.columns, self._columns.heights, strict=True)
        )


def _claims(found: Explanations) -> frozenset[Turn]:
    """What the turn is, if all stories are of one turn that has used its bonus by hands; else nothing."""
    turns = [story.turns[0] for story in found.whole if len(story.turns) == 1]
    used = [
        turn for turn in turns if isinstance(turn, Place) and turn.bonus is not None and turn.bonus.target
    ]
    return frozenset(used) if used and len(used) == len(found.whole) else frozenset()


def _left_unseen(turn: Turn, steps: tuple[int, ...], blind: tuple[Location, ...]) -> Location | None:
    """The blind column that a stone has left by this turn, if nobody has told it."""
    bonus = turn.bonus if isinstance(turn, Place) else None
    source = bonus.source if bonus is not None else None
    return source if source is not None and source in blind and steps[source.index] == 0 else None
