"""A whole evening on a virtual Pi: `python -m tests.pi.evening HARNESS`, by hand, some minutes long.

The companion is installed there by its own installer, from wheels; it starts with the machine. Then
`evening.table` is played twice at once: on the virtual Pi, with its kernel's own pins, bus and port and the
firmware at the other end of the lead; and on the simulated device in simulated time, which holds the
expectations. After each act the panel's picture must come to be the simulated one, pixel by pixel.
"""

import argparse
import json
import sys
import tempfile
import time
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from PIL import Image

from companion.panel.press import DEBOUNCE_S, Button
from companion.rules.notation import format_position
from companion.rules.record import read_games
from companion.settings import Settings
from companion.simulate import acts
from companion.simulate.device import SLICE_S, Device
from companion.simulate.runner import Runner
from companion.simulate.script import read_script
from companion.simulate.words import without_remark
from tests.pi.machine import PANEL, PANEL_IS_OUT, HarnessError, VirtualPi
from tests.pi.table import Table, UsbLead

ROOT = Path(__file__).parents[2]
SCRIPT = Path(__file__).with_name("evening.table")
SHOWN_WITHIN_S = 90.0
"""The emulated machine is some 20 times slower than a Pi: a wait ends when the picture is there."""
REST_S = 4.0
"""Of simulated time: by then the simulated device shows all that comes of an act."""
PRESSED_S = 0.2
BOUNCE_MS = 0.7 * DEBOUNCE_S * 1000
"""What stands for DEBOUNCE_S is a press. Buttons bounce for 1 to 10 ms, the emulated ones longer."""
TRIES = 30
_UNIT = "vpi-panel-out"
_STATUS = "tholos status --json || true"
"""Its exit status is 1 while something is faulty."""


class Evening:
    """Both tables, and what is noted of them."""

    def __init__(self, pi: VirtualPi, table: Table, twin: Device, pictures: Path | None) -> None:
        self._pi, self._table, self._twin, self._pictures = pi, table, twin, pictures
        self._runner = Runner(twin)
        self._pins = Settings().panel.pins
        self._is_panel_in = True
        self._began_s = time.monotonic()
        self._count = 0

    def say(self, text: str) -> None:
        """A line of the notes, with the second."""
        print(f"[{time.monotonic() - self._began_s:6.1f} s] {text}", flush=True)

    def play(self, act: acts.Act) -> None:
        """One act at both tables; HarnessError where they do not come to show the same."""
        if self._table.fault is not None:
            raise HarnessError(f"the table stands still: {self._table.fault}")
        outcome = self._runner.run((act,))
        if outcome.failure is not None:
            raise HarnessError(f"on the simulated device: {outcome.failure}")
        for _ in range(round(REST_S / SLICE_S)):
            self._twin.step()
        words, _, way = act.line.text.partition("#")
        if isinstance(act, acts.Expectation):
            self.say(f"holds: {words.strip()}")
            return
        self._do(act, way.strip())
        if self._is_panel_in:
            waited_s = self.await_picture(act.line.text.strip())
            self.say(
                f"{act.line.text.strip():42} shown after {waited_s:4.1f} s: {' / '.join(self._twin.texts)}"
            )
        else:
            time.sleep(REST_S)  # nobody sees whether it was understood
            self.say(f"{act.line.text.strip():42} (no panel)")

    def await_picture(self, what: str) -> float:
        """Wait until the panel shows what the simulated one does; after how many seconds."""
        wanted, began_s = self._twin.glass.image(), time.monotonic()
        while (seen := self._pi.picture()).tobytes() != wanted.tobytes():
            if time.monotonic() > began_s + SHOWN_WITHIN_S:
                self._keep(wanted, "wanted")
                self._keep(seen, "seen")
                raise HarnessError(f"{what}: the panel never showed {self._twin.texts}")
            time.sleep(0.2)
        self._keep(seen, without_remark(what).replace(":", "-").replace(" ", "-"))
        return time.monotonic() - began_s

    def _do(self, act: acts.Act, way: str) -> None:
        """The act, at the virtual Pi."""
        match act:
            case acts.Wait():
                time.sleep(act.seconds)
            case acts.PressButton():
                is_bouncing = way == "bounces" and self._can_bounce()
                seconds = max(act.seconds, PRESSED_S)
                self._pi.press(self._pins[act.button], seconds, is_bouncing=is_bouncing)
            case acts.UnplugSensors():
                self._table.unplug()
            case acts.PlugSensors():
                self._table.plug()
            case acts.UnplugDisplay() | acts.PlugDisplay():
                self._is_panel_in = isinstance(act, acts.PlugDisplay)
                self._move_panel(hangs=way == "hangs")
            case acts.PowerCut():
                self._end(way)
            case acts.Setup():
                self._table.do(act)
                self._pi.press(self._pins[_button_of(act)], PRESSED_S)
            case _:
                time.sleep(self._table.do(act))  # type: ignore[arg-type]

    def _can_bounce(self) -> bool:
        """A busy emulator makes of each bounce a contact that lasts, and so a press; no Pi does."""
        tries_ms: list[float] = []
        while len(tries_ms) < TRIES:
            tries_ms.append(self._pi.edge_ms())
            if tries_ms[-1] < BOUNCE_MS:
                self.say(f"the contact bounces, {tries_ms[-1]:.0f} ms from edge to edge at the longest")
                return True
            time.sleep(1.0)
        self.say(
            f"the emulator is too slow for a bounce: {min(tries_ms):.0f} ms between edges; pressed without"
        )
        return False

    def _move_panel(self, *, hangs: bool) -> None:
        if self._is_panel_in:
            self.say(f"tholos status while it is out: {await_faulty(self._pi, {'display'})}")
            self._pi.i2c("hang", 0)
            self._pi.i2c("present", 1)
        elif hangs:
            self._pi.i2c("hang", 1)
        else:
            self._pi.i2c("present", 0)

    def _end(self, way: str) -> None:
        """The program, or the machine, ends without a word, and starts again."""
        if way == "kill -9":
            self._pi.run("kill -9 $(systemctl show -P MainPID tholos)")
            return
        self._table.unplug()
        self.say(f"power cut: {self._pi.cut_power()}")
        clock = datetime.fromisoformat(f"{way.removeprefix('clock ')}Z") if way else None
        self.say(f"boot: {self._pi.boot(clock=clock)}; in there it is {self._pi.run('date -Is')}")
        self._table.plug()

    def _keep(self, image: Image.Image, name: str) -> None:
        self._count += 1
        if self._pictures is not None:
            image.save(self._pictures / f"{self._count:03}-{name}.png")


