import json
import logging
import select
import socket
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.errors import CompanionError
from companion.faults import FaultLog, Faults, Losses, parts
from companion.link.decoder import Lack
from companion.link.hello import LinkState
from companion.status import AT_ONCE, PAUSE_S, SOCKET_NAME, StatusDoor, age_text, ask, status_text
from companion.table.state import STANDING
from tests.complaints import complaint

WELL = Faults(link=LinkState.UP)
PARTS = ["link", "pads", "calibration", "display", "buttons", "buzzer", "journal", "settings", "page"]


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the device of a test is asked."""
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))
    return tmp_path / SOCKET_NAME


@pytest.fixture
def door(path: Path) -> Iterator[StatusDoor]:
    """An open door that tells of a log."""
    log = FaultLog(0.0)
    log.note(Faults(link=LinkState.UP, journal="the disk is full; free it"), Losses(lost=3), 10.0)
    door = StatusDoor(path, lambda: log.status(3700.0))
    yield door
    door.close()


def answered(door: StatusDoor, path: Path) -> object:
    """What somebody is told who asks in a process of its own, as it were."""
    said: list[object] = []
    asking = threading.Thread(target=lambda: said.append(ask(path)))
    asking.start()
    while asking.is_alive():
        select.select([door], [], [], 0.05)
        door.serve(door.opens_s)
    asking.join()
    return said[0]


def test_the_running_device_tells_how_it_is(door: StatusDoor, path: Path) -> None:
    """Each part, what is wrong with it with its cure, and for how long it has been so."""
    status = answered(door, path)

    assert isinstance(status, dict)
    assert status["is_well"] is False
    assert [part["part"] for part in status["parts"]] == PARTS
    journal = status["parts"][PARTS.index("journal")]
    assert journal == {
        "part": "journal",
        "is_well": False,
        "for_s": 3690.0,
        "faults": ["the disk is full; free it"],
    }
    assert status["lines"] == {"damaged": 0, "lost": 3, "out_of_order": 0}
    assert "journal     FAULTY for 1 h\n            the disk is full; free it" in status_text(status)


def test_each_part_says_what_the_log_says() -> None:
    """Of a pad, why it says nothing; of the buttons, that there are none, or which is stuck."""
    found = parts(
        replace(
            WELL,
            buttons="no GPIO here",
            stuck=("OK",),
            calibration="it is damaged",
            silent=("C", "D"),
            lacks={"C": Lack.MISSING},
        )
    )

    assert found["pads"][0].startswith("pad C has no converter that answers; ")
    assert found["pads"][1].startswith("pad D says nothing that can be used; ")
    assert found["buttons"] == ("no GPIO here", "button OK is stuck; it is ignored until it is released")
    assert found["calibration"] == ("it is damaged",)
    assert not any(parts(WELL).values())


def test_no_device_is_said_and_has_a_status_of_its_own(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """For scripts as systemctl has it: 3."""
    plain = main(["status"])
    told = capsys.readouterr().out
    program = main(["status", "--json"])

    assert (plain, program) == (3, 3)
    assert told.startswith("not running; sudo systemctl start tholos; should it not start: ")
    assert json.loads(capsys.readouterr().out) == {"is_running": False}


def test_what_a_killed_device_left_is_no_device(path: Path) -> None:
    """After a kill the name of its socket is still there: nobody answers, and the next one takes it."""
    with socket.socket(socket.AF_UNIX) as killed:
        killed.bind(str(path))

    before = ask(path)
    door = StatusDoor(path, lambda: FaultLog(0.0).status(1.0))
    after = answered(door, path)
    door.close()

    assert before is None
    assert after == FaultLog(0.0).status(1.0)
    assert not path.exists()


def test_a_second_device_leaves_the_first_one_its_door(door: StatusDoor, path: Path) -> None:
    """Started twice by mistake: who asks is answered by the first, and the second says why it is not."""
    with pytest.raises(CompanionError, match="another device is asked there"):
        StatusDoor(path, dict)

    assert isinstance(answered(door, path), dict)


def test_a_missing_folder_is_no_end(tmp_path: Path) -> None:
    """Started by hand, without systemd: what is missing and what to do."""
    with pytest.raises(CompanionError, match="name a folder in RUNTIME_DIRECTORY"):
        StatusDoor(tmp_path / "none" / SOCKET_NAME, dict)


def test_who_asks_and_does_not_listen_costs_nothing(door: StatusDoor, path: Path) -> None:
    """Some read nothing, some go at once, some send a flood: the loop goes on, and answers others."""
    idle = [socket.socket(socket.AF_UNIX) for _ in range(AT_ONCE)]
    for number, client in enumerate(idle):
        client.connect(str(path))
        client.setblocking(False)
        if number % 3 == 1:
            client.close()
        elif number % 3 == 2:
            client.send(b"x" * 50_000)

    door.serve(100.0)
    opens_s = door.opens_s
    door.serve(100.0 + PAUSE_S / 2)
    status = answered(door, path)
    for client in idle:
        client.close()

    assert opens_s == 100.0 + PAUSE_S
    assert isinstance(status, dict)


@pytest.mark.parametrize("letter", ["x", "\N{GREEK SMALL LETTER THETA}"])
def test_too_much_to_tell_is_cut_short(path: Path, capsys: pytest.CaptureFixture[str], letter: str) -> None:
    """No answer is longer than the kernel takes without a reader, and the command shows every part of it."""
    log = FaultLog(0.0)
    fault, remarks = letter * 100_000, tuple(f"{number} {letter * 9_000}" for number in range(30))
    log.note(Faults(link=LinkState.UP, journal=fault, remarks=remarks), Losses(), 0.0)
    door = StatusDoor(path, lambda: log.status(1.0))

    status = told_by_the_command(door)

    door.close()
    said = capsys.readouterr().out
    assert status == 1
    assert [line.split()[0] for line in said.splitlines() if line.startswith(tuple(PARTS))] == PARTS
    assert letter * 100 in said
    assert f"note: 29 {letter}" in said


def told_by_the_command(door: StatusDoor) -> int:
    """`tholos status`, asked in a thread of its own: with which status it ends."""
    ended: list[int] = []
    asking = threading.Thread(target=lambda: ended.append(main(["status"])))
    asking.start()
    while asking.is_alive():
        select.select([door], [], [], 0.05)
        door.serve(door.opens_s)
    asking.join()
    return ended[0]


ANSWER = FaultLog(0.0).status(1.0)


@pytest.mark.parametrize(
    "answer",
    [
        {},
        {"version": "too much to tell"},
        {key: value for key, value in ANSWER.items() if key != "running_s"},
        ANSWER | {"running_s": "a while"},
        ANSWER | {"parts": [{"part": "link"}]},
        ANSWER | {"parts": ["link"]},
        ANSWER | {"remarks": None},
        ["link"],
    ],
)
def test_an_answer_of_another_version_is_told(
    path: Path, capsys: pytest.CaptureFixture[str], answer: object
) -> None:
    """The program was renewed, and the old one runs on: one line, and what to do."""
    door = StatusDoor(path, lambda: answer)  # type: ignore[arg-type, return-value]

    status = told_by_the_command(door)

    door.close()
    assert status == 2
    assert "of another version than this command" in complaint(capsys)


@pytest.mark.parametrize("said", [b"", b"nonsense", b"\xff"])
def test_an_answer_that_is_none_is_told(path: Path, said: bytes) -> None:
    """Something else listens there, or the device hangs."""
    with socket.socket(socket.AF_UNIX) as other:
        other.bind(str(path))
        other.listen()

        def answer() -> None:
            asking, _ = other.accept()
            asking.sendall(said)
            asking.close()

        answering = threading.Thread(target=answer)
        answering.start()
        with pytest.raises(CompanionError, match="does not answer"):
            ask(path)
        answering.join()


@pytest.mark.parametrize(
    ("faults", "part"),
    [
        (Faults(link=LinkState.UNPLUGGED, port="gone", silent=("A",)), "link"),
        (Faults(link=LinkState.SILENT, silent=("A",)), "link"),
        (Faults(link=LinkState.UP, silent=("A", "C")), "pads"),
        (Faults(link=LinkState.UP, display="no display"), "display"),
        (Faults(link=LinkState.UP, stuck=("OK",)), "buttons"),
        (Faults(link=LinkState.UP, buzzer="no PWM"), "buzzer"),
        (Faults(link=LinkState.UP, journal="full"), "journal"),
        (Faults(link=LinkState.UP, settings="no TOML"), "settings"),
        (Faults(link=LinkState.UP, page="the port is taken"), "page"),
    ],
)
def test_each_fault_belongs_to_one_part(faults: Faults, part: str) -> None:
    """A lead that is out is the line's fault, and not that of seven pads."""
    assert [name for name, wrong in parts(faults).items() if wrong] == [part]


