"""The whole device with cells that no setting names: calibrated once, it counts, over a power cut too."""

from pathlib import Path
from random import Random

import pytest

from companion.assembly import assemble
from companion.clock import VirtualClock
from companion.daemon import Daemon
from companion.journal.journal import Journal
from companion.panel.press import Button, Press
from companion.rules.notation import parse_position
from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.calibrations import Calibrations
from companion.scale.kept import FILE_NAME, Disk, KeptCalibration
from companion.scale.memory import Memory
from companion.scale.pad import PadState
from companion.scale.step import Wants
from companion.screen.choose import lines
from companion.settings import Settings
from companion.simulate.sensors import PERIOD_S, DirectSensors
from companion.table.dialogues.calibrating import Calibrating, Weighing
from companion.table.dialogues.menu import Entry, Menu

PADS = 7
COUNTS_PER_GRAM = 12_900.0
"""Of 100 g cells; the settings believe in 500 g ones."""
START = "-/-/-/-/-/-/- ww bb w -"


class Glass:
    """Notes at each picture whether a calibration was on the disk."""

    def __init__(self, folder: Path) -> None:
        self.is_kept: list[bool] = []
        self._file = folder / FILE_NAME

    def show(self, image: object, contrast: int) -> None:
        """A picture comes."""
        self.is_kept.append(self._file.exists())

    def drain(self) -> list:
        """No button: they are pressed at the table."""
        return []

    def stop(self) -> None:
        """Nothing to darken."""

    def close(self) -> None:
        """Nothing to close."""


