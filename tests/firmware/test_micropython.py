import binascii
import json
import subprocess
import sys
from pathlib import Path

import pytest

from companion.link.decoder import Decoder, Frame, Lack
from companion.link.hello import Hello
from tests.link.lines import VECTORS

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")
PATH = f"import sys; sys.path += ['{ROOT}/companion/link', '{ROOT}/companion/simulate', '{ROOT}/firmware']\n"

pytestmark = pytest.mark.skipif(not MICROPYTHON.exists(), reason="no MicroPython on this machine")

ENCODE = """
import json, sys
import frame
vectors = json.load(open(sys.argv[1]))
for v in vectors["frames"]:
    sys.stdout.buffer.write(frame.frame_line(v["seq"], v["ticks_ms"], v["readings"]))
for v in vectors["greetings"]:
    sys.stdout.buffer.write(frame.hello_line(v["firmware"], v["pads"], v["rate_hz"]))
"""

# The Pico's own board file with pins that a PC has not; everything else in it is MicroPython's.
PICO = """
import sys
pulls, dogs = [], []
class Pin:
    IN, OUT, PULL_UP = 0, 1, 2
    def __init__(self, number, mode, pull=None, value=None):
        pulls.append((number, mode, pull, value))
    def __call__(self, level=None):
        return 1
class WDT:
    def __init__(self, timeout):
        dogs.append(timeout)
    def feed(self):
        dogs.append("fed")
class machine:
    pass
machine.Pin, machine.WDT = Pin, WDT
machine.disable_irq, machine.enable_irq = (lambda: 7), (lambda state: None)
machine.reset = lambda: print("reset")
sys.modules["machine"] = machine
import os
os.chdir(sys.argv[1])
from boards.pico import Board
from talker import run
class Short(Board):
    left = 4000
    def rest(self, due_us):
        super().rest(due_us)
        self.left -= 1
        self.is_on = self.left > 0
board = Short()
run(board)
board.feed()
board.guard()
board.feed()
print(pulls)
print(dogs)
"""


def micropython(tmp_path: Path, program: str, *arguments: str, heard: bytes = b"") -> list[bytes]:
    """The lines that a program prints under MicroPython."""
    script = tmp_path / "program.py"
    script.write_text(PATH + program)
    done = subprocess.run(
        [MICROPYTHON, script, *arguments], input=heard, capture_output=True, check=True, timeout=9
    )
    return done.stdout.splitlines(keepends=True)


def test_micropython_writes_the_golden_lines(tmp_path: Path) -> None:
    """The interpreter that runs on the Pico writes, byte for byte, what the protocol shows."""
    lines = micropython(tmp_path, ENCODE, str(ROOT / "firmware" / "vectors.json"))

    wanted = [vector["line"].encode() for vector in VECTORS["frames"] + VECTORS["greetings"]]
    assert lines == wanted


def test_micropython_reckons_the_same_check_sum(tmp_path: Path) -> None:
    """Both ends of the line agree on every byte there is."""
    texts = [b"", b"123456789", bytes(range(256)), bytes(range(255, -1, -1)) * 3]

    (answer,) = micropython(tmp_path, f"import frame\nprint([frame.crc16(text) for text in {texts}])\n")

    assert json.loads(answer) == [binascii.crc_hqx(text, 0xFFFF) for text in texts]


def test_the_picos_own_board_greets_and_sends_frames(tmp_path: Path) -> None:
    """With no chip wired yet: a greeting, the answer to a question, frames that call every pad missing."""
    *lines, pins, _dogs = micropython(tmp_path, PICO, str(tmp_path), heard=b"\x03?\n")

    found = Decoder().feed(b"".join(lines))
    assert found[:2] == [Hello(2, "0.2.0", 7, 80)] * 2
    last = found[-1]
    assert isinstance(last, Frame)
    assert last.readings == (Lack.MISSING,) * 7
    # SCK: outputs that start low; DOUT: inputs with a pull-up
    wanted = [pin for sck in (*range(2, 14, 2), 16) for pin in ((sck, 1, None, 0), (sck + 1, 0, 2, None))]
    assert json.loads(pins.decode().replace("(", "[").replace(")", "]").replace("None", "null")) == [
        list(pin) for pin in wanted
    ]


def test_the_picos_watchdog_starts_when_told_and_is_fed(tmp_path: Path) -> None:
    """A program that hangs for eight seconds starts anew."""
    *_, dogs = micropython(tmp_path, PICO, str(tmp_path))

    assert dogs == b"[8000, 'fed']\n"


def test_a_maintenance_file_keeps_the_watchdog_off(tmp_path: Path) -> None:
    """Whoever works on the Pico is not cut off every eight seconds."""
    (tmp_path / "maintenance").touch()

    *_, dogs = micropython(tmp_path, PICO, str(tmp_path))

    assert dogs == b"[]\n"


def test_every_firmware_file_compiles_for_micropython(tmp_path: Path) -> None:
    """No file uses what MicroPython does not understand."""
    files = [*(ROOT / "firmware").rglob("*.py"), ROOT / "companion" / "link" / "frame.py"]
    assert len(files) >= 9

    for path in files:
        micropython(tmp_path, "compile(open(sys.argv[1]).read(), sys.argv[1], 'exec')\n", str(path))
