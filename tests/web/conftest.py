from collections.abc import Iterator
from concurrent.futures import Future

import pytest

from companion.web.server import WebServer
from companion.web.site import File, Site

TOKEN = "open-sesame"  # noqa: S105 - of a test


def do(text: str) -> "Future[str | None]":
    """Everything is done but `no`."""
    done: Future[str | None] = Future()
    done.set_result("it cannot be" if text == "no" else None)
    return done


SITE = Site(
    files={"/": File("text/html", b"<p>hello"), "/pages/a.js": File("text/javascript", b"let a")},
    downloads={"/game.tgn": lambda: File("text/plain", b"1. +2g *\n", saved_as="game.tgn")},
    streams={"/events": ("one", "two")},
    hidden_streams={"/hidden": ("three",)},
    acts={"/act": do},
    token=TOKEN,
)


@pytest.fixture
def web() -> Iterator[WebServer]:
    """A server on a port of this machine."""
    server = WebServer("127.0.0.1", 0, SITE, ("table", "table.local"))
    server.tend(0.0)
    assert server.fault is None
    yield server
    server.close()
