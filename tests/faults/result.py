"""What became of a game when a fault struck, and how many of them add up."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

HEAL_S = 5.0
"""So long healing may take once the cause is gone."""


@dataclass(frozen=True, slots=True)
class Trial:
    """One time that a fault struck."""

    fault: str
    clock: str
    """Whose seconds: "simulated" or "real"."""
    at_turn: int
    """Turns that were settled by then."""
    heal_s: float | None
    """From when the cause was gone until all was well again; None: it was not within half a minute."""
    turns_lost: int = 0
    """Turns shown as settled before, and not known afterwards."""
    is_game_lost: bool = False
    wrong: str = ""
    """What was believed that was not so; "" for nothing."""
    unresolved: str = ""
    """What the device never understood afterwards, whatever people did; "" for nothing."""
    what: str = ""
    """Which way it struck, and what was not well until the end."""

    felt: str = ""
    """What was not well first, and what the device had to feel; "" for nothing."""
    unfelt: str = ""
    """What it had to feel and has not: then nothing was tried; "" where it has."""

    @property
    def is_good(self) -> bool:
        """It did strike; nothing lost, nothing wrong, and healed in time."""
        is_in_time = self.heal_s is not None and self.heal_s <= HEAL_S
        is_harmed = self.turns_lost or self.is_game_lost or self.wrong or self.unresolved
        return is_in_time and not is_harmed and not self.unfelt


def tally(trials: Sequence[Trial]) -> list[dict[str, Any]]:
    """A row for each fault, in the order in which they come."""
    names = list(dict.fromkeys(trial.fault for trial in trials))
    return [_row(name, [trial for trial in trials if trial.fault == name]) for name in names]


def _row(name: str, trials: list[Trial]) -> dict[str, Any]:
    healed = sorted(trial.heal_s for trial in trials if trial.heal_s is not None)
    return {
        "fault": name,
        "clock": trials[0].clock,
        "times": len(trials),
        "felt": sum(not trial.unfelt for trial in trials),
        "games_lost": sum(trial.is_game_lost for trial in trials),
        "turns_lost": sum(trial.turns_lost for trial in trials),
        "wrong_beliefs": sum(bool(trial.wrong) for trial in trials),
        "unresolved": sum(bool(trial.unresolved) for trial in trials),
        "not_healed": sum(trial.heal_s is None for trial in trials),
        "healed_late": sum(heal_s > HEAL_S for heal_s in healed),
        "heal_s": {
            "median": round(healed[len(healed) // 2], 2) if healed else None,
            "longest": round(healed[-1], 2) if healed else None,
        },
        "told": [_told(trial) for trial in trials if not trial.is_good],
    }


def _told(trial: Trial) -> str:
    parts = (trial.what, trial.wrong, trial.unresolved, trial.unfelt)
    return f"after {trial.at_turn} turns: {'; '.join(part for part in parts if part)}"


def table(rows: Iterable[dict[str, Any]]) -> str:
    """The same for people."""
    heads = (
        "fault",
        "clock",
        "times",
        "felt",
        "games",
        "turns",
        "wrong",
        "unresolved",
        "late",
        "median s",
        "longest s",
    )
    lines = [heads]
    for row in rows:
        names = ("times", "felt", "games_lost", "turns_lost", "wrong_beliefs", "unresolved")
        counts = [row[name] for name in names]
        late, heal = row["not_healed"] + row["healed_late"], row["heal_s"]
        lines.append(
            (row["fault"], row["clock"], *map(str, (*counts, late, heal["median"], heal["longest"])))
        )
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads))]
    return "\n".join(
        "  ".join(
            f"{cell:{width}}" if place < 2 else f"{cell:>{width}}"
            for place, (cell, width) in enumerate(zip(line, widths, strict=True))
        )
        for line in lines
    )
