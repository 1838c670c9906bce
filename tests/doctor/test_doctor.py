import errno
import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c

from companion.arguments import read_arguments
from companion.cli import main
from companion.clock import VirtualClock
from companion.doctor.doctor import EXCLUSIVE, PARTS, Tools, examine
from companion.doctor.finding import Finding, Verdict, exit_status
from companion.doctor.settings import read_settings
from companion.errors import HardwareMissing
from companion.journal.journal import Journal
from companion.panel.buttons import Buttons
from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.kept import KeptCalibration
from companion.screen.oled import Oled, start_device
from companion.simulate.glass import Glass, GlassBus
from tests.doctor.bench import GRAM, Hands, Pads, machine

FOLDER = "/var/lib/tholos"
ENABLED = "LoadState=loaded\nUnitFileState=enabled\nActiveState=inactive\nSubState=dead"


@pytest.fixture
def tools(tmp_path: Path) -> Tools:
    """A whole sound device, and nobody at the terminal."""
    here = machine(
        tmp_path,
        {
            "/dev/gpiochip0": "",
            "/dev/i2c-1": "",
            "/dev/tholos": "",
            "/proc/mounts": "/dev/mmcblk0p2 / ext4 rw 0 0\n",
            "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency": (400_000).to_bytes(4, "big"),
            f"{FOLDER}/.keep": "",
        },
        commands={"vcgencmd": "throttled=0x0", "timedatectl": "yes", "systemctl": ENABLED},
        packages={"lgpio": "0.2.2.0", "gpiozero": "2.0.1.post3"},
    )
    settings, read = read_settings(None, tmp_path / "none.toml")
    clock, glass, pins = VirtualClock(), Glass(), MockFactory()
    lead = i2c(bus=GlassBus(glass, 0x3C), address=0x3C)
    return Tools(
        machine=here,
        settings=settings,
        read=read,
        listener=Pads().listener(),
        open_buttons=lambda: Buttons(settings.panel.pins, pins, clock, lambda: None),
        open_oled=lambda: Oled(lambda: start_device("ssd1306", lead, 0), clock, lambda: 0, lambda: None),
        probe=lambda port, address: 0,
        clock=clock,
        rest=clock.advance,
        person=Hands(),
        is_attended=False,
    )


def test_a_sound_device_is_all_good(tools: Tools) -> None:
    """Every part has its line, and the exit status is 0."""
    found = list(examine([], tools))

    assert exit_status(found) == 0, "\n".join(map(str, found))
    assert list(dict.fromkeys(finding.part for finding in found)) == list(PARTS)
    assert all(not finding.cure for finding in found)


def test_only_the_named_parts_are_looked_at(tools: Tools) -> None:
    """`tholos doctor power clock` takes no port and no display."""
    found = list(examine(["clock", "power"], tools))

    assert [finding.part for finding in found] == ["power", "clock"]


def test_the_pads_are_judged_by_the_calibration_that_is_kept(tools: Tools) -> None:
    """700,000 counts are a plate on a fine cell; once it is known for a coarse one, it is bent."""

    def verdict() -> Verdict:
        table = Pads()
        table.added["C"] = lambda t_s: 700_000 - table.zero("C")
        return list(examine(["pads"], replace(tools, listener=table.listener(), heard=[])))[2].verdict

    before = verdict()
    folder = tools.machine.path(FOLDER)
    pad = PadCalibration(0.0, 3.7 * GRAM, 640.0, 59.0, 0.0)
    KeptCalibration.loaded(folder, 7, lambda: "2026").keep(Calibration(3, (pad,) * 7))

    assert (before, verdict()) == (Verdict.GOOD, Verdict.SUSPICIOUS)


def test_what_needs_hands_is_asked_of_those_who_are_there(tools: Tools) -> None:
    """Over ssh without a terminal nobody is asked; who names a part is, and so is who sits there."""
    list(examine([], tools))
    list(examine(["sensors"], tools))
    quiet = list(tools.person.told)
    list(examine(["buttons"], replace(tools, heard=[])))
    named = list(tools.person.told)
    list(examine([], replace(tools, heard=[], is_attended=True)))

    assert not [text for text in quiet if text.startswith("Press")]
    assert next(text for text in named if text.startswith("Press")) == "Press WHITE."
    assert "Press pad A with a finger, and let it go." in tools.person.told
    assert "What does the display show?" in tools.person.told


def test_while_the_companion_runs_its_parts_are_left_alone(tools: Tools) -> None:
    """A game goes on: one line says how to stop it, and the parts that need no device are looked at."""
    keeper = Journal(tools.machine.path(FOLDER))
    keeper.open()

    def forbidden() -> Buttons:
        raise AssertionError("the pins are the companion's")

    found = list(examine([], replace(tools, open_buttons=forbidden)))
    keeper.close()

    assert found[0].part == "running"
    assert found[0].cure == "the companion is running: sudo systemctl stop tholos"
    assert {finding.part for finding in found[1:]} == set(PARTS) - set(EXCLUSIVE)
    assert exit_status(found) == 1


