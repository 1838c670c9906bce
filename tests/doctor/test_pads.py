import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from companion.clock import VirtualClock
from companion.doctor.cell import Cell, cells
from companion.doctor.finding import Finding, Verdict
from companion.doctor.pads import HEAR_S, pads
from companion.doctor.pressing import press_pads
from companion.link.decoder import Frame, Lack
from companion.link.fault import NO_SUCH_PORT
from companion.link.frame import HIGHEST
from companion.link.port import Port
from companion.listening import Listener
from companion.scale.calibrating import Calibrator
from companion.scale.calibration import Calibration, PadCalibration
from companion.settings import SensorSettings
from companion.simulate.sensors import DirectSensors, FirmwareSensors
from tests.doctor.bench import GRAM, NOISE, PADS, Hands, Pads, Signal
from tests.listening import Talk, listener, listener_at

GOOD, SUSPICIOUS, BAD = Verdict.GOOD, Verdict.SUSPICIOUS, Verdict.BAD
CELLS = cells(SensorSettings(), None)
"""Not calibrated."""
FINE_GRAM = 12_900.0
"""Counts of it, on a 100 g cell of 0.6 mV/V."""


def examined(table: Pads, known: Sequence[Cell] = CELLS) -> list[Finding]:
    """What is said of these pads after ten seconds."""
    return pads(table.listener().hear(HEAR_S), known)


def calibrated(gram: float) -> tuple[Cell, ...]:
    """Cells of so many counts per gram, as a calibration found them; the settings say nothing of it."""
    pad = PadCalibration(0.0, 3.7 * gram, 0.3 * gram, NOISE, 0.0)
    return cells(SensorSettings(), Calibration(3, (pad,) * len(PADS)))


def test_a_sound_table_is_seven_good_lines() -> None:
    """Rate, zero, noise and drift of each pad."""
    found = examined(Pads())

    assert [finding.verdict for finding in found] == [GOOD] * 7
    assert [finding.figures["pad"] for finding in found] == list(PADS)
    assert found[0].figures["rate_hz"] == pytest.approx(80, abs=1)
    assert found[0].figures["noise_counts"] == pytest.approx(NOISE, rel=0.1)
    assert "80 readings a second, zero" in found[0].says


def noisy(mean: float, sigma: float = NOISE) -> Signal:
    """A chip with another noise."""
    random = Random(7)
    return lambda _: round(random.gauss(mean, sigma))


def every(seconds: float, other: int | None, signal: Signal) -> Signal:
    """The same, with another reading once in so many seconds."""
    return lambda t_s: other if t_s % seconds < 0.0125 else signal(t_s)


@pytest.mark.parametrize(
    ("signal", "verdict", "says", "cure"),
    [
        (lambda t: None, BAD, "C: it does not answer", "3.3 V, ground, SCK, DOUT"),  # bogde/HX711 #24
        (every(0.3, None, noisy(0)), BAD, "a loose wire?", "four wires"),
        (lambda t: HIGHEST + 1, BAD, "end of its range: a bridge wire is open", "E+ E− A+ A−"),  # #246, #132
        (lambda t: "-1=", BAD, "C: it says the same all the time", "SCK, DOUT"),  # hx711-pico-c #59
        (lambda t: "0=", BAD, "C: it says the same all the time", "SCK, DOUT"),  # forum.arduino.cc 680577
        (lambda t: "77123=", BAD, "its chip hangs", "unplug the sensors"),
        (lambda t: 77_123 + round(t * 80) % 2, BAD, "its chip hangs", "unplug the sensors"),
        (lambda t: f"{noisy(5)(t)}/", SUSPICIOUS, "10 readings a second in place of 80: its RATE pin is low",
         "RATE to VCC"),  # most modules are sold so (endail/hx711-pico-c #62)
        (every(0.5, 2**19 - 1, noisy(9_000)), SUSPICIOUS, "readings are far off", "bits slip"),  # #83
        (every(0.5, 90_000, noisy(45_000)), SUSPICIOUS, "readings are far off", "bits slip"),  # #35: double
        (every(0.5, -1, noisy(9_000)), SUSPICIOUS, "readings are far off", "bits slip"),  # not ready
        (noisy(0, 4 * NOISE), SUSPICIOUS, "noise of 2", "bridge E− to GND"),
        (noisy(0, 20 * NOISE), BAD, "noise of 1", "bridge E− to GND"),  # #172: a floating ground
        (
            lambda t: round(2_500 * math.sin(math.tau * 50 * t + 0.5) + 59 * math.sin(777 * t)),
            BAD,
            "noise of 1",
            "off mains leads",
        ),
        (lambda t: noisy(0)(t) + round(GRAM * 0.3 * t / 60 + 59 * math.sin(991 * t)), SUSPICIOUS,
         "C: it drifts by +0.3", "warm up"),  # #51
        (lambda t: round(GRAM * 7.5 * t / 60 + 59 * math.sin(991 * t)), BAD,
         "C: it drifts by +7.5", "replace the cell"),  # SparkFun forum 45949: 15 g in 2 minutes
        (lambda t: round((9_000 if 4 < t < 6 else 0) + 59 * math.sin(991 * t)), SUSPICIOUS,
         "wandered by 4", "hands off"),  # coffee-scales #70: something moved meanwhile
        (noisy(1_200_000), SUSPICIOUS, "its zero is far off, at 1200", "take off what lies on it"),
    ],
)  # fmt: skip
def test_a_sick_pad_is_named_with_its_cure(signal: Signal, verdict: Verdict, says: str, cure: str) -> None:
    """Each fault that builders report is told by its own words, and the other pads stay good."""
    table = Pads()
    table.signals["C"] = signal

    found = examined(table)

    assert found[2].verdict is verdict
    assert says in found[2].says
    assert cure in found[2].cure
    assert [finding.verdict for finding in found if finding is not found[2]] == [GOOD] * 6


