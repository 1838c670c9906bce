"""What buttons alone lead through, while the stones wait: frozen values, one made of another by a press."""

from dataclasses import dataclass
from typing import Protocol

from companion.panel.press import Button
from companion.rules.position import Position
from companion.tracker.question import Asks


@dataclass(frozen=True, slots=True)
class Leave:
    """Nothing was chosen: on with what was before."""


@dataclass(frozen=True, slots=True)
class Begin:
    """Go on from this position, set up or corrected: a record begins with it."""

    position: Position


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask this of the people before anything is thrown away."""

    asks: Asks


@dataclass(frozen=True, slots=True)
class Prefer:
    """Be so from now on, and after a power cut too."""

    name: str
    """"language" or "brightness"."""
    value: str


@dataclass(frozen=True, slots=True)
class Empty:
    """No stone lies on any pad, people say: the zeros are made there."""


@dataclass(frozen=True, slots=True)
class SwitchOff:
    """Let the machine be switched off, so that it may be unplugged."""


Outcome = Leave | Begin | Ask | Empty | Prefer | SwitchOff


class Dialogue(Protocol):
    """One page of a dialogue, and where its buttons lead. BACK is always a way out, in the end."""

    def press(self, button: Button) -> "Dialogue | Outcome":
        """The page that follows, this one where the button says nothing, or what was chosen."""
        ...
