import os
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from companion.doctor.access import access
from companion.doctor.clock import clock
from companion.doctor.finding import Finding, Verdict, exit_status
from companion.doctor.i2c import i2c
from companion.doctor.machine import this_machine
from companion.doctor.power import power
from companion.doctor.service import service
from companion.doctor.settings import read_settings
from companion.settings import DisplaySettings, SensorSettings, Settings
from tests.doctor.bench import lines, machine

GOOD, SUSPICIOUS, BAD = Verdict.GOOD, Verdict.SUSPICIOUS, Verdict.BAD


@pytest.mark.parametrize(
    ("said", "verdict", "says"),
    [
        ("throttled=0x0", GOOD, "never too low"),
        ("throttled=0x50005", BAD, "too low now"),  # DIY-Machines/SmartChess #10: 4.6 V from a phone charger
        ("throttled=0x50000", SUSPICIOUS, "too low since the start"),
        ("throttled=0x80008", SUSPICIOUS, "too warm"),
    ],
)
def test_a_weak_supply_is_named(tmp_path: Path, said: str, verdict: Verdict, says: str) -> None:
    """The display and the sensors fail together on a phone charger: the Pi itself knows why."""
    by_command = power(machine(tmp_path / "a", commands={"vcgencmd": said}))
    file = {"/sys/devices/platform/soc/soc:firmware/get_throttled": said.partition("=0x")[2] + "\n"}
    by_file = power(machine(tmp_path / "b", file))

    assert lines(by_command) == lines(by_file)
    (finding,) = by_command
    assert finding.verdict is verdict
    assert says in finding.says
    assert bool(finding.cure) is (verdict is not GOOD)


@pytest.mark.parametrize(("alarm", "verdict"), [("0\n", GOOD), ("1\n", BAD)])
def test_a_kernel_without_the_pis_tools_has_an_alarm(tmp_path: Path, alarm: str, verdict: Verdict) -> None:
    """On plain Debian the voltage alarm tells the same."""
    hwmon = "/sys/class/hwmon/hwmon1"
    files = {
        "/sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
        f"{hwmon}/name": "rpi_volt\n",
        f"{hwmon}/in0_lcrit_alarm": alarm,
    }

    assert power(machine(tmp_path, files))[0].verdict is verdict


@pytest.mark.parametrize("garbage", ["", 'error=1 error_msg="Command not registered"', "throttled="])
def test_a_machine_that_tells_no_voltage_says_so(tmp_path: Path, garbage: str) -> None:
    """A PC is no fault: one line says that nothing can be told."""
    (finding,) = power(machine(tmp_path, commands={"vcgencmd": garbage}))

    assert finding.verdict is SUSPICIOUS
    assert "cannot be read here" in finding.says


@pytest.mark.parametrize(
    ("answer", "files", "verdict", "says"),
    [
        ("yes", {"/sys/class/rtc/rtc0/name": ""}, GOOD, "set by the network; a clock chip keeps it"),
        ("no", {"/run/systemd/timesync/synchronized": ""}, GOOD, "no clock chip keeps it"),
        ("no", {}, SUSPICIOUS, "not set by the network; no clock chip"),
        ("no", {"/sys/class/rtc/rtc0/name": ""}, SUSPICIOUS, "not set by the network; a clock chip keeps it"),
    ],
)
def test_a_clock_that_nobody_sets_is_no_harm_to_the_games(
    tmp_path: Path, answer: str, files: Mapping[str, str], verdict: Verdict, says: str
) -> None:
    """A Pi without a network does not know the date; only the dates beside the games suffer."""
    (finding,) = clock(machine(tmp_path, files, commands={"timedatectl": answer}))

    assert finding.verdict is verdict
    assert says in finding.says


