from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal.journal import Journal


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the journal is to be; not made yet."""
    return tmp_path / "var" / "tholos"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    """An open journal."""
    opened = Journal(folder)
    opened.open()
    yield opened
    opened.close()
