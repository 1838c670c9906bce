import random
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.faults import buttons, disk, display, link, power, processes
from tests.faults.evening import Fault, Strike
from tests.faults.machine import SimulatedMachine
from tests.faults.recorded import EVERYTHING, NOTHING, Call, Disk, read_calls
from tests.faults.result import Trial, table, tally
from tests.faults.simulated import REAL, SHORT, strike_often

SIMULATED = (*link.FAULTS, *display.FAULTS, *buttons.FAULTS, *disk.FAULTS)


def name_of(fault: Fault) -> str:
    """For pytest's list."""
    return fault.name


@pytest.mark.parametrize("fault", SIMULATED, ids=name_of)
def test_whatever_befalls_the_device_our_game_goes_on(fault: Fault) -> None:
    """It heals within five seconds once the cause is gone; no turn of ours is lost, none is another."""
    (trial,) = strike_often(fault, 1, 1, pace=SHORT)

    assert trial.is_good, trial


@pytest.mark.parametrize("fault", processes.FAULTS, ids=name_of)
def test_whatever_befalls_the_program_our_game_goes_on(fault: Fault) -> None:
    """Killed, doubled, set wrong: started again it knows all that it had shown as settled."""
    (trial,) = strike_often(fault, 1, 1, make=processes.make_service, clock=REAL, pace=SHORT)

    assert trial.heal_s is not None, trial
    assert (trial.turns_lost, trial.is_game_lost, trial.wrong, trial.unresolved) == (0, False, "", "")
    assert trial.unfelt == ""


@pytest.mark.parametrize("fault", [disk.FAULTS[1], display.FAULTS[0], link.FAULTS[2]], ids=name_of)
def test_a_fault_that_does_not_strike_proves_nothing(fault: Fault) -> None:
    """The harness is broken and does nothing: all is well all the time, and no trial is good."""

    def nothing(machine: SimulatedMachine, random: random.Random) -> Strike:
        yield 1.0

    (trial,) = strike_often(replace(fault, strike=nothing), 1, 1, pace=SHORT)

    assert trial.felt == ""
    assert not trial.is_good
    assert tally([trial])[0]["told"] == [f"after {trial.at_turn} turns: it was not felt: {fault.feels}"]


@pytest.mark.skipif(not disk.can_mount(), reason="only root makes small disks")
def test_a_full_disk_stops_no_game() -> None:
    """Nothing is kept while it is full, and the glass says so; with room all of it is."""
    (trial,) = strike_often(disk.FULL, 1, 1, make=disk.make_on_small_disk, pace=SHORT)

    assert trial.is_good, trial
    assert "disk is full" in trial.felt


@pytest.mark.skipif(not shutil.which("strace"), reason="strace is not installed")
def test_a_power_cut_takes_nothing_that_was_shown_as_settled() -> None:
    """Whatever the disk had not been told to keep is gone, and our turns are there."""
    trials = power.strike_recorded(2, 1, is_short=True)

    assert [trial for trial in trials if not trial.is_good] == []


def calls(folder: Path) -> list[Call]:
    """A file is made, written twice, synced in between."""
    path = str(folder / "file")
    return [
        Call("openat", path, makes=True),
        Call("fsync", str(folder)),
        Call("pwrite64", path, b"a" * 1024, 0),
        Call("fdatasync", path),
        Call("pwrite64", path, b"b" * 2048, 512),
    ]


@pytest.mark.parametrize(
    ("count", "share", "found"),
    [
        (1, NOTHING, None),
        (1, EVERYTHING, b""),
        (2, NOTHING, b""),
        (3, NOTHING, b""),
        (3, EVERYTHING, b"a" * 1024),
        (4, NOTHING, b"a" * 1024),
        (5, NOTHING, b"a" * 1024),
        (5, EVERYTHING, b"a" * 512 + b"b" * 2048),
    ],
)
def test_a_disk_keeps_what_was_synced_and_no_more(
    tmp_path: Path, count: int, share: float, found: bytes | None
) -> None:
    """The harness is no kinder than a card."""
    folder, left = tmp_path / "folder", tmp_path / "left"
    folder.mkdir()
    disk_ = Disk(folder)
    for call in calls(folder)[:count]:
        disk_.feed(call)

    disk_.rebuild(left, random.Random(1), share)

    assert (left / "file").exists() == (found is not None)
    assert found is None or (left / "file").read_bytes() == found


def test_of_a_write_that_was_not_synced_any_sectors_may_be_there(tmp_path: Path) -> None:
    """A torn write: some of it is new, some is old."""
    folder = tmp_path / "folder"
    folder.mkdir()
    disk_ = Disk(folder)
    for call in calls(folder):
        disk_.feed(call)
    seen = set()
    for seed in range(40):
        left = tmp_path / str(seed)
        disk_.rebuild(left, random.Random(seed), 0.5)
        seen.add((left / "file").read_bytes())

    assert len(seen) > 5
    assert all(content[:512] == b"a" * 512 for content in seen)


def test_a_record_of_system_calls_is_read(tmp_path: Path) -> None:
    """As strace writes it; a call that failed has done nothing."""

    def coded(text: str) -> str:
        return "".join(f"\\x{byte:02x}" for byte in text.encode())

    path = coded("/f/a")
    lines = [
        f'openat(AT_FDCWD<{coded("/")}>, "{path}", O_RDWR|O_CREAT|O_CLOEXEC, 0644) = 4<{path}>\n',
        f'pwrite64(4<{path}>, "{coded("xyz")}", 3, 512) = 3\n',
        f'write(4<{path}>, "{coded("xyz")}", 3) = 2\n',
        f"fdatasync(4<{path}>) = 0\n",
        f"ftruncate(4<{path}>, 7) = 0\n",
        f'rename("{path}", "{coded("/f/b")}") = 0\n',
        f'unlink("{path}") = -1 ENOENT (No such file or directory)\n',
    ]

    assert list(read_calls(lines)) == [
        Call("openat", "/f/a", makes=True),
        Call("pwrite64", "/f/a", b"xyz", 512),
        Call("write", "/f/a", b"xy"),
        Call("fdatasync", "/f/a"),
        Call("ftruncate", "/f/a", at=7),
        Call("rename", "/f/a", b"/f/b"),
    ]


def test_what_went_wrong_is_counted() -> None:
    """A row a fault, and every trial that was not good told in words."""
    trials = [
        Trial("a", "real", 3, 0.5),
        Trial("a", "real", 4, 6.0, what="late"),
        Trial("a", "real", 5, None, turns_lost=2, is_game_lost=True, wrong="settled were wA"),
    ]

    (row,) = tally(trials)

    assert (row["times"], row["games_lost"], row["turns_lost"], row["wrong_beliefs"]) == (3, 1, 2, 1)
    assert (row["not_healed"], row["healed_late"], row["heal_s"]["longest"]) == (1, 1, 6.0)
    assert row["told"] == ["after 4 turns: late", "after 5 turns: settled were wA"]
    assert "6.0" in table([row])
