import os
from pathlib import Path

import pytest

from companion.chosen import LAST, LOOK_AGAIN_S, SettingsFile, state_folder
from companion.errors import JournalError, SettingsError
from companion.journal.journal import Journal
from companion.settings import Settings, load

CONFIRMED = "[game]\nconfirm = true\n"
SLIP = "[game]\nconfirm = 3\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """People's settings; as they were saved at first."""
    path = tmp_path / "tholos.toml"
    path.write_text(CONFIRMED, encoding="utf-8")
    return path


@pytest.fixture
def state(tmp_path: Path) -> Path:
    """Where a service keeps things."""
    folder = tmp_path / "state"
    folder.mkdir()
    return folder


def came_up(file: Path, state: Path) -> Settings:
    """A device that has run with these."""
    chosen = SettingsFile(file, state)
    settings = chosen.first()
    chosen.came_up(settings)
    return settings


@pytest.mark.parametrize("damage", [SLIP, "[game\n", None])
def test_a_service_that_finds_a_slip_starts_with_the_settings_before(
    file: Path, state: Path, damage: str | None
) -> None:
    """Somebody saves nonsense, or the file is gone, and the power fails: it plays on, and says so."""
    before = came_up(file, state)
    if damage is None:
        file.unlink()
    else:
        file.write_text(damage, encoding="utf-8")

    chosen = SettingsFile(file, state)
    settings = chosen.first()

    assert settings == before == load_text(file, CONFIRMED)
    assert chosen.fault is not None
    assert str(file) in chosen.fault
    assert chosen.fault.endswith("until then those before count")


def load_text(file: Path, text: str) -> Settings:
    """What a file with this text says."""
    other = file.with_name("other.toml")
    other.write_text(text, encoding="utf-8")
    return load(other)


@pytest.mark.parametrize(
    "kept", [None, b"", b"\xff", b"[1]", b"[" * 100_000, b'{"panel": {"wite": 5}}', b'{"panel": 5}']
)
def test_a_service_that_has_nothing_else_starts_with_the_defaults(
    file: Path, state: Path, kept: bytes | None
) -> None:
    """It has never run, or what it has kept is damaged or of another companion: the defaults play, too."""
    file.write_text(SLIP, encoding="utf-8")
    if kept is not None:
        (state / LAST).write_bytes(kept)

    chosen = SettingsFile(file, state)

    assert chosen.first() == Settings()
    assert chosen.fault is not None
    assert "[game] confirm is 3" in chosen.fault
    assert chosen.fault.endswith("until then the defaults count")


def test_by_hand_a_slip_is_refused(file: Path) -> None:
    """Who starts it at a terminal reads there what is wrong."""
    file.write_text(SLIP, encoding="utf-8")

    with pytest.raises(SettingsError):
        SettingsFile(file).first()


def test_what_it_does_not_go_by_it_does_not_keep(file: Path, state: Path) -> None:
    """Twice started with a slip in the file: the settings before are there still."""
    before = came_up(file, state)
    file.write_text(SLIP, encoding="utf-8")

    assert came_up(file, state) == before
    assert came_up(file, state) == before


def test_settings_that_stay_are_not_written_again(file: Path, state: Path) -> None:
    """Cards wear."""
    came_up(file, state)
    written = (state / LAST).stat().st_mtime_ns
    os.utime(state / LAST, ns=(1, 1))

    came_up(file, state)

    assert written != (state / LAST).stat().st_mtime_ns == 1


def test_a_full_card_keeps_no_settings_and_the_device_runs(file: Path, tmp_path: Path) -> None:
    """The journal tells of the card; the settings are those of the file."""
    assert came_up(file, tmp_path / "gone") == load(file)


def test_a_slip_while_it_runs_changes_nothing_and_the_mended_file_is_taken(file: Path) -> None:
    """SIGHUP with a slip: as before, and it is said; mended, it counts though nobody tells the device."""
    chosen = SettingsFile(file)
    current = chosen.first()
    chosen.came_up(current)
    file.write_text(SLIP, encoding="utf-8")

    told = chosen.look(current, 10.0, is_told=True)
    fault = chosen.fault
    looked = chosen.look(current, 10.0, is_told=False)
    due_s = chosen.look_again_s
    file.write_text("[game]\nconfirm = false\n", encoding="utf-8")
    mended = chosen.look(current, 10.0 + LOOK_AGAIN_S, is_told=False)

    assert (told, looked) == (None, None)
    assert fault is not None
    assert "[game] confirm is 3" in fault
    assert fault.endswith("goes on as before")
    assert due_s == 10.0 + LOOK_AGAIN_S
    assert mended is not None
    assert not mended.game.confirm
    assert (chosen.fault, chosen.look_again_s) == (None, None)


