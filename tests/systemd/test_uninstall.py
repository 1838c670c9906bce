import json
import os
from pathlib import Path
from types import ModuleType

import pytest

from tests.systemd.programs import load, says

UID, GID = 990, 991


@pytest.fixture(scope="module")
def uninstall() -> ModuleType:
    """What takes it away."""
    return load("uninstall")


@pytest.fixture
def installed(root: Path) -> Path:
    """A root whose service's user there is."""
    for name, line in (("passwd", f"tholos:x:{UID}:{GID}::/:/bin/false\n"), ("group", f"tholos:x:{GID}:\n")):
        with (root / "etc" / name).open("a", encoding="utf-8") as file:
            file.write(line)
    for folder in ("etc/tholos", "var/lib/tholos", "media/usb/games"):
        (root / folder).mkdir(parents=True)
    (root / "media/usb/games/games.db").touch()
    return root


def keep_at(root: Path, folder: str) -> None:
    """Settings by which games are there."""
    (root / "etc/tholos/tholos.toml").write_text(f'[journal]\nfolder = "{folder}"\n', encoding="utf-8")


def last(steps: list) -> str:
    """What people are told is left."""
    return says(steps)[-1]


def test_games_on_a_stick_are_named(uninstall: ModuleType, machine: ModuleType, installed: Path) -> None:
    """Nobody looks for them where they are not."""
    keep_at(installed, "/media/usb/games")

    steps = list(uninstall.uninstall_steps(machine.Place(installed)))

    assert "; /media/usb/games: the games and the calibration; " in last(steps)
    assert "/media/usb/games: what is the user tholos's is given to root, for its owner goes" in says(steps)


def test_games_on_a_stick_that_is_in_the_drawer_are_named_with_their_owner(
    uninstall: ModuleType, machine: ModuleType, installed: Path
) -> None:
    """It cannot be given to root now: whoever plugs it in later knows whose number that is."""
    keep_at(installed, "/media/drawer")

    told = last(list(uninstall.uninstall_steps(machine.Place(installed))))

    assert (
        f"/media/drawer: games, on a disk that is not here now; what is there stays of user number {UID}"
        in told
    )


@pytest.mark.parametrize("slip", ["[journal]\nfolder = \n", "journal = 3\n", "[journal]\nfolder = 3\n", ""])
def test_with_a_slip_in_the_settings_games_are_where_the_service_kept_them(
    uninstall: ModuleType, machine: ModuleType, installed: Path, slip: str
) -> None:
    """It ran with the settings before, and went on keeping games there."""
    (installed / "etc/tholos/tholos.toml").write_text(slip, encoding="utf-8")
    kept = {"journal": {"folder": "/media/usb/games"}}
    (installed / "var/lib/tholos/settings.last.json").write_text(json.dumps(kept), encoding="utf-8")

    told = last(list(uninstall.uninstall_steps(machine.Place(installed))))

    assert "/media/usb/games: the games and the calibration" in told


def test_only_what_is_there_is_said_to_be_left(
    uninstall: ModuleType, machine: ModuleType, root: Path
) -> None:
    """Where nothing was installed, nothing of ours is left."""
    assert last(list(uninstall.uninstall_steps(machine.Place(root)))).startswith("left: the groups")


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may give files away")
def test_root_gets_the_services_files_and_nobody_elses(
    uninstall: ModuleType, machine: ModuleType, installed: Path
) -> None:
    """A folder of games with a photo in it: the photo stays whose it was, also behind a link."""
    keep_at(installed, "/media/usb/games")
    games, photo, elsewhere = (
        installed / "media/usb/games/games.db",
        installed / "media/usb/games/photo",
        installed / "elsewhere",
    )
    photo.touch()
    elsewhere.touch()
    (games.parent / "link").symlink_to(elsewhere)
    for path, owner in ((games, UID), (photo, 1000), (elsewhere, UID), (games.parent, UID)):
        os.chown(path, owner, GID if owner == UID else owner)
    os.chown(games.parent / "link", UID, GID, follow_symlinks=False)

    for step in uninstall.uninstall_steps(machine.Place(installed)):
        if "given to root" in step.says:
            step.do()

    owners = {
        path: (path.lstat().st_uid, path.lstat().st_gid) for path in (games, games.parent, photo, elsewhere)
    }
    assert owners == {games: (0, 0), games.parent: (0, 0), photo: (1000, 1000), elsewhere: (UID, GID)}


def test_a_stick_that_knows_no_owners_does_not_end_it(
    machine: ModuleType, installed: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stick as it is bought refuses to give files away, even to root."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "chown", refuse)

    machine.give_to_root(installed / "media/usb/games", os.geteuid(), os.getegid())()


def test_a_half_written_file_goes_as_well(
    uninstall: ModuleType, machine: ModuleType, installed: Path
) -> None:
    """A power cut came while the service was put in: what stands beside it is ours, too."""
    left = installed / "etc/systemd/system/tholos.service.new"
    left.touch()

    for step in uninstall.uninstall_steps(machine.Place(installed)):
        if step.says.endswith(": removed") and "tholos.service" in step.says:
            step.do()

    assert not left.exists()
