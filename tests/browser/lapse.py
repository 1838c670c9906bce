"""`tholos play` in fast motion, in a process of its own: `python -m tests.browser.lapse PORT PACE`.

Everything is as people start it, but that the table's time goes PACE times as fast as life's, as slow motion
is made the other way round, and that it is always the same table.
"""

import sys
from contextlib import suppress
from pathlib import Path

from companion.simulate import play
from companion.simulate.virtual import VirtualTable


def main(port: int, pace: float) -> None:
    """Serve until it is ended by a signal."""

    def fast_table(folder: Path, *, seed: int) -> VirtualTable:
        table = VirtualTable(folder, seed=1)
        table.speed = pace
        return table

    play.VirtualTable = fast_table  # type: ignore[assignment,misc]
    with suppress(KeyboardInterrupt):
        play.play(lambda line: print(line, flush=True), port)


if __name__ == "__main__":
    main(int(sys.argv[1]), float(sys.argv[2]))
