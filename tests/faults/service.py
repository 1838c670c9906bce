"""A device whose program is a process of its own, kept running as systemd keeps it, in real time."""

import os
import pickle
import select
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

from companion.clock import VirtualClock
from companion.panel.press import Button
from companion.rules.pieces import Player
from companion.rules.play import End
from companion.rules.position import Position
from companion.simulate.device import SLICE_S
from companion.simulate.hands import Hands
from companion.simulate.noise import NOISES
from companion.simulate.plate import Plate
from companion.simulate.sensors import FirmwareSensors
from companion.simulate.stones import Things, weigh_stones
from companion.table.state import TableState
from companion.table.table import Table
from tests.faults.daemon import HEAD_BYTES
from tests.faults.machine import STARTED_ANEW, unkept

RESTARTS_S = 3.0
"""RestartSec in systemd/tholos.service."""
ANSWERS_S = 1.0
STALLED, ONE_KEEPS = "a transfer stalled", "a second one kept nothing, or one was started anew"
"""Signs of a fault that has struck."""
FIRST = {Player.WHITE: Button.WHITE, Player.BLACK: Button.BLACK}


class Program:
    """One process of it."""

    def __init__(self, settings: Path) -> None:
        self._read, write = os.pipe()
        os.set_blocking(self._read, False)
        folder = str(settings.parent)
        environment = {**os.environ, "RUNTIME_DIRECTORY": folder, "STATE_DIRECTORY": folder}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)  # what is installed was compiled, too
        command = [sys.executable, "-m", "tests.faults.daemon", str(settings), str(write)]
        self._process = subprocess.Popen(
            command,
            pass_fds=(write,),
            stdin=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env=environment,
            start_new_session=True,
        )
        os.close(write)
        self._data = b""

    @property
    def runs(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def said(self) -> list[Any]:
        """What it has told since the last call."""
        found: list[Any] = []
        try:
            while chunk := os.read(self._read, 65_536):
                self._data += chunk
        except BlockingIOError:
            pass
        while len(self._data) >= HEAD_BYTES:
            end = HEAD_BYTES + int.from_bytes(self._data[:HEAD_BYTES], "big")
            if len(self._data) < end:
                break
            found.append(pickle.loads(self._data[HEAD_BYTES:end]))  # noqa: S301 - our own process
            self._data = self._data[end:]
        return found

    def states(self) -> list[Any]:
        """The states among that, each with the turns settled by then."""
        return [said for said in self.said() if isinstance(said, tuple)]

    def wait(self, seconds: float) -> None:
        """Until it tells something, or for so long."""
        select.select([self._read], [], [], seconds)

    def command(self, text: str) -> None:
        """Tell it; one that has ended hears nothing."""
        try:
            os.write(self._process.stdin.fileno(), f"{text}\n".encode())
        except BrokenPipeError:
            return

    def send(self, number: signal.Signals) -> None:
        """A signal, to it alone."""
        if self.runs:
            self._process.send_signal(number)

    def close(self) -> None:
        """End it, whatever it does."""
        self.send(signal.SIGKILL)
        self._process.wait()
        self._process.stdin.close()
        os.close(self._read)


class ServiceMachine:
    """The device as the service runs it: its program ends at any instant, and is started 3 s later."""

    def __init__(self, folder: Path, seed: str) -> None:
        random, level = Random(seed), NOISES["field"]
        self.clock = VirtualClock()
        self._stepped_s = time.monotonic()
        self.things = Things(weigh_stones(random, spread=level.stone_spread))
        self._plate = Plate(random, level)
        self.hands = Hands(self.things, self._plate, random)
        self.sensors = FirmwareSensors(folder)
        self.settings = folder / "tholos.toml"
        self.journal_folder = folder / "journal"
        self.right = f'[journal]\nfolder = "{self.journal_folder}"\n[sensors]\nport = "{self.sensors.path}"\n'
        self.settings.write_text(self.right, encoding="utf-8")
        self.state: TableState = Table(End.AT_ONCE).state
        self.turns: tuple[str, ...] = ()
        self.starts, self.is_down, self.is_lit = 0, True, False
        self.jammed: set[Button] = set()
        self.struck_how = ""
        self.presses = 0
        self.refused = 0
        """How often a second program has kept nothing."""
        self.stalls = 0
        """Transfers to the display that were held."""
        self._answer: str | None = None
        self._start_at_s = 0.0
        self.program = Program(self.settings)
        while self.is_down:
            self.step()

    def signs(self) -> dict[str, object]:
        """What else shows that the device has felt something, by name: it is another one then."""
        return {STARTED_ANEW: self.starts, STALLED: self.stalls, ONE_KEEPS: (self.refused, self.starts)}

    def begin(self, position: Position) -> None:
        """Somebody says at the panel who begins."""
        button = FIRST[position.to_move]
        for is_down in (True, False):
            self.drive(button, is_down=is_down)
            for _ in range(10):
                self.step()

    def step(self) -> None:
        """Let a slice of time pass, or as many as truly have: sensors miss none, on a busy machine either."""
        time.sleep(max(0.0, self._stepped_s + SLICE_S - time.monotonic()))
        for _ in range(int((time.monotonic() - self._stepped_s) / SLICE_S)):
            self._stepped_s += SLICE_S
            self.clock.advance(SLICE_S)
            now_s = self.clock.now_s()
            loads = self.hands.loads_at(self._plate.times_s(now_s))
            self.sensors.advance(now_s, self._plate.counts(now_s, loads))
        now_s = self.clock.now_s()
        self._hear()
        if self.program.runs:
            self._start_at_s = now_s + RESTARTS_S
            return
        self.is_down = True
        if now_s >= self._start_at_s:
            self.replace(Program(self.settings))

    def replace(self, program: Program) -> None:
        """This one is the device's program now."""
        self.program.close()
        self.program, self.is_down = program, True

    def drive(self, button: Button, *, is_down: bool) -> None:
        """A finger on a button, or off it."""
        self.presses += is_down
        self.program.command(f"{'down' if is_down else 'up'} {button.value}")

    def ill(self) -> str:
        """What is not well, "" when all is."""
        if self.is_down:
            return "it does not run"
        self._answer = None
        self.program.command("ill")
        for _ in range(round(ANSWERS_S / SLICE_S)):
            self.step()
            if self._answer is not None:
                return self._answer or unkept(self.journal_folder, self.turns)
        return "it does not answer"

    def close(self) -> None:
        """Take it away."""
        self.program.close()
        self.sensors.close()

    def _hear(self) -> None:
        for said in self.program.said():
            if isinstance(said, str):
                self._answer = said
                continue
            if isinstance(said, int):
                self.stalls += said
                continue
            self.state, self.turns = said
            if self.is_down:
                self.starts += 1
            self.is_down, self.is_lit = False, True
