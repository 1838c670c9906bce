import gc
import socket
import sys
from ipaddress import IPv6Address
from itertools import pairwise
from pathlib import Path

import pytest

from companion.web.server import RETRY_S, WebServer
from tests.wait import wait_until
from tests.web.caller import ask, look
from tests.web.conftest import SITE

_ADDRESSES = Path("/proc/net/if_inet6")
_LINES = [line.split() for line in _ADDRESSES.read_text().splitlines()] if _ADDRESSES.exists() else []
LINK_LOCAL = next(
    (f"{IPv6Address(bytes.fromhex(line[0]))}%{line[5]}" for line in _LINES if line[3] == "20"), ""
)
"""An address of this machine that holds on one link only (scope 0x20, proc(5)); "": it has none."""

ANEW = "it is started anew, show its makers a tholos report"


def test_a_port_that_is_taken_is_a_fault_until_it_is_free() -> None:
    """What, where and the cure, in one line; it is tried again, and then all is well."""
    other = socket.create_server(("127.0.0.1", 0))
    port = other.getsockname()[1]
    server = WebServer("127.0.0.1", port, SITE, ())

    server.tend(0.0)
    assert server.fault == (
        f"it cannot be served at 127.0.0.1, port {port} (Address already in use); "
        "stop the other program, or name another port"
    )
    assert server.deadline_s() == RETRY_S
    server.publish("one", lambda: "1")  # harms nobody
    other.close()
    server.tend(RETRY_S / 2)
    assert server.fault is not None
    server.tend(RETRY_S)

    assert (server.fault, server.deadline_s()) == (None, None)
    assert ask(port, "/").status == 200
    server.close()
    server.close()


@pytest.mark.parametrize(
    ("address", "cure"),
    [
        ("203.0.113.7", "name an address that this machine has"),
        ("2001:db8::7", "name an address"),
        ("fe80::7", "name its interface, one that is there, as in fe80::1%eth0"),
        ("fe80::7%nosuch", "name its interface, one that is there, as in fe80::1%eth0"),
    ],
)
def test_an_address_that_is_not_ours_is_a_fault(address: str, cure: str) -> None:
    """A slip in the settings, or a network that is not there yet."""
    server = WebServer(address, 0, SITE, ())
    server.tend(0.0)

    assert server.fault is not None
    assert f"at {address}, port 0" in server.fault
    assert cure in server.fault


@pytest.mark.skipif(not LINK_LOCAL, reason="no network here gives an address of its link alone")
def test_an_address_of_one_link_is_listened_on() -> None:
    """It needs its interface behind it, as the kernel may have the same on each."""
    server = WebServer(LINK_LOCAL, 0, SITE, ())
    server.tend(0.0)

    assert server.fault is None
    with socket.create_connection((LINK_LOCAL, server.port), 20.0) as caller:
        caller.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert caller.recv(100).startswith(b"HTTP/1.1 200 ")
    server.close()


def test_a_library_that_is_missing_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game goes on; the one line says what to do."""
    for name in ("companion.web.serving", "companion.web.connection"):
        monkeypatch.delitem(sys.modules, name, raising=False)
    monkeypatch.setitem(sys.modules, "uvicorn.config", None)
    server = WebServer("127.0.0.1", 0, SITE, ())
    server.tend(0.0)

    assert server.fault == (
        "it cannot be served: uvicorn.config is not installed; "
        "sudo make install, or switch it off: [web] is_on = false"
    )


def test_a_thread_that_has_ended_is_started_anew(web: WebServer) -> None:
    """Whatever killed it, the page is there again under the same address; what it was is told for a while."""
    port = web.port
    serving = web._serving
    assert serving is not None
    serving.stop()

    web.tend(100.0)

    assert (web.port, web.fault) == (port, f"its server has ended (nobody knows why); {ANEW}")
    assert ask(port, "/").status == 200
    web.tend(web.deadline_s() or 0.0)
    assert (web.fault, web.deadline_s()) == (None, None)


@pytest.mark.filterwarnings("error::pytest.PytestUnhandledThreadExceptionWarning")
def test_a_server_that_cannot_last_is_one_fault(
    web: WebServer, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It ends as soon as it is started: one line with its cause, tried at a calm pace; stderr stays empty."""
    assert web._serving is not None
    web._serving.stop()

    def fail(*anything: object, **more: object) -> None:
        raise ValueError("it\ncannot be")

    monkeypatch.setattr("companion.web.serving.Config", fail)
    faults, tries, now_s = set(), [], 100.0
    for _ in range(40):
        before = web._serving
        web.tend(now_s)
        if web._serving is not None and web._serving is not before:
            tries.append(now_s)
            web._serving.thread.join()
        faults.add(web.fault)
        now_s += RETRY_S / 8

    assert faults == {
        f"its server has ended (nobody knows why); {ANEW}",
        f"its server has ended (ValueError: it cannot be); {ANEW}",
    }
    assert all(later - before >= RETRY_S for before, later in pairwise(tries))
    assert len(tries) >= 4
    assert "Traceback" not in capfd.readouterr().err
    assert web._serving is None or not web._serving.is_alive
    monkeypatch.undo()
    web.tend(now_s + RETRY_S)
    web.tend(now_s + 2 * RETRY_S)
    web.tend(now_s + 3 * RETRY_S)
    assert web.fault is None
    assert ask(web.port, "/").status == 200


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("asyncio.new_event_loop", OSError(24, "Too many open files")),
        ("threading.Thread.start", RuntimeError("can't start new thread")),
    ],
)
def test_a_machine_that_has_nothing_left_costs_the_game_nothing(
    monkeypatch: pytest.MonkeyPatch, name: str, error: Exception
) -> None:
    """No file, no thread: a fault; the port is let go meanwhile, and taken as soon as it can be."""

    def fail(*anything: object) -> None:
        raise error

    server = WebServer("127.0.0.1", 0, SITE, ())
    with monkeypatch.context() as patch:
        patch.setattr(name, fail)
        server.tend(0.0)
        assert server.fault == f"it cannot be served ({error}); restart the machine"
    gc.collect()  # a socket that nobody has closed would warn here, and a loop, too

    server.tend(RETRY_S)

    assert server.fault is None
    assert ask(server.port, "/").status == 200
    server.close()


def test_it_ends_at_once_though_somebody_looks(web: WebServer) -> None:
    """Streams are cut, nobody is waited for."""
    caller = look(web.port)
    wait_until(lambda: web.onlookers == 1)

    web.close()

    assert caller.is_cut()
    assert web.onlookers == 0
    caller.close()
