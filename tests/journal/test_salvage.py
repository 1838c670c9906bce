import os
import random
import shutil
import sqlite3
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.errors import JournalError
from companion.journal import store as store_module
from companion.journal.form import MIGRATIONS
from companion.journal.journal import Journal
from companion.journal.store import FILE_NAME
from tests.journal.damage import PAGE_BYTES, Evening, files, page_of, play, whole, worn
from tests.journal.faults import reopened, use_migrations


@pytest.fixture(autouse=True)
def on_a_fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power here; what would be lost then is for other tests."""
    monkeypatch.setattr(store_module, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda opened: None)
    monkeypatch.setattr(os, "fdatasync", lambda opened: None)


def found(folder: Path, evening: Evening) -> tuple[Journal, dict[int, tuple[str, ...]]]:
    """The journal as it comes up, and of each of its games the turns; none of them is a wrong one."""
    journal = reopened(folder)
    turns = {}
    for game in journal.games():
        place = evening.starts.index(game.start)
        assert game.id == place + 1
        assert game.turns in evening.stood[place]
        turns[game.id] = game.turns
    return journal, turns


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.booleans(), st.integers(1, 3))
def test_whatever_a_card_does_no_game_is_a_wrong_one(
    tmp_path: Path, seed: int, unplugged: bool, times: int
) -> None:
    """The device comes up, and each game that it knows is one that we played, or its beginning."""
    folder, rng = tmp_path / str(seed), random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    evening = play(folder, rng, games=rng.randint(1, 4), steps=rng.choice((3, 40)), unplugged=unplugged)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    for _ in range(times):
        worn(folder, rng)

    try:
        journal, turns = found(folder, evening)
    except JournalError as error:  # a form that somebody may have written is not to be touched
        if "written by a newer companion" not in str(error):
            raise
        return
    kept = journal.kept_game()
    journal.begin("after", "at-once")
    journal.add_turn("wA", "{}")
    is_keeping, remarks = journal.is_keeping, list(journal.remarks)
    journal.close()

    assert is_keeping
    assert kept is None or remarks or kept.turns == turns[kept.id]
    if not remarks and not any(name.endswith("-wal") for name in before):
        # A file without a log that nobody complains of has its newest game whole.
        assert kept is not None
        assert kept.turns == evening.stood[kept.id - 1][-1]
    again = reopened(folder)
    last = again.kept_game()
    again.close()
    assert again.remarks == []
    assert last is not None
    assert (last.start, last.turns) == ("after", ("wA",))


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.integers(0, 2**32), st.booleans(), st.integers(1, 3))
def test_no_turn_of_our_game_is_lost_with_one_file(
    tmp_path: Path, seed: int, unplugged: bool, times: int
) -> None:
    """The file, its log or its copy is worn, cut off or emptied: the game goes on with its last turn."""
    folder, rng = tmp_path / f"one-{seed}", random.Random(seed)
    shutil.rmtree(folder, ignore_errors=True)
    evening = play(folder, rng, games=rng.randint(1, 4), steps=rng.choice((3, 40)), unplugged=unplugged)
    file = rng.choice(files(folder))
    for _ in range(times):
        worn(folder, rng, file)
    if rng.random() < 0.1:
        file.unlink()

    try:
        journal, _ = found(folder, evening)
    except JournalError as error:
        if "written by a newer companion" not in str(error):
            raise
        return
    kept = journal.kept_game()
    journal.close()

    assert kept is not None
    assert (kept.id, kept.turns) == (len(evening.stood), evening.stood[-1][-1])


def uncopied(folder: Path) -> None:
    """The copy is gone, so that the file alone tells."""
    (folder / f"{FILE_NAME}-copy").unlink()


@pytest.mark.parametrize("unplugged", [False, True])
@pytest.mark.parametrize("head", [b"\0" * 100, b"\xff" * 100, b"SQLite format 4"])
def test_a_file_whose_head_is_noise_loses_no_game(tmp_path: Path, head: bytes, unplugged: bool) -> None:
    """The first bytes are gone, so it is no database: every turn of every game is there all the same."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(1), games=5, steps=60, unplugged=unplugged)
    uncopied(folder)
    file = folder / FILE_NAME
    file.write_bytes(head + file.read_bytes()[len(head) :])

    journal, turns = found(folder, evening)
    memory, chosen = journal.memory(), journal.preferences()
    journal.close()

    assert turns == whole(evening)
    assert unplugged or journal.remarks[0].endswith(
        "and a new one was begun with the 5 games that could be read"
    )
    assert memory.startswith('{"pads": ')
    assert chosen == {"language": "de"}


