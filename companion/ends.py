"""What stands at the ends of the loop, as the loop needs it: real parts, or simulated ones."""

from collections.abc import Sequence
from typing import Protocol

from PIL import Image

from companion.panel.press import Edge
from companion.panel.sound import Sound


class Glass(Protocol):
    """What shows pictures."""

    def show(self, image: Image.Image, contrast: int) -> object:
        """Show this picture from now on, at a contrast of 0 to 255."""
        ...

    def close(self) -> None:
        """Leave it dark."""
        ...


class Panel(Protocol):
    """What collects the edges of the buttons."""

    def drain(self) -> Sequence[Edge]:
        """All edges since the last call."""
        ...

    def close(self) -> None:
        """Let the pins go."""
        ...


class Speaker(Protocol):
    """What makes sounds."""

    @property
    def fault(self) -> str | None:
        """Why nothing is heard; None: no fault."""
        ...

    def play(self, sound: Sound) -> object:
        """Begin this sound, and return at once."""
        ...

    def close(self) -> None:
        """Be silent."""
        ...


class Door(Protocol):
    """Where somebody may ask how the device is."""

    @property
    def opens_s(self) -> float:
        """From when on it is worth watching."""
        ...

    def fileno(self) -> int:
        """For a selector."""
        ...

    def serve(self, now_s: float) -> None:
        """Answer whoever has come, and wait for nobody."""
        ...
