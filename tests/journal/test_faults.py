import errno
import sqlite3
from pathlib import Path

import pytest

from companion.journal import store as store_module
from companion.journal.journal import Journal, KeptGame
from companion.journal.waiting import MOST_WAITING
from tests.journal.faults import full_disk, reopened, row_texts


def test_a_full_disk_does_not_stop_the_game(journal: Journal, folder: Path) -> None:
    """The card fills up: play goes on, the journal says so, and once there is room nothing is missing."""
    journal.begin("start", "at-once")
    journal.add_turn("1", "m1")

    with full_disk(folder):
        for number in range(2, 40):
            journal.note("press", "x" * 500)
            journal.add_turn(str(number), f"m{number}")
        journal.take_back()
        during = (journal.is_keeping, journal.fault)
    journal.remember("m40")
    kept = journal.kept_game()

    assert not during[0]
    assert during[1] is not None
    assert str(folder) in during[1]
    assert "cannot be written" in during[1]
    assert (journal.is_keeping, journal.fault) == (True, None)
    assert kept is not None
    assert kept.turns == tuple(str(number) for number in range(1, 39))
    assert kept.memory == "m40"
    assert len(row_texts(folder, "press")) == 38


def test_what_a_full_disk_kept_back_is_tried_again_at_the_end(journal: Journal, folder: Path) -> None:
    """There is room again just before the device is switched off: the last turns make it."""
    journal.begin("start", "at-once")
    with full_disk(folder):
        for number in range(40):
            journal.add_turn(str(number), "x" * 1000)
    journal.close()

    after = reopened(folder)
    kept = after.kept_game()
    after.close()

    assert kept is not None
    assert kept.turns == tuple(str(number) for number in range(40))


def test_a_game_begun_on_a_full_disk_is_kept_later(journal: Journal, folder: Path) -> None:
    """Even a game's beginning may have to wait for room."""
    journal.begin("x" * 100_000, "at-once")
    with full_disk(folder):
        journal.begin("y" * 2_000_000, "at-once")
        journal.add_turn("+2g", "{}")
        during = journal.is_keeping

    journal.add_turn("wA", "{}")
    kept = journal.kept_game()

    assert not during
    assert kept is not None
    assert (kept.id, kept.turns) == (2, ("+2g", "wA"))


def test_only_one_program_keeps_games_in_a_folder(journal: Journal, folder: Path) -> None:
    """A second device on the same folder says why it keeps nothing, and spoils nothing."""
    journal.begin("ours", "at-once")

    second = reopened(folder)
    second.begin("theirs", "at-once")
    second.add_turn("wA", "{}")
    fault = second.fault
    second.close()
    journal.add_turn("+2g", "{}")

    assert fault is not None
    assert str(folder) in fault
    assert [(game.start, game.turns) for game in journal.games()] == [("ours", ("+2g",))]


def test_a_journal_takes_over_when_the_other_program_stops(journal: Journal, folder: Path) -> None:
    """The old program is stopped in the middle of our game: from the next turn on ours is kept, whole."""
    journal.begin("theirs", "at-once")
    second = reopened(folder)
    second.begin("ours", "at-once")
    second.add_turn("wA", "{}")
    journal.begin("theirs again", "at-once")
    journal.close()

    second.add_turn("+2b", "memory")
    fault, kept = second.fault, second.kept_game()
    second.close()

    assert fault is None
    assert kept == KeptGame(3, "ours", "at-once", ("wA", "+2b"), "memory", "*", True, "")


def test_a_game_that_nobody_else_touched_goes_on_where_it_was(journal: Journal, folder: Path) -> None:
    """A restart overlaps with the program it replaces: still one game, and no turn is missing."""
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}")
    second = reopened(folder)
    second.add_turn("+2b", "{}")
    journal.close()

    second.add_turn("wB", "{}")
    games = second.games()
    second.close()

    assert [game.turns for game in games] == [("wA", "+2b", "wB")]


def test_a_game_that_two_programs_went_on_with_becomes_two(journal: Journal, folder: Path) -> None:
    """Turns of two tables are never mixed: ours goes on as a game of its own, with all its turns."""
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}")
    second = reopened(folder)
    second.add_turn("+2b", "{}")
    journal.add_turn("+1w", "{}")
    journal.close()

    second.add_turn("wB", "{}")
    games = second.games()
    second.close()

    assert [game.turns for game in games] == [("wA", "+1w"), ("wA", "+2b", "wB")]


