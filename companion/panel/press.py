"""Edges in time become presses: bounces, lost edges and stuck buttons end here."""

from dataclasses import dataclass
from enum import Enum

DEBOUNCE_S = 0.025  # a level counts once it has lasted this long; small push buttons bounce for 1 to 10 ms
HOLD_S = 1.9  # BACK held for two seconds asks for the menu, as a finger counts them
STUCK_S = 10.0  # no finger stays so long: the button is jammed, shorted or chattering


class Button(Enum):
    """One of the five buttons of the panel."""

    WHITE = "white"
    GREY = "grey"
    BLACK = "black"
    OK = "ok"
    BACK = "back"


@dataclass(frozen=True, slots=True)
class Edge:
    """A button's contact closed or opened, bounces included."""

    button: Button
    is_down: bool
    t_s: float


@dataclass(frozen=True, slots=True)
class Press:
    """One press as a person means it."""

    button: Button
    is_hold: bool
    """BACK only: it has been down for `HOLD_S`."""
    t_s: float
    """When the finger did it: the closing edge; BACK, which may yet become a hold: the opening edge."""


class Presses:
    """Feed it edges in order of time, and `tick` when `deadline_s` has come.

    A button that is down when the program starts gives nothing until it was released and pressed again.
    An edge that repeats the level before it (one between was lost) tells nothing and is passed over.
    """

    def __init__(self) -> None:
        self._now_s = float("-inf")
        self._contacts = {button: _Contact(button) for button in Button}

    @property
    def stuck(self) -> tuple[Button, ...]:
        """The buttons that have been down or chattering for `STUCK_S`: ignored until they are released."""
        return tuple(button for button, contact in self._contacts.items() if contact.is_stuck)

    def edge(self, edge: Edge) -> list[Press]:
        """Take in one edge; returns the presses that had become certain before it."""
        presses = self.tick(edge.t_s)
        self._contacts[edge.button].turn(edge.is_down, self._now_s)
        return presses

    def tick(self, now_s: float) -> list[Press]:
        """The presses that have become certain by now, in the order in which fingers did them."""
        self._now_s = max(self._now_s, now_s)  # an edge that was queued a moment too late is taken as of now
        found = [press for contact in self._contacts.values() for press in contact.advance(self._now_s)]
        return sorted(found, key=lambda press: press.t_s)

    def deadline_s(self) -> float | None:
        """When `tick` can next find something though no edge comes; None: not before an edge."""
        deadlines = [contact.deadline_s() for contact in self._contacts.values()]
        return min((deadline for deadline in deadlines if deadline is not None), default=None)


class _Contact:
    """One button: its level as wired, its level as believed, and since when."""

    def __init__(self, button: Button) -> None:
        self._button = button
        self._is_closed = False  # as the last edge said
        self._changed_s: float | None = None  # when it said so; None: that level has lasted, and is believed
        self._is_down = False  # as believed
        self._down_s = 0.0
        self._is_spent = False  # this press was told already, or is not to be told
        self._since_s: float | None = None  # the first edge since the button last rested released
        self.is_stuck = False

    def turn(self, is_closed: bool, now_s: float) -> None:
        if is_closed is self._is_closed:
            return
        self._is_closed, self._changed_s = is_closed, now_s
        if self._since_s is None:
            self._since_s = now_s

    def advance(self, now_s: float) -> list[Press]:
        presses = []
        if self._changed_s is not None and now_s >= self._changed_s + DEBOUNCE_S:
            presses += self._believe(self._changed_s)
        if self._awaits_hold() and now_s >= self._down_s + HOLD_S:
            self._is_spent = True
            presses.append(Press(self._button, True, self._down_s + HOLD_S))
        self.is_stuck = self._since_s is not None and now_s >= self._since_s + STUCK_S
        return presses

    def deadline_s(self) -> float | None:
        deadlines = []
        if self._changed_s is not None:
            deadlines.append(self._changed_s + DEBOUNCE_S)
        if self._awaits_hold():
            deadlines.append(self._down_s + HOLD_S)
        if self._since_s is not None and not self.is_stuck:
            deadlines.append(self._since_s + STUCK_S)
        return min(deadlines, default=None)

    def _awaits_hold(self) -> bool:
        # while the contact may just be opening, it is not known to be held
        return (
            self._button is Button.BACK and self._is_down and not self._is_spent and self._changed_s is None
        )

    def _believe(self, changed_s: float) -> list[Press]:
        was_down, self._is_down, self._changed_s = self._is_down, self._is_closed, None
        if self._is_down:
            return [] if was_down else self._pressed(changed_s)
        is_short = was_down and not self._is_spent and self._button is Button.BACK
        self._since_s = None
        return [Press(self._button, False, changed_s)] if is_short else []

    def _pressed(self, down_s: float) -> list[Press]:
        chattered_s = 0.0 if self._since_s is None else down_s - self._since_s
        self._down_s, self._is_spent = down_s, chattered_s >= STUCK_S
        if self._is_spent or self._button is Button.BACK:
            return []
        self._is_spent = True
        return [Press(self._button, False, down_s)]
