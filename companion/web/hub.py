"""What is told to onlookers: of each event the newest text, made only where somebody looks."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress

MakeText = Callable[[], str]
"""Makes an event's text, in the server's thread: from values that nobody changes."""


class Ear:
    """One onlooker: what has not been sent yet, of each event the newest only."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self.names = names
        self.is_over = False
        self._told: dict[str, str] = {}
        self._waiting: dict[str, str] = {}
        self._is_new = asyncio.Event()

    def put(self, name: str, text: str) -> None:
        """How it is now: news where it was not so before; what was not sent of it yet is passed over."""
        if name in self.names and self._told.get(name) != text:
            self._told[name] = self._waiting[name] = text
            self._is_new.set()

    def end(self) -> None:
        """They do not look any more: whoever waits for news is not to wait on."""
        self.is_over = True
        self._is_new.set()

    async def hear(self, within_s: float) -> dict[str, str]:
        """All that is new, by the event's name; empty where nothing is within that time."""
        try:
            async with asyncio.timeout(within_s):
                await self._is_new.wait()
        except TimeoutError:
            return {}
        self._is_new.clear()
        heard, self._waiting = self._waiting, {}
        return heard


class Hub:
    """Brings events from the thread of the game to the onlookers in the server's.

    `publish` is the one method for the other thread: it never waits, and while nobody looks it only keeps
    how the newest text is made.
    """

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None
        self._made: dict[str, MakeText] = {}
        self._texts: dict[str, tuple[MakeText, str]] = {}
        self._ears: list[Ear] = []
        self._is_called: dict[str, bool] = {}

    def publish(self, name: str, make: MakeText) -> None:
        """This is so from now on."""
        self._made[name] = make
        loop = self._loop
        if loop is None or not self._ears or self._is_called.get(name):
            return
        self._is_called[name] = True
        with suppress(RuntimeError):  # the loop has just ended, and nobody looks any more
            loop.call_soon_threadsafe(self._tell, name)

    def join(self, names: tuple[str, ...]) -> Ear:
        """Somebody looks: they are told everything as it is now."""
        ear = Ear(names)
        self._ears.append(ear)  # first: what is published from here on is told, too
        for name in names:
            self._put(name, (ear,))
        return ear

    def leave(self, ear: Ear) -> None:
        """Somebody has gone."""
        ear.end()
        if ear in self._ears:
            self._ears.remove(ear)

    @property
    def ears(self) -> int:
        """How many look."""
        return len(self._ears)

    def begin(self, loop: asyncio.AbstractEventLoop) -> None:
        """The server's loop, from now on."""
        self._is_called.clear()
        self._loop = loop

    def end(self) -> None:
        """The loop ends: nobody looks any more."""
        self._loop = None
        for ear in tuple(self._ears):
            self.leave(ear)

    def _tell(self, name: str) -> None:
        self._is_called[name] = False  # first: what comes while the text is made is another one
        self._put(name, self._ears)

    def _put(self, name: str, ears: Iterable[Ear]) -> None:
        try:
            text = self._text(name)
        except Exception as error:  # noqa: BLE001 - a slip in one event costs neither the others nor who looks
            if self._loop is not None:
                self._loop.call_exception_handler({"message": f"no {name} can be made", "exception": error})
            return
        if text is not None:
            for ear in ears:
                ear.put(name, text)

    def _text(self, name: str) -> str | None:
        make = self._made.get(name)
        if make is None:
            return None
        known = self._texts.get(name)
        if known is None or known[0] is not make:
            known = self._texts[name] = (make, make())
        return known[1]
