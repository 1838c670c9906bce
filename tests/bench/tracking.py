"""Does the device keep up with people? `python -m tests.bench.tracking --games 500 --noise field --json`.

Plays complete games, basic and advanced by turns, and compares what the device settles with what was done.
A game is a function of seed, index and noise: one that failed is named on stderr, and played again, event by
event, with `--only INDEX --trace`. What the people do and never do: `tests/bench/people.py`; their habits are
estimates, nobody has filmed a table yet.

The figures:
  wrong_settled           turns on record that were not what was done
  unresolved              games that ended with another belief than the truth, or were given up
  questions_per_turn      what the glass asked, and below how often of each kind
  presses_per_turn        asked for; needed: what the panel grammar cannot do without; unasked: beyond both
  revised                 turns taken off the record again by the device itself
  false_mismatches        told though nobody had done anything wrong
  mismatch_ms             from the rest of an illegal stone to the glass that says so
  latency_ms              from the rest of a stone to the glass that shows it, computing time included
  compute_us              one pump of the loop: a frame that changed nothing, an event, a turn that settled
  plain                   for comparison: whole stones after a fixed wait, the first legal turn that fits;
                          after each wrong turn it is set right, as people would have to
  happened                how often people did what makes it hard
"""

import argparse
import json
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from companion.simulate.noise import NOISES
from tests.bench.command import at_least, finish
from tests.bench.game import Played, play
from tests.bench.measures import Measures


def main() -> int:
    """Play, and print what was measured; exit 1 if a turn was settled wrong or a game not understood."""
    options = _options()
    if options.trace:
        played = [play(options.seed, options.only, options.noise, print)]
    else:
        indices = range(options.games) if options.only is None else [options.only]
        played = run(options.seed, list(indices), options.noise, options.jobs)
    total = Measures()
    for game in played:
        total.join(game.measures)
    figures = {"noise": options.noise, "seed": options.seed, **total.as_json()}
    print(
        json.dumps(figures, indent=1) if options.json else "\n".join(f"{k}: {v}" for k, v in figures.items())
    )
    return 1 if figures["wrong_settled"] or figures["unresolved"] else 0


def run(seed: int, indices: list[int], noise: str, jobs: int) -> list[Played]:
    """Play these games, several at once; what failed is told on stderr as soon as it is known."""
    one = partial(play, seed, noise=noise)
    if jobs == 1:
        return [_told(one(index)) for index in indices]
    with ProcessPoolExecutor(jobs) as pool:
        return [_told(game) for game in pool.map(one, indices)]


def _told(game: Played) -> Played:
    if game.verdict is not None:
        events = "\n".join(game.events)
        print(f"game {game.index}: {game.verdict}\n{events}\n", file=sys.stderr, flush=True)
    return game


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=at_least(1), default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--noise", choices=tuple(NOISES), default="field")
    parser.add_argument("--jobs", type=at_least(1), default=os.cpu_count() or 1)
    parser.add_argument("--only", type=at_least(0), metavar="INDEX", help="one game alone")
    parser.add_argument("--trace", action="store_true", help="tell every event of the one game")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.trace and options.only is None:
        parser.error("--trace tells one game: name it with --only INDEX")
    return options


if __name__ == "__main__":
    finish(main)
