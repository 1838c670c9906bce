import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import Notifier

PID = 41
LIMIT_S = 30
WATCHED = {"WATCHDOG_USEC": str(LIMIT_S * 1_000_000)}


class Manager:
    """The end of the line at which systemd listens."""

    def __init__(self, address: str) -> None:
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(address)
        self._line.setblocking(False)

    def heard(self) -> list[str]:
        """All that was said since the last call."""
        words = []
        while True:
            try:
                words.append(self._line.recv(100).decode())
            except BlockingIOError:
                return words

    def close(self) -> None:
        """Listen no more."""
        self._line.close()


@pytest.fixture(params=["a file", "an abstract name"])
def names(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, str]:
    """The socket as the environment names it, and as the kernel does."""
    if request.param == "a file":
        return str(tmp_path / "notify"), str(tmp_path / "notify")
    name = f"tholos-test-{os.getpid()}"
    return f"@{name}", f"\0{name}"


@pytest.fixture
def manager(names: tuple[str, str]) -> Iterator[Manager]:
    """systemd."""
    manager = Manager(names[1])
    yield manager
    manager.close()


def test_the_first_turn_says_that_it_is_ready(names: tuple[str, str], manager: Manager) -> None:
    """What is started after the device finds it usable."""
    notifier = Notifier({"NOTIFY_SOCKET": names[0]}, PID)
    before = manager.heard()

    wanted = [notifier.turn(now_s) for now_s in (0.0, 1.0, 100.0)]
    notifier.stop()

    assert before == []
    assert manager.heard() == ["READY=1", "STOPPING=1"]
    assert wanted == [None, None, None]  # nobody watches: the loop need not wake for it


def test_a_loop_that_turns_keeps_the_watchdog_quiet(names: tuple[str, str], manager: Manager) -> None:
    """Twice in the time that systemd allows, however often the loop turns."""
    notifier = Notifier({"NOTIFY_SOCKET": names[0], **WATCHED}, PID)

    turns = [(now_s, notifier.turn(now_s), manager.heard()) for now_s in (0.0, 1.0, 14.9, 15.0, 17.0, 31.0)]

    assert turns == [
        (0.0, 15.0, ["READY=1", "WATCHDOG=1"]),
        (1.0, 15.0, []),
        (14.9, 15.0, []),
        (15.0, 30.0, ["WATCHDOG=1"]),
        (17.0, 30.0, []),
        (31.0, 46.0, ["WATCHDOG=1"]),
    ]


@pytest.mark.parametrize(
    "environment",
    [{}, {**WATCHED, "WATCHDOG_PID": "40"}, {"WATCHDOG_USEC": "0"}, {"WATCHDOG_USEC": "soon"}],
)
def test_who_is_not_watched_says_nothing_of_turns(
    names: tuple[str, str], manager: Manager, environment: dict[str, str]
) -> None:
    """A program that another one starts inherits its environment: the watchdog means the other one."""
    notifier = Notifier({"NOTIFY_SOCKET": names[0], **environment}, PID)

    assert notifier.turn(0.0) is None
    assert manager.heard() == ["READY=1"]


@pytest.mark.parametrize("environment", [{}, WATCHED, {"NOTIFY_SOCKET": ""}])
def test_in_a_terminal_nobody_is_told(environment: dict[str, str]) -> None:
    """Without a service manager the device runs all the same."""
    notifier = Notifier(environment, PID)

    assert notifier.turn(0.0) is None
    notifier.stop()


def test_a_manager_that_does_not_listen_is_told_as_soon_as_it_does(tmp_path: Path) -> None:
    """Somebody restarts systemd while the device starts: the game goes on, the start does not time out."""
    address = str(tmp_path / "gone")
    notifier = Notifier({"NOTIFY_SOCKET": address, **WATCHED, "WATCHDOG_PID": str(PID)}, PID)

    again_s = [notifier.turn(now_s) for now_s in (0.0, 0.4, 1.0)]
    manager = Manager(address)
    following_s = notifier.turn(2.0)
    heard = manager.heard()
    manager.close()

    assert again_s == [1.0, 1.0, 2.0]
    assert heard == ["READY=1", "WATCHDOG=1"]
    assert following_s == 2.0 + LIMIT_S / 2


def test_without_a_watchdog_the_start_is_told_again_too(tmp_path: Path) -> None:
    """Only a start waits to be told then, and once it was, nothing is to be said any more."""
    address = str(tmp_path / "gone")
    notifier = Notifier({"NOTIFY_SOCKET": address}, PID)

    again_s = notifier.turn(0.0)
    manager = Manager(address)
    following_s = [notifier.turn(now_s) for now_s in (1.0, 9.0)]
    heard = manager.heard()
    manager.close()

    assert again_s == 1.0
    assert (heard, following_s) == (["READY=1"], [None, None])


def test_a_manager_that_does_not_read_holds_nobody_up(names: tuple[str, str], manager: Manager) -> None:
    """Its queue is full: the loop turns, and the word that was dropped is said again when there is room."""
    notifier = Notifier({"NOTIFY_SOCKET": names[0], **WATCHED}, PID)
    now_s, due_s = 0.0, notifier.turn(0.0)

    while due_s == now_s + LIMIT_S / 2:  # as many as net.unix.max_dgram_qlen
        now_s = due_s
        due_s = notifier.turn(now_s)
    manager.heard()
    notifier.turn(now_s + 1.0)

    assert due_s == now_s + 1.0
    assert manager.heard() == ["WATCHDOG=1"]
