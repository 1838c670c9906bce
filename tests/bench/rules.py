"""How fast the rules are: random games of ours and of python-chess, in alternation, in one run.

    python -m tests.bench.rules [--json]

python-chess is the yardstick because its rules are written in Python too. Both sides do the same: list every
legal turn, choose one at random, play it. Its games stop at 300 plies, as random chess can go on for long.
"""

import argparse
import cProfile
import json
import pstats
import random
import statistics
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import chess

from companion.clock import RealClock
from companion.rules.legal import legal_turns
from companion.rules.pieces import Player
from companion.rules.play import after
from companion.rules.position import Position
from tests.bench.command import finish

ROUNDS = 5
ROUND_S = 1.0
CHESS_PLIES = 300
PROFILED_GAMES = 100


@dataclass(frozen=True)
class Speed:
    """One round: how much was done per second."""

    plies: float
    playouts: float
    turns: float
    """Legal turns listed."""


def play_tholos(rng: random.Random) -> tuple[int, int]:
    """One random game: its plies, and how many legal turns were listed on the way."""
    position, plies, listed = Position.start(Player.WHITE), 0, 0
    while turns := legal_turns(position):
        position = after(position, rng.choice(turns))
        plies += 1
        listed += len(turns)
    return plies, listed


def play_chess(rng: random.Random) -> tuple[int, int]:
    """The same for chess."""
    board, plies, listed = chess.Board(), 0, 0
    while plies < CHESS_PLIES and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        plies += 1
        listed += len(moves)
    return plies, listed


def measure(play: Callable[[random.Random], tuple[int, int]], seed: int) -> Speed:
    """Play games for a round's time."""
    rng, clock = random.Random(seed), RealClock()
    begin_s = clock.now_s()
    games = plies = listed = 0
    while (spent_s := clock.now_s() - begin_s) < ROUND_S:
        more_plies, more_listed = play(rng)
        games, plies, listed = games + 1, plies + more_plies, listed + more_listed
    return Speed(plies / spent_s, games / spent_s, listed / spent_s)


def what_limits() -> str:
    """The functions that most of the engine's own time goes to, from a profile made now."""
    rng, profile = random.Random(0), cProfile.Profile()
    profile.enable()
    for _ in range(PROFILED_GAMES):
        play_tholos(rng)
    profile.disable()
    own_s = {
        f"{Path(file).name}:{name}" if line else name: values[2]
        for (file, line, name), values in pstats.Stats(profile).stats.items()  # type: ignore[attr-defined]
    }
    total_s = sum(own_s.values())
    most = sorted(own_s.items(), key=lambda item: -item[1])[:5]
    return ", ".join(f"{name} {spent_s / total_s:.0%}" for name, spent_s in most) + " of own time, profiled"


def run() -> dict[str, object]:
    """All rounds, ours and theirs in alternation; the medians."""
    ours, theirs = [], []
    for seed in range(ROUNDS):
        ours.append(measure(play_tholos, seed))
        theirs.append(measure(play_chess, seed))
    tholos_plies = statistics.median(speed.plies for speed in ours)
    chess_plies = statistics.median(speed.plies for speed in theirs)
    return {
        "tholos_plies_per_s": round(tholos_plies),
        "chess_plies_per_s": round(chess_plies),
        "ratio": round(tholos_plies / chess_plies, 2),
        "ratio_of_each_round": [round(a.plies / b.plies, 2) for a, b in zip(ours, theirs, strict=True)],
        "tholos_playouts_per_s": round(statistics.median(speed.playouts for speed in ours)),
        "tholos_legal_turns_per_s": round(statistics.median(speed.turns for speed in ours)),
        "limited_by": what_limits(),
    }


def main() -> None:
    """Print what was measured."""
    parser = argparse.ArgumentParser(description="How fast the rules are, beside python-chess.")
    parser.add_argument("--json", action="store_true", help="for programs")
    as_json = parser.parse_args().json
    measured = run()
    print(
        json.dumps(measured) if as_json else "\n".join(f"{key}: {value}" for key, value in measured.items())
    )


if __name__ == "__main__":
    finish(main)
