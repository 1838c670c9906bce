from pathlib import Path

import pytest

from companion.simulate.session import play_script

EVENING = Path(__file__).with_name("evening.table")


@pytest.mark.parametrize("seed", [1, 2])
def test_the_evening_goes_as_told_on_the_simulated_device(seed: int) -> None:
    """Everything comes loose in one evening, and the count is right: the virtual Pi is held to no less."""
    outcome = play_script(EVENING, seed=seed, is_fast=True, is_paced=False)

    assert outcome.failure is None, str(outcome.failure)
    assert outcome.report["agrees"]
    assert outcome.report["result"] == "1-0"
