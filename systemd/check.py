"""Run by the new program, as the service's user, before it takes the old one's place. `install.py` passes it
on as text, as that user may not be able to read this folder: SETTINGS (or nothing: the defaults) and ROOT.

Exit status 1, with one line that says why, where it would not come up: a package is missing or broken, the
settings cannot be read or are refused, or the games that are kept were written by a newer companion.
"""

import importlib
import pkgutil
import platform
import sqlite3
import sys
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

NOT_OF_THE_DEVICE = ("companion.simulate", "companion.flash", "companion.__main__")
"""They need more than a Pi has, or run when they are imported."""
LATER = ("luma.core.interface.serial", "smbus2")
"""The device imports them when it first needs them."""
ON_A_PI = ("gpiozero.pins.lgpio",)


def modules() -> Iterator[str]:
    """All that the device imports, sooner or later."""
    import companion

    for module in pkgutil.walk_packages(companion.__path__, "companion."):
        if not module.name.startswith(NOT_OF_THE_DEVICE):
            yield module.name
    yield from LATER
    if platform.machine() == "aarch64":
        yield from ON_A_PI


def check_games(folder: Path) -> None:
    """Raises JournalNewer where this program is too old for these games; the device copes with all else."""
    from companion.journal.form import form_of
    from companion.journal.onlooker import opened
    from companion.journal.store import FILE_NAME

    path = folder / FILE_NAME
    with suppress(OSError, sqlite3.Error, ValueError):
        if path.stat().st_size:
            with closing(opened(folder)) as store:
                form_of(store, path)


def main(root: str, settings_path: str | None = None) -> None:
    """Ends the program with one line where something is amiss."""
    name = "companion"
    try:
        for name in modules():
            importlib.import_module(name)
    except Exception as error:  # noqa: BLE001 - a package may fail by whatever it likes
        sys.exit(f"{name} cannot be used here ({type(error).__name__}: {error})")
    from companion.errors import CompanionError
    from companion.settings import Settings, load

    try:
        settings = load(Path(settings_path)) if settings_path else Settings()
        check_games(Path(root) / str(settings.journal.folder).lstrip("/"))
    except CompanionError as error:
        sys.exit(f"{error}")


if __name__ == "__main__":
    main(*sys.argv[1:])
