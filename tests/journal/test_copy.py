import json
import os
import random
import sqlite3
import tracemalloc
from contextlib import closing
from pathlib import Path

import pytest

from companion.journal import copy as copy_module
from companion.journal import store as store_module
from companion.journal.copy import copied_memory
from companion.journal.seal import sealed
from companion.journal.store import FILE_NAME
from companion.journal.waiting import BEGIN, TURN, Step
from tests.journal.damage import DAMAGES, play
from tests.journal.faults import reopened


@pytest.fixture(autouse=True)
def on_a_fast_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power here."""
    monkeypatch.setattr(store_module, "SYNCHRONOUS", "OFF")
    monkeypatch.setattr(os, "fsync", lambda opened: None)
    monkeypatch.setattr(os, "fdatasync", lambda opened: None)


def hurt(path: Path, damage: str, seed: int) -> None:
    """Do this to a file, and take its log away with it."""
    content = bytearray(path.read_bytes())
    DAMAGES[damage](content, random.Random(seed))
    path.write_bytes(content)


def line(*values: object) -> bytes:
    """These as a line of either copy, with the seal that they would have."""
    return f"\n{json.dumps([*values, sealed(*map(str, values))])}".encode()


@pytest.mark.parametrize("damage", ["empty", "a head of noise", "another file", "cut off"])
def test_a_card_that_fails_twice_before_anybody_plays_on_loses_no_turn(tmp_path: Path, damage: str) -> None:
    """Started, saved, switched off, and the next start finds the file damaged again: our game is there."""
    folder = tmp_path / "journal"
    evening = play(folder, random.Random(1), games=2, steps=20, unplugged=False)
    for _ in range(3):
        hurt(folder / FILE_NAME, damage, 1)
        journal = reopened(folder)
        kept = journal.kept_game()
        journal.close()

        assert kept is not None
        assert kept.turns == evening.stood[-1][-1]


@pytest.mark.parametrize("damage", list(DAMAGES))
@pytest.mark.parametrize("seed", range(3))
def test_a_second_copy_that_was_damaged_is_whole_after_the_next_start(
    tmp_path: Path, damage: str, seed: int
) -> None:
    """First the copy, a start later the file: one of the two was always whole."""
    folder = tmp_path / "journal"
    evening = play(folder, random.Random(seed), games=2, steps=20, unplugged=False)
    hurt(folder / f"{FILE_NAME}-copy", damage, seed)
    reopened(folder).close()
    hurt(folder / FILE_NAME, "another file", seed)

    journal = reopened(folder)
    kept = journal.kept_game()
    journal.close()

    assert kept is not None
    assert kept.turns == evening.stood[-1][-1]


def test_a_number_that_changed_in_the_copy_is_no_turn_that_the_file_lacks(tmp_path: Path) -> None:
    """One digit of the copy is another: the file is whole and is not taken for damaged."""
    folder = tmp_path / "journal"
    evening = play(folder, random.Random(1), games=2, steps=20, unplugged=False)
    copy = folder / f"{FILE_NAME}-copy"
    head, last = copy.read_bytes().rsplit(b"\n", 1)
    copy.write_bytes(head + b"\n[9" + last[1:])

    journal = reopened(folder)
    kept, remarks = journal.kept_game(), journal.remarks
    journal.close()

    assert kept is not None
    assert kept.turns == evening.stood[-1][-1]
    assert remarks == []


@pytest.mark.parametrize("place", [1, 3, -1])
@pytest.mark.parametrize("number", [1, 7, 1000])
def test_a_turn_that_is_there_twice_is_one_turn(tmp_path: Path, place: int, number: int) -> None:
    """In the copy a row has another number, and nothing else is wrong: our game is there, and goes on."""
    folder = tmp_path / "journal"
    evening = play(folder, random.Random(1), games=1, steps=20, unplugged=False)
    copy = folder / f"{FILE_NAME}-copy"
    lines = copy.read_text().splitlines()
    lines[place] = json.dumps([number, *json.loads(lines[place])[1:]])
    copy.write_text("\n".join(lines))
    for _ in range(2):
        hurt(folder / FILE_NAME, "flipped bits", 1)
        journal = reopened(folder)
        kept = journal.kept_game()
        journal.close()

        assert kept is not None
        assert kept.turns == evening.stood[-1][-1]


@pytest.mark.parametrize("damage", list(DAMAGES))
@pytest.mark.parametrize("compared_bytes", [2, 300, 999])
def test_of_a_long_copy_the_end_is_whole_after_the_next_start(
    tmp_path: Path, damage: str, compared_bytes: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Years of games: only the last are looked at, and whatever is wrong there the copy is whole again."""
    folder = tmp_path / "journal"
    play(folder, random.Random(1), games=2, steps=40, unplugged=False)
    monkeypatch.setattr(copy_module, "COMPARED_BYTES", compared_bytes)
    copy = folder / f"{FILE_NAME}-copy"
    whole = copy.read_bytes()
    place = len(whole) - compared_bytes // 2
    end = bytearray(whole[place:])
    DAMAGES[damage](end, random.Random(1))
    copy.write_bytes(whole[:place] + end)

    reopened(folder).close()

    assert copy.read_bytes() == whole


def test_a_long_journal_takes_no_more_memory_at_a_start(tmp_path: Path) -> None:
    """Whoever takes in a thousand games has a device that starts as before."""
    peaks_bytes = []
    for number, steps in enumerate((100, 2000)):
        journal = reopened(tmp_path / str(number))
        journal.take_in([[Step(BEGIN, "start", "", "at-once"), *(Step(TURN, "wA", "", "*"),) * steps]])
        journal.close()
        tracemalloc.start()
        reopened(tmp_path / str(number)).close()
        peaks_bytes.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()

    assert peaks_bytes[1] < peaks_bytes[0] + 50_000


