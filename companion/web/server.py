"""The server as the rest of the program knows it: there, or not yet, and why."""

import errno
import socket
from collections.abc import Iterable
from typing import TYPE_CHECKING

from companion.errors import CompanionError
from companion.web.hub import Hub, MakeText
from companion.web.site import Site

if TYPE_CHECKING:
    from companion.web.serving import Serving

RETRY_S = 5.0
"""How often it is tried again where the port is taken, or the address not there yet."""
_WAITING = 64
"""Connections that the kernel holds while the gate is shut."""
_CURES = {
    errno.EADDRINUSE: "stop the other program, or name another port",
    errno.EADDRNOTAVAIL: "name an address that this machine has, or 0.0.0.0 for all of them",
    errno.EACCES: "name a port from 1024 on",
    errno.EPERM: "name a port from 1024 on",
    errno.EAFNOSUPPORT: "name an address of IPv4, as in 127.0.0.1",
    **dict.fromkeys(
        (errno.EINVAL, errno.ENODEV, socket.EAI_NONAME),
        "behind an address that begins with fe80 name its interface, one that is there, as in fe80::1%eth0",
    ),
}


def own_names() -> tuple[str, ...]:
    """Under which other machines of a home network know this one: its own name, alone and by mDNS."""
    name = socket.gethostname().lower()
    return (name, f"{name.partition('.')[0]}.local")


class WebServer:
    """A server that may come later than the program.

        web = WebServer("127.0.0.1", 8080, site, own_names())
        web.tend(clock.now_s())         # opens it, and again whenever `deadline_s` says
        web.publish("moment", make)

    `fault` is why it is not there, with the cure; None: it is. Nothing that happens in it reaches the caller.
    """

    def __init__(self, address: str, port: int, site: Site, names: Iterable[str]) -> None:
        self._address, self._site, self._names = address, site, tuple(names)
        self._hub = Hub()
        self._serving: Serving | None = None
        self._try_at_s = float("-inf")
        self._ended: str | None = None
        """Why it has ended by itself; until it has lasted again."""
        self.fault: str | None = None
        self.port = port
        """The one that is listened on: what the system chose for 0, and from then on the same."""

    @property
    def onlookers(self) -> int:
        """How many streams are open."""
        return self._hub.ears

    def publish(self, name: str, make: MakeText) -> None:
        """This event is so from now on; `make` is called where somebody looks, in the server's thread.

        It never waits, and costs next to nothing.
        """
        self._hub.publish(name, make)

    def tend(self, now_s: float) -> None:
        """Open it, or see that it is still there; where it cannot be, `fault` says why."""
        if self._serving is not None and not self._serving.is_alive:
            self._note_end(self._serving, now_s)
        if now_s < self._try_at_s:
            return
        self._try_at_s = now_s + RETRY_S
        if self._serving is not None:  # it has lasted since it was started anew
            self._ended = self.fault = None
        else:
            self._try()
        if self._serving is not None and self._ended is None:
            self._try_at_s = float("inf")

    def deadline_s(self) -> float | None:
        """When `tend` has something to try; None: never."""
        return self._try_at_s if self._try_at_s < float("inf") else None

    def stop(self) -> None:
        """Nobody is served any more; returns at once: `close` waits for it."""
        self._try_at_s = float("inf")
        if self._serving is not None:
            self._serving.end()

    def close(self) -> None:
        """The same, and the port is free; it takes a second at most."""
        self.stop()
        serving, self._serving = self._serving, None
        if serving is not None:
            serving.stop()

    def _note_end(self, serving: "Serving", now_s: float) -> None:
        """The first time it is tried again at once; should it not last, no sooner than ever."""
        self._try_at_s = now_s if self._ended is None else now_s + RETRY_S
        self._serving = None
        error = serving.error
        why = f"{type(error).__name__}: {error}" if error is not None else "nobody knows why"
        told = " ".join(why.split())
        self._ended = f"its server has ended ({told}); it is started anew, show its makers a tholos report"
        self.fault = self._ended

    def _try(self) -> None:
        try:
            self._open()
            self.fault = self._ended
        except CompanionError as error:
            self.fault = str(error)

    def _open(self) -> None:
        try:
            from companion.web.serving import Serving
        except ImportError as error:
            raise CompanionError(
                f"it cannot be served: {error.name} is not installed",
                cure="sudo make install, or switch it off: [web] is_on = false",
            ) from error
        listener = _listen(self._address, self.port)
        self.port = listener.getsockname()[1]
        try:
            self._serving = Serving(listener, self._site, self._hub, self._names)
        except (OSError, RuntimeError) as error:  # no files, no memory, no thread left
            listener.close()
            raise CompanionError(f"it cannot be served ({error})", cure="restart the machine") from error


def _listen(address: str, port: int) -> socket.socket:
    """A socket that listens. Raises CompanionError."""
    try:
        # what stands behind the % of an address of IPv6 has a number of its own here
        wanted = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_NUMERICHOST)
        family, kind, _, _, place = wanted[0]
        listener = socket.socket(family, kind)
        try:
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.setblocking(False)
            listener.bind(place)
            listener.listen(_WAITING)
        except OSError:
            listener.close()
            raise
    except OSError as error:
        raise CompanionError(
            f"it cannot be served at {address}, port {port} ({error.strerror})",
            cure=_CURES.get(error.errno or 0, "name another address or port"),
        ) from error
    return listener
