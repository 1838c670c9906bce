"""What the service manager is told: that the device is ready, that its loop turns, that it ends.

systemd's protocol, sd_notify(3) and sd_watchdog_enabled(3): each word is one datagram to the socket that the
environment names. Without such a socket, in a terminal for example, nothing is said.
"""

import socket
from collections.abc import Mapping

_SHARE = 0.5
"""Of the time after which systemd takes the program for dead: so often it is told otherwise, as
sd_watchdog_enabled(3) recommends."""
_AGAIN_S = 1.0
"""A word that was not taken is said again so soon: far below the 90 s of a start (DefaultTimeoutStartSec)."""
_S = 1e-6
"""WATCHDOG_USEC counts microseconds."""


class Notifier:
    """Tells systemd of each turn of the loop that is worth telling.

    notifier = Notifier(os.environ, os.getpid())
    next_s = notifier.turn(clock.now_s())
    """

    def __init__(self, environment: Mapping[str, str], pid: int) -> None:
        self._address = environment.get("NOTIFY_SOCKET", "")
        self._every_s = _watchdog_s(environment, pid) * _SHARE if self._address else 0.0
        self._is_ready = False
        self._due_s = float("-inf")

    def turn(self, now_s: float) -> float | None:
        """The loop has turned. When it has to turn again at the latest; None: nothing is to be said.

        The first turn says that the device is ready, and so do the next ones until that was taken. Nothing
        else keeps the watchdog quiet: a loop that hangs is not told of, and systemd starts the program anew.
        """
        if self._address and now_s >= self._due_s:
            self._is_ready = self._is_ready or self._say("READY=1")
            is_told = self._is_ready and (not self._every_s or self._say("WATCHDOG=1"))
            every_s = self._every_s or float("inf")
            self._due_s = now_s + (every_s if is_told else min(_AGAIN_S, every_s))
        return self._due_s if float("-inf") < self._due_s < float("inf") else None

    def stop(self) -> None:
        """The device ends, because it was told to."""
        self._say("STOPPING=1")

    def _say(self, word: str) -> bool:
        """Whether it was taken: a manager that does not listen, or whose queue is full, holds nobody up."""
        if not self._address:
            return False
        # a name that begins with @ is an abstract one: for the kernel it begins with a NUL
        address = f"\0{self._address[1:]}" if self._address.startswith("@") else self._address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK) as line:
            try:
                line.sendto(word.encode(), address)
            except OSError:
                return False
        return True


def _watchdog_s(environment: Mapping[str, str], pid: int) -> float:
    """After how long without a word systemd takes this process for dead; 0: it does not watch it."""
    limit_us, watched = environment.get("WATCHDOG_USEC", ""), environment.get("WATCHDOG_PID", str(pid))
    return int(limit_us) * _S if limit_us.isdecimal() and watched == str(pid) else 0.0
