import subprocess
from pathlib import Path

import pytest

from companion import power

CURE = "; put systemd/50-tholos.rules in place (systemd/README.md), or just unplug it: all games are on disk"


def asked(monkeypatch: pytest.MonkeyPatch, folder: Path, script: str) -> str | None:
    """What comes of asking a systemctl that does this."""
    systemctl = folder / "systemctl"
    systemctl.write_text(f"#!/bin/sh\n{script}\n", encoding="utf-8")
    systemctl.chmod(0o755)
    monkeypatch.setattr(power, "_COMMAND", (str(systemctl), *power._COMMAND[1:]))
    return power.power_off()


def test_systemd_is_asked_to_power_off(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """And not for a password."""
    refusal = asked(monkeypatch, tmp_path, f'echo "$@" >{tmp_path}/asked')

    assert refusal is None
    assert (tmp_path / "asked").read_text(encoding="utf-8").split() == ["--no-ask-password", "poweroff"]


@pytest.mark.parametrize(
    ("script", "why"),
    [
        ("printf 'Call failed:\\nAccess denied\\n' >&2; exit 1", "Call failed: Access denied"),
        ("printf '\\377' >&2; exit 4", "\N{REPLACEMENT CHARACTER}"),
        ("exit 4", "systemctl ended with 4"),
    ],
)
def test_a_refusal_is_one_line_with_its_cure(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, script: str, why: str
) -> None:
    """The machine stays on: why, and what to do about it."""
    assert asked(monkeypatch, tmp_path, script) == f"the machine stays on ({why}){CURE}"


def test_no_systemd_at_all_is_a_refusal_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Some machines have none."""
    monkeypatch.setattr(power, "_COMMAND", (str(tmp_path / "none"), "poweroff"))

    refusal = power.power_off()

    assert refusal is not None
    assert "No such file" in refusal
    assert refusal.endswith(CURE)


def test_a_systemd_that_says_nothing_is_not_waited_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A machine too busy to answer holds nobody up."""

    def hang(*_: object, timeout: float, **__: object) -> None:
        raise subprocess.TimeoutExpired("systemctl", timeout)

    monkeypatch.setattr(subprocess, "run", hang)

    refusal = power.power_off()

    assert refusal is not None
    assert "timed out after 10" in refusal
