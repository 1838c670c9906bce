"""What can go wrong, said once for people: what it is, and the cure.

    CompanionError              one line for a person: what, where; then the cure
    ├── SettingsError           the settings file has a key, a value or a pin that cannot be
    ├── ScriptError             a .table script says something that is no act
    ├── CalibrationError        the file of the calibration cannot be used
    ├── JournalError            the journal's folder or file cannot be used
    │   ├── JournalDamaged      the journal's file is no sound database
    │   ├── JournalNewer        the journal's file is of a newer companion, and not to be touched
    │   └── JournalUnwritable   the disk takes nothing: it is full, read-only or failing
    └── HardwareMissing         the machine has no GPIO or no I2C, or not yet

Faults that heal by themselves (an unplugged lead, a silent pad) are states, not exceptions.
The rules import nothing but the standard library, so theirs are a tree of its own, drawn in
`companion.rules.errors`; `cli` shows both in the same way.
"""


class CompanionError(Exception):
    """A fault with its cure; `str()` is one line that names both."""

    def __init__(self, what: str, *, cure: str = "") -> None:
        self.what, self.cure = what, cure
        super().__init__(f"{what}; {cure}" if cure else what)


class SettingsError(CompanionError):
    """The settings file has a key, a value or a pin that cannot be."""


class ScriptError(CompanionError):
    """A `.table` script says something that is no act."""


class CalibrationError(CompanionError):
    """The file of the calibration cannot be read, makes no sense, or cannot be written."""


class JournalError(CompanionError):
    """The journal's folder or file cannot be used."""


class JournalDamaged(JournalError):
    """The journal's file is no sound database, or no database at all."""


class JournalNewer(JournalError):
    """The journal's file is of a form that a later companion has made: it stays as it is."""


class JournalUnwritable(JournalError):
    """The disk takes nothing now; with room, or another disk, it may."""


class HardwareMissing(CompanionError):
    """The machine lacks something that the daemon has to do without."""


def unforeseen(fault: Exception) -> str:
    """The text of a fault that nobody has thought of, in one line."""
    return " ".join(f"{type(fault).__name__}: {fault}; show its makers a tholos report".split())
