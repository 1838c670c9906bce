import os
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.files import LARGEST_BYTES, as_owner, read_whole


def test_a_file_is_read_to_its_last_byte(tmp_path: Path) -> None:
    """Up to 10 MB, by whichever name it is called."""
    (tmp_path / "record").write_bytes(b"\xff" * LARGEST_BYTES)
    (tmp_path / "link").symlink_to("record")

    assert read_whole(tmp_path / "link") == b"\xff" * 10_000_000


def test_one_byte_too_many_is_refused(tmp_path: Path) -> None:
    """The file is named, and what is wrong with it."""
    (tmp_path / "record").write_bytes(bytes(LARGEST_BYTES + 1))

    with pytest.raises(OSError, match="It is larger than 10 MB") as caught:
        read_whole(tmp_path / "record")

    assert caught.value.filename == str(tmp_path / "record")


def test_a_pipe_is_never_waited_for(tmp_path: Path) -> None:
    """Nobody may ever write into it."""
    os.mkfifo(tmp_path / "pipe")

    with pytest.raises(OSError, match="It is no regular file"):
        read_whole(tmp_path / "pipe")


def test_what_the_system_refuses_is_told_in_its_words(tmp_path: Path) -> None:
    """A folder, and a name behind which nothing is."""
    with pytest.raises(IsADirectoryError):
        read_whole(tmp_path)
    with pytest.raises(FileNotFoundError):
        read_whole(tmp_path / "nowhere")


class Root:
    """Root as far as this process is told, and whom it has been since; one it may not be."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, forbidden: int | None = None) -> None:
        self.been: list[tuple[int, int]] = []
        self._user, self._group, self._forbidden = 0, os.getegid(), forbidden
        monkeypatch.setattr(os, "geteuid", lambda: self._user)
        monkeypatch.setattr(os, "getegid", lambda: self._group)
        monkeypatch.setattr(os, "setgroups", lambda groups: None)
        monkeypatch.setattr(os, "setegid", self._be_of)
        monkeypatch.setattr(os, "seteuid", self._be)

    def _be_of(self, group: int) -> None:
        self._group = group

    def _be(self, user: int) -> None:
        if user == self._forbidden:
            raise PermissionError(1, "Operation not permitted")
        self._user = user
        self.been.append((user, self._group))


def belongs_to(monkeypatch: pytest.MonkeyPatch, folder: Path, user: int, group: int) -> None:
    """Let a folder be somebody else's."""
    look = Path.stat

    def seen(path: Path, **how: bool) -> os.stat_result:
        found = look(path, **how)
        return os.stat_result((*found[:4], user, group, *found[6:])) if path == folder else found

    monkeypatch.setattr(Path, "stat", seen)


def test_root_is_whom_a_folder_belongs_to_and_root_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where the folder is still to be made, and whatever goes wrong in between."""
    root, group = Root(monkeypatch), os.getegid()
    belongs_to(monkeypatch, tmp_path, 990, 991)

    with pytest.raises(ZeroDivisionError), as_owner(tmp_path / "games" / "old"):
        raise ZeroDivisionError

    assert root.been == [(990, 991), (0, 991)]
    assert (os.geteuid(), os.getegid()) == (0, group)


def test_root_that_may_not_be_another_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a container: nothing is done as root instead."""
    Root(monkeypatch, forbidden=990)
    belongs_to(monkeypatch, tmp_path, 990, 991)

    with pytest.raises(CompanionError) as caught, as_owner(tmp_path):
        pytest.fail("as root")

    assert str(caught.value) == (
        f"root cannot work in {tmp_path} as user 990, whose it is (Operation not permitted); "
        "start it as that user"
    )
    assert os.geteuid() == 0


def test_nobody_but_root_becomes_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A user reads another's games with the rights that they have."""
    root = Root(monkeypatch)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    with as_owner(Path("/nowhere")):
        pass

    assert root.been == []
