"""What a whole game costs the disk: `python -m tests.bench.game_bytes`; see `tests.bench.daemon`."""

import json

from companion.simulate.session import EXAMPLE, play_script
from tests.bench.command import finish
from tests.bench.daemon import written_bytes


def main() -> None:
    """Play the shipped game once to have everything loaded and made, then once more, counted."""
    play_script(EXAMPLE, is_fast=True, is_paced=False)
    before = written_bytes("self")
    outcome = play_script(EXAMPLE, is_fast=True, is_paced=False)
    written = written_bytes("self") - before
    turns = len(outcome.report["turns"])
    print(
        json.dumps(
            {
                "game_turns": turns,
                "game_disk_bytes": written,
                "game_disk_bytes_a_turn": round(written / turns),
            }
        )
    )


if __name__ == "__main__":
    finish(main)