def test_a_start_that_finds_the_copy_whole_writes_nothing_to_it(tmp_path: Path) -> None:
    """Cards wear: what is there is not written again."""
    folder = tmp_path / "journal"
    play(folder, random.Random(1), games=2, steps=20, unplugged=True)
    copy = folder / f"{FILE_NAME}-copy"
    before = copy.read_bytes()

    reopened(folder).close()

    assert copy.read_bytes() == before


@pytest.mark.parametrize("damage", ["empty", "a head of noise", "another file", "cut off"])
def test_with_the_file_the_pads_lose_nothing(tmp_path: Path, damage: str) -> None:
    """The file is gone twice: each pad knows its empty plate and its stones, so that no new one is missed."""
    folder = tmp_path / "journal"
    play(folder, random.Random(1), games=2, steps=20, unplugged=False)
    known = reopened(folder)
    before = known.memory()
    known.close()
    for _ in range(2):
        hurt(folder / FILE_NAME, damage, 1)
        journal = reopened(folder)
        memory = journal.memory()
        journal.close()

        assert memory == before != "{}"


@pytest.mark.parametrize("damage", list(DAMAGES))
@pytest.mark.parametrize("seed", range(3))
def test_a_copy_of_the_memory_that_was_damaged_is_whole_after_the_next_start(
    tmp_path: Path, damage: str, seed: int
) -> None:
    """First the memory's copy, a start later the file; in between nothing false is believed."""
    folder = tmp_path / "journal"
    play(folder, random.Random(seed), games=2, steps=20, unplugged=False)
    before = copied_memory(folder / f"{FILE_NAME}-memory")
    hurt(folder / f"{FILE_NAME}-memory", damage, seed)
    assert copied_memory(folder / f"{FILE_NAME}-memory") in (before, None)
    reopened(folder).close()
    hurt(folder / FILE_NAME, "another file", seed)

    journal = reopened(folder)
    memory = journal.memory()
    journal.close()

    assert before is not None
    assert memory == before[1]


NONSENSE = [
    b"[" * 100_000,
    b"\n" + b"[" * 100_000 + b"]" * 100_000,
    b"[1, 2, 3]",
    line(1, "{}"),
    line("1", "{}"),
    line(2**70, "{}"),
    line(1, None),
    line(1, "\ud800"),
    line(None, 1, "turn", "wA", "", 1, 5),
    line("1", 1, "turn", "wA", "", 1, 5),
    line(2**70, 1, "turn", "wA", "", 1, 5),
    line(1, [2], "turn", "wA", "", 1, 5),
    line(1, 1, "turn", "\ud800", "", 1, 5),
    line(1, 1, "turn", 7, "", 1, 5),
    line(1, 1, "turn", "wA", "", 1.5, True),
]


@pytest.mark.parametrize("content", NONSENSE)
@pytest.mark.parametrize("part", ["-copy", "-memory"])
@pytest.mark.parametrize("is_file_there", [True, False])
def test_nothing_that_is_in_a_copy_keeps_the_device_from_starting(
    tmp_path: Path, content: bytes, part: str, is_file_there: bool
) -> None:
    """Whatever somebody has put there, sealed or not: our game goes on, and the copy is whole again."""
    folder = tmp_path / "journal"
    evening = play(folder, random.Random(1), games=1, steps=20, unplugged=False)
    whole = (folder / f"{FILE_NAME}{part}").read_bytes()
    (folder / f"{FILE_NAME}{part}").write_bytes(content)
    if not is_file_there:
        (folder / FILE_NAME).unlink()

    journal = reopened(folder)
    kept = journal.kept_game()
    journal.memory()
    journal.close()

    if is_file_there:
        assert kept is not None
        assert kept.turns == evening.stood[-1][-1]
        assert (folder / f"{FILE_NAME}{part}").read_bytes() == whole


def test_a_memory_that_is_gone_is_kept_again(tmp_path: Path) -> None:
    """The card has lost that one row: the device starts, and the pads are remembered from then on."""
    folder = tmp_path / "journal"
    reopened(folder).close()
    with closing(sqlite3.connect(folder / FILE_NAME)) as store, store:
        store.execute("DELETE FROM memory")

    journal = reopened(folder)
    before = journal.memory()
    journal.remember("pads")
    after = journal.memory()
    journal.close()

    assert (before, after) == ("{}", "pads")


def test_the_copy_of_another_device_brings_no_game_of_it(tmp_path: Path) -> None:
    """Somebody mixed up two cards: our game goes on, theirs does not appear, and their copy is kept."""
    ours, theirs = tmp_path / "ours", tmp_path / "theirs"
    evening = play(ours, random.Random(1), games=1, steps=5, unplugged=False)
    play(theirs, random.Random(2), games=3, steps=40, unplugged=False)
    foreign = (theirs / f"{FILE_NAME}-copy").read_bytes()
    (ours / f"{FILE_NAME}-copy").write_bytes(foreign)

    journal = reopened(ours)
    games, told = journal.games(), list(journal.remarks)
    journal.close()

    assert [(game.start, game.turns) for game in games] == [(evening.starts[0], evening.stood[0][-1])]
    assert len(told) == 1
    assert (ours / f"{FILE_NAME}-copy.unused-1").read_bytes() == foreign
