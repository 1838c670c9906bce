"""Those who call the page of `tests.bench.onlookers`, in a process of their own; all of it on this machine.

It is as nice as can be (nice(2)): onlookers elsewhere would take nothing of the device's time by themselves.

`python -m tests.bench.crowd PORT SECONDS ONLOOKERS` looks on; with ONLOOKERS 0 it is hostile: `A_SECOND`
connections, more than the gate lets in, each with a request that nobody should make.
"""

import json
import os
import selectors
import socket
import sys
import time
from contextlib import suppress
from itertools import cycle

A_SECOND = 500
AT_FIRST = 2
"""Events that everybody is told when they come: the moment, and the game."""
_HEAD = "GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n"
_HOSTILE = (
    b"",
    b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    b"GET /../../etc/passwd HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /" + b"x" * 60_000,
    b"POST /table/act HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n\r\n" + b"x" * 20_000,
    b"GET / HT",
    b"GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n",
)


def look_on(port: int, seconds: float, onlookers: int) -> dict[str, int]:
    """So many streams, each from an address of its own; what all of them were told."""
    selector = selectors.DefaultSelector()
    for number in range(onlookers):
        caller = socket.create_connection(
            ("127.0.0.1", port), source_address=(f"127.0.1.{number % 250 + 1}", 0)
        )
        caller.sendall(_HEAD.encode())
        caller.setblocking(False)
        selector.register(caller, selectors.EVENT_READ)
    events = size = 0
    heard: dict[object, int] = {}
    until_s = time.monotonic() + seconds
    while time.monotonic() < until_s:
        for key, _ in selector.select(0.5):
            caller = key.fileobj
            assert isinstance(caller, socket.socket)
            said = caller.recv(65_536)
            if not said:
                selector.unregister(caller)
            events, size = events + said.count(b"event: "), size + len(said)
            heard[caller] = heard.get(caller, 0) + said.count(b"event: ")
    lost = onlookers - len(selector.get_map())
    selector.close()
    later = sum(max(0, each - AT_FIRST) for each in heard.values())
    return {"events": events, "later": later, "bytes": size, "lost": lost}


def attack(port: int, seconds: float) -> dict[str, int]:
    """Connections without end, each with something that is no honest request, until the time is over."""
    began_s = time.monotonic()
    held: list[socket.socket] = []
    made = 0
    sayings = cycle(_HOSTILE)
    while (age_s := time.monotonic() - began_s) < seconds:
        if made > age_s * A_SECOND:
            time.sleep(0.01)
            continue
        caller = socket.socket()
        caller.setblocking(False)
        caller.connect_ex(("127.0.0.1", port))
        with suppress(OSError):  # not yet connected, or sent away
            caller.send(next(sayings))
        held.append(caller)
        made += 1
        if len(held) > 300:
            held.pop(0).close()
    for caller in held:
        caller.close()
    return {"connections": made}


def main() -> None:
    """Do it, and print what came of it."""
    os.nice(19)
    port, seconds, onlookers = int(sys.argv[1]), float(sys.argv[2]), int(sys.argv[3])
    print(json.dumps(look_on(port, seconds, onlookers) if onlookers else attack(port, seconds)))


if __name__ == "__main__":
    main()
