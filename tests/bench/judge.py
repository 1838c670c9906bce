"""Looks on and judges: turns settled, mismatches shown without cause, how long the glass takes."""

from collections.abc import Sequence

from companion.rules.notation import format_position
from companion.rules.turn import Turn
from companion.simulate.sensors import PERIOD_S
from companion.table.state import Phase
from tests.bench.people import People
from tests.bench.rig import Rig
from tests.bench.truth import Truth

NOTICED_S = 1.0
"""A stone in a hand for longer may be taken for a missing one."""


class Judge:
    """Called after each step, and whenever the device has settled a turn."""

    def __init__(self, rig: Rig, truth: Truth, people: People) -> None:
        self._rig, self._truth, self._people = rig, truth, people
        rig.after_step = self._look
        rig.notebook.after_turn = self._settled
        rig.notebook.after_take_back = self._taken_back
        self.verdict: str | None = None
        """What went wrong, so that the game cannot go on; None: nothing."""
        truth.before_turn = self._compare_plain
        self._agreed = 0  # turns that the plain tracker has been judged by
        self._question: object = None
        self._mismatch: object = None
        self._refusal: object = None
        self._was_still = True
        self._rest_s: float | None = None
        self._plain_rest_s: float | None = None

    @property
    def is_over(self) -> bool:
        """Somebody has won, and no stone is in a hand; or the device has lost the thread."""
        has_ended = self._rig.state.phase is Phase.OVER and self._rig.hands.is_still
        return self.verdict is not None or has_ended

    def close(self) -> None:
        """The game is over, or was given up: does belief agree with truth?"""
        rig, truth = self._rig, self._truth
        self._compare_plain()
        rig.measures.count("games")
        rig.measures.count("turns", len(truth.turns))
        agrees = rig.state.position == truth.position and rig.things.agrees_with(truth.position)
        if self.verdict is None and not (agrees and rig.state.phase is Phase.OVER):
            self.verdict = f"{format_position(rig.state.position)} is not {format_position(truth.position)}"
        if self.verdict is not None:
            rig.measures.count("unresolved")
            rig.log(f"UNRESOLVED {self.verdict}")

    def _settled(self, text: str) -> None:
        truth, number = self._truth, self._truth.settled
        if number >= len(truth.texts) or truth.texts[number] != text:
            played = truth.texts[number] if number < len(truth.texts) else "nothing"
            self._rig.measures.count("wrong_settled")
            self.verdict = self.verdict or f"turn {number + 1} settled as {text}, played was {played}"
            self._rig.log(f"WRONG {self.verdict}")
            return
        self._rig.log(f"  settled {text}")
        if truth.turns[number] is truth.unsaid:
            truth.unsaid = None
        truth.settled += 1

    def _taken_back(self) -> None:
        """By the device itself: it tells the last turn differently now."""
        self._rig.measures.count("revised")
        self._rig.log("  taken back")
        self._truth.settled -= 1

    def _compare_plain(self) -> None:
        """Has the plain tracker got all turns since it was last right? Then people set it right."""
        truth, plain = self._truth, self._rig.plain
        played = truth.turns[self._agreed :]
        if truth.pending or not played:
            return
        self._rig.measures.count("plain_wrong", wrong_turns(played, plain.turns))
        plain.agree(truth.position)
        self._agreed = len(truth.turns)

    def _look(self) -> None:
        rig, state = self._rig, self._rig.state
        if state.question != self._question:
            self._question = state.question
            if state.question is not None:
                rig.measures.count("questions")
                rig.measures.count(f"ask {state.question.asks.value}")
        if state.refusal != self._refusal:
            self._refusal = state.refusal
            if state.refusal is not None:
                rig.measures.count("refused")
        if (state.mismatch is None) != (self._mismatch is None):
            self._mismatch = state.mismatch
            if state.mismatch is not None and not self._has_cause():
                rig.measures.count("false_mismatches")
                rig.log("FALSE MISMATCH")
        self._time()

    def _has_cause(self) -> bool:
        people = self._people
        return people.slips.is_wrong or people.touching.has_held(NOTICED_S) or self._truth.unsaid is not None

    def _time(self) -> None:
        """From the rest of the last stone to the first state, and the plain tracker's, that has them all."""
        rig = self._rig
        is_still, now_s = rig.hands.is_still, rig.now_s
        if not is_still:
            self._rest_s = self._plain_rest_s = None
        elif not self._was_still and rig.moved_s is not None:
            is_exact = now_s - PERIOD_S < rig.moved_s <= now_s
            self._rest_s = self._plain_rest_s = rig.moved_s if is_exact else now_s
            rig.moved_s = None
        self._was_still = is_still
        if self._rest_s is not None and rig.shows_all_stones():
            rig.measures.time("latency", now_s - self._rest_s + rig.took_s)
            self._rest_s = None
        if self._plain_rest_s is not None and rig.plain.heights == rig.true_heights:
            rig.measures.time("plain", now_s - self._plain_rest_s)
            self._plain_rest_s = None


def wrong_turns(played: Sequence[Turn], taken: Sequence[Turn]) -> int:
    """How many turns were missed, taken otherwise, or taken though nobody had played them."""
    right = sum(ours == its for ours, its in zip(played, taken, strict=False))
    return max(len(played), len(taken)) - right
