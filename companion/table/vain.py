"""A press that nothing listens to: said for a while, so that nobody thinks the button broken."""

from enum import Enum

from companion.tracker.tracker import REFUSED_S


class Vain(Enum):
    """Why a press does nothing."""

    KEYS = "keys"
    """Something is asked, and this button is no answer to it."""
    UNDO = "undo"
    """No turn was played that could be taken back."""
    STONES = "stones"
    """Stones lie wrong, and come first."""
    NOTHING = "nothing"
    """Nothing is asked, so that there is nothing to confirm."""


class InVain:
    """The last press, if it was in vain; gone with the next act, or after `REFUSED_S`."""

    def __init__(self) -> None:
        self._why: Vain | None = None
        self._until_s = float("-inf")

    def note(self, why: Vain | None, now_s: float) -> None:
        """This was in vain; None: whatever was, something else has happened since."""
        self._why, self._until_s = why, now_s + REFUSED_S

    def shown(self, now_s: float) -> Vain | None:
        """What is to be said of it now."""
        return self._why if now_s < self._until_s else None

    def deadline_s(self, now_s: float) -> float | None:
        """When there is nothing to be said any more; None: there is nothing."""
        return self._until_s if self.shown(now_s) is not None else None
