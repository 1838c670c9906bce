"""What a stone makes of each pad's counts: by its calibration, or by the settings where there is none."""

from dataclasses import dataclass
from pathlib import Path

from companion.clock import wall_time
from companion.rules.pieces import Location
from companion.scale.calibration import COUNTS_PER_GRAM, Calibration, cell_of, is_far_zero
from companion.scale.kept import KeptCalibration
from companion.settings import SensorSettings


@dataclass(frozen=True, slots=True)
class Cell:
    """One pad's cell; grams are those of the stone that the settings name."""

    stone_counts: float
    """What a stone adds."""
    stone_grams: float
    nominal: float
    """Counts per gram of its kind; not calibrated: of the finest kind that it may be."""

    def grams(self, counts: float) -> float:
        """So many counts in grams."""
        return counts / self.stone_counts * self.stone_grams

    def is_far_zero(self, counts: float) -> bool:
        """Whether its pad cannot be empty, or is bent, when it reads that."""
        return is_far_zero(counts, self.nominal)


def kept_in(folder: Path) -> KeptCalibration:
    """The calibration kept beside the games."""
    return KeptCalibration.loaded(folder, len(Location), wall_time)


def cells(sensors: SensorSettings, calibration: Calibration | None) -> tuple[Cell, ...]:
    """Those of all pads; None: they are not calibrated."""
    kinds = sorted({*COUNTS_PER_GRAM, sensors.counts_per_gram})
    if calibration is None:
        stone_counts = sensors.counts_per_gram * sensors.stone_grams
        return (Cell(stone_counts, sensors.stone_grams, kinds[-1]),) * len(Location)
    return tuple(
        Cell(pad.stone_counts, sensors.stone_grams, cell_of(pad.stone_counts, kinds))
        for pad in calibration.pads
    )
