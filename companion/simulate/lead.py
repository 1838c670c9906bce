"""A USB lead that loses and damages lines, as a shaky one does."""

from random import Random

from companion.simulate.noise import Noise


class Lead:
    """Passes lines on, most of them as they are; given to `DirectSensors` as its `spoil`."""

    def __init__(self, random: Random, noise: Noise) -> None:
        self._random = random
        self._lost_chance, self._damaged_chance = noise.lost_chance, noise.damaged_chance

    def __call__(self, line: bytes) -> bytes:
        """What arrives of a line: all of it, nothing, or with one byte that is another."""
        lot = self._random.random()
        if lot < self._lost_chance:
            return b""
        if lot < self._lost_chance + self._damaged_chance:
            at = self._random.randrange(len(line))
            other = (line[at] + self._random.randint(1, 255)) % 256
            return line[:at] + bytes([other]) + line[at + 1 :]
        return line
