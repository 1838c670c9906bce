import itertools
import os
import random
import shutil
import sqlite3
import subprocess
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import JournalError
from companion.journal import keeping as keeping_module
from companion.journal import store as store_module
from companion.journal.journal import Journal
from companion.journal.onlooker import games_in
from companion.journal.store import FILE_NAME
from tests.journal.damage import worn
from tests.journal.faults import reopened


@pytest.fixture(autouse=True)
def on_a_fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power here."""
    monkeypatch.setattr(store_module, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda opened: None)
    monkeypatch.setattr(os, "fdatasync", lambda opened: None)


def kept_in(folder: Path) -> list[tuple[str, ...]]:
    """The turns of each game, as somebody finds them who looks."""
    return [game.turns for game in games_in(folder)]


def test_who_takes_over_writes_into_the_file_that_is_there(folder: Path) -> None:
    """The other program has stopped, the next start saved what was damaged, and ended: ours goes on there."""
    first = reopened(folder)
    first.begin("theirs", "at-once")
    first.add_turn("wA", "{}")
    second = reopened(folder)
    second.begin("ours", "at-once")
    second.add_turn("wB", "{}")
    first.close()
    file = folder / FILE_NAME
    file.write_bytes(os.urandom(100) + file.read_bytes()[100:])
    reopened(folder).close()
    aside = (folder / f"{FILE_NAME}.damaged-1").read_bytes()

    second.try_again()
    second.add_turn("bC", "{}")
    is_keeping, found = second.is_keeping, kept_in(folder)
    second.close()
    after = reopened(folder)
    kept = after.kept_game()
    after.close()

    assert is_keeping
    assert found == [("wA",), ("wB", "bC")]
    assert (folder / f"{FILE_NAME}.damaged-1").read_bytes() == aside
    assert after.remarks == []
    assert kept is not None
    assert kept.turns == ("wB", "bC")


def test_who_takes_over_a_damaged_file_mends_it(folder: Path) -> None:
    """The other program has ended because of it: ours looks before it writes, as at a start."""
    first = reopened(folder)
    first.begin("theirs", "at-once")
    first.add_turn("wA", "{}")
    second = reopened(folder)
    first.close()
    file = folder / FILE_NAME
    file.write_bytes(os.urandom(100) + file.read_bytes()[100:])

    second.add_turn("bB", "{}")
    is_keeping, is_mended, found = second.is_keeping, second.is_mended, kept_in(folder)
    second.close()

    assert (is_keeping, is_mended) == (True, True)
    assert found == [("wA", "bB")]


def test_a_file_that_cannot_be_read_once_is_not_taken_over_unread(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk fails at that moment: what the other one has played meanwhile is not mixed with ours."""
    first = reopened(folder)
    first.begin("start", "at-once")
    first.add_turn("wA", "{}")
    second = reopened(folder)
    first.add_turn("bB", "{}")
    first.close()

    def fail(store: sqlite3.Connection) -> None:
        raise sqlite3.OperationalError("disk I/O error")

    with monkeypatch.context() as disk:
        disk.setattr(keeping_module, "newest_game", fail)
        second.add_turn("bC", "{}")
    during = second.fault
    another = reopened(folder)
    another_keeps = another.is_keeping
    another.close()
    second.try_again()
    found, is_keeping = kept_in(folder), second.is_keeping
    second.close()

    assert during is not None
    assert "cannot be read (disk I/O error)" in during
    assert another_keeps
    assert is_keeping
    assert found == [("wA", "bB"), ("wA", "bC")]


@pytest.mark.parametrize("how", ["removed", "moved", "all of it", "another one"])
def test_a_file_that_somebody_takes_away_is_not_written_on(folder: Path, how: str) -> None:
    """Somebody tidies up while we play: the turn that is called kept is found by the next start."""
    journal = reopened(folder)
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}")
    if how == "removed":
        (folder / FILE_NAME).unlink()
    elif how == "moved":
        (folder / FILE_NAME).rename(folder / "old.db")
    elif how == "all of it":
        shutil.rmtree(folder)
    else:
        other = reopened(folder.with_name("other"))
        other.begin("another", "at-once")
        other.close()
        folder.rename(folder.with_name("before"))
        folder.with_name("other").rename(folder)

    journal.add_turn("bB", "{}")
    is_keeping = journal.is_keeping
    journal.add_turn("wC", "{}")
    journal.close()
    after = reopened(folder)
    kept = after.kept_game()
    after.close()

    assert is_keeping
    assert kept is not None
    assert (kept.start, kept.turns) == ("start", ("wA", "bB", "wC"))
    assert ("another" in {game.start for game in games_in(folder)}) is (how == "another one")


def test_a_folder_that_cannot_be_used_is_used_as_soon_as_it_can(folder: Path) -> None:
    """A file has its name: we play, it is said that nothing is kept, and when it is away all is kept."""
    folder.parent.mkdir(parents=True)
    folder.write_text("", encoding="utf-8")
    journal = Journal(folder)
    with pytest.raises(JournalError) as caught:
        journal.open()
    journal.open_without(caught.value)
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}")
    journal.try_again()
    during = journal.fault

    folder.unlink()
    journal.try_again()
    is_keeping, found = journal.is_keeping, kept_in(folder)
    journal.close()

    assert during == str(caught.value)
    assert is_keeping
    assert found == [("wA",)]


