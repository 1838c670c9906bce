from typing import Any

import pytest

from hardware import generate


@pytest.fixture
def wiring() -> dict[str, Any]:
    """What hardware/wiring.toml says; a test may spoil it."""
    return generate.read("wiring.toml")
