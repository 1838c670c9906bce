"""When the display rests: dim when nobody does anything, then a picture that moves, so that none burns in."""

from enum import Enum, auto

DIM_S = 120.0
"""Longer than most turns take to think about; a glass that always shows the same burns in within months."""
SAVER_S = 600.0
"""After ten minutes nobody is playing (system.md)."""
JUMP_S = 30.0
"""The saver's picture stays in one place for so long."""

DIM_CONTRAST = 0
"""The lowest that the chips know: still to be read, as contrast never reaches black (field-facts D)."""
CONTRASTS = {1: 0x1C, 2: 0x5E, 3: 0xCF}
"""Of each brightness: 3 is what luma gives an SSD1306. To the eye the others are 0.7 and 0.4 of it:
the light grows with the contrast, what is seen of it with the power 1/2.2 (about the gamma of sRGB)."""


class Level(Enum):
    """How far the display rests."""

    AWAKE = auto()
    DIM = auto()
    SAVER = auto()


class Resting:
    """Remembers when something last happened."""

    def __init__(self, now_s: float) -> None:
        self._acted_s = now_s

    def act(self, now_s: float) -> None:
        """Something happened: the display is awake."""
        self._acted_s = now_s

    def level(self, now_s: float) -> Level:
        """How far the display rests by now."""
        if now_s >= self._acted_s + SAVER_S:
            return Level.SAVER
        return Level.DIM if now_s >= self._acted_s + DIM_S else Level.AWAKE

    def step(self, now_s: float) -> int | None:
        """How often the saver's picture has jumped by now; None: it is not shown."""
        if self.level(now_s) is not Level.SAVER:
            return None
        return int((now_s - self._acted_s - SAVER_S) // JUMP_S)

    def deadline_s(self, now_s: float) -> float:
        """When level or step change next, if nothing happens."""
        step = self.step(now_s)
        if step is not None:
            return self._acted_s + SAVER_S + (step + 1) * JUMP_S
        return self._acted_s + (SAVER_S if self.level(now_s) is Level.DIM else DIM_S)


def contrast(level: Level, brightness: int) -> int:
    """The contrast, 0 to 255, at a brightness of 1 to 3 as people have chosen it."""
    return CONTRASTS[brightness] if level is Level.AWAKE else DIM_CONTRAST
