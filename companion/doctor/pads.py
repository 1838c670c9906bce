"""Each pad: what it measures with nobody's hand on it."""

from collections.abc import Callable, Iterator, Sequence

from companion.doctor.cell import Cell
from companion.doctor.finding import Finding, Verdict
from companion.link.decoder import Lack
from companion.listening import Heard
from companion.scale.health import USUAL_NOISE_COUNTS, Condition, PadHealth, pad_health

PART = "pads"
HEAR_S = 10.0
"""In so long a drift of 0.1 g a minute stands out of the usual noise."""
PADS = "ABCDEFG"
POOR_NOISE_STONES = 0.05
"""Sigma of single readings above which a stone is not surely told from two (companion/scale/pad.py)."""
FAULTY_GRAMS_PER_MIN = 5.0
"""Drift that is no warmth: 15 g in two minutes were a fault (SparkFun forum 45949), 2 g a minute not yet."""
_ALIKE = 5  # so many pads with one ailment have one cause
_STRAYS = (Condition.UNSTEADY, Condition.DRIFTING)  # within seconds the one often passes for the other
_AILMENTS = (
    *((each,) for each in Condition if each not in (*_STRAYS, Condition.GOOD)),
    _STRAYS,
)
_WIRES = "check its four wires to the Pico: 3.3 V, ground, SCK, DOUT (hardware/README.md)"
_BRIDGE = "check the cell's four wires E+ E− A+ A−, and that nothing presses on the pad"
_SUPPLY = "bridge E− to GND on its module, feed it 3.3 V, keep its wires short and off mains leads"
_TEMPER = "let it warm up for 15 minutes, keep draughts and sun off; if it stays, replace the cell"
_COMMON = "look for what they share: the 3.3 V supply and ground from the Pico, warmth, the table"


def pads(heard: Heard, cells: Sequence[Cell]) -> list[Finding]:
    """One line a pad, and one where several have the same ailment: then it is none of theirs."""
    if heard.fault is not None:
        return [Finding(PART, Verdict.BAD, "no pad can be looked at: no frames come", "see the part sensors")]
    health = pad_health(heard.frames, [cell.stone_counts for cell in cells])
    found = [_finding(name, pad, cell) for name, pad, cell in zip(PADS, health, cells, strict=False)]
    return [*found, *_alike(health)]


def _alike(health: Sequence[PadHealth]) -> Iterator[Finding]:
    for ailments in _AILMENTS:
        names = [name for name, pad in zip(PADS, health, strict=False) if pad.condition in ailments]
        if len(names) >= _ALIKE:
            kinds = " or ".join(condition.value for condition in ailments)
            says = f"{len(names)} pads are {kinds}: one cause for all is likely"
            yield Finding(PART, Verdict.SUSPICIOUS, says, _COMMON, {"pads": names})


def _finding(name: str, pad: PadHealth, cell: Cell) -> Finding:
    verdict, says, cure = _OF[pad.condition](pad, cell)
    return Finding(PART, verdict, f"{name}: {says}", cure, _figures(name, pad, cell))


def _figures(name: str, pad: PadHealth, cell: Cell) -> dict[str, object]:
    figures: dict[str, object] = {
        "pad": name,
        "condition": pad.condition.value,
        "rate_hz": round(pad.rate_hz, 1),
        "wild_share": round(pad.wild_share, 5),
        **{f"{lack.name.lower()}_share": round(share, 5) for lack, share in pad.lacks.items() if share},
    }
    for key in ("mean_counts", "noise_counts", "drift_counts_per_s", "wander_counts"):
        value = getattr(pad, key)
        figures[key] = None if value is None else round(value, 2)
    figures["drift_grams_per_min"] = _drift(pad, cell)
    return figures


def _drift(pad: PadHealth, cell: Cell) -> float | None:
    if pad.drift_counts_per_s is None:
        return None
    return round(cell.grams(pad.drift_counts_per_s) * 60, 3)


_Judged = tuple[Verdict, str, str]


def _measured(pad: PadHealth, cell: Cell) -> str:
    noise = pad.noise_counts or 0.0
    return (
        f"{pad.rate_hz:.0f} readings a second, zero {pad.mean_counts or 0:.0f} counts, "
        f"noise {noise:.0f} counts ({cell.grams(noise) * 1000:.0f} mg), "
        f"drift {_drift(pad, cell) or 0:+.2f} g a minute"
    )


