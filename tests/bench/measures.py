"""What is counted and timed in a game, and how many games add up."""

import math
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

_BINS_PER_E = 50  # a bin is 2 % wide: near enough for times that vary by hundreds


@dataclass(slots=True)
class Times:
    """Any number of durations in seconds, kept as a histogram: only the largest is exact."""

    bins: Counter[int] = field(default_factory=Counter)
    largest_s: float = 0.0
    sum_s: float = 0.0

    def add(self, seconds: float) -> None:
        """One more."""
        self.bins[round(_BINS_PER_E * math.log(max(seconds, 1e-7)))] += 1
        self.largest_s = max(self.largest_s, seconds)
        self.sum_s += seconds

    def join(self, other: "Times") -> None:
        """All of another's too."""
        self.bins += other.bins
        self.largest_s = max(self.largest_s, other.largest_s)
        self.sum_s += other.sum_s

    def at(self, part: float) -> float | None:
        """The quantile at a part from 0 to 1, in seconds; None: nothing was timed."""
        left = part * self.bins.total()
        for index in sorted(self.bins):
            left -= self.bins[index]
            if left <= 0:
                return min(self.largest_s, math.exp(index / _BINS_PER_E))
        return None

    def as_json(self, unit: float) -> dict[str, float | None]:
        """Median, 95th percentile and largest in units of so many seconds."""
        cuts = {"p50": self.at(0.5), "p95": self.at(0.95), "max": self.largest_s if self.bins else None}
        return {name: None if cut is None else round(cut / unit, 1) for name, cut in cuts.items()}


@dataclass(slots=True)
class Measures:
    """One game's, or many games' together."""

    counts: Counter[str] = field(default_factory=Counter)
    times: dict[str, Times] = field(default_factory=dict)

    def count(self, name: str, by: int = 1) -> None:
        """Something happened so many times."""
        self.counts[name] += by

    def time(self, name: str, seconds: float) -> None:
        """Something took so long."""
        self.times.setdefault(name, Times()).add(seconds)

    def join(self, other: "Measures") -> None:
        """Another game's too."""
        self.counts += other.counts
        for name, times in other.times.items():
            self.times.setdefault(name, Times()).join(times)

    def as_json(self) -> dict[str, Any]:
        """The bench's output; per turn means per turn that was truly played."""
        counts = self.counts
        turns, games = max(1, counts["turns"]), max(1, counts["games"])
        simulated_s = counts["frames"] * 0.0125
        return {
            "games": counts["games"],
            "turns": counts["turns"],
            "wrong_settled": counts["wrong_settled"],
            "unresolved": counts["unresolved"],
            "questions_per_turn": round(counts["questions"] / turns, 3),
            "questions": {name[4:]: n for name, n in sorted(counts.items()) if name.startswith("ask ")},
            "presses_per_turn": round(counts["presses"] / turns, 3),
            "presses_needed_per_turn": round(counts["needed"] / turns, 3),
            "unasked_presses_per_turn": round(counts["unasked"] / turns, 3),
            "revised": counts["revised"],
            "refused_presses": counts["refused"],
            "presses_unsaid": counts["repairs"],
            "false_mismatches_per_game": round(counts["false_mismatches"] / games, 3),
            "illegal_acts": counts["illegal_acts"],
            "illegal_acts_not_told": counts["not_told"],
            "mismatch_ms": self._times("mismatch", 1e-3),
            "latency_ms": self._times("latency", 1e-3),
            "compute_us": {
                "frame": self._times("frame", 1e-6),
                "event": self._times("event", 1e-6),
                "settled": self._times("settled", 1e-6),
            },
            "cpu_percent_of_core": round(100 * self._sum_s() / simulated_s, 2) if simulated_s else None,
            "plain": {
                "wrong_turns": counts["plain_wrong"],
                "latency_ms": self._times("plain", 1e-3),
            },
            "happened": {name[3:]: n for name, n in sorted(counts.items()) if name.startswith("do ")},
            "simulated_s": round(simulated_s),
        }

    def _times(self, name: str, unit: float) -> dict[str, float | None]:
        return self.times.get(name, Times()).as_json(unit)

    def _sum_s(self) -> float:
        return sum(self.times.get(name, Times()).sum_s for name in ("frame", "event"))
