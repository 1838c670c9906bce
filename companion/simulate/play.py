"""`tholos play`: the virtual table in real time, with its page in a browser on this machine."""

import json
import os
import signal
import webbrowser
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from random import SystemRandom
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from threading import BoundedSemaphore, Thread

from companion.clock import Clock, RealClock
from companion.errors import CompanionError
from companion.onlookers.feed import Feed, Publish
from companion.onlookers.site import EVENTS as LIVE_EVENTS
from companion.onlookers.site import PLAY, live_site, page_files
from companion.simulate.device import SLICE_S
from companion.simulate.telling import Teller
from companion.simulate.virtual import VirtualTable
from companion.web.server import WebServer
from companion.web.site import File, Site

ADDRESS = "127.0.0.1"
PORT = 8080
"""Where it is, unless another program is; then the system chooses one."""
EVENTS, ACT = "/table/events", "/table/act"
TABLE_EVENTS = ("table", "glass", "log")
_NO_TOKEN, _TOKEN = '<meta name="token" content="">', '<meta name="token" content="{}">'
_MOST_WAITING = 200
"""Acts that wait for their moment, all together; a hand cannot do more."""
_BEHIND_S = 0.25
"""A machine that was busy for longer does not catch up: time goes on from there."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An act that somebody waits for."""

    text: str
    done: "Future[str | None]"

    @property
    def is_of_the_hand(self) -> bool:
        """Whether the hand does it, one after the other."""
        return self.text.split(maxsplit=1)[:1] in (["lift"], ["put"], ["stone"])


class Desk:
    """Takes acts in the server's thread, and has them done in the table's."""

    def __init__(self, table: VirtualTable) -> None:
        self._table = table
        self._new: SimpleQueue[Asked] = SimpleQueue()
        self._waiting: deque[Asked] = deque()
        self._room = BoundedSemaphore(_MOST_WAITING)

    def ask_json(self, body: str) -> "Future[str | None]":
        """The same, as the page says it: {"act": "…"}."""
        with suppress(ValueError, RecursionError):
            wanted = json.loads(body)
            text = wanted.get("act") if isinstance(wanted, dict) else None
            if isinstance(text, str):
                text.encode()  # half a character (a surrogate alone) nobody could be told of
                return self.ask(text)
        done: Future[str | None] = Future()
        done.set_result('an act is {"act": "…"}, with a line of a table script')
        return done

    def ask(self, text: str) -> "Future[str | None]":
        """From any thread: this act is wanted; None once it is done, or why it cannot be.

        Who does not wait for it any more cancels it: a stone stays where it is then. All else is done at
        once, whoever has gone: a button that came up is up.
        """
        done: Future[str | None] = Future()
        if self._room.acquire(blocking=False):
            done.add_done_callback(lambda _: self._room.release())
            self._new.put(Asked(text, done))
        else:
            done.set_result("too much at once; wait a moment")
        return done

    def wait(self, seconds: float) -> None:
        """Sleep so long, or until somebody asks."""
        try:
            self._waiting.append(self._new.get(timeout=seconds) if seconds > 0 else self._new.get_nowait())
        except Empty:
            return

    def work(self) -> None:
        """Do what was asked, in order; what the hand is to do next waits until it is free."""
        while not self._new.empty():
            self._waiting.append(self._new.get())
        later: deque[Asked] = deque()
        while self._waiting:
            asked = self._waiting.popleft()
            if asked.is_of_the_hand and asked.done.cancelled():
                continue
            if asked.is_of_the_hand and (self._table.is_reaching or later):
                later.append(asked)
            else:
                self._do(asked)
        self._waiting = later

    def _do(self, asked: Asked) -> None:
        is_waited_for = asked.done.set_running_or_notify_cancel()
        if is_waited_for or not asked.is_of_the_hand:
            why_not = self._why_not(asked.text)
            if is_waited_for:
                asked.done.set_result(why_not)

    def _why_not(self, text: str) -> str | None:
        try:
            self._table.do(text)
        except CompanionError as refused:
            return str(refused)
        return None


