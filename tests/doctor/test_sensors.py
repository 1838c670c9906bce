from pathlib import Path

import pytest

from companion.clock import VirtualClock
from companion.doctor.finding import Verdict
from companion.doctor.sensors import sensors
from companion.link.fault import BUSY, NO_SUCH_PORT, NOT_ALLOWED
from companion.link.frame import PROTOCOL, hello_line
from companion.listening import Heard
from companion.simulate.sensors import DirectSensors
from tests.doctor.bench import Pads, machine
from tests.listening import Talk, listener, listener_at

USB = "/sys/bus/usb/devices/1-1.4"


def told(root: Path, heard: Heard, *, board: str = "") -> list:
    """What is said of what was heard, on a machine with this board plugged in."""
    files = {f"{USB}/idVendor": "2e8a\n", f"{USB}/idProduct": f"{board}\n", "/sys/bus/usb/devices/1-1/x": ""}
    return sensors(heard, machine(root, files if board else {}), "/dev/tholos")


def test_good_sensors_tell_their_firmware(tmp_path: Path) -> None:
    """Port and version, as one asks for them in a bug report."""
    heard = Pads().listener().hear(2.0)
    (finding,) = told(tmp_path, heard)

    assert finding.verdict is Verdict.GOOD
    assert heard.hello is not None
    assert finding.says == (
        f"/dev/tholos: firmware {heard.hello.firmware}, protocol {PROTOCOL}, 80 frames a second"
    )


@pytest.mark.parametrize(
    ("line", "board", "says", "cure"),
    [
        (Talk(fault=NO_SUCH_PORT), "", "no such port", "plug the sensors in"),
        (Talk(fault=NO_SUCH_PORT), "0005", "no such port", "a Pico is plugged in, under another name: put"),
        (Talk(fault=NO_SUCH_PORT), "0003", "no such port", "waits for MicroPython: flash it"),
        (Talk(fault=BUSY), "", "busy", "that one: the companion (sudo systemctl stop tholos), a terminal"),
        (Talk(fault=NOT_ALLOWED), "", "permission", "dialout"),
        (Talk(), "0005", "says nothing", "unplug the sensors and plug them in again"),
        # a flash file system that was formatted after a power cut: main.py is gone, the prompt is there
        (Talk(answers=b"MicroPython v1.28; Raspberry Pi Pico\r\n>>> "), "", "files are gone", "flash"),
        # an exception has ended the program, or somebody's Ctrl-C (micropython issue 6846)
        (Talk(answers=b"KeyboardInterrupt: \r\n>>> "), "", "or it has stopped", "flash"),
        (Talk(says=b"\x00\xff\x13"), "", "not the sensors' firmware", "flash"),
        (Talk(answers=hello_line("9.0.0", 9, 80)), "", "9 pads", "flash"),
    ],
)  # fmt: skip
def test_silence_has_a_reason_and_a_cure(
    tmp_path: Path, line: Talk, board: str, says: str, cure: str
) -> None:
    """Each is another way for the sensors not to be there."""
    (finding,) = told(tmp_path, listener_at(line, VirtualClock()).hear(2.0), board=board)

    assert finding.verdict is Verdict.BAD
    assert says in finding.says
    assert cure in finding.cure


@pytest.mark.parametrize(("every", "verdict"), [(10, Verdict.BAD), (300, Verdict.SUSPICIOUS), (9_999, None)])
def test_stolen_and_damaged_lines_are_told_by_their_number(
    tmp_path: Path, every: int, verdict: Verdict | None
) -> None:
    """A second program reads the port (pyserial issue 378), or the lead is bad (micropython issue 8573)."""
    sent = [0]

    def steal(line: bytes) -> bytes:
        sent[0] += 1
        return line[:10] if sent[0] % every == 0 else line

    heard = listener(DirectSensors(steal), Pads().counts).hear(10.0)
    found = told(tmp_path, heard)

    assert [finding.verdict for finding in found[1:]] == ([verdict] if verdict else [])
    assert all("what else reads the port" in finding.cure for finding in found[1:])


def test_sensors_that_greet_and_send_nothing_are_bad(tmp_path: Path) -> None:
    """Greeted, and not one frame."""
    talk = Talk(answers=hello_line("0.1.0", 7, 80))
    ear = listener_at(talk, VirtualClock())

    (finding,) = told(tmp_path, ear.hear(0.0))

    assert "no frame came" in finding.says