@pytest.mark.parametrize(
    ("state", "verdict", "says", "cure"),
    [
        ("loaded enabled inactive dead", GOOD, "starts with the machine; now it is inactive", ""),
        ("loaded enabled active running", GOOD, "starts with the machine; now it is active", ""),
        ("loaded disabled inactive dead", SUSPICIOUS, "it does not start with the machine", "enable --now"),
        ("loaded disabled active running", SUSPICIOUS, "it does not start with the machine", "enable --now"),
        ("loaded enabled failed failed", BAD, "it ends as soon as it has started", "journalctl -u tholos"),
        ("loaded enabled activating auto-restart", BAD, "it ends as soon as", "journalctl -u tholos"),
        ("masked masked inactive dead", BAD, "it is masked", "systemctl unmask"),
        ("not-found  inactive dead", SUSPICIOUS, "the device is not installed here", "sudo make install"),
    ],
)
def test_a_device_that_does_not_start_by_itself_is_told(
    tmp_path: Path, state: str, verdict: Verdict, says: str, cure: str
) -> None:
    """Switched off while the kit was built, and forgotten; or it falls over as it starts."""
    names = ("LoadState", "UnitFileState", "ActiveState", "SubState")
    said = "\n".join(f"{name}={value}" for name, value in zip(names, state.split(" "), strict=True))

    (finding,) = service(machine(tmp_path, commands={"systemctl": said}))

    assert finding.verdict is verdict
    assert says in finding.says
    assert cure in finding.cure
    assert bool(finding.cure) is (verdict is not GOOD)


def test_a_machine_without_systemd_says_so(tmp_path: Path) -> None:
    """Somebody tries it in a container."""
    (finding,) = service(machine(tmp_path))

    assert (finding.verdict, finding.says) == (SUSPICIOUS, "there is no systemd here to start the device")


SPEED = "/sys/class/i2c-adapter/i2c-1/of_node/clock-frequency"


def answering(*addresses: int):
    """A bus on which these answer."""

    def probe(_: int, address: int) -> int:
        if address not in addresses:
            raise OSError(121, "Remote I/O error")
        return 0

    return probe


@pytest.mark.parametrize(
    ("files", "verdict", "hertz"),
    [
        ({SPEED: (400_000).to_bytes(4, "big")}, GOOD, 400_000),
        ({SPEED: (100_000).to_bytes(4, "big")}, SUSPICIOUS, 100_000),
        ({SPEED: (1_000_000).to_bytes(4, "big")}, SUSPICIOUS, 1_000_000),
        ({"/boot/firmware/config.txt": "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\n"}, GOOD, 400_000),
        ({"/boot/config.txt": "dtparam=i2c_arm_baudrate=100000\n"}, SUSPICIOUS, 100_000),
        ({"/boot/firmware/config.txt": "#dtparam=i2c_arm_baudrate=400000\n"}, SUSPICIOUS, None),
    ],
)
def test_the_speed_of_the_bus_is_told(
    tmp_path: Path, files: Mapping[str, bytes], verdict: Verdict, hertz: int | None
) -> None:
    """A display that lags hangs on a bus at 100 kHz: what to write where is said."""
    speed, chip = i2c(machine(tmp_path, {"/dev/i2c-1": b"", **files}), DisplaySettings(), answering(0x3C))

    assert speed.verdict is verdict
    assert speed.figures.get("hertz") == hertz
    assert ("i2c_arm_baudrate=400000" in speed.cure) is (verdict is not GOOD)
    assert chip.verdict is GOOD


def test_a_picture_at_100_khz_takes_93_ms(tmp_path: Path) -> None:
    """As measured on a fake bus: 1,034 bytes."""
    files = {"/dev/i2c-1": b"", SPEED: (100_000).to_bytes(4, "big")}

    assert i2c(machine(tmp_path, files), DisplaySettings(), answering(0x3C))[0].figures["picture_ms"] == 93


def test_a_display_that_does_not_answer_is_looked_for(tmp_path: Path) -> None:
    """A display soldered for the other address is found; one without wires is not."""
    here = machine(tmp_path, {"/dev/i2c-1": b""})

    other = i2c(here, DisplaySettings(), answering(0x3D))[1]
    absent = i2c(here, DisplaySettings(), answering())[1]

    assert other.verdict is absent.verdict is BAD
    assert "somebody at 0x3D" in other.says
    assert other.cure == "[display] address = 0x3D in the settings"
    assert "nobody answers at 0x3C" in absent.says
    assert "four wires" in absent.cure