def test_fine_cells_are_judged_by_their_calibration() -> None:
    """100 g cells: under a plate they read far from 0, and six times the counts of a drift are no more."""
    table = Pads()
    table.signals["B"] = noisy(900_000)
    table.signals["C"] = lambda t: noisy(0)(t) + round(FINE_GRAM * 0.3 * t / 60 + 59 * math.sin(991 * t))
    table.signals["D"] = lambda t: round(FINE_GRAM * 2.0 * t / 60 + 59 * math.sin(991 * t))
    table.signals["E"] = lambda t: round(FINE_GRAM * 0.05 * t / 60 + 59 * math.sin(991 * t))

    found = examined(table, calibrated(FINE_GRAM))

    assert [finding.verdict for finding in found] == [GOOD, GOOD, SUSPICIOUS, SUSPICIOUS, GOOD, GOOD, GOOD]
    assert "C: it drifts by +0.3" in found[2].says
    assert "D: it drifts by +2.0" in found[3].says
    assert found[4].figures["drift_grams_per_min"] == pytest.approx(0.05, abs=0.02)
    assert "(5 mg)" in found[0].says


@pytest.mark.parametrize(
    ("zero", "known", "verdict"),
    [
        (700_000, calibrated(GRAM), SUSPICIOUS),
        (700_000, calibrated(FINE_GRAM), GOOD),
        (700_000, CELLS, GOOD),  # it may be a fine cell: nobody has weighed anything yet
        (1_200_000, CELLS, SUSPICIOUS),
    ],
)
def test_the_doctor_and_the_calibration_agree_on_a_far_zero(
    zero: int, known: Sequence[Cell], verdict: Verdict
) -> None:
    """What the one calls bent the other refuses, and what the one takes the other calls good."""
    table, calibrator = Pads(), Calibrator(len(PADS), GRAM)
    table.signals["C"] = noisy(zero)

    found = examined(table, known)
    for frame, at_s in table.listener().hear(4.0).frames:
        calibrator.feed(frame, at_s)

    assert found[2].verdict is verdict
    if known is CELLS:
        assert (calibrator.step.objection is None) is (verdict is GOOD)


def test_a_chip_on_wrong_pins_is_named() -> None:
    """Hundreds of results a second come from no chip (olkal/HX711_ADC #70)."""
    heard = Pads().listener().hear(HEAR_S)
    swapped = [
        (Frame(frame.seq, frame.ticks_ms, (*frame.readings[:4], Lack.TOO_FAST, *frame.readings[5:])), at_s)
        for frame, at_s in heard.frames
    ]

    found = pads(replace(heard, frames=tuple(swapped)), CELLS)

    assert found[4].verdict is BAD
    assert "E: more readings come than any chip makes" in found[4].says
    assert "on a wrong pin" in found[4].cure


