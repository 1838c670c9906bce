"""`tholos calibrate`: the same calibration as on the device, led in words at a terminal."""

from pathlib import Path

from companion.calibrate_text import objection_text, result_text, wants_text
from companion.clock import wall_time
from companion.doctor.person import Person
from companion.errors import CompanionError
from companion.journal.checkup import is_kept_by_another
from companion.listening import STOP_IT, Listener, listen_to
from companion.rules.pieces import Location
from companion.scale.calibrations import Calibrations
from companion.scale.kept import KeptCalibration
from companion.scale.step import Step
from companion.settings import Settings

HEAR_S = 0.2
"""So often somebody is told of what has come: sooner than they wait for it."""
DONE, NOT_DONE = 0, 1
"""The exit status."""


def kept_in(settings: Settings) -> KeptCalibration:
    """What is kept in the folder that the settings name."""
    kept = KeptCalibration(Path(settings.journal.folder), len(Location), wall_time)
    kept.load()
    return kept


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
        return calibrate(person, listener, calibrations)
    finally:
        listener.close()


def calibrate(person: Person, listener: Listener, calibrations: Calibrations) -> int:
    """Lead the person from the empty plate to what is kept; the exit status.

    Raises HardwareMissing when the sensors do not answer, or not any more.
    """
    fault = listener.hear(HEAR_S).fault
    if fault is not None:
        raise fault
    person.ask("Take everything off the temple, then press Enter and keep your hands off.")
    told = calibrations.begin()
    person.tell(wants_text(told))
    while True:
        heard = listener.hear(HEAR_S)
        if heard.fault is not None:
            raise heard.fault
        for frame, at_s in heard.frames:
            step = calibrations.feed(frame, at_s)
            if step is None:
                continue
            _tell(person, told, step)
            told = step
            if step.result is not None:
                return DONE if step.fault is None else NOT_DONE
            if step.objection is not None and step.objection.is_end:
                return NOT_DONE


def _tell(person: Person, before: Step, step: Step) -> None:
    if step.objection is not None:
        person.tell(f"  ! {objection_text(step.objection)}")
    elif step.result is None:
        person.tell(wants_text(step))
    else:
        person.tell(result_text(step.result))
        if step.fault is not None:
            person.tell(f"  ! not kept: {step.fault}")
