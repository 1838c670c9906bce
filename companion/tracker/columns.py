"""What lies on the columns, as pads and people tell it."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.pieces import Location
from companion.scale.pad import PadState
from companion.scale.scale import Heights

BUSY_S = 1.5
"""A pad that does not rest for so long is named: slow hands take up to 2 s, a hand left there longer."""
STRAIGHT_S = 3.0
"""So long a stone is in a hand that sets it straight, after its pad was named; estimated."""
KNOCKED_S = 1.0
"""In a long one the table is said to move: so soon after it nobody has lifted a stone for that. Estimated."""
GIVEN_UP_S = 8.0
"""After so long it is waited for no more: its column is told by buttons, as a silent one's is.

It counts from when a hand last set a stone straight there.
"""
LOOSE_S = 3 * GIVEN_UP_S
"""And after so long in any case: a hand trembles there, or it is the pad that comes and goes. Estimated."""


@dataclass(frozen=True, slots=True)
class Rest:
    """What a pad has at rest."""

    height: int
    since_s: float
    """When it began to move."""
    rested_s: float
    is_recounted: bool = False
    """Hands take off stones whose number nobody could tell, and put them back one by one."""


class Columns:
    """The heights to be believed now.

    A pad that moves leaves its column as it was until it rests. A silent pad, and one that is not waited for
    any more, leaves it as it was too, and people tell what comes and goes there; when the pad is heard again
    and says otherwise, `look` says so.
    """

    def __init__(self, heights: tuple[int, ...]) -> None:
        self.heights = heights
        self.back: frozenset[Location] = frozenset()
        """Where the newest stone weighs what the one weighed that is believed gone, or that left last."""
        self.about: tuple[int | None, ...] = (None,) * len(heights)
        """In a knock, what lies where that cannot be told by a rest, as far as it can."""
        self._silent: frozenset[int] = frozenset()
        self._lost: set[int] = set()
        self._heard: set[int] = set()
        self._busy_since_s: dict[int, float] = {}
        self._unclear: set[int] = set()
        self._touched_s: dict[int, float] = {}
        """When a busy pad that had rested on no whole number of stones moved again."""
        self._recounted: set[int] = set()
        """Of these, the pads that came to rest on none once more."""
        self.is_knocked = False
        """Whether the table is: so many pads move that no hands do it."""
        self._knocked_s = float("-inf")
        """When most pads moved at once last."""
        self._held: dict[int, Rest] = {}
        """What pads have that had been named, and rest at no more than before: perhaps a stone is lifted."""
        self._moved_s: dict[int, tuple[float, float]] = {}
        """For each column, when its pad began to move and when it rested, as its height changed last."""

    def look(self, heights: Heights, now_s: float) -> tuple[int, ...] | None:
        """Take in what the pads say; the heights to go back to where a returning pad disagrees, else None."""
        wanted = list(self.heights)
        was_knocked, self.is_knocked = self.is_knocked, heights.is_knocked
        if was_knocked or self.is_knocked:  # until now, or from now on
            self._knocked_s = now_s
        for index, (height, state) in enumerate(zip(heights.stones, heights.states, strict=True)):
            since_s = self._began_s(index, now_s, height)
            was_busy_s = now_s - self._busy_since_s.get(index, now_s)
            was_recounted = index in self._recounted
            self._note(index, state, now_s)
            if height is None:
                continue
            rest = Rest(height, since_s, now_s, is_recounted=was_recounted and height < self.heights[index])
            if self._hold(index, rest, was_busy_s):
                continue
            self._change(index, rest)
            if index not in self._lost:
                wanted[index] = height
            self._lost.discard(index)
            self._heard.add(index)
        self._silent = frozenset(
            index for index, state in enumerate(heights.states) if state is PadState.SILENT
        )
        self.back = frozenset(_where(heights.back))
        self.about = heights.about
        return None if wanted == list(self.heights) else tuple(wanted)

    def believe_left(self, heights: Heights) -> bool:
        """Where another has left or come than the stone that left while it was held: that had left indeed."""
        left = [
            index
            for index, held in self._held.items()
            if held.height < self.heights[index]
            and not held.is_recounted
            and heights.stones[index] not in (None, held.height)
            and not heights.back[index]
        ]
        for index in left:
            self._change(index, self._held[index])
        return bool(left)

    def believe_held(self, now_s: float, expected: tuple[int, ...] | None) -> None:
        """A stone that was lifted because its pad was named is back by now, or gone.

        `expected`: how high the columns should be, where stones lie wrong: one too many is gone at once.
        """
        for index, held in list(self._held.items()):
            is_over = now_s >= held.rested_s + STRAIGHT_S and index not in self._busy_since_s
            if is_over or (expected is not None and held.height == expected[index]):
                self._change(index, held)

    def is_resting(self, now_s: float) -> bool:
        """Whether no pad moves or is touched, but those that are waited for no more."""
        return all(now_s >= self._given_up_s(index) for index in self._busy_since_s)

    @property
    def held(self) -> dict[Location, Rest]:
        """Where a stone may be in a hand that only sets it straight: what lies there if it is so, or is not.

        A column that counts without it will have one more then; one that counts with it has one less if not.
        """
        found = {}
        for place in Location:
            rest, believed = self._held.get(place.index), self.heights[place.index]
            if rest is not None:
                found[place] = replace(rest, height=believed + 1) if rest.height == believed else rest
        return found

    def busy(self, now_s: float) -> tuple[Location, ...]:
        """The pads to be named, because something rests or moves on them for too long; in a knock none is."""
        since = self._busy_since_s
        if self._is_knocked(now_s):
            return ()
        return _where(i in since and now_s >= since[i] + BUSY_S for i in range(len(self.heights)))

    def is_shaken(self, now_s: float) -> bool:
        """Whether it is to be said of the whole table that it moves: some pad would be named else."""
        since = self._busy_since_s.values()
        return self._is_knocked(now_s) and any(now_s >= since_s + BUSY_S for since_s in since)

    def untold(self, now_s: float) -> tuple[Location, ...]:
        """The columns that people must tell of."""
        return _where(
            i in self._silent or (i in self._busy_since_s and now_s >= self._given_up_s(i))
            for i in range(len(self.heights))
        )

    def deadline_s(self, now_s: float) -> float | None:
        """When a pad is to be named, or waited for no more; None: none is."""
        moments = [since_s + BUSY_S for since_s in self._busy_since_s.values()]
        moments += map(self._given_up_s, self._busy_since_s)
        moments += [held.rested_s + STRAIGHT_S for held in self._held.values()]
        if self._busy_since_s:
            moments.append(self._knocked_s + BUSY_S)
        return min((moment_s for moment_s in moments if moment_s > now_s), default=None)

    def assume(self, heights: tuple[int, ...]) -> None:
        """Silent columns are taken to be as high as this: a game, or a turn taken back, is laid out so."""
        self.heights = tuple(
            height if index in self._silent or index not in self._heard else seen
            for index, (seen, height) in enumerate(zip(self.heights, heights, strict=True))
        )

    def moved_s(self, place: Location) -> tuple[float, float]:
        """When the pad began to move, and when it rested, as its column changed last.

        It began at -inf where the pad was heard first as it rested: nobody looked. Zeros: it never changed.
        """
        return self._moved_s.get(place.index, (0.0, 0.0))

    def moving_since_s(self) -> list[tuple[Location, float]]:
        """The pads that move, are touched or held now, each with since when."""
        return [
            (place, self._began_s(place.index, 0.0))
            for place in Location
            if place.index in self._busy_since_s or place.index in self._held
        ]

    def tell(self, location: Location, step: int, now_s: float) -> None:
        """A stone came (1) or went (-1), say people."""
        self._moved_s[location.index] = now_s, now_s
        self._lost.add(location.index)
        heights = list(self.heights)
        heights[location.index] += step
        self.heights = tuple(heights)

    def _given_up_s(self, index: int) -> float:
        """When a busy pad is waited for no more."""
        since_s = self._busy_since_s[index]
        return min(self._touched_s.get(index, since_s) + GIVEN_UP_S, since_s + LOOSE_S)

    def _is_knocked(self, now_s: float) -> bool:
        # what still moves has to do so by itself for as long as any pad that is named
        return self.is_knocked or now_s < self._knocked_s + BUSY_S

    def _began_s(self, index: int, now_s: float, height: int | None = None) -> float:
        """When the movement began that ends now, at this height; -inf for a pad heard first: nobody looked.

        A stone that comes back came when its pad was touched first; one that leaves after all lay still.
        """
        if index not in self._heard:
            return float("-inf")
        held = self._held.get(index)
        if held is not None and (height is None or height >= held.height):
            return held.since_s
        return self._busy_since_s.get(index, now_s)

    def _hold(self, index: int, rest: Rest, was_busy_s: float) -> bool:
        """Whether this rest is not to be believed yet: the pad was named, and no stone has come of it."""
        held = self._held.get(index)
        if index in self._lost or index not in self._heard or rest.height > self.heights[index]:
            return False
        is_knock = rest.rested_s < self._knocked_s + KNOCKED_S
        if held is None and was_busy_s >= BUSY_S and not is_knock:
            self._held[index] = rest
            return True
        if held is not None and not was_busy_s and rest.height <= held.height:  # the same rest still
            self._held[index] = replace(held, height=rest.height)
            return True
        if held is not None and held.is_recounted:  # not all are back yet, perhaps
            self._held[index] = replace(rest, is_recounted=True)
            return True
        return False

    def _change(self, index: int, rest: Rest) -> None:
        """Believe what a pad has at rest."""
        self._held.pop(index, None)
        if rest.height != self.heights[index]:
            self._moved_s[index] = rest.since_s, rest.rested_s
            self.heights = (*self.heights[:index], rest.height, *self.heights[index + 1 :])

    def _note(self, index: int, state: PadState, now_s: float) -> None:
        if state is PadState.SILENT:
            self._held.pop(index, None)
            if index in self._heard:
                self._lost.add(index)
        is_touched = state is PadState.MOVES and index in self._unclear
        if is_touched and now_s < self._given_up_s(index):
            self._touched_s[index] = now_s
        self._unclear.discard(index)
        if state is PadState.UNCLEAR:
            self._unclear.add(index)
            if index in self._touched_s:
                self._recounted.add(index)
        if state in (PadState.MOVES, PadState.UNCLEAR):
            self._busy_since_s.setdefault(index, now_s)
        else:
            self._busy_since_s.pop(index, None)
            self._touched_s.pop(index, None)
            self._recounted.discard(index)


def _where(flags: Iterable[bool]) -> tuple[Location, ...]:
    return tuple(location for location, flag in zip(Location, flags, strict=True) if flag)
