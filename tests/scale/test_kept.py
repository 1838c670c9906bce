"""The calibration on the disk: whole at any instant, and whatever befalls its file is said with the cure."""

import errno
import json
import os
import stat
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import CalibrationError
from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.kept import FILE_NAME, PREVIOUS_NAME, Disk, KeptCalibration
from tests.scale.cells import Cells, Session

PADS = 7
returns, zeros, spreads, stones = (
    st.floats(low, high).map(lambda value: round(value, 1))
    for low, high in ((-1e6, 1e6), (-3e5, 3e5), (0.0, 900.0), (1_000.0, 1_999.0))
)
calibrations = st.builds(
    Calibration,
    stones=st.integers(1, 9),
    pads=st.lists(
        st.builds(PadCalibration, zeros, stones, spreads, spreads, returns),
        min_size=PADS,
        max_size=PADS,
    ).map(tuple),
    number=st.integers(0, 10_000),
    made=st.text(st.characters(min_codepoint=32, max_codepoint=126), max_size=30),
)


def found(stone_counts: float) -> Calibration:
    """What a good run finds."""
    return Calibration(
        3, tuple(PadCalibration(1.0 * pad, stone_counts, 300.0, 59.0, 2.0) for pad in range(PADS))
    )


def opened(folder: Path, disk: Disk | None = None) -> KeptCalibration:
    """The folder as the program finds it."""
    kept = KeptCalibration(folder, PADS, lambda: "2026-11-30T20:15:00+00:00", disk)
    kept.load()
    return kept


class PowerCut(Exception):
    """Nothing after this happens."""


