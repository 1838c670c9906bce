import os
import random
import resource
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from companion.errors import JournalUnwritable
from companion.journal import store as store_module
from companion.journal.journal import Journal
from companion.journal.store import FILE_NAME, rescue
from tests.faults.disk import MOUNT, UNMOUNT, can_mount
from tests.journal.damage import PAGE_BYTES, play, whole
from tests.journal.faults import reopened

LEFT_KIB = (0, 60, 100, 104, 150, *range(180, 300, 12), 400)
"""Room on the disk: too little for the new file, for its copy, for its log; and enough for all."""


@pytest.fixture(autouse=True)
def on_a_fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power here."""
    monkeypatch.setattr(store_module, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda opened: None)


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 6 MB, which only root can have."""
    place = tmp_path / "disk"
    place.mkdir()
    subprocess.run([*MOUNT[:-2], "size=6m", MOUNT[-1], place], check=True)
    yield place
    subprocess.run([*UNMOUNT, place], check=True)


def damage(folder: Path) -> None:
    """The second page is noise: the file is none any more, and most of it can be read."""
    content = bytearray((folder / FILE_NAME).read_bytes())
    content[PAGE_BYTES : PAGE_BYTES + 2000] = random.Random(1).randbytes(2000)
    (folder / FILE_NAME).write_bytes(content)


@contextmanager
def little_room(disk: Path, left_bytes: int) -> Iterator[None]:
    """Something else has taken all but so many bytes of the disk."""
    state = os.statvfs(disk)
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(max(0, state.f_bavail * state.f_bsize - left_bytes)))
    yield
    ballast.unlink()


def turns_in(folder: Path) -> dict[int, tuple[str, ...]]:
    """Of each game that a start finds, its turns."""
    journal = reopened(folder)
    found = {game.id: game.turns for game in journal.games()}
    journal.close()
    return found


@pytest.mark.skipif(not can_mount(), reason="only root makes small disks")
def test_a_damaged_journal_on_a_nearly_full_disk_loses_no_game(disk: Path) -> None:
    """However little room there is: all games are there at once, and when somebody has made room."""
    source, folder = disk.with_name("source"), disk / "games"
    evening = play(source, random.Random(3), games=30, steps=40, unplugged=False)
    damage(source)
    for left_kib in LEFT_KIB:
        shutil.copytree(source, folder)
        with little_room(disk, left_kib * 1024):
            assert turns_in(folder) == whole(evening), left_kib
        assert turns_in(folder) == whole(evening), left_kib
        shutil.rmtree(folder)


def test_a_new_file_that_the_disk_breaks_off_is_none(tmp_path: Path) -> None:
    """At whichever byte the disk says no, the damaged file stays where it is, with all beside it."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(4), games=6, steps=20, unplugged=False)
    damage(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    limit_bytes, refused = 0, 0
    while True:
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit_bytes, hard))
        try:
            rescue(folder)
            break
        except JournalUnwritable:
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before, limit_bytes
        limit_bytes += 307  # no divisor of a page, so that every part of one is met

    assert refused > 50
    assert turns_in(folder) == whole(evening)


def test_a_power_cut_in_the_new_file_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file itself was gone, its copy tells all, and the power fails while the new file is filled."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(5), games=3, steps=20, unplugged=False)
    (folder / FILE_NAME).unlink()
    first = Journal(folder)

    def cut(*given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as power, suppress(KeyboardInterrupt):
        power.setattr(store_module, "restore", cut)
        first.open()
    first.close()

    assert turns_in(folder) == whole(evening)
