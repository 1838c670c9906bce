import logging
import socket
import sys
from collections.abc import Callable
from itertools import count

import pytest

from companion.web.guard import HEADERS
from companion.web.server import RETRY_S, WebServer
from companion.web.site import ACT_BYTES
from tests.web.caller import Caller, ask, look
from tests.web.conftest import SITE, TOKEN


def test_a_page_comes_as_it_is(web: WebServer) -> None:
    """Who types the address sees the page; who has it already is told so and fetches nothing."""
    first = ask(web.port, "/")
    again = ask(web.port, "/", if_none_match=first.headers["etag"])

    assert (first.status, first.body, first.headers["content-type"]) == (200, b"<p>hello", "text/html")
    assert (again.status, again.body) == (304, b"")


def test_the_game_can_be_kept(web: WebServer) -> None:
    """The browser saves it under a name that says what it is."""
    answer = ask(web.port, "/game.tgn")

    assert (answer.status, answer.body) == (200, b"1. +2g *\n")
    assert answer.headers["content-disposition"] == 'attachment; filename="game.tgn"'


@pytest.mark.parametrize(
    ("path", "method", "host", "status"),
    [
        ("/", "GET", "localhost", 200),
        ("/nothing", "GET", "localhost", 404),
        ("/", "GET", "evil.example", 421),
        ("/act", "POST", "localhost", 403),
        ("/", "PUT", "localhost", 405),
    ],
)
def test_every_answer_carries_what_keeps_a_browser_safe(
    web: WebServer, path: str, method: str, host: str, status: int
) -> None:
    """Also those that say no; and none of them sets a cookie or tells what runs here."""
    answer = ask(web.port, path, method=method, host=host)

    assert answer.status == status
    kept = {name: answer.headers.get(name) for name in HEADERS if name != "cache-control"}
    assert kept == {name: value.lower() for name, value in HEADERS.items() if name != "cache-control"}
    assert not {"set-cookie", "server", "access-control-allow-origin"} & set(answer.headers)


@pytest.mark.parametrize("method", ["HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FROB"])
def test_nothing_can_be_done_but_to_look(web: WebServer, method: str) -> None:
    """Only GET, and POST where there is something to do."""
    assert ask(web.port, "/", method=method).status == 405
    assert ask(web.port, "/", method="POST", body="x").status == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/../etc/passwd", "/pages/../../../etc/passwd", "/pages/%2e%2e/%2e%2e/etc/passwd", "/pages//a.js"),
        *("/pages/a.js/", "/pages/A.js", "/pages/", "/pages", "//", "/pages/a.js%00", "/pages\\a.js"),
        *("http://evil.example/", "/act", "*", "/%c0%ae%c0%ae/etc/passwd", "/events/../"),
    ],
)
def test_there_is_no_way_out_of_the_list_of_files(web: WebServer, path: str) -> None:
    """What is not written there letter by letter is not there."""
    assert ask(web.port, path).status in (400, 404)


def test_a_page_of_another_site_gets_nothing(web: WebServer) -> None:
    """A link that leads here may be followed; what another site's page fetches by itself is refused."""
    assert ask(web.port, "/events", sec_fetch_site="cross-site", sec_fetch_mode="no-cors").status == 403
    assert ask(web.port, "/", sec_fetch_site="cross-site", sec_fetch_mode="navigate").status == 200
    assert ask(web.port, "/", sec_fetch_site="same-origin", sec_fetch_mode="cors").status == 200


@pytest.mark.parametrize(
    ("token", "said", "status"),
    [(TOKEN, "yes", 204), (TOKEN, "no", 400), ("", "yes", 403), (TOKEN[:-1], "yes", 403), ("é", "yes", 403)],
)
def test_only_the_page_that_was_given_out_can_do_anything(
    web: WebServer, token: str, said: str, status: int
) -> None:
    """The token lets it; what cannot be done is told in a sentence."""
    answer = ask(web.port, "/act", method="POST", body=said, x_tholos_token=token)

    assert answer.status == status
    if status == 400:
        assert answer.error == "it cannot be"


