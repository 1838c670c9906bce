"""Lets every fault strike while games are played, and prints what became of them.

    python -m tests.faults --json --times 20

Exit status 1 if anything was lost, believed wrongly, not understood any more, or healed late.
"""

import argparse
import json
import sys

from tests.faults import buttons, disk, display, link
from tests.faults.result import Trial, table, tally
from tests.faults.simulated import strike_often

SIMULATED = (*link.FAULTS, *display.FAULTS, *buttons.FAULTS, *disk.FAULTS)


def main() -> int:
    """Run them, and print."""
    options = _options()
    trials: list[Trial] = []
    for fault in SIMULATED:
        if options.only is None or options.only in fault.name:
            trials += strike_often(fault, options.times, options.seed, print if options.trace else None)
            print(table(tally(trials)[-1:]), file=sys.stderr, flush=True)
    rows = tally(trials)
    print(json.dumps({"seed": options.seed, "faults": rows}, indent=1) if options.json else table(rows))
    return 0 if all(trial.is_good for trial in trials) else 1


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--times", type=int, default=20, help="how often each fault strikes")
    parser.add_argument("--only", metavar="NAME", help="faults whose name has this in it")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--trace", action="store_true", help="tell every event")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
