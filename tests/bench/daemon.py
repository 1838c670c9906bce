"""How long the daemon takes to start and what it costs to wait: `python -m tests.bench.daemon --json`.

The daemon runs in a process of its own, as on a Pi: the real loop, clock, serial port, painter's thread and
journal. Only the ends are simulated: mock pins, luma's ssd1306 writing to a simulated chip, and the
firmware with its plate, which this process runs in real time. The figures are the daemon process's alone.

Bytes to the disk are the kernel's own count, `write_bytes` of /proc/PID/io: every page that the process makes
dirty in the page cache of a file system with a disk below it, so whole pages of 4,096 bytes. The folder must
not be a memory disk. For a game, `tests.bench.game_bytes` plays a whole one with presses through all stages,
in a process of its own, from before the journal is made to after it is closed.
"""

import argparse
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.rules.pieces import Location
from companion.simulate.plate import NOISES, Plate
from companion.simulate.sensors import PERIOD_S, FirmwareSensors
from tests.bench.command import at_least, finish

IDLE_S = 30.0


def main() -> None:
    """Measure, and print JSON or lines."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--idle", type=at_least(1.0), default=IDLE_S, metavar="SECONDS")
    options = parser.parse_args()
    figures = measure(options.idle)
    print(
        json.dumps(figures, indent=1) if options.json else "\n".join(f"{k}: {v}" for k, v in figures.items())
    )


def measure(idle_s: float) -> dict[str, float]:
    """Start a daemon, wait for its first frame, then watch it idle."""
    with TemporaryDirectory() as folder:
        sensors = FirmwareSensors(Path(folder))
        is_over = threading.Event()
        plate = threading.Thread(target=_run_plate, args=(sensors, is_over))
        plate.start()
        began_s = time.monotonic()
        daemon = subprocess.Popen(
            [sys.executable, "-m", "tests.bench.bench_daemon", sensors.path, folder],
            stdout=subprocess.PIPE,
            text=True,
        )
        assert daemon.stdout is not None
        first_frame_s = float(daemon.stdout.readline())
        time.sleep(3)
        before_bytes, before_s = _ask(daemon), _cpu_s(daemon.pid)
        before_written = written_bytes(daemon.pid)
        time.sleep(idle_s)
        cpu_s, resident_mb = _cpu_s(daemon.pid) - before_s, _resident_mb(daemon.pid)
        idle_bytes = _ask(daemon) - before_bytes
        idle_written = written_bytes(daemon.pid) - before_written
        daemon.send_signal(signal.SIGTERM)
        daemon.wait(10)
        is_over.set()
        plate.join()
        sensors.close()
    return {
        "start_to_first_frame_s": round(first_frame_s - began_s, 3),
        "resident_mb": round(resident_mb, 1),
        "idle_s": idle_s,
        "idle_cpu_percent": round(100 * cpu_s / idle_s, 2),
        "idle_display_bytes": idle_bytes,
        "idle_hour_disk_bytes": round(3600 * idle_written / idle_s),
        **_game_bytes(),
        "exit_status": daemon.returncode,
    }


def _game_bytes() -> dict[str, int]:
    said = subprocess.run(
        [sys.executable, "-m", "tests.bench.game_bytes"], stdout=subprocess.PIPE, text=True, check=True
    )
    return {str(key): int(value) for key, value in json.loads(said.stdout).items()}


def written_bytes(pid: int | str) -> int:
    """What a process has had written to disks so far."""
    fields = dict(line.split(": ") for line in Path(f"/proc/{pid}/io").read_text().splitlines())
    return int(fields["write_bytes"])


def _run_plate(sensors: FirmwareSensors, is_over: threading.Event) -> None:
    plate = Plate(Random(1), NOISES["field"])
    began_s = time.monotonic()
    step = 0
    while not is_over.is_set():
        step += 1
        sensors.advance(step * PERIOD_S, plate.counts(step * PERIOD_S, (0.0,) * len(Location)))
        is_over.wait(max(0.0, began_s + step * PERIOD_S - time.monotonic()))


def _ask(daemon: subprocess.Popen[str]) -> int:
    """The bytes sent to the display so far."""
    assert daemon.stdout is not None
    daemon.send_signal(signal.SIGUSR1)
    return int(daemon.stdout.readline())


def _cpu_s(pid: int | str) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0]) / 1024


if __name__ == "__main__":
    finish(main)