@pytest.mark.parametrize("table", ["game", "memory", "preference", "sqlite_schema"])
def test_a_lost_page_costs_what_stood_on_it_alone(tmp_path: Path, table: str) -> None:
    """The table of games is gone, or the list of tables: what happened tells of the games, too."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(2), games=4, steps=60, unplugged=False)
    uncopied(folder)
    page = 0 if table == "sqlite_schema" else page_of(folder, table)
    file = folder / FILE_NAME
    content = bytearray(file.read_bytes())
    content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = b"\x07" * PAGE_BYTES
    file.write_bytes(content)

    journal, turns = found(folder, evening)
    journal.close()

    assert journal.remarks
    assert turns == whole(evening)


def test_a_game_with_a_hole_ends_before_it(tmp_path: Path) -> None:
    """A turn in the middle is gone: the game is not gone on with as if it were whole, and that is told."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(3), games=1, steps=60, unplugged=False)
    uncopied(folder)
    store = sqlite3.connect(folder / FILE_NAME)
    store.execute("DELETE FROM happening WHERE kind = 'turn' AND step = 9")
    store.commit()
    store.close()

    journal, turns = found(folder, evening)
    kept = journal.kept_game()
    journal.close()

    assert kept is not None
    assert not kept.is_laid
    assert 0 < len(turns[1]) <= 8
    assert f"game 1 breaks off after {len(turns[1])} turns: what came then is damaged" in journal.remarks


def test_a_letter_that_the_card_has_changed_is_found(tmp_path: Path) -> None:
    """wC became wB on the card, which is a legal turn as well: nobody is told that it was played."""
    folder = tmp_path / "games"
    journal = reopened(folder)
    journal.begin("start", "at-once")
    for turn in ("wA", "bB", "wC", "bD"):
        journal.add_turn(turn, "{}")
    journal.close()
    uncopied(folder)
    file = folder / FILE_NAME
    file.write_bytes(file.read_bytes().replace(b"turnwC", b"turnwB"))

    after = reopened(folder)
    kept = after.kept_game()
    after.close()

    assert kept is not None
    assert kept.turns == ("wA", "bB")
    assert after.remarks[0].startswith(
        f"the journal {file} is damaged (game 1 is not as it was written): it is"
    )


@pytest.mark.parametrize("is_from", [False, True])
def test_a_log_of_another_journal_mixes_no_games(tmp_path: Path, is_from: bool) -> None:
    """Somebody has copied one file of two: turns of two tables are never one game."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    evening = play(ours, random.Random(4), games=3, steps=50, unplugged=is_from)
    other = play(theirs, random.Random(5), games=2, steps=50, unplugged=True)
    (ours / f"{FILE_NAME}-wal").write_bytes((theirs / f"{FILE_NAME}-wal").read_bytes())

    journal = reopened(ours)
    games = journal.games()
    journal.close()

    played = {
        start: stood
        for each in (evening, other)
        for start, stood in zip(each.starts, each.stood, strict=True)
    }
    assert all(game.turns in played[game.start] for game in games)


def test_a_log_that_is_gone_is_told(tmp_path: Path) -> None:
    """The file alone is older than the evening: what it holds is compared with the stones first."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(6), games=2, steps=30, unplugged=False)
    again = play_on(folder)
    uncopied(folder)
    (folder / f"{FILE_NAME}-wal").unlink()

    journal, turns = found(folder, evening)
    kept = journal.kept_game()
    journal.close()

    assert again > len(turns[2])
    assert turns == whole(evening)
    assert "its log is gone" in journal.remarks[0]
    assert kept is not None
    assert not kept.is_laid


