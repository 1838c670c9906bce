"""What the scale must remember over a power cut: per pad its zero, and what each stone there weighs."""

import json
from dataclasses import asdict, dataclass
from math import isfinite


@dataclass(frozen=True, slots=True)
class PadMemory:
    """One pad, in raw counts as the chip gives them."""

    zero_counts: float | None = None
    """The reading of the empty pad; None: never seen at rest with a known height."""
    weights_counts: tuple[float, ...] = ()
    """What each stone that lies there added when it came, bottom to top."""


@dataclass(frozen=True, slots=True)
class Memory:
    """All pads, in the order of the columns."""

    pads: tuple[PadMemory, ...]
    calibration: str = ""
    """The name of the calibration that this was seen with; "": none. Of another one the zeros are its own."""

    def to_json(self) -> str:
        """One line of JSON, to be kept by the journal."""
        return json.dumps({"calibration": self.calibration, "pads": [asdict(pad) for pad in self.pads]})

    @classmethod
    def from_json(cls, text: str) -> "Memory | None":
        """What `to_json` wrote; None: the text is something else, and every pad must be seen anew."""
        try:
            kept = json.loads(text)
            if isinstance(kept, list):  # as it was written before there were calibrations
                kept = {"calibration": "", "pads": kept}
            pads = (
                PadMemory(
                    None if pad["zero_counts"] is None else _counts(pad["zero_counts"]),
                    tuple(map(_counts, pad["weights_counts"])),
                )
                for pad in kept["pads"]
            )
            return cls(tuple(pads), str(kept["calibration"]))
        except (ValueError, KeyError, TypeError, RecursionError, OverflowError):
            return None


def _counts(value: float) -> float:
    """Raises ValueError, TypeError or OverflowError for what is no number."""
    if not isfinite(value):
        raise ValueError(f"{value} counts")
    return value
