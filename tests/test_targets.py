import os
import resource
import signal
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.targets import replace_text


@pytest.fixture
def small_disk() -> Iterator[None]:
    """No file may grow beyond 64 kB, as on a disk that is full by then."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, before[0][1]))
    yield
    resource.setrlimit(resource.RLIMIT_FSIZE, before[0])
    signal.signal(signal.SIGXFSZ, before[1])


@pytest.mark.usefixtures("small_disk")
@pytest.mark.parametrize("old", [None, "last year's games\n"])
def test_a_full_disk_costs_no_older_file(tmp_path: Path, old: str | None) -> None:
    """The export that there was is still there, whole; nothing else is left, and the file is named."""
    path = tmp_path / "games.tgn"
    if old is not None:
        path.write_text(old, encoding="utf-8")

    with pytest.raises(OSError, match="File too large") as caught:
        replace_text(path, "x" * 100_000)

    assert caught.value.filename == str(path)
    assert [each.read_text(encoding="utf-8") for each in tmp_path.iterdir()] == ([old] if old else [])


def test_a_file_is_replaced_where_it_is_with_its_rights(tmp_path: Path) -> None:
    """The link to the stick stays a link; who may read it may still, and a new one everybody may."""
    (tmp_path / "stick").mkdir()
    (tmp_path / "stick" / "games.tgn").write_text("old", encoding="utf-8")
    (tmp_path / "stick" / "games.tgn").chmod(0o640)
    (tmp_path / "games.tgn").symlink_to(Path("stick", "games.tgn"))
    before = os.umask(0o022)

    replace_text(tmp_path / "games.tgn", "games \N{GREEK SMALL LETTER THETA}")
    replace_text(tmp_path / "new.tgn", "")
    os.umask(before)

    assert (tmp_path / "games.tgn").is_symlink()
    assert (tmp_path / "stick" / "games.tgn").read_bytes() == b"games \xce\xb8"
    assert stat.S_IMODE((tmp_path / "stick" / "games.tgn").stat().st_mode) == 0o640
    assert stat.S_IMODE((tmp_path / "new.tgn").stat().st_mode) == 0o644
    assert len([*tmp_path.rglob("*")]) == 4


def test_a_pipe_and_a_device_are_written_to(tmp_path: Path) -> None:
    """`-o /dev/stdout` prints, at a terminal as in a pipe: no device is replaced by a file."""
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)

    replace_text(tmp_path / "pipe", "games")
    terminal, device = os.openpty()
    replace_text(Path(os.ttyname(device)), "games")
    inherited = os.open(tmp_path / "pipe", os.O_WRONLY)
    replace_text(Path(f"/proc/self/fd/{inherited}"), "and more")  # what /dev/stdout leads to
    os.close(inherited)

    assert os.read(reader, 100) == b"gamesand more"
    assert os.read(terminal, 100) == b"games"
    for each in (reader, terminal, device):
        os.close(each)


def test_a_name_in_other_letters_is_spelled_out(tmp_path: Path) -> None:
    """A file that was named on an older system: its byte is shown, and the text is there all the same."""
    replace_text(tmp_path / "report.txt", os.fsdecode(b"gone\xe9.toml is not there"))

    assert (tmp_path / "report.txt").read_text(encoding="utf-8") == "gone\\udce9.toml is not there"
