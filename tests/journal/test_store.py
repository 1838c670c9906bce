import fcntl
import hashlib
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.journal.form import MIGRATIONS
from companion.journal.journal import Journal
from companion.journal.onlooker import games_in
from companion.journal.store import open_store, set_aside
from tests.journal.faults import use_migrations

RELEASED = {
    "001-games-create.sql": "81d3a52b62d5773278ae52c2f535c07198fec817942d8d859b9e2731982528cc",
    "002-preferences-create.sql": "1a8f4141b2dd2c0079a3eb26afd11c97da55c86b500941930218fa77d78602ae",
    "003-seals-create.sql": "4a477b469ae590e414ee3e105abdc53862ba77174776423b8dae2aef9927ce18",
}
"""Each migration that people's files have been through, with its SHA-256: add below, never change."""


def refusal(folder: Path) -> str:
    """What the journal says when it cannot use a folder."""
    journal = Journal(folder)
    with pytest.raises(JournalError) as caught:
        journal.open()
    assert "\n" not in str(caught.value)
    return str(caught.value)


def test_migrations_never_change() -> None:
    """A file kept since the first release can be brought to today's form, step by step."""
    found = {step.name: hashlib.sha256(step.read_bytes()).hexdigest() for step in MIGRATIONS}

    assert found == RELEASED


def test_migrations_are_numbered_without_a_gap() -> None:
    """Their order is their number."""
    assert [int(step.name[:3]) for step in MIGRATIONS] == list(range(1, len(MIGRATIONS) + 1))


def test_commits_are_synced_to_the_disk(tmp_path: Path) -> None:
    """The file is set up so that a power cut loses no commit (sqlite.org, pragma synchronous)."""
    with closing(open_store(tmp_path, is_writer=True)) as store:
        mode = store.execute("PRAGMA journal_mode").fetchone()
        synchronous = store.execute("PRAGMA synchronous").fetchone()

    assert mode == ("wal",)
    assert synchronous == (2,)  # FULL


def test_a_migration_is_all_or_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A step that breaks half-way leaves the file as it was, and the mended step succeeds."""
    step = tmp_path / "001-broken.sql"
    step.write_text("CREATE TABLE half (done TEXT); CREATE TABLE half (done TEXT);", encoding="utf-8")
    use_migrations(monkeypatch, (step,))
    broken = refusal(tmp_path)
    step.write_text("CREATE TABLE half (done TEXT);", encoding="utf-8")

    with closing(open_store(tmp_path, is_writer=True)) as store:
        version = store.execute("PRAGMA user_version").fetchone()

    assert "already exists" in broken
    assert version == (1,)


def test_a_file_of_a_newer_companion_is_refused(tmp_path: Path) -> None:
    """After a downgrade the old companion does not touch what it does not know."""
    with closing(sqlite3.connect(tmp_path / "games.db")) as store:
        store.execute("PRAGMA user_version = 99")

    text = refusal(tmp_path)

    assert text == (
        f"the journal {tmp_path}/games.db was written by a newer companion "
        "(its form is 99, this one knows up to 3); update the companion"
    )


def test_nothing_is_asked_of_a_newer_companions_file(tmp_path: Path) -> None:
    """It has other tables, and pages that we think damaged: no byte in the folder changes all the same."""
    played(tmp_path)
    with closing(sqlite3.connect(tmp_path / "games.db")) as store:
        store.execute("PRAGMA journal_mode = DELETE")
        store.executescript("ALTER TABLE happening RENAME TO event; PRAGMA user_version = 4")
    overwrite(tmp_path / "games.db", at=4096 * 2, by=b"\xff" * 100)
    before = {path.name: path.read_bytes() for path in tmp_path.iterdir()}

    text = refusal(tmp_path)

    assert text.endswith("update the companion")
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == before
    with pytest.raises(JournalError, match="newer companion"):
        games_in(tmp_path)


def test_who_comes_second_makes_no_file(tmp_path: Path) -> None:
    """The first one has lost its own, or is about to make it: an empty one would be taken for damaged."""
    with pytest.raises(JournalError, match=r"another program keeps its games in .*, and has no file there"):
        open_store(tmp_path, is_writer=False)

    assert list(tmp_path.iterdir()) == []


def test_a_file_of_an_older_companion_in_use_is_refused(tmp_path: Path) -> None:
    """An update does not change the file under the companion that is still running."""
    with closing(sqlite3.connect(tmp_path / "games.db")) as store:
        store.execute("PRAGMA user_version = 1")

    with pytest.raises(JournalError, match="in use by an older companion; stop that one first"):
        open_store(tmp_path, is_writer=False)


each_damage = pytest.mark.parametrize(
    "damage",
    [
        pytest.param(lambda file: file.write_bytes(b"no database at all, just text" * 40), id="other-file"),
        pytest.param(lambda file: file.write_bytes(file.read_bytes()[: 4096 * 2]), id="torn-off"),
        pytest.param(lambda file: overwrite(file, at=4096 + 8, by=b"\xff" * 1000), id="overwritten"),
    ],
)


def played(folder: Path) -> None:
    """A journal with a long game, closed."""
    journal = Journal(folder)
    journal.open()
    journal.begin("start", "at-once")
    for number in range(200):
        journal.note("press", "white")
        journal.add_turn(str(number), "{}")
    journal.close()


@each_damage
def test_a_damaged_file_is_set_aside_and_play_goes_on(
    tmp_path: Path, damage: Callable[[Path], object]
) -> None:
    """The card ate the journal: it stays beside the new one, which is kept as ever, and that can be told."""
    played(tmp_path)
    damage(tmp_path / "games.db")
    eaten = (tmp_path / "games.db").read_bytes()
    (tmp_path / "games.db-wal").write_bytes(b"its log")
    journal = Journal(tmp_path)

    journal.open()
    journal.begin("after", "at-once")
    games, is_keeping = journal.games(), journal.is_keeping
    journal.close()

    remark = journal.remarks[0]
    assert games[-1].start == "after"
    assert is_keeping
    assert (tmp_path / "games.db.damaged-1").read_bytes() == eaten
    assert remark.startswith(f"the journal {tmp_path}/games.db is damaged (")
    assert "): it is kept as games.db.damaged-1, and a new one was begun" in remark


def test_no_damaged_file_takes_the_place_of_another(tmp_path: Path) -> None:
    """A card that goes on failing: each file is there, under a number of its own."""
    for content in (b"first" * 100, b"second" * 100):
        (tmp_path / "games.db").write_bytes(content)
        (tmp_path / "games.db-wal").write_bytes(b"log of " + content)
        set_aside(tmp_path)

    assert {path.name: path.read_bytes()[:12] for path in tmp_path.iterdir()} == {
        "games.db.damaged-1": b"firstfirstfi",
        "games.db.damaged-1-wal": b"log of first",
        "games.db.damaged-2": b"secondsecond",
        "games.db.damaged-2-wal": b"log of secon",
    }


def test_a_damaged_file_that_another_program_keeps_is_not_moved(tmp_path: Path) -> None:
    """It is that program's own: who comes second is told to stop it."""
    first = Journal(tmp_path)
    first.open()
    first.close()
    (tmp_path / "games.db").write_bytes(b"no database at all, just text" * 40)
    keeper = os.open(tmp_path, os.O_RDONLY)
    fcntl.flock(keeper, fcntl.LOCK_EX)

    text = refusal(tmp_path)
    os.close(keeper)

    assert [path.name for path in tmp_path.iterdir()] == ["games.db"]
    assert "is damaged" in text
    assert "stop the other program" in text


