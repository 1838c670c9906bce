"""The power cut: games are played in a process that strace records, on a device that dies at any instant.

`strike_recorded` starts it: `strace -ff ... -o RECORD python -m tests.faults.power RECORD TIMES SEED`. The
instants are between two turns of the loop, and within one: after any write, before any sync.
"""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from companion.settings import Settings
from companion.simulate.device import SLICE_S
from tests.faults.evening import Fault, Strike
from tests.faults.machine import STARTED_ANEW, SimulatedMachine
from tests.faults.recorded import COMMAND, EVERYTHING, NOTHING, Call, Disk, read_calls
from tests.faults.result import Trial
from tests.faults.simulated import SHORT, Pace, Tell, strike_often

NOTHING_WRITTEN_S = 40.0
"""So long is waited for a turn of the loop that writes."""
SHARES = (NOTHING, NOTHING, 0.3, 0.7, EVERYTHING)
"""Of what was not synced, so much is left."""


class RecordedMachine(SimulatedMachine):
    """A device whose disk is known call by call."""

    def __init__(self, record: str, folder: Path, seed: str) -> None:
        path = Path(f"{record}.{os.getpid()}")
        self._record = path.open(encoding="ascii", errors="replace")
        self._cut: Callable[[bool], bool] | None = None
        super().__init__(folder, Settings(), noise="field", seed=Random(seed).randrange(2**32))

    def calls(self) -> list[Call]:
        """Those since this was asked last."""
        return list(read_calls(self._record.readlines()))

    def feed(self, calls: list[Call]) -> None:
        """What the disk hears of."""
        for call in calls:
            self.disk.feed(call)

    def cut_when(self, cut: Callable[[bool], bool] | None) -> None:
        """Ask this after each turn of the loop, and whether that has settled something, until it is true.

        Then the power went within it: nobody has been shown what it settled.
        """
        self._cut = cut

    def cut(self, random: Random) -> None:
        """The power fails, as the disk knows what was written by now."""
        share = random.choice(SHARES)
        self.struck_how += f", of what was not synced {share:.0%} left"
        left = self.journal_folder.with_name("left")
        self.disk.rebuild(left, random, share)
        self.kill(left, is_power_cut=True)

    def step(self) -> None:
        """Let one slice of time pass."""
        shown = self.turns
        super().step()
        if self._cut is not None and self._cut(self.turns != shown):
            self._cut, self._seen_turns = None, shown

    def close(self) -> None:
        """Take it away."""
        super().close()
        self._record.close()

    def _start(self) -> None:
        self._record.seek(0, 2)
        self._journal_folder.mkdir(exist_ok=True)
        self.disk = Disk(self._journal_folder)
        super()._start()


def cut(machine: RecordedMachine, random: Random) -> Strike:
    """Between two turns of the loop, or within one that settles something (or writes at all)."""
    machine.feed(machine.calls())
    machine.struck_how = "between two turns of the loop"
    if random.random() < 0.7:
        is_any = random.random() < 0.3
        machine.cut_when(lambda is_settled: _cut_within(machine, random, is_wanted=is_any or is_settled))
        waited_s = 0.0
        while not machine.is_down and waited_s < NOTHING_WRITTEN_S:
            yield SLICE_S
            waited_s += SLICE_S
        machine.cut_when(None)
    if not machine.is_down:
        machine.cut(random)
    yield random.uniform(1.0, 4.0)
    machine.start()


def _cut_within(machine: RecordedMachine, random: Random, *, is_wanted: bool) -> bool:
    """Whether the turn of the loop that was just done is to be cut: then the disk has a part of it."""
    calls = machine.calls()
    ours = [number for number, call in enumerate(calls) if _is_in(call, machine.journal_folder)]
    if not ours or not is_wanted:
        machine.feed(calls)
        return False
    last = random.choice(ours)
    machine.feed(calls[: last + (calls[last].name not in ("fsync", "fdatasync"))])
    machine.struck_how = f"after call {ours.index(last) + 1} of {len(ours)} of a turn of the loop"
    machine.cut(random)
    return True


def _is_in(call: Call, folder: Path) -> bool:
    return call.path == str(folder) or call.path.startswith(f"{folder}/")


FAULT = Fault("power cut, un-synced writes dropped", cut, STARTED_ANEW, do_people_wait=False)


def strike_recorded(
    times: int, seed: int, tell: Tell | None = None, *, is_short: bool = False
) -> list[Trial]:
    """Let the power fail so many times, in a process of its own that strace records.

    `tell`: every event is told, on stderr.
    """
    with TemporaryDirectory(prefix="tholos-record-") as folder:
        record = f"{folder}/calls"
        command = [
            *COMMAND,
            record,
            sys.executable,
            "-m",
            "tests.faults.power",
            record,
            str(times),
            str(seed),
            *["short"] * is_short,
            *["told"] * (tell is not None),
        ]
        done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return [Trial(**trial) for trial in json.loads(done.stdout)]


def main(record: str, times: str, seed: str, *how: str) -> None:
    """Print the trials as JSON."""
    trials = strike_often(
        FAULT,
        int(times),
        int(seed),
        make=lambda folder, name: RecordedMachine(record, folder, name),
        tell=partial(print, file=sys.stderr) if "told" in how else None,
        pace=SHORT if "short" in how else Pace(),
    )
    print(json.dumps([asdict(trial) for trial in trials]))


if __name__ == "__main__":
    main(*sys.argv[1:])
