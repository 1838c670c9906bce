"""What stands at the ends of the loop, as the loop needs it: real parts, or simulated ones."""

from collections.abc import Sequence
from contextlib import ExitStack
from typing import Protocol

from PIL import Image

from companion.panel.press import Edge
from companion.panel.sound import Sound


class Held(Protocol):
    """What is let go of at the end."""

    def close(self) -> None:
        """Let go of it."""
        ...


class Glass(Protocol):
    """What shows pictures."""

    def show(self, image: Image.Image, contrast: int) -> object:
        """Show this picture from now on, at a contrast of 0 to 255."""
        ...

    def stop(self) -> None:
        """Begin to darken it, and return at once: `close` waits for it."""
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


def end(glass: Glass, *others: Held | None) -> None:
    """Stop in good order, the same for real and for simulated parts: the only one there is.

    While the glass goes dark the others are closed, the first one first; then it is waited for. Each is
    closed, whatever another one raises.
    """
    with ExitStack() as parts:
        parts.callback(glass.close)
        for other in reversed(others):
            if other is not None:
                parts.callback(other.close)
        glass.stop()
