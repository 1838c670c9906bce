"""Does the device keep up with people? `python -m tests.bench.tracking --games 500 --noise field --json`.

Plays complete games, basic and advanced by turns, and compares what the device settles with what was done.
A game is a function of seed, index and noise: one that failed is named on stderr, and played again, event by
event, with `--only INDEX --trace`. What the people do and never do: `tests/bench/people.py`; their habits are
estimates, nobody has filmed a table yet.

The figures; a turn counts from the moment when somebody begins it, times at the table are simulated:

  games, turns               played; a game with a wrong turn ends there, and is counted with its turns so far
  wrong_settled              turns on record that were not what was done
  unresolved                 games that ended with another belief than the truth, were given up or did not
                             end; one with a turn in wrong_settled is counted here, too
  questions_per_turn         what the glass asked; a question that comes back or changes, as a forgotten
                             take's does with each of its stones, counts anew
  questions                  how often of each kind, by the names in companion/tracker/question.py; unknown:
                             the bench knew no answer
  presses_per_turn           answers to questions, and takes pressed; an answer given twice counts twice
  presses_needed_per_turn    what the panel grammar demands for each turn as if nothing else happened; in fact
                             some are spared, so that presses_per_turn may be less: the rival's stone stands
                             for the OK that means no bonus, a colour named before the stone answers what
                             would be asked
  unasked_presses_per_turn   beyond presses_per_turn: a colour named before the stone, or though the device
                             knows it; an answer from who has the stone that would answer in the other hand
  revised                    turns taken off the record again by the device itself
  refused_presses            how often the glass named the rule that a press breaks
  presses_unsaid             takes on the glass that nobody makes, unsaid with BACK; those presses count
                             nowhere else
  false_mismatches_per_game  told though nothing illegal lay there, no stone was, or had just been, in a hand
                             for over a second, and no take had been forgotten
  illegal_acts               stones moved as no rule allows, and put back once the glass has said so
  illegal_acts_not_told      of these, the ones of which the glass said nothing for 4 s; they are put back,
                             too
  mismatch_ms                from the end of such an act, the stone at rest or still in the hand, to the glass
                             that says so
  latency_ms                 from the rest of a stone, if no hand moves meanwhile, to the glass that shows all
                             as they lie, computing time included
  compute_us                 the computing time of one pump of the loop; frame: it changed nothing, event: it
                             changed what the glass shows, settled: of the pumps that settled a turn,
                             whichever they are
  cpu_percent_of_core        all of that, in per cent of the time at the table; nothing is drawn or written
  plain                      for comparison: whole stones after a fixed wait, the first legal turn that fits;
                             wrong_turns: played, and not taken as such, or taken, and not played; after each
                             it is set right, as people would have to; latency_ms: the same as above, but for
                             the computing time
  simulated_s                the time at the table, of all games together
  happened                   how often people did what makes it hard; those that never came are left out:
    adjust                   fingers went back to a stone just put down
    agree                    the placed stone's colour was pressed while only its bonus was asked for
    brush                    a hand that put a stone down touched the column beside it
    forget take              a take that nobody pressed until the glass asked for it
    hover                    between turns, a stone lifted a little and put back
    knock                    something bumped the table
    lean                     a hand rested on a column
    lift again               a stone just put down, lifted once more and put back
    name first               the colour was pressed before the stone was placed
    overlap                  a turn begun before the one before it was settled
    pick wrong               before a bonus, a stone lifted that was not meant, and put back
    press late               somebody took 2 to 6 s to answer
    recount                  stones taken off a column that the glass has wrong, and put back one by one
    set straight             the top stone of a column that the glass could not read, lifted and put back
    wrong column             a stone put on another column, and taken off there at once
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
from tests.bench.legend import LEGEND
from tests.bench.measures import Measures


def main() -> int:
    """Play, and print what was measured; exit 1 if a turn was settled wrong or a game not understood."""
    options = _options()
    if options.trace:
        print(LEGEND)
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
    parser.add_argument(
        "--trace", action="store_true", help="tell every event of the one game, below a legend"
    )
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    if options.trace and options.only is None:
        parser.error("--trace tells one game: name it with --only INDEX")
    return options


if __name__ == "__main__":
    finish(main)
