import json
from collections.abc import Callable
from itertools import count, groupby
from pathlib import Path
from typing import Any

import pytest

from companion.errors import ScriptError
from companion.screen.choose import lines
from companion.settings import Settings
from companion.simulate.device import Device
from companion.simulate.noise import NOISES
from companion.simulate.report import summary_ms
from companion.simulate.runner import Outcome, Runner
from companion.simulate.script import parse

SETUP = "setup basic first=white"


@pytest.fixture
def play(tmp_path: Path) -> Callable[..., Outcome]:
    """Play lines of a script on a device of its own, without firmware and without noise."""
    evenings = count(1)

    def play_lines(*lines: str, seed: int = 0) -> Outcome:
        folder = tmp_path / f"evening-{next(evenings)}"
        folder.mkdir()
        device = Device(folder, Settings(), seed=seed, is_direct=True)
        try:
            return Runner(device).run(parse("\n".join(lines), "evening.table"))
        finally:
            device.close()

    return play_lines


def failure(outcome: Outcome) -> str:
    """What did not hold, as people read it."""
    return str(outcome.failure)


@pytest.mark.parametrize(
    ("expectation", "complaint"),
    [
        ("expect settled 2", "expected settled 2, seen settled 1"),
        ("expect turn +1w", "expected turn +1w, seen turn wD:+g"),
        ("expect question", "expected question, seen no question"),
        ("expect mismatch A", "expected mismatch A, seen mismatch none"),
        ('expect screen "Lunch"', 'expected a line with "Lunch" on the screen, seen "Black: place or take'),
        ("expect result 1-0", "expected result 1-0, seen result *"),
        (
            "expect position -/-/-/-/-/-/- ww bb w -",
            "expected position -/-/-/-/-/-/- ww bb w -, seen position -/-/-/w/-/-/- wg bb b -",
        ),
    ],
)
def test_what_does_not_hold_is_told_with_its_line(
    play: Callable[..., Outcome], expectation: str, complaint: str
) -> None:
    """The line of the script, what was expected there and what the device shows instead."""
    outcome = play(SETUP, "stone white:w D", "press grey", "stone quarry:g white", expectation)

    assert failure(outcome).startswith(f"evening.table, line 5: {complaint}")


@pytest.mark.parametrize(
    ("acts", "seen"),
    [
        (("stone white:w F",), '"F: place another / '),
        (("unplug display", "wait 3", "plug display"), "a dark display"),
        (("press back 2.5", "press white", "press ok", "press ok", "wait 1"), "a dark display"),
    ],
)
def test_a_text_is_looked_for_in_each_line_of_the_page(
    play: Callable[..., Outcome], acts: tuple[str, ...], seen: str
) -> None:
    """What two lines say together is on none of them; a display that has just come back shows nothing."""
    outcome = play(SETUP, *acts, 'expect screen "another / "')

    assert f'expected a line with "another / " on the screen, seen {seen}' in failure(outcome)


def test_an_open_question_is_seen(play: Callable[..., Outcome]) -> None:
    """A line that denies the question which is on the screen does not hold."""
    outcome = play(SETUP, "stone white:w D", "expect no question")

    assert failure(outcome) == "evening.table, line 3: expected no question, seen question"


def test_the_first_line_that_fails_ends_the_evening(play: Callable[..., Outcome]) -> None:
    """What comes after it is not played: it would be about another game."""
    outcome = play(SETUP, "expect settled 1", "press white", "press white", "press white")

    assert failure(outcome).startswith("evening.table, line 2:")
    assert outcome.report["presses"] == 0
    assert outcome.report["turns"] == []


def test_a_stone_that_is_not_there_makes_the_script_wrong(play: Callable[..., Outcome]) -> None:
    """A line that nobody could do is the script's fault, not the device's."""
    with pytest.raises(ScriptError, match=r"^evening.table, line 2: no black stone lies in White's workshop"):
        play(SETUP, "stone white:b C")


