"""Somebody who calls the server by hand: well-behaved or not."""

import json
import socket
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

WAIT_S = 20.0
"""No answer within that is none: the test fails."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back until the server hung up."""

    status: int
    """0: it hung up without a word."""
    headers: dict[str, str]
    body: bytes

    @property
    def error(self) -> str:
        """What it says is wrong."""
        return str(json.loads(self.body)["error"])


class Caller:
    """One connection to a port of this machine, from any of its own addresses."""

    def __init__(self, port: int, source: str = "127.0.0.1") -> None:
        self.socket = socket.socket()
        self.socket.settimeout(WAIT_S)
        self.socket.bind((source, 0))
        self._rest = b""
        self._is_sent_away = False
        try:
            self.socket.connect(("127.0.0.1", port))
        except ConnectionResetError:  # at the door
            self._is_sent_away = True
        except OSError:
            self.socket.close()
            raise

    def say(self, text: str | bytes) -> None:
        """Send this; a server that has hung up does not hear it."""
        with suppress(ConnectionError):  # also where it was never connected
            self.socket.sendall(text.encode("latin-1") if isinstance(text, str) else text)

    def say_no_more(self) -> None:
        """The request is over, whole or not."""
        with suppress(OSError):  # a server that has hung up has not waited for that
            self.socket.shutdown(socket.SHUT_WR)

    def hear(self) -> Answer:
        """All that comes, until the server hangs up."""
        said = b""
        with suppress(ConnectionResetError):
            while not self._is_sent_away and (part := self.socket.recv(65_536)):
                said += part
        self.socket.close()
        head, _, body = said.partition(b"\r\n\r\n")
        if not head:
            return Answer(0, {}, b"")
        first, *lines = head.decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        return Answer(int(first.split()[1]), headers, body)

    def is_cut(self) -> bool:
        """Whether the server hangs up, sooner or later; TimeoutError where it does not."""
        with suppress(ConnectionResetError):
            while not self._is_sent_away and self.socket.recv(65_536):
                pass
        return True

    def events(self) -> Iterator[tuple[str, str]]:
        """Each event of a stream, its name and its text; a remark is one without a name."""
        for block in self._blocks():
            fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
            if "data" in fields:
                yield fields["event"], fields["data"]
            elif block.startswith(":"):
                yield "", block

    def _blocks(self) -> Iterator[str]:
        while True:
            while b"\n\n" not in self._rest:
                part = self.socket.recv(65_536)
                if not part:
                    return
                self._rest += part.replace(b"\r\n", b"\n")
            block, _, self._rest = self._rest.partition(b"\n\n")
            lines = block.decode().splitlines()
            yield "\n".join(line for line in lines if line and not _is_frame(line))

    def close(self) -> None:
        """Hang up."""
        self.socket.close()


def _is_frame(line: str) -> bool:
    """Whether a line is of HTTP, not of the stream: a header, or the size of a chunk."""
    is_size = line != "" and all(letter in "0123456789abcdefABCDEF" for letter in line)
    return is_size or line.startswith("HTTP/")


def ask(port: int, path: str, *, method: str = "GET", body: str = "", **headers: str) -> Answer:
    """One request, as a browser on this machine makes it; headers that are named replace its own."""
    given = {
        "host": f"127.0.0.1:{port}",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    if body:
        given.setdefault("content-length", str(len(body.encode())))
    head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
    caller = Caller(port)
    caller.say(f"{method} {path} HTTP/1.1\r\n{head}\r\n{body}")
    return caller.hear()


def look(port: int, path: str = "/events", source: str = "127.0.0.1", **headers: str) -> Caller:
    """Open a stream."""
    caller = Caller(port, source)
    more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
    caller.say(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{more}\r\n")
    return caller
