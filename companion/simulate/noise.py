"""How far the sensors stray from the truth: three levels, each figure with where it comes from.

The sources: the HX711 data sheet; the sheet of a 500 g cell (Seeed, "Weight Sensor (Load Cell) 0-500g":
creep, and the zero and the span in 10 degrees, 0.05 % each); and what builders report, given as repository
and issue. What nobody has published is called an estimate.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Noise:
    """One level of it; the chances are from 0 to 1, the parts are of the load."""

    rms_grams: float
    """Of every single sample, normally distributed, each pad on its own."""
    spark_chance: float
    """How likely a sample is a wild one: a bit slipped, or read as ones."""
    warmth_grams: float
    """The most that all zeros stray together, slowly to and fro."""
    wander_grams: float
    """The most that each zero strays on its own, beside that."""
    gain_part: float
    """The most that a pad's gain strays, slowly to and fro."""
    creep_part: float
    """What a load that stays comes to weigh more, in the end."""
    is_in_step: bool
    """Whether all chips convert at the same moment; free-running ones do not."""
    lost_chance: float
    """How likely a frame never arrives."""
    damaged_chance: float
    """How likely a frame arrives with one wrong byte."""
    stone_spread: float
    """Standard deviation of the stones' weights over their mean."""


NOISES = {
    # An ideal plate, to see the logic alone; wood differs all the same.
    "none": Noise(
        rms_grams=0.0,
        spark_chance=0.0,
        warmth_grams=0.0,
        wander_grams=0.0,
        gain_part=0.0,
        creep_part=0.0,
        is_in_step=True,
        lost_chance=0.0,
        damaged_chance=0.0,
        stone_spread=0.08,
    ),
    # A sound build in a living room whose warmth changes by 4 degrees on an evening.
    "field": Noise(
        rms_grams=0.027,  # 90 nV at 80 samples/s and 3.3 V (HX711): 59 counts of 2,150 a gram
        spark_chance=1
        / 50_000,  # "rare, no pattern" in a day's log (newscrewdriver.com, 13 July 2023): estimate
        warmth_grams=0.07,  # 0.05 % of 500 g in 10 degrees (Seeed): 0.1 g in 4, shared and own together
        wander_grams=0.05,
        gain_part=0.0002,  # 0.05 % of the span in 10 degrees (Seeed)
        creep_part=0.0005,  # 0.05 % in 30 minutes (Seeed)
        is_in_step=False,  # each chip has its own oscillator (HX711)
        lost_chance=1 / 20_000,  # a busy host lets one slip now and then: estimate
        damaged_chance=0.0,  # USB has a checksum of its own
        stone_spread=0.08,  # wood differs by 5 to 10 % a piece
    ),
    # Poor modules on a shaky lead in a draught, and stones that somebody turned at home.
    "rough": Noise(
        rms_grams=0.12,  # several times the data sheet's: floating ground (bogde/HX711 #172), poor supply
        spark_chance=1
        / 2_000,  # half, double, ones (bogde/HX711 #35, #83); up to 1 in 100 there, read too fast
        warmth_grams=0.4,  # tenths of a gram in minutes (bogde/HX711 #51, sparkfun/OpenScale #15)
        wander_grams=0.3,
        gain_part=0.002,  # ten times the sheet's
        creep_part=0.005,  # ten times the sheet's: soft printed parts give way, an estimate
        is_in_step=False,
        lost_chance=1 / 500,  # an estimate, no kinder than the stalls in micropython/micropython #15960
        damaged_chance=1 / 1_000,  # an estimate: a lead that fails (micropython/micropython #8573)
        stone_spread=0.15,
    ),
}
"""By the name that `tholos simulate --noise` takes."""
