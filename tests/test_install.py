import importlib.util
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from companion.settings import example

ROOT = Path(__file__).parent.parent
SYSTEMD = ROOT / "systemd"
LOCK = ROOT / ".ci" / "lock-pi.txt"
AS_ROOT = () if os.geteuid() == 0 else ("unshare", "--map-root-user")
"""Before a command that wants to be root; who is not becomes it in a namespace of its own."""
SKELETON = (
    "etc/polkit-1/rules.d",
    "etc/udev/rules.d",
    "etc/systemd/system",
    "usr/local/bin",
    "var/lib",
    "opt",
)
NEIGHBOURS = ("etc/udev/rules.d/99-com.rules", "usr/local/bin/other", "opt/other/file", "etc/tholos.toml.old")
"""Files of others in the same folders."""

needs_systemd = pytest.mark.skipif(shutil.which("systemd-sysusers") is None, reason="no systemd here")


def load(name: str) -> ModuleType:
    """A program of systemd/, which is no package: it runs before anything is installed."""
    spec = importlib.util.spec_from_file_location(name, SYSTEMD / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def machine() -> Iterator[ModuleType]:
    """What is done to a machine."""
    yield load("machine")
    del sys.modules["machine"]


@pytest.fixture(scope="module")
def install(machine: ModuleType) -> Iterator[ModuleType]:
    """The installer."""
    yield load("install")
    del sys.modules["install"]


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """Another system's root, with users, the usual folders and some files of others."""
    for folder in SKELETON:
        (tmp_path / "root" / folder).mkdir(parents=True)
    root = tmp_path / "root"
    (root / "etc" / "passwd").write_text("root:x:0:0:root:/root:/bin/bash\n", encoding="utf-8")
    (root / "etc" / "group").write_text("root:x:0:\ndialout:x:20:\n", encoding="utf-8")
    for neighbour in NEIGHBOURS:
        (root / neighbour).parent.mkdir(exist_ok=True)
        (root / neighbour).write_text("of another\n", encoding="utf-8")
    return root


def make(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """`sudo make` with these words."""
    command = [*AS_ROOT, "make", "--no-print-directory", f"PYTHON={sys.executable}", *map(str, words)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


def files(root: Path) -> dict[str, str]:
    """Every file and link below a folder with its content; not those that shadow keeps for itself."""
    found = {}
    for path in root.rglob("*"):
        name = path.relative_to(root).as_posix()
        if path.is_symlink():
            found[name] = f"-> {path.readlink()}"
        elif path.is_file() and not re.fullmatch(r"etc/(\.pwd\.lock|g?shadow-?|(passwd|group)-)", name):
            found[name] = path.read_text(encoding="utf-8", errors="replace")
    return found


@needs_systemd
@pytest.mark.timeout(300)
def test_installed_twice_and_uninstalled_it_leaves_what_it_says(root: Path, tmp_path: Path) -> None:
    """For real, in a throw-away root: an upgrade keeps settings and games; what is of others stays."""
    before, wheels = files(root), tmp_path / "wheels"
    fetch = [
        *(sys.executable, "-m", "pip", "--quiet", "download", "--require-hashes", "--only-binary", ":all:")
    ]
    fetched = subprocess.run([*fetch, "-r", LOCK, "-d", wheels], capture_output=True, text=True, check=False)
    assert fetched.returncode == 0, f"the packages to install cannot be fetched: {fetched.stderr}"

    first = make("install", f"ROOT={root}", f"WHEELS={wheels}")
    assert first.returncode == 0, first.stderr
    ran = [(root / "opt/tholos/venv").readlink().name]
    settings, games = root / "etc/tholos/tholos.toml", root / "var/lib/tholos/games.db"
    settings_at_first = settings.read_text(encoding="utf-8")
    users = (root / "etc/group").read_text(encoding="utf-8")
    settings.write_text('[display]\nlanguage = "de"\n', encoding="utf-8")
    games.parent.mkdir()
    games.write_text("games", encoding="utf-8")
    if os.geteuid() == 0:
        os.chown(games, 990, 990)  # the service's user, whatever its number
    second = make("install", f"ROOT={root}", f"WHEELS={wheels}")
    assert second.returncode == 0, second.stderr
    ran.append((root / "opt/tholos/venv").readlink().name)
    version = subprocess.run(
        [root / "opt/tholos/venv/bin/tholos", "--version"], capture_output=True, text=True, check=False
    )
    installed = files(root)
    gone = make("uninstall", f"ROOT={root}")

    assert settings_at_first == example()
    assert re.findall("^(gpio|i2c|dialout):.*:.*:tholos$", users, re.MULTILINE) == ["dialout", "gpio", "i2c"]
    assert version.stdout.startswith("tholos ")
    assert ran == ["venv-1", "venv-2"]
    assert not (root / "opt/tholos/venv-1").exists()
    assert {
        *("etc/udev/rules.d/99-tholos.rules", "etc/polkit-1/rules.d/50-tholos.rules"),
        *("etc/systemd/system/tholos.service", "usr/local/bin/tholos", "opt/tholos/venv"),
        "etc/systemd/system/multi-user.target.wants/tholos.service",
    } <= installed.keys()
    assert gone.returncode == 0, gone.stderr
    assert gone.stdout.splitlines()[-1].startswith(
        "left: /var/lib/tholos: the games and the calibration; /etc/tholos: the settings; the groups"
    )
    left = files(root)
    groups = left.pop("etc/group")
    assert "tholos" not in groups + left["etc/passwd"]
    assert {"gpio", "i2c", "dialout"} < set(re.findall("^[a-z0-9]+", groups, re.MULTILINE))
    added = {"etc/tholos/tholos.toml": '[display]\nlanguage = "de"\n', "var/lib/tholos/games.db": "games"}
    assert left == {**{name: text for name, text in before.items() if name != "etc/group"}, **added}
    assert games.stat().st_uid == os.geteuid()


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


def says(steps: Iterator) -> list[str]:
    """What people are told of these steps."""
    return [step.says for step in steps]


def test_the_settings_of_an_older_installation_move(
    install: ModuleType, machine: ModuleType, root: Path
) -> None:
    """They were in /etc/tholos.toml before; nobody types them anew."""
    (root / "etc/tholos.toml").write_text("[panel]\nok = 12\n", encoding="utf-8")
    place = machine.Place(root)
    (step,) = (step for step in install.install_steps(place) if step.says.startswith(install.SETTINGS))

    step.do()

    assert (root / "etc/tholos/tholos.toml").read_text(encoding="utf-8") == "[panel]\nok = 12\n"
    assert not (root / "etc/tholos.toml").exists()
    assert f"{install.SETTINGS}: stays as it is" in says(install.install_steps(place))


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


def test_the_running_system_is_told_of_all_that_is_new(install: ModuleType, machine: ModuleType) -> None:
    """Rules, bus and service hold at once: nobody has to restart the Pi."""
    here = says(install.install_steps(machine.Place()))

    assert "udev: reads the rules" in here
    assert [step for step in here if "I2C bus for the display" in step]
    assert here.index("systemd: reads the service") < here.index("the service: started now")
    assert here.index(f"{install.VENV}: the new program takes the old one's place") < here.index(
        "the service: started now"
    )


def test_another_programs_command_stays(install: ModuleType, machine: ModuleType, root: Path) -> None:
    """Somebody has a `tholos` of their own: it is neither replaced nor removed."""
    (root / "usr/local/bin/tholos").write_text("another", encoding="utf-8")
    place = machine.Place(root)

    put = says(install.install_steps(place))
    gone = says(install.uninstall_steps(place))

    assert f"{install.COMMAND}: is another program's and stays; ours is /opt/tholos/venv/bin/tholos" in put
    assert not [what for what in gone if what.startswith(install.COMMAND)]


@pytest.mark.parametrize(
    ("text", "said"),
    [("", ""), ("[panel]\nwite = 5\n", "[panel]: there is no key 'wite'; did you mean white?")],
)
def test_settings_that_the_new_program_refuses_end_it_before_anything_changes(
    install: ModuleType, tmp_path: Path, text: str, said: str
) -> None:
    """The new program reads the settings before it takes the old one's place: the key is named."""
    settings = tmp_path / "tholos.toml"
    settings.write_text(text, encoding="utf-8")

    checked = subprocess.run(
        [sys.executable, "-c", install._CHECK, settings], capture_output=True, text=True, check=False
    )

    assert (checked.returncode != 0) == bool(said)
    assert said in checked.stderr
    assert checked.stderr.count("\n") <= 1


@pytest.mark.parametrize(
    ("act", "said"),
    [
        (
            lambda machine, folder: machine.run("false"),
            "the bus: false ended with 1 and says above why; try again",
        ),
        (
            lambda machine, folder: machine.move(folder / "gone", folder / "new"),
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


@needs_systemd
def test_a_folder_of_wheels_that_is_not_there_is_named(tmp_path: Path) -> None:
    """Mistyped: nothing is done, and it says how to make one."""
    done = subprocess.run(
        [sys.executable, SYSTEMD / "install.py", "install", "--wheels", tmp_path / "weels"],
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 2
    assert done.stderr == f"make install: {tmp_path}/weels is no folder; `make wheels` makes one\n"


def test_the_service_runs_what_is_installed(install: ModuleType) -> None:
    """Unit and installer mean the same program, the same settings and the same user."""
    unit = (SYSTEMD / "tholos.service").read_text(encoding="utf-8").splitlines()

    assert f"ExecStart={install.VENV}/bin/tholos run --settings {install.SETTINGS}" in unit
    assert f"User={install.USER}" in unit
    assert f"StateDirectory={Path(install.GAMES).name}" in unit


def test_every_file_of_the_folder_is_put_in_its_place(
    install: ModuleType, machine: ModuleType, root: Path
) -> None:
    """Nothing in systemd/ is forgotten by the installer."""
    source = (SYSTEMD / "install.py").read_text(encoding="utf-8")

    for path in SYSTEMD.iterdir():
        assert path.suffix in (".py", ".md") or path.is_dir() or f'"{path.name}"' in source


@pytest.fixture(scope="module")
def wheels() -> Iterator[ModuleType]:
    """What fetches wheels for a Pi."""
    yield load("wheels")
    del sys.modules["wheels"]


@pytest.mark.parametrize(("python", "module"), [("3.11", "lgpio"), ("3.13", "adafruit-lgpio")])
def test_each_raspberry_pi_os_gets_the_pins_library_that_has_a_wheel(
    wheels: ModuleType, python: str, module: str
) -> None:
    """lgpio's author builds none for trixie's Python: Adafruit does, of the same module."""
    needed = wheels.needed(LOCK.read_text(encoding="utf-8"), python)

    named = re.findall(r"^(\S+)==", needed, re.MULTILINE)
    assert [name for name in named if "lgpio" in name] == [module]
    assert {"gpiozero", "luma-oled", "pyserial", "pillow", "smbus2", "hatchling"} < set(named)


@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_every_package_that_is_fetched_is_checked(wheels: ModuleType, python: str) -> None:
    """No entry of the lock file is passed over, and each keeps its hashes."""
    lock = LOCK.read_text(encoding="utf-8")

    needed = wheels.needed(lock, python)

    entries = re.findall(r"^\S+==\S+ \\\n(?:    --hash=sha256:[0-9a-f]{64}(?: \\\n)?)+", needed, re.MULTILINE)
    assert len(entries) == len(re.findall("^[a-z].*==", lock, re.MULTILINE)) - 1  # the other lgpio
    assert ";" not in needed
