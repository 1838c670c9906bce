"""The sounds of the device: what each says to those who do not look at the display."""

from enum import Enum

TICK_S = 0.04
"""The length of one mark below: 80 waves of the buzzer's tone, so a tick with a pitch."""


class Sound(Enum):
    """A pattern: `#` a tick with a tone, `.` one without. They differ in rhythm: any buzzer has that."""

    SETTLED = "#."
    """A turn is settled: the quietest, as it is heard all evening."""
    QUESTION = "##.##."
    """The display asks something."""
    REFUSED = "######."
    """The last press cannot be."""

    @property
    def ticks(self) -> tuple[bool, ...]:
        """Whether there is a tone, tick by tick; the last one is silent."""
        return tuple(mark == "#" for mark in self.value)
