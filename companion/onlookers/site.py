"""The site of the live page: its files, its events, the game as a download."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.web.site import File, Site

PAGES = Path(__file__).with_name("pages")
EVENTS = ("moment", "game")
LIVE, PLAY = "live.html", "play.html"
RECORD = "game.tgn"
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
}
"""What is served; a file of another kind is none of a page's."""


def live_site(record: Callable[[], str]) -> Site:
    """What onlookers may see; `record` gives the game so far."""
    files = page_files()
    return Site(
        files={"/": files[f"/pages/{LIVE}"], **files},
        downloads={f"/{RECORD}": lambda: record_file(record)},
        streams={"/events": EVENTS},
    )


def page_files() -> Mapping[str, File]:
    """Every file of the pages, by its path on the server: read once, looked up as it is written."""
    return {
        f"/pages/{path.name}": File(_KINDS[path.suffix], path.read_bytes())
        for path in sorted(PAGES.iterdir())
        if path.suffix in _KINDS
    }


def record_file(record: Callable[[], str]) -> File:
    """The game so far, to be kept."""
    return File("text/plain; charset=utf-8", record().encode(), saved_as=RECORD)
