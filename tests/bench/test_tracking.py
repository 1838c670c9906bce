import pytest

from tests.bench.game import play
from tests.bench.tracking import run


@pytest.mark.parametrize("index", range(6))
def test_the_device_keeps_up_with_people(index: int) -> None:
    """A whole game on an ordinary plate: every turn is settled as it was played, and the end is agreed on."""
    played = play(7, index, "field")

    assert played.verdict is None, "\n".join(played.events)
    assert played.measures.counts["wrong_settled"] == 0


@pytest.mark.parametrize("index", range(3))
def test_the_device_keeps_up_on_a_poor_plate(index: int) -> None:
    """Noise, sparks, drift, knocks and a shaky lead make it slower, not wrong."""
    played = play(7, index, "rough")

    assert played.verdict is None, "\n".join(played.events)
    assert played.measures.counts["wrong_settled"] == 0


def test_a_game_is_a_seed_and_a_number() -> None:
    """Played again, it is the same to the last event; so one that failed can be looked at."""
    first, again = play(3, 1, "field"), play(3, 1, "field")

    assert first.events == again.events


def test_games_add_up() -> None:
    """Two games have as many turns as both, and the plain tracker has been judged on the same ones."""
    both = run(5, [0, 1], "none", jobs=1)

    figures = both[0].measures
    figures.join(both[1].measures)
    told = figures.as_json()

    assert told["games"] == 2
    assert told["turns"] == figures.counts["turns"] > 50
    assert told["plain"]["wrong_turns"] <= told["turns"]
    assert told["latency_ms"]["p50"] < told["plain"]["latency_ms"]["p50"]
