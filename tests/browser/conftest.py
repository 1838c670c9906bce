"""A browser, a served table, and eyes on everything that a page asks for or complains of."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
"""As distributions call it; Debian's is the one that CI has."""
MISSING = "no Chromium on this machine, so nobody looked at the pages; sudo apt install chromium"
FLAGS = [
    *("--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *(["--no-sandbox"] if os.geteuid() == 0 else []),
]
PACE = 5.0
"""How much faster than life most tests are played."""

Serve = Callable[..., str]
Visit = Callable[..., Page]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium without a window; for one file of tests, as its event loop would be in the way of others."""
    program = chromium()
    if program is None:
        (pytest.fail if os.environ.get("CI") else pytest.skip)(MISSING)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(executable_path=program, args=FLAGS)
        yield opened
        opened.close()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Start a virtual table; its address. A second one takes the place of the first."""
    started: list[subprocess.Popen[str]] = []

    def stop() -> None:
        for program in started:
            program.terminate()
            program.communicate(timeout=20)
        started.clear()

    def begin(pace: float = PACE, port: int = 0) -> str:
        stop()
        command = [sys.executable, "-m", "tests.browser.lapse", str(port or free_port()), str(pace)]
        program = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        started.append(program)
        line = program.stdout.readline() if program.stdout else ""
        return next(word for word in line.split() if word.startswith("http"))

    begin.stop = stop  # type: ignore[attr-defined]
    yield begin
    stop()


@pytest.fixture
def visit(browser: Browser) -> Iterator[Visit]:
    """Open a page, `visit(address, viewport=…)`, or another tab beside one, `visit(address, beside=page)`.

    In the end nothing may have come from another host, and no page may have complained.
    """
    contexts, complaints, strangers = [], [], []

    def watch(page: Page, is_let_alone: bool) -> None:
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if not is_let_alone:
            page.on("console", lambda said: complaints.append(said.text) if said.type in _LOUD else None)

    def open_page(
        address: str, *, beside: Page | None = None, is_let_alone: bool = False, **options: object
    ) -> Page:
        if beside is not None:
            context = beside.context
        else:
            context = browser.new_context(**{"locale": "en-GB", **options})  # type: ignore[arg-type]
            context.on(
                "request", lambda request: strangers.append(request.url) if _is_far(request.url) else None
            )
            contexts.append(context)
        page = context.new_page()
        watch(page, is_let_alone)
        page.goto(address)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert strangers == []
    assert complaints == []


_LOUD = ("error", "warning")


def _is_far(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme not in ("blob", "data") and parts.hostname != "127.0.0.1"


def chromium() -> str | None:
    """Where this machine has it; None: it has not."""
    return next(filter(None, map(shutil.which, CHROMIUM)), None)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
