"""What would be known if other stones lay on some columns. Pure."""

from collections.abc import Mapping
from dataclasses import replace

from companion.rules.pieces import Location
from companion.tracker.columns import Rest
from companion.tracker.evidence import Evidence
from companion.tracker.explanation import heights_of


def supposing(evidence: Evidence, lying: Mapping[Location, Rest]) -> Evidence:
    """The same evidence, but for these columns: how high they are, and when they became so."""
    heights = heights_of(evidence.position)
    steps, rests = list(evidence.steps), list(evidence.rests)
    moved_s, lowered_s, raised_s = map(dict, (evidence.moved_s, evidence.lowered_s, evidence.raised_s))
    for place, rest in lying.items():
        step, at_s = rest.height - heights[place.index], (rest.since_s, rest.rested_s)
        if step < steps[place.index]:
            lowered_s.setdefault(place, at_s)
        else:
            raised_s[place] = at_s
        moved_s[place] = at_s
        if not step:
            del moved_s[place]
        steps[place.index] = step
        rests[place.index] |= {step}
    return replace(
        evidence,
        steps=tuple(steps),
        rests=tuple(rests),
        moved_s=moved_s,
        lowered_s=lowered_s,
        raised_s=raised_s,
    )
