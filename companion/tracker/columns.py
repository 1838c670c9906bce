"""What lies on the columns, as pads and people tell it."""

from collections.abc import Iterable

from companion.rules.pieces import Location
from companion.scale.pad import PadState
from companion.scale.scale import Heights

BUSY_S = 1.5
"""A pad that does not rest for so long is named: slow hands take up to 2 s, a hand left there longer."""
STRAIGHT_S = 3.0
"""So long a stone is in a hand that sets it straight, after its pad was named; estimated."""
GIVEN_UP_S = 8.0
"""After so long it is waited for no more: its column is told by buttons, as a silent one's is."""


class Columns:
    """The heights to be believed now.

    A pad that moves leaves its column as it was until it rests. A silent pad, and one that is not waited for
    any more, leaves it as it was too, and people tell what comes and goes there; when the pad is heard again
    and says otherwise, `look` says so.
    """

    def __init__(self, heights: tuple[int, ...]) -> None:
        self.heights = heights
        self.back: frozenset[Location] = frozenset()
        """Where the newest stone weighs what the one weighed that is believed gone."""
        self._silent: frozenset[int] = frozenset()
        self._lost: set[int] = set()
        self._heard: set[int] = set()
        self._busy_since_s: dict[int, float] = {}
        self._named_s: dict[int, float] = {}
        """When a pad that had been named rested, its column no higher: perhaps a stone is lifted there."""
        self._moved_s: dict[int, tuple[float, float]] = {}
        """For each column, when its pad began to move and when it rested, as its height changed last."""

    def look(self, heights: Heights, now_s: float) -> tuple[int, ...] | None:
        """Take in what the pads say; the heights to go back to where a returning pad disagrees, else None."""
        seen, wanted = list(self.heights), list(self.heights)
        for index, (height, state) in enumerate(zip(heights.stones, heights.states, strict=True)):
            # what a pad has, heard for the first time, came whenever nobody looked
            since_s = self._busy_since_s.get(index, now_s) if index in self._heard else float("-inf")
            was_named = index in self._busy_since_s and now_s >= self._busy_since_s[index] + BUSY_S
            self._note(index, state, now_s)
            if height is None:
                continue
            if was_named and height <= seen[index]:
                self._named_s[index] = now_s
            if height != seen[index]:
                self._moved_s[index] = since_s, now_s
            seen[index] = height
            if index not in self._lost:
                wanted[index] = height
            self._lost.discard(index)
            self._heard.add(index)
        self.heights = tuple(seen)
        self._silent = frozenset(
            index for index, state in enumerate(heights.states) if state is PadState.SILENT
        )
        self.back = frozenset(_where(heights.back))
        return None if wanted == seen else tuple(wanted)

    def is_resting(self, now_s: float) -> bool:
        """Whether no pad moves or is touched, but those that are waited for no more."""
        return all(now_s >= since_s + GIVEN_UP_S for since_s in self._busy_since_s.values())

    @property
    def blind(self) -> tuple[Location, ...]:
        """The pads that say nothing at all."""
        return _where(index in self._silent for index in range(len(self.heights)))

    @property
    def moving(self) -> frozenset[Location]:
        """The pads that move or are touched now."""
        return frozenset(_where(index in self._busy_since_s for index in range(len(self.heights))))

    def busy(self, now_s: float) -> tuple[Location, ...]:
        """The pads to be named, because something rests or moves on them for too long."""
        since = self._busy_since_s
        return _where(i in since and now_s >= since[i] + BUSY_S for i in range(len(self.heights)))

    def is_setting_straight(self, now_s: float) -> bool:
        """Whether a stone may be in a hand because the pad it lay on was named: it is put back soon."""
        return any(now_s < rested_s + STRAIGHT_S for rested_s in self._named_s.values())

    def untold(self, now_s: float) -> tuple[Location, ...]:
        """The columns that people must tell of."""
        since = self._busy_since_s
        return _where(
            i in self._silent or (i in since and now_s >= since[i] + GIVEN_UP_S)
            for i in range(len(self.heights))
        )

    def deadline_s(self, now_s: float) -> float | None:
        """When a pad is to be named, or waited for no more; None: none is."""
        moments = [
            since_s + wait_s for since_s in self._busy_since_s.values() for wait_s in (BUSY_S, GIVEN_UP_S)
        ]
        return min((moment_s for moment_s in moments if moment_s > now_s), default=None)

    def assume(self, heights: tuple[int, ...]) -> None:
        """Silent columns are taken to be as high as this: a game, or a turn taken back, is laid out so."""
        self.heights = tuple(
            height if index in self._silent or index not in self._heard else seen
            for index, (seen, height) in enumerate(zip(self.heights, heights, strict=True))
        )

    def moved_s(self, place: Location) -> tuple[float, float]:
        """When the pad began to move, and when it rested, as its column changed last; -inf: nobody looked."""
        return self._moved_s.get(place.index, (0.0, 0.0))

    def moving_since_s(self) -> list[tuple[Location, float]]:
        """The pads that move or are touched now, each with since when."""
        return [(place, self._busy_since_s[place.index]) for place in self.moving]

    def tell(self, location: Location, step: int, now_s: float) -> None:
        """A stone came (1) or went (-1), say people."""
        self._moved_s[location.index] = now_s, now_s
        self._lost.add(location.index)
        heights = list(self.heights)
        heights[location.index] += step
        self.heights = tuple(heights)

    def _note(self, index: int, state: PadState, now_s: float) -> None:
        if state is PadState.SILENT and index in self._heard:
            self._lost.add(index)
        if state in (PadState.MOVES, PadState.UNCLEAR):
            self._busy_since_s.setdefault(index, now_s)
        else:
            self._busy_since_s.pop(index, None)


def _where(flags: Iterable[bool]) -> tuple[Location, ...]:
    return tuple(location for location, flag in zip(Location, flags, strict=True) if flag)