def test_what_all_pads_have_has_one_cause() -> None:
    """A poor 3.3 V supply wanders all of them (olkal/HX711_ADC #95); nobody changes seven cells for it."""
    table, random, at = Pads(), Random(2), [0.0, 0.0]

    def walk(t_s: float) -> float:
        if t_s != at[0]:
            at[:] = [t_s, at[1] + random.gauss(0, 0.02 * GRAM)]
        return at[1]

    table.added = dict.fromkeys(PADS, walk)

    found = examined(table)

    assert found[7].says == "7 pads are unsteady or drifting: one cause for all is likely"
    assert "3.3 V supply" in found[7].cure


def test_without_frames_one_line_says_where_to_look() -> None:
    """Seven lines of one fault help nobody."""
    heard = listener_at(Talk(fault=NO_SUCH_PORT), VirtualClock()).hear(1.0)

    (finding,) = pads(heard, CELLS)

    assert finding.cure == "see the part sensors"


@pytest.mark.parametrize(
    ("word", "says"),
    [
        (None, "D: it does not answer"),
        (2**23 - 1, "D: it is at the end"),
        ("1234=", "D: it says the same"),
        ("0=", "D: it says the same"),
        ("-1=", "D: it says the same"),
        ("1234!", "D: its bits slip"),
        ("1234~", "D: its bits slip"),
        ("1234/", "D: 10 readings a second"),
    ],
)
def test_the_firmware_and_the_doctor_agree(tmp_path: Path, word: int | str | None, says: str) -> None:
    """The chip is clocked bit by bit, the firmware frames it, the doctor names it."""
    plate, sensors, clock = Pads(), FirmwareSensors(tmp_path), VirtualClock()
    plate.signals["D"] = lambda _: word

    def rest(_: int | None, seconds: float) -> None:
        clock.advance(min(0.0125, seconds))
        sensors.advance(clock.now_s(), plate.counts(clock.now_s()))

    ear = Listener(Port(sensors.path), clock, rest)
    try:
        ear.hear(1.0)
        found = pads(ear.hear(3.0), CELLS)
    finally:
        ear.close()
        sensors.close()

    assert says in found[3].says
    assert found[3].verdict is not GOOD
    assert found[2].verdict is GOOD, found[2]


class Fingers(Hands):
    """Presses a pad for a second when it is named; `wired` says which chip feels it."""

    def __init__(
        self, table: Pads, wired: Callable[[str], str | None] = str, grams: float = 500.0, gram: float = GRAM
    ) -> None:
        super().__init__()
        self._table, self._wired, self._counts = table, wired, grams * gram

    def tell(self, text: str) -> None:
        """Half a second later, for a second."""
        super().tell(text)
        pad = self._wired(text.partition(" pad ")[2][:1]) if "ress pad" in text else None
        if pad is not None:
            began: list[float] = []

            def load(t_s: float) -> float:
                began[:] = began or [t_s]
                return self._counts * (0.5 < t_s - began[0] < 1.5)

            self._table.added = {pad: load}


def pressed(wired: Callable[[str], str | None] = str, grams: float = 500.0) -> list[Finding]:
    """What comes of pressing each pad."""
    table = Pads()
    return press_pads(table.listener(), CELLS, Fingers(table, wired, grams))


def test_each_pad_that_feels_its_own_finger_is_good() -> None:
    """Seven presses, one line."""
    assert [(f.verdict, f.says) for f in pressed()] == [(GOOD, "each pad feels its own finger")]


def test_two_swapped_pads_are_named_once() -> None:
    """B's wires are on C's pins (esphome issue 1553: several modules, swapped wires)."""
    (finding,) = pressed(lambda pad: {"B": "C", "C": "B"}.get(pad, pad))

    assert finding.verdict is BAD
    assert finding.says == "B and C are swapped"
    assert "swap the wires of B and C" in finding.cure


def test_three_pads_in_a_ring_are_named_each() -> None:
    """What is no pair is told press by press."""
    found = pressed(lambda pad: {"A": "B", "B": "C", "C": "A"}.get(pad, pad))

    assert [finding.says for finding in found] == [
        "B answered where A was pressed",
        "C answered where B was pressed",
        "A answered where C was pressed",
    ]


