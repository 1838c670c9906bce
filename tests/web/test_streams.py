import logging
import socket
from itertools import count

import pytest

from companion.web.server import WebServer
from tests.wait import wait_until
from tests.web.caller import ask, look


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
    web.publish("one", lambda: "a\nb")
    caller = look(web.port)
    said = b""
    while b"\n\n" not in said.partition(b"event: one")[2]:
        said += caller.socket.recv(2000)
    caller.close()

    assert b"event: one\ndata: a\ndata: b\n\n" in said


@pytest.mark.parametrize("odd", ["\u2028", "\u2029", "\x85", "\x0b", "\x0c", "\x1c", "é"])
def test_a_letter_that_only_looks_like_an_end_of_line_arrives(web: WebServer, odd: str) -> None:
    """A browser ends a line at CR and LF alone; a name with another sign in it is told whole."""
    web.publish("one", lambda: f"a{odd}b\rc")
    caller = look(web.port)
    said = b""
    while b"data: c\n" not in said:
        said += caller.socket.recv(2000)
    caller.close()

    assert f"event: one\ndata: a{odd}b\ndata: c\n" in said.decode()


def test_half_a_character_in_one_event_ends_no_stream(web: WebServer) -> None:
    """A surrogate without its other half has no UTF-8: it arrives as a question mark, all else as ever."""
    web.publish("one", lambda: "a\ud800b")
    web.publish("two", lambda: "still here")
    caller = look(web.port)
    events = caller.events()
    heard = dict([next(events), next(events)])
    caller.close()

    assert heard == {"one": "a?b", "two": "still here"}


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


def test_who_joins_when_an_event_cannot_be_made_is_told_the_others(
    web: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    """However often they come back: nobody is left behind on the list of those who look."""
    web.publish("one", lambda: str(int("no number")))
    web.publish("two", lambda: "2")
    for _ in range(3):
        caller = look(web.port)
        assert next(caller.events()) == ("two", "2")
        caller.close()
    wait_until(lambda: web.onlookers == 0)

    assert set(caplog.messages) == {"the page: invalid literal for int() with base 10: 'no number'"}
