from dataclasses import replace
from random import Random

import pytest

from companion.link.decoder import Frame
from companion.link.link import Link
from companion.simulate.lead import Lead
from companion.simulate.noise import NOISES
from companion.simulate.sensors import DirectSensors

LINE = b">12 345 1 2 3*ABCD\n"


def arrivals(noise: str, lines: int) -> list[bytes]:
    """What arrives of so many equal lines."""
    lead = Lead(Random(1), NOISES[noise])
    return [lead(LINE) for _ in range(lines)]


def test_an_ideal_lead_passes_everything_on() -> None:
    """Not a byte changes."""
    assert arrivals("none", 5_000) == [LINE] * 5_000


def test_a_shaky_lead_loses_one_in_500_and_damages_one_in_1000() -> None:
    """And all the others arrive as they were sent."""
    seen = arrivals("rough", 100_000)

    assert seen.count(b"") == pytest.approx(200, rel=0.25)
    assert sum(line not in (b"", LINE) for line in seen) == pytest.approx(100, rel=0.4)


def test_a_damaged_line_has_one_wrong_byte() -> None:
    """It is as long as it was, and differs in one place."""
    damaged = [line for line in arrivals("rough", 20_000) if line not in (b"", LINE)]

    assert damaged
    assert all(len(line) == len(LINE) for line in damaged)
    assert all(sum(a != b for a, b in zip(line, LINE, strict=True)) == 1 for line in damaged)


def test_the_link_never_believes_a_damaged_line() -> None:
    """Through a lead that spoils every other line come true readings only; the rest is counted."""
    noise = replace(NOISES["none"], lost_chance=0.25, damaged_chance=0.25)
    sensors = DirectSensors(Lead(Random(2), noise))
    link = Link(sensors.port)
    counts = (1, -20, 300, -4_000, 50_000, -600_000, 7)

    frames: list[Frame] = link.poll(0.0)
    for step in range(1, 801):
        sensors.advance(step * 0.0125, counts)
        frames += link.poll(step * 0.0125)

    assert 300 < len(frames) < 500
    assert all(frame.readings == pytest.approx(counts, abs=2) for frame in frames)
    assert link.decoder.dropped > 100
    assert link.decoder.lost > 100
