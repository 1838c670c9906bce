"""The page for onlookers of a real device: what is told, and who serves it."""

from collections.abc import Callable

from companion.onlookers.feed import Feed
from companion.onlookers.site import live_site
from companion.settings import WebSettings
from companion.table.table import Table
from companion.web.server import WebServer, own_names
from companion.web.site import Site


class LivePage:
    """Call `tend` after each turn of the loop: it tells what is new, and sees that the server is there.

    `heading` gives the game's number and when it began. `fault` is why nobody can look; None: they can.
    """

    def __init__(self, web: WebSettings, heading: Callable[[], tuple[int, str]]) -> None:
        self._feed = Feed(lambda name, make: self._server.publish(name, make), heading)
        self._server = WebServer(web.address, web.port, self._site(), own_names())

    def _site(self) -> Site:
        return live_site(self._feed.record, self._feed.record_name)

    @property
    def fault(self) -> str | None:
        """Why it cannot be looked at, with the cure."""
        return self._server.fault

    def tend(self, table: Table, now_s: float) -> float | None:
        """When it has to be called again at the latest; None: whenever something happens."""
        self._feed.look(table)
        self._server.tend(now_s)
        return self._server.deadline_s()

    def stop(self) -> None:
        """Nobody looks any more; returns at once: `close` waits for it."""
        self._server.stop()

    def close(self) -> None:
        """The same, and the port is free."""
        self._server.close()
