from pathlib import Path

import pytest

from companion.rules.end import End
from companion.rules.legal import legal_turns
from companion.rules.notation import format_turn, parse_position
from companion.rules.play import after
from companion.rules.position import Position
from tests.rules import naive

LINES = [
    tuple(line.split(" · "))
    for line in Path(__file__).with_name("perft.txt").read_text(encoding="utf-8").splitlines()
    if line and not line.startswith("#")
]


def count(position: Position, end: End, depth: int) -> int:
    """How many sequences of `depth` turns the engine finds."""
    turns = legal_turns(position, end)
    return len(turns) if depth == 1 else sum(count(after(position, turn), end, depth - 1) for turn in turns)


@pytest.mark.parametrize(("text", "end", "depth", "expected", "who"), LINES)
def test_there_are_as_many_games_as_were_counted(
    text: str, end: str, depth: str, expected: str, who: str
) -> None:
    """So many turns, and turns after turns, can be played from here, no more and no less."""
    position = parse_position(text)

    counts = {format_turn(turn): 1 for turn in legal_turns(position, End(end))}
    if depth != "1":
        after_each = {turn: after(position, turn) for turn in legal_turns(position, End(end))}
        counts = {format_turn(turn): count(new, End(end), int(depth) - 1) for turn, new in after_each.items()}

    assert sum(counts.values()) == int(expected), counts
    assert who == "hands"


@pytest.mark.timeout(60)  # hands are slow, and a Pi's hands are slower
@pytest.mark.parametrize(("text", "end", "depth", "expected", "who"), LINES)
def test_hands_count_the_same(text: str, end: str, depth: str, expected: str, who: str) -> None:
    """Whoever tries every turn with real stones comes to the same number."""
    table = naive.Table.read(text, end)

    counted = naive.count(table, int(depth))

    assert counted == int(expected)
    assert who == "hands"


def test_the_numbers_cover_both_modes_and_both_ends() -> None:
    """At least eight positions are counted, with and without ornaments, for both ends of the game."""
    positions = {text for text, *_ in LINES}
    ends = {end for _, end, *_ in LINES}

    assert len(positions) >= 8
    assert {text.endswith(" -") for text in positions} == {True, False}
    assert ends == {end.value for end in End}
