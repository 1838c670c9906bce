import os
from pathlib import Path

import pytest

from companion.files import LARGEST_BYTES, read_whole


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
