from concurrent.futures import Future
from dataclasses import replace

import pytest

from companion.web.guard import HEADERS
from companion.web.server import WebServer
from companion.web.site import ACT_BYTES, Site
from tests.wait import wait_until
from tests.web.caller import Caller, ask, look
from tests.web.conftest import SITE, TOKEN, do


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


@pytest.mark.parametrize("method", ["PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "FROB"])
def test_nothing_can_be_done_but_to_look(web: WebServer, method: str) -> None:
    """Only GET and HEAD, and POST where there is something to do; the answer says so."""
    refused = [ask(web.port, path, method=method) for path in ("/", "/act")]
    assert [(answer.status, answer.headers["allow"]) for answer in refused] == [
        (405, "get, head"),
        (405, "post"),
    ]
    assert ask(web.port, "/", method="POST", body="x").status == 404


@pytest.mark.parametrize(
    "path",
    [
        *("/../etc/passwd", "/pages/../../../etc/passwd", "/pages/%2e%2e/%2e%2e/etc/passwd", "/pages//a.js"),
        *("/pages/a.js/", "/pages/A.js", "/pages/", "/pages", "//", "/pages/a.js%00", "/pages\\a.js"),
        *("https://localhost/", "ftp://localhost/", "/act", "*", "/%c0%ae%c0%ae/etc/passwd", "/events/../"),
    ],
)
def test_there_is_no_way_out_of_the_list_of_files(web: WebServer, path: str) -> None:
    """What is not written there letter by letter is not there."""
    assert ask(web.port, path).status in (400, 404)


@pytest.mark.parametrize("path", ["/", "/game.tgn", "/events", "/nothing"])
def test_who_asks_for_the_head_gets_it_alone(web: WebServer, path: str) -> None:
    """As a checker of links does: what GET would say, without what it would send."""
    caller = look(web.port, path)
    head = caller.socket.recv(65_536).partition(b"\r\n\r\n")[0].decode().lower()
    caller.close()

    answer = ask(web.port, path, method="HEAD")

    said = [line for line in head.split("\r\n")[1:] if not line.startswith("transfer-encoding")]
    assert [
        f"{name}: {value}" for name, value in answer.headers.items() if name != "transfer-encoding"
    ] == said
    assert (str(answer.status), answer.body) == (head.split()[1], b"")
    wait_until(lambda: web.onlookers == 0)


@pytest.mark.parametrize(
    ("target", "status"),
    [
        *(
            ("http://127.0.0.1/", 200),
            ("HTTP://table.local:8080/pages/a.js?x", 200),
            ("http://localhost", 200),
        ),
        *(("http://localhost/nothing", 404), ("http://evil.example/", 421), ("http:///", 421)),
        *(("http://localhost@evil.example/", 421), ("http://evil.example@localhost/", 421)),
    ],
)
def test_a_request_may_name_the_whole_address(web: WebServer, target: str, status: int) -> None:
    """As to a proxy: then the host in it counts, whatever the header says."""
    for host in ("localhost", "evil.example"):
        assert ask(web.port, target, host=host).status == status


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


def test_a_hidden_stream_wants_the_token(web: WebServer) -> None:
    """As an act does; never in the address, which browsers keep and show."""
    web.publish("three", lambda: "3")
    caller = look(web.port, "/hidden", x_tholos_token=TOKEN)

    assert next(caller.events()) == ("three", "3")
    caller.close()
    assert ask(web.port, "/hidden").status == ask(web.port, "/hidden", x_tholos_token=TOKEN[1:]).status == 403
    assert ask(web.port, f"/hidden?token={TOKEN}").status == 403


@pytest.mark.parametrize("query", ["a&b&c&d&e", "=" * 900, "%", ";" * 40, "a=1#x"])
def test_what_stands_behind_a_path_is_passed_over(web: WebServer, query: str) -> None:
    """No path of ours has a query; whatever somebody writes there breaks nothing."""
    answer = ask(web.port, f"/hidden?{query}")

    assert answer.status == 403
    assert "content-security-policy" in answer.headers


def test_what_fails_within_is_answered_all_the_same(
    web: WebServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A slip of ours in one download: a sentence, with all that keeps a browser safe; the log says more."""
    monkeypatch.setitem(SITE.downloads, "/game.tgn", lambda: int("no number"))  # type: ignore[misc]

    answer = ask(web.port, "/game.tgn")

    assert (answer.status, answer.error) == (500, "something is wrong with this program; its log says what")
    assert "content-security-policy" in answer.headers
    assert caplog.messages == ["the page: invalid literal for int() with base 10: 'no number'"]


def test_a_site_with_something_to_guard_has_what_guards_it() -> None:
    """Whoever forgets the token is told before anything is served; nothing is open by mistake."""
    for guarded in ({"acts": {"/act": do}}, {"hidden_streams": {"/hidden": ("three",)}}):
        with pytest.raises(ValueError, match="need a token"):
            Site(files={}, **guarded)  # type: ignore[arg-type]


def test_a_site_for_this_machine_answers_to_its_own_names_alone() -> None:
    """A name from the home network could be anybody's; there, the table does not listen."""
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


def test_an_act_may_take_longer_than_a_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """In slow motion a stone waits for the hand: who asked for it hears in the end that it was done."""
    monkeypatch.setattr("companion.web.connection.REQUEST_S", 0.1)
    asked: list[Future[str | None]] = []

    def note(text: str) -> "Future[str | None]":
        asked.append(Future())
        return asked[-1]

    web = WebServer("127.0.0.1", 0, replace(SITE, acts={"/act": note}), ())
    web.tend(0.0)
    callers = [Caller(web.port) for _ in range(2)]
    for caller in callers:
        caller.say(f"POST /act HTTP/1.1\r\nHost: localhost\r\nX-Tholos-Token: {TOKEN}\r\n\r\n")
    slow = Caller(web.port)
    slow.say("GET / HTTP/1.1")
    assert slow.is_cut()  # the time of a request is over
    wait_until(lambda: len(asked) == 2)
    callers[0].close()
    wait_until(lambda: any(done.cancelled() for done in asked))
    for done in asked:
        if not done.cancelled():
            done.set_result(None)

    assert callers[1].hear().status == 204
    assert [done.cancelled() for done in asked].count(True) == 1
    slow.close()
    web.close()


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
