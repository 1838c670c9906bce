import json
import logging
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal.journal import Journal
from companion.link.frame import hello_line
from companion.live import LivePage
from companion.screen.painter import Painter
from tests.test_appliance import Kit, check_all_let_go, kit, listen, settings_with, watch_states
from tests.wait import wait_until
from tests.web.caller import ask, look

__all__ = ["kit", "listen"]  # fixtures of the tests below


@pytest.fixture
def port() -> int:
    """A port of this machine that nobody uses."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def with_page(settings: Path, port: int, *, is_on: bool = True) -> None:
    """Add the page to a settings file."""
    text = settings.read_text(encoding="utf-8").partition("[web]")[0]
    settings.write_text(
        f"{text}[web]\nis_on = {'true' if is_on else 'false'}\nport = {port}\n", encoding="utf-8"
    )


def is_served(port: int) -> bool:
    """Whether somebody answers there."""
    try:
        return ask(port, "/").status > 0
    except ConnectionRefusedError:
        return False


def visit(doing: Callable[[], object]) -> threading.Thread:
    """Have somebody do this beside the device, and then end it."""

    def do() -> None:
        try:
            doing()
        finally:
            os.kill(os.getpid(), signal.SIGTERM)

    visitor = threading.Thread(target=do)
    visitor.start()
    return visitor


def test_onlookers_see_what_the_display_shows(kit: Kit, tmp_path: Path, port: int) -> None:
    """With the page switched on, the state is told to a browser, and the game can be kept."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    with_page(settings, port)
    os.write(kit.master, hello_line("0.2.0", 7, 80))
    seen: dict[str, str] = {}

    def watch() -> None:
        wait_until(lambda: is_served(port))
        caller = look(port)
        events = caller.events()
        while set(seen) != {"moment", "game"}:
            name, text = next(events)
            seen[name] = text
        caller.close()
        seen["record"] = ask(port, "/game.tgn").body.decode()

    visitor = visit(watch)
    status = main(["run", "--settings", str(settings)])
    visitor.join()

    assert status == 0
    moment = json.loads(seen["moment"])
    assert (moment["phase"], moment["columns"]) == ("start", [""] * 7)
    (start,) = json.loads(seen["game"])["steps"]
    assert start["workshops"] == {"white": "ww", "black": "bb"}
    assert seen["record"] == '[End "at-once"]\n\n*\n'
    check_all_let_go(kit, tmp_path / "journal")


def test_a_port_that_is_taken_costs_the_game_nothing(
    kit: Kit,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    listen: Callable[..., None],
) -> None:
    """Log and menu say that somebody has to make room; when they do, the page comes by itself."""
    caplog.set_level(logging.INFO)
    monkeypatch.setattr("companion.web.server.RETRY_S", 0.05)
    settings, shown = settings_with(tmp_path / "journal", tmp_path, kit.port), watch_states(monkeypatch)
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with_page(settings, port)
        listen("the page can be looked at again")

        def make_room() -> None:
            wait_until(lambda: any(not state.is_page_up for state in shown))
            other.close()

        made_room = threading.Thread(target=make_room)
        made_room.start()
        status = main(["run", "--settings", str(settings)])
        made_room.join()

    told = [message for message in caplog.messages if message.startswith("the page")]
    assert status == 0
    assert told == [
        f"the page: it cannot be served at 127.0.0.1, port {port} (Address already in use); "
        "stop the other program, or name another port",
        "the page can be looked at again",
    ]


def test_the_page_is_switched_on_and_off_while_people_play(kit: Kit, tmp_path: Path, port: int) -> None:
    """A line in the settings and a reload; nobody has to start the device anew."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    with_page(settings, port, is_on=False)

    def switch() -> None:
        wait_until(lambda: len(kit.pictures) > 0)
        assert not is_served(port)
        with_page(settings, port)
        os.kill(os.getpid(), signal.SIGHUP)
        wait_until(lambda: is_served(port))
        with_page(settings, port, is_on=False)
        os.kill(os.getpid(), signal.SIGHUP)
        wait_until(lambda: not is_served(port))

    visitor = visit(switch)
    status = main(["run", "--settings", str(settings)])
    visitor.join()

    assert status == 0
    check_all_let_go(kit, tmp_path / "journal")


def test_the_page_holds_the_end_up_for_nobody(
    kit: Kit, tmp_path: Path, port: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told to end first, the glass goes dark meanwhile, and only then somebody waits for it."""
    settings = settings_with(tmp_path / "journal", tmp_path, kit.port)
    with_page(settings, port)
    ended: list[str] = []

    def noted(owner: type, method: str) -> None:
        before = getattr(owner, method)

        def note(self: object) -> None:
            ended.append(f"{owner.__name__}.{method}")
            before(self)

        monkeypatch.setattr(owner, method, note)

    for owner, method in ((LivePage, "stop"), (LivePage, "close"), (Painter, "close"), (Journal, "close")):
        noted(owner, method)
    visitor = visit(lambda: wait_until(lambda: is_served(port)))
    main(["run", "--settings", str(settings)])
    visitor.join()

    assert ended == ["LivePage.stop", "Journal.close", "Painter.close", "LivePage.close"]
    assert not is_served(port)


def test_who_wants_no_page_pays_for_none() -> None:
    """The device does not even load what would serve it."""
    asked = "import sys, companion.appliance; print({'uvicorn', 'asyncio'} & set(sys.modules))"

    done = subprocess.run([sys.executable, "-c", asked], stdout=subprocess.PIPE, text=True, check=True)

    assert done.stdout == "set()\n"