class Kit:
    """A device on a table, its hands and its stones; time passes by `wait`."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.clock, self.sensors = folder, VirtualClock(), DirectSensors()
        self.grams = [0.0] * PADS
        self._random = Random(3)
        self.zeros = [self._random.randint(-215_000, 215_000) for _ in range(PADS)]
        self.daemon = self.switch_on()

    def switch_on(self) -> Daemon:
        """From what is on the disk."""
        self.journal, self.glass = Journal(self.folder), Glass(self.folder)
        self.journal.open()
        self.daemon = assemble(
            Settings(),
            clock=self.clock,
            wire=self.sensors.port,
            panel=self.glass,
            glass=self.glass,
            journal=self.journal,
        )
        return self.daemon

    def cut_power(self) -> None:
        """Only what is on the disk is left."""
        self.journal.close()
        self.sensors.unplug()
        self.sensors.plug()
        self.switch_on()

    def wait(self, seconds: float, *, is_silent: bool = False) -> "Kit":
        """Frame by frame; `is_silent`: no chip has anything to say."""
        for _ in range(round(seconds / PERIOD_S)):
            self.clock.advance(PERIOD_S)
            counts: list[int | None] = [
                round(zero + COUNTS_PER_GRAM * grams + self._random.gauss(0, 59))
                for zero, grams in zip(self.zeros, self.grams, strict=True)
            ]
            self.sensors.advance(self.clock.now_s(), [None] * PADS if is_silent else counts)
            self.daemon.pump()
        return self

    def press(self, button: Button, *, is_hold: bool = False) -> "Kit":
        """A press of the panel."""
        now_s = self.clock.now_s()
        self.daemon.keep(self.daemon.table.press(Press(button, is_hold, now_s), now_s))
        return self.wait(0.1)

    def open_calibration(self) -> "Kit":
        """BACK held, down to *Calibrate*, OK: all stones are off, OK."""
        self.press(Button.BACK, is_hold=True)
        menu = self.daemon.table.state.dialogue
        assert isinstance(menu, Menu)
        for _ in range(menu.entries.index(Entry.CALIBRATE)):
            self.press(Button.BLACK)
        self.press(Button.OK)
        while not isinstance(self.daemon.table.state.dialogue, Weighing):
            self.press(Button.OK)
        return self

    def calibrate(self, stones_grams: tuple[float, ...] = (3.5, 3.8, 3.9)) -> "Kit":
        """Do what the pages ask for."""
        self.open_calibration()
        for _ in range(400):
            dialogue = self.daemon.table.state.dialogue
            assert isinstance(dialogue, Weighing)
            step = dialogue.step
            if step.wants is Wants.NOTHING:
                return self
            if step.wants is not Wants.EMPTY:
                self.grams = [0.0] * PADS
            if step.wants is Wants.STONE:
                self.grams[0] = sum(stones_grams[: step.number])
            elif step.wants is Wants.PILE:
                self.grams[step.pad] = sum(stones_grams)
            self.wait(0.5)
        raise AssertionError("it never came to an end")

    @property
    def stones(self) -> tuple[int | None, ...]:
        """What the pads count."""
        return self.daemon._scale.heights.stones


def test_cells_that_no_setting_names_count_once_they_are_calibrated(tmp_path: Path) -> None:
    """100 g cells: before, a stone is more than the pads can make of it; afterwards it is one."""
    kit = Kit(tmp_path)
    kit.daemon.keep(kit.daemon.table.begin(parse_position(START), 0.0))
    kit.wait(2.0)
    kit.grams[3] = 3.6
    before = kit.wait(2.0).daemon._scale.heights.states[3]
    kit.grams[3] = 0.0

    kit.wait(1.0).calibrate().press(Button.OK)
    seen = []
    for _ in range(3):
        kit.grams[3] += 3.6
        seen.append(kit.wait(2.0).stones)

    assert before is PadState.UNCLEAR
    assert [stones[3] for stones in seen] == [1, 2, 3]
    assert seen[-1] == (0, 0, 0, 3, 0, 0, 0)


def test_it_is_on_the_disk_before_the_glass_says_so(tmp_path: Path) -> None:
    """*Calibrated* is not shown before it would outlive a power cut."""
    kit = Kit(tmp_path)
    kit.calibrate()

    assert lines(kit.daemon.table.state)[0] == "Calibrated"
    assert kit.glass.is_kept == [False] * (len(kit.glass.is_kept) - 1) + [True]


def test_after_a_power_cut_it_counts_as_before(tmp_path: Path) -> None:
    """Zeros and what a stone adds are on the disk."""
    kit = Kit(tmp_path)
    kit.calibrate().press(Button.OK)
    kit.cut_power()

    kit.wait(2.0)
    kit.grams[5] = 3.7
    kit.wait(2.0)

    assert kit.stones == (0, 0, 0, 0, 0, 1, 0)


def test_stones_of_a_game_are_counted_by_a_calibration_made_meanwhile(tmp_path: Path) -> None:
    """Calibrated at the terminal while the device was off, with other cells: its zeros count then."""
    kit = Kit(tmp_path)
    kit.calibrate().press(Button.OK)
    kit.daemon.keep(kit.daemon.table.begin(parse_position("w/-/b/-/-/-/- ww bb w -"), kit.clock.now_s()))
    kit.grams[0] = kit.grams[2] = 3.7
    kit.wait(3.0)
    kept = KeptCalibration(tmp_path, PADS, lambda: "2026-11-30T20:15:00+00:00")
    kept.load()
    assert kept.current is not None
    shifted = [1_000_000 if pad % 2 else -1_000_000 for pad in range(PADS)]
    kit.zeros = [zero + shift for zero, shift in zip(kit.zeros, shifted, strict=True)]
    others = [
        type(pad)(pad.zero_counts + shift, pad.stone_counts, pad.spread_counts, 59.0, 0.0)
        for pad, shift in zip(kept.current.pads, shifted, strict=True)
    ]
    kept.keep(type(kept.current)(3, tuple(others)))
    kit.cut_power()

    kit.wait(3.0)

    assert kit.stones == (1, 0, 1, 0, 0, 0, 0)


def test_a_calibration_made_while_the_device_waited_for_its_sensors_counts(tmp_path: Path) -> None:
    """`tholos calibrate` has the port, the service starts meanwhile: it counts by what that has found."""
    kit = Kit(tmp_path)
    kit.sensors.unplug()
    kit.daemon.keep(kit.daemon.table.begin(parse_position(START), 0.0))
    kit.wait(2.0)
    other = KeptCalibration(tmp_path, PADS, lambda: "2026-11-30T20:15:00+00:00")
    found = [PadCalibration(zero, 3.7 * COUNTS_PER_GRAM, 640.0, 59.0, 0.0) for zero in kit.zeros]
    other.keep(Calibration(3, tuple(found)))

    kit.sensors.plug()
    kit.wait(3.0)
    kit.grams[5] = 3.7
    kit.wait(2.0)
    seen = kit.stones
    kit.cut_power()
    kit.wait(3.0)

    assert seen == (0, 0, 0, 0, 0, 1, 0)
    assert kit.stones == (0, 0, 0, 0, 0, 1, 0)


def test_a_cut_before_the_end_leaves_what_was(tmp_path: Path) -> None:
    """Nothing of a calibration that was broken off is kept; the settings go on counting."""
    kit = Kit(tmp_path)
    kit.open_calibration().wait(3.0)
    kit.grams[0] = 3.7
    kit.wait(3.0)

    kit.cut_power()

    assert not (tmp_path / FILE_NAME).exists()
    assert kit.daemon.table.state.is_calibrated


def test_a_damaged_calibration_is_told_and_the_settings_count(tmp_path: Path) -> None:
    """The device starts; the page of the faults and the log say it, and calibrating anew mends it."""
    (tmp_path / FILE_NAME).write_text('{"form": 1, "pa', encoding="utf-8")
    kit = Kit(tmp_path)
    kit.wait(0.1)
    fault, is_told = kit.daemon.calibrations.fault, not kit.daemon.table.state.is_calibrated

    kit.calibrate().press(Button.OK)

    assert fault is not None
    assert "is damaged" in fault
    assert is_told
    assert kit.daemon.calibrations.fault is None
    assert kit.daemon.table.state.is_calibrated


def test_pulling_the_lead_meanwhile_breaks_nothing_off(tmp_path: Path) -> None:
    """The page says so; when the lead is back it goes on where it was."""
    kit = Kit(tmp_path)
    kit.open_calibration().wait(3.0)
    kit.sensors.unplug()
    kit.wait(2.0)
    unplugged = lines(kit.daemon.table.state)[0]
    kit.sensors.plug()
    kit.wait(3.0)

    assert unplugged == "Sensors unplugged"
    assert lines(kit.daemon.table.state)[0] == "Stone 1 of 3 on A"


def test_a_calibration_that_could_not_be_kept_leaves_its_zeros(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The card is full: after a power cut a stone adds what it did before, and the plate is empty."""
    kit = Kit(tmp_path)
    kit.calibrate().press(Button.OK)
    kit.zeros = [zero + (90_000 if pad % 2 else -90_000) for pad, zero in enumerate(kit.zeros)]
    with monkeypatch.context() as full:
        full.setattr(Disk, "write", refuse)
        kit.calibrate()
    told = lines(kit.daemon.table.state)
    kit.press(Button.OK)
    kit.cut_power()

    kit.wait(2.0)
    kit.grams[5] = 3.7
    kit.wait(2.0)

    assert "Not saved: check card" in told
    assert kit.stones == (0, 0, 0, 0, 0, 1, 0)


