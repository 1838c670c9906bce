"""What the doctor found: one line for people, and the figures behind it for programs."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum


class Verdict(Enum):
    """How good it is; the value is the word that people read."""

    GOOD = "good"
    SUSPICIOUS = "suspicious"
    """The game can be played; something wants to be looked at, or could not be looked at."""
    BAD = "bad"
    """Something does not work."""


_STATUS = {Verdict.GOOD: 0, Verdict.SUSPICIOUS: 1, Verdict.BAD: 2}


@dataclass(frozen=True, slots=True)
class Finding:
    """One line of the doctor's."""

    part: str
    """As it is named on the command line."""
    verdict: Verdict
    says: str
    cure: str = ""
    """What to do about it; "" where nothing is to be done."""
    figures: Mapping[str, object] = field(default_factory=dict)
    """What was measured: numbers, words and lists of them; the names carry the units."""

    def __str__(self) -> str:
        """The line for people."""
        line = f"{self.verdict.value:10}  {self.part:8}  {self.says}"
        return " ".join(f"{line}; {self.cure}".splitlines()) if self.cure else " ".join(line.splitlines())

    def values(self) -> dict[str, object]:
        """The same as the keys and values that programs read."""
        return {
            "part": self.part,
            "verdict": self.verdict.value,
            "says": self.says,
            "cure": self.cure,
            "figures": dict(self.figures),
        }


def exit_status(findings: Iterable[Finding]) -> int:
    """0 all good, 1 something suspicious, 2 something bad."""
    return max((_STATUS[finding.verdict] for finding in findings), default=0)
