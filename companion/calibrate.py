"""`tholos calibrate`: the same calibration as on the device, led in words at a terminal."""

from pathlib import Path

from companion.calibrate_text import END, objection_text, result_text, wants_text
from companion.clock import Clock, RealClock, wall_time
from companion.errors import CompanionError, HardwareMissing
from companion.journal.checkup import is_kept_by_another
from companion.listening import STOP_IT, Listener, listen_to
from companion.person import Person
from companion.rules.pieces import Location
from companion.scale.calibrations import Calibrations
from companion.scale.kept import KeptCalibration
from companion.scale.step import Step
from companion.settings import Settings

HEAR_S = 0.2
"""So often somebody is told of what has come: sooner than they wait for it."""
GIVE_UP_S = 120.0
"""Sensors that are gone for so long are not coming back: a lead is found and put back sooner (estimated)."""
DONE, NOT_DONE = 0, 1
"""The exit status."""


def kept_in(settings: Settings) -> KeptCalibration:
    """What is kept in the folder that the settings name."""
    return KeptCalibration.loaded(Path(settings.journal.folder), len(Location), wall_time)


def calibrate_at(settings: Settings, person: Person) -> int:
    """Calibrate the real device; the exit status.

    Raises CompanionError where nobody has to weigh anything to know that it cannot be: the companion runs,
    nothing can be kept, no sensors answer.
    """
    kept = kept_in(settings)
    kept.check()
    if is_kept_by_another(Path(settings.journal.folder)):
        raise CompanionError("the sensors belong to the companion now", cure=STOP_IT)
    listener = listen_to(settings.sensors)
    try:
        calibrations = Calibrations(len(Location), settings.sensors.counts_per_gram, kept)
        return calibrate(person, listener, calibrations, RealClock())
    finally:
        listener.close()


def calibrate(person: Person, listener: Listener, calibrations: Calibrations, clock: Clock) -> int:
    """Lead the person from the empty plate to what is kept; the exit status.

    Raises HardwareMissing when the sensors do not answer at first, or have been gone for `GIVE_UP_S`.
    """
    fault = listener.hear(HEAR_S).fault
    if fault is not None:
        raise fault
    person.ask("Take everything off the temple, then press Enter and keep your hands off.")
    told = calibrations.begin()
    person.tell(wants_text(told))
    while True:
        heard = listener.hear(HEAR_S)
        for frame, at_s in heard.frames:
            step = calibrations.feed(frame, at_s)
            if step is None:
                continue
            _tell(person, step)
            told = step
            if step.result is not None:
                return DONE if step.fault is None else NOT_DONE
            if step.objection is not None and step.objection.is_end:
                return NOT_DONE
        if heard.fault is not None:
            calibrations.lose()
            _wait_for_sensors(person, listener, clock, heard.fault)
            person.tell(wants_text(told))


def _wait_for_sensors(person: Person, listener: Listener, clock: Clock, fault: HardwareMissing) -> None:
    """A lead has slipped, perhaps: what is weighed already stays, as it does on the device."""
    person.tell(f"  ! {fault}; it goes on when they are back")
    until_s = clock.now_s() + GIVE_UP_S
    while (now := listener.hear(0.0).fault) is not None:
        if clock.now_s() >= until_s:
            raise now


def _tell(person: Person, step: Step) -> None:
    if step.objection is not None:
        person.tell(END if step.objection.is_end else f"  ! {objection_text(step.objection)}")
    elif step.result is None:
        person.tell(wants_text(step))
    else:
        person.tell(result_text(step.result))
        if step.fault is not None:
            person.tell(f"  ! not kept: {step.fault}")
