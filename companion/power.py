"""The machine's power: systemd is asked to switch it off."""

import subprocess

_COMMAND = ("/usr/bin/systemctl", "--no-ask-password", "poweroff")
"""Where Debian, and so Raspberry Pi OS, has it; nobody is there to type a password."""
_LONGEST_S = 10.0
"""systemd answers within a second; a machine so busy that it does not is one to unplug."""
_CURE = "put systemd/50-tholos.rules in place (systemd/README.md), or just unplug it: all games are on disk"


def power_off() -> str | None:
    """Ask for it; None: it goes off within seconds. Else one line: why it stays on, and the cure."""
    try:
        done = subprocess.run(  # noqa: S603 - the command is the constant above
            _COMMAND, capture_output=True, text=True, errors="replace", timeout=_LONGEST_S, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"the machine stays on ({error}); {_CURE}"
    if done.returncode == 0:
        return None
    said = " ".join(done.stderr.split()) or f"systemctl ended with {done.returncode}"
    return f"the machine stays on ({said}); {_CURE}"
