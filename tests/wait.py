"""Waiting for what another thread does; the test's own limit ends a vain wait."""

import threading
from collections.abc import Callable


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so."""
    pause = threading.Event()
    while not is_so():
        pause.wait(0.01)
