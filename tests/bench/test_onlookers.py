import pytest

from tests.bench.onlookers import measure


@pytest.mark.timeout(120)
def test_the_game_goes_on_with_onlookers_and_under_attack() -> None:
    """A short form of the bench: every onlooker is told, no stone goes unseen, and it ends in good order."""
    figures = measure(seconds=4.0, onlookers=5)

    assert figures["exit_status"] == 0
    for name in ("alone", "watched", "attacked"):
        assert figures[name]["stones"] > 0
        assert figures[name]["not_shown"] == 0
    assert figures["watched"]["later"] >= 5  # beyond what each is told when they come
    assert figures["watched"]["lost"] == 0
    assert figures["attacked"]["connections"] > 100