class CutDisk(Disk):
    """A disk whose power is cut at the act of that number: before it, or in the middle of it.

    `loses_names`: what was done to the folder since it was last synced is lost with it.
    """

    def __init__(self, at: int, *, is_within: bool, loses_names: bool) -> None:
        self._at, self._is_within, self._loses_names = at, is_within, loses_names
        self._acts = 0
        self._undo: list[Callable[[], object]] = []

    def write(self, path: Path, text: str) -> None:
        """Within it, half of the text is there."""
        self._act(lambda: path.write_text(text[: len(text) // 2], encoding="utf-8"))
        super().write(path, text)
        self._undo.append(lambda: path.unlink(missing_ok=True))

    def rename(self, path: Path, name: str) -> None:
        """All at once, or not at all."""
        target = path.with_name(name)
        before = target.read_bytes() if target.exists() else None
        self._act(lambda: None)
        super().rename(path, name)
        self._undo.append(lambda: target.write_bytes(before) if before is not None else target.unlink())

    def sync(self, folder: Path) -> None:
        """From here on nothing before it can be lost."""
        self._act(lambda: None)
        super().sync(folder)
        self._undo.clear()

    def _act(self, half: Callable[[], object]) -> None:
        self._acts += 1
        if self._acts < self._at:
            return
        if self._is_within:
            half()
        if self._loses_names:
            for undo in reversed(self._undo):
                undo()
        raise PowerCut


@given(calibration=calibrations)
def test_what_is_kept_comes_back_as_it_was(calibration: Calibration) -> None:
    """Every figure, to a tenth of a count, in text that a person can read."""
    text = calibration.to_json()

    assert Calibration.from_json(text, PADS) == calibration
    assert json.loads(text)["number"] == calibration.number
    assert text.count("\n") == PADS + 2


def test_the_one_before_is_kept(tmp_path: Path) -> None:
    """Three calibrations: the last two are there, numbered and dated."""
    kept = opened(tmp_path)
    for stone_counts in (7_000.0, 7_100.0, 7_200.0):
        kept.keep(found(stone_counts))

    again = opened(tmp_path)

    assert (kept.current, kept.previous) == (again.current, again.previous)
    assert again.current == replace(found(7_200.0), number=3, made="2026-11-30T20:15:00+00:00")
    assert again.previous == replace(found(7_100.0), number=2, made="2026-11-30T20:15:00+00:00")
    assert sorted(path.name for path in tmp_path.iterdir()) == [FILE_NAME, PREVIOUS_NAME]


@pytest.mark.parametrize("loses_names", [False, True])
@pytest.mark.parametrize("is_within", [False, True])
@pytest.mark.parametrize("at", range(1, 7))
def test_a_power_cut_at_any_instant_leaves_the_old_one_or_the_new_one(
    tmp_path: Path, at: int, is_within: bool, loses_names: bool
) -> None:
    """Whatever was not synced is lost with it: there is always one whole calibration, old or new."""
    old, newer = opened(tmp_path).keep(found(7_000.0)), found(7_100.0)
    kept = opened(tmp_path, CutDisk(at, is_within=is_within, loses_names=loses_names))

    with pytest.raises(PowerCut):
        kept.keep(newer)
    after = opened(tmp_path)

    assert after.fault is None
    assert after.current is not None
    assert after.current == old or after.current.pads == newer.pads
    assert opened(tmp_path).keep(found(7_300.0)).number > old.number


def test_a_saving_has_no_more_acts_than_were_cut(tmp_path: Path) -> None:
    """Six acts: each of them was tried above."""
    opened(tmp_path).keep(found(7_000.0))

    kept = opened(tmp_path, CutDisk(7, is_within=True, loses_names=True)).keep(found(7_100.0))

    assert opened(tmp_path).current == kept


GOOD = found(7_000.0).to_json()


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"", "Expecting value"),
        (b'{"form": 2', "Expecting"),
        (b"\xff\xfe", "decode"),
        (b"[]", "is damaged (it is no calibration)"),
        (b"{}", "is damaged (it is no calibration)"),
        (b"[" * 90_000, "it is no calibration"),
        (b'{"form": 2}', "it is not what was written"),
        (b'{"form": 1, "pads": []}', "is of another version of the companion (form 1, here 2);"),
        (b'{"form": "' + b"9" * 5000 + b'"}', "is of another version"),
        (GOOD.replace('"form": 2', '"form": 3').encode(), "is of another version"),
        (GOOD.replace('"number": 0', '"number": ' + "9" * 5000).encode(), "is damaged ("),
        (
            replace(found(7_000.0), pads=found(7_000.0).pads[:6]).to_json().encode(),
            "for 6 pads, and there are 7",
        ),
        *(
            (GOOD.replace(old, new).encode(), "it is not what was written")
            for old, new in (
                ("7000.0", "700000.0"),  # of all seven pads: none stands out
                ("7000.0", "70.0"),
                ("7000.0", "NaN"),
                ("7000.0", '"12"'),
                ('"zero_counts": 3.0', '"zero_counts": 1003.0'),
                ('"made": ""', '"made": "\\u001b[2J"'),
                ("}\n", "} \n"),
            )
        ),
    ],
)
def test_a_damaged_file_is_told_and_is_none(tmp_path: Path, content: bytes, why: str) -> None:
    """The device goes on with the settings; calibrating again mends it, and a good one before it stays."""
    opened(tmp_path).keep(found(6_900.0))
    opened(tmp_path).keep(found(7_000.0))
    (tmp_path / FILE_NAME).write_bytes(content)

    kept = opened(tmp_path)
    fault, current = kept.fault, kept.current
    kept.keep(found(7_100.0))

    assert current is None
    assert fault is not None
    assert FILE_NAME in fault
    assert why in fault
    assert "calibrate anew" in fault
    assert opened(tmp_path).fault is None
    assert opened(tmp_path).previous is not None
    assert kept.previous == opened(tmp_path).previous


