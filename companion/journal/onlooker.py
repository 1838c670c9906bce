"""Games read by somebody who keeps none: nothing in the folder is made, moved or changed."""

import sqlite3
from contextlib import closing
from pathlib import Path

from companion.errors import JournalError
from companion.files import as_owner
from companion.journal.check import LOG, SHARED, SOUND, verdict
from companion.journal.form import check_not_older
from companion.journal.reading import KeptGame, all_games, readable
from companion.journal.store import FILE_NAME, copy_in_memory


def games_in(folder: Path) -> tuple[KeptGame, ...]:
    """All games of a folder, whether or not a device keeps games in it now; of a damaged file, the true ones.

    Raises JournalError where there is no file, or it is of another companion's form, or cannot be read.
    """
    path = folder / FILE_NAME
    try:
        with as_owner(folder):
            if not path.stat().st_size:
                return ()
            with closing(opened(folder)) as store:
                check_not_older(
                    store,
                    path,
                    why="was written by",
                    cure="start the device once, which brings it up to date: sudo systemctl start tholos",
                )
                return all_games(store)
    except FileNotFoundError as error:
        raise JournalError(
            f"there are no games in {folder} yet",
            cure="the device makes their file as it starts: sudo systemctl start tholos; "
            "if it keeps them elsewhere, name its settings: --settings FILE",
        ) from error
    except (sqlite3.Error, OSError, ValueError) as error:
        raise JournalError(
            f"the games in {folder} cannot be read ({error})", cure="try it with sudo"
        ) from error


def seen_verdict(folder: Path) -> str:
    """What `verdict` finds that may be asked from outside; `SOUND` too for a log that nobody shares now.

    Raises JournalNewer, sqlite3.Error as it does.
    """
    mode = _mode(folder)
    if mode is None:  # a part of the file may be in the log alone
        return SOUND
    return verdict(folder / FILE_NAME, is_keeper=False, mode=mode)


def opened(folder: Path) -> sqlite3.Connection:
    """Beside a device that runs, through the log that it shares; else the file, or a copy with its log."""
    mode = _mode(folder)
    try:
        if mode is None or seen_verdict(folder) != SOUND:
            return copy_in_memory(folder)
        store = sqlite3.connect(f"{(folder / FILE_NAME).absolute().as_uri()}?{mode}", uri=True)
    except sqlite3.OperationalError:
        return copy_in_memory(folder)
    store.text_factory = readable
    return store


def _mode(folder: Path) -> str | None:
    """How SQLite leaves the folder as it is; None: not at all."""
    log = folder / f"{FILE_NAME}{LOG}"
    is_logged = log.exists() and log.stat().st_size > 0
    is_shared = is_logged and (folder / f"{FILE_NAME}{SHARED}").exists()
    if is_logged and not is_shared:
        return None
    return "mode=ro" if is_shared else "immutable=1"


def notes_in(folder: Path, game: int, most: int = 200) -> list[tuple[str, str, str]]:
    """What was pressed in a game, and what else was noted: kind, text, wall time; the last so many."""
    sql = (
        "SELECT kind, text, at FROM happening WHERE game = ? AND (step IS NULL OR kind = 'take-back') "
        "AND kind <> 'header' ORDER BY number DESC LIMIT ?"
    )
    try:
        with as_owner(folder), closing(opened(folder)) as store:
            return store.execute(sql, (game, most)).fetchall()[::-1]
    except (sqlite3.Error, OSError) as error:
        raise JournalError(
            f"the games in {folder} cannot be read ({error})", cure="try it with sudo"
        ) from error
