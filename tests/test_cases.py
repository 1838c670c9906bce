import re
from pathlib import Path

import pytest

from companion.link.decoder import Lack

ROOT = Path(__file__).parent.parent
PAPER = (ROOT / "firmware" / "CASES.md").read_text(encoding="utf-8")
ROWS = [
    line
    for line in PAPER.splitlines()
    if line.startswith("| ") and not line.startswith(("| report", "| what the chip"))
]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row.strip("| ")[:60])
def test_every_case_names_its_source_and_tests_that_exist(row: str) -> None:
    """A maker can look up the report, and see what holds the device against it."""
    named = re.findall(r"`(tests/[^`]+)`", row.split(" | ")[-1])

    assert named
    assert "https://" in row or "| estimate |" in row
    _look_up(named)


def test_what_the_text_between_the_tables_names_exists() -> None:
    """Nobody looks for a test that has another name by now."""
    _look_up(re.findall(r"`(tests/[^`]+::[^`]+)`", PAPER))


def test_every_letter_of_the_line_has_its_case() -> None:
    """Each reason for no count but "nothing new" is some report's."""
    said = {letter for row in ROWS for letter in re.findall(r"\| `(\w)` \|", row)}

    assert said == {lack.value for lack in Lack if lack is not Lack.NOT_YET}


def _look_up(named: list[str]) -> None:
    for name in named:
        path, _, test = name.partition("::")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert f"\ndef {test}(" in text if test else path.endswith(".table"), name
