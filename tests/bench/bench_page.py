"""The daemon that `tests.bench.onlookers` watches: with a page, in a game that has just begun.

Prints the page's port and the id of the server's thread, then of each picture on the glass the monotonic
second, and how high the columns are on it.
"""

import sys
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from companion.clock import RealClock
from companion.daemon import Daemon
from companion.journal.journal import Journal
from companion.live import LivePage
from companion.rules.pieces import Player
from companion.rules.position import Position
from companion.screen.choose import page
from companion.settings import WebSettings
from companion.table.state import TableState
from tests.bench.bench_daemon import serve

HEIGHTS = "heights"


def draw(state: TableState) -> Image.Image:
    """The picture of a state, which remembers how high its columns are."""
    image = page(state)
    image.info[HEIGHTS] = ",".join(str(len(column)) for column in state.columns)
    return image


def main(sensors: str, folder: str, port: str) -> None:
    """Run until SIGTERM."""
    clock = RealClock()

    def tell(image: Image.Image, shown_s: float) -> None:
        print(f"{shown_s} {image.info.get(HEIGHTS, '')}", flush=True)

    def prepare(daemon: Daemon, journal: Journal) -> Callable[[], float | None]:
        daemon._draw = draw
        live = LivePage(WebSettings(is_on=True, port=int(port)), lambda: journal.heading)
        daemon.keep(daemon.table.begin(Position.start(Player.WHITE), clock.now_s()))
        live.tend(daemon.table, clock.now_s())
        serving = live._server._serving
        assert serving is not None, live.fault
        print(f"{live._server.port} {serving.thread.native_id}", flush=True)
        return lambda: live.tend(daemon.table, clock.now_s())

    serve(sensors, folder, tell, prepare)


if __name__ == "__main__":
    Path(sys.argv[2]).mkdir(exist_ok=True)
    main(*sys.argv[1:])
