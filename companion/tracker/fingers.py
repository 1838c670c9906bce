"""What a press meant by when its finger came down: hands act, questions change and turns settle meanwhile."""

from dataclasses import dataclass

from companion.panel.press import Button
from companion.tracker.course import Course
from companion.tracker.interpret import names, would_answer
from companion.tracker.question import Asks, Question
from companion.tracker.settled import Settled

BLINK_S = 0.05
"""A finger that comes down so soon after the question changed answers the one before."""
NAMING_S = 1.5
"""Who names a stone does so no longer than this before its pad rests: else a hand leaned there first."""
DOUBLE_S = 0.25
"""The button that has just settled a turn says nothing so soon after: a finger that was not sure."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """A press that is understood once the pads rest."""

    button: Button
    pressed_s: float
    had_moved: bool
    """A stone lay elsewhere already."""
    was_knocked: bool = False
    """The table was: no pad tells when hands came, and nothing was asked of a stone put down meanwhile."""

    def is_earlier(self, course: Course) -> bool:
        """Whether the finger came down before any hand that moved a stone, or long before that one let go."""
        if self.was_knocked and not self.had_moved:
            return True
        return self.pressed_s < max(course.moved_since_s, course.rested_since_s - NAMING_S)

    def names(self, last: Settled | None, settled_s: float) -> bool:
        """Whether it came while the stones of the turn settled last were put down, and names one of them."""
        if last is None or not self.had_moved or self.pressed_s > settled_s:
            return False
        return names(self.button, last.turn)


class Fingers:
    """Remembers the question that is gone, and the press that settled a turn."""

    def __init__(self) -> None:
        self._gone: tuple[Question, float] | None = None
        self._settled_by: tuple[Button | None, float] = None, float("-inf")

    def lose(self, asked: Question, now_s: float) -> None:
        """This is asked no more."""
        self._gone = asked, now_s

    def settle(self, button: Button, pressed_s: float) -> None:
        """This press has settled a turn."""
        self._settled_by = button, pressed_s

    def asked_at(self, pressed_s: float, now: Question | None) -> Question | None:
        """What the glass asked when the finger came down; `now`: what it asks now."""
        if self._gone is None or pressed_s > self._gone[1] + BLINK_S:
            return now
        before = self._gone[0]
        # hands answer a question by what they do, but no hand can tell of a take
        return before if now is not None or before.asks is Asks.FORGOTTEN else now

    def is_too_late(self, waiting: Waiting) -> bool:
        """Whether it answered a question that hands answered at the same time, and nothing is asked now."""
        if self._gone is None:
            return False
        asked, gone_s = self._gone
        return waiting.pressed_s <= gone_s + BLINK_S and would_answer(waiting.button, asked)

    def is_double(self, button: Button, pressed_s: float) -> bool:
        """Whether the finger only was not sure that it was felt."""
        by, settling_s = self._settled_by
        return button is by and pressed_s <= settling_s + DOUBLE_S
