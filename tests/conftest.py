"""What many tests need: a clock that only they move, and pins that are not there."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory

from companion.clock import VirtualClock


@pytest.fixture
def clock() -> VirtualClock:
    """A clock that stands still until the test moves it."""
    return VirtualClock()


@pytest.fixture
def pins() -> Iterator[MockFactory]:
    """A Pi's pins without the Pi; a test drives them low and high as buttons would."""
    factory = MockFactory()
    yield factory
    factory.close()
