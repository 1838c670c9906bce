"""The line to the sensors: the port, the firmware behind it, and how many lines arrive whole."""

from collections.abc import Iterator

from companion.doctor.finding import Finding, Verdict
from companion.doctor.machine import Machine
from companion.link.fault import PortTrouble
from companion.listening import Heard

PART = "sensors"
MAKER, BOARD, BOOTSEL = "2e8a", "0005", "0003"
"""USB numbers: Raspberry Pi; MicroPython on a Pico; a Pico that waits for its firmware (field-facts C3)."""
FEW_LOST, MANY_LOST = 0.001, 0.01
"""Of all lines; a busy machine loses one in thousands (estimated), a second reader every other."""
_RULES = "put systemd/99-tholos.rules in place, or name the port in the settings ([sensors] port)"


def sensors(heard: Heard, machine: Machine, port: str) -> list[Finding]:
    """The firmware's version, or why there is none; then the lines that were lost, if there were many."""
    if heard.fault is not None:
        what, cure = heard.fault.what, heard.fault.cure
        if heard.port is not None and heard.port.kind is PortTrouble.MISSING:
            cure = _seen_on_usb(machine) or cure
        return [Finding(PART, Verdict.BAD, what, cure)]
    hello, frames = heard.hello, len(heard.frames)
    if hello is None or not frames:
        return [Finding(PART, Verdict.BAD, f"{port}: no frame came", "unplug the sensors, plug them in")]
    says = f"{port}: firmware {hello.firmware}, protocol {hello.protocol}, {hello.rate_hz} frames a second"
    figures = {
        "firmware": hello.firmware,
        "protocol": hello.protocol,
        "frames": frames,
        "damaged": heard.damaged,
        "lost": heard.lost,
    }
    return [Finding(PART, Verdict.GOOD, says, figures=figures), *_losses(heard)]


def _losses(heard: Heard) -> Iterator[Finding]:
    bad = max(heard.damaged, heard.lost)
    share = bad / (len(heard.frames) + bad)
    if share <= FEW_LOST:
        return
    yield Finding(
        PART,
        Verdict.BAD if share > MANY_LOST else Verdict.SUSPICIOUS,
        f"of {len(heard.frames) + bad} lines {heard.damaged} came damaged and {heard.lost} never",
        "stop what else reads the port (a terminal, ModemManager), then try another, shorter USB lead",
        {"damaged": heard.damaged, "lost": heard.lost},
    )


def _seen_on_usb(machine: Machine) -> str:
    """What to do where the port is not there and a Pico is; "" where none is seen."""
    boards = {
        machine.text(f"/sys/bus/usb/devices/{device.name}/idProduct")
        for device in machine.matches("/sys/bus/usb/devices", "*")
        if machine.text(f"/sys/bus/usb/devices/{device.name}/idVendor") == MAKER
    }
    if BOARD in boards:
        return f"a Pico is plugged in, under another name: {_RULES}"
    if BOOTSEL in boards:
        return "a Pico is plugged in and waits for MicroPython: flash it (firmware/README.md)"
    return ""
