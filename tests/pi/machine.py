"""The virtual Pi as its harness offers it: scripts that boot it, run commands in it and work its pins."""

import os
import subprocess
import tempfile
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path

from PIL import Image

ENLARGED = 4
"""hw.sh enlarges the panel's picture so much."""
PANEL = "/sys/bus/platform/devices/vpi-i2c/present"
"""In the guest: 1 while the panel is plugged in."""
PANEL_IS_OUT = f"""\
[Unit]
DefaultDependencies=no
After=systemd-modules-load.service
Before=tholos.service
[Service]
Type=oneshot
ExecStart=/bin/sh -c 'echo 0 >{PANEL}'
[Install]
WantedBy=multi-user.target
"""
"""In the guest: the panel's lead is off as the machine starts."""


UNUSED_LINE = "/sys/devices/platform/vpi-gpio/gpiochip0/sim_gpio27/pull"
"""In the guest: where a pin that nobody uses is driven from outside."""
TIME_EDGES = """\
longest=0; ended=${EPOCHREALTIME/./}
for k in {1..20}; do for pull in down up; do
    echo pull-$pull >$1; now=${EPOCHREALTIME/./}
    [ $((now - ended)) -gt $longest ] && longest=$((now - ended)); ended=$now
done; done; echo $longest"""
"""At the line $1, what hw.sh does when a contact bounces; says the longest pause in microseconds.
Nothing in it starts a process: that alone takes longer than many edges."""


class HarnessError(RuntimeError):
    """A script of the harness, or a command in the guest, ended with another status than 0."""


class VirtualPi:
    """One virtual Pi; `harness` is the folder with its scripts, what they keep is in $VPI_DIR."""

    def __init__(self, harness: Path) -> None:
        self._harness = harness.resolve()
        self._environment = {"VPI_MEM": "512", **os.environ}  # as little as a Zero 2 W has
        shown = subprocess.run(
            ["/bin/bash", "-c", '. "$0/env.sh" && echo "$VPI_DIR"', self._harness],
            env=self._environment,
            stdout=subprocess.PIPE,
            check=True,
        )
        self.folder = Path(shown.stdout.decode().strip())

    @property
    def pico_socket(self) -> Path:
        """Who connects here is plugged in as a Pico."""
        return self.folder / "pico.sock"

    def boot(self, *, is_fresh: bool = False, clock: datetime | None = None) -> str:
        """Switch on, with the disk as it was left or a fresh one; what boot.sh says once it is up.

        `clock` is what the machine takes for now. systemd lifts a clock that is behind the day on which it
        was built; to its own option (kernel-command-line(7)) it does no such thing.
        """
        extra = {} if is_fresh else {"KEEP": "1"}
        if clock is not None:
            extra["VPI_RTC"] = f"{clock:%Y-%m-%dT%H:%M:%S}"
            extra["VPI_APPEND"] = f"systemd.clock-usec={round(clock.timestamp() * 1e6)}"
        return self._call(["boot.sh"], extra)

    def shut_down(self) -> str:
        """Switch off in good order."""
        return self._call(["stop.sh"])

    def cut_power(self) -> str:
        """What was not on the disk is gone."""
        return self._call(["stop.sh", "-9"])

    def run(self, command: str, user: str = "root") -> str:
        """What a command in the guest prints; HarnessError where it fails."""
        return self._call(["run.sh", command], {"VPI_USER": user})

    def put(self, source: Path, target: str, user: str = "root") -> None:
        """Copy a folder into the guest's folder; of a checkout what git would track."""
        self._call(["put.sh", str(source), target], {"VPI_USER": user})

    def press(self, pin: int, seconds: float, *, is_bouncing: bool = False) -> None:
        """Hold a button down."""
        self._call(["hw.sh", "bounce" if is_bouncing else "press", str(pin), str(seconds)])

    def edge_ms(self) -> float:
        """The longest that the guest takes now from one edge of a bouncing contact to the next, in ms."""
        return float(self.run(f"set -- {UNUSED_LINE}; {TIME_EDGES}")) / 1000

    def i2c(self, name: str, value: int) -> None:
        """`present` 0: the panel is out; `hang` 1: every transfer times out after a second."""
        self._call(["hw.sh", "i2c", name, str(value)])

    def picture(self) -> Image.Image:
        """What the panel shows: 128 by 64, mode "1", black while it is off."""
        with tempfile.NamedTemporaryFile(suffix=".png") as file:
            self._call(["hw.sh", "oled", file.name])
            with Image.open(file.name) as image:
                small = image.convert("L").resize(
                    (image.width // ENLARGED, image.height // ENLARGED), Image.Resampling.NEAREST
                )
        return small.point(lambda level: 255 if level else 0, "1")

    def _call(self, words: Sequence[str], extra: dict[str, str] | None = None) -> str:
        # Into files: ssh leaves a process behind that keeps its outputs open, and a pipe would wait for it.
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                [self._harness / words[0], *words[1:]],
                env={**self._environment, **(extra or {})},
                stdin=subprocess.DEVNULL,
                stdout=said,
                stderr=subprocess.STDOUT,
                check=False,
            )
            said.seek(0)
            text = said.read().decode(errors="replace").rstrip()
        if done.returncode:
            raise HarnessError(f"{' '.join(words)}: exit status {done.returncode}\n{text}")
        return text