def _button_of(act: acts.Setup) -> Button:
    return Button[act.position.to_move.name]


def install(pi: VirtualPi, wheels: Path) -> None:
    """A fresh machine, the checkout and the wheels in it, and the installer run."""
    print(pi.shut_down())
    print(pi.boot(is_fresh=True))
    pi.put(ROOT, "tholos", "pi")
    pi.put(wheels, "tholos/wheels", "pi")
    began_s = time.monotonic()
    # What `sudo make install` runs; the virtual Pi has no make.
    print(pi.run("cd tholos && sudo python3 -B systemd/install.py install --wheels wheels", "pi"))
    print(f"installed in {time.monotonic() - began_s:.0f} s")
    print(pi.run("systemd-analyze security --no-pager tholos | tail -1; systemctl is-enabled tholos"))


def await_faulty(pi: VirtualPi, wanted: set[str]) -> list[dict[str, Any]]:
    """The faulty parts, once `tholos status` has these among them; HarnessError where it never has."""
    began_s = time.monotonic()
    while True:
        faulty = [part for part in json.loads(pi.run(_STATUS)).get("parts", ()) if not part["is_well"]]
        if wanted <= {part["part"] for part in faulty}:
            return faulty
        if time.monotonic() > began_s + SHOWN_WITHIN_S:
            raise HarnessError(f"tholos status never told of {sorted(wanted)}, but of {faulty}")
        time.sleep(1.0)


def check_bare(pi: VirtualPi) -> None:
    """Without Pico and panel the service runs, and tells of both; HarnessError where it does not."""
    if pi.run(f"cat {PANEL}").strip() != "0":
        raise HarnessError("the panel is in, so that nothing was tried")
    state = pi.run("systemctl is-active tholos || true")
    if state != "active":
        raise HarnessError(f"without Pico and panel the service is {state}")
    print(f"active, and tells of {await_faulty(pi, {'link', 'display'})}")


