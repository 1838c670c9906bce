"""Evenings on record, and what a worn card does to the file that holds them."""

import random
import re
import shutil
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from companion.journal.journal import Journal
from companion.journal.store import FILE_NAME

PAGE_BYTES = 4096


@dataclass
class Evening:
    """What was really played: of each game its start, and the turns that stood after each of its steps."""

    starts: list[str] = field(default_factory=list)
    stood: list[list[tuple[str, ...]]] = field(default_factory=list)


def play(folder: Path, rng: random.Random, *, games: int, steps: int, unplugged: bool) -> Evening:
    """Keep some games in the folder, with presses and take-backs; `unplugged`: the log is still there."""
    evening = Evening()
    journal = Journal(folder, lambda: "2026-01-01T20:00:00+00:00")
    journal.open()
    for number in range(games):
        evening.starts.append(f"start {number} {rng.random()}")
        journal.begin(evening.starts[-1], "at-once")
        journal.lay()
        evening.stood.append([()])
        for _ in range(rng.randint(1, steps)):
            standing = evening.stood[-1][-1]
            journal.note("press", "white")
            if standing and rng.random() < 0.2:
                journal.take_back()
                evening.stood[-1].append(standing[:-1])
            else:
                turn = f"{rng.choice('wgb')}{rng.choice('ABCDEFG')}{rng.choice(('', ':+g', ':A>B'))}"
                journal.add_turn(turn, f'{{"pads": {rng.randint(0, 9)}}}')
                evening.stood[-1].append((*standing, turn))
    journal.prefer("language", "de")
    if unplugged:
        copy = folder.with_name("copy")
        shutil.copytree(folder, copy)
        journal.close()
        shutil.rmtree(folder)
        copy.rename(folder)
    else:
        journal.close()
    return evening


def whole(evening: Evening) -> dict[int, tuple[str, ...]]:
    """Of each game, by its number, the turns that stood at last."""
    return {number: stood[-1] for number, stood in enumerate(evening.stood, start=1)}


def files(folder: Path) -> list[Path]:
    """The journal's file, its log and its copies, those that are there."""
    parts = ("", "-wal", "-copy", "-memory")
    return [path for part in parts if (path := folder / f"{FILE_NAME}{part}").exists()]


def worn(folder: Path, rng: random.Random, file: Path | None = None) -> str:
    """Do something bad to this file, or one of them; what it was."""
    file = file or rng.choice(files(folder))
    name, hurt = rng.choice(list(DAMAGES.items()))
    content = bytearray(file.read_bytes())
    hurt(content, rng)
    file.write_bytes(content)
    return f"{name} in {file.name}"


def _pages(content: bytearray) -> int:
    return max(1, len(content) // PAGE_BYTES)


def _flip_bits(content: bytearray, rng: random.Random) -> None:
    for _ in range(rng.choice((1, 3, 30))):
        if content:
            content[rng.randrange(len(content))] ^= 1 << rng.randrange(8)


def _change_text(content: bytearray, rng: random.Random) -> None:
    """One letter for another, where the file's own checks see nothing."""
    places = [found.start() for found in re.finditer(rb"[A-Gwgb]", content)]
    if places:
        content[rng.choice(places)] = rng.choice(b"ABCDEFGwgb")


def _overwrite(content: bytearray, rng: random.Random) -> None:
    at, count = rng.randrange(len(content) + 1), rng.choice((16, 512, PAGE_BYTES))
    content[at : at + count] = rng.randbytes(len(content[at : at + count]))


def _blank_page(content: bytearray, rng: random.Random) -> None:
    at = rng.randrange(_pages(content)) * PAGE_BYTES
    content[at : at + PAGE_BYTES] = rng.choice((b"\0", b"\xff")) * len(content[at : at + PAGE_BYTES])


def _swap_pages(content: bytearray, rng: random.Random) -> None:
    one, other = (rng.randrange(_pages(content)) * PAGE_BYTES for _ in range(2))
    page = content[one : one + PAGE_BYTES]
    content[one : one + PAGE_BYTES] = content[other : other + PAGE_BYTES]
    content[other : other + PAGE_BYTES] = page


def _cut(content: bytearray, rng: random.Random) -> None:
    del content[rng.randrange(len(content) + 1) :]


def _empty(content: bytearray, rng: random.Random) -> None:
    content.clear()


def _new_head(content: bytearray, rng: random.Random) -> None:
    head = min(len(content), rng.choice((16, 32, 100)))
    content[:head] = rng.randbytes(head)


def _text(content: bytearray, rng: random.Random) -> None:
    content[:] = b"no database at all, just text" * rng.randint(1, 500)


DAMAGES: dict[str, Callable[[bytearray, random.Random], None]] = {
    "flipped bits": _flip_bits,
    "another letter": _change_text,
    "an overwritten stretch": _overwrite,
    "a blank page": _blank_page,
    "swapped pages": _swap_pages,
    "cut off": _cut,
    "empty": _empty,
    "a head of noise": _new_head,
    "another file": _text,
}


def page_of(folder: Path, table: str) -> int:
    """The number of a table's first page, from 0."""
    store = sqlite3.connect(folder / FILE_NAME)
    ((root,),) = store.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    store.close()
    return int(root) - 1
