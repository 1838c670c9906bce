"""Where the calibration is kept: a file that is only ever replaced whole, and the one before beside it."""

import errno
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from companion.errors import CalibrationError
from companion.files import LARGEST_SETTINGS_BYTES, read_whole
from companion.scale.calibration import Calibration

FILE_NAME, PREVIOUS_NAME = "calibration.json", "calibration.previous.json"


class Disk:
    """The acts on the disk that reading and saving consist of; a power cut may come between any two."""

    def read(self, path: Path) -> bytes:
        """What is in a file; of a pipe or a folder the system's own error."""
        return read_whole(path, LARGEST_SETTINGS_BYTES)

    def takes_files(self, folder: Path) -> bool:
        """Whether files can be made there."""
        return os.path.isdir(folder) and os.access(folder, os.R_OK | os.W_OK | os.X_OK)

    def refusal(self, folder: Path) -> tuple[str, int]:
        """Why `takes_files` says no: for people, and its number."""
        try:
            is_folder = stat.S_ISDIR(os.stat(folder).st_mode)
            is_read_only = bool(os.statvfs(folder).f_flag & os.ST_RDONLY)
            number = errno.ENOTDIR if not is_folder else errno.EROFS if is_read_only else errno.EACCES
        except OSError as error:  # it is not there, or lies where this user may not look
            number = error.errno or errno.EACCES
        return os.strerror(number), number

    def is_folder(self, path: Path) -> bool:
        """Whether that name is taken by a folder."""
        return os.path.isdir(path)  # False where that cannot be seen

    def write(self, path: Path, text: str) -> None:
        """A new file, on the disk as a whole when this returns; root gives it to whom the folder belongs."""
        path.unlink(missing_ok=True)
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o644)
        with os.fdopen(file, "w", encoding="utf-8") as opened:
            if os.geteuid() == 0:
                folder = path.parent.stat()
                os.fchown(file, folder.st_uid, folder.st_gid)
            opened.write(text)
            opened.flush()
            os.fsync(file)

    def rename(self, path: Path, name: str) -> None:
        """Give a file another name in its folder, in place of the file that has that name."""
        path.rename(path.with_name(name))

    def sync(self, folder: Path) -> None:
        """The names in the folder are on the disk when this returns."""
        opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)


class KeptCalibration:
    """The calibration in a folder: `current` is what counts, None where there is none that can be used."""

    def __init__(
        self, folder: Path, pads: int, wall_time: Callable[[], str], disk: Disk | None = None
    ) -> None:
        self.current: Calibration | None = None
        self.previous: Calibration | None = None
        self.error: CalibrationError | None = None
        """Why the file there cannot be used; None: it can, or there is none."""
        self._folder, self._pads, self._wall_time = folder, pads, wall_time
        self._disk = disk or Disk()

    @classmethod
    def loaded(cls, folder: Path, pads: int, wall_time: Callable[[], str]) -> "KeptCalibration":
        """What is kept in a folder now."""
        kept = cls(folder, pads, wall_time)
        kept.load()
        return kept

    @property
    def name(self) -> str:
        """Of the current one; "": there is none."""
        return self.current.name if self.current is not None else ""

    @property
    def fault(self) -> str | None:
        """What `error` says, with the cure, in one line."""
        return None if self.error is None else str(self.error)

    def load(self) -> None:
        """Read both files; what is wrong with the current one is `error`."""
        try:
            self.previous = self._read(PREVIOUS_NAME)
        except CalibrationError:
            self.previous = None
        try:
            self.current, self.error = self._read(FILE_NAME), None
        except CalibrationError as error:
            self.current, self.error = None, error

    def check(self) -> None:
        """Raises CalibrationError where nothing could be kept, so that nobody weighs for nothing."""
        for name in (FILE_NAME, PREVIOUS_NAME, _new(FILE_NAME), _new(PREVIOUS_NAME)):
            if self._disk.is_folder(self._folder / name):
                raise CalibrationError(
                    f"no calibration can be kept in {self._folder} ({name} is a folder)",
                    cure=f"move it away: sudo mv {self._folder / name} {self._folder / name}.away",
                )
        if not self._disk.takes_files(self._folder):
            raise self._unwritable(*self._disk.refusal(self._folder))

    def keep(self, found: Calibration) -> Calibration:
        """Put it on the disk in place of the current one, which is kept as the previous one; as it was kept.

        Raises CalibrationError, and all is as before, where the disk refuses.
        """
        newest = max(kept.number for kept in (found, self.current, self.previous) if kept is not None)
        made = replace(found, number=newest + 1, made=self._wall_time())
        kept = Calibration.from_json(made.to_json(), self._pads)  # to a tenth of a count, as it will be read
        try:
            # both are on the disk before either gets its name: one for which there is no room changes nothing
            self._disk.write(self._folder / _new(FILE_NAME), kept.to_json())
            if self.current is not None:
                self._disk.write(self._folder / _new(PREVIOUS_NAME), self.current.to_json())
                self._name(PREVIOUS_NAME)
            self._name(FILE_NAME)
        except OSError as error:
            raise self._unwritable(error.strerror or str(error), error.errno) from error
        self.previous, self.current, self.error = self.current or self.previous, kept, None
        return kept

    def _name(self, name: str) -> None:
        self._disk.rename(self._folder / _new(name), name)
        self._disk.sync(self._folder)

    def _read(self, name: str) -> Calibration | None:
        path = self._folder / name
        try:
            content = self._disk.read(path)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise CalibrationError(
                f"the calibration {path} cannot be read ({error.strerror})",
                cure=f"give it to whom its folder belongs: sudo chown --reference={self._folder} {path}",
            ) from error
        try:
            return Calibration.from_json(content.decode("utf-8"), self._pads)
        except ValueError as error:
            why = f"is damaged ({error})" if isinstance(error, UnicodeDecodeError) else error
            raise CalibrationError(
                f"the calibration {path} {why}",
                cure="until you calibrate anew, by the menu or `tholos calibrate`, the settings count",
            ) from error

    def _unwritable(self, why: str, number: int | None = None) -> CalibrationError:
        return CalibrationError(
            f"no calibration can be kept in {self._folder} ({why})",
            cure=_CURES.get(
                number or errno.EACCES,
                "calibrate as the user that runs tholos (sudo -u tholos ...) or as root, or name another "
                "folder ([journal] folder), with room on its disk",
            ),
        )


_CURES = {
    errno.ENOENT: "start the companion once, which makes it, or name another ([journal] folder)",
    errno.EIO: "the card is worn: save what is on it, and take a new one",
    errno.EROFS: "the disk takes no writes: sudo mount -o remount,rw /; if it refuses, the card is worn",
    errno.ENOSPC: "make room on its disk, or name another folder ([journal] folder)",
    errno.ENOTDIR: "name a folder ([journal] folder)",
    errno.EISDIR: "move that folder away, or name another one ([journal] folder)",
}


def _new(name: str) -> str:
    """Of a file before it gets its name."""
    return f"{name}.new"