def test_a_folder_that_vanishes_is_a_fault_and_no_end(journal: Journal, folder: Path) -> None:
    """Even if the folder is gone when the other program has stopped, the game at the table goes on."""
    second = reopened(folder)
    journal.close()
    (folder / "games.db").unlink()
    for rest in folder.iterdir():
        rest.unlink()
    folder.rmdir()
    folder.write_text("", encoding="utf-8")

    second.begin("ours", "at-once")

    assert second.fault is not None
    assert f"the journal's folder {folder} cannot be used" in second.fault
    folder.unlink()
    second.close()


def test_a_journal_that_cannot_write_for_days_does_not_fill_the_memory(
    journal: Journal, folder: Path
) -> None:
    """Presses are dropped then, never a turn of the game that is played."""
    second = reopened(folder)
    second.begin("ours", "at-once")
    second.add_turn("wA", "{}")
    for _ in range(2 * MOST_WAITING):
        second.note("press", "white")
    second.add_turn("+2b", "{}")
    waiting = len(second._waiting)
    journal.close()

    second.add_turn("wB", "{}")
    kept = second.kept_game()
    second.close()

    assert waiting <= MOST_WAITING
    assert kept is not None
    assert kept.turns == ("wA", "+2b", "wB")


def test_a_card_that_is_read_only_at_the_start(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The kept game is offered, nothing is kept and that is said; once it is mended nothing is missing."""
    first = reopened(folder)
    first.begin("start", "at-once")
    first.add_turn("wA", "m1")
    first.prefer("language", "de")
    first.close()
    before = {path.name: path.read_bytes() for path in folder.iterdir()}

    with monkeypatch.context() as worn:
        worn.setattr(store_module, "_opened", refuse_to_write)
        journal = reopened(folder)
        kept = journal.kept_game()
        fault, chosen = journal.fault, journal.preferences()
        journal.add_turn("bB", "m2")
        journal.try_again()
        still = journal.fault
        untouched = {path.name: path.read_bytes() for path in folder.iterdir() if path.name in before}
    journal.try_again()
    healed, after = journal.fault, journal.games()
    journal.close()

    assert kept is not None
    assert (kept.start, kept.turns, chosen) == ("start", ("wA",), {"language": "de"})
    assert fault is not None
    assert (
        "make room on its disk, or replace it; if it is neither full nor worn: tholos doctor journal" in fault
    )
    assert still is not None
    assert untouched == before
    assert healed is None
    assert [(game.id, game.turns, game.memory) for game in after] == [(1, ("wA", "bB"), "m2")]


def refuse_to_write(path: Path, *, is_writer: bool) -> sqlite3.Connection:
    """As SQLite does on a read-only file system."""
    error = sqlite3.OperationalError("attempt to write a readonly database")
    error.sqlite_errorcode = sqlite3.SQLITE_READONLY
    raise error


def test_a_new_device_on_a_full_card_plays_all_the_same(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not even the folder can be made: the game that is begun then is kept as soon as there is room."""

    def refuse(self: Path, *args: object, **kwargs: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device", str(self))

    with monkeypatch.context() as full:
        full.setattr(Path, "mkdir", refuse)
        journal = reopened(folder)
        journal.begin("start", "at-once")
        journal.add_turn("wA", "{}")
        during = journal.fault
    journal.add_turn("bB", "{}")
    kept, fault = journal.kept_game(), journal.fault
    journal.close()

    assert during is not None
    assert "No space left on device" in during
    assert fault is None
    assert kept is not None
    assert kept.turns == ("wA", "bB")


def test_a_file_that_goes_bad_while_we_play_costs_no_turn(journal: Journal, folder: Path) -> None:
    """The card changes the file under the running device: a new one has the game, from its first turn on."""
    journal.begin("before", "at-once")
    journal.add_turn("wC", "{}")
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}")
    journal._keeping.store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    file = folder / "games.db"
    file.write_bytes(file.read_bytes()[:4096] + b"\x05" * (len(file.read_bytes()) - 4096))
    journal._keeping.store.execute("PRAGMA shrink_memory")
    journal.add_turn("bB", "{}")
    journal.take_back()
    journal.add_turn("bC", "{}")
    kept, fault, remarks = journal.kept_game(), journal.fault, list(journal.remarks)
    journal.close()

    assert fault is None
    assert kept is not None
    assert (kept.start, kept.turns) == ("start", ("wA", "bC"))
    assert "is damaged" in remarks[0]
