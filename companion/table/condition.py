"""How the parts of the device are, as far as people at the table are shown it."""

from dataclasses import dataclass

from companion.link.hello import LinkState
from companion.panel.press import Button


@dataclass(frozen=True, slots=True)
class Condition:
    """At one moment; as it is made without arguments, all is well. `TableState` has the same fields."""

    link: LinkState = LinkState.UP
    is_kept: bool = True
    """False: the journal cannot write, so a power cut would lose the game."""
    is_taken: bool = False
    """The journal cannot write as another program keeps its games there."""
    is_mended: bool = False
    """The journal was damaged when the device started: what could be read of it was saved."""
    stuck_buttons: tuple[Button, ...] = ()
    """Buttons that are ignored until they are released."""
    is_heard: bool = True
    """False: there is a buzzer, and it fails."""
    is_calibrated: bool = True
    """False: a calibration was kept and cannot be used, so that the settings count."""
    is_set_right: bool = True
    """False: the settings were changed into what cannot be; the device goes by those before."""
    is_page_up: bool = True
    """False: there is to be a page for onlookers, and nobody can look at it."""
