"""Seven cells of any kind under a person's hands: what their chips say, and who calibrates them by it."""

from collections.abc import Callable
from math import sin, tau
from random import Random

from companion.link.decoder import Frame, Lack
from companion.link.frame import HIGHEST
from companion.scale.calibrating import Calibrator
from companion.scale.step import Step, Wants, Why
from companion.simulate.landing import Landing, touch_down

FRAME_S = 0.0125
NOISE_COUNTS = {80: 59.0, 10: 33.0}
"""Of single readings at gain 128 and 3.3 V (HX711 data sheet: 90 and 50 nV rms)."""
PADS = 7
SILENCE = (Lack.NOT_YET,) * PADS
Spoil = Callable[[int, int], int | Lack]
"""Makes of a pad's number and count what its chip says instead."""


class Cells:
    """A table with a plate on it: time passes by `wait`, and each frame goes to `listen`."""

    def __init__(
        self,
        seed: int = 1,
        counts_per_gram: float = 2_150.0,
        stone_grams: float = 3.7,
        samples_per_s: int = 80,
    ) -> None:
        self.random = random = Random(seed)
        self.gains = [counts_per_gram * random.uniform(0.9, 1.1) for _ in range(PADS)]
        self.zeros = [random.uniform(-215_000, 215_000) for _ in range(PADS)]
        self.stones = [stone_grams * (1 + 0.08 * _deviation(random)) for _ in range(40)]
        self.grams = [0.0] * PADS
        """What lies on each pad."""
        self.spoil: Spoil = lambda pad, count: count
        self.listen: Callable[[Frame, float], object] = lambda frame, now_s: None
        self.now_s = 0.0
        self._every = 80 // samples_per_s
        self._noise_counts = NOISE_COUNTS[samples_per_s]
        self._warmth_s, *self._wander_s = (random.uniform(400.0, 900.0) for _ in range(1 + PADS))
        self._frames = 0

    def wait(self, seconds: float, pad: int = 0, extra: Callable[[float], float] = lambda age_s: 0.0) -> None:
        """Let time pass; `extra` are grams that a hand brings to that pad, by the age of the act."""
        for number in range(round(seconds / FRAME_S)):
            self._frames += 1
            self.now_s += FRAME_S
            more_grams = extra(number * FRAME_S)
            readings = SILENCE if self._frames % self._every else self._readings(pad, more_grams)
            self.listen(Frame(self._frames % 65_536, self._frames * 12, readings), self.now_s)

    def put(self, pad: int, grams: float, landing: Landing = Landing.PLAIN) -> None:
        """A hand lays so much down, and leaves."""
        touch = touch_down(self.random, landing)
        self.grams[pad] += grams
        self.wait(touch.seconds, pad, lambda age_s: touch.grams(age_s, grams))

    def lift(self, pad: int) -> None:
        """A hand takes away all that lies there."""
        grams, self.grams[pad] = self.grams[pad], 0.0
        self.wait(0.3, pad, lambda age_s: grams * max(0.0, 1 - age_s / 0.2) + 2 * sin(80 * age_s))

    def _readings(self, pad: int, more_grams: float) -> tuple[int | Lack, ...]:
        # a living room: as much as companion/simulate/noise.py has for the field
        warmth = 0.07 * sin(tau * self.now_s / self._warmth_s)
        readings = []
        for index, (zero, gain, grams) in enumerate(zip(self.zeros, self.gains, self.grams, strict=True)):
            own_warmth = warmth + 0.05 * sin(tau * self.now_s / self._wander_s[index])
            counts = zero + gain * (grams + (more_grams if index == pad else 0.0) + own_warmth)
            counts += self.random.gauss(0.0, self._noise_counts)
            if self.random.random() < 1 / 50_000:
                counts = HIGHEST
            readings.append(self.spoil(index, round(counts)))
        return tuple(readings)


class Session:
    """A person who calibrates the cells, doing what each step asks for."""

    def __init__(self, cells: Cells, counts_per_gram: float = 2_150.0) -> None:
        self.cells, self.steps = cells, list[Step]()
        self.calibrator = Calibrator(PADS, counts_per_gram)
        cells.listen = self._hear

    @property
    def step(self) -> Step:
        """Where it has come to."""
        return self.calibrator.step

    @property
    def told(self) -> tuple[Why, tuple[int, ...]] | None:
        """What is objected to now."""
        objection = self.step.objection
        return (objection.why, objection.pads) if objection else None

    @property
    def whys(self) -> set[Why]:
        """All that was ever objected to."""
        return {step.objection.why for step in self.steps if step.objection}

    def until(self, wants: Wants, pad: int = 0, number: int | None = None) -> "Session":
        """Do as asked until this is asked for, or an objection comes."""
        for _ in range(40):
            step = self.step
            is_there = (step.wants, step.pad) == (wants, pad) and number in (None, step.number)
            if self.told == (Why.ANEW, (step.pad,)) and step.wants is Wants.PILE:
                self.move(step.pad)
                self.settle(step)
                continue
            if is_there or step.objection:
                return self
            self._act(step)
            self.settle(step)
        raise AssertionError(f"it never came to {wants}: {self.step}")

    def finish(self) -> "Session":
        """Do all of it."""
        return self.until(Wants.NOTHING)

    def settle(self, before: Step, seconds: float = 4.0) -> None:
        """Hands off until the step is another one, or for so long."""
        until_s = self.cells.now_s + seconds
        while self.step == before and self.cells.now_s < until_s:
            self.cells.wait(0.1)

    def move(self, pad: int) -> None:
        """Carry all stones to this pad."""
        carried = sum(self.cells.grams)
        for index, grams in enumerate(self.cells.grams):
            if grams:
                self.cells.lift(index)
        self.cells.wait(0.4)
        self.cells.put(pad, carried)

    def _act(self, step: Step) -> None:
        if step.wants is Wants.STONE:
            self.cells.put(0, self.cells.stones[step.number - 1])
        elif step.wants is Wants.PILE:
            self.move(step.pad)
        elif step.wants is Wants.CLEAR:
            self.cells.lift(step.pad)

    def _hear(self, frame: Frame, now_s: float) -> None:
        step = self.calibrator.feed(frame, now_s)
        if step is not None:
            assert step is self.step
            self.steps.append(step)


def _deviation(random: Random) -> float:
    return min(2.5, max(-2.5, random.gauss(0.0, 1.0)))
