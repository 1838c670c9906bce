"""What lies on the columns, as pads and people tell it."""

from collections.abc import Iterable

from companion.rules.pieces import Location
from companion.scale.pad import PadState
from companion.scale.scale import Heights


class Columns:
    """The heights to be believed now.

    A pad that moves leaves its column as it was until it rests. A silent pad leaves it as it was too, and
    people tell what comes and goes there; when the pad is heard again and says otherwise, `look` says so.
    """

    def __init__(self, heights: tuple[int, ...]) -> None:
        self.heights = heights
        self.is_resting = False
        """No pad moves or is touched."""
        self.back: frozenset[Location] = frozenset()
        """Where the newest stone weighs what the one weighed that had left."""
        self.silent: tuple[Location, ...] = ()
        self._lost: set[int] = set()
        self._heard: set[int] = set()

    def look(self, heights: Heights) -> tuple[int, ...] | None:
        """Take in what the pads say; the heights to go back to where a returning pad disagrees, else None."""
        seen, wanted = list(self.heights), list(self.heights)
        for index, (height, state) in enumerate(zip(heights.stones, heights.states, strict=True)):
            if state is PadState.SILENT and index in self._heard:
                self._lost.add(index)
            if height is None:
                continue
            seen[index] = height
            if index not in self._lost:
                wanted[index] = height
            self._lost.discard(index)
            self._heard.add(index)
        self.heights = tuple(seen)
        self.is_resting = all(state in (PadState.RESTS, PadState.SILENT) for state in heights.states)
        self.silent = _where(state is PadState.SILENT for state in heights.states)
        self.back = frozenset(_where(heights.back))
        return None if wanted == seen else tuple(wanted)

    def assume(self, heights: tuple[int, ...]) -> None:
        """Silent columns are taken to be as high as this: a game, or a turn taken back, is laid out so."""
        silent = [location.index for location in self.silent]
        self.heights = tuple(
            height if index in silent or index not in self._heard else seen
            for index, (seen, height) in enumerate(zip(self.heights, heights, strict=True))
        )

    def tell(self, location: Location, step: int) -> None:
        """A stone came (1) or went (-1), say people."""
        heights = list(self.heights)
        heights[location.index] += step
        self.heights = tuple(heights)


def _where(flags: Iterable[bool]) -> tuple[Location, ...]:
    return tuple(location for location, flag in zip(Location, flags, strict=True) if flag)
