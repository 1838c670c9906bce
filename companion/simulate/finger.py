"""The finger on the buttons: however fast a page is clicked, it moves as one of flesh does."""

from collections import deque
from collections.abc import Callable
from functools import partial

from companion.panel.press import Button
from companion.simulate.script import SHORT_PRESS_S


class Finger:
    """A touchpad's tap lasts no millisecond; a contact that closes so shortly is taken for a spark.

    So between one movement and the next there is at least as much of the table's time as a short press lasts
    in a script. A button that is down comes down no more, nor up a second time. `drive(button, is_down=…)`
    moves a button.
    """

    def __init__(self, drive: Callable[..., object]) -> None:
        self._drive = drive
        self._free_s = float("-inf")
        self._due: deque[tuple[float, Callable[[], object]]] = deque()
        self._held: set[Button] = set()
        """The buttons that are down once all that is due is done."""

    @property
    def waiting(self) -> int:
        """How many movements are still to be made."""
        return len(self._due)

    def move(self, button: Button, *, is_down: bool, now_s: float) -> None:
        """Press it down or let it go, now or as soon as a finger can."""
        if is_down is (button in self._held):
            return
        self._held ^= {button}
        at_s = max(now_s, self._free_s)
        self._free_s = at_s + SHORT_PRESS_S
        self._due.append((at_s, partial(self._drive, button, is_down=is_down)))
        self.advance(now_s)

    def advance(self, now_s: float) -> None:
        """Do what is due."""
        while self._due and self._due[0][0] <= now_s:
            self._due.popleft()[1]()