def test_parts_that_the_companion_does_not_hold_need_no_stop(tools: Tools) -> None:
    """Who asks for the supply alone is not told to end the game."""
    keeper = Journal(tools.machine.path(FOLDER))
    keeper.open()

    found = list(examine(["power"], tools))
    keeper.close()

    assert [finding.part for finding in found] == ["power"]


def test_pins_that_cannot_be_had_are_one_line(tools: Tools) -> None:
    """No GPIO: what is missing, and what works here instead."""

    def refused() -> Buttons:
        raise HardwareMissing("no GPIO here", cure="on another machine")

    (finding,) = examine(["buttons"], replace(tools, open_buttons=refused))

    assert finding == Finding("buttons", Verdict.BAD, "no GPIO here", "on another machine")


@pytest.mark.parametrize(
    ("number", "verdict", "cure"),
    [
        (errno.EIO, Verdict.BAD, "the card is worn"),
        (errno.EACCES, Verdict.SUSPICIOUS, "sudo tholos doctor buttons"),
    ],
)
def test_a_part_that_fails_under_the_doctor_does_not_end_it(
    tools: Tools, number: int, verdict: Verdict, cure: str
) -> None:
    """The card gives an error, or this user may not look: said of that part, and the others are looked at."""

    def refused() -> Buttons:
        raise OSError(number, os.strerror(number))

    found = list(examine(["buttons", "display"], replace(tools, open_buttons=refused)))

    assert [finding.part for finding in found] == ["buttons", "display"]
    assert (found[0].verdict, os.strerror(number) in found[0].says) == (verdict, True)
    assert cure in found[0].cure


def run(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """The command, and what it printed."""
    status = main(["doctor", *arguments])
    return status, *capsys.readouterr()


@pytest.fixture
def nowhere(tmp_path: Path) -> list[str]:
    """Settings of a device that is not there."""
    path = tmp_path / "tholos.toml"
    path.write_text(
        f'[sensors]\nport = "{tmp_path}/tholos"\n[journal]\nfolder = "{tmp_path}/games"\n'
        "[display]\ni2c_port = 99\n",
        encoding="utf-8",
    )
    return ["--settings", str(path)]


def test_a_pc_without_hardware_is_told_what_is_missing(
    nowhere: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """One line each, with the cure; never a traceback."""
    status, printed, _ = run(nowhere, capsys)

    lines = printed.splitlines()
    assert status == 2
    assert {line.split()[1] for line in lines} == set(PARTS)
    assert all(line.split()[0] in {"good", "suspicious", "bad"} for line in lines)
    assert "no such port; plug the sensors in" in printed
    assert "no bus /dev/i2c-99; on a Pi: sudo raspi-config nonint do_i2c 0" in printed


def test_programs_read_a_list_of_objects(nowhere: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """`--json`: part, verdict, says, cure, figures."""
    status, printed, _ = run([*nowhere, "--json", "settings", "sensors"], capsys)

    first, second = json.loads(printed)
    assert status == 2
    assert set(first) == set(second) == {"part", "verdict", "says", "cure", "figures"}
    assert (first["part"], first["verdict"]) == ("settings", "good")
    assert (second["part"], second["verdict"]) == ("sensors", "bad")


def test_a_part_that_there_is_not_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """A typo is told with what can be asked for."""
    with pytest.raises(SystemExit) as ended:
        main(["doctor", "pad"])

    assert ended.value.code == 2
    assert "there is no part 'pad': choose from settings, service, access" in capsys.readouterr().err


def test_no_other_command_waits_for_the_doctor() -> None:
    """It is imported by its own command alone: a Pi starts as fast as before."""
    source = (
        "import sys, companion.cli, companion.appliance; print([m for m in sys.modules if 'doctor' in m])"
    )

    done = subprocess.run([sys.executable, "-c", source], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize(("named", "part"), [("link", "sensors"), ("calibration", "journal")])
def test_a_part_may_be_called_as_the_status_calls_it(named: str, part: str) -> None:
    """`tholos status` says that the link is faulty: `tholos doctor link` looks at it."""
    assert read_arguments(["doctor", named]).parts == [part]


def test_what_the_running_device_alone_knows_is_asked_of_it(capsys: pytest.CaptureFixture[str]) -> None:
    """The doctor has nothing to look at a page with; who does is said."""
    with pytest.raises(SystemExit):
        main(["doctor", "page"])

    assert "page: the running device alone knows; ask it: tholos status" in capsys.readouterr().err


def test_every_part_is_named_in_the_help(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody has to guess what can be asked for."""
    with pytest.raises(SystemExit):
        main(["doctor", "--help"])

    helped = capsys.readouterr().out
    assert all(part in helped for part in PARTS)
