"""What a calibration has found: of each pad its zero, and what a stone adds to it. Pure; sealed JSON."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any
from zlib import crc32

from companion.scale.memory import Memory, PadMemory

FORM = 2
"""Of the JSON; raised when an older companion could misread it. 1 had no seal."""
COUNTS_PER_GRAM = (2_150.0, 12_900.0)
"""Of the cells that the parts list knows, 500 g at 0.5 mV/V and 100 g at 0.6 mV/V: output in V/V * 128 * 2^24
/ capacity (HX711 data sheet, gain 128)."""
CELL_SPREAD = 0.2
"""A cell's output may be off by this part: 0.5 +- 0.1 mV/V (Seeed, Weight Sensor (Load Cell) 0-500g)."""
LIGHTEST_GRAMS, HEAVIEST_GRAMS = 2.2, 6.5
"""A stone of the game, on the average: estimated from the printed board and the density of beech."""
LARGEST_ZERO_COUNTS = 215_000
"""The zero of a cell that nothing lies on: 0.1 mV/V either way (a 1 kg bar's sheet, DFRobot SEN0160)."""
PLATE_GRAMS = 60.0
"""The most that a pad's own plate weighs: twice what a printed one would, an estimate."""

_SEAL = ', "seal": '
"""Begins the end of the text: the CRC-32 of all before it, which finds every burst of up to 32 bits."""


@dataclass(frozen=True, slots=True)
class PadCalibration:
    """One pad, in raw counts as its chip gives them."""

    zero_counts: float
    """The reading of the empty pad."""
    stone_counts: float
    """What a stone adds, on the average of those that were laid on it."""
    spread_counts: float
    """The standard deviation of single stones from that."""
    noise_counts: float
    """The standard deviation of single readings of the empty pad."""
    return_counts: float
    """How much more it read empty after the stones than before them: warmth, or something that rubs."""


@dataclass(frozen=True, slots=True)
class Calibration:
    """All pads, in the order of the columns."""

    stones: int
    """So many stones were laid on each pad."""
    pads: tuple[PadCalibration, ...]
    number: int = 0
    """Counts up with each one that is kept, from 1; 0: this one is not kept yet."""
    made: str = ""
    """Date and time as the machine believed them, for people; nothing is decided by it."""

    @property
    def name(self) -> str:
        """Tells it from all others: a machine without a battery may give two of them one date."""
        return f"{self.number} of {self.made}"

    @property
    def stones_counts(self) -> tuple[float, ...]:
        """What a stone adds to each pad."""
        return tuple(pad.stone_counts for pad in self.pads)

    def memory(self, heights: Sequence[int]) -> Memory:
        """The zeros found here, with so many usual stones on each pad."""
        pads = zip(self.pads, heights, strict=True)
        return Memory(
            tuple(PadMemory(pad.zero_counts, (pad.stone_counts,) * height) for pad, height in pads), self.name
        )

    def to_json(self) -> str:
        """A few lines of JSON, a pad a line, for the disk and for people; a change in it is told."""
        head = {"form": FORM, "number": self.number, "made": self.made, "stones": self.stones}
        pads = ",\n  ".join(
            json.dumps({key: round(value, 1) for key, value in asdict(pad).items()}) for pad in self.pads
        )
        return _sealed(f'{json.dumps(head)[:-1]}, "pads": [\n  {pads}\n]')

    @classmethod
    def from_json(cls, text: str, pads: int) -> "Calibration":
        """What `to_json` wrote, to a tenth of a count.

        Raises ValueError that goes on a sentence about the text: what is the matter with it.
        """
        try:
            kept = json.loads(text)
            form = kept["form"]
        except (KeyError, TypeError, RecursionError) as error:
            raise ValueError("is damaged (it is no calibration)") from error
        except ValueError as error:
            raise ValueError(f"is damaged ({error})") from error
        if form != FORM:  # before all else: another form has other fields
            raise ValueError(f"is of another version of the companion (form {form!r:.20}, here {FORM})")
        if text != _sealed(text.rpartition(_SEAL)[0]):
            raise ValueError("is damaged (it is not what was written)")
        found = cls._from_values(kept)
        if len(found.pads) != pads:
            raise ValueError(f"is for {len(found.pads)} pads, and there are {pads}")
        return found

    @classmethod
    def _from_values(cls, kept: dict[str, Any]) -> "Calibration":
        found = tuple(PadCalibration(**pad) for pad in kept["pads"])
        return cls(stones=kept["stones"], pads=found, number=kept["number"], made=kept["made"])


def is_stone(stone_counts: float, nominal: Sequence[float], leeway: float = 0.0) -> bool:
    """Whether so many counts can be one stone on a cell of one of these nominal counts per gram.

    `leeway`: by what part a stone may be lighter or heavier than the average ones.
    """
    return any(
        low * (1 - leeway) <= stone_counts <= high * (1 + leeway) for low, high in map(stone_range, nominal)
    )


def stone_range(nominal: float) -> tuple[float, float]:
    """The fewest and the most counts of a usual stone on cells of so many counts per gram."""
    return (
        LIGHTEST_GRAMS * nominal * (1 - CELL_SPREAD),
        HEAVIEST_GRAMS * nominal * (1 + CELL_SPREAD),
    )


def cell_of(stone_counts: float, nominal: Sequence[float]) -> float:
    """Of these nominal counts per gram, in order, those of the cell on which a usual stone adds so much."""
    return next((each for each in nominal if stone_counts <= stone_range(each)[1]), nominal[-1])


def is_far_zero(zero_counts: float, nominal: float) -> bool:
    """Whether no sound cell of so many counts per gram reads that when its pad is empty.

    Half as much again as a good cell may, and its plate, are none too many.
    """
    return abs(zero_counts) > 1.5 * LARGEST_ZERO_COUNTS + PLATE_GRAMS * nominal


def _sealed(text: str) -> str:
    """JSON without its last brace, with its seal."""
    return f'{text}{_SEAL}"{crc32(text.encode()):08x}"}}\n'
