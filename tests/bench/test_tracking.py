import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from companion.rules.notation import parse_turn
from companion.scale.pad import PadState
from companion.simulate.landing import Landing
from tests.bench import tracking
from tests.bench.command import NOBODY_READS
from tests.bench.game import play
from tests.bench.judge import wrong_turns
from tests.bench.legend import LEGEND
from tests.bench.measures import Measures
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

    turns, wrong = ([game.measures.counts[name] for game in both] for name in ("turns", "plain_wrong"))
    figures = both[0].measures
    figures.join(both[1].measures)
    told = figures.as_json()

    assert told["games"] == 2
    assert told["turns"] == sum(turns)
    assert min(turns) > 20
    assert told["plain"]["wrong_turns"] == sum(wrong)
    assert min(wrong) > 0
    assert told["latency_ms"]["p50"] < told["plain"]["latency_ms"]["p50"]


@pytest.mark.parametrize(
    ("taken", "wrong"), [("wA bB", 0), ("wA", 1), ("wA bC", 1), ("wA bB +1w", 1), ("+1w wA bB", 3), ("", 2)]
)
def test_what_the_plain_tracker_makes_up_is_wrong_too(taken: str, wrong: int) -> None:
    """Two turns were played: it may miss one, take it for another, or see one that nobody has played."""
    played = [parse_turn("wA"), parse_turn("bB")]

    assert wrong_turns(played, [parse_turn(text) for text in taken.split()]) == wrong


def test_the_help_explains_every_figure() -> None:
    """Who reads a figure finds its name, as it is printed, at the left of the help, and words beside it."""
    heads = re.findall(r"^ +([a-z_]+(?:,? [a-z_]+)*)  +\S", tracking.__doc__ or "", re.MULTILINE)
    explained = [name for head in heads for name in head.split(", ")]
    sources = [path.read_text(encoding="utf-8") for path in Path(tracking.__file__).parent.glob("*.py")]
    happened = {name for source in sources for name in re.findall(r'count\("do ([a-z ]+)"\)', source)}

    assert len(happened) > 10
    assert sorted(explained) == sorted({*Measures().as_json(), *happened})


def test_a_traced_game_can_be_read_without_the_source() -> None:
    """The glass speaks there as it does at the table, and the legend has a word for whatever else happens."""
    told: list[str] = []
    play(7, 0, "rough", told.append)

    events = [line[9:].split() for line in told]
    named = {re.sub(r"[\d.,]+", "", head) for head, *_ in events}
    assert len(named) > 9
    assert [name for name in named if not re.search(rf"\b{name}", LEGEND)] == []
    ways = {landing.value for landing in Landing} | {event[3] for event in events if event[0] == "put"}
    assert [way for way in ways if not re.search(rf"^ .*\b{way}\b", LEGEND, re.MULTILINE)] == []
    assert [state for state in PadState if f"{state.value[0]} {state.value}" not in LEGEND] == []
    glass = {line.partition("glass: ")[2] for line in told if "glass: " in line}
    assert {"Black: place or take", "White: place or take"} <= glass
    assert any(re.fullmatch(r"Which stone on [A-G]\?( \| [A-Z]+){2,3}", words) for words in glass)
    assert not any(re.search(r"[<>=]|None", words) for words in glass)


@pytest.mark.parametrize(
    ("bench", "words", "least"),
    [
        ("tests.bench.tracking", "--games 0", "1"),
        ("tests.bench.tracking", "--jobs 0", "1"),
        ("tests.bench.tracking", "--jobs two", "1"),
        ("tests.bench.tracking", "--only -1", "0"),
        ("tests.bench.heap", "--minutes 0", "1"),
        ("tests.bench.daemon", "--idle 0", "1"),
        ("tests.bench.daemon", "--idle inf", "1"),
        ("tests.bench.onlookers", "--seconds nan", "1"),
        ("tests.bench.onlookers", "--onlookers 0", "1"),
        ("tests.faults.__main__", "--times 0", "1"),
        ("tests.faults.__main__", "--jobs -2", "1"),
    ],
)
def test_a_number_that_cannot_be_is_refused_before_anything_runs(
    bench: str, words: str, least: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Asked for no games at all, a bench says so, and not that none went wrong."""
    monkeypatch.setattr(sys, "argv", [bench, *words.split()])

    with pytest.raises(SystemExit) as exits:
        import_module(bench).main()

    option, word = words.split()
    assert exits.value.code == 2
    said = capsys.readouterr().err.splitlines()[-1]
    assert f"argument {option}: {word!r}" in said
    assert said.endswith(f"number from {least} on")


def test_a_fault_that_nobody_knows_is_refused(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A slip in its name is no evening without faults: the names are told."""
    monkeypatch.setattr(sys, "argv", ["tests.faults", "--only", "no such fault"])

    with pytest.raises(SystemExit) as exits:
        import_module("tests.faults.__main__").main()

    assert exits.value.code == 2
    assert "unplugged" in capsys.readouterr().err


@pytest.mark.timeout(60)
@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_who_has_read_enough_ends_a_bench(stream: str) -> None:
    """`… --trace | head -5` shows five lines and no traceback; `2>&1` before the bar does not, either."""
    command = [sys.executable, "-m", "tests.bench.tracking", "--only", "1", "--trace"]
    other = subprocess.STDOUT if stream == "stderr" else subprocess.PIPE
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=other, text=True) as bench:
        assert bench.stdout is not None
        read = [bench.stdout.readline() for _ in range(5)]
        bench.stdout.close()
        complaints = bench.stderr.read() if bench.stderr is not None else ""

    assert all(read)
    assert complaints == ""
    assert bench.returncode == NOBODY_READS
