"""Seven pads at once: frames in, heights out, and only when a height or a pad's state has changed."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.link.decoder import Frame
from companion.scale.memory import Memory, PadMemory
from companion.scale.pad import Pad, PadState
from companion.scale.stack import Stack


@dataclass(frozen=True, slots=True)
class Heights:
    """What the pads say at one moment, in the order of the columns."""

    stones: tuple[int | None, ...]
    """None: not known now; `states` says why."""
    states: tuple[PadState, ...]
    back: tuple[bool, ...] = (False,) * 7
    """Whether the newest stone on a pad weighs what the one weighed that left it last: it may be the same."""


class Scale:
    """Turns frames into heights; told by the table what should lie there, it learns and follows."""

    def __init__(self, memory: Memory) -> None:
        self._pads = [Pad(pad.counts_per_stone) for pad in memory.pads]
        self._stacks = [Stack(pad) for pad in memory.pads]
        self._unset: dict[int, int] = {}
        self.has_new_zeros = False
        """Zeros were made that no turn has carried to the journal yet; whoever keeps them sets it back."""
        self._heights = self._now(0.0)

    @classmethod
    def new(cls, pads: int, counts_per_stone: float) -> "Scale":
        """A scale that has never seen its pads."""
        return cls(Memory((PadMemory(counts_per_stone),) * pads))

    @property
    def memory(self) -> Memory:
        """To be kept over a power cut."""
        return Memory(tuple(stack.memory for stack in self._stacks))

    @property
    def heights(self) -> Heights:
        """As last given out."""
        return self._heights

    def feed(self, frame: Frame, now_s: float) -> Heights | None:
        """Take in a frame; the new heights, or None where they are as before."""
        for pad, reading in zip(self._pads, frame.readings, strict=True):
            pad.feed(reading, now_s)
        return self._changed(now_s)

    def lose(self, now_s: float) -> Heights | None:
        """The sensors are gone; the new heights (none known), or None where that was so before."""
        for pad in self._pads:
            pad.forget()
        return self._changed(now_s)

    def set_up(self, heights: Sequence[int]) -> None:
        """A game begins with so many stones on each pad; zeros not yet known are made at the next rest."""
        self._unset = dict(enumerate(heights))

    def believe(self, heights: Sequence[int]) -> None:
        """So many stones should lie on each pad now: weigh those that came, forget those that went."""
        for stack, height in zip(self._stacks, heights, strict=True):
            stack.believe(height)

    def _changed(self, now_s: float) -> Heights | None:
        heights = self._now(now_s)
        if self._unset and self._set_up_resting():
            heights = self._now(now_s)
        if heights == self._heights:
            return None
        self._heights = heights
        return heights

    def _set_up_resting(self) -> bool:
        if any(pad.level_counts is None and not pad.is_silent for pad in self._pads):
            return False  # a hand on one pad shakes them all: no zero is made while anything moves
        done = [index for index, height in self._unset.items() if self._stacks[index].set_up(height)]
        for index in done:
            del self._unset[index]
        self.has_new_zeros = self.has_new_zeros or bool(done)
        return bool(done)

    def _now(self, now_s: float) -> Heights:
        stones: list[int | None] = []
        states: list[PadState] = []
        for pad, stack in zip(self._pads, self._stacks, strict=True):
            height = stack.rest(pad.level_counts, pad.sigma_counts, now_s)
            stones.append(height)
            if pad.is_silent:
                states.append(PadState.SILENT)
            elif pad.level_counts is None:
                states.append(PadState.MOVES)
            else:
                states.append(PadState.UNCLEAR if height is None else PadState.RESTS)
        return Heights(tuple(stones), tuple(states), tuple(stack.is_back for stack in self._stacks))