def check_stop(pi: VirtualPi) -> None:
    """Stopped it ends by itself, and is dark; HarnessError where systemd had to kill it, or the glass is lit.

    What it may take on a Pi, 2 s, no emulator can hold it to; systemd waits for 15 s.
    """
    began_s = time.monotonic()
    pi.run("systemctl stop tholos")
    took_s, result = time.monotonic() - began_s, pi.run("systemctl show -P Result tholos")
    if result != "success":
        raise HarnessError(f"stopped after {took_s:.1f} s, with the result {result}")
    if pi.picture().getbbox() is not None:
        raise HarnessError("stopped, and the panel is still lit")
    print(f"stopped in {took_s:.1f} s, by itself, and the panel is dark")


def start_bare(pi: VirtualPi) -> None:
    """Boot without the Pico and without the panel; HarnessError where the service does not take it."""
    print(pi.boot())
    pi.i2c("present", 0)
    pi.put(_panel_out_unit(), "/etc/systemd/system")
    print(pi.run(f"systemctl -q enable {_UNIT} && sync"))
    print(pi.shut_down())
    print(f"boot without Pico and panel: {pi.boot()}")
    check_bare(pi)
    print(pi.run(f"systemctl -q disable {_UNIT}"))


def check_end(pi: VirtualPi, twin: Device) -> None:
    """What the virtual Pi has kept is what was played; HarnessError where it is not."""
    for command in ("tholos status", "tholos games", "tholos export --all"):  # the first fails on a fault
        print(f"$ {command}\n{pi.run(command)}")
    kept = read_games(pi.run("tholos export --all"))[-1]
    position = format_position(twin.state.position)
    if (format_position(kept.last_position), kept.result) != (position, twin.state.score.result):
        raise HarnessError(f"kept is {format_position(kept.last_position)}, played was {position}")
    print(f"position and score are right: {position}, {kept.result}")
    print(pi.run("systemd-analyze security --no-pager tholos | tail -1"))
    check_stop(pi)
    pi.run("systemctl start tholos")
    print(pi.run("journalctl -u tholos --no-pager --no-hostname -o short-iso"))


def _panel_out_unit() -> Path:
    folder = Path(tempfile.mkdtemp())
    (folder / f"{_UNIT}.service").write_text(PANEL_IS_OUT, encoding="utf-8")
    return folder / f"{_UNIT}.service"


def main() -> int:
    """Play it; the exit status, 0 if all came as it was to."""
    parser = argparse.ArgumentParser(prog="python -m tests.pi.evening", description=__doc__)
    parser.add_argument(
        "harness", metavar="HARNESS", type=Path, help="the folder with boot.sh, run.sh, hw.sh"
    )
    parser.add_argument(
        "--wheels", type=Path, help="what `make wheels` filled; without it: already installed"
    )
    parser.add_argument("--pictures", type=Path, help="keep each of the panel's pictures in this folder")
    options = parser.parse_args()
    pi = VirtualPi(options.harness)
    if options.pictures is not None:
        options.pictures.mkdir(parents=True, exist_ok=True)
    try:
        if options.wheels is not None:
            install(pi, options.wheels)
        start_bare(pi)
        with tempfile.TemporaryDirectory(prefix="tholos-") as folder:
            _play(pi, Path(folder), options.pictures)
    except HarnessError as error:
        print(f"failed: {error}", file=sys.stderr)
        with suppress(HarnessError):  # a machine that does not even run has said so already
            print(pi.run("journalctl -b -u tholos --no-pager -o short-monotonic | tail -30"), file=sys.stderr)
        return 1
    return 0


def _play(pi: VirtualPi, folder: Path, pictures: Path | None) -> None:
    twin = Device(folder / "twin", Settings(), is_direct=True)
    with Table(UsbLead(pi.pico_socket, folder)) as table:
        evening = Evening(pi, table, twin, pictures)
        pi.i2c("present", 1)
        table.plug()
        for _ in range(round(REST_S / SLICE_S)):
            twin.step()
        evening.say(f"both plugged in; shown after {evening.await_picture('plugged in'):.1f} s: {twin.texts}")
        for act in read_script(SCRIPT):
            evening.play(act)
        check_end(pi, twin)
    twin.close()


if __name__ == "__main__":
    sys.exit(main())
