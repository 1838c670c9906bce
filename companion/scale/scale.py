"""Seven pads at once: frames in, heights out, and only when a height or a pad's state has changed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from companion.link.decoder import Frame
from companion.scale.memory import Memory, PadMemory
from companion.scale.pad import Pad, PadState
from companion.scale.stack import Stack

KNOCKED_PADS = 4
"""So many pads at once are moved by a knock, not by hands."""
WORTH_KEEPING_STONES = 0.05
"""A zero, or a stone's weight, that has changed by less is not written to disk anew."""
SWING_EVERY_S = 0.1
"""So often it is looked what pads swing about: it costs as much as 25 frames."""

_UNKNOWN = (None,) * 7
# Looked up once: this is done for each pad and reading, and Python 3.11 takes its time to find a member.
_RESTS, _MOVES, _UNCLEAR, _SILENT = PadState.RESTS, PadState.MOVES, PadState.UNCLEAR, PadState.SILENT


@dataclass(frozen=True, slots=True)
class Heights:
    """What the pads say at one moment, in the order of the columns."""

    stones: tuple[int | None, ...]
    """None: not known now; `states` says why."""
    states: tuple[PadState, ...]
    back: tuple[bool, ...] = (False,) * 7
    """Whether the newest stone on a pad weighs what the one weighed that left it last: it may be the same."""
    about: tuple[int | None, ...] = _UNKNOWN
    """In a knock, how many stones make what a moving pad swings about; None: not known, or no knock."""

    @property
    def is_knocked(self) -> bool:
        """Whether so many pads move that no hands do it."""
        return self.states.count(_MOVES) >= KNOCKED_PADS