def test_a_fault_is_as_old_as_it_is(caplog: pytest.LogCaptureFixture) -> None:
    """From its coming on, whatever it says meanwhile; once healed, that is as old as the healing."""
    log = FaultLog(0.0)
    caplog.set_level(logging.INFO)
    ages = []
    for second, fault in ((0.0, None), (5.0, "full"), (9.0, "full, still"), (30.0, None)):
        log.note(Faults(link=LinkState.UP, journal=fault), Losses(), second)
        ages.append(log.status(second + 1.0)["parts"][PARTS.index("journal")]["for_s"])

    assert ages == [1.0, 1.0, 5.0, 1.0]


@pytest.mark.parametrize(
    ("seconds", "text"), [(0.4, "0 s"), (59, "59 s"), (60, "1 min"), (7199, "1 h"), (90_000, "1 d")]
)
def test_an_age_is_short(seconds: float, text: str) -> None:
    """The largest unit is enough."""
    assert age_text(seconds) == text


SHOWN_AS = {
    "link": "link",
    "pads": "pads",
    "calibration": "calibration",
    "display": None,  # which could not show it
    "buttons": "stuck",  # who has none cannot open the menu
    "buzzer": "buzzer",
    "journal": "kept",
    "settings": "settings",
    "page": "page",
}


def test_what_the_status_tells_the_menu_tells_too() -> None:
    """At the table nobody has a terminal: each part that can be faulty has its line and its cure there."""
    assert set(parts(Faults())) == set(SHOWN_AS)
    assert {name for name in SHOWN_AS.values() if name is not None} <= set(STANDING)
