"""One connection: uvicorn's, with an end to how long it may take."""

import asyncio
from collections.abc import Callable

from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

REQUEST_S = 10.0
"""Within it a request has come, and its answer has gone: who dribbles bytes is let go (slow loris)."""
MOST_BYTES = 16_384
"""All that a request may have, at most; what browsers send has 1 to 2 KB."""


class Connection(H11Protocol):
    """Is cut off after `REQUEST_S`, unless what answers minds the time by itself, as a stream does.

    `on_lost` is called when it is gone.
    """

    def __init__(self, config: Config, on_lost: Callable[[], None], loop: asyncio.AbstractEventLoop) -> None:
        super().__init__(config, ServerState(), {"connection": self}, _loop=loop)
        self._on_lost = on_lost
        self._deadline: asyncio.TimerHandle | None = None
        self._on_gone: Callable[[], object] | None = None
        self._heard_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From here on its time runs."""
        super().connection_made(transport)
        self._deadline = self.loop.call_later(REQUEST_S, self.cut)

    def data_received(self, data: bytes) -> None:
        """A part of the request; who sends more than any request has is hung up on."""
        self._heard_bytes += len(data)
        if self._heard_bytes > MOST_BYTES:
            self.cut()
        else:
            super().data_received(data)

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone: whoever counted it is told."""
        self._stop_clock()
        try:
            super().connection_lost(exc)
        finally:
            self._on_lost()
            if self._on_gone is not None:
                self._on_gone()

    def wait(self, on_lost: Callable[[], object]) -> None:
        """The answer takes as long as it takes: from here on, whoever sends it minds the time."""
        self._stop_clock()
        self._on_gone = on_lost

    def cut(self) -> None:
        """Let it go at once, whatever was still to be sent."""
        if self.transport is not None:
            self.transport.abort()

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
