import errno
import os
import random
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.journal.checkup import check_up
from companion.journal.journal import Journal
from companion.journal.onlooker import games_in
from companion.journal.reading import KeptGame
from companion.journal.store import FILE_NAME
from companion.records import take_in
from companion.rules.record import read_games
from tests.journal.damage import Evening, play
from tests.journal.faults import reopened

SERVICE, SOMEBODY = 65533, 65534
RECORD = "1. wD:+g +1b 2. gA bB:D>E *\n"
only_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give files to another user")


@pytest.fixture
def folder() -> Iterator[Path]:
    """A games' folder that the service can get at; with games in it."""
    place = Path(tempfile.mkdtemp())
    place.chmod(0o755)
    yield place / "games"
    shutil.rmtree(place)


@contextmanager
def as_user(user: int) -> Iterator[None]:
    """Be that one, where we are root."""
    os.seteuid(user)
    try:
        yield
    finally:
        os.seteuid(0)


def kept_in(folder: Path) -> Evening:
    """One evening, played there."""
    return play(folder, random.Random(1), games=2, steps=20, unplugged=False)


def belongs_to(user: int, *paths: Path) -> None:
    """They are that one's, as after `sudo cp`, readable for all."""
    for path in paths:
        os.chown(path, user, user)


def as_pipe(path: Path) -> None:
    """A pipe that nobody writes into."""
    path.unlink(missing_ok=True)
    os.mkfifo(path)


def as_folder(path: Path) -> None:
    """A folder with something in it."""
    path.unlink(missing_ok=True)
    path.mkdir()
    (path / "x").write_text("x", encoding="utf-8")


def as_loop(path: Path) -> None:
    """A link to itself."""
    path.unlink(missing_ok=True)
    path.symlink_to(path.name)


def as_link(path: Path) -> None:
    """A link to where nothing is."""
    path.unlink(missing_ok=True)
    path.symlink_to("/nowhere/at/all")


@pytest.mark.parametrize("become", [as_pipe, as_folder, as_loop, as_link])
@pytest.mark.parametrize("part", ["", "-copy", "-memory", "-wal", "-shm", ".salvaged", ".salvaging"])
def test_something_else_under_one_of_our_names_holds_nobody_up(
    folder: Path, part: str, become: Callable[[Path], None]
) -> None:
    """A pipe, a folder or a link is where a file must be: it is moved away and named, our game goes on."""
    evening = kept_in(folder)
    become(folder / f"{FILE_NAME}{part}")

    if (folder / FILE_NAME).exists():  # else there is nothing to look at for who may not change anything
        assert len(games_in(folder)) == 2
        assert check_up(folder) is not None
    journal = reopened(folder)
    kept, told = journal.kept_game(), list(journal.remarks)
    journal.add_turn("wA", "{}")
    is_keeping = journal.is_keeping
    journal.close()
    again = reopened(folder)
    after = again.kept_game()
    again.close()

    assert kept is not None
    assert kept.turns == evening.stood[-1][-1]
    assert is_keeping
    assert after is not None
    assert after.turns == (*kept.turns, "wA")
    assert again.remarks == []
    assert part.startswith(".") or any(f"{FILE_NAME}{part} " in remark for remark in told)


def test_a_pipe_that_takes_the_copys_place_while_we_play_holds_nobody_up(folder: Path) -> None:
    """No turn waits for whoever might read it there; that there is one copy less is told once."""
    kept_in(folder)
    journal = reopened(folder)
    as_pipe(folder / f"{FILE_NAME}-copy")
    journal.add_turn("wA", "{}")
    journal.add_turn("wB", "{}")
    is_keeping, told = journal.is_keeping, list(journal.remarks)
    journal.close()

    assert is_keeping
    assert len(told) == 1
    assert f"the second copy {folder / FILE_NAME}-copy cannot be kept" in told[0]