def test_no_bus_and_a_forbidden_bus_are_two_things(tmp_path: Path) -> None:
    """Switched off in the Pi's configuration, or for another group only."""

    def forbidden(_: int, __: int) -> int:
        raise PermissionError(13, "Permission denied")

    (absent,) = i2c(machine(tmp_path / "a"), DisplaySettings(), answering())
    _, denied = i2c(machine(tmp_path / "b", {"/dev/i2c-1": b""}), DisplaySettings(), forbidden)

    assert "raspi-config nonint do_i2c 0" in absent.cure
    assert denied.cure == "see the part access"


GROUPS = f"root:x:0:\ngpio:x:{os.getgid() or 997}:ana\n"
PI = {"/dev/gpiochip0": "", "/dev/i2c-1": "", "/dev/tholos": "", "/etc/group": f"dialout:x:{os.getgid()}:\n"}
PACKAGES = {"lgpio": "0.2.2.0", "gpiozero": "2.0.1.post3"}


def test_who_may_use_all_is_told_so(tmp_path: Path) -> None:
    """A sound installation is one good line."""
    (finding,) = access(machine(tmp_path, PI, packages=PACKAGES), Settings())

    assert finding.verdict is GOOD
    assert "ana may use" in finding.says


@pytest.mark.parametrize("device", ["gpiochip0", "i2c-1", "tholos"])
def test_a_device_for_another_group_is_named_with_the_command(tmp_path: Path, device: str) -> None:
    """Permission denied becomes a line to type."""
    (finding,) = access(machine(tmp_path, PI, packages=PACKAGES, forbidden=[f"/dev/{device}"]), Settings())

    assert finding.verdict is BAD
    assert device in finding.says
    assert finding.cure == "sudo usermod -aG dialout ana, then log in anew"


def test_a_device_of_roots_wants_a_rule(tmp_path: Path) -> None:
    """Plain Debian gives GPIO and I2C to nobody: no group helps, our udev rule does."""
    files = {**PI, "/etc/group": f"root:x:{os.getgid()}:\n"}
    (finding,) = access(machine(tmp_path, files, packages=PACKAGES, forbidden=["/dev/gpiochip0"]), Settings())

    assert "99-tholos.rules" in finding.cure


def test_a_missing_lgpio_is_named_with_the_way_to_get_it(tmp_path: Path) -> None:
    """What is missing comes into the service's own environment, not into one that nobody starts."""
    (finding,) = access(machine(tmp_path, PI, packages={"gpiozero": "2.0.1"}), Settings())

    assert finding.verdict is BAD
    assert "lgpio is not installed" in finding.says
    assert "sudo make install" in finding.cure
    assert "pip" not in finding.cure


@pytest.mark.parametrize(
    ("model", "version", "is_told"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0\0", "2.0.1", True),
        ("Raspberry Pi 5 Model B Rev 1.0\0", "2.0.1.post3", False),
        ("Raspberry Pi 4 Model B Rev 1.4\0", "2.0.1", False),
    ],
)
def test_a_pi_5_wants_a_newer_gpiozero(tmp_path: Path, model: str, version: str, is_told: bool) -> None:
    """Its pins moved to another chip (gpiozero issue 1166)."""
    files = {**PI, "/proc/device-tree/model": model}

    found = access(machine(tmp_path, files, packages={**PACKAGES, "gpiozero": version}), Settings())

    assert any("may miss the pins of a Pi 5" in finding.says for finding in found) is is_told
    assert all("sudo make install" in finding.cure for finding in found if is_told)


def test_what_the_installer_puts_on_a_pi_5_finds_its_pins() -> None:
    """The cure is one: what it fetches is new enough."""
    lock = (Path(__file__).parents[2] / ".ci" / "lock-pi.txt").read_text(encoding="utf-8")
    (version,) = re.findall(r"^gpiozero==(\S+)", lock, re.MULTILINE)

    assert tuple(map(int, re.findall(r"\d+", version))) >= (2, 0, 1, 3)


def test_a_folder_without_room_for_lgpios_pipe_is_named(tmp_path: Path) -> None:
    """Started in / as a plain user, lgpio fails (gpiozero issue 1106); so it does beside another's pipe."""
    denied = machine(tmp_path / "a", PI, packages=PACKAGES, forbidden=["/home"])
    in_the_way = machine(
        tmp_path / "b", {**PI, "/home/.lgd-nfy0": ""}, packages=PACKAGES, forbidden=["/home/.lgd-nfy0"]
    )

    (first,) = access(denied, Settings())
    (second,) = access(in_the_way, Settings())

    assert "cannot make its pipe in" in first.says
    assert "is in lgpio's way" in second.says


