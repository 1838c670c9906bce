"""A thread that paints: a slow display never holds up the game."""

import threading
from typing import Protocol

from PIL import Image

from companion.screen.oled import RETRY_S

_CLOSING_S = 1.8
"""How long `close` waits for the glass to go dark, so that all has ended within 2 s. A stuck bus holds a
transfer for about 1 s (Pi 5): the one under way ends, and one more is sent, which switches the panel off."""

_Shot = tuple[Image.Image, int]
"""A picture and its contrast."""


class Glass(Protocol):
    """What can be painted on; `Oled` is one."""

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
    and put back lights up again without waiting for the next act at the table.
    """

    def __init__(self, glass: Glass) -> None:
        self._glass = glass
        self._wake = threading.Condition()
        self._latest: _Shot | None = None
        self._is_closing = False
        self._thread: threading.Thread | None = None

    def show(self, image: Image.Image, contrast: int) -> None:
        """Have a picture painted at a contrast of 0 to 255; returns at once."""
        with self._wake:
            if self._is_closing:
                return
            self._latest = (image, contrast)
            self._wake.notify()
            if self._thread is None:
                self._thread = threading.Thread(target=self._paint, name="painter", daemon=True)
                self._thread.start()

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

    def _paint(self) -> None:
        tried: _Shot | None = None
        is_shown = False
        while (shot := self._next(tried)) is not None:
            is_asking = is_shown and shot is tried
            is_shown = self._glass.is_there() if is_asking else self._glass.show(*shot)
            tried = shot
        self._glass.close()

    def _next(self, tried: _Shot | None) -> _Shot | None:
        """What to paint next, after 2 s what was tried last; None: it is time to end."""
        with self._wake:
            if self._latest is tried and not self._is_closing:
                self._wake.wait(RETRY_S)
            return None if self._is_closing else self._latest