class Play:
    """Everything of one `tholos play` but life's time: call `turn` for each slice of it."""

    def __init__(self, table: VirtualTable, publish: Publish) -> None:
        self.table, self.desk = table, Desk(table)
        self._publish, self._teller = publish, Teller(table)
        self.feed = Feed(publish, lambda: table.device.heading)

    def turn(self, now_s: float) -> None:
        """A slice of the table's time passes; `now_s` is life's."""
        self.desk.work()
        self.table.step()
        if self.table.device.is_running:
            self.feed.look(self.table.device.daemon.table)
        else:
            self.feed.darken()
        self._tell(now_s)

    def attend(self, seconds: float, now_s: float) -> None:
        """Do what is asked within so many seconds of life's time; of the table's none passes."""
        self.desk.wait(seconds)
        self.desk.work()
        self._tell(now_s)

    def _tell(self, now_s: float) -> None:
        for name, text in self._teller.news(now_s).items():
            self._publish(name, partial(str, text))


def play(say: Callable[[str], object], port: int | None = None) -> None:
    """Let people play until they end it by Ctrl-C; `say` is told where.

    `port` None: the usual one, or any where another program has that. Raises CompanionError where the page
    cannot be served. The games are gone afterwards.
    """
    with ExitStack() as opened:
        for ending in (signal.SIGTERM, signal.SIGHUP):  # also of a terminal that is closed
            if signal.getsignal(ending) is not signal.SIG_IGN:  # as under nohup
                opened.callback(signal.signal, ending, signal.signal(ending, signal.default_int_handler))
        folder = Path(opened.enter_context(TemporaryDirectory(prefix="tholos-")))
        table = VirtualTable(folder, seed=SystemRandom().getrandbits(32))
        opened.callback(table.close)
        played = Play(table, lambda name, make: web.publish(name, make))
        web = _open(play_site(played, token_urlsafe()), port)
        opened.callback(web.close)
        address = f"http://{ADDRESS}:{web.port}/"
        say(f"The table is at {address} for this machine; Ctrl-C takes it away.")
        # beside the table: to start a browser takes seconds, and the one that has come finds something told
        browsing = Thread(target=browse, args=(address,), name="browse", daemon=True)
        _keep_time(played, web, RealClock(), browsing.start)


def play_site(played: Play, token: str) -> Site:
    """The page of the virtual table, and beside it the one for onlookers.

    KeyError, ValueError: they are not in the package, or not whole.
    """
    site, page = live_site(played.feed.record, played.feed.record_name), page_files()[f"/pages/{PLAY}"]
    before, after = page.content.decode().split(_NO_TOKEN)
    with_token = File(page.kind, f"{before}{_TOKEN.format(token)}{after}".encode())
    return replace(
        site,
        files={**site.files, "/live": site.files["/"], "/": with_token},
        hidden_streams={EVENTS: (*LIVE_EVENTS, *TABLE_EVENTS)},
        acts={ACT: played.desk.ask_json},
        token=token,
        is_local=True,
    )


def browse(address: str) -> None:
    """Open the page where there is a desktop; over SSH, and in a bare terminal, people open it themselves."""
    has_desktop = "DISPLAY" in os.environ or "WAYLAND_DISPLAY" in os.environ
    if has_desktop and "SSH_CONNECTION" not in os.environ:
        with suppress(webbrowser.Error):
            browser = webbrowser.get()
            if type(browser) is not webbrowser.GenericBrowser:  # one in the terminal would take it over
                browser.open(address)


def _open(site: Site, port: int | None) -> WebServer:
    """A server that is there."""
    fault: str | None = None
    for each in (PORT, 0) if port is None else (port,):
        web = WebServer(ADDRESS, each, site, ())
        web.tend(0.0)
        if web.fault is None:
            return web
        fault = web.fault
    raise CompanionError(f"the page: {fault}")


def _keep_time(played: Play, web: WebServer, clock: Clock, then: Callable[[], object]) -> None:
    """Without end; `then` is called once the first slice is over."""
    due_s = clock.now_s()
    played.turn(due_s)
    then()
    while True:
        played.turn(clock.now_s())
        web.tend(clock.now_s())
        due_s = max(due_s + SLICE_S / played.table.speed, clock.now_s() - _BEHIND_S)
        while (left_s := due_s - clock.now_s()) > 0:
            played.attend(left_s, clock.now_s())
