"""What onlookers cost the device: `python -m tests.bench.onlookers --json`.

The device runs in a process of its own, as in `tests.bench.daemon`: the real loop in real time, the firmware
behind a pseudo-terminal, simulated ends; and its page is on. Here hands put a stone on D or E and take it off
again, without end. Measured is the time from the first frame with the stone at rest to the picture on the
glass that shows it: alone, and with onlookers (another process), in turns of equal length, so that whatever
else this machine does befalls both. Then the page is attacked, from this machine, bounded in time and count.
"""

import argparse
import json
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.rules.pieces import Colour, Location
from companion.simulate.acts import Aside, Line
from companion.simulate.hands import Hands
from companion.simulate.plate import NOISES, PERIOD_S, Plate
from companion.simulate.report import summary_ms
from companion.simulate.sensors import FirmwareSensors
from companion.simulate.stones import Things, weigh_stones
from tests.bench.command import at_least, finish
from tests.bench.daemon import _cpu_s, _resident_mb

EVERY_S = 1.25
"""From one touch of a pad to the next: long enough for the screen to follow."""
TURNS = 4
"""With and without onlookers, each so often."""
_LINE = Line("bench", 0, "")


class Game:
    """Hands at a plate in real time, and when each of their stones came to rest."""

    def __init__(self, folder: Path) -> None:
        random = Random(1)
        self.sensors = FirmwareSensors(folder)
        self._plate = Plate(random, NOISES["field"])
        self._hands = Hands(Things(weigh_stones(random)), self._plate, random)
        self._is_over = threading.Event()
        self.rests: list[tuple[float, str]] = []
        """The monotonic second at which the sensors had told of it, and the heights from then on."""
        self._thread = threading.Thread(target=self._play)
        self._thread.start()

    def close(self) -> None:
        """Hands off."""
        self._is_over.set()
        self._thread.join()
        self.sensors.close()

    def _play(self) -> None:
        began_s, step, next_s, rest_s = time.monotonic(), 0, 3.0, float("inf")
        lies_on: Location | None = None
        while not self._is_over.is_set():
            step += 1
            now_s = step * PERIOD_S
            loads = self._hands.loads_at(self._plate.times_s(now_s))
            self.sensors.advance(now_s, self._plate.counts(now_s, loads))
            if now_s >= rest_s:
                self.rests.append((time.monotonic(), _heights(lies_on)))
                rest_s = float("inf")
            if now_s >= next_s:
                lies_on, rest_s = self._touch(lies_on, step, now_s)
                next_s = now_s + EVERY_S
            self._is_over.wait(max(0.0, began_s + now_s - time.monotonic()))

    def _touch(self, lies_on: Location | None, step: int, now_s: float) -> tuple[Location | None, float]:
        """Take the stone that lies off, or put one down; where it lies then, and when the pad rests."""
        if lies_on is not None:
            taken = self._hands.pick_up(_LINE, lies_on, None, now_s)
            self._hands.put_down(taken, Aside.QUARRY, taken.end_s + 0.1)
            return None, taken.end_s
        target = Location.D if step % 4 < 2 else Location.E
        taken = self._hands.pick_up(_LINE, Aside.QUARRY, Colour.WHITE, now_s)
        return target, self._hands.put_down(taken, target, taken.end_s + 0.1).end_s


def _heights(lies_on: Location | None) -> str:
    """Of an empty temple, but for one stone."""
    return ",".join(str(int(place is lies_on)) for place in Location)


class Device:
    """The daemon's process, and what its glass has shown."""

    def __init__(self, sensors: str, folder: str) -> None:
        command = [sys.executable, "-m", "tests.bench.bench_page", sensors, folder, "0"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self._lines = self.process.stdout
        port, thread = self._lines.readline().split()
        self.port, self.thread = int(port), int(thread)
        self.shown: list[tuple[float, str]] = []
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        for line in self._lines:
            second, _, heights = line.strip().partition(" ")
            self.shown.append((float(second), heights))

    @property
    def server_cpu_s(self) -> float:
        """What the server's thread has used so far."""
        return _cpu_s(f"{self.process.pid}/task/{self.thread}")

    def close(self) -> int:
        """Stop it; its exit status."""
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(10)
        self._reader.join()
        self._lines.close()
        return status


def latencies_s(
    rests: list[tuple[float, str]], shown: list[tuple[float, str]], times: list[tuple[float, float]]
) -> list[float]:
    """From each rest within these times to the first picture that shows it."""
    found = []
    for rest_s, heights in rests:
        if any(begun_s <= rest_s < ended_s for begun_s, ended_s in times):
            seen = [at_s for at_s, showing in shown if at_s >= rest_s and showing == heights]
            found += [seen[0] - rest_s] if seen and seen[0] - rest_s < EVERY_S else []
    return found


def measure(seconds: float, onlookers: int) -> dict[str, Any]:
    """Some seconds alone, as many with onlookers, as many under attack."""
    with TemporaryDirectory() as folder:
        game = Game(Path(folder))
        device = Device(game.sensors.path, folder)
        try:
            figures = _phases(game, device, seconds, onlookers)
        finally:
            status = device.close()
            game.close()
    return {"seconds": seconds, "onlookers": onlookers, **figures, "exit_status": status}


def _phases(game: Game, device: Device, seconds: float, onlookers: int) -> dict[str, Any]:
    time.sleep(5.0)
    memory = {"before": _resident_mb(device.process.pid)}
    times: dict[str, list[tuple[float, float]]] = {"alone": [], "watched": [], "attacked": []}
    told: dict[str, list[dict[str, int]]] = {"watched": [], "attacked": []}
    used_s = {name: 0.0 for name in times}
    turns = [("alone", 0), ("watched", onlookers)] * TURNS + [("attacked", 0)]
    for name, crowd in turns:
        lasts_s = seconds if name == "attacked" else seconds / TURNS
        begun_s, cpu_s = time.monotonic(), device.server_cpu_s
        if name == "alone":
            time.sleep(lasts_s)
        else:
            command = [sys.executable, "-m", "tests.bench.crowd", str(device.port), str(lasts_s), str(crowd)]
            said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
            told[name].append(json.loads(said))
            memory[name] = _resident_mb(device.process.pid)
        times[name].append((begun_s, time.monotonic()))
        used_s[name] += device.server_cpu_s - cpu_s
    time.sleep(EVERY_S)
    figures: dict[str, Any] = {}
    for name, when in times.items():
        found_s = latencies_s(game.rests, device.shown, when)
        lasted_s = sum(ended_s - begun_s for begun_s, ended_s in when)
        due = sum(any(begun_s <= at_s < ended_s for begun_s, ended_s in when) for at_s, _ in game.rests)
        figures[name] = {
            "latency_ms": summary_ms(found_s),
            "stones": due,
            "not_shown": due - len(found_s),
            "server_cpu_percent": round(100 * used_s[name] / lasted_s, 2),
            **{key: sum(each[key] for each in told.get(name, [])) for key in (told.get(name) or [{}])[0]},
        }
    figures["resident_mb"] = {name: round(size, 1) for name, size in memory.items()}
    return figures


def main() -> None:
    """Measure, and print JSON or lines."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    parser.add_argument(
        "--seconds", type=at_least(1.0), default=120.0, help="of each: alone, watched, attacked"
    )
    parser.add_argument("--onlookers", type=at_least(1), default=50)
    options = parser.parse_args()
    figures = measure(options.seconds, options.onlookers)
    print(
        json.dumps(figures, indent=1) if options.json else "\n".join(f"{k}: {v}" for k, v in figures.items())
    )


if __name__ == "__main__":
    finish(main)