def test_a_file_that_can_be_used_is_looked_at_when_somebody_tells(file: Path) -> None:
    """Half a change that was saved between two thoughts does not count before the reload."""
    chosen = SettingsFile(file)
    current = chosen.first()
    file.write_text("#", encoding="utf-8")

    unasked = chosen.look(current, 10.0, is_told=False)
    told = chosen.look(current, 10.0, is_told=True)

    assert unasked is None
    assert chosen.look_again_s is None
    assert told == Settings()


def test_a_folder_that_cannot_be_used_leaves_the_one_before(file: Path, state: Path) -> None:
    """The new games' folder is none: the games go on where they were, and the cure is told."""
    before = came_up(file, state)
    file.write_text('[journal]\nfolder = "/proc/games"\n', encoding="utf-8")
    chosen = SettingsFile(file, state)
    wrong, error = chosen.first(), JournalError("no folder", cure="name another")

    other = chosen.instead(wrong, error)

    assert other == before
    assert chosen.fault == "no folder; name another; until then the device goes on with the settings before"
    assert chosen.instead(before, error) is None
    assert SettingsFile(file).instead(wrong, error) is None


def test_a_folder_that_is_made_after_all_is_used_without_a_word(
    tmp_path: Path, file: Path, state: Path
) -> None:
    """The maker does what the cure says: nobody need tell the device, and before that it is left in peace."""
    first = came_up(file, state)
    place = tmp_path / "stick"
    place.write_text("", encoding="utf-8")
    file.write_text(f'[journal]\nfolder = "{place / "games"}"\n', encoding="utf-8")
    chosen = SettingsFile(file, state)
    wrong = chosen.first()
    other = chosen.instead(wrong, JournalError("no folder", cure="make it"))
    assert other == first
    looks = [chosen.look(other, now_s, is_told=False) for now_s in (0.0, 3.0, 6.0)]
    place.unlink()
    (place / "games").mkdir(parents=True)
    before_due = chosen.look(other, 6.5, is_told=False)

    made = chosen.look(other, 9.0, is_told=False)

    assert looks == [None, None, None]
    assert before_due is None
    assert made == wrong
    assert (chosen.fault, chosen.look_again_s) == (None, None)


def test_a_folder_that_another_program_has_is_waited_for(tmp_path: Path, file: Path, state: Path) -> None:
    """It is no better than before: the device would leave the folder in which it keeps its games."""
    first = came_up(file, state)
    keeper = Journal(tmp_path / "games")
    keeper.open()
    file.write_text(f'[journal]\nfolder = "{tmp_path / "games"}"\n', encoding="utf-8")
    chosen = SettingsFile(file, state)
    other = chosen.instead(chosen.first(), JournalError("no folder", cure="make it"))
    assert other == first

    meanwhile = chosen.look(other, 0.0, is_told=False)
    keeper.close()
    after = chosen.look(other, LOOK_AGAIN_S, is_told=False)

    assert meanwhile is None
    assert after is not None
    assert after.journal.folder == str(tmp_path / "games")


def test_the_folder_of_a_service_is_what_systemd_says() -> None:
    """StateDirectory= in the unit; by hand there is none."""
    assert state_folder({"STATE_DIRECTORY": "/var/lib/tholos:/var/lib/more"}) == Path("/var/lib/tholos")
    assert state_folder({}) is None


@pytest.mark.parametrize("name", [LAST, f"{LAST}.new"])
def test_a_pipe_among_what_is_kept_holds_nobody_up(file: Path, state: Path, name: str) -> None:
    """Something else has the file's name: the device starts, and keeps its settings under it again."""
    os.mkfifo(state / name)

    assert came_up(file, state) == load_text(file, CONFIRMED)
    assert came_up(file, state) == load_text(file, CONFIRMED)

    assert (state / LAST).is_file()
