"""Which settings the device goes by: those of people's file, or, while it cannot be used, those before.

As a service the device keeps what it came up with last (`LAST`): a slip in the file, or one that is gone, is
then a fault like any other, and play goes on. Started by hand it is refused instead, in one line, where the
one who has made the slip reads it.
"""

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from companion.errors import JournalError, SettingsError
from companion.journal.folder import refusal
from companion.settings import Settings, checked, load

LAST = "settings.last.json"
LOOK_AGAIN_S = 2.0
"""A file that could not be used is looked at so often: whoever mends it need not tell the device."""

_Stamp = tuple[int, int, int] | None


class SettingsFile:
    """Read at the start (`first`), when somebody tells, and when one that could not be used, or its games'
    folder, is mended.
    """

    def __init__(self, path: Path | None, state_folder: Path | None = None) -> None:
        """`path` None: there is no file, the defaults count. `state_folder` None: it is no service."""
        self.fault: str | None = None
        """Why the file as it is now is not what the device goes by, and what it does meanwhile."""
        self.look_again_s: float | None = None
        """When to `look` next though nobody tells; None: not before somebody does."""
        self._path = path
        self._kept = state_folder / LAST if state_folder is not None else None
        self._before: Settings | None = None
        self._seen: _Stamp = None
        self._refused: Path | None = None  # the games' folder that the file names and that cannot be used

    @property
    def is_service(self) -> bool:
        """Whether nobody sits there who would read why it does not start."""
        return self._kept is not None

    def first(self) -> Settings:
        """What to start with. Raises SettingsError where the file cannot be used and nothing is kept here."""
        try:
            return self._read() or Settings()
        except SettingsError as error:
            if self._kept is None:
                raise
            last = self._last()
            self.fault = f"{error}; until then {'those before' if last else 'the defaults'} count"
            return last or Settings()

    def look(self, current: Settings, now_s: float, *, is_told: bool) -> Settings | None:
        """Other settings to go on with: somebody tells of them, or what was wrong with them is mended."""
        is_due = self.fault is not None and (self.look_again_s is None or now_s >= self.look_again_s)
        if is_due:
            self.look_again_s = now_s + LOOK_AGAIN_S
        if not is_told and not (is_due and (self._stamp() != self._seen or self._is_allowed_now())):
            return None
        self._refused = None
        try:
            found = self._read()
        except SettingsError as error:
            self.fault = f"{error}; until then the device goes on as before"
            return None
        self.fault = self.look_again_s = None
        return found if found != current else None

    def came_up(self, settings: Settings) -> None:
        """The device runs with them: so it can the next time, whatever becomes of the file."""
        self._before = settings
        if self.fault is not None or self._kept is None or self._last() == settings:
            return
        with suppress(OSError):  # a disk that takes nothing is the journal's to tell
            new = self._kept.with_name(f"{LAST}.new")
            with new.open("w", encoding="utf-8") as file:
                file.write(json.dumps(asdict(settings), indent=1))
                file.flush()
                os.fsync(file.fileno())
            new.replace(self._kept)

    def instead(self, settings: Settings, error: JournalError) -> Settings | None:
        """Those to go on with until games can be kept with these; None: they would be no better."""
        other = self._before or self._last()
        if other is None or other.journal.folder == settings.journal.folder:
            return None
        self.fault = f"{error}; until then the device goes on with the settings before"
        self._refused = Path(settings.journal.folder)
        return other

    def _is_allowed_now(self) -> bool:
        return self._refused is not None and refusal(self._refused) is None

    def _read(self) -> Settings | None:
        self._seen = self._stamp()
        return load(self._path) if self._path is not None else None

    def _last(self) -> Settings | None:
        try:
            return checked(self._kept, json.loads(self._kept.read_bytes())) if self._kept else None
        except (OSError, ValueError, SettingsError):  # never kept, damaged, or of another companion
            return None

    def _stamp(self) -> _Stamp:
        try:
            found = self._path.stat() if self._path is not None else None
        except OSError:
            return None
        return (found.st_mtime_ns, found.st_size, found.st_ino) if found is not None else None


def state_folder(environ: Mapping[str, str]) -> Path | None:
    """Where a service keeps what outlives it: the first folder of StateDirectory=, as systemd names it."""
    named = environ.get("STATE_DIRECTORY", "").split(":")[0]
    return Path(named) if named else None
