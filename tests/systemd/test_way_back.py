"""An upgrade that fails, is stopped or loses its power, on a machine where no other program is started."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType

import pytest

from tests.systemd.programs import AS_ROOT, SYSTEMD, files, index_of, needs_systemd, says

Act = Callable[[], None]
_SYSTEMCTL = """\
case $1 in
    is-active) test $STATE = active;;
    show) echo $RESTARTS;;
esac
"""
OLD_UNIT = "[Service]\nExecStart=the program before\n"


class PowerCut(BaseException):
    """Nothing is done after it, not even what is done after Ctrl-C."""


class Machine:
    """A machine that is installed on: nothing runs, and the service starts unless its program is broken."""

    def __init__(self, machine: ModuleType, install: ModuleType, names: ModuleType, root: Path) -> None:
        class Here(machine.Place):  # type: ignore[name-defined, misc]
            is_running = True

        self.place = Here(root)
        self.root, self.names = root, names
        self.started: list[str | None] = []
        """Where the link led at each start."""
        self.broken: set[str] = set()
        """Environments whose program does not start."""
        self.does_not_stay = False
        self._machine, self._install = machine, install

    def run(self, *words: str | Path, user: str | None = None) -> Act:
        """In the place of another program."""

        def act() -> None:
            command = [str(word) for word in words]
            if command[1:3] == ["-m", "venv"]:
                shutil.rmtree(command[-1], ignore_errors=True)
                (Path(command[-1]) / "bin").mkdir(parents=True)
                (Path(command[-1]) / "bin" / "tholos").write_text("a program", encoding="utf-8")
            if command[0] == "sh" and self.does_not_stay:
                raise self._machine.InstallError("sh ended with 1 and says above why")
            if command[:2] == ["systemctl", "restart"]:
                self.started.append(self.program)
                if self.program in self.broken:
                    raise self._machine.InstallError("systemctl ended with 1 and says above why")

        return act

    @property
    def program(self) -> str | None:
        """The environment that the link leads to, if there is a program in it."""
        name = self.place.leads_to(self.names.VENV)
        return name if name and (self.place.at(name) / "bin" / "tholos").exists() else None

    def steps(self) -> list:
        """What an installation would do now."""
        return list(self._install.install_steps(self.place))

    def upgrade(self, steps: list | None = None) -> None:
        """As `make install` does it."""
        self._machine.carry_out(steps or self.steps(), goes_back=self.place.has(self.names.UNIT))


@pytest.fixture
def here(
    machine: ModuleType,
    install: ModuleType,
    names: ModuleType,
    root: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> Machine:
    """Installed once, with a unit of that time, and started."""
    found = Machine(machine, install, names, root)
    monkeypatch.setattr(install, "run", found.run)
    monkeypatch.setattr(machine.signal, "signal", lambda *_: None)
    found.upgrade()
    (root / names.UNIT[1:]).write_text(OLD_UNIT, encoding="utf-8")
    return found


def test_where_the_new_program_does_not_start_the_old_one_runs_again(
    here: Machine, machine: ModuleType, capfd: pytest.CaptureFixture[str]
) -> None:
    """Somebody upgrades before the evening, and the new one is broken: the evening takes place."""
    before, old = files(here.root), here.program
    here.broken = {*here.names.VENVS} - {old}

    with pytest.raises(machine.InstallError) as caught:
        here.upgrade()

    assert str(caught.value) == (
        "the service: started now: systemctl ended with 1 and says above why; "
        "`journalctl -u tholos` says why it does not start; what was installed before is as it was"
    )
    assert here.started[-2] != old
    assert here.started[-1] == old
    assert files(here.root) == before
    assert "back to what was installed before: systemd: reads the service" in capfd.readouterr().out
    here.broken = set()
    here.upgrade()
    assert here.program not in (old, None)
    assert not here.place.has(old)


def test_where_the_new_program_ends_right_after_its_start_the_old_one_runs_again(
    here: Machine, machine: ModuleType
) -> None:
    """It says that it is ready, and falls over at its first look at a button."""
    before, old = files(here.root), here.program
    here.does_not_stay = True

    with pytest.raises(machine.InstallError, match=r"says why it ended; what .* as it was$"):
        here.upgrade()

    assert here.started[-1] == old
    assert files(here.root) == before


@pytest.mark.parametrize(
    ("state", "restarts", "status"), [("active", 0, 0), ("active", 1, 1), ("activating", 0, 1)]
)
def test_a_service_that_was_started_anew_has_not_stayed(
    install: ModuleType, tmp_path: Path, state: str, restarts: int, status: int
) -> None:
    """Active again is not active still: systemd has counted it."""
    for name, text in (("sleep", ""), ("systemctl", _SYSTEMCTL)):
        (tmp_path / name).write_text(f"#!/bin/sh\n{text}", encoding="utf-8")
        (tmp_path / name).chmod(0o755)
    environment = {"PATH": str(tmp_path), "STATE": state, "RESTARTS": str(restarts)}

    done = subprocess.run(
        ["/bin/sh", "-c", install._STAYS], env=environment, capture_output=True, check=False
    )

    assert done.returncode == status
    assert bool(done.stderr) == bool(status)


def test_who_has_no_program_that_starts_is_told_so(here: Machine, machine: ModuleType) -> None:
    """The old one does not start any more either: that is not passed over."""
    here.broken = {*here.names.VENVS}

    with pytest.raises(
        machine.InstallError, match="what was installed before could not all be put back: the s"
    ):
        here.upgrade()


def test_a_first_installation_that_does_not_start_is_there_to_be_mended(
    here: Machine, machine: ModuleType
) -> None:
    """A slip is mended, and the service starts by itself: it tries again every 3 s."""
    (here.root / here.names.UNIT[1:]).unlink()
    here.broken = {*here.names.VENVS}

    with pytest.raises(machine.InstallError, match=r"says why it does not start$"):
        here.upgrade()

    assert here.place.has(here.names.UNIT)


@pytest.mark.parametrize("is_done", [False, True])
@pytest.mark.parametrize("cause", [OSError(28, "No space left on device"), KeyboardInterrupt()])
def test_wherever_it_fails_or_is_stopped_the_old_program_is_as_it_was(
    here: Machine, machine: ModuleType, cause: BaseException, is_done: bool
) -> None:
    """Each step once: before it has done anything, and after all of it."""
    number, last = 0, index_of(says(here.steps()), here.names.CAME_UP)
    while number < last:
        before, old = files(here.root), here.program
        steps = here.steps()
        steps[number] = replace(steps[number], act=_ends_once(steps[number].act, cause, is_done=is_done))

        with pytest.raises(machine.InstallError, match=r"; what was installed before is as it was$"):
            here.upgrade(steps)

        assert files(here.root) == before, steps[number].says
        assert here.started[-1] == here.program == old
        number += 1
    assert here.steps()[last].settles


def test_a_power_cut_leaves_a_whole_program_and_never_builds_over_one_that_ran(here: Machine) -> None:
    """The old one, or the new one; and one that is known to start is there until another has."""
    steps = here.steps()
    for number in range(len(steps)):
        good = here.place.leads_to(here.names.CAME_UP)
        steps = here.steps()
        if number >= len(steps):
            break
        steps[number] = replace(steps[number], act=_ends_once(steps[number].act, PowerCut()))

        with pytest.raises(PowerCut):
            here.upgrade(steps)

        assert here.program is not None, steps[number].says
        came_up = here.place.leads_to(here.names.CAME_UP)
        assert came_up == good or number >= index_of(says(steps), here.names.CAME_UP)
        assert (here.place.at(came_up) / "bin" / "tholos").exists()
        new = here.steps()[0].changes
        assert new not in (here.place.at(here.program), here.place.at(came_up))
    here.upgrade()
    assert [name for name in here.names.VENVS if here.place.has(name)] == [here.program]


def test_what_an_earlier_installer_has_left_is_not_built_over(here: Machine) -> None:
    """Two environments, and no word of which of them ran: the third is built."""
    here.place.at(here.names.CAME_UP).unlink()
    here.place.at(here.names.VENVS[1]).mkdir()

    assert here.program == here.names.VENVS[0]
    assert here.steps()[0].changes == here.place.at(here.names.VENVS[2])


def test_all_is_on_the_disk_before_the_link_turns_and_before_the_old_one_goes(
    here: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else a power cut a minute later might find a link to a program of empty files."""
    old, seen = here.program, []
    fsync = os.fsync

    def sync() -> None:
        seen.append((here.program == old, here.place.has(old), (here.place.at(new) / "bin/tholos").exists()))

    def note(opened: int) -> None:
        seen.append((os.readlink(f"/proc/self/fd/{opened}"), here.program == old))
        fsync(opened)

    monkeypatch.setattr(os, "sync", sync)
    monkeypatch.setattr(os, "fsync", note)
    steps = here.steps()
    new = steps[0].changes.name
    new = f"{here.names.OPT}/{new}"
    here.upgrade(steps)

    first, second = (number for number, what in enumerate(seen) if len(what) == 3)
    turned = seen.index((str(here.place.at(here.names.OPT)), False))
    assert seen[first] == (True, True, True)
    assert seen[second] == (False, True, True)
    assert first < turned < second
    for file in (here.names.UDEV_RULES, here.names.UNIT):
        assert (str(here.place.at(file).parent), True) in seen[:turned]


@needs_systemd
@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_who_hangs_up_in_the_middle_finds_all_as_it_was(root: Path, number: int) -> None:
    """The line to the Pi breaks while packages are put in: no half-made program fills the card."""
    (root / "etc/systemd/system/tholos.service").write_text(OLD_UNIT, encoding="utf-8")
    before = files(root)
    command = [*AS_ROOT, sys.executable, "-B", SYSTEMD / "install.py", "install", "--root", root]

    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as installer:
        assert installer.stdout is not None
        line = installer.stdout.readline()
        installer.send_signal(number)
        _, said = installer.communicate()

    assert "a virtual environment" in line
    assert said == "make install: stopped; what was installed before is as it was\n"
    assert installer.returncode == 2
    assert files(root) == before


def _ends_once(act: Act, cause: BaseException, *, is_done: bool = True) -> Act:
    """Ends so, with that done or not; the next time all is well."""
    causes = [cause]

    def ending() -> None:
        if is_done or not causes:
            act()
        if causes:
            raise causes.pop()

    return ending
