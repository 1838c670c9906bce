import os
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from companion import __version__
from companion.chosen import LAST
from companion.settings import example
from tests.systemd.programs import LOCK, SYSTEMD, files, index_of, make, needs_systemd, says

SETTINGS = '[display]\nlanguage = "de"\n[journal]\nfolder = "/media/usb/games"\n'


def fetched(wheels: Path) -> Path:
    """The folder, with the packages of the lock file."""
    fetch = (sys.executable, "-m", "pip", "--quiet", "download", "--require-hashes", "--only-binary", ":all:")
    done = subprocess.run([*fetch, "-r", LOCK, "-d", wheels], capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"the packages to install cannot be fetched: {done.stderr}"
    return wheels


@needs_systemd
@pytest.mark.timeout(300)
def test_installed_twice_and_uninstalled_it_leaves_what_it_says(root: Path, tmp_path: Path) -> None:
    """For real, in a throw-away root: an upgrade keeps settings and games; what is of others stays."""
    before, wheels = files(root), fetched(tmp_path / "wheels")

    first = make("install", f"ROOT={root}", f"WHEELS={wheels}")
    assert first.returncode == 0, first.stderr
    ran = [(root / "opt/tholos/venv").readlink().name]
    settings, games = root / "etc/tholos/tholos.toml", root / "var/lib/tholos/games.db"
    settings_at_first = settings.read_text(encoding="utf-8")
    users = (root / "etc/group").read_text(encoding="utf-8")
    settings.write_text(SETTINGS, encoding="utf-8")
    drop_in = root / "etc/systemd/system/tholos.service.d/override.conf"
    on_stick, of_others = root / "media/usb/games/games.db", root / "media/usb/games/photo"
    for path in (games, drop_in, on_stick, of_others):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("kept", encoding="utf-8")
    if os.geteuid() == 0:
        owner = re.findall(r"^tholos:x:(\d+):(\d+):", (root / "etc/passwd").read_text("utf-8"), re.MULTILINE)
        for path in (games, on_stick.parent, on_stick):
            os.chown(path, *map(int, owner[0]))
        os.chown(of_others, 1000, 1000)
    second = make("install", f"ROOT={root}", f"WHEELS={wheels}")
    assert second.returncode == 0, second.stderr
    ran += [(root / "opt/tholos" / name).readlink().name for name in ("venv", "came-up")]
    version = subprocess.run(
        [root / "opt/tholos/venv/bin/tholos", "--version"], capture_output=True, text=True, check=False
    )
    installed = files(root)
    gone = make("uninstall", f"ROOT={root}")

    assert settings_at_first == example()
    assert re.findall("^(gpio|i2c|dialout):.*:.*:tholos$", users, re.MULTILINE) == ["dialout", "gpio", "i2c"]
    assert re.fullmatch(rf"tholos {re.escape(__version__)}( \([0-9a-f]+ of [0-9-]+\))?\n", version.stdout)
    assert ran == ["venv-1", "venv-2", "venv-2"]
    assert not (root / "opt/tholos/venv-1").exists()
    assert {
        *("etc/udev/rules.d/99-tholos.rules", "etc/polkit-1/rules.d/50-tholos.rules"),
        *("etc/systemd/system/tholos.service", "usr/local/bin/tholos", "opt/tholos/venv"),
        "etc/systemd/system/multi-user.target.wants/tholos.service",
    } <= installed.keys()
    assert gone.returncode == 0, gone.stderr
    assert gone.stdout.splitlines()[-1].startswith(
        "left: /var/lib/tholos: the games and the calibration; "
        "/media/usb/games: the games and the calibration; /etc/tholos: the settings; "
        "/etc/systemd/system/tholos.service.d: what was added to the service by `systemctl edit`"
    )
    left = files(root)
    groups = left.pop("etc/group")
    assert "tholos" not in groups + left["etc/passwd"]
    assert {"gpio", "i2c", "dialout"} < set(re.findall("^[a-z0-9]+", groups, re.MULTILINE))
    added = {path.relative_to(root).as_posix(): "kept" for path in (games, drop_in, on_stick, of_others)} | {
        "etc/tholos/tholos.toml": SETTINGS
    }
    assert left == {**{name: text for name, text in before.items() if name != "etc/group"}, **added}
    assert {path.stat().st_uid for path in (games, on_stick.parent, on_stick)} == {os.geteuid()}
    assert of_others.stat().st_uid == (1000 if os.geteuid() == 0 else os.geteuid())


@pytest.mark.parametrize("act", ["install", "uninstall"])
def test_a_dry_run_says_it_and_does_nothing(act: str, root: Path) -> None:
    """Who is careful sees first what would happen: every path, and the user."""
    before = files(root)

    told = make(act, f"ROOT={root}", "DRY_RUN=1")

    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[0] == f"make {act} would do this; nothing is done now:"
    assert files(root) == before
    if act == "install":
        for path in ("/opt/tholos/venv-1", "/etc/tholos/tholos.toml", "/etc/udev/rules.d/99-tholos.rules"):
            assert f"\n{path}: " in told.stdout


def test_the_settings_of_an_older_installation_move(
    install: ModuleType, machine: ModuleType, names: ModuleType, root: Path
) -> None:
    """They were in /etc/tholos.toml before; nobody types them anew. The old program has them to the end."""
    (root / "etc/tholos.toml").write_text("[panel]\nok = 12\n", encoding="utf-8")
    place = machine.Place(root)
    steps = list(install.install_steps(place))
    copied, removed = (
        index_of(says(steps), start) for start in (f"{names.SETTINGS}: the", f"{names.OLD_SETTINGS}: removed")
    )

    steps[copied].do()
    both = (root / "etc/tholos.toml").exists()
    steps[removed].do()

    assert both
    assert copied < index_of(says(steps), f"{names.CAME_UP}: this program came up") < removed
    assert (root / "etc/tholos/tholos.toml").read_text(encoding="utf-8") == "[panel]\nok = 12\n"
    assert not (root / "etc/tholos.toml").exists()
    assert f"{names.SETTINGS}: stays as it is" in says(install.install_steps(place))


def test_settings_in_both_places_stay(install: ModuleType, machine: ModuleType, root: Path) -> None:
    """Which of two files somebody means no installer knows: neither goes."""
    for name in ("etc/tholos.toml", "etc/tholos/tholos.toml"):
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text("", encoding="utf-8")

    told = says(install.install_steps(machine.Place(root)))

    assert "/etc/tholos.toml: stays, though nothing reads it any more" in told


def test_an_environment_made_by_hand_gives_way(install: ModuleType, machine: ModuleType, root: Path) -> None:
    """Before there was an installer, /opt/tholos itself was the environment; what else is there stays."""
    for name in ("bin/tholos", "pyvenv.cfg", "notes.txt"):
        (root / "opt/tholos" / name).parent.mkdir(parents=True, exist_ok=True)
        (root / "opt/tholos" / name).write_text("", encoding="utf-8")

    removed = [
        step for step in install.install_steps(machine.Place(root)) if "of the program before" in step.says
    ]
    for step in removed:
        step.do()

    assert [path.name for path in (root / "opt/tholos").iterdir()] == ["notes.txt"]


def test_a_folder_in_the_links_place_is_named_before_anything_is_done(
    install: ModuleType, machine: ModuleType, names: ModuleType, root: Path
) -> None:
    """Somebody has made an environment of that name by hand; it is not for us to clear."""
    (root / names.VENV[1:]).mkdir(parents=True)

    with pytest.raises(machine.InstallError, match="move it away"):
        list(install.install_steps(machine.Place(root)))


def test_the_running_system_is_told_of_all_that_is_new(
    install: ModuleType, machine: ModuleType, names: ModuleType
) -> None:
    """Rules, bus and service hold at once: nobody has to restart the Pi."""
    here = says(install.install_steps(machine.Place()))

    assert "udev: reads the rules" in here
    assert [step for step in here if "I2C bus for the display" in step]
    started = here.index("the service: started now")
    assert here.index("systemd: reads the service") < started
    assert here.index(f"{names.VENV}: the new program takes the old one's place") < started
    assert started < here.index(f"{names.CAME_UP}: this program came up last")


def test_another_programs_command_stays(
    install: ModuleType, machine: ModuleType, names: ModuleType, root: Path
) -> None:
    """Somebody has a `tholos` of their own: it is neither replaced nor removed."""
    (root / "usr/local/bin/tholos").write_text("another", encoding="utf-8")
    place = machine.Place(root)

    put = says(install.install_steps(place))
    gone = says(install.uninstall_steps(place))

    assert f"{names.COMMAND}: is another program's and stays; ours is /opt/tholos/venv/bin/tholos" in put
    assert not [what for what in gone if what.startswith(names.COMMAND)]


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (
            lambda machine, folder: machine.run("false"),
            "the bus: false ended with 1 and says above why; try again",
        ),
        (
            lambda machine, folder: machine.write(folder / "gone", folder / "new"),
            "the bus: {folder}/gone: No such file or directory; try again",
        ),
        (
            lambda machine, folder: machine.run("no-such-program"),
            "the bus: no-such-program: No such file or directory; try again",
        ),
    ],
)
def test_a_step_that_fails_says_what_where_and_the_cure(
    machine: ModuleType, tmp_path: Path, act: object, said: str
) -> None:
    """One line, for whoever stands before the machine."""
    step = machine.Step("the bus", act(machine, tmp_path), "try again")  # type: ignore[operator]

    with pytest.raises(machine.InstallError) as caught:
        step.do()

    assert str(caught.value) == said.format(folder=tmp_path)