@pytest.mark.parametrize(
    ("unit", "is_told"),
    [
        ("[Service]\nExecStart=/opt/tholos/venv/bin/tholos run\n", True),
        ("[Service]\nWorkingDirectory=/\n", True),
        ((Path(__file__).parents[2] / "systemd" / "tholos.service").read_text(), False),
    ],
)
def test_a_service_that_starts_in_the_root_folder_is_named(tmp_path: Path, unit: str, is_told: bool) -> None:
    """Ours says where to start; one written by hand may not."""
    files = {**PI, "/etc/systemd/system/tholos.service": unit}

    found = access(machine(tmp_path, files, packages=PACKAGES), Settings())

    assert any("the service starts in /" in finding.says for finding in found) is is_told


@pytest.mark.parametrize(
    ("given", "members", "lacking"),
    [
        ("SupplementaryGroups=gpio i2c dialout", "", None),
        ("", "", "gpio, i2c, dialout"),
        ("SupplementaryGroups=gpio", "tholos", "i2c"),  # dialout has it as a member
    ],
)
def test_a_service_that_is_in_no_group_is_named(
    tmp_path: Path, given: str, members: str, lacking: str | None
) -> None:
    """Whoever types the command may have rights that the service has not."""
    files = {
        **PI,
        "/etc/group": f"dialout:x:20:ana,{members}\ni2c:x:21:\n",
        "/etc/systemd/system/tholos.service": f"User=tholos\nWorkingDirectory=/run/tholos\n{given}\n",
    }

    found = access(machine(tmp_path, files, packages=PACKAGES), Settings())

    said = [finding.says for finding in found if finding.verdict is BAD]
    assert said == ([f"the service's user tholos is not in {lacking}"] if lacking else [])


def test_settings_that_are_refused_are_one_bad_line_and_the_rest_goes_on(tmp_path: Path) -> None:
    """A typo in the settings does not keep the doctor from the other parts."""
    path = tmp_path / "tholos.toml"
    path.write_text("[panel]\nwite = 5\n", encoding="utf-8")

    settings, finding = read_settings(path)

    assert settings == Settings()
    assert finding.verdict is BAD
    assert "there is no key 'wite'" in finding.says
    assert finding.cure == "did you mean white?"


def test_the_services_own_file_is_read_where_none_is_named(tmp_path: Path) -> None:
    """Who types no more than `tholos doctor` has the installed device looked at."""
    usual = tmp_path / "tholos.toml"

    without, first = read_settings(None, usual)
    usual.write_text('[sensors]\nport = "/dev/ttyACM0"\n', encoding="utf-8")
    with_it, second = read_settings(None, usual)

    assert (without, first.verdict, second.verdict) == (Settings(), GOOD, GOOD)
    assert "as they come" in first.says
    assert with_it.sensors == SensorSettings(port="/dev/ttyACM0")


def test_the_worst_finding_is_the_exit_status() -> None:
    """0 all good, 1 something suspicious, 2 something bad."""
    good, odd, bad = (Finding("power", verdict, "so") for verdict in (GOOD, SUSPICIOUS, BAD))

    assert [exit_status(found) for found in ([], [good], [good, odd], [bad, odd])] == [0, 0, 1, 2]


def test_a_finding_is_one_line_whatever_is_in_it() -> None:
    """A file's name may hold line ends."""
    assert str(Finding("journal", BAD, "a\nb is odd", "c\nd")) == "bad         journal   a b is odd; c d"


def test_this_machine_answers_without_raising(tmp_path: Path) -> None:
    """Commands that are not there, files that are none, packages that nobody has: None."""
    here = this_machine()

    assert here.run(["no-such-command-here"]) is None
    assert here.run(["false"]) is None
    assert here.run(["echo", "yes"]) == "yes"
    assert here.read("/no/such/file") is None
    assert here.version_of("no_such_package") is None
    assert here.version_of("pytest") is not None
    assert here.version_of("companion") == "?"
    assert here.user
    assert here.owner_of(tmp_path) == here.user
    assert here.may_use(tmp_path)
