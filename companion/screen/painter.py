"""A thread that paints: a slow display never holds up the game."""

import threading
from typing import Protocol

from PIL import Image

from companion.errors import unforeseen
from companion.screen.oled import RETRY_S

_CLOSING_S = 1.8
"""How long `close` waits for the glass to go dark, so that all has ended within 2 s. A stuck bus holds a
transfer for about 1 s (Pi 5): the one under way ends, and one more is sent, which switches the panel off."""

_Shot = tuple[Image.Image, int]
"""A picture and its contrast."""


class Canvas(Protocol):
    """What can be painted on; `Oled` is one."""

    @property
    def fault(self) -> str | None:
        """Why it does not show its picture, with the cure; None: it does."""
        ...

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show a picture at a contrast of 0 to 255; False: it could not be shown."""
        ...

    def is_there(self) -> bool:
        """Whether the glass still answers."""
        ...

    def stop(self) -> None:
        """Begin to end, from another thread: a picture under way is not finished."""
        ...

    def close(self) -> None:
        """Leave the glass dark."""
        ...


class Painter:
    """Shows the latest picture as soon as the glass is free; pictures overtaken meanwhile are never sent.

    Between pictures it asks every 2 s whether the glass is still there, so that a display that was pulled
    and put back lights up again without waiting for the next act at the table. Whatever painting raises is a
    fault like any other, and it is tried again: a thread that had ended would be missed by nobody.
    """

    def __init__(self, glass: Canvas) -> None:
        self._glass = glass
        self._wake = threading.Condition()
        self._latest: _Shot | None = None
        self._is_closing = False
        self._thread: threading.Thread | None = None
        self._fault: str | None = None

    @property
    def fault(self) -> str | None:
        """Why the latest picture is not to be seen, with the cure; None: it is, or it is on its way."""
        return self._fault or self._glass.fault

    def show(self, image: Image.Image, contrast: int) -> None:
        """Have a picture painted at a contrast of 0 to 255; returns at once."""
        with self._wake:
            if self._is_closing:
                return
            self._latest = (image, contrast)
            self._wake.notify()
            if self._thread is None:
                self._begin()

    def stop(self) -> None:
        """Begin to darken the glass, and return at once: `close` waits for it."""
        self._glass.stop()
        with self._wake:
            self._is_closing = True
            self._wake.notify()

    def close(self) -> None:
        """Leave the glass dark and end the thread; gives up on a stuck bus after 1.8 s."""
        self.stop()
        if self._thread is None:
            self._glass.close()
        else:
            self._thread.join(_CLOSING_S)

    def _begin(self) -> None:
        thread = threading.Thread(target=self._paint, name="painter", daemon=True)
        try:
            thread.start()
        except RuntimeError as fault:  # the system has none to give; the next picture tries again
            self._fault = unforeseen(fault)
        else:
            self._thread = thread

    def _paint(self) -> None:
        tried: _Shot | None = None
        is_shown = False
        while (shot := self._next(tried)) is not None:
            is_shown = self._try(shot, is_asking=is_shown and shot is tried)
            tried = shot
        self._glass.close()

    def _try(self, shot: _Shot, *, is_asking: bool) -> bool:
        """Whether the glass shows it."""
        try:
            is_shown = self._glass.is_there() if is_asking else self._glass.show(*shot)
        except Exception as fault:  # noqa: BLE001 - see the class
            self._fault = unforeseen(fault)
            return False
        self._fault = None
        return is_shown

    def _next(self, tried: _Shot | None) -> _Shot | None:
        """What to paint next, after 2 s what was tried last; None: it is time to end."""
        with self._wake:
            if self._latest is tried and not self._is_closing:
                self._wake.wait(RETRY_S)
            return None if self._is_closing else self._latest
