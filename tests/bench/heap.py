"""How much memory the firmware holds, as simulated time goes by, in a heap of 128 KiB.

python -m tests.bench.heap              an hour, which takes some minutes
python -m tests.bench.heap --minutes 2
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from companion.simulate.sensors import HEAP
from tests.bench.command import at_least, finish

ROOT = Path(__file__).parents[2]
MICROPYTHON = Path(sys.executable).with_name("micropython")

# Every minute another load, faults of each kind now and then, questions and noise on the line.
PROGRAM = """
import gc, sys
root, seconds, every = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
sys.path += [root + "/companion/link", root + "/companion/simulate", root + "/firmware"]
from boards.simulated import SimulatedBoard
from talker import run
WORDS = (
    "1000 -2000 300000 -400000 5 60 70", "1000 - 300000= -400000 9000000 60/ 70",
    "1000~ -2000! 300000 -400000 -9000000 60/ 70=", "- - - - - - -",
)
class Wire:
    bytes = heard = 0
    def read(self):
        self.heard += 1
        return (b"?\\n", b"", b"tholos", b"\\x03#" * 30)[self.heard // 50 % 4]
    def write(self, line):
        self.bytes += len(line)
class Commands:
    second = 0
    def readline(self):
        if self.second % every == 0:
            gc.collect()
            print(self.second, gc.mem_alloc(), wire.bytes)
        if self.second == seconds:
            return b""
        self.second += 1
        return "{} {}".format(self.second * 1000000, WORDS[self.second // 7 % 4]).encode()
class Answers:
    def write(self, line):
        pass
wire = Wire()
run(SimulatedBoard(wire, Commands(), Answers()))
"""


def looks(seconds: int, every_s: int) -> Iterator[tuple[int, int, int]]:
    """Seconds, bytes held after a collection, bytes sent so far; CalledProcessError if it ran out."""
    command = [MICROPYTHON, "-X", f"heapsize={HEAP}", "-c", PROGRAM, ROOT, str(seconds), str(every_s)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as firmware:
        for line in firmware.stdout or ():
            second, held, sent = map(int, line.split())
            yield second, held, sent
    if firmware.returncode:
        raise subprocess.CalledProcessError(firmware.returncode, str(command[0]))


def main() -> None:
    """Print what is held at each minute, then the least and the most of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=at_least(1), default=60)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    helds = []
    for second, held, sent in looks(options.minutes * 60, 60):
        helds.append(held)
        if not options.json:
            print(f"minute {second // 60:3}: {held} bytes held, {sent} sent", flush=True)
    # the first is before the first frame; what it needs to run comes with that
    least, most = min(helds[1:]), max(helds[1:])
    if options.json:
        print(json.dumps({"minutes": options.minutes, "least_bytes": least, "most_bytes": most}))
    else:
        print(f"{least} to {most} bytes of {HEAP}")


if __name__ == "__main__":
    finish(main)
