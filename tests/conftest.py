"""What many tests need: a clock that only they move, and pins that are not there."""

from collections.abc import Iterator

import pytest
from gpiozero.pins.mock import MockFactory
from hypothesis import settings

from companion.clock import VirtualClock

settings.register_profile("any machine", deadline=None)  # a slow machine is no fault; pytest ends what hangs
settings.load_profile("any machine")


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
