"""Lets every fault strike while games are played, and prints what became of them.

    python -m tests.faults --json --times 20

Exit status 1 if anything was lost, believed wrongly, not understood any more, healed late, or not felt.
"""

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor

from tests.bench.command import at_least, finish
from tests.faults import disk, power
from tests.faults.every import strike, strikes
from tests.faults.result import Trial, table, tally


def main() -> int:
    """Run them, and print."""
    options = _options()
    chosen = options.chosen
    if power.FAULT.name not in strikes():
        print("without strace no power is cut: sudo apt install strace", file=sys.stderr)
    if disk.FULL.name not in strikes():
        print("without root no disk is full: sudo", sys.executable, "-m tests.faults", file=sys.stderr)
    if options.trace:
        trials = [
            trial for name in chosen for trial in strikes()[name](options.times, options.seed, tell=print)
        ]
    else:
        trials = _run(chosen, options.times, options.seed, options.jobs)
    rows = tally(trials)
    load = round(os.getloadavg()[1] / (os.cpu_count() or 1), 1)  # above 1 what is in real time heals late
    figures = {"seed": options.seed, "load_a_core": load, "faults": rows}
    print(json.dumps(figures, indent=1) if options.json else f"{table(rows)}\nload a core: {load}")
    return 0 if all(trial.is_good for trial in trials) else 1


def _run(chosen: list[str], times: int, seed: int, jobs: int) -> list[Trial]:
    """Several at once, each in a process of its own; what is done is told on stderr."""
    trials: list[Trial] = []
    with ProcessPoolExecutor(jobs, max_tasks_per_child=1) as pool:
        for done in [pool.submit(strike, name, times, seed) for name in chosen]:
            trials += done.result()
            print(table(tally(trials)[-1:]).splitlines()[-1], file=sys.stderr, flush=True)
    return trials


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=at_least(1), default=20, help="how often each fault strikes")
    parser.add_argument("--only", metavar="NAME", help="faults whose name has this in it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=at_least(1), default=os.cpu_count() or 1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--trace", action="store_true", help="tell every event, one fault after the other")
    options = parser.parse_args()
    options.chosen = [name for name in strikes() if (options.only or "") in name]
    if not options.chosen:
        parser.error(f"no fault that can strike here has {options.only!r} in it: {', '.join(strikes())}")
    return options


if __name__ == "__main__":
    finish(main)
