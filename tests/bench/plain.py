"""The plain tracker that ours is measured against: what most sensing boards do.

Each pad is rounded to whole stones. When nothing has changed for a fixed time, the first legal turn that
fits what is seen and pressed is taken. It has the same calibration, frames and presses as ours, and no other
ideas: no rest, no weights, no drift, no second story. It does wait for OK where a bonus is open: there is an
OK to press.
"""

from collections.abc import Sequence

from companion.link.decoder import Frame
from companion.panel.press import Button
from companion.rules.legal import legal_turns
from companion.rules.pieces import Colour
from companion.rules.play import after
from companion.rules.position import Position
from companion.rules.turn import Place, Take, Turn
from tests.bench.reading import fitting, heights_of, is_open, plus

WAIT_S = 0.35
COLOURS = {Button.WHITE: Colour.WHITE, Button.GREY: Colour.GREY, Button.BLACK: Colour.BLACK}


class PlainTracker:
    """Feed it frames and presses; `turns` are what it took for certain since the last `agree`."""

    def __init__(self, counts_per_stone: float) -> None:
        self._counts_per_stone = counts_per_stone
        self._counts: list[int] | None = None
        self._zeros: list[int] = []
        self._seen: tuple[int, ...] = ()
        self._seen_s = 0.0
        self.heights: tuple[int, ...] = ()
        """As last seen for long enough."""
        self._presses: list[Button] = []
        self.turns: list[Turn] = []

    def begin(self, position: Position) -> None:
        """A game on empty pads begins: their zeros are what they say now."""
        self._zeros = list(self._counts or ())
        self.agree(position)

    def agree(self, position: Position) -> None:
        """People have set it right: this is how the game stands."""
        self._position = position
        self._presses, self.turns = [], []

    def feed(self, frame: Frame, now_s: float) -> None:
        """Take in a frame."""
        old = self._counts or [0] * len(frame.readings)
        self._counts = [
            reading if isinstance(reading, int) else was
            for reading, was in zip(frame.readings, old, strict=True)
        ]
        if self._zeros:
            self._look(self._counts, now_s)

    def press(self, button: Button) -> None:
        """Take in a press."""
        self._presses.append(button)
        self._decide()

    def _look(self, counts: Sequence[int], now_s: float) -> None:
        seen = tuple(
            round((count - zero) / self._counts_per_stone)
            for count, zero in zip(counts, self._zeros, strict=True)
        )
        if seen != self._seen:
            self._seen, self._seen_s = seen, now_s
        elif seen != self.heights and now_s >= self._seen_s + WAIT_S:
            self.heights = seen
            self._decide()

    def _decide(self) -> None:
        steps = plus(self.heights, heights_of(self._position), -1) if self.heights else ()
        turn = self._placed(steps) if any(steps) else self._taken()
        if turn is not None:
            self.turns.append(turn)
            self._position = after(self._position, turn)
            self._presses = []

    def _placed(self, steps: tuple[int, ...]) -> Turn | None:
        """The first turn that fits the stones and agrees with the colours pressed."""
        colours = [COLOURS[button] for button in self._presses if button in COLOURS]
        for turn in fitting(self._position, steps):
            assert isinstance(turn, Place)
            bonus = turn.bonus.colour if turn.bonus is not None else None
            if any(colour not in (turn.colour, bonus) for colour in colours):
                continue
            if not is_open(self._position, turn) or Button.OK in self._presses:
                return turn
        return None

    def _taken(self) -> Turn | None:
        pressed = [COLOURS[button] for button in self._presses if button in COLOURS]
        if not pressed:
            return None
        take, more = Take(pressed[0], len(pressed)), Take(pressed[0], len(pressed) + 1)
        legal = legal_turns(self._position)
        is_closed = more not in legal or self._presses[-1] is Button.OK
        return take if take in legal and is_closed else None