def play_on(folder: Path) -> int:
    """Some turns more of the last game, and the power fails; how many turns it has then."""
    journal = reopened(folder)
    for _ in range(5):
        journal.add_turn("wA", "{}")
    kept = journal.kept_game()
    copy = folder.with_name("copy")
    shutil.copytree(folder, copy)
    journal.close()
    shutil.rmtree(folder)
    copy.rename(folder)
    assert kept is not None
    return len(kept.turns)


def test_a_log_with_a_damaged_frame_loses_nothing_behind_it(tmp_path: Path) -> None:
    """SQLite would end the evening at the first damaged frame, and say nothing."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(7), games=2, steps=60, unplugged=True)
    uncopied(folder)
    log = folder / f"{FILE_NAME}-wal"
    content = bytearray(log.read_bytes())
    middle = 32 + (len(content) - 32) // (PAGE_BYTES + 24) // 2 * (PAGE_BYTES + 24)
    content[middle + 30] ^= 0xFF
    log.write_bytes(content)

    journal, turns = found(folder, evening)
    journal.close()

    assert turns == whole(evening)
    assert "its log is damaged" in journal.remarks[0]


def test_a_row_that_changed_its_number_is_the_same_row(tmp_path: Path) -> None:
    """The file and its copy tell of one turn by two numbers: it was played once, and the rest counts."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(9), games=1, steps=3, unplugged=False)
    file = folder / FILE_NAME
    content, page = bytearray(file.read_bytes()), page_of(folder, "happening") * PAGE_BYTES
    first_row = page + int.from_bytes(content[page + 8 : page + 10], "big")
    content[first_row + 1] ^= 0x40  # its length is one byte, then comes its number
    content[:16] = bytes(16)
    file.write_bytes(content)

    journal, turns = found(folder, evening)
    journal.close()

    assert turns == whole(evening)


@pytest.mark.parametrize("moment", range(7))
def test_a_power_cut_while_games_are_saved_loses_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moment: int
) -> None:
    """The power fails between any two steps of the rescue: the next start has all that the first found."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(8), games=3, steps=60, unplugged=True)
    file = folder / FILE_NAME
    file.write_bytes(bytes(16) + file.read_bytes()[16:])
    left = moment

    def rename(self: Path, target: Path) -> Path:
        nonlocal left
        if left == 0:
            raise KeyboardInterrupt
        left -= 1
        os.rename(self, target)
        return target

    monkeypatch.setattr(Path, "rename", rename)
    first = Journal(folder)
    try:
        first.open()
    except KeyboardInterrupt:
        monkeypatch.undo()
    first.close()

    journal, turns = found(folder, evening)
    journal.close()

    assert turns == whole(evening)
    assert not (folder / "games.db.salvaged").exists()


def test_a_damaged_file_of_the_first_release_is_only_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has no seals, so nobody could tell a right turn from a wrong one in it."""
    with monkeypatch.context() as then:
        use_migrations(then, MIGRATIONS[:2])
        store_module.open_store(tmp_path, is_writer=True).close()
    file = tmp_path / FILE_NAME
    file.write_bytes(bytes(16) + file.read_bytes()[16:])

    journal = reopened(tmp_path)
    games = journal.games()
    journal.close()

    assert games == ()
    assert journal.remarks[0].endswith("and a new one was begun: no game could be read")


def test_a_table_that_has_lost_its_column_is_found(tmp_path: Path) -> None:
    """One bit in the list of tables, and nothing could ever be written again: found at the start."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(9), games=2, steps=30, unplugged=False)
    file = folder / FILE_NAME
    file.write_bytes(file.read_bytes().replace(b"result TEXT", b"resulu TEXT"))

    journal, turns = found(folder, evening)
    journal.begin("after", "at-once")
    is_keeping = journal.is_keeping
    journal.close()

    assert is_keeping
    assert turns == whole(evening)
    assert "its tables are not those of a journal" in journal.remarks[0]
