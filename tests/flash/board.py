"""A Pico on a desk: MicroPython's unix port with a Pico's modules, behind a lead that comes and goes.

What is real: the interpreter, its REPL and raw REPL, the files in a folder, and the files that run, the
board's own among them. What is imitated: pins, watchdog, reset, and that USB goes away with a reset.
It lives in real time, in a thread, as the interpreter and mpremote do; see CONTRIBUTING.md, Tests.
"""

import os
import select
import signal
import subprocess
import sys
import threading
import time
import tty
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

MICROPYTHON = Path(sys.executable).with_name("micropython")
GAP_S = 0.2  # without a port after a reset; a real one takes a second or two
CTRL_C = 3

# What a Pico has in its flash beside the files: `machine`, and its way to start. Told by single letters:
# m main.py runs · g Ctrl-C is data · c it is not · w the watchdog is on · f it is fed · r reset · e the REPL.
ROM = """
import sys
tell = open(int(sys.argv[1]), "wb", 0)
guard_ms, version = int(sys.argv[2]), tuple(int(part) for part in sys.argv[3].split("."))
real = sys
class Pin:
    IN, OUT, PULL_UP = 0, 1, 2
    def __init__(self, number, mode, pull=None, value=None):
        pass
    def __call__(self, level=None):
        return 1
class WDT:
    def __init__(self, timeout):
        tell.write(b"w")
    def feed(self):
        tell.write(b"f")
class machine:
    @staticmethod
    def reset():
        tell.write(b"r")
        while True:
            pass
machine.Pin, machine.WDT = Pin, WDT
machine.disable_irq, machine.enable_irq = (lambda: 0), (lambda state: None)
class micropython:
    @staticmethod
    def kbd_intr(char):
        tell.write(b"g" if char < 0 else b"c")
class implementation:
    pass
implementation.name, implementation.version = "micropython", version + ("",)
class rp2:
    pass
for name in ("stdin", "stdout", "stderr", "path", "modules", "print_exception", "exit"):
    setattr(rp2, name, getattr(real, name))
rp2.platform, rp2.implementation = "rp2", implementation
sys.modules.update({"sys": rp2, "machine": machine, "micropython": micropython})
sys.path[:] = ["", ".frozen"]
try:
    tell.write(b"m")
    try:
        import talker
        talker.GUARD_AFTER_MS = guard_ms
    except Exception:
        pass
    try:
        with open("main.py") as file:
            source = file.read()
    except OSError:
        source = ""
    exec(source, {"__name__": "__main__"})
except BaseException as error:
    real.print_exception(error)
tell.write(b"e")
"""


@dataclass
class Make:
    """How a board is made; a real one has five seconds, eight seconds, and the release that is wanted.

    Both are longer here than there: a busy machine may let either side wait for seconds.
    """

    guard_ms: int = 10_000
    watchdog_s: float = 30.0
    version: str = "1.28.0"


class Board:
    """Plugged in from the start; `path` is the symlink that udev makes."""

    def __init__(self, folder: Path, make: Make | None = None) -> None:
        self.path = str(folder / "tholos")
        self.files = folder / "flash"
        """What is in its flash."""
        self.starts = 0
        """How often it has started."""
        self.cuts = 0
        """How often the watchdog was the reason."""
        self.is_guarded = False
        """Whether Ctrl-C is data now, and the watchdog on."""
        self._make = make or Make()
        self.files.mkdir(exist_ok=True)
        self._rom = folder / "rom.py"
        self._rom.write_text(ROM)
        self._is_wanted = True
        self._thread = threading.Thread(target=self._live, daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Pull the lead for good."""
        self._is_wanted = False
        self._thread.join()

    def _live(self) -> None:
        while self._is_wanted:
            _Life(self, self._make).run()
            time.sleep(GAP_S)


class _Life:
    """From one start to the next."""

    def __init__(self, board: Board, make: Make) -> None:
        self._board, self._make = board, make
        self._state = b"m"
        self._fed_s: float | None = None
        self._is_over = False
        self._told, tell = os.pipe()
        self._far, self._near = os.openpty()  # what the host opens is the near end
        self._inner, child = os.openpty()
        tty.setraw(self._near)
        tty.setraw(child)
        self._process = subprocess.Popen(
            [MICROPYTHON, "-i", board._rom, str(tell), str(make.guard_ms), make.version],
            stdin=child,
            stdout=child,
            stderr=child,
            cwd=board.files,
            pass_fds=(tell,),
            start_new_session=True,
        )
        os.close(tell)
        os.close(child)
        os.set_blocking(self._far, False)
        os.set_blocking(self._inner, False)
        board.starts += 1
        board.is_guarded = False

    def run(self) -> None:
        """Until it is reset, cut off, ended or not wanted any more."""
        while self._board._is_wanted and not self._is_over and self._process.poll() is None:
            ready, _, _ = select.select([self._far, self._inner, self._told], [], [], 0.05)
            if self._told in ready:
                self._hear(os.read(self._told, 4096))
            if self._inner in ready:
                self._send(self._inner, self._far)
            if self._far in ready:
                self._type()
            if self._fed_s is not None and time.monotonic() > self._fed_s + self._make.watchdog_s:
                self._board.cuts += 1
                self._is_over = True
        Path(self._board.path).unlink(missing_ok=True)
        self._process.kill()
        self._process.wait()
        for file in (self._told, self._far, self._near, self._inner):
            os.close(file)

    def _hear(self, letters: bytes) -> None:
        for letter in (bytes([each]) for each in letters):
            if (
                letter == b"m"
            ):  # USB is there once MicroPython is: before that, Ctrl-C would end the interpreter
                Path(self._board.path).symlink_to(os.ttyname(self._near))
            if letter in b"wf":
                self._fed_s = time.monotonic()
                self._board.is_guarded = True
            elif letter == b"r":
                self._is_over = True
            else:
                self._state = {b"c": b"m"}.get(letter, letter)

    def _type(self) -> None:
        with suppress(OSError):
            for byte in os.read(self._far, 4096):
                if byte == CTRL_C and self._state == b"m":
                    os.kill(self._process.pid, signal.SIGINT)
                    self._state = b"e"  # what comes next is for the REPL
                else:
                    os.write(self._inner, bytes([byte]))

    @staticmethod
    def _send(source: int, target: int) -> None:
        with suppress(OSError):  # full: nobody reads, and the rest is lost, as on USB
            os.write(target, os.read(source, 4096))
