"""The supply: a Pi notes by itself when its voltage was too low or it was too warm."""

from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine

PART = "power"
COMMAND = ("vcgencmd", "get_throttled")
FILE = "/sys/devices/platform/soc/soc:firmware/get_throttled"
LOW_NOW, LOW_BEFORE = 1 << 0, 1 << 16
HOT_NOW, HOT_BEFORE = 1 << 3, 1 << 19
"""Bits of that number (Raspberry Pi documentation, vcgencmd get_throttled): below 4.63 V, soft limit."""
_CURE = "use the Pi's own supply (5.1 V) and a short, thick lead; phone chargers sag to 4.6 V"


def power(machine: Machine) -> list[Finding]:
    """Undervoltage now or since the start, by the firmware's number or by the kernel's voltage alarm."""
    bits = _throttled(machine)
    if bits is None:
        return [_by_alarm(machine)]
    figures = {"throttled": f"0x{bits:x}"}
    if bits & LOW_NOW:
        return [Finding(PART, Verdict.BAD, "the supply's voltage is too low now", _CURE, figures)]
    if bits & LOW_BEFORE:
        says = "the supply's voltage was too low since the start"
        return [Finding(PART, Verdict.SUSPICIOUS, says, _CURE, figures)]
    if bits & (HOT_NOW | HOT_BEFORE):
        return [
            Finding(PART, Verdict.SUSPICIOUS, "the Pi is or was too warm", "let air to its chip", figures)
        ]
    return [Finding(PART, Verdict.GOOD, "the voltage was never too low since the start", figures=figures)]


def _throttled(machine: Machine) -> int | None:
    said = machine.run(COMMAND)
    word = said.partition("=")[2] if said is not None else machine.text(FILE)
    try:
        return int(word, 16)
    except ValueError:
        return None


def _by_alarm(machine: Machine) -> Finding:
    """Kernels without the firmware's tools have a voltage alarm (driver raspberrypi-hwmon)."""
    for sensor in machine.matches("/sys/class/hwmon", "hwmon*"):
        name = f"/sys/class/hwmon/{sensor.name}"
        if machine.text(f"{name}/name") == "rpi_volt":
            is_low = machine.text(f"{name}/in0_lcrit_alarm") == "1"
            if is_low:
                return Finding(PART, Verdict.BAD, "the kernel says that the voltage is too low", _CURE)
            return Finding(PART, Verdict.GOOD, "the kernel's voltage alarm is quiet")
    return Finding(
        PART,
        Verdict.SUSPICIOUS,
        "the voltage cannot be read here: no vcgencmd and no alarm of the kernel's",
        "on a Pi: sudo apt install raspi-utils",
    )
