"""The calibrations of one device: one at a time is under way, and what it finds is kept before it is told."""

from dataclasses import replace

from companion.errors import CalibrationError
from companion.link.decoder import Frame
from companion.scale.calibrating import Calibrator
from companion.scale.calibration import Calibration
from companion.scale.kept import KeptCalibration
from companion.scale.memory import Memory
from companion.scale.step import Step


class Calibrations:
    """`begin` one, then `feed` it; `counts_per_gram` as the settings have it."""

    def __init__(self, pads: int, counts_per_gram: float, kept: KeptCalibration) -> None:
        self._pads, self._counts_per_gram, self._kept = pads, counts_per_gram, kept
        self._under_way: Calibrator | None = None
        self._is_lost = False

    @property
    def fault(self) -> str | None:
        """Why the calibration on the disk cannot be used, with the cure; None: it can, or there is none."""
        return self._kept.fault

    def memory(self, found: Calibration) -> Memory:
        """What the scale remembers of the empty plate that `found` has just left behind.

        By the calibration on the disk: one that could not be kept is not there after a restart.
        """
        return replace(found.memory((0,) * self._pads), calibration=self._kept.name)

    def renew(self) -> Calibration | None:
        """The sensors are there: whoever had them since they were lost may have calibrated them.

        The calibration on the disk where it is another than before; else None.
        """
        if not self._is_lost:
            return None
        self._is_lost, before = False, self._kept.name
        self._kept.load()
        return self._kept.current if self._kept.name != before else None

    def begin(self) -> Step:
        """From an empty plate; one that is under way is forgotten."""
        self._under_way = Calibrator(self._pads, self._counts_per_gram)
        return self._under_way.step

    def feed(self, frame: Frame, now_s: float) -> Step | None:
        """The step that this frame leads to; None: as before, or none is under way."""
        step = self._under_way.feed(frame, now_s) if self._under_way is not None else None
        if step is None or step.result is None:
            return step
        self._under_way = None
        try:
            return replace(step, result=self._kept.keep(step.result))
        except CalibrationError as error:
            return replace(step, fault=str(error))

    def lose(self) -> None:
        """The sensors are gone; when they are back, it goes on."""
        self._is_lost = True
        if self._under_way is not None:
            self._under_way.lose()
