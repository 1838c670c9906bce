"""The time of day: only written beside the games for people to read, so a wrong one is never bad."""

from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine

PART = "clock"
COMMAND = ("timedatectl", "show", "--property=NTPSynchronized", "--value")
SYNCHRONISED_FILE = "/run/systemd/timesync/synchronized"
"""systemd-timesyncd makes it when it has set the clock."""


def clock(machine: Machine) -> list[Finding]:
    """Whether something sets the clock: the network, or a clock with a battery."""
    has_rtc = machine.path("/sys/class/rtc/rtc0").exists()
    is_set = machine.run(COMMAND) == "yes" or machine.path(SYNCHRONISED_FILE).exists()
    figures = {"is_synchronised": is_set, "has_rtc": has_rtc}
    kept = "a clock chip keeps it" if has_rtc else "no clock chip keeps it over a power cut"
    if is_set:
        return [Finding(PART, Verdict.GOOD, f"set by the network; {kept}", figures=figures)]
    return [
        Finding(
            PART,
            Verdict.SUSPICIOUS,
            f"not set by the network; {kept}: dates beside the games may be wrong, the games are not",
            "give it a network for a minute; for places without one, a clock chip with a battery",
            figures,
        )
    ]
