"""A log that nothing floods: what comes and goes all the time is told once a minute, with a count."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

AT_FIRST = 4
"""Lines of one thing in a minute that are told as they come: twice out and in again, as by hand."""
EVERY_S = 60.0
"""What comes more often is told so seldom: a pad on a loose wire makes 64 lines an hour, not thousands."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line for the log."""

    of: str
    """What it is about: lines of the same thing are told seldom; "": each of them is told."""
    level: int
    """As `logging` counts."""
    text: str


class Seldom:
    """Passes lines on; of those that are too many the newest, once a minute, until a minute is calm."""

    def __init__(self, now_s: float) -> None:
        self._told: dict[str, int] = {}
        self._held: dict[str, tuple[Line, int]] = {}
        self._due_s = now_s + EVERY_S

    def pass_on(self, lines: Iterable[Line], now_s: float) -> list[Line]:
        """What is to be told now, of these and of what was held back; to be called each second or so."""
        passed = []
        if now_s >= self._due_s:
            self._told = dict.fromkeys(self._held, AT_FIRST)
            self._due_s = now_s + EVERY_S
            passed = self.rest()
        for line in lines:
            told = self._told.get(line.of, 0)
            if line.of and told >= AT_FIRST:
                self._held[line.of] = (line, self._held.get(line.of, (line, 0))[1] + 1)
            else:
                self._told[line.of] = told + 1
                passed.append(line)
        return passed

    def rest(self) -> list[Line]:
        """All that is held back, to be told now: how each of those things is, and how many lines it was."""
        held, self._held = self._held, {}
        return [
            line if count == 1 else replace(line, text=f"{line.text} ({count - 1} lines before it not told)")
            for line, count in held.values()
        ]
