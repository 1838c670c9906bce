"""What a simulation has to tell at its end: the JSON of `tholos simulate`."""

from dataclasses import dataclass, field
from statistics import quantiles
from typing import Any


@dataclass(slots=True)
class Report:
    """Collected while a script is played."""

    presses: int = 0
    questions: list[dict[str, Any]] = field(default_factory=list)
    warnings: list[dict[str, Any]] = field(default_factory=list)
    latencies_s: list[float] = field(default_factory=list)
    """From the moment the last stone of an act rests to the first screen that shows it."""

    def as_json(
        self, *, turns: tuple[str, ...], position: str, result: str, truth: dict[str, Any], agrees: bool
    ) -> dict[str, Any]:
        """All of it, with what the device believes and what lies on the table."""
        return {
            "turns": list(turns),
            "position": position,
            "result": result,
            "presses": self.presses,
            "questions": self.questions,
            "warnings": self.warnings,
            "truth": truth,
            "agrees": agrees,
            "latency_ms": summary_ms(self.latencies_s),
        }


def summary_ms(latencies_s: list[float]) -> dict[str, float | None]:
    """Median, 95th percentile and largest in milliseconds; None where there was none."""
    if not latencies_s:
        return {"p50": None, "p95": None, "max": None}
    cuts = quantiles(latencies_s * 2, n=100, method="inclusive")  # twice: one value alone has no quantiles
    return {
        "p50": round(cuts[49] * 1000, 1),
        "p95": round(cuts[94] * 1000, 1),
        "max": round(max(latencies_s) * 1000, 1),
    }
