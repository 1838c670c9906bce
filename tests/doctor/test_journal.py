import os
import sqlite3
from dataclasses import fields, replace
from pathlib import Path

import pytest

from companion.doctor.finding import Verdict
from companion.doctor.journal import journal
from companion.doctor.machine import Machine
from companion.journal.checkup import check_up, is_kept_by_another
from companion.journal.journal import Journal
from companion.journal.store import FILE_NAME
from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.kept import KeptCalibration
from tests.doctor.bench import machine

ROOT = Path(__file__).parent.parent.parent
FOLDER = "/var/lib/tholos"
FOUND = Calibration(
    3, (PadCalibration(0.0, 7955.0, 640.0, 59.0, 0.0),) * 7, number=1, made="2026-11-30T10:00:00+00:00"
)
MOUNTS = "/dev/mmcblk0p2 / ext4 rw,noatime 0 0\ntmpfs /run tmpfs rw 0 0\n"


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A machine that has kept one game."""
    here = machine(
        tmp_path,
        {
            "/proc/mounts": MOUNTS,
            "/etc/passwd": f"tholos:x:{os.getuid()}:1::/:/bin/false\n",
        },
    )
    keeper = Journal(here.path(FOLDER))
    keeper.open()
    keeper.begin("start", "at-once")
    keeper.close()
    return here


def test_a_sound_journal_is_good(pi: Machine) -> None:
    """Writable, on a disk, whole: how many games there are."""
    (finding,) = journal(pi, FOLDER)

    assert finding.verdict is Verdict.GOOD
    assert finding.figures == {"games": 1, "calibrated": ""}
    assert finding.says.endswith("games kept: 1; calibrated: never")


def test_the_date_of_the_calibration_is_shown(pi: Machine) -> None:
    """How old it is says whether to make it anew."""
    path = pi.path(FOLDER) / "calibration.json"
    path.write_text(FOUND.to_json(), encoding="utf-8")

    assert "calibrated: 2026-11-30T10:00" in journal(pi, FOLDER)[0].says


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"[]", b"{}", b"\xff", b"[" * 100_000),
        b'{"made": "2026"}',
        FOUND.to_json().replace('"form": 2', '"form": 3').encode(),
        replace(FOUND, pads=FOUND.pads[:6]).to_json().encode(),
    ],
)
def test_a_calibration_that_the_companion_would_refuse_is_told(pi: Machine, content: bytes) -> None:
    """Stones would be counted by the settings: in the very words of the companion's own log."""
    (pi.path(FOLDER) / "calibration.json").write_bytes(content)
    kept = KeptCalibration.loaded(pi.path(FOLDER), 7, lambda: "")

    (finding,) = journal(pi, FOLDER)

    assert finding.verdict is Verdict.SUSPICIOUS
    assert f"{finding.says}; {finding.cure}" == kept.fault


@pytest.mark.parametrize(
    ("mounts", "kind"),
    [
        ("overlayroot / overlay rw 0 0\n", "overlay"),  # raspi-config's read-only root
        (f"{MOUNTS}tmpfs /var/lib tmpfs rw 0 0\n", "tmpfs"),
        (f"{MOUNTS}overlay /var/lib/tholos overlay rw 0 0\n", "overlay"),
    ],
)
def test_a_folder_in_memory_is_told_before_a_game_is_lost(pi: Machine, mounts: str, kind: str) -> None:
    """With the overlay on, every game is gone after a power cut, and nothing else says so."""
    pi.path("/proc/mounts").write_text(mounts, encoding="utf-8")

    (finding,) = journal(pi, FOLDER)

    assert finding.verdict is Verdict.BAD
    assert f"is on {kind}, in memory" in finding.says
    assert "do_overlayfs 1" in finding.cure


def test_a_partition_of_its_own_is_good_on_an_overlay(pi: Machine) -> None:
    """The cure for an overlay is taken for one."""
    pi.path("/proc/mounts").write_text(
        f"overlayroot / overlay rw 0 0\n/dev/mmcblk0p3 {FOLDER} ext4 rw 0 0\ntmpfs /var tmpfs rw 0 0\n",
        encoding="utf-8",
    )

    assert journal(pi, FOLDER)[0].verdict is Verdict.GOOD