def test_a_wrong_pad_is_asked_for_once_more() -> None:
    """An elbow on E while B was asked for: nobody solders for that."""
    elbows = ["E"]

    assert [f.says for f in pressed(lambda pad: elbows.pop() if pad == "B" and elbows else pad)] == [
        "each pad feels its own finger"
    ]


def test_a_sleeve_is_no_finger_on_a_fine_cell_either() -> None:
    """Five grams make on a 100 g cell the counts of thirty."""
    table, known = Pads(), calibrated(FINE_GRAM)

    found = press_pads(table.listener(), known, Fingers(table, grams=5.0, gram=FINE_GRAM))

    assert all("felt no finger" in finding.says for finding in found)


def test_sensors_that_go_are_no_deaf_pad() -> None:
    """The lead is pulled while C is waited for: C is not blamed."""
    table, sensors = Pads(), DirectSensors()

    def counts(t_s: float) -> Sequence[int | str | None]:
        if t_s > 8.0 and sensors.port.is_there:
            sensors.unplug()
        return table.counts(t_s)

    found = press_pads(
        listener(sensors, counts), CELLS, Fingers(table, lambda pad: None if pad == "C" else pad)
    )

    assert [finding.says for finding in found] == ["the sensors are gone"]


def test_pads_that_move_together_are_no_deaf_ones() -> None:
    """The plate of C catches on D's: nobody looks for a cell that is unplugged."""
    table = Pads()

    class Finger(Fingers):
        """Half of what presses C comes down on D."""

        def tell(self, text: str) -> None:
            super().tell(text)
            if "C" in table.added:
                load = table.added["C"]
                table.added["D"] = lambda t_s: load(t_s) / 2

    (finding,) = press_pads(table.listener(), CELLS, Finger(table))

    assert finding.says == "C and D move together when C is pressed"
    assert "plates that touch" in finding.cure


def test_a_deaf_pad_is_named() -> None:
    """A plausible count and no feeling: the cell is unplugged (Prusa-Firmware-Buddy #3476)."""
    (finding,) = pressed(lambda pad: None if pad == "F" else pad)

    assert finding.says == "F felt no finger"


def test_a_cell_upside_down_is_named() -> None:
    """Its counts go down under a load."""
    found = pressed(grams=-300.0)

    assert [finding.says for finding in found] == [f"{pad} goes down when it is pressed" for pad in PADS]


def test_a_fine_cell_upside_down_is_pressed_to_the_other_end() -> None:
    """A finger's 700 g are beyond a 100 g cell: which end its converter is at, the way there tells."""
    table, sensors = Pads(), DirectSensors()

    class Finger(Hands):
        """Presses within a tenth of a second."""

        def tell(self, text: str) -> None:
            super().tell(text)
            began: list[float] = []

            def load(t_s: float) -> float:
                began[:] = began or [t_s]
                down = min(1.0, max(0.0, (t_s - began[0] - 0.5) / 0.1))
                return -700 * FINE_GRAM * down * (t_s - began[0] < 1.5)

            if "ress pad" in text:
                table.added = {text.partition(" pad ")[2][:1]: load}

    found = press_pads(
        listener(sensors, lambda t_s: [max(-HIGHEST - 2, count) for count in table.counts(t_s)]),
        calibrated(FINE_GRAM),
        Finger(),
    )

    assert [finding.says for finding in found] == [f"{pad} goes down when it is pressed" for pad in PADS]


@pytest.mark.parametrize("count", [None, HIGHEST + 1, -HIGHEST - 2])
def test_a_pad_without_a_count_is_not_waited_for_nor_answers(count: int | None) -> None:
    """Its chip is missing, or a bridge wire is open: that was told when all were looked at. No second cure,
    no 15 s for nothing, and nobody searches the wires of the other pads."""
    table = Pads()
    table.signals["B"] = lambda t_s: count
    fingers = Fingers(table)

    found = press_pads(table.listener(), CELLS, fingers)

    assert [finding.says for finding in found] == ["each other pad feels its own finger"]


def test_a_breath_is_no_press() -> None:
    """A sleeve on the pad is not the finger that was asked for."""
    assert all("felt no finger" in finding.says for finding in pressed(grams=5.0))


def test_sensors_that_go_while_pads_are_pressed_end_it() -> None:
    """Nobody is asked on for pads that are gone."""
    (finding,) = press_pads(listener_at(Talk(fault=NO_SUCH_PORT), VirtualClock()), CELLS, Hands())

    assert finding.says == "the sensors are gone"
