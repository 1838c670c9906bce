"""Seven pads at once: frames in, heights out, and only when a height or a pad's state has changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.link.decoder import Frame
from companion.scale.memory import Memory, PadMemory
from companion.scale.pad import Pad, PadState
from companion.scale.stones import follow, height_of, learn, set_up

STILL_STONES = 0.08
"""Readings at rest span less than this; noise spans 0.03 (27 mg rms, 3.7 g a stone, median of three)."""
LEAVE_STONES = 0.15
"""A reading so far from the level ends the rest."""


@dataclass(frozen=True, slots=True)
class Heights:
    """What the pads say at one moment, in the order of the columns."""

    stones: tuple[int | None, ...]
    """None: not known now; `states` says why."""
    states: tuple[PadState, ...]


class Scale:
    """Turns frames into heights; told by the table what should lie there, it learns and follows."""

    def __init__(self, memory: Memory) -> None:
        self._memories = list(memory.pads)
        stones = [pad.counts_per_stone for pad in memory.pads]
        self._pads = [Pad(STILL_STONES * stone, LEAVE_STONES * stone) for stone in stones]
        self._believed: list[int | None] = [len(pad.weights_counts) for pad in memory.pads]
        self._unset: dict[int, int] = {}
        self.has_new_zeros = False
        """Zeros were made that no turn has carried to the journal yet; whoever keeps them sets it back."""
        self._heights = self._now()
        self._last_s = 0.0

    @classmethod
    def new(cls, pads: int, counts_per_stone: float) -> "Scale":
        """A scale that has never seen its pads."""
        return cls(Memory((PadMemory(counts_per_stone),) * pads))

    @property
    def memory(self) -> Memory:
        """To be kept over a power cut."""
        return Memory(tuple(self._memories))

    @property
    def heights(self) -> Heights:
        """As last given out."""
        return self._heights

    def feed(self, frame: Frame, now_s: float) -> Heights | None:
        """Take in a frame; the new heights, or None where they are as before."""
        for pad, reading in zip(self._pads, frame.readings, strict=True):
            pad.feed(reading, now_s)
        if self._unset:
            self._set_up_resting()
        seconds, self._last_s = now_s - self._last_s, now_s
        for index, pad in enumerate(self._pads):
            level = pad.level_counts
            if level is not None and self._heights.stones[index] == self._believed[index]:
                self._memories[index] = follow(self._memories[index], level, seconds)
        return self._changed()

    def lose(self) -> Heights | None:
        """The sensors are gone; the new heights (none known), or None where that was so before."""
        for pad in self._pads:
            pad.forget()
        return self._changed()

    def set_up(self, heights: Sequence[int]) -> None:
        """A game begins with so many stones on each pad; zeros not yet known are made at the next rest."""
        self._unset = dict(enumerate(heights))
        self._believed = list(heights)

    def believe(self, heights: Sequence[int]) -> None:
        """So many stones should lie on each pad now: weigh those that came, forget those that went."""
        self._believed = list(heights)
        for index, height in enumerate(heights):
            is_there = self._heights.stones[index] == height
            level = self._pads[index].level_counts if is_there else None
            self._memories[index] = learn(self._memories[index], level, height)

    def _set_up_resting(self) -> None:
        if any(pad.level_counts is None and not pad.is_silent for pad in self._pads):
            return  # a hand on one pad shakes them all: no zero is made while anything moves
        for index, height in list(self._unset.items()):
            level = self._pads[index].level_counts
            if level is not None:
                self._memories[index] = set_up(self._memories[index], level, height)
                del self._unset[index]
                self.has_new_zeros = True

    def _changed(self) -> Heights | None:
        heights = self._now()
        if heights == self._heights:
            return None
        self._heights = heights
        return heights

    def _now(self) -> Heights:
        stones: list[int | None] = []
        states: list[PadState] = []
        for index, pad in enumerate(self._pads):
            level = pad.level_counts
            height = None if level is None else height_of(level, self._memories[index])
            stones.append(height)
            if pad.is_silent:
                states.append(PadState.SILENT)
            elif level is None:
                states.append(PadState.MOVES)
            else:
                states.append(PadState.UNCLEAR if height is None else PadState.RESTS)
        return Heights(tuple(stones), tuple(states))
