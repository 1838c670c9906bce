"""The settings file, as it was read or refused."""

from pathlib import Path

from companion.doctor.finding import Finding, Verdict
from companion.errors import SettingsError
from companion.files import SETTINGS
from companion.settings import Settings, found, load

PART = "settings"


def read_settings(named: Path | None, usual: Path = SETTINGS) -> tuple[Settings, Finding]:
    """The settings to go on with, and what is to be said of them; a file that is refused: the defaults.

    `named` is what the command line says; without, the service's own file where there is one.
    """
    path = found(named, usual)
    if path is None:
        says = f"all as they come: there is no {usual}"
        return Settings(), Finding(PART, Verdict.GOOD, says)
    try:
        settings = load(path)
    except SettingsError as error:
        says = f"{error.what}; the other parts are looked at with the defaults"
        return Settings(), Finding(PART, Verdict.BAD, says, error.cure)
    return settings, Finding(PART, Verdict.GOOD, f"{path} is understood", figures={"file": str(path)})