def test_a_link_is_followed_to_the_disk_it_leads_to(pi: Machine) -> None:
    """Somebody has moved the games to a stick, and left a link."""
    stick = pi.path("/mnt/stick")
    stick.parent.mkdir()
    pi.path(FOLDER).rename(stick)
    pi.path(FOLDER).symlink_to(stick)
    pi.path("/proc/mounts").write_text(
        "overlayroot / overlay rw 0 0\n/dev/sda1 /mnt/stick ext4 rw 0 0\n", encoding="utf-8"
    )

    assert journal(pi, FOLDER)[0].verdict is Verdict.GOOD


def test_a_folder_may_be_named_from_where_one_stands(pi: Machine) -> None:
    """Who tries it in a clone keeps games in `games`."""
    pi.path(FOLDER).rename(pi.folder / "games")

    assert journal(pi, "games")[0].verdict is Verdict.GOOD


UNIT = "/etc/systemd/system/tholos.service"


def with_service(pi: Machine, *, added: str = "") -> None:
    """The service is installed, with lines of its owner's in a file beside it."""
    unit, drop_in = pi.path(UNIT), pi.path(f"{UNIT}.d/override.conf")
    drop_in.parent.mkdir(parents=True)
    unit.write_bytes((ROOT / "systemd" / "tholos.service").read_bytes())
    drop_in.write_text(f"[Service]\n{added}\n", encoding="utf-8")


def test_the_services_own_folder_is_in_its_reach(pi: Machine) -> None:
    """As it is installed nothing is to be opened for it."""
    with_service(pi)

    assert journal(pi, FOLDER)[0].verdict is Verdict.GOOD


@pytest.mark.parametrize("is_there", [True, False])
def test_a_stick_that_the_service_may_not_write_to_is_told_with_the_lines_that_open_it(
    pi: Machine, is_there: bool
) -> None:
    """Games on a USB stick: the service is shut in, so that the folder is read only for it."""
    with_service(pi)
    if is_there:
        pi.path("/media/usb").mkdir(parents=True)

    finding, *more = journal(pi, "/media/usb")

    assert (finding.verdict, finding.says) == (Verdict.BAD, "the service may not write to /media/usb")
    assert "sudo systemctl edit tholos" in finding.cure
    assert "ReadWritePaths=-/media/usb" in finding.cure
    assert [each.says for each in more] == ([] if is_there else ["there is no folder /media/usb yet"])
    assert all("start the service once" not in each.cure for each in more)


@pytest.mark.parametrize("path", ["/media/usb", "-/media/usb", "/srv /media"])
def test_a_stick_that_was_opened_for_the_service_is_good(pi: Machine, path: str) -> None:
    """The line that the doctor asks for is the line that it takes."""
    with_service(pi, added=f"ReadWritePaths={path}")
    pi.path("/media/usb").mkdir(parents=True)

    assert journal(pi, "/media/usb")[0].verdict is Verdict.GOOD


def test_a_home_is_closed_to_the_service(pi: Machine) -> None:
    """No line opens a folder in a home: another one has to be named."""
    with_service(pi, added="ReadWritePaths=/home/ana/games")

    assert "name a folder elsewhere" in journal(pi, "/home/ana/games")[0].cure


def test_a_disk_gone_read_only_is_told(pi: Machine) -> None:
    """A failing card is mounted so by the kernel."""
    pi.path("/proc/mounts").write_text("/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n", encoding="utf-8")

    (finding,) = journal(pi, FOLDER)

    assert "read only" in finding.says


class WithRootsFile(Machine):
    """A machine on which root has written one file."""

    def owner_of(self, path: Path) -> str:
        """Root's, if it is that one."""
        return "root" if path.name == "calibration.json" else super().owner_of(path)


def test_a_file_that_root_wrote_is_named(pi: Machine) -> None:
    """A calibration owned by root is silently unusable for the service (haklein/certabo-lichess #5)."""
    (pi.path(FOLDER) / "calibration.json").write_text(FOUND.to_json(), encoding="utf-8")
    here = WithRootsFile(**{each.name: getattr(pi, each.name) for each in fields(pi)})

    (finding,) = journal(here, FOLDER)

    assert finding.verdict is Verdict.BAD
    assert finding.says == f"{FOLDER}/calibration.json belongs to root, its folder to tholos"
    assert finding.cure == f"sudo chown tholos: {FOLDER}/calibration.json"


