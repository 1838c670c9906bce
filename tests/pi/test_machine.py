import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.panel.press import Button
from companion.simulate import acts
from companion.simulate.script import read_script
from tests.pi.evening import SCRIPT
from tests.pi.machine import TIME_EDGES, HarnessError, VirtualPi


@pytest.fixture
def pi(tmp_path: Path) -> VirtualPi:
    """A virtual Pi whose scripts only say what they were told."""
    (tmp_path / "env.sh").write_text("VPI_DIR=/nowhere\n", encoding="utf-8")
    for name in ("boot.sh", "run.sh"):
        script = tmp_path / name
        script.write_text('#!/bin/sh\necho "$* KEEP=$KEEP $VPI_RTC $VPI_APPEND"; [ "$1" != false ]\n')
        script.chmod(0o755)
    return VirtualPi(tmp_path)


def test_a_machine_that_believes_it_is_2020_is_left_in_that_belief(pi: VirtualPi) -> None:
    """systemd lifts a clock chip's date to its own build date: the evening would begin in another year."""
    said = pi.boot(clock=datetime(2020, 1, 1, tzinfo=UTC))

    assert said.split() == ["KEEP=1", "2020-01-01T00:00:00", "systemd.clock-usec=1577836800000000"]
    assert pi.boot(is_fresh=True).split() == ["KEEP="]


def test_a_command_that_fails_in_there_ends_the_evening(pi: VirtualPi) -> None:
    """Nobody reads on as if it had worked."""
    assert pi.run("true") == "true KEEP="

    with pytest.raises(HarnessError, match=r"run\.sh false: exit status 1"):
        pi.run("false")


def test_edges_are_timed_without_starting_a_process(tmp_path: Path) -> None:
    """A bounce of 5 ms was taken for one of 30: the measuring program took so long to start."""
    line = tmp_path / "pull"

    done = subprocess.run(
        ["/bin/bash", "-c", TIME_EDGES, "bash", line], env={"PATH": ""}, capture_output=True, check=True
    )

    assert done.stderr == b""
    assert int(done.stdout) > 0
    assert line.read_text(encoding="ascii") == "pull-up\n"


def test_every_button_bounces_in_the_evening() -> None:
    """Also BACK, as it is held down for the menu."""
    bouncing = [
        act
        for act in read_script(SCRIPT)
        if isinstance(act, acts.PressButton) and act.line.text.endswith("# bounces")
    ]

    assert {act.button for act in bouncing} == set(Button)
    assert any(act.seconds > 2 for act in bouncing)