def _good(pad: PadHealth, cell: Cell) -> _Judged:
    if cell.is_far_zero(pad.mean_counts or 0):
        says = f"its zero is far off, at {pad.mean_counts:.0f} counts"
        return Verdict.SUSPICIOUS, says, "take off what lies on it; if nothing does, the cell is bent"
    return Verdict.GOOD, _measured(pad, cell), ""


def _of_lack(lack: Lack, all_the_time: str, cure: str) -> "_Judge":
    def judge(pad: PadHealth, cell: Cell) -> _Judged:
        share = pad.lacks[lack]
        says = all_the_time if share > 0.5 else f"{all_the_time}, in {share:.1%} of the frames: a loose wire?"
        return Verdict.BAD, says, cure

    return judge


def _dead(pad: PadHealth, cell: Cell) -> _Judged:
    says = "it says the same all the time: its chip hangs, DOUT is shorted, or SCK is off"
    return Verdict.BAD, says, f"unplug the sensors, plug them in; if it stays, {_WIRES}"


def _too_fast(pad: PadHealth, cell: Cell) -> _Judged:
    return Verdict.BAD, "more readings come than any chip makes", "SCK or DOUT is on a wrong pin: " + _WIRES


def _slow(pad: PadHealth, cell: Cell) -> _Judged:
    says = f"{pad.rate_hz:.0f} readings a second in place of 80"
    if pad.is_rate_low:
        return (
            Verdict.SUSPICIOUS,
            f"{says}: its RATE pin is low",
            "tie RATE to VCC on its module (the jumper, or pin 15 of the chip); stones are seen late else",
        )
    return Verdict.BAD, says, f"readings get lost: {_WIRES}"


def _wild(pad: PadHealth, cell: Cell) -> _Judged:
    says = f"{pad.wild_share:.1%} of its readings are far off (half, double, or nothing but ones)"
    return Verdict.SUSPICIOUS, says, f"bits slip on long or bad wires: {_WIRES}"


def _noisy(pad: PadHealth, cell: Cell) -> _Judged:
    noise = pad.noise_counts or 0.0
    is_poor = noise > POOR_NOISE_STONES * cell.stone_counts
    says = f"noise of {noise:.0f} counts ({cell.grams(noise):.2f} g), usual are {USUAL_NOISE_COUNTS:.0f}"
    return (Verdict.BAD if is_poor else Verdict.SUSPICIOUS), says, _SUPPLY


def _unsteady(pad: PadHealth, cell: Cell) -> _Judged:
    says = f"it wandered by {cell.grams(pad.wander_counts or 0.0):.1f} g within seconds"
    cure = f"hands off, and ask again; if it stays: {_SUPPLY}"
    return Verdict.SUSPICIOUS, says, cure


def _drifting(pad: PadHealth, cell: Cell) -> _Judged:
    drift = _drift(pad, cell) or 0.0
    is_faulty = abs(drift) > FAULTY_GRAMS_PER_MIN
    says = f"it drifts by {drift:+.2f} g a minute"
    if is_faulty:
        return Verdict.BAD, f"{says}: a worn or wet cell", f"replace the cell; before that, {_BRIDGE}"
    return Verdict.SUSPICIOUS, says, _TEMPER


def _unheard(pad: PadHealth, cell: Cell) -> _Judged:
    return Verdict.BAD, f"only {pad.readings} readings came", _WIRES


_Judge = Callable[[PadHealth, Cell], _Judged]

_OF: dict[Condition, _Judge] = {
    Condition.MISSING: _of_lack(Lack.MISSING, "it does not answer", _WIRES),
    Condition.SATURATED: _of_lack(
        Lack.SATURATED, "it is at the end of its range: a bridge wire is open, or far too much on it", _BRIDGE
    ),
    Condition.SLIPPED: _of_lack(Lack.SLIPPED, "its bits slip", f"shorter wires: {_WIRES}"),
    Condition.DEAD: _dead,
    Condition.TOO_FAST: _too_fast,
    Condition.SLOW: _slow,
    Condition.WILD: _wild,
    Condition.NOISY: _noisy,
    Condition.UNSTEADY: _unsteady,
    Condition.DRIFTING: _drifting,
    Condition.UNHEARD: _unheard,
    Condition.GOOD: _good,
}
