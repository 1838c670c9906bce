"""Flashing a simulated Pico: mpremote's own way into MicroPython's raw REPL, and the copied files run."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.cli import main
from companion.clock import RealClock
from companion.errors import CompanionError
from companion.flash.files import MICROPYTHON, files
from companion.flash.flash import Flash
from companion.flash.pico import enter, find_named
from companion.link.decoder import Frame, Lack
from companion.link.hello import LinkState
from companion.link.link import Link
from companion.link.port import Port
from tests.flash.board import MICROPYTHON as INTERPRETER
from tests.flash.board import Board, Make

pytestmark = [
    pytest.mark.skipif(not INTERPRETER.exists(), reason="no MicroPython on this machine"),
    pytest.mark.timeout(180),  # real time: what takes five seconds takes long on a busy machine
]

Plug = Callable[..., Board]


@pytest.fixture
def plug(tmp_path: Path) -> Iterator[Plug]:
    """Plugs a board in, with these files in its flash."""
    boards = []

    def plug(held: dict[str, bytes] | None = None, make: Make | None = None) -> Board:
        for name, data in (held or {}).items():
            path = tmp_path / "flash" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
        boards.append(Board(tmp_path, make))
        return boards[-1]

    yield plug
    for board in boards:
        board.close()


def flash(board: Board, *, named: str = "") -> list[str]:
    """Flash it and wait for the greeting; what was said."""
    said: list[str] = []
    flash = Flash(lambda: find_named(board.path), enter, RealClock(), said.append, named=named)
    flash.put(files())
    assert flash.greeting(Port).firmware == "0.2.0"
    return said


def held(board: Board) -> dict[str, bytes]:
    """What is in its flash."""
    paths = [path for path in board.files.rglob("*") if path.is_file()]
    return {path.relative_to(board.files).as_posix(): path.read_bytes() for path in paths}


def until(is_so: Callable[[], bool]) -> None:
    """Let real time pass until it is."""
    while not is_so():
        time.sleep(0.05)  # the far end lives in real time; the test's own limit ends a vain wait


def talk(board: Board, state: LinkState, readings: tuple[Lack, ...] = ()) -> list[Frame]:
    """What the companion's link takes from the board until it is in this state, and these are read."""
    clock, frames = RealClock(), []
    until(lambda: os.path.exists(board.path))
    link = Link(Port(board.path))

    def is_so() -> bool:
        frames.extend(link.poll(clock.now_s()))
        return link.state is state and (not readings or (bool(frames) and frames[-1].readings == readings))

    until(is_so)
    link.close()
    return frames


def test_what_is_copied_is_what_runs_and_nothing_else(plug: Plug) -> None:
    """A new Pico, one command: it holds our files alone, greets, and sends frames."""
    board = plug()

    said = flash(board)

    assert held(board) == files()
    assert said[-1] == f"{len(files())} files are on the Pico, each as it is here"
    talk(board, LinkState.UP, (Lack.MISSING,) * 7)  # no chip is wired to this one


def test_a_device_that_runs_is_flashed_without_being_touched(plug: Plug) -> None:
    """Ctrl-C is data by then and the watchdog is on: asked to start anew, it lets itself be stopped."""
    board = plug(files() | {"frame.py": b"# older\n" + files()["frame.py"]}, Make(guard_ms=2_000))
    until(lambda: board.is_guarded)
    talk(board, LinkState.UP)

    said = flash(board)

    copied = {line for line in said if line.startswith("copied")}
    assert copied == {"copied frame.py", "copied main.py"}
    assert held(board) == files()
    assert board.cuts == 0


def test_what_is_stale_goes(plug: Plug) -> None:
    """Files of older versions, a folder that would hide one of ours, the file that keeps the watchdog off."""
    stale = {"old.py": b"x", "lib/deep/odd.mpy": b"x", "frame/__init__.py": b"", "maintenance": b""}
    board = plug({**files(), **stale})

    said = flash(board)

    assert held(board) == files()
    assert {path.name for path in board.files.iterdir() if path.is_dir()} == {"boards"}
    assert "removed frame/__init__.py" in said


