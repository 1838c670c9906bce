"""Buttons that may come later than the program: tried again until the pins can be had."""

from collections.abc import Callable
from typing import Protocol

from companion.clock import Clock
from companion.errors import HardwareMissing, unforeseen
from companion.panel.press import Edge

RETRY_S = 3.0
"""How often it is tried: nobody waits longer than it takes to wonder, and a try costs some milliseconds."""


class Contacts(Protocol):
    """Buttons that are there."""

    def drain(self) -> list[Edge]:
        """All edges since the last call."""
        ...

    def close(self) -> None:
        """Let the pins go."""
        ...


class LateButtons:
    """A panel from the first moment on, with buttons as soon as `open_panel` gives them.

        panel = LateButtons(lambda: open_buttons(pins, clock, bell.ring), clock)

    The first try comes with the second turn of the loop: the pins' libraries take long to load, and the first
    picture need not wait for them.
    `fault` is why there are none yet, with the cure; None: they are there. They stay: a pin is part of the
    machine, and gpiozero tells nobody of a button whose wire has come off.
    """

    def __init__(self, open_panel: Callable[[], Contacts], clock: Clock) -> None:
        self._open_panel, self._clock = open_panel, clock
        self._panel: Contacts | None = None
        self._retry_at_s: float | None = None
        self.fault: str | None = None

    def drain(self) -> list[Edge]:
        """All edges since the last call; while there are no buttons, none, and now and then a try."""
        if self._retry_at_s is None:
            self._retry_at_s = self._clock.now_s()
        elif self._panel is None and self._clock.now_s() >= self._retry_at_s:
            self._try()
        return self._panel.drain() if self._panel is not None else []

    def deadline_s(self) -> float | None:
        """When `drain` has something to try; None: never."""
        return self._retry_at_s if self._panel is None else None

    def close(self) -> None:
        """Let the pins go."""
        panel, self._panel = self._panel, None
        self._retry_at_s = float("inf")
        if panel is not None:
            panel.close()

    def _try(self) -> None:
        try:
            self._panel, self.fault = self._open_panel(), None
        except Exception as fault:  # noqa: BLE001 - whatever the pins' libraries raise: the game goes on
            self.fault = str(fault) if isinstance(fault, HardwareMissing) else unforeseen(fault)
            self._retry_at_s = self._clock.now_s() + RETRY_S
