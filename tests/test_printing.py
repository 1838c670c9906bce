import errno
import io
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from companion.cli import main
from companion.printing import Plain
from tests.complaints import complaint
from tests.program import start, tholos

HOSTILE = "Ana\x1b[2J\x1b]0;mine\x07\x9b31m\x08\N{RIGHT-TO-LEFT OVERRIDE}\N{LINE SEPARATOR}"
SPELLED = r"Ana\x1b[2J\x1b]0;mine\x07\x9b31m\x08\u202e\u2028"


@pytest.fixture
def settings(tmp_path: Path) -> Path:
    """Games in a folder of the test, one of them by somebody who wants to work our terminal."""
    path = tmp_path / "tholos.toml"
    path.write_text(f'[journal]\nfolder = "{tmp_path / "games"}"\n', encoding="utf-8")
    (tmp_path / "games").mkdir()
    record = tmp_path / "mailed.tgn"
    record.write_text(f'[White "{HOSTILE}"]\n[End "at-once"]\n\n1. wD *\n', encoding="utf-8", newline="\n")
    assert main(["import", str(record), "--settings", str(path)]) == 0
    return path


def test_a_mailed_record_works_nobodys_terminal(settings: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A player's name may clear the screen, or feign another answer: each sign of it is spelled out."""
    capsys.readouterr()

    main(["games", "--settings", str(settings)])

    assert SPELLED in capsys.readouterr().out


def test_an_exported_record_is_as_it_was(settings: Path, tmp_path: Path) -> None:
    """For a file or another program: what was mailed comes out again, byte by byte."""
    status, out, _ = tholos("export", "1", "--settings", str(settings))

    assert status == 0
    assert out == (tmp_path / "mailed.tgn").read_bytes().decode()


def test_a_record_at_the_terminal_works_it_no_more_than_a_list(settings: Path) -> None:
    """Who forgets `-o` sees what is in it."""
    terminal, device = os.openpty()
    with start("export", "1", "--settings", str(settings), stdout=device) as program:
        os.close(device)
        shown = os.read(terminal, 1000).decode()
        program.wait()
    os.close(terminal)

    assert SPELLED in shown


def test_a_complaint_is_plain_as_well(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The name of a file is anybody's, and so is what stands in it."""
    status = main(["import", str(tmp_path / "x\x1b[2J.tgn")])

    assert status == 2
    assert r"x\x1b[2J.tgn: No such file or directory" in complaint(capsys)


def test_letters_that_a_terminal_has_not_are_no_end() -> None:
    """In Latin-1 there is no theta, and nowhere half a letter: their numbers are shown."""
    latin = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")

    Plain(latin, "it").write("é\N{GREEK SMALL LETTER THETA}\udce9\tü\r\n")

    latin.seek(0)
    assert latin.read() == "é\\u03b8\\udce9\tü\\x0d\n"


def test_what_is_full_is_named() -> None:
    """Not the output where a file is it; and the output where it is."""
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        plain = Plain(full, "standard output")
        plain.write("x")
        with pytest.raises(OSError, match="No space left") as caught:
            plain.flush()
        os.dup2(os.open(os.devnull, os.O_WRONLY), full.fileno())

    assert caught.value.filename == "standard output"


def test_an_input_that_ends_in_a_fault_is_named(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The window was closed: it is not the output, and no file."""

    def lines() -> Iterator[bytes]:
        raise OSError(errno.EIO, "Input/output error")
        yield b""

    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=lines()))

    status = main(["legal", "-"])

    assert status == 2
    assert complaint(capsys) == "tholos: standard input: Input/output error"
