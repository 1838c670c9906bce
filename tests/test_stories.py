from pathlib import Path

import pytest

from companion.simulate import acts
from companion.simulate.script import read_script
from companion.simulate.session import play_script

WAITING = {"correcting-the-board"}
"""Stories that need the menu, which is not there yet."""
TABLES = sorted(
    table for table in (Path(__file__).parent / "tables").glob("*.table") if table.stem not in WAITING
)
MOST_LATENCY_MS = 300.0
"""From a stone at rest to the screen that shows it: sooner than a hand has fetched the next stone."""

each_story = pytest.mark.parametrize("table", TABLES, ids=[table.stem for table in TABLES])


def expectations(table: Path) -> list[acts.Act]:
    """The lines of a story that can fail."""
    return [act for act in read_script(table) if isinstance(act, acts.Expectation)]


def ends_open(table: Path) -> bool:
    """Whether the story stops where something is still to be answered or mended."""
    return isinstance(expectations(table)[-1], acts.ExpectQuestion | acts.ExpectMismatch)


def check_told(table: Path, *, is_fast: bool, seed: int) -> None:
    """Play a story in simulated time and hold the device to it, to its stones and to its pace."""
    outcome = play_script(table, noise="field", seed=seed, is_fast=is_fast, is_paced=False)

    p95_ms = outcome.report["latency_ms"]["p95"]
    assert outcome.failure is None, str(outcome.failure)
    assert outcome.report["agrees"] or ends_open(table)
    assert p95_ms is None or 0 < p95_ms < MOST_LATENCY_MS


def test_there_are_stories() -> None:
    """The device is told from whole evenings, not from an empty folder."""
    assert len(TABLES) >= 9


@each_story
def test_a_story_has_something_to_hold(table: Path) -> None:
    """Every story says what must come of it."""
    assert expectations(table)


@pytest.mark.timeout(120)  # a whole game through the firmware, on a machine with other work
@each_story
def test_a_story_goes_as_told_through_the_firmware(table: Path) -> None:
    """Stones on noisy pads, through the real firmware and a serial line, come out as the people meant."""
    check_told(table, is_fast=False, seed=1)


@pytest.mark.timeout(60)
@each_story
def test_a_story_goes_as_told_at_another_table(table: Path) -> None:
    """Other stones, other cells and other hands make no difference."""
    check_told(table, is_fast=True, seed=11)