@given(at=st.integers(0, len(GOOD) * 8 - 1))
def test_a_bit_that_has_turned_over_is_told(at: int) -> None:
    """A worn card changes a 1 into a 3: such a figure would count all evening."""
    content = bytearray(GOOD.encode())
    content[at // 8] ^= 1 << at % 8

    with TemporaryDirectory() as folder:
        (Path(folder) / FILE_NAME).write_bytes(content)
        kept = opened(Path(folder))

    assert kept.current is None
    assert kept.fault is not None


def test_what_a_good_run_has_found_can_be_kept(tmp_path: Path) -> None:
    """Light stones, and a weak cell whose zero is as far off as is taken: the last step does not break."""
    cells = Cells(3)
    cells.stones = [2.3] * 40
    cells.gains = [1_935.0] * PADS
    cells.gains[3] /= 1.24
    cells.zeros[3] = 450_500.0
    result = Session(cells).finish().step.result
    assert result is not None

    kept = opened(tmp_path).keep(replace(result, number=1_000_000))

    assert kept.number == 1_000_001
    assert opened(tmp_path).current == kept


@given(content=st.binary(max_size=200))
def test_any_bytes_are_told(content: bytes) -> None:
    """No calibration is made of noise."""
    with TemporaryDirectory() as folder:
        (Path(folder) / FILE_NAME).write_bytes(content)

        kept = opened(Path(folder))

    assert kept.current is None
    assert kept.fault is not None


@pytest.mark.parametrize("name", [FILE_NAME, PREVIOUS_NAME, f"{FILE_NAME}.new", f"{PREVIOUS_NAME}.new"])
def test_a_folder_of_that_name_is_told_before_anybody_weighs(tmp_path: Path, name: str) -> None:
    """Made by a slip of the hand: which one, and to move it away."""
    (tmp_path / name).mkdir()

    with pytest.raises(CalibrationError, match=rf"{name} is a folder.*move it away"):
        opened(tmp_path).check()


def test_a_pipe_of_that_name_holds_nothing_up(tmp_path: Path) -> None:
    """Reading it would wait for ever."""
    os.mkfifo(tmp_path / FILE_NAME)

    assert "no regular file" in str(opened(tmp_path).fault)


def test_a_disk_that_takes_no_writes_is_told_as_that(tmp_path: Path) -> None:
    """The card has gone read-only: being root does not help."""

    class ReadOnly(Disk):
        """What a worn card becomes."""

        def takes_files(self, folder: Path) -> bool:
            """None."""
            return False

        def refusal(self, folder: Path) -> tuple[str, int]:
            """As the system has it."""
            return os.strerror(errno.EROFS), errno.EROFS

    with pytest.raises(CalibrationError, match=r"Read-only file system.*remount"):
        opened(tmp_path, ReadOnly()).check()


def test_a_disk_that_is_full_at_the_second_file_keeps_both(tmp_path: Path) -> None:
    """The new one has no room: the current one and the one before it stay what they were."""

    class Filling(Disk):
        """Room for one more file."""

        writes = 0

        def write(self, path: Path, text: str) -> None:
            """Not twice."""
            self.writes += 1
            if self.writes == 2:
                raise OSError(errno.ENOSPC, "No space left on device")
            super().write(path, text)

    for stone_counts in (1_000.0, 2_000.0):
        opened(tmp_path).keep(found(stone_counts))

    with pytest.raises(CalibrationError, match=r"No space left.*make room"):
        opened(tmp_path, Filling()).keep(found(3_000.0))
    kept = opened(tmp_path)

    assert kept.current is not None
    assert kept.previous is not None
    assert (kept.current.stones_counts[0], kept.previous.stones_counts[0]) == (2_000.0, 1_000.0)


class ForeignDisk(Disk):
    """What is there belongs to root, and we are somebody else."""

    def read(self, path: Path) -> bytes:
        """Nothing of it."""
        raise PermissionError(13, "Permission denied", str(path))

    def takes_files(self, folder: Path) -> bool:
        """None of ours."""
        return False

    def write(self, path: Path, text: str) -> None:
        """Neither."""
        raise PermissionError(13, "Permission denied", str(path))


def test_a_file_that_belongs_to_root_is_told_with_the_cure(tmp_path: Path) -> None:
    """Calibrated with sudo, unreadable for the service (haklein/certabo-lichess, issue 5)."""
    opened(tmp_path).keep(found(7_000.0))

    kept = opened(tmp_path, ForeignDisk())

    assert kept.current is None
    assert kept.fault is not None
    assert "Permission denied" in kept.fault
    assert f"sudo chown --reference={tmp_path} {tmp_path / FILE_NAME}" in kept.fault


def test_a_folder_that_cannot_be_written_is_told_before_anybody_weighs(tmp_path: Path) -> None:
    """And afterwards, should it have become so meanwhile: what was kept stays."""
    old = opened(tmp_path).keep(found(7_000.0))
    kept = opened(tmp_path, ForeignDisk())

    with pytest.raises(CalibrationError, match=r"Permission denied.*sudo -u tholos"):
        kept.check()
    with pytest.raises(CalibrationError, match="Permission denied"):
        kept.keep(found(7_100.0))

    assert opened(tmp_path).current == old
    opened(tmp_path).check()


def test_a_folder_that_is_not_there_is_told(tmp_path: Path) -> None:
    """The service has never been started, and the settings name no other folder."""
    with pytest.raises(CalibrationError, match=r"No such file or directory.*start the companion once"):
        opened(tmp_path / "nowhere").check()


def test_a_folder_that_is_none_is_told(tmp_path: Path) -> None:
    """A slip in the settings names a file."""
    (tmp_path / "games").touch(0o777)

    with pytest.raises(CalibrationError, match=r"Not a directory.*name a folder"):
        opened(tmp_path / "games").check()


def test_a_folder_where_this_user_may_not_look_is_told_with_the_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It lies in a folder of root's: as whom to calibrate, before anybody weighs."""

    def forbidden(path: object, *_: object, **__: object) -> os.stat_result:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    kept = opened(tmp_path)
    monkeypatch.setattr(os, "stat", forbidden)

    with pytest.raises(CalibrationError, match=r"Permission denied.*sudo -u tholos"):
        kept.check()


def test_what_root_writes_belongs_to_whom_the_folder_belongs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sudo tholos calibrate` leaves no file that the service cannot read."""
    given_to = []
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(os, "fchown", lambda file, user, group: given_to.append((user, group)))

    opened(tmp_path).keep(found(7_000.0))

    folder = tmp_path.stat()
    assert given_to == [(folder.st_uid, folder.st_gid)]


def test_a_file_is_on_the_disk_before_it_gets_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut may leave the new name on an empty file; and the name itself is synced, too."""
    acts: list[str] = []
    sync, rename = os.fsync, Path.rename
    monkeypatch.setattr(os, "fsync", lambda file: (acts.append(_kind(file)), sync(file)))
    monkeypatch.setattr(Path, "rename", lambda path, name: (acts.append("rename"), rename(path, name)))
    kept = opened(tmp_path)
    kept.keep(found(7_000.0))

    kept.keep(found(7_100.0))

    assert acts == [
        *["file", "rename", "folder"],
        "file",
        *["file", "rename", "folder"],
        *["rename", "folder"],
    ]


def _kind(file: int) -> str:
    return "folder" if stat.S_ISDIR(os.fstat(file).st_mode) else "file"


@pytest.mark.parametrize(
    ("number", "cure"),
    [
        (errno.ENOSPC, "make room"),
        (errno.EROFS, "remount,rw"),
        (errno.EIO, "the card is worn"),
        (errno.ENOENT, "start the companion once"),
        (errno.EACCES, "as the user that runs tholos"),
        (errno.EPERM, "as the user that runs tholos"),
    ],
)
def test_each_refusal_of_the_disk_has_its_cure(tmp_path: Path, number: int, cure: str) -> None:
    """At the last step, with all stones weighed: what to do, so that it is for once only."""

    class Refusing(Disk):
        """As the system has it."""

        def write(self, path: Path, text: str) -> None:
            """It cannot."""
            raise OSError(number, os.strerror(number))

    with pytest.raises(CalibrationError, match=f"{os.strerror(number)}.*{cure}"):
        opened(tmp_path, Refusing()).keep(found(7_100.0))


def test_a_full_disk_leaves_what_was_kept(tmp_path: Path) -> None:
    """No room: said, and the old one still counts."""

    class FullDisk(Disk):
        """A few bytes, then no more."""

        def write(self, path: Path, text: str) -> None:
            """It cannot."""
            path.write_text(text[:10], encoding="utf-8")
            raise OSError(28, "No space left on device")

    old = opened(tmp_path).keep(found(7_000.0))

    with pytest.raises(CalibrationError, match="No space left"):
        opened(tmp_path, FullDisk()).keep(found(7_100.0))

    assert opened(tmp_path).current == old
