"""Lets every fault strike while games are played, and prints what became of them.

    python -m tests.faults --json --times 20

Exit status 1 if anything was lost, believed wrongly, not understood any more, or healed late.
"""

import argparse
import json
import os
import shutil
import sys
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from tests.faults import buttons, disk, display, link, power, processes
from tests.faults.result import Trial, table, tally
from tests.faults.simulated import REAL, strike_often

Strike = Callable[[int, int], list[Trial]]
"""Times and seed in, what became of each out."""


def strikes() -> dict[str, Strike]:
    """Every fault by its name."""
    simulated = (*link.FAULTS, *display.FAULTS, *buttons.FAULTS, *disk.FAULTS)
    found: dict[str, Strike] = {fault.name: partial(strike_often, fault) for fault in simulated}
    if shutil.which("strace"):
        found[power.FAULT.name] = power.strike_recorded
    real = partial(strike_often, make=processes.make_service, clock=REAL)
    return found | {fault.name: partial(real, fault) for fault in processes.FAULTS}


def main() -> int:
    """Run them, and print."""
    options = _options()
    chosen = [name for name in strikes() if (options.only or "") in name]
    if power.FAULT.name not in strikes():
        print("without strace no power is cut: sudo apt install strace", file=sys.stderr)
    if options.trace:
        trials = [
            trial for name in chosen for trial in strikes()[name](options.times, options.seed, tell=print)
        ]
    else:
        trials = _run(chosen, options.times, options.seed, options.jobs)
    rows = tally(trials)
    print(json.dumps({"seed": options.seed, "faults": rows}, indent=1) if options.json else table(rows))
    return 0 if all(trial.is_good for trial in trials) else 1


def _strike(name: str, times: int, seed: int) -> list[Trial]:
    return strikes()[name](times, seed)


def _run(chosen: list[str], times: int, seed: int, jobs: int) -> list[Trial]:
    """Several at once, each in a process of its own; what is done is told on stderr."""
    trials: list[Trial] = []
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        for done in [pool.submit(_strike, name, times, seed) for name in chosen]:
            trials += done.result()
            print(table(tally(trials)[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    return trials


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how often each fault strikes")
    parser.add_argument("--only", metavar="NAME", help="faults whose name has this in it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--trace", action="store_true", help="tell every event, one fault after the other")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