def test_files_named_as_built_in_modules_go_like_all_others(plug: Plug) -> None:
    """Somebody has tried out an older MicroPython, which wanted them: no program of ours is led astray."""
    led_astray = {f"{name}.py": b"def dumps(found):\n    return 5\n" for name in ("json", "hashlib", "os")}
    board = plug({**led_astray, "main.py": b"import json, hashlib, os\nwhile True:\n    pass\n"})

    flash(board, named=board.path)

    assert held(board) == files()


def test_a_pico_whose_program_died_under_the_watchdog_is_caught_between_two_restarts(plug: Plug) -> None:
    """It vanishes again and again; for a moment after each start it can be stopped."""
    dies = b"import machine, time\ntime.sleep(3)\nmachine.WDT(8000)\nwhile True:\n    time.sleep(0.05)\n"
    board = plug({**files(), "main.py": dies}, Make(watchdog_s=0.4))
    until(lambda: board.cuts > 0)

    flash(board)

    assert held(board) == files()


def test_an_update_that_somebody_interrupts_leaves_a_pico_that_starts_nothing(plug: Plug) -> None:
    """Ctrl-C in the middle: it starts anew, runs no mixture, and takes the rest the next time."""
    board = plug({name: b"# older\n" + data for name, data in files().items()})
    starts = []

    def say(text: str) -> None:
        if text == "copied sampler.py":
            starts.append(board.starts)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Flash(lambda: find_named(board.path), enter, RealClock(), say).put(files())
    until(lambda: board.starts == starts[0] + 1)
    cut_off = held(board)
    flash(board)

    assert "main.py" not in cut_off
    assert held(board) == files()


def test_a_companion_that_has_the_port_is_named(plug: Plug) -> None:
    """The daemon runs: how to stop it, instead of a minute's wait."""
    board = plug()
    until(lambda: os.path.exists(board.path))
    port = Port(board.path)
    assert port.open()

    with pytest.raises(CompanionError, match="sudo systemctl stop tholos"):
        flash(board)

    port.close()
    assert held(board) == {}


def test_another_micropython_is_refused_with_the_cure(plug: Plug) -> None:
    """Which one is there, which is wanted, where it is to be had; and the Pico runs on as it was."""
    board = plug(files() | {"main.py": files()["main.py"] + b"\n"}, Make(version="1.24.1"))
    before = held(board)

    with pytest.raises(CompanionError) as caught:
        flash(board)

    assert str(caught.value).startswith(
        f"MicroPython 1.24.1 is on the Pico; {MICROPYTHON} is wanted; get the .uf2"
    )
    assert "https://micropython.org/download/RPI_PICO/" in str(caught.value)
    assert held(board) == before
    talk(board, LinkState.UP)


def test_somebody_elses_pico_is_left_alone_unless_it_is_named(plug: Plug) -> None:
    """A Pico of another project on the same desk loses nothing by our command."""
    theirs = {"main.py": b"print('lights')\n", "lights.py": b""}
    board = plug(theirs)

    with pytest.raises(CompanionError, match=r"another program: lights\.py, main\.py; .* make flash PORT"):
        flash(board)
    assert held(board) == theirs

    flash(board, named=board.path)
    assert held(board) == files()


def test_a_pico_without_a_program_is_a_stranger(plug: Plug) -> None:
    """It lost its files, or byte 3 got through: the REPL's banner is no greeting."""
    assert talk(plug(), LinkState.STRANGER) == []


def test_the_command_says_what_it_does(plug: Plug, capsys: pytest.CaptureFixture[str]) -> None:
    """A maker reads what was copied, and that the sensors answer."""
    board = plug()
    until(lambda: os.path.exists(board.path))

    status = main(["flash", "--port", board.path])

    said = capsys.readouterr().out.splitlines()
    assert status == 0
    assert said[0] == "copied loadcell.py"
    assert said[-1] == "the sensors answer: firmware 0.2.0, protocol 2"