def test_the_report_has_the_promised_keys(play: Callable[..., Outcome]) -> None:
    """Programs that read the report find each key under its name."""
    report = play(SETUP, "stone white:w D", "press grey", "stone quarry:g white").report

    question: dict[str, Any] = report["questions"][0]
    assert json.loads(json.dumps(report)) == report
    assert set(report) == {
        *("turns", "position", "result", "presses", "questions", "warnings"),
        *("truth", "agrees", "latency_ms"),
    }
    assert report["turns"] == ["wD:+g"]
    assert report["position"] == "-/-/-/w/-/-/- wg bb b -"
    assert report["result"] == "*"
    assert report["presses"] == 1
    assert set(question) == {"t", "text"}
    assert question["text"].startswith("D: take which stone?")
    columns = {**dict.fromkeys("ABCEFG", ""), "D": "w"}
    assert report["truth"] == {"columns": columns, "white": "wg", "black": "bb"}
    assert report["agrees"] is True
    assert set(report["latency_ms"]) == {"p50", "p95", "max"}


def test_a_quiet_evening_has_no_warnings(play: Callable[..., Outcome]) -> None:
    """While everything is plugged in and played by the rules, the report warns of nothing."""
    report = play(SETUP, "press white", "press ok", "stone quarry:w white", "expect settled 1").report

    assert report["warnings"] == []
    assert report["questions"] == []


def test_a_mismatch_is_warned_of_once(play: Callable[..., Outcome]) -> None:
    """A stone too many is one warning, with the second in which it came and its words on the screen."""
    report = play(
        "setup position -/-/-/wgbwb/-/-/- ww bb w -", "stone white:w D", "wait 4", "expect mismatch D"
    ).report

    assert [warning["text"] for warning in report["warnings"]] == ["D is full: 5 D: 6, should be 5"]
    assert report["warnings"][0]["t"] > 3


def test_a_table_that_the_device_has_wrong_is_told(play: Callable[..., Outcome]) -> None:
    """A grey stone taken out of the quarry while black was pressed: the report says that they disagree."""
    report = play(SETUP, "press black", "stone quarry:g white", "expect turn +1b").report

    assert report["agrees"] is False
    assert report["truth"]["white"] == "wwg"


def test_a_stone_that_is_shown_late_counts_in_full(play: Callable[..., Outcome]) -> None:
    """A stone put down while the sensors were off is no faster for the acts that came before it was shown."""
    latency_ms = play(
        SETUP,
        "unplug sensors",
        "stone white:w D",
        "stone quarry:g white",
        "press grey",
        "plug sensors",
        "wait 3",
        "expect turn wD:+g",
    ).report["latency_ms"]

    assert latency_ms["max"] > 1000


@pytest.mark.parametrize("noise", NOISES)
def test_a_shaken_table_is_no_hand_on_a_pad(noise: str, tmp_path: Path) -> None:
    """Somebody knocks against the table again and again: it moves, says the glass, and who is to move."""
    device, told = Device(tmp_path, Settings(), noise=noise, is_direct=True), []
    runner = Runner(device)
    runner.after_step = lambda: told.append(lines(device.state))
    try:
        runner.run(parse(f"{SETUP}\nbump 3\nwait 3\nbump 10\nwait 3", "evening.table"))
    finally:
        device.close()

    first = told.index(("White: place or take",))
    shown = [texts for texts, _ in groupby(told[first:])]

    quiet, shaken = ("White: place or take",), ("Table moves: wait", "White: place or take")
    assert shown == [quiet, shaken, quiet, shaken, quiet]


def test_the_same_seed_is_the_same_evening(play: Callable[..., Outcome]) -> None:
    """Whoever reports a fault can name the seed, and others see the same to the last digit."""
    acts = (SETUP, "stone white:w D", "bump 1", "press grey", "stone quarry:g white")

    reports = [play(*acts, seed=seed).report for seed in (5, 5, 6)]

    assert reports[0] == reports[1]
    assert reports[0] != reports[2]


@pytest.mark.parametrize(
    ("latencies_s", "summary"),
    [
        ([], {"p50": None, "p95": None, "max": None}),
        ([0.15], {"p50": 150.0, "p95": 150.0, "max": 150.0}),
        ([0.1, 0.2, 0.3], {"p50": 200.0, "p95": 300.0, "max": 300.0}),
    ],
)
def test_latencies_are_summed_up_in_milliseconds(
    latencies_s: list[float], summary: dict[str, float | None]
) -> None:
    """Median, 95th percentile and largest; nothing measured is null, not 0."""
    assert summary_ms(latencies_s) == summary
