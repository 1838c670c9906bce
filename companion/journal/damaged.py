"""Damaged files that were set aside: which there are, what they still hold, and which may go.

A card that dies leaves one at each start. The first is nearest to what was last whole, the newest two were
salvaged last; of those between only such are removed of which nothing is missing in the journal.
"""

from collections.abc import Iterable
from pathlib import Path

from companion.journal.check import LOG, SHARED
from companion.journal.copy import COPY, MEMORY, is_copy_whole
from companion.journal.reading import KeptGame
from companion.journal.salvage import Found, Salvage, salvage
from companion.journal.seal import HEADER
from companion.journal.store import those_aside

NEWEST = 2
"""So many stay in any case, beside the first."""


def held(file: Path) -> Salvage:
    """What can be read of a file, damaged or not, and of what lies beside it.

    Raises OSError where the disk does not even give their bytes.
    """
    return salvage(*(Path(f"{file}{part}") for part in ("", LOG, COPY, MEMORY)))


def lacking(journal: Salvage, there: Salvage) -> list[Found]:
    """The games, or more of one, that are there and that the journal has not."""
    by_key = {game.head.key: _seals(game) for game in journal.games}
    told = {_told(game) for game in journal.games}
    return [
        game
        for game in there.games
        if game.story.turns
        and by_key.get(game.head.key, [])[: len(game.story.steps)] != _seals(game)
        and _told(game) not in told
    ]


def as_kept(games: Iterable[Found]) -> tuple[KeptGame, ...]:
    """The same games as they are read from a sound file."""
    return tuple(
        KeptGame(
            id=game.number,
            start=game.head.start,
            end=game.head.end,
            turns=game.story.turns,
            memory="{}",
            result=game.story.result,
            is_laid=game.story.is_laid,
            begun=game.head.begun,
            origin=game.head.origin,
            headers=tuple(note.text for note in game.notes if note.kind == HEADER),
            is_whole=game.story.is_whole,
        )
        for game in games
    )


def thin_out(folder: Path, journal: Salvage) -> list[str]:
    """One more was set aside: remove the one that is not among the newest since, if it need not be kept.

    `journal` is what the journal holds. For people, which it was. Raises OSError where the disk refuses.
    """
    gone = [file for file in those_aside(folder)[1:-NEWEST][-1:] if _is_in(journal, file)]
    for file in gone:
        for part in (SHARED, LOG, MEMORY, COPY, ""):  # what tells most goes last
            Path(f"{file}{part}").unlink(missing_ok=True)
    return [f"{file.name} was removed: all that it held is kept" for file in gone]


def _is_in(journal: Salvage, file: Path) -> bool:
    """Whether nothing can be missing: all of it can be read, or all its games, and the journal has them."""
    there = held(file)
    is_all = there.is_gapless or is_copy_whole(Path(f"{file}{COPY}"))
    return is_all and all(game.story.is_whole for game in there.games) and not lacking(journal, there)


def _seals(game: Found) -> list[int]:
    return [row.seal for row in game.story.steps]


def _told(game: Found) -> tuple[str, str, tuple[str, ...]]:
    """A game that was imported from there has another key."""
    return game.head.start, game.head.end, game.story.turns
