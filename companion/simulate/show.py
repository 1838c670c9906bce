"""The game that `tholos play` shows: the example story on a whole simulated device, in a terminal."""

from collections.abc import Callable
from shutil import get_terminal_size

from PIL import Image

from companion.rules.notation import parse_position
from companion.rules.pieces import Player
from companion.rules.score import score
from companion.simulate.acts import Act
from companion.simulate.caption import caption, verdict
from companion.simulate.session import EXAMPLE, play_script
from companion.simulate.terminal import TerminalGlass

WHAT_NEXT = "Next: tholos simulate FILE, see README.md"


def show_game(write: Callable[[str], object], *, is_terminal: bool) -> str:
    """Play it in real time, each picture and each act written out; "" or the expectation that did not hold.

    Ctrl-C may end it at any time; the cursor is given back in any case.
    """
    glass = TerminalGlass(write, is_terminal=is_terminal, size=get_terminal_size)
    last: Image.Image | None = None

    def watch(image: Image.Image, second: float, act: Act | None, to_move: Player) -> None:
        nonlocal last
        last = image
        glass.show(image, caption(act, to_move), f"{second:6.1f} s, Ctrl-C ends it")

    try:
        outcome = play_script(EXAMPLE, watch=watch)
        if last is not None:
            glass.show(last, verdict(score(parse_position(outcome.report["position"]))), WHAT_NEXT)
    finally:
        glass.close()
    return str(outcome.failure) if outcome.failure else ""
