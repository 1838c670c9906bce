"""What `tholos calibrate` says, in whole sentences: there is more room than on the glass."""

from collections.abc import Sequence

from companion.rules.pieces import Location
from companion.scale.calibration import (
    COUNTS_PER_GRAM,
    HEAVIEST_GRAMS,
    LIGHTEST_GRAMS,
    Calibration,
    PadCalibration,
    stone_range,
)
from companion.scale.kept import KeptCalibration
from companion.scale.step import STONES, Objection, Step, Wants, Why

_OBJECTIONS = {
    Why.MOVES: "{pads}: it moves or shakes there; hands off the table, else see to its wires and its ground",
    Why.MISSING: "{pads}: no chip answers; check its power and its wires, SCK and DOUT",
    Why.SATURATED: "{pads}: full scale; take away what lies there, else check the four wires of the cell",
    Why.SLIPPED: "{pads}: its bits cannot be trusted; shorten its wires and check its supply",
    Why.TOO_FAST: "{pads}: no chip is that fast; put SCK and DOUT right",
    Why.DEAD: "{pads}: always the same count; check its supply and its DOUT, else replace its HX711",
    Why.ZERO: "{pads}: {figure:,.0f} counts and nothing on it; take away what lies there, else the cell is "
    "bent, or its wires are mixed up",
    Why.NOT_FELT: "{pads}: nothing is felt there; lay it there, else check the cell's four wires",
    Why.ELSEWHERE: "asked for on {first}, felt on {last}; put the wires of {first} and {last} right, or the "
    "stones on {first}",
    Why.LEFT: "{pads}: something still lies there; take it along, and if nothing does, its plate rubs",
    Why.UPSIDE_DOWN: "{pads}: it reads less under a load; turn the cell over, or swap its wires A+ and A-",
    Why.UNEQUAL: "{pads}: that one weighs {figure} times the others; take all off, then lay one at a time, "
    "hands off, and another stone in place of that one",
    Why.TOO_LIGHT: "{pads}: {figure:,.0f} counts are less than a stone; {range}; lay a stone of the game "
    "there, and if it is one, see to the cell",
    Why.TOO_HEAVY: "{pads}: {figure:,.0f} counts are not one stone; {range}; lay one at a time, else "
    "name the counts per gram of your cells in the settings",
    Why.GAIN: "{pads}: the stones weigh {figure} times what they do elsewhere; are all {stones} there? Then "
    "it is another kind of cell, or something rubs",
    Why.ANEW: "{pads}: what was weighed there is not sure (a stone late, one too many, a finger on them?); "
    "lift all stones, then lay all {stones} there once more",
    Why.WAS_LOADED: "{pads}: it reads less than empty; hands off, and if something lay there at first, "
    "begin again",
    Why.RUBS: "{pads}: it did not come back to its zero; hands off, free its plate",
}

END = "It stays like that: put it right, take everything off, and begin again."
"""When it was said before what is wrong."""


def wants_text(step: Step) -> str:
    """What hands are to do."""
    pad = tuple(Location)[step.pad].value
    match step.wants:
        case Wants.EMPTY:
            return "The zeros are being made: hands off."
        case Wants.STONE:
            return f"Lay a stone of the game on {pad} ({step.number} of {STONES})."
        case Wants.PILE:
            return f"Move all {STONES} stones together to {pad}."
        case Wants.CLEAR:
            return "Take the stones off."
        case Wants.NOTHING:
            return "Calibrated."


def objection_text(objection: Objection) -> str:
    """Which pad, what is wrong with it, and the cure."""
    letters = [tuple(Location)[pad].value for pad in objection.pads]
    return _OBJECTIONS[objection.why].format(
        pads=_listed(letters),
        first=letters[0],
        last=letters[-1],
        figure=objection.figure,
        range=_ranges_text(),
        stones=STONES,
    )


def result_text(calibration: Calibration) -> str:
    """Its figures, a line a pad."""
    head = f"Calibrated with {calibration.stones} stones"
    if calibration.number:
        head = f"Calibration {calibration.number}, {calibration.made}, with {calibration.stones} stones"
    rows = ["pad       zero   a stone    spread   noise  came back at"]
    pads = zip(Location, calibration.pads, strict=True)
    rows += [_pad_text(place.value, pad) for place, pad in pads]
    return "\n".join([f"{head}; all in counts:", *rows])


def shown(kept: KeptCalibration) -> str:
    """The calibration that counts and the one before it, or that there is none."""
    if kept.fault is not None:
        now = kept.fault
    elif kept.current is None:
        now = "Not calibrated yet: the settings count."
    else:
        now = result_text(kept.current)
    return now if kept.previous is None else f"{now}\n\nBefore it:\n{result_text(kept.previous)}"


def _pad_text(letter: str, pad: PadCalibration) -> str:
    return (
        f"{letter}   {pad.zero_counts:10,.0f}{pad.stone_counts:10,.0f}{pad.spread_counts:10,.0f}"
        f"{pad.noise_counts:8,.0f}{pad.return_counts:+14,.0f}"
    )


def _ranges_text() -> str:
    sizes = zip(("500", "100"), map(stone_range, COUNTS_PER_GRAM), strict=True)
    ranges = [f"{low:,.0f} to {high:,.0f} on a {size} g cell" for size, (low, high) in sizes]
    return f"one of {LIGHTEST_GRAMS} to {HEAVIEST_GRAMS} g makes {' or '.join(ranges)}"


def _listed(letters: Sequence[str]) -> str:
    return letters[0] if len(letters) == 1 else f"{', '.join(letters[:-1])} and {letters[-1]}"