def test_a_folder_that_may_not_be_written_is_named(tmp_path: Path) -> None:
    """Somebody has made it for another user."""
    here = machine(tmp_path, {"/proc/mounts": MOUNTS}, forbidden=[FOLDER])
    here.path(FOLDER).mkdir(parents=True)

    (finding,) = journal(here, FOLDER)

    assert "cannot be written by its owner" in finding.says


def test_a_folder_that_is_not_there_yet_is_no_fault(tmp_path: Path) -> None:
    """The service makes it at its first start."""
    (finding,) = journal(machine(tmp_path), FOLDER)

    assert finding.verdict is Verdict.SUSPICIOUS
    assert finding.says == f"there is no folder {FOLDER} yet"


def test_a_damaged_file_is_told_and_left_as_it_is(pi: Machine) -> None:
    """The card has lost a sector: the doctor says so and touches nothing."""
    path = pi.path(FOLDER) / FILE_NAME
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\xa5" * 4096
    path.write_bytes(content)

    (finding,) = journal(pi, FOLDER)

    assert finding.verdict is Verdict.BAD
    assert "is damaged" in finding.says
    assert path.read_bytes() == bytes(content)


def test_a_turn_that_nobody_played_is_told(pi: Machine) -> None:
    """A bit has flipped in a sound database: the seals say so."""
    store = sqlite3.connect(pi.path(FOLDER) / FILE_NAME)
    store.execute("UPDATE game SET start = 'another'")
    store.commit()
    store.close()

    (finding,) = journal(pi, FOLDER)

    assert finding.verdict is Verdict.BAD
    assert "is damaged" in finding.says


@pytest.mark.parametrize(
    "content", [b"no database at all, but some other file of this name" * 20, b"x" * 200]
)
def test_a_file_that_is_no_database_is_told(pi: Machine, content: bytes) -> None:
    """Whatever stands in its place."""
    (pi.path(FOLDER) / FILE_NAME).write_bytes(content)

    assert "is damaged" in journal(pi, FOLDER)[0].says


def test_a_file_of_a_newer_companion_is_told(pi: Machine) -> None:
    """Somebody has gone back to an older version."""
    store = sqlite3.connect(pi.path(FOLDER) / FILE_NAME)
    store.execute("PRAGMA user_version = 99")
    store.close()

    (finding,) = journal(pi, FOLDER)

    assert finding.cure == "update the companion"


def test_no_file_and_an_empty_one_are_no_fault(tmp_path: Path) -> None:
    """Before the first game."""
    assert check_up(tmp_path) is None
    (tmp_path / FILE_NAME).touch()
    assert check_up(tmp_path).fault == ""


def test_a_disk_that_is_full_is_told(pi: Machine, mocker) -> None:
    """No room for the next turn."""
    room = mocker.Mock(f_bavail=10, f_frsize=4096)
    mocker.patch("companion.doctor.journal.os.statvfs", return_value=room)

    (finding,) = journal(pi, FOLDER)

    assert finding.verdict is Verdict.SUSPICIOUS
    assert "0 MB are free" in finding.says


def test_who_keeps_games_now_is_seen_and_not_disturbed(tmp_path: Path) -> None:
    """The companion runs: the doctor knows it by its lock, and lets go of its own at once."""
    keeper = Journal(tmp_path)
    assert not is_kept_by_another(tmp_path)
    keeper.open()

    assert is_kept_by_another(tmp_path)
    keeper.close()
    assert not is_kept_by_another(tmp_path)
    keeper.open()
    assert keeper.is_keeping
    keeper.close()
    assert not is_kept_by_another(tmp_path / "nowhere")


def test_a_running_companions_journal_is_read_beside_it(pi: Machine) -> None:
    """A game goes on while the doctor counts the games."""
    keeper = Journal(pi.path(FOLDER))
    keeper.open()
    keeper.begin("start", "at-once")

    (finding,) = journal(pi, FOLDER)

    assert finding.figures["games"] == 2
    keeper.close()
