"""Calibrating by the menu: first whether all stones are off, then what hands are to do, step by step."""

from dataclasses import dataclass

from companion.panel.press import Button
from companion.rules.pieces import Location
from companion.scale.step import FIRST_STEP, Step, Wants
from companion.table.dialogues.dialogue import Dialogue, Empty, Leave, Outcome


@dataclass(frozen=True, slots=True)
class Calibrating:
    """Are all stones off? OK: the zeros are made, and the stones are weighed."""

    menu: Dialogue
    loaded: tuple[Location, ...] = ()
    """Where the pads count stones though OK said that there are none; OK once more: the pads are wrong."""

    def press(self, button: Button) -> Dialogue | Outcome:
        """Only OK does it."""
        if button is Button.OK:
            return Empty()
        return self.menu if button is Button.BACK else self


@dataclass(frozen=True, slots=True)
class Weighing:
    """What hands are to do: it goes on by itself as they do it, without any button.

    BACK leaves it: the zeros stay, what a stone adds is as it was before.
    """

    menu: Dialogue
    step: Step = FIRST_STEP

    @property
    def is_under_way(self) -> bool:
        """Whether frames are to be weighed."""
        return self.step.wants is not Wants.NOTHING

    def press(self, button: Button) -> Dialogue | Outcome:
        """OK: on with the game once it is done; where something is wrong, all of it anew."""
        if button is Button.BACK or (button is Button.OK and not self.is_under_way):
            return Leave()
        is_again = button is Button.OK and self.step.objection is not None
        return Calibrating(self.menu) if is_again else self
