"""What the scale must remember over a power cut: per pad its zero, and what each stone there weighs."""

import json
from dataclasses import asdict, dataclass


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
            pads = (PadMemory(pad["zero_counts"], tuple(pad["weights_counts"])) for pad in kept["pads"])
            return cls(tuple(pads), str(kept["calibration"]))
        except (ValueError, KeyError, TypeError):
            return None
