"""Whether the stones lie wrong, for how long, and where hands are guided to."""

from companion.tracker.course import Course
from companion.tracker.evidence import Explanations
from companion.tracker.mismatch import Mismatch, find_mismatch, find_missing, goes_on_wrongly, wrong_columns
from companion.tracker.settled import Settled

MISMATCH_S = 1.0
"""So long the stones lie wrong before anybody is told: a stone in the hand is no fault."""
MISSING_S = 10.0
"""A stone in the hand, or parked on the table, is asked for after so long."""


class Watch:
    """Tells what is wrong (`mismatch`), once it has been so for long enough."""

    def __init__(self, guide_to: tuple[int, ...] | None) -> None:
        self.mismatch: Mismatch | None = None
        self.guide_to = guide_to
        """How high the columns must be before anything else counts; None: nobody is guided."""
        self.still_since_s: float | None = None
        """Since when the columns are as they are; None: they have just changed."""
        self.is_slip = False
        """Whether stones lie, or lay, wrong while there is a mismatch: it is not only that one is missed."""
        self._is_wrong = False
        self._has_begun = False

    def is_still_for(self, seconds: float, now_s: float) -> bool:
        """Whether the columns have been as they are for so long."""
        return self.still_since_s is not None and now_s >= self.still_since_s + seconds

    def deadlines_s(self) -> list[float]:
        """When `check` has something new to say although nothing happens."""
        if self.still_since_s is None or self.mismatch is not None:
            return []
        waits = [MISMATCH_S] * self._is_wrong + [MISSING_S] * self._has_begun
        return [self.still_since_s + wait_s for wait_s in waits]

    def check(
        self,
        found: Explanations,
        course: Course,
        heights: tuple[int, ...],
        last: Settled | None,
        now_s: float,
    ) -> None:
        """Judge what was found to explain these heights."""
        goes_wrong = goes_on_wrongly(course.position, last, heights, course.end)
        self._has_begun = found.has_begun and not goes_wrong
        is_fine = found.whole or found.forgotten or not course.has_moved
        if is_fine or (self._has_begun and not self.is_still_for(MISSING_S, now_s)):
            self.mismatch, self._is_wrong, self.is_slip = None, False, False
            return
        self._is_wrong = True
        if self._has_begun:
            self.mismatch = find_missing(course.position, heights)
        elif self.mismatch is not None or self.is_still_for(MISMATCH_S, now_s):
            self.mismatch = find_mismatch(course.position, last, heights, course.end)
            self.is_slip = True

    def guide(self, heights: tuple[int, ...], settled: tuple[int, ...]) -> bool:
        """Guide the hands; is there more to put back? `settled`, as the last turn left them, will do."""
        if self.guide_to is None:
            return False
        wrong = () if heights == settled else wrong_columns(heights, self.guide_to)
        self.mismatch = Mismatch(wrong) if wrong else None
        self.guide_to = self.guide_to if wrong else None
        return bool(wrong)