def test_a_guarded_stream_wants_the_token_in_its_address(web: WebServer) -> None:
    """A browser adds no header to a stream."""
    web.publish("three", lambda: "3")
    caller = look(web.port, f"/hidden?token={TOKEN}")

    assert next(caller.events()) == ("three", "3")
    caller.close()
    assert ask(web.port, "/hidden").status == ask(web.port, "/hidden?token=x").status == 403
    assert ask(web.port, f"/hidden?token={'x' * 5000}").status == 403


def test_a_site_for_this_machine_answers_to_its_own_names_alone() -> None:
    """A name from the home network could be anybody's; there, the table does not listen."""
    from dataclasses import replace

    server = WebServer("127.0.0.1", 0, replace(SITE, is_local=True), ("table",))
    server.tend(0.0)

    statuses = [ask(server.port, "/", host=host).status for host in ("localhost", "127.0.0.1", "table")]
    server.close()

    assert statuses == [200, 200, 421]


@pytest.mark.parametrize(
    "head",
    [
        "GET /" + "x" * 100_000 + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\nX: " + "x" * 100_000 + "\r\n\r\n",
        "GET / HTTP/1.1\r\nHost: localhost\r\n" + "X: x\r\n" * 30_000 + "\r\n",
        "x" * 100_000,
        "GET / HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n",
        "GET / HTTP/one\r\nHost: localhost\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        "GET / HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        "POST /act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    ids=["line", "header", "headers", "noise", "hosts", "version", "tls", "length", "smuggling"],
)
def test_what_is_no_request_or_too_long_is_hung_up_on(web: WebServer, head: str) -> None:
    """No more of it is read than fits; the next one is served."""
    caller = Caller(web.port)
    caller.say(head)
    if "tls" not in head:
        caller.say_no_more()

    assert caller.hear().status in (0, 400, 403, 411)
    assert ask(web.port, "/").status == 200


@pytest.mark.parametrize(
    ("length", "body"),
    [
        (f"Content-Length: {ACT_BYTES + 1}", "x" * (ACT_BYTES + 1)),
        ("Content-Length: 999999999999999", "x"),
        ("Transfer-Encoding: chunked", f"{ACT_BYTES + 1:x}\r\n{'x' * (ACT_BYTES + 1)}\r\n0\r\n\r\n"),
    ],
    ids=["long", "endless", "chunked"],
)
def test_an_act_that_is_too_long_is_refused(web: WebServer, length: str, body: str) -> None:
    """However it is sent."""
    caller = Caller(web.port)
    caller.say(f"POST /act HTTP/1.1\r\nHost: localhost\r\nX-Tholos-Token: {TOKEN}\r\n{length}\r\n\r\n{body}")

    assert caller.hear().status == 413


def test_who_looks_is_told_all_as_it_is_and_then_what_is_new(web: WebServer) -> None:
    """The newest of each event at once; later only what has changed, and nobody else's events."""
    for name in ("one", "two", "three"):
        web.publish(name, lambda name=name: f"{name} at first")
    caller = look(web.port)
    events = caller.events()
    at_first = dict([next(events), next(events)])

    web.publish("two", lambda: "two at first")  # the same again is nothing new
    web.publish("three", lambda: "not asked for")
    web.publish("one", lambda: "one, changed")
    then = next(events)
    caller.close()

    assert at_first == {"one": "one at first", "two": "two at first"}
    assert then == ("one", "one, changed")


def test_a_text_of_several_lines_arrives_whole(web: WebServer) -> None:
    """As the form of the stream wants it: line by line."""
    web.publish("one", lambda: "a\u2028a\nb")
    caller = look(web.port)
    said = b""
    while b"\n\n" not in said.partition(b"event: one")[2]:
        said += caller.socket.recv(2000)
    caller.close()

    assert "event: one\ndata: a\u2028a\ndata: b\n\n".encode() in said


def test_nothing_is_made_while_nobody_looks(web: WebServer) -> None:
    """The game's own thread only says how it would be made."""
    made = count()
    for _ in range(1000):
        web.publish("one", lambda: str(next(made)))
    assert web.onlookers == 0
    caller = look(web.port)

    assert next(caller.events()) == ("one", "0")
    caller.close()


def test_a_quiet_stream_says_that_it_is_alive(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """A page that hears nothing at all knows that something is wrong."""
    monkeypatch.setattr("companion.web.app.ALIVE_S", 0.05)
    caller = look(web.port)

    assert next(caller.events()) == ("", ": alive")
    caller.close()


def wait_until(is_so: Callable[[], bool]) -> None:
    """Wait until something is so; the test's own limit ends a vain wait."""
    import threading

    pause = threading.Event()
    while not is_so():
        pause.wait(0.01)


def test_who_reads_slowly_is_told_the_newest_and_holds_nobody_up(web: WebServer) -> None:
    """What they were too slow for is passed over; another onlooker misses nothing meanwhile."""
    slow, quick = look(web.port), look(web.port, source="127.0.0.2")
    wait_until(lambda: web.onlookers == 2)
    events = quick.events()
    for number in range(300):
        web.publish("one", lambda number=number: f"{number} {'x' * 60_000}")
        assert next(events)[1].startswith(f"{number} ")
    quick.close()
    web.publish("two", lambda: "the end")

    heard = []
    for name, text in slow.events():
        heard.append(text.split()[0])
        if name == "two":
            break
    slow.close()

    assert len(heard) < 200
    assert "299" in heard
    assert heard[-1] == "the"


def test_who_takes_nothing_at_all_is_let_go(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a browser that sleeps would keep its place for ever."""
    monkeypatch.setattr("companion.web.app.READ_S", 0.1)
    caller = look(web.port)
    caller.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    wait_until(lambda: web.onlookers == 1)

    numbers = count()

    def is_gone() -> bool:
        number = next(numbers)
        web.publish("one", lambda: f"{number} {'x' * 100_000}")
        return web.onlookers == 0

    wait_until(is_gone)
    caller.close()


@pytest.mark.parametrize(
    "begun",
    [
        "",
        "GET / HT",
        f"POST /act HTTP/1.1\r\nHost: localhost\r\nX-Tholos-Token: {TOKEN}\r\nContent-Length: 9\r\n\r\nab",
    ],
    ids=["nothing", "half a line", "half a body"],
)
def test_who_begins_and_never_ends_is_let_go(
    web: WebServer, monkeypatch: pytest.MonkeyPatch, begun: str
) -> None:
    """A connection that dribbles costs a place, but only for so long."""
    monkeypatch.setattr("companion.web.connection.REQUEST_S", 0.1)
    caller = Caller(web.port)
    caller.say(begun)

    assert caller.is_cut()
    caller.close()


def test_an_event_that_cannot_be_made_is_told_in_the_log_and_no_more(
    web: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    """A slip of ours in one event costs neither the other events nor the server, nor fills the log."""
    caller = look(web.port)
    wait_until(lambda: web.onlookers == 1)
    events = caller.events()
    for number in range(30):
        web.publish("one", lambda: str(int("no number")))
        web.publish("two", lambda number=number: f"{number}")
        assert next(events) == ("two", f"{number}")
    caller.close()

    said = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert set(said) == {"the page: invalid literal for int() with base 10: 'no number'"}
    assert len(said) == 5
    assert ask(web.port, "/").status == 200


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
    [("203.0.113.7", "name an address that this machine has"), ("2001:db8::7", "name an address")],
)
def test_an_address_that_is_not_ours_is_a_fault(address: str, cure: str) -> None:
    """A slip in the settings, or a network that is not there yet."""
    server = WebServer(address, 0, SITE, ())
    server.tend(0.0)

    assert server.fault is not None
    assert f"at {address}, port 0" in server.fault
    assert cure in server.fault


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
    """Whatever killed it, a few seconds later the page is there again, under the same address."""
    port = web.port
    serving = web._serving
    assert serving is not None
    serving.stop()

    web.tend(RETRY_S)

    assert web.fault is None
    assert ask(web.port, "/").status == 200
    assert port > 0


def test_it_ends_at_once_though_somebody_looks(web: WebServer) -> None:
    """Streams are cut, nobody is waited for."""
    caller = look(web.port)
    wait_until(lambda: web.onlookers == 1)

    web.close()

    assert caller.is_cut()
    assert web.onlookers == 0
    caller.close()