@pytest.mark.parametrize("number", [errno.EACCES, errno.EISDIR, errno.EIO, errno.ENOSPC])
@pytest.mark.parametrize("act", ["exists", "stat", "open"])
def test_no_fault_of_the_second_copy_ends_a_game(
    folder: Path, number: int, act: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever the disk says of it, the turn is in the file, and once the copy can be kept it has all."""
    kept_in(folder)
    journal = reopened(folder)
    copy = folder / f"{FILE_NAME}-copy"
    with monkeypatch.context() as broken:
        for owner, name in ((Path, act), (os, act)):
            if hasattr(owner, name):
                broken.setattr(owner, name, refusing(getattr(owner, name), copy, number))
        journal._keeping._copied = None
        journal.add_turn("wA", "{}")
        journal.add_turn("wB", "{}")
        during = journal.is_keeping
    journal.add_turn("wC", "{}")
    told = list(journal.remarks)
    journal.close()
    (folder / FILE_NAME).unlink()
    saved = reopened(folder)
    kept = saved.kept_game()
    saved.close()

    assert during
    assert len(told) <= 1
    assert kept is not None
    assert kept.turns[-3:] == ("wA", "wB", "wC")


def refusing(act: Callable[..., object], path: Path, number: int) -> Callable[..., object]:
    """The same, but not for this file."""

    def refused(name: object, *args: object, **more: object) -> object:
        if name == path:
            raise OSError(number, os.strerror(number), str(path))
        return act(name, *args, **more)

    return refused


def opened_without(unread: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[KeptGame | None, list[str]]:
    """The game that is kept, and what is told, where the disk does not give this file."""
    with monkeypatch.context() as broken:
        broken.setattr(Path, "open", refusing(Path.open, unread, errno.EIO))
        journal = reopened(unread.parent)
        kept, told = journal.kept_game(), list(journal.remarks)
        journal.close()
    return kept, told


def test_a_second_copy_that_the_disk_does_not_give_leaves_the_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One of the two may fail: the device starts with the other one, and says so."""
    evening = kept_in(folder)
    kept, told = opened_without(folder / f"{FILE_NAME}-copy", monkeypatch)

    assert kept is not None
    assert kept.turns == evening.stood[-1][-1]
    assert len(told) == 1
    assert "Input/output error" in told[0]


def test_pages_that_the_disk_does_not_give_are_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file is damaged, and the card gives nothing of its copy: what the file holds is saved."""
    evening = kept_in(folder)
    file = folder / FILE_NAME
    file.write_bytes(file.read_bytes()[:18] + b"\7\7" + file.read_bytes()[20:])
    kept, told = opened_without(folder / f"{FILE_NAME}-copy", monkeypatch)

    assert kept is not None
    assert kept.turns == evening.stood[-1][-1]
    assert f"{FILE_NAME}-copy could not be read to its end (Input/output error)" in told


@only_root
@pytest.mark.parametrize("is_damaged", [False, True])
def test_files_of_another_user_are_named_with_the_cure_and_nothing_is_lost(
    folder: Path, is_damaged: bool
) -> None:
    """A backup was brought back with sudo: said at the start, and once they are ours all is kept."""
    evening = kept_in(folder)
    belongs_to(SERVICE, folder)
    if is_damaged:  # then the copy is needed, and it is not ours
        (folder / FILE_NAME).write_bytes(b"nothing")
        belongs_to(SERVICE, folder / FILE_NAME)
        (folder / f"{FILE_NAME}-copy").chmod(0o600)
    with as_user(SERVICE):
        journal = reopened(folder)
        during = journal.fault
        journal.begin("start", "at-once")
        journal.add_turn("wA", "{}")
    belongs_to(SERVICE, *folder.iterdir())
    with as_user(SERVICE):
        journal.try_again()
        after, games = journal.fault, journal.games()
        journal.close()

    assert during is not None
    assert (
        f"{FILE_NAME}{'-copy' if is_damaged else ''} cannot be read and written: it belongs to root" in during
    )
    assert during.endswith(f"sudo chown -R user {SERVICE}: {folder}")
    assert after is None
    assert [game.turns for game in games] == [*(stood[-1] for stood in evening.stood), ("wA",)]


@only_root
@pytest.mark.parametrize("mode", [0o600, 0o644])
@pytest.mark.parametrize("part", ["-copy", "-memory"])
def test_a_second_copy_of_another_user_is_made_anew(folder: Path, part: str, mode: int) -> None:
    """The file is ours and the copy is not: the device starts, names it, and has a copy of its own."""
    evening = kept_in(folder)
    belongs_to(SERVICE, folder, folder / FILE_NAME)
    (folder / f"{FILE_NAME}{part}").chmod(mode)
    with as_user(SERVICE):
        journal = reopened(folder)
        kept, fault, told = journal.kept_game(), journal.fault, list(journal.remarks)
        journal.close()

    assert fault is None
    assert kept is not None
    assert kept.turns == evening.stood[-1][-1]
    assert f"{folder / FILE_NAME}{part} could not be used: it is kept as {FILE_NAME}{part}.unused-1" in told
    assert (folder / f"{FILE_NAME}{part}").stat().st_uid == SERVICE


@only_root
def test_who_imports_without_sudo_is_told_so(folder: Path) -> None:
    """The folder is the service's: no card is to be replaced for that."""
    kept_in(folder)
    belongs_to(SERVICE, folder, *folder.iterdir())

    with as_user(SOMEBODY), pytest.raises(CompanionError) as caught:
        take_in(folder, read_games(RECORD))

    assert "nothing was imported: " in str(caught.value)
    assert str(caught.value).endswith("; try it with sudo")


def test_a_file_of_ours_that_may_not_be_written_is_named_with_the_cure(folder: Path) -> None:
    """Somebody has taken the leave to write away, to be on the safe side."""
    kept_in(folder)
    file = folder / FILE_NAME
    if os.geteuid() == 0:  # who may do anything
        belongs_to(SERVICE, folder, *folder.iterdir())
        os.seteuid(SERVICE)
    try:
        file.chmod(0o444)
        journal = Journal(folder)
        journal.open()
        during = journal.fault
        file.chmod(0o644)
        journal.try_again()
        after = journal.fault
        journal.close()
    finally:
        if os.getuid() == 0:
            os.seteuid(0)

    assert during is not None
    assert during.endswith(f"sudo chmod u+rw {file}")
    assert after is None
