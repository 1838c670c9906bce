import os
import pwd
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from companion import report as module
from companion.cli import main
from companion.journal.journal import Journal
from companion.report import DOCTOR, LOG, LONGEST_CHARACTERS, report, run_command
from tests.complaints import complaint

START = "-/-/-/-/-/-/- ww bb w -"


def ran(command: Sequence[str]) -> str:
    """What the machine's commands print in these tests."""
    return "secret at 192.168.1.7\n" + "x" * (2 * LONGEST_CHARACTERS) + f"\nthe end of {command[0]}"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Four games, with presses."""
    journal = Journal(tmp_path / "games")
    journal.open()
    for turn in ("wA", "wB", "wC", "wD"):
        journal.begin(START, "at-once")
        journal.note("press", f"grey before {turn}")
        journal.add_turn(turn, "{}")
    journal.close()
    return tmp_path / "games"


def test_a_report_has_all_that_helps(folder: Path, tmp_path: Path) -> None:
    """Versions, settings, how the device is, the doctor, the last games with their presses, and the log."""
    settings = tmp_path / "tholos.toml"
    settings.write_text('[display]\ndriver = "sh1106"\n', encoding="utf-8")

    text = report(settings, folder, lambda: {"is_well": True}, ran)

    assert [line for line in text.splitlines() if line.startswith("===")] == [
        f"=== {name} ===" for name in ("versions", "settings", "status", "doctor", "last games", "log")
    ]
    assert "Python 3." in text
    assert 'driver = "sh1106"' in text
    assert '"is_well": true' in text
    assert f"the end of {DOCTOR[0]}" in text
    assert f"the end of {LOG[0]}" in text
    assert "grey before wD" in text
    assert "turns: wA" not in text
    assert "192.168" not in text
    assert len(text) < 3 * LONGEST_CHARACTERS


def test_what_cannot_be_had_is_said_in_its_place(tmp_path: Path) -> None:
    """No games, no settings, no device: the rest is there all the same."""
    text = report(
        tmp_path / "none.toml", tmp_path / "none", lambda: None, lambda command: "(no such command)"
    )

    assert "No such file or directory" in text
    assert '"is_running": false' in text
    assert "there are no games in" in text
    assert text.count("(no such command)") == 2


def test_nobody_is_named_by_a_part_of_their_name(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Jürgen M. von Müller-Lüd: in the status, in the log, in the settings; alone and together."""
    user = pwd.struct_passwd(("jml", "x", 1000, 1000, "Jürgen M. von Müller-Lüd,Room 3,,", "/home/jml", "sh"))
    monkeypatch.setattr(module.pwd, "getpwall", lambda: [user])
    settings = tmp_path / "tholos.toml"
    settings.write_text('[journal]\nfolder = "/srv/J\\u00fcrgen/games"\n', encoding="utf-8")
    status = {"parts": [{"part": "journal", "faults": ["/srv/Jürgen M. von Müller-Lüd/games is full"]}]}

    text = report(settings, folder, lambda: status, lambda command: "Müller and Lüd said: jml von M. is here")

    assert 'folder = "/srv/<name>/games"' in text
    assert '"/srv/<name>/games is full"' in text
    assert "<name> and <name> said: <name> von M. is here" in text


@pytest.mark.parametrize(
    "ssid", [r"Casa Größe\; 5G", "67;97;115;97;32;71;114;195;182;195;159;101;59;32;53;71;"]
)
def test_a_network_is_known_by_what_its_file_says(
    folder: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ssid: str
) -> None:
    """What the file is called is another matter."""
    monkeypatch.setattr(module, "_CONNECTIONS", (tmp_path / "none", tmp_path / "nets"))
    (tmp_path / "nets").mkdir()
    profile = f"[connection]\nid=At home\n[wifi]\nmode=infrastructure\nssid={ssid}\n"
    (tmp_path / "nets" / "preconfigured.nmconnection").write_text(profile, encoding="utf-8")

    text = report(None, folder, lambda: None, lambda command: "joined Casa Größe; 5G, At home, preconfigured")

    assert "joined <wifi>, <wifi>, <wifi>" in text


@pytest.fixture
def terminal() -> Iterator[None]:
    """The tests' input comes from a terminal."""
    master, slave = os.openpty()
    before = os.dup(0)
    os.dup2(slave, 0)
    yield
    os.dup2(before, 0)
    for each in (master, slave, before):
        os.close(each)


@pytest.mark.usefixtures("terminal")
def test_nobody_is_asked_for_hands_while_a_report_is_made() -> None:
    """What the doctor asks would be in the file, not on the terminal: it would wait in vain."""
    assert run_command((sys.executable, "-c", "import sys; print(sys.stdin.isatty())")) == "False\n"


def test_the_doctor_goes_by_the_same_settings(tmp_path: Path) -> None:
    """Else it would look at pins and folders of another device."""
    settings, asked = tmp_path / "tholos.toml", list[Sequence[str]]()
    settings.touch()

    report(settings, tmp_path, lambda: None, lambda command: asked.append(command) or "")

    assert asked[0] == (*DOCTOR, "--settings", str(settings))


def test_a_command_that_is_not_there_is_told() -> None:
    """A machine without systemd."""
    assert run_command(("no-such-command-here",)).startswith("(no-such-command-here cannot be run: ")
    assert run_command(("/bin/sh", "-c", "echo said; exit 4")) == "said\n(it ended with status 4)"


@pytest.mark.parametrize("text", ["[journal]\n", "[panel\n"])
def test_the_command_writes_one_file(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, text: str
) -> None:
    """Also with settings that cannot be: they may be what is wrong."""
    settings, out = tmp_path / "tholos.toml", tmp_path / "report.txt"
    settings.write_text(text, encoding="utf-8")
    monkeypatch.setattr(module, "run_command", lambda command: "ran")
    monkeypatch.setenv("RUNTIME_DIRECTORY", str(tmp_path))

    status = main(["report", "-o", str(out), "--settings", str(settings)])

    assert status == 0
    assert text in out.read_text(encoding="utf-8")
    assert capsys.readouterr().out.startswith(f"{out}: look through it, then mail it")


def test_a_report_that_cannot_be_written_is_told_before_it_is_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """In a folder that is not theirs, or onto a file that is no report: nobody waits to hear that."""
    (tmp_path / "tholos.toml").write_text("[journal]\n", encoding="utf-8")

    statuses = [main(["report", "-o", str(tmp_path / "none" / "report.txt")])]
    nowhere = complaint(capsys)
    statuses.append(main(["report", "-o", str(tmp_path / "tholos.toml")]))

    assert statuses == [2, 2]
    assert "report.txt cannot be written (No such file or directory); name a file in a folder of" in nowhere
    assert "tholos.toml is there and is something else; name another file" in complaint(capsys)
    assert (tmp_path / "tholos.toml").read_text(encoding="utf-8") == "[journal]\n"
