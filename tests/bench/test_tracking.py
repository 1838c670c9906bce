import pytest

from tests.bench.game import play
from tests.bench.tracking import run

MOST_LATENCY_MS, MOST_MISMATCH_MS = 350.0, 3_000.0
"""Simulated time, the machine's own counts for little. A mismatch waits for hands that are on the pads."""
SPARE_PRESSES = 0.15
"""A turn, in games of some sixty: people answer late, and press what hands then answer."""


@pytest.mark.parametrize("index", range(6))
def test_the_device_keeps_up_with_people(index: int) -> None:
    """A whole game on an ordinary plate: every turn is settled as it was played, and the end is agreed on."""
    played = play(7, index, "field")
    told = played.measures.as_json()

    assert played.verdict is None, "\n".join(played.events)
    assert told["latency_ms"]["p95"] <= MOST_LATENCY_MS
    assert told["presses_per_turn"] <= told["presses_needed_per_turn"] + SPARE_PRESSES
    assert (told["false_mismatches_per_game"], told["illegal_acts_not_told"]) == (0, 0)
    assert (told["mismatch_ms"]["max"] or 0) <= MOST_MISMATCH_MS


@pytest.mark.parametrize("index", range(3))
def test_the_device_keeps_up_on_a_poor_plate(index: int) -> None:
    """Noise, sparks, drift, knocks and a shaky lead make it slower, not wrong."""
    played = play(7, index, "rough")

    assert played.verdict is None, "\n".join(played.events)
    assert played.measures.counts["not_told"] == 0


def test_a_game_is_a_seed_and_a_number() -> None:
    """Played again, it is the same to the last event; so one that failed can be looked at."""
    first, again = play(3, 1, "field"), play(3, 1, "field")

    assert first.events == again.events


def test_games_add_up() -> None:
    """Two games have as many turns as both, and the plain tracker has been judged on the same ones."""
    both = run(5, [0, 1], "none", jobs=1)

    turns = [game.measures.counts["turns"] for game in both]
    figures = both[0].measures
    figures.join(both[1].measures)
    told = figures.as_json()

    assert told["games"] == 2
    assert told["turns"] == sum(turns)
    assert min(turns) > 20
    assert told["plain"]["wrong_turns"] <= told["turns"]
    assert told["latency_ms"]["p50"] < told["plain"]["latency_ms"]["p50"]