@pytest.mark.parametrize("dry", [(), ("DRY_RUN=1",)])
@pytest.mark.parametrize(
    ("word", "said"),
    [
        ("WHEELS={}/weels", "{}/weels is no folder; `make wheels` makes one"),
        ("WHEELS={}", "{} holds no wheels; `make wheels` fills one"),
        ("ROOT={}/rot", "{}/rot is no folder; name one that is there"),
        ("WHEEL={}", "make install knows no WHEEL; what it knows is"),
        ("DRYRUN=1", "make install knows no DRYRUN; what it knows is"),
    ],
)
def test_a_mistyped_word_ends_it_before_anything_is_done(
    root: Path, tmp_path: Path, word: str, said: str, dry: tuple[str, ...]
) -> None:
    """A Pi without a network goes to no network, and who wants a dry run gets no other."""
    before, elsewhere = files(root), () if word.startswith("ROOT") else (f"ROOT={root}",)
    empty = tmp_path / "empty"
    empty.mkdir()

    told = make("install", *elsewhere, word.format(empty), *dry)

    assert told.returncode == 2
    assert said.format(empty) in told.stderr
    assert told.stdout == ""
    assert files(root) == before


def test_wheels_come_from_the_folder_or_the_network_as_one_says(root: Path, tmp_path: Path) -> None:
    """The folder that is named, be it with a space in its name; WHEELS= means the network."""
    folder = tmp_path / "the stick"
    folder.mkdir()
    (folder / "any.whl").touch()

    told = [make("install", f"ROOT={root}", "DRY_RUN=1", f"WHEELS={name}").stdout for name in (folder, "")]

    assert f"from {folder}, without a network" in told[0]
    assert "from the network" in told[1]


def test_the_service_runs_what_is_installed(names: ModuleType) -> None:
    """Unit and installer mean the same program, the same settings and the same user."""
    unit = (SYSTEMD / "tholos.service").read_text(encoding="utf-8").splitlines()

    assert f"ExecStart={names.VENV}/bin/tholos run --settings {names.SETTINGS}" in unit
    assert f"User={names.USER}" in unit
    assert f"StateDirectory={Path(names.GAMES).name}" in unit
    assert f"{names.GAMES}/{LAST}" == names.LAST_SETTINGS


def test_every_file_of_the_folder_is_put_in_its_place(
    install: ModuleType, machine: ModuleType, root: Path
) -> None:
    """Nothing in systemd/ is forgotten by the installer."""
    source = (SYSTEMD / "install.py").read_text(encoding="utf-8")

    for path in SYSTEMD.iterdir():
        assert path.suffix in (".py", ".md") or path.is_dir() or f'"{path.name}"' in source
