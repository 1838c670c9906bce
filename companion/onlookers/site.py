"""The site of the live page: its files, its events, the game as a download."""

from collections.abc import Callable, Mapping
from pathlib import Path

from companion.web.site import File, Site

PAGES = Path(__file__).with_name("pages")
EVENTS = ("moment", "game")
LIVE, PLAY = "live.html", "play.html"
RECORD = "game.tgn"
"""Where it is asked for; it is saved under a name of its own."""
_KINDS = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".svg": "image/svg+xml",
}
"""What is served; a file of another kind is none of a page's."""


def live_site(record: Callable[[], str], record_name: Callable[[], str]) -> Site:
    """What onlookers may see; `record` gives the game so far, `record_name` what its file is called.

    KeyError where a page is not in the package.
    """
    files = dict(page_files())
    del files[f"/pages/{PLAY}"]  # nobody plays at a real table with it
    files["/"] = files[f"/pages/{LIVE}"]
    return Site(
        files=files,
        downloads={f"/{RECORD}": lambda: record_file(record(), record_name())},
        streams={"/events": EVENTS},
    )


def page_files() -> Mapping[str, File]:
    """Every file of the pages, by its path on the server: read once, looked up as it is written."""
    return {
        f"/pages/{path.name}": File(_KINDS[path.suffix], path.read_bytes())
        for path in sorted(PAGES.glob("*"))
        if path.suffix in _KINDS
    }


def record_file(record: str, name: str) -> File:
    """The game so far, to be kept."""
    return File("text/plain; charset=utf-8", record.encode(), saved_as=name)
