"""The display's bus: whether it is there, how fast it is, and who answers on it."""

import re
from collections.abc import Callable

from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine
from companion.settings import DisplaySettings

PART = "i2c"
FAST_HZ = 400_000
"""The fastest that SSD1306, SSD1309 and SH1106 are specified for (their data sheets)."""
CONFIG = ("/boot/firmware/config.txt", "/boot/config.txt")
"""Since bookworm the first."""
_SPEED_SET = re.compile(r"^\s*dtparam=(?:[^#\n]*,)?i2c(?:_arm|1)?_baudrate=(\d+)(?![^#\n]*\w)", re.MULTILINE)
_FASTER = (
    "a line dtparam=i2c_arm=on,i2c_arm_baudrate=400000 in /boot/firmware/config.txt, "
    "in place of dtparam=i2c_arm=on; then start anew"
)
_BITS_A_BYTE = 9  # eight and an acknowledge
_PICTURE_BYTES = 1_034  # a whole picture on an SSD1306 (companion/README.md)

Probe = Callable[[int, int], int]
"""Asks the chip at an address of a bus for its status byte; OSError where nobody acknowledges."""


def i2c(machine: Machine, display: DisplaySettings, probe: Probe) -> list[Finding]:
    """The bus, its speed, and the chip at the address that the settings name."""
    path = f"/dev/i2c-{display.i2c_port}"
    if not machine.path(path).exists():
        return [Finding(PART, Verdict.BAD, f"no bus {path}", "on a Pi: sudo raspi-config nonint do_i2c 0")]
    return [_speed(machine, display.i2c_port), _chip(display, probe)]


def _speed(machine: Machine, i2c_port: int) -> Finding:
    hertz = _from_device_tree(machine, i2c_port) or _from_config(machine)
    if hertz is None:
        return Finding(PART, Verdict.SUSPICIOUS, "the bus does not tell its speed", _FASTER)
    ms = round(_PICTURE_BYTES * _BITS_A_BYTE / hertz * 1000)
    says = f"{hertz // 1000} kHz: a whole picture takes {ms} ms"
    figures = {"hertz": hertz, "picture_ms": ms}
    if hertz < FAST_HZ:
        return Finding(PART, Verdict.SUSPICIOUS, says, f"for a quicker display: {_FASTER}", figures)
    if hertz > FAST_HZ:
        cure = f"the display is made for {FAST_HZ // 1000} kHz: {_FASTER}"
        return Finding(PART, Verdict.SUSPICIOUS, says, cure, figures)
    return Finding(PART, Verdict.GOOD, says, figures=figures)


def _from_device_tree(machine: Machine, i2c_port: int) -> int | None:
    """What the running kernel was told: a number of 32 bits, its high byte first."""
    raw = machine.read(f"/sys/class/i2c-adapter/i2c-{i2c_port}/of_node/clock-frequency")
    return (int.from_bytes(raw, "big") or None) if raw is not None else None


def _from_config(machine: Machine) -> int | None:
    for name in CONFIG:
        found = _SPEED_SET.findall(machine.text(name))
        if found:
            return int(found[-1])  # a later line wins
    return None


def _chip(display: DisplaySettings, probe: Probe) -> Finding:
    fault = _refusal(display.i2c_port, display.address, probe)
    figures = {"address": f"0x{display.address:02X}"}
    if fault is None:
        says = f"a chip answers at 0x{display.address:02X}"
        return Finding(PART, Verdict.GOOD, says, figures=figures)
    if isinstance(fault, PermissionError):
        says = f"the bus may not be used by this user ({fault.strerror})"
        return Finding(PART, Verdict.BAD, says, "see the part access", figures)
    other = 0x3C + 0x3D - display.address
    if _refusal(display.i2c_port, other, probe) is None:
        cure = f"[display] address = 0x{other:02X} in the settings"
        says = f"nobody answers at 0x{display.address:02X}, but somebody at 0x{other:02X}"
        return Finding(PART, Verdict.BAD, says, cure, figures)
    return Finding(
        PART,
        Verdict.BAD,
        f"nobody answers at 0x{display.address:02X} ({fault.strerror or fault})",
        "check the display's four wires: 3.3 V, ground, SDA, SCL (hardware/README.md)",
        figures,
    )


def _refusal(i2c_port: int, address: int, probe: Probe) -> OSError | None:
    try:
        probe(i2c_port, address)
    except OSError as fault:
        return fault
    return None
