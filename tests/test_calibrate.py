"""`tholos calibrate`: what a maker reads at the terminal, and what is kept of it."""

import re
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.calibrate import DONE, GIVE_UP_S, NOT_DONE, calibrate, calibrate_at, kept_in
from companion.calibrate_text import END, objection_text, result_text
from companion.cli import main
from companion.clock import VirtualClock
from companion.errors import CalibrationError, CompanionError, HardwareMissing
from companion.journal.journal import Journal
from companion.link.fault import BUSY
from companion.scale.calibration import Calibration, PadCalibration
from companion.scale.calibrations import Calibrations
from companion.scale.kept import FILE_NAME, Disk, KeptCalibration
from companion.scale.step import Objection, Why
from companion.settings import JournalSettings, SensorSettings, Settings
from companion.simulate.sensors import DirectSensors
from tests.listening import Counts, Talk, listener, listener_at

PADS = 7
STONES_GRAMS = (3.5, 3.9, 3.6)
FOUND = Calibration(3, tuple(PadCalibration(1000.0 + pad, 7955.0, 640.0, 59.0, -3.0) for pad in range(PADS)))


class Maker:
    """Does what is said, at once; `feels`: which chip hears the load of each pad."""

    def __init__(self, feels: Sequence[int] = range(PADS)) -> None:
        self.told: list[str] = []
        self.asked: list[str] = []
        self.grams = [0.0] * PADS
        self._feels, self._random = feels, Random(1)

    def tell(self, text: str) -> None:
        """Lay, move or take off."""
        self.told.append(text)
        if lay := re.match(r"Lay a stone of the game on (\w) \((\d)", text):
            self.grams["ABCDEFG".index(lay[1])] += STONES_GRAMS[int(lay[2]) - 1]
        elif move := re.match(r"Move all 3 stones together to (\w)", text):
            self.grams = [0.0] * PADS
            self.grams["ABCDEFG".index(move[1])] = sum(STONES_GRAMS)
        elif text.startswith("Take the stones off"):
            self.grams = [0.0] * PADS

    def ask(self, question: str) -> str:
        """Enter."""
        self.asked.append(question)
        return "\n"

    def counts(self, now_s: float) -> list[int]:
        """What the chips give."""
        felt = [self.grams[self._feels[pad]] for pad in range(PADS)]
        return [
            round(1000 * pad + 2150 * grams + self._random.gauss(0, 59)) for pad, grams in enumerate(felt)
        ]


def settings_for(folder: Path, port: str = "/dev/nothing-there") -> Settings:
    """A device that keeps its games there."""
    return Settings(sensors=SensorSettings(port=port), journal=JournalSettings(folder=str(folder)))


def led(maker: "Maker", folder: Path, counts: Counts | None = None, **more: Any) -> int:
    """The exit status, in simulated time."""
    clock = VirtualClock()
    heard = listener(more.get("sensors") or DirectSensors(), counts or maker.counts, clock)
    return calibrate(maker, heard, calibrations(folder, more.get("disk")), clock)


def calibrations(folder: Path, disk: Disk | None = None) -> Calibrations:
    """Kept in that folder."""
    kept = KeptCalibration(folder, PADS, lambda: "2026-11-30T20:15:00+00:00", disk)
    kept.load()
    return Calibrations(PADS, 2150.0, kept)


def test_a_maker_calibrates_at_the_terminal(tmp_path: Path) -> None:
    """One Enter, then line by line what to do; the figures at the end, and they are kept."""
    maker = Maker()

    status = led(maker, tmp_path)

    current = kept_in(settings_for(tmp_path)).current
    assert status == DONE
    assert len(maker.asked) == 1
    assert maker.told[1:5] == [
        "Lay a stone of the game on A (1 of 3).",
        "Lay a stone of the game on A (2 of 3).",
        "Lay a stone of the game on A (3 of 3).",
        "Move all 3 stones together to B.",
    ]
    assert not any("!" in line for line in maker.told)
    assert current is not None
    assert maker.told[-1] == result_text(current)
    assert [pad.stone_counts for pad in current.pads] == pytest.approx([2150 * 11 / 3] * PADS, rel=0.005)


def test_swapped_pads_are_told_with_both_names(tmp_path: Path) -> None:
    """C and D are wired the other way round: it says so as long as it is so; then the lead is pulled."""
    maker, sensors = Maker(feels=(0, 1, 3, 2, 4, 5, 6)), DirectSensors()

    times_s = []

    def counts(now_s: float) -> list[int]:
        times_s.append(now_s)
        if now_s > 60.0:
            sensors.unplug()
        return maker.counts(now_s)

    with pytest.raises(HardwareMissing):
        led(maker, tmp_path, counts, sensors=sensors)

    assert maker.told[-3:-1] == [
        "Move all 3 stones together to C.",
        "  ! asked for on C, felt on D; put the wires of C and D right, or the stones on C",
    ]
    assert maker.told[-1].endswith("; it goes on when they are back")
    assert times_s[-1] == pytest.approx(60.0 + GIVE_UP_S, abs=2.0)
    assert not (tmp_path / FILE_NAME).exists()


