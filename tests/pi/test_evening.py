import json
from collections.abc import Mapping
from pathlib import Path

import pytest
from PIL import Image

from companion.simulate.session import play_script
from tests.pi import evening
from tests.pi.evening import check_bare, check_stop
from tests.pi.machine import PANEL, HarnessError, VirtualPi

EVENING = Path(__file__).with_name("evening.table")


@pytest.mark.parametrize("seed", [1, 2])
def test_the_evening_goes_as_told_on_the_simulated_device(seed: int) -> None:
    """Everything comes loose in one evening, and the count is right: the virtual Pi is held to no less."""
    outcome = play_script(EVENING, seed=seed, is_fast=True, is_paced=False)

    assert outcome.failure is None, str(outcome.failure)
    assert outcome.report["agrees"]
    assert outcome.report["result"] == "1-0"


class Answers(VirtualPi):
    """A virtual Pi that answers each command so, and shows this."""

    def __init__(self, answers: Mapping[str, str], *, is_lit: bool = False) -> None:
        self._answers, self._is_lit = answers, is_lit

    def run(self, command: str, user: str = "root") -> str:
        """The answer to the first words that fit."""
        return next(said for words, said in self._answers.items() if command.startswith(words))

    def picture(self) -> Image.Image:
        """All of it lit, or nothing."""
        return Image.new("1", (128, 64), self._is_lit)


def status(*faulty: str) -> str:
    """What `tholos status --json` says."""
    parts = [{"part": name, "is_well": name not in faulty} for name in ("link", "display", "journal")]
    return json.dumps({"is_running": True, "parts": parts})


BARE = {f"cat {PANEL}": "0", "systemctl is-active": "active", "tholos status": status("link", "display")}
STOPPED = {"systemctl stop": "", "systemctl show -P Result": "success"}


def test_a_pi_that_does_as_is_promised_is_believed() -> None:
    """Without Pico and panel it runs and says so; stopped it is dark."""
    check_bare(Answers(BARE))
    check_stop(Answers(STOPPED))


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ({f"cat {PANEL}": "1"}, "nothing was tried"),
        ({"systemctl is-active": "activating"}, "the service is activating"),
        ({"tholos status": status("link")}, "never told of"),
        ({"tholos status": '{"is_running": false}'}, "never told of"),
    ],
)
def test_a_bare_start_that_is_none_ends_the_evening(
    monkeypatch: pytest.MonkeyPatch, answer: dict[str, str], said: str
) -> None:
    """It is not only printed, for somebody to overlook."""
    monkeypatch.setattr(evening, "SHOWN_WITHIN_S", -1.0)

    with pytest.raises(HarnessError, match=said):
        check_bare(Answers({**BARE, **answer}))


def test_a_service_that_has_to_be_killed_or_leaves_the_glass_lit_ends_the_evening() -> None:
    """What burns in overnight is seen at once."""
    with pytest.raises(HarnessError, match="with the result timeout"):
        check_stop(Answers({**STOPPED, "systemctl show -P Result": "timeout"}))
    with pytest.raises(HarnessError, match="still lit"):
        check_stop(Answers(STOPPED, is_lit=True))