class Scale:
    """Turns frames into heights; told by the table what should lie there, it learns and follows."""

    def __init__(self, memory: Memory, counts_per_stone: Sequence[float]) -> None:
        """`counts_per_stone`: what a stone usually adds to each pad."""
        self._look_at_s = self._swing_at_s = 0.0
        self._remember(memory, counts_per_stone)
        self._is_waking = any(pad.zero_counts is not None for pad in memory.pads)
        self._heights = self._now(0.0)

    @classmethod
    def new(cls, pads: int, counts_per_stone: float) -> "Scale":
        """A scale that has never seen its pads."""
        return cls(Memory((PadMemory(),) * pads), (counts_per_stone,) * pads)

    def recalibrate(self, memory: Memory, counts_per_stone: Sequence[float]) -> None:
        """The pads were calibrated a moment ago: go on from these zeros, with what a stone adds to each."""
        self._remember(memory, counts_per_stone)
        self._is_waking = False

    def _remember(self, memory: Memory, counts_per_stone: Sequence[float]) -> None:
        self._pads = [Pad(counts) for counts in counts_per_stone]
        self._stacks = list(map(Stack, memory.pads, counts_per_stone))
        self._worth_counts = [WORTH_KEEPING_STONES * counts for counts in counts_per_stone]
        self._unset: dict[int, int] = {}
        self._kept = memory

    def keep(self) -> Memory:
        """What is to be kept over a power cut, from now on taken for kept: see `has_news`."""
        self._kept = replace(self._kept, pads=tuple(stack.memory for stack in self._stacks))
        return self._kept

    @property
    def heights(self) -> Heights:
        """As last given out."""
        return self._heights

    def has_news(self, now_s: float) -> bool:
        """Whether it is worth while to `keep` anew: a zero was made or has wandered, a stone was weighed.

        Looked at once a second: zeros have time.
        """
        if now_s < self._look_at_s:
            return False
        self._look_at_s = now_s + 1.0
        return any(
            stack.is_far_from(kept, counts)
            for stack, kept, counts in zip(self._stacks, self._kept.pads, self._worth_counts, strict=True)
        )

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

    def set_up_unknown(self, heights: Sequence[int]) -> None:
        """As `set_up`, for the pads alone that have no zero yet."""
        stacks = zip(heights, self._stacks, strict=True)
        self._unset = {
            index: height for index, (height, stack) in enumerate(stacks) if stack.memory.zero_counts is None
        }

    def set_up_anew(self, heights: Sequence[int]) -> None:
        """As `set_up`, and whatever was known of the pads is forgotten: people say that it was wrong."""
        for stack in self._stacks:
            stack.forget()
        self.set_up(heights)

    def believe(self, heights: Sequence[int]) -> None:
        """So many stones should lie on each pad now: weigh those that came, forget those that went."""
        for stack, height in zip(self._stacks, heights, strict=True):
            stack.believe(height)
        self._unset = {index: heights[index] for index in self._unset}

    def _changed(self, now_s: float) -> Heights | None:
        heights = self._now(now_s)
        # a hand on one pad shakes them all: nothing is learnt while anything moves
        if (self._unset or self._is_waking) and not any(pad.is_busy(now_s) for pad in self._pads):
            has_woken, has_set_up = self._wake(), self._set_up()
            if has_woken or has_set_up:
                heights = self._now(now_s)
        if heights == self._heights:
            return None
        self._heights = heights
        return heights

    def _wake(self) -> bool:
        """The first rest since the start: what all pads have more alike is no stone but warmth; is this it?

        Columns of one height that were all taken off meanwhile look alike, too: where every pad rests at
        the zero that it remembers, nothing lies there.
        """
        if not self._is_waking:
            return False
        offs = [off for off in (stack.off_counts() for stack in self._stacks) if off is not None]
        if not offs:
            return False
        were_there = any(stack.memory.weights_counts for stack in self._stacks)
        is_cleared = were_there and all(stack.is_bare for stack in self._stacks)
        # of a few pads, the one with a stone would be believed
        if 2 * len(offs) > len(self._stacks) and not is_cleared:
            shift = median(offs)
            for stack in self._stacks:
                stack.shift(shift)
        self._is_waking = False
        return True

    def _set_up(self) -> bool:
        """The pads that rest take what was laid out there; has one?"""
        done = [index for index, height in self._unset.items() if self._stacks[index].set_up(height)]
        for index in done:
            del self._unset[index]
        return bool(done)

    def _now(self, now_s: float) -> Heights:
        stones: list[int | None] = []
        states: list[PadState] = []
        for pad, stack in zip(self._pads, self._stacks, strict=True):
            height = stack.rest(pad.level_counts, pad.sigma_counts, now_s)
            stones.append(None if self._is_waking else height)
            if pad.is_silent:
                states.append(_SILENT)
            elif pad.level_counts is None or self._is_waking:
                states.append(_MOVES)
            else:
                states.append(_RESTS if height is not None else _UNCLEAR)
        is_back = tuple([stack.is_back for stack in self._stacks])
        heights = Heights(tuple(stones), tuple(states), is_back)
        if self._is_waking or not heights.is_knocked:
            return heights
        if sum(pad.has_dipped for pad in self._pads) < KNOCKED_PADS:
            return heights  # an arm lies across them
        if now_s >= self._swing_at_s:
            self._swing_at_s = now_s + SWING_EVERY_S
            return replace(heights, about=self._about(states))
        about = zip(self._heights.about, states, strict=True)
        return replace(heights, about=tuple([was if state is _MOVES else None for was, state in about]))

    def _about(self, states: Sequence[PadState]) -> tuple[int | None, ...]:
        """What the moving pads swing about; where that cannot be told, what they last did in this knock."""
        found: list[int | None] = []
        for pad, stack, state, before in zip(
            self._pads, self._stacks, states, self._heights.about, strict=True
        ):
            centre_counts = pad.centre_counts() if state is _MOVES else None
            about = stack.swings_about(centre_counts) if centre_counts is not None else None
            found.append(before if about is None and state is _MOVES else about)
        return tuple(found)
