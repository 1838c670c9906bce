"""The program itself, started as a shell would start it."""

import os
import signal
import subprocess
import sys
from typing import Any

import pytest

# As a program finds itself in a pipe: with an output that is kept back until it is full or flushed; and for a
# terminal of a known size, whatever terminal runs the tests.
ENVIRONMENT = {
    **{name: value for name, value in os.environ.items() if name != "PYTHONUNBUFFERED"},
    "COLUMNS": "80",
    "LINES": "24",
}


def start(*arguments: str | bytes, **options: Any) -> subprocess.Popen[bytes]:
    """Start the program, its input and outputs in pipes where the options for Popen say nothing else."""
    pipes = {name: subprocess.PIPE for name in ("stdin", "stdout", "stderr")}
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.Popen(command, env=ENVIRONMENT, **{**pipes, **options})


def tholos(*arguments: str | bytes, given: bytes = b"", **options: Any) -> tuple[int, str, str]:
    """Run the program to its end: its exit status, what it printed, what it complained of."""
    with start(*arguments, **options) as program:
        out, complaints = program.communicate(given if program.stdin else None)
    return program.returncode, (out or b"").decode(), (complaints or b"").decode()


@pytest.fixture
def ctrl_c() -> Any:
    """Let Ctrl-C end what a test starts, also where the tests run under `nohup` or in the background.

    A child ignores what its parent ignores; a signal with a handler is back to its default in the child.
    """
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