def test_a_damaged_file_that_cannot_be_moved_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be written ends the start with its name; nothing else does."""
    (tmp_path / "games.db").write_bytes(b"no database at all, just text" * 40)

    def refuse(self: Path, target: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "rename", refuse)

    text = refusal(tmp_path)

    assert text.startswith(f"the journal's folder {tmp_path} cannot be used (")


def overwrite(file: Path, at: int, by: bytes) -> None:
    """Put other bytes into a file."""
    content = bytearray(file.read_bytes())
    content[at : at + len(by)] = by
    file.write_bytes(content)


def test_a_folder_that_is_a_file_is_named(tmp_path: Path) -> None:
    """The settings name a file where a folder must be: which one, and what to do."""
    place = tmp_path / "tholos"
    place.write_text("", encoding="utf-8")

    text = refusal(place)

    assert text.startswith(f"the journal's folder {place} cannot be used (")
    assert "name another ([journal] folder)" in text


def test_a_folder_without_leave_to_write_is_named() -> None:
    """The folder cannot be written: which one, and what to do. (Nobody, not even root, writes into /proc.)"""
    place = Path("/proc/self")

    text = refusal(place)

    assert text.startswith("the journal's folder /proc/self cannot be used (")
    assert "make it writable for the user that runs tholos" in text


def test_a_folder_in_place_of_the_file_is_named(tmp_path: Path) -> None:
    """Something else has the file's name: told in one line as well."""
    (tmp_path / "games.db").mkdir()

    text = refusal(tmp_path)

    assert text.startswith(f"the journal's folder {tmp_path} cannot be used (")


def test_a_refused_folder_is_let_go(tmp_path: Path) -> None:
    """After the fault is mended the same program can open the journal."""
    (tmp_path / "games.db").mkdir()
    journal = Journal(tmp_path)
    with pytest.raises(JournalError):
        journal.open()
    (tmp_path / "games.db").rmdir()

    journal.open()
    is_keeping = journal.is_keeping
    journal.close()

    assert is_keeping
