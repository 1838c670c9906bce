import os
import random
import shutil
from pathlib import Path

import pytest

from companion.cli import main
from companion.journal import store as store_module
from companion.journal.damaged import NEWEST, held, lacking
from companion.journal.journal import Journal
from companion.journal.onlooker import games_in
from companion.journal.store import FILE_NAME, those_aside
from tests.journal.damage import PAGE_BYTES, page_of, play, whole
from tests.journal.faults import reopened

START = "-/-/-/-/-/-/- ww bb w -"
TURNS = ("wD:+g", "+1b", "gA")


@pytest.fixture(autouse=True)
def on_a_fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power here."""
    monkeypatch.setattr(store_module, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda opened: None)
    monkeypatch.setattr(os, "fdatasync", lambda opened: None)


def blank(folder: Path, table: str = "happening") -> None:
    """The card has lost the page where a table begins."""
    page = page_of(folder, table)
    content = bytearray((folder / FILE_NAME).read_bytes())
    content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = b"\x07" * PAGE_BYTES
    (folder / FILE_NAME).write_bytes(content)


def lose_turns(folder: Path) -> None:
    """The card has lost the copy, and of the file the page with the most turns."""
    (folder / f"{FILE_NAME}-copy").write_bytes(b"\0" * 1000)
    content = bytearray((folder / FILE_NAME).read_bytes())
    pages = range(0, len(content), PAGE_BYTES)
    worst = max(pages, key=lambda at: content[at : at + PAGE_BYTES].count(b"turn"))
    content[worst : worst + PAGE_BYTES] = b"\x07" * PAGE_BYTES
    (folder / FILE_NAME).write_bytes(content)


def start_anew(folder: Path) -> Journal:
    """A start that finds it damaged, and an evening's turn."""
    journal = reopened(folder)
    journal.add_turn("wA", "{}")
    journal.close()
    return journal


def test_a_dying_card_is_not_filled_with_what_is_kept_anyway(tmp_path: Path) -> None:
    """Damaged at each of ten starts, all saved each time: the first and the newest stay."""
    folder = tmp_path / "games"
    evening = play(folder, random.Random(1), games=5, steps=40, unplugged=False)
    told: list[str] = []
    for _ in range(10):
        blank(folder)
        told += start_anew(folder).remarks

    turns = {game.id: game.turns for game in games_in(folder)}
    assert turns == {**whole(evening), 5: (*whole(evening)[5], *["wA"] * 10)}
    assert [file.name for file in those_aside(folder)] == [f"{FILE_NAME}.damaged-{n}" for n in (1, 9, 10)]
    assert len(list(folder.glob(f"{FILE_NAME}.damaged-*"))) <= 3 * 5
    assert f"{FILE_NAME}.damaged-2 was removed: all that it held is kept" in told


def test_what_could_not_be_saved_is_never_removed(tmp_path: Path) -> None:
    """File and copy were damaged at once: that one stays for experts, and those before, which tell more."""
    folder = tmp_path / "games"
    play(folder, random.Random(2), games=5, steps=40, unplugged=False)
    for start in range(10):
        blank(folder)
        if start == 3:
            lose_turns(folder)
        start_anew(folder)

    assert [int(file.name.rpartition("-")[2]) for file in those_aside(folder)] == [1, 2, 3, 4, 9, 10]
    assert (folder / f"{FILE_NAME}.damaged-4-copy").exists()


def test_what_somebody_has_thrown_away_since_is_not_removed_with_it(tmp_path: Path) -> None:
    """The new file was lost afterwards: what was set aside holds games that are nowhere else."""
    folder = tmp_path / "games"
    play(folder, random.Random(3), games=3, steps=40, unplugged=False)
    for start in range(8):
        blank(folder)
        start_anew(folder)
        if start == 3:
            for file in folder.glob(f"{FILE_NAME}*"):
                if "damaged" not in file.name:
                    file.unlink()
            journal = reopened(folder)
            journal.begin("after", "at-once")
            journal.close()

    journal_holds = held(folder / FILE_NAME)
    numbers = [int(file.name.rpartition("-")[2]) for file in those_aside(folder)]
    assert numbers[0] == 1
    assert numbers[-NEWEST:] == [7, 8]
    assert {3, 4} <= set(numbers)
    assert lacking(journal_holds, held(folder / f"{FILE_NAME}.damaged-4"))


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    """Somebody has begun anew, and of the evening before there is the damaged file alone."""
    folder = tmp_path / "games"
    journal = reopened(folder)
    for count in (2, 3):
        journal.begin(START, "at-once")
        journal.lay()
        for turn in TURNS[:count]:
            journal.add_turn(turn, "{}")
    journal.close()
    blank(folder, "game")
    reopened(folder).close()
    for part in ("", "-copy", "-memory"):
        (folder / f"{FILE_NAME}{part}").unlink(missing_ok=True)
    return folder


def test_the_games_of_a_damaged_file_can_be_taken_in(
    lost: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Named in place of a record: what can be read in it is kept, once, and what is kept is left out."""
    settings = tmp_path / "tholos.toml"
    settings.write_text(f'[journal]\nfolder = "{lost}"\n', encoding="utf-8")
    aside = lost / f"{FILE_NAME}.damaged-1"
    elsewhere = shutil.copytree(lost, tmp_path / "stick") / aside.name

    statuses = [main(["import", str(file), "--settings", str(settings)]) for file in (elsewhere, aside)]

    said = capsys.readouterr()
    assert statuses == [0, 0]
    assert [game.turns for game in games_in(lost)] == [TURNS[:2], TURNS]
    assert {game.origin for game in games_in(lost)} == {"record"}
    assert said.out.splitlines() == [
        f"{elsewhere}: 2 games kept in {lost}",
        f"{aside}: every game that can be read in it is kept in {lost} already",
    ]


def test_a_damaged_file_that_is_not_there_is_named(lost: Path, tmp_path: Path, capsys) -> None:
    """A slip in its number."""
    settings = tmp_path / "tholos.toml"
    settings.write_text(f'[journal]\nfolder = "{lost}"\n', encoding="utf-8")

    status = main(["import", str(lost / f"{FILE_NAME}.damaged-7"), "--settings", str(settings)])

    assert status == 2
    assert "games.db.damaged-7: there is no such file" in capsys.readouterr().err
