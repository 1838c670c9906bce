import socket

import pytest

from companion.web import gate
from companion.web.address import household
from companion.web.server import WebServer
from tests.wait import wait_until
from tests.web.caller import Caller, ask, look


def test_one_address_gets_so_many_places_and_leaves_the_others_theirs(web: WebServer) -> None:
    """A hundred connections from one machine: most are closed at the door, and a neighbour is served."""
    callers = [Caller(web.port, source="127.0.0.9") for _ in range(100)]
    try:
        assert ask(web.port, "/").status == 200
        assert all(caller.is_cut() for caller in callers[-30:])
        for caller in callers[:5]:
            caller.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert caller.hear().status == 200
    finally:
        for caller in callers:
            caller.close()


def test_all_together_get_so_many_places(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever comes when the house is full is sent away; when somebody leaves, there is room again."""
    monkeypatch.setattr(gate, "MOST_CLIENTS", 3)
    looking = [look(web.port, source=f"127.0.0.{number}") for number in range(2, 5)]
    web.publish("one", lambda: "1")
    for caller in looking:
        assert next(caller.events()) == ("one", "1")

    late = Caller(web.port)
    late.say("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert late.hear().status == 0
    for caller in looking:
        caller.close()

    wait_until(lambda: ask(web.port, "/").status == 200)  # once the server has seen that they are gone


def test_thousands_of_connections_pass_and_the_page_is_there_as_before(web: WebServer) -> None:
    """Opened and dropped as fast as this machine can; who looks is told what is new in the midst of it."""
    caller = look(web.port, source="127.0.0.2")
    web.publish("one", lambda: "before")
    events = caller.events()
    assert next(events) == ("one", "before")

    for _ in range(2000):
        visitor = socket.socket()
        visitor.setblocking(False)
        visitor.connect_ex(("127.0.0.1", web.port))
        visitor.close()
    web.publish("one", lambda: "after")

    assert next(events) == ("one", "after")
    caller.close()
    assert ask(web.port, "/").status == 200


def test_who_could_not_be_served_gives_the_place_back(
    web: WebServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """However often the machine fails to take a connection: when it can again, there is room for all."""

    def fail(*anything: object) -> None:
        raise MemoryError("no room")

    with monkeypatch.context() as patch:
        patch.setattr("companion.web.serving.Connection", fail)
        for _ in range(3 * gate.MOST_A_PEER):
            caller = Caller(web.port)
            assert caller.is_cut()
            caller.close()

    assert ask(web.port, "/").status == 200
    assert set(caplog.messages) == {"the page: no room"}


@pytest.mark.parametrize(
    ("one", "other", "is_one"),
    [
        ("2001:db8:1:2::1", "2001:db8:1:2:ffff::9", True),
        ("2001:db8:1:2::1", "2001:db8:1:3::1", False),
        ("fe80::1%eth0", "fe80::2%eth0", True),
        ("::ffff:192.168.1.7", "192.168.1.7", True),
        ("::ffff:192.168.1.7", "::ffff:192.168.1.8", False),
        ("192.168.1.7", "192.168.1.8", False),
    ],
)
def test_a_machine_with_many_addresses_is_one(one: str, other: str, is_one: bool) -> None:
    """By IPv6 anybody has as many as they like; they share the places of one."""
    assert (household(one) == household(other)) is is_one
