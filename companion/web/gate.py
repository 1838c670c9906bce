"""Who is let in: so many at once, so many from one address, so many a second."""

import asyncio
import socket
import struct
from collections import Counter
from collections.abc import Callable

from companion.web.address import household

MOST_CLIENTS = 100
"""Connections at once, streams included: a hundred with full buffers hold less than 10 MB."""
MOST_A_PEER = 24
"""From one address, or one network of IPv6: a few pages in a few browsers, each with six connections while it
loads."""
AT_ONCE = 8
"""So many are let in, or sent away, at a time."""
PAUSE_S = 0.02
"""Then whoever comes waits at the door for so long: at most 400 a second cost the machine anything."""
NO_LINGER = struct.pack("ii", 1, 0)
"""Closed by a reset: nothing is left of it, neither here nor in the kernel."""

Lost = Callable[[], None]
Admit = Callable[[socket.socket, Lost], None]
"""Takes a connection over, and says, at least once, when it is gone."""


class Gate:
    """Takes connections from a listening socket; those too many are closed before anything is read."""

    def __init__(self, listener: socket.socket, admit: Admit, loop: asyncio.AbstractEventLoop) -> None:
        self._listener, self._admit, self._loop = listener, admit, loop
        self._peers: Counter[str] = Counter()
        self._is_closed = False
        self._watch()

    @property
    def clients(self) -> int:
        """How many are in."""
        return self._peers.total()

    def close(self) -> None:
        """Nobody is let in any more."""
        self._is_closed = True
        self._loop.remove_reader(self._listener)

    def _watch(self) -> None:
        if not self._is_closed:
            self._loop.add_reader(self._listener, self._take)

    def _take(self) -> None:
        self._loop.remove_reader(self._listener)
        self._loop.call_later(PAUSE_S, self._watch)
        for _ in range(AT_ONCE):
            try:
                caller, (peer, *_) = self._listener.accept()
            except OSError:  # nobody is left; or gone again; or too many files are open
                return
            peer = household(peer)
            if self._peers[peer] < MOST_A_PEER and self.clients < MOST_CLIENTS:
                self._let_in(caller, peer)
            else:
                _send_away(caller)

    def _let_in(self, caller: socket.socket, peer: str) -> None:
        caller.setblocking(False)
        self._peers[peer] += 1
        is_in = True

        def leave() -> None:
            nonlocal is_in
            if is_in:
                is_in = False
                self._peers[peer] -= 1
                self._peers += Counter()  # who has no connection left is forgotten

        self._admit(caller, leave)


def _send_away(caller: socket.socket) -> None:
    caller.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, NO_LINGER)
    caller.close()
