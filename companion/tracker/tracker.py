"""Holds what is seen and said since the last settled turn, and settles what has become certain."""

from dataclasses import dataclass

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location
from companion.rules.play import End
from companion.rules.position import Position, Stones
from companion.rules.refusal import Refusal
from companion.scale.pad import PadState
from companion.scale.scale import Heights
from companion.tracker.ask import columns_in_doubt, question, settled_turn
from companion.tracker.explain import Explanations, explain
from companion.tracker.explanation import Explanation, differences, heights_of
from companion.tracker.interpret import Moment, interpret, is_rivals_take
from companion.tracker.mismatch import Mismatch, Wrong, find_mismatch
from companion.tracker.question import Question
from companion.tracker.said import CameFirst, Said, lies
from companion.tracker.settled import Settled

MISMATCH_S = 1.0
"""So long the stones lie wrong before anybody is told: a stone in the hand is no fault."""

NOTHING_SEEN = (None,) * len(Location)


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


class Tracker:
    """Feed it heights and presses; it gives the turns that they settle, and `view()` shows the rest."""

    def __init__(self, position: Position, end: End) -> None:
        self._seen: tuple[int | None, ...] = NOTHING_SEEN
        self._is_resting = False
        self.restart(position, end)

    def restart(
        self, position: Position, end: End, last: Settled | None = None, *, is_guiding: bool = False
    ) -> None:
        """Go on from a position; `is_guiding`: no turn counts until the stones lie as it says."""
        self.position = position
        self._end = end
        self.is_guiding = is_guiding
        self._last = last
        self._said = Said()
        self._first: CameFirst | None = None
        self._found = Explanations()
        self._mismatch: Mismatch | None = None
        self._wrong_since_s: float | None = None

    def look(self, heights: Heights) -> None:
        """New heights; `think` says what they mean."""
        self._seen = heights.stones
        self._is_resting = all(state in (PadState.RESTS, PadState.SILENT) for state in heights.states)

    def press(self, button: Button, now_s: float) -> tuple[list[Settled], Refusal | None]:
        """A short press of any button but BACK: the turns that it settles, and why it is refused."""
        turns: list[Settled] = []
        if is_rivals_take(button, self._moment()):
            turns = self.press(Button.OK, now_s)[0]
        said = interpret(button, self._moment())
        if isinstance(said, Refusal):
            return turns, said
        self._said = said
        return turns + self.think(now_s), None

    def unsay(self, now_s: float) -> bool:
        """BACK: takes the last press back; False where there was none."""
        said = self._said.unsay()
        if said is None:
            return False
        self._said = said
        self.think(now_s)
        return True

    def deadline_s(self) -> float | None:
        """When `think` has something new to say although nothing happens; None: never, as things are."""
        if self._wrong_since_s is None or self._mismatch is not None:
            return None
        return self._wrong_since_s + MISMATCH_S

    def think(self, now_s: float) -> list[Settled]:
        """Explain what is seen and said; the turns that are certain by now."""
        turns: list[Settled] = []
        if not self._is_resting:
            return turns
        if self.is_guiding and not self._guide():
            return turns
        while True:
            self._said = self._said.as_lie(self._seen, has_moved=self._has_moved())
            self._found = self._explain()
            story = settled_turn(self._found, self._said, self._end)
            if story is None:
                break
            turns.append(self._settle(story))
        self._check(now_s)
        return turns

    def view(self) -> View:
        """The moment, as far as it is understood."""
        stories = self._found.whole
        position = self.position
        workshops = {(story.after.white_workshop, story.after.black_workshop) for story in stories}
        return View(
            columns=columns_in_doubt(stories) if stories else self._as_seen(),
            workshops=workshops.pop()
            if len(workshops) == 1
            else (position.white_workshop, position.black_workshop),
            taking=self._said.taking,
            question=self._question(),
            mismatch=self._mismatch,
        )

    def _explain(self) -> Explanations:
        """What may have happened, by the stone that came first where that explains anything."""
        self._first = self._came_first()
        if self._first is not None:
            said = self._said.tell(self._first)
            found = explain(self.position, self._seen, said, self._end)
            if found.whole or found.has_begun:
                return found
        return explain(self.position, self._seen, self._said, self._end)

    def _came_first(self) -> CameFirst | None:
        """The stone that alone had come when all rested, until it leaves again."""
        if self._first is not None and lies(self._first, self._seen):
            return self._first
        changed = [
            (place, step)
            for place, step in zip(Location, differences(self.position, self._seen), strict=True)
            if step
        ]
        if len(changed) != 1 or changed[0][1] != 1:
            return None
        place = changed[0][0]
        return CameFirst(place, len(self.position.column(place)))

    def _settle(self, story: Explanation) -> Settled:
        after = story.befores[1] if len(story.turns) > 1 else story.after
        self._last = Settled(self.position, story.turns[0], after)
        self.position = after
        self._first = None
        self._said = self._said.beyond(heights_of(after))
        return self._last

    def _check(self, now_s: float) -> None:
        found = self._found
        if found.whole or found.has_begun or found.forgotten or not self._has_moved():
            self._mismatch = self._wrong_since_s = None
            return
        if self._wrong_since_s is None:
            self._wrong_since_s = now_s
        if now_s >= self._wrong_since_s + MISMATCH_S:
            self._mismatch = find_mismatch(self.position, self._last, self._seen, self._end)

    def _guide(self) -> bool:
        """Whether the stones lie as they should; else the mismatch says where they do not."""
        wrong = tuple(
            Wrong(place, seen, expected)
            for place, seen, expected in zip(Location, self._seen, heights_of(self.position), strict=True)
            if seen is not None and seen != expected
        )
        self.is_guiding = bool(wrong)
        self._mismatch = Mismatch(wrong) if wrong else None
        return not wrong

    def _moment(self) -> Moment:
        return Moment(self.position, self._found, self._question(), self._said, self._has_moved(), self._end)

    def _question(self) -> Question | None:
        return question(self.position, self._found, self._said, self._end)

    def _has_moved(self) -> bool:
        return any(differences(self.position, self._seen))

    def _as_seen(self) -> tuple[tuple[Colour | None, ...], ...]:
        return tuple(
            column if seen is None else (*column[:seen], *(None,) * (seen - len(column)))
            for column, seen in zip(self.position.columns, self._seen, strict=True)
        )