def test_beside_a_newer_companions_file_we_play_and_leave_it_alone(folder: Path) -> None:
    """After a downgrade: the evening is played, said to be kept nowhere, and no byte of the file changes."""
    first = reopened(folder)
    first.begin("start", "at-once")
    first.add_turn("wA", "{}")
    first.close()
    store = sqlite3.connect(folder / FILE_NAME)
    store.executescript("ALTER TABLE game ADD COLUMN place TEXT; PRAGMA user_version = 4")
    store.close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    journal = Journal(folder)
    with pytest.raises(JournalError) as caught:
        journal.open()
    journal.open_without(caught.value)
    kept = journal.kept_game()
    journal.add_turn("bB", "{}")
    journal.begin("again", "at-once")
    journal.try_again()
    fault = journal.fault
    journal.close()

    assert kept is not None
    assert kept.turns == ("wA",)
    assert fault is not None
    assert "written by a newer companion" in fault
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@dataclass
class Program:
    """A device on the folder, and what is played there."""

    folder: Path
    journal: Journal | None = None
    start: str = ""
    turns: tuple[str, ...] = ()

    def run(self) -> None:
        """Start it, or end it."""
        if self.journal is not None:
            self.journal.close()
            self.journal = None
            return
        self.journal = Journal(self.folder)
        try:
            self.journal.open()
        except JournalError as error:
            self.journal.open_without(error)
        kept = self.journal.kept_game()
        self.start, self.turns = (kept.start, kept.turns) if kept is not None else ("", ())

    def begin(self, start: str) -> None:
        """Play another game."""
        if self.journal is not None:
            self.start, self.turns = start, ()
            self.journal.begin(start, "at-once")

    def turn(self, turn: str) -> None:
        """Play a turn."""
        if self.journal is not None and self.start:
            self.turns = (*self.turns, turn)
            self.journal.add_turn(turn, "{}")


@dataclass
class Evening:
    """Two programs on one folder, and what befalls its files."""

    folder: Path
    rng: random.Random
    moved: int = 0

    def befall(self, what: str) -> None:
        """Something happens to the files."""
        if what == "damage" and (self.folder / FILE_NAME).exists():
            worn(self.folder, self.rng, self.folder / FILE_NAME)
        elif what == "remove" and self.folder.is_dir():
            (self.folder / FILE_NAME).unlink(missing_ok=True)
        elif what == "move" and self.folder.is_dir():
            self.move()
        elif what == "forbid" and self.folder.is_dir():
            self.move()
            self.folder.write_text("", encoding="utf-8")
        elif what == "allow" and self.folder.is_file():
            self.folder.unlink()

    def move(self) -> None:
        """The folder gets another name."""
        self.moved += 1
        self.folder.rename(self.folder.with_name(f"moved-{self.moved}"))


def told_by(folder: Path) -> set[tuple[str, tuple[str, ...]]]:
    """Each game that somebody finds who looks, with its turns."""
    return {(game.start, game.turns) for game in games_in(folder)} if (folder / FILE_NAME).exists() else set()


ACTS = st.tuples(st.sampled_from(["run", "turn", "turn", "turn", "begin"]), st.integers(0, 1))
BEFALLS = st.tuples(st.sampled_from(["damage", "remove", "move", "forbid", "allow"]), st.none())


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.lists(st.one_of(ACTS, ACTS, ACTS, BEFALLS), max_size=30), st.integers(0, 2**32))
def test_what_is_called_kept_is_found(tmp_path: Path, acts: list[tuple[str, int | None]], seed: int) -> None:
    """Two programs, started and ended; files damaged, removed, forbidden: who says that it keeps, does."""
    folder = tmp_path / str(seed) / "games"
    shutil.rmtree(folder.parent, ignore_errors=True)
    folder.parent.mkdir()
    evening, count = Evening(folder, random.Random(seed)), itertools.count()
    programs = [Program(folder), Program(folder)]
    played: set[tuple[str, tuple[str, ...]]] = set()
    for what, who in acts:
        if who is None:
            is_kept = any(each.journal is not None and each.journal.is_keeping for each in programs)
            if (
                what != "damage" or not is_kept
            ):  # of a file that is open each page is believed once it was read
                evening.befall(what)
            continue
        program = programs[who]
        name = f"{what} {next(count)}"
        program.run() if what == "run" else getattr(program, what)(name)
        played |= {(program.start, program.turns[:length]) for length in range(len(program.turns) + 1)}
        if what in ("turn", "begin") and program.journal is not None and program.start:
            found = told_by(folder)
            assert not program.journal.is_keeping or (program.start, program.turns) in found
            assert found <= played
    for program in programs:
        if program.journal is not None:
            program.journal.close()
    with suppress(JournalError):
        assert told_by(folder) <= played


def test_whoever_looks_into_the_file_afterwards_takes_nothing_away(folder: Path) -> None:
    """A second program took over from one that was killed; then somebody opens the games by another tool."""
    script = "import sys; from pathlib import Path; from companion.journal.journal import Journal\n"
    begin = "j = Journal(Path(sys.argv[1])); j.open(); j.begin('start', 'at-once'); j.add_turn('wA', '{}')\n"
    first = subprocess.Popen(
        [sys.executable, "-c", f"{script}{begin}print(1, flush=True); input()", folder],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert first.stdout is not None
    first.stdout.readline()
    second = reopened(folder)
    first.kill()
    first.communicate()
    second.add_turn("bB", "{}")
    look = "import sqlite3, sys; s = sqlite3.connect(sys.argv[1]); s.execute('SELECT * FROM game'); s.close()"
    subprocess.run([sys.executable, "-c", look, folder / FILE_NAME], check=True)

    second.add_turn("wC", "{}")
    listing = (
        "import sqlite3, sys; print(*sqlite3.connect(sys.argv[1]).execute('SELECT text FROM happening'))"
    )
    seen = subprocess.run(
        [sys.executable, "-c", listing, folder / FILE_NAME], check=True, capture_output=True, text=True
    ).stdout
    second.close()

    assert "wC" in seen
