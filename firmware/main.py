"""Starts the sensors on whatever board this is; on a Pico it runs by itself after power-up."""

import sys


def main():
    """Choose the board and run."""
    if sys.platform == "rp2":
        from boards.pico import Board
    elif sys.implementation.name == "micropython":
        from boards.unix import Board
    else:
        from boards.cpython import Board
    from talker import run  # after the board: it knows where the frame definition is

    run(Board())


if __name__ == "__main__":
    main()
