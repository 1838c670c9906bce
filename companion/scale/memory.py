"""What the scale must remember over a power cut: per pad its zero, its gain and the stones that lie on it."""

import json
from dataclasses import asdict, dataclass

from companion.errors import CompanionError


@dataclass(frozen=True, slots=True)
class PadMemory:
    """One pad, in raw counts as the chip gives them."""

    counts_per_stone: float
    """What a stone usually adds."""
    zero_counts: float | None = None
    """The reading of the empty pad; None: never seen at rest with a known height."""
    weights_counts: tuple[float, ...] = ()
    """What each stone that lies there added when it came, bottom to top."""


@dataclass(frozen=True, slots=True)
class Memory:
    """All pads, in the order of the columns."""

    pads: tuple[PadMemory, ...]

    def to_json(self) -> str:
        """One line of JSON, to be kept by the journal."""
        return json.dumps([asdict(pad) for pad in self.pads])

    @classmethod
    def from_json(cls, text: str) -> "Memory":
        """Read what `to_json` wrote.

        Raises:
            CompanionError: the text is something else.

        """
        try:
            pads = [
                PadMemory(pad["counts_per_stone"], pad["zero_counts"], tuple(pad["weights_counts"]))
                for pad in json.loads(text)
            ]
        except (ValueError, KeyError, TypeError) as error:
            raise CompanionError(
                "the kept zeros of the pads cannot be read", cure="calibrate again"
            ) from error
        return cls(tuple(pads))
