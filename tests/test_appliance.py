from pathlib import Path

import pytest

from companion.cli import main
from tests.complaints import complaint

no_pi = pytest.mark.skipif(Path("/dev/i2c-1").exists(), reason="this machine has an I2C bus")


@pytest.mark.parametrize(
    ("text", "what"),
    [
        (b"[panel]\nwite = 5\n", "[panel]: there is no key 'wite'; did you mean white?"),
        (b"[panel]\nwhite = 6\n", "white and grey are both on pin 6; give each button a pin of its own"),
        (b"[panel\n", "is not TOML"),
        (b"\xff", "is not TOML"),
        (b'[game]\nend = "soon"\n', "[game] end is 'soon'; it must be"),
    ],
)
def test_settings_that_cannot_be_are_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: bytes, what: str
) -> None:
    """The file, the key, and what would be right."""
    path = tmp_path / "tholos.toml"
    path.write_bytes(text)

    status = main(["run", "--settings", str(path)])

    said = complaint(capsys)
    assert status == 2
    assert str(path) in said
    assert what in said


def settings_with(journal: Path, folder: Path) -> Path:
    """A settings file that keeps games there."""
    path = folder / "tholos.toml"
    path.write_text(f'[journal]\nfolder = "{journal}"\n', encoding="utf-8")
    return path


@no_pi
def test_another_machine_is_told_all_that_it_lacks(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """No GPIO and no I2C: both are named at once, and what works here instead."""
    settings = settings_with(tmp_path / "journal", tmp_path)

    status = main(["run", "--settings", str(settings)])

    said = complaint(capsys)
    assert status == 2
    assert "no GPIO here" in said
    assert "no I2C bus /dev/i2c-1" in said
    assert "`tholos play`" in said


@no_pi
def test_a_journal_that_cannot_be_kept_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A game that would be lost is not begun: the folder is named, beside all else that is missing."""
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", encoding="utf-8")
    settings = settings_with(in_the_way / "journal", tmp_path)

    status = main(["run", "--settings", str(settings)])

    said = complaint(capsys)
    assert status == 2
    assert f"the journal's folder {in_the_way / 'journal'} cannot be used (Not a directory)" in said
    assert "[journal] folder" in said
    assert "no GPIO here" in said