def refuse(disk: Disk, path: Path, text: str) -> None:
    """No room."""
    raise OSError(28, "No space left on device")


def test_chips_that_have_just_got_power_are_not_missing(tmp_path: Path) -> None:
    """The lead is put back in the middle of it: nobody is sent to seven sound modules."""
    kit = Kit(tmp_path)
    kit.open_calibration().wait(3.0)
    kit.sensors.unplug()
    kit.wait(2.0)
    kit.sensors.plug()
    told = set()
    for _ in range(10):
        kit.wait(0.08, is_silent=True)
        told.add(lines(kit.daemon.table.state)[0])
    kit.wait(2.0)

    assert told <= {"Sensors unplugged", "Stone 1 of 3 on A"}
    assert lines(kit.daemon.table.state)[0] == "Stone 1 of 3 on A"


def test_the_disk_is_read_once_for_each_return_of_the_sensors(tmp_path: Path) -> None:
    """Not eighty times a second for the rest of the evening."""

    class Counted(Disk):
        """How often it was read."""

        reads = 0

        def read(self, path: Path) -> bytes:
            """Once more."""
            self.reads += 1
            return super().read(path)

    disk = Counted()
    calibrations = Calibrations(PADS, 2150.0, KeptCalibration(tmp_path, PADS, lambda: "", disk))
    calibrations.lose()

    renewed = [calibrations.renew() for _ in range(3)]

    assert renewed == [None] * 3
    assert disk.reads == 2  # the current one and the one before


def test_without_sensors_nobody_can_say_that_the_stones_are_off(tmp_path: Path) -> None:
    """The lead is out at *All stones off?*, and one lies on D: OK waits for the pads, which then name it."""
    kit = Kit(tmp_path)
    kit.daemon.keep(kit.daemon.table.begin(parse_position("-/-/-/w/-/-/- w bb b -"), 0.0))
    kit.grams[3] = 3.7
    kit.wait(3.0).sensors.unplug()
    kit.wait(2.0).press(Button.BACK, is_hold=True)
    kit.daemon.table.open(Calibrating(kit.daemon.table.state.dialogue), kit.clock.now_s())
    unplugged = lines(kit.press(Button.OK).daemon.table.state)
    kit.sensors.plug()
    plugged = lines(kit.wait(3.0).daemon.table.state)
    named = lines(kit.press(Button.OK).daemon.table.state)
    kit.grams[3] = 0.0
    begun = lines(kit.wait(2.0).press(Button.OK).wait(2.0).daemon.table.state)

    assert unplugged == ("All stones off?", "Sensors unplugged", "BACK no")
    assert plugged == ("All stones off?", "The pads begin anew", "OK yes", "BACK no")
    assert named == ("All stones off?", "D weigh: off?", "OK yes", "BACK no")
    assert begun == ("Stone 1 of 3 on A", "BACK stop")


@pytest.mark.parametrize("form", ["[]", '[{"zero_counts": 5.0, "weights_counts": [7.0]}]'])
def test_what_was_remembered_before_there_were_calibrations_still_counts(form: str) -> None:
    """An update does not forget the zeros of a game."""
    memory = Memory.from_json(form)

    assert memory is not None
    assert memory.calibration == ""
    assert [pad.zero_counts for pad in memory.pads] == ([5.0] if "5.0" in form else [])