def test_a_lead_that_slips_ends_nothing(tmp_path: Path) -> None:
    """Pulled and put back in the middle of it, for as long as it takes to find it: it goes on there.

    Chips that have just got power say nothing for a moment, and nobody is sent to their wires for that.
    """
    maker, sensors = Maker(), DirectSensors()

    def counts(now_s: float) -> list[int] | list[None]:
        is_out = 8.0 < now_s < 60.0
        if is_out == sensors.port.is_there:
            sensors.unplug() if is_out else sensors.plug()
        return [None] * PADS if 60.0 <= now_s < 60.8 else maker.counts(now_s)

    status = led(maker, tmp_path, counts, sensors=sensors)

    lost = next(number for number, line in enumerate(maker.told) if "when they are back" in line)
    assert status == DONE
    assert maker.told[lost - 1] == maker.told[lost + 1]
    assert sum("!" in line for line in maker.told) == 1
    assert kept_in(settings_for(tmp_path)).current is not None


def test_what_ends_it_is_told_and_nothing_is_kept(tmp_path: Path) -> None:
    """Something heavy lies on F, or its cell is bent."""
    maker = Maker()
    maker.grams[5] = 1000.0

    status = led(maker, tmp_path)

    assert status == NOT_DONE
    assert maker.told[-2].startswith("  ! F: 2,155,000 counts and nothing on it; ")
    assert maker.told[-1] == END
    assert list(tmp_path.iterdir()) == []


def test_a_disk_that_refuses_is_told_with_the_figures(tmp_path: Path) -> None:
    """Nobody has to weigh again to see them; that they are not kept is said, with the cure."""

    class FullDisk(Disk):
        """No room."""

        def write(self, path: Path, text: str) -> None:
            """Refused."""
            raise OSError(28, "No space left on device")

    maker = Maker()

    status = led(maker, tmp_path, disk=FullDisk())

    assert status == NOT_DONE
    assert maker.told[-2].startswith("Calibrated with 3 stones")
    assert "not kept" in maker.told[-1]
    assert "No space left" in maker.told[-1]


def test_while_the_companion_runs_it_says_how_to_stop_it(tmp_path: Path) -> None:
    """One line with the cure, before anybody has weighed anything."""
    journal, clock = Journal(tmp_path), VirtualClock()
    journal.open()

    with pytest.raises(CompanionError, match="sudo systemctl stop tholos"):
        calibrate_at(settings_for(tmp_path), Maker())
    journal.close()
    with pytest.raises(HardwareMissing, match="sudo systemctl stop tholos"):
        calibrate(Maker(), listener_at(Talk(fault=BUSY), clock), calibrations(tmp_path), clock)


def test_without_sensors_nobody_is_asked_for_anything(tmp_path: Path) -> None:
    """The port is not there: said at once, with the cure."""
    maker = Maker()

    with pytest.raises(HardwareMissing, match="plug the sensors in"):
        calibrate_at(settings_for(tmp_path), maker)

    assert (maker.asked, maker.told) == ([], [])


def test_a_folder_that_is_not_there_is_told_first(tmp_path: Path) -> None:
    """Nothing could be kept, so nobody weighs."""
    with pytest.raises(CalibrationError, match="No such file or directory"):
        calibrate_at(settings_for(tmp_path / "nowhere"), Maker())


def test_what_is_kept_can_be_looked_at(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing yet; then the newest with the one before it; a damaged one is told, status 1."""
    settings = tmp_path / "tholos.toml"
    settings.write_text(f'[journal]\nfolder = "{tmp_path}"\n', encoding="utf-8")
    show = ["calibrate", "--show", "--settings", str(settings)]
    nothing = (main(show), capsys.readouterr().out)
    kept = KeptCalibration(tmp_path, PADS, lambda: "2026-11-30T20:15:00+00:00")
    kept.keep(FOUND)
    kept.keep(replace(FOUND, stones=5))

    both = (main(show), capsys.readouterr().out)
    (tmp_path / FILE_NAME).write_text("{", encoding="utf-8")
    damaged = (main(show), capsys.readouterr().out)

    assert nothing == (0, "Not calibrated yet: the settings count.\n")
    assert both[0] == 0
    assert both[1].index("Calibration 2, ") < both[1].index("Before it:") < both[1].index("Calibration 1, ")
    assert "\nC        1,002     7,955       640      59            -3\n" in both[1]
    assert damaged[0] == 1
    assert "is damaged" in damaged[1]
    assert "Calibration 1, " in damaged[1]


@pytest.mark.parametrize("why", Why)
def test_every_refusal_says_where_what_and_the_cure(why: Why) -> None:
    """Which pad, what is wrong with it, and after a semicolon what to do."""
    text = objection_text(Objection(why, (2, 3), 1.5))

    what, _, cure = text.partition("; ")
    assert "C" in what
    assert "D" in what
    assert len(cure) > 10
    assert "{" not in text
