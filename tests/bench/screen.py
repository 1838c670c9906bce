"""What the display costs, to draw and to send: `python -m tests.bench.screen --json`.

`draw_ms`: one page, over all states of the gallery; `draw_cpu_ms`: without what other programs took.
`wire_bytes`: typical changes on each chip, as they go over a Pi's wire, address and control bytes included.
`event_to_bus_ms`: from the moment at which the loop can read what happened (a frame, an edge) to the last
byte handed to the bus, through table, journal, page and painter's thread. Only the time on the wire is
missing: 22.5 µs a byte at 400 kHz, 90 µs at 100 kHz.
"""

import argparse
import json
import statistics
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Event

from luma.core.interface.serial import i2c
from PIL import Image

from companion.assembly import assemble
from companion.clock import RealClock, VirtualClock
from companion.journal.journal import Journal
from companion.panel.press import Button, Edge
from companion.rules.notation import parse_turn
from companion.rules.pieces import Colour
from companion.rules.play import after
from companion.screen.chips import DRIVERS
from companion.screen.choose import page
from companion.screen.oled import Oled, start_device
from companion.screen.painter import Painter
from companion.settings import Settings
from companion.simulate.glass import Glass, GlassBus
from companion.simulate.sensors import PERIOD_S, DirectSensors
from companion.table.state import TableState
from tests.bench.command import finish
from tests.screen.states import MIDDLE, STATES, at

ROUNDS = 50
GAMES = 10
WAIT_S = 5.0
"""A picture that has not come by then never will."""
STONE_COUNTS = 7955
"""What a stone adds by the default settings: 3.7 g of 2150 counts."""


class Wire:
    """Counts what goes over a Pi's I2C wire: each transfer has an address and a control byte."""

    def __init__(self) -> None:
        self.sent = 0

    def command(self, *codes: int) -> None:
        """One transfer of commands."""
        self.sent += 2 + len(codes)

    def data(self, values: list[int]) -> None:
        """One transfer of pixels."""
        self.sent += 2 + len(values)


def changes() -> dict[str, tuple[TableState, TableState]]:
    """What happens at a table all evening: the state before and after."""
    columns = list(MIDDLE.columns)
    columns[2] += (Colour.WHITE,)
    stone = at(MIDDLE, columns=tuple(columns))
    return {
        "a stone comes": (STATES["playing-white"], stone),
        "a question appears": (stone, STATES["asking-fetch"]),
        "a turn settles": (stone, at(after(MIDDLE, parse_turn("wC")), turns=13)),
        "a press is refused": (STATES["playing-white"], STATES["playing-refused"]),
        "a fault comes": (STATES["playing-white"], STATES["playing-unplugged"]),
        "a whole new page": (STATES["playing-white"], STATES["counting-points"]),
    }


def wire_bytes() -> dict[str, dict[str, int]]:
    """Bytes for each change, on each chip; `whole`: the first picture."""
    counted: dict[str, dict[str, int]] = {}
    for name, driver in DRIVERS.items():
        wire = Wire()
        device = driver(wire, 0)
        device.persist = True
        counted[name] = {}
        for change, states in {"whole": (STATES["start"],) * 2, **changes()}.items():
            if change != "whole":
                device.display(page(states[0]))
            before = wire.sent
            device.display(page(states[1]))
            counted[name][change] = wire.sent - before
    return counted


def draw_ms(now_s: Callable[[], float]) -> dict[str, float]:
    """All states in turn, and that so often: none is drawn twice running."""
    taken = []
    for _ in range(ROUNDS):
        for state in STATES.values():
            began_s = now_s()
            page(state)
            taken.append(now_s() - began_s)
    return spread_ms(taken)


def spread_ms(taken_s: list[float]) -> dict[str, float]:
    """Middle, 95th hundredth and longest."""
    cuts = statistics.quantiles(taken_s, n=20)
    return {
        "p50": round(1000 * cuts[9], 2),
        "p95": round(1000 * cuts[18], 2),
        "max": round(1000 * max(taken_s), 2),
        "count": len(taken_s),
    }


class Timed(Oled):
    """A display that tells when the last byte of a picture was handed over."""

    is_done = Event()
    done_s = 0.0

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show it, and look at the clock."""
        is_shown = super().show(image, contrast)
        self.done_s = self._clock.now_s()
        self.is_done.set()
        return is_shown


class Desk:
    """The device with a real painter's thread and a journal on disk; the table's time is ours."""

    def __init__(self, folder: Path) -> None:
        self.table_clock, self.clock = VirtualClock(), RealClock()
        self.sensors, self.stones, self.edges = DirectSensors(), [0] * 7, []
        self.taken_s: list[float] = []
        journal = Journal(folder)
        journal.open()
        bus = GlassBus(Glass())
        self.oled = Timed(lambda: start_device("ssd1306", i2c(bus=bus), 0), self.clock, lambda: 0)
        self.daemon = assemble(
            Settings(),
            clock=self.table_clock,
            wire=self.sensors.port,
            panel=self,
            glass=Painter(self.oled),
            journal=journal,
        )

    def drain(self) -> list[Edge]:
        """The buttons' edges, once."""
        edges, self.edges = self.edges, []
        return edges

    def close(self) -> None:
        """No pins to let go."""

    def wait(self, seconds: float) -> None:
        """Let frames come; each pump that changes the state is timed to the last byte of its picture."""
        for _ in range(round(seconds / PERIOD_S)):
            self.table_clock.advance(PERIOD_S)
            counts = [1000 * pad + stones * STONE_COUNTS for pad, stones in enumerate(self.stones)]
            self.sensors.advance(self.table_clock.now_s(), counts)
            before = self.daemon.table.state
            self.oled.is_done.clear()
            began_s = self.clock.now_s()
            self.daemon.pump()
            if self.daemon.table.state is not before:
                if not self.oled.is_done.wait(WAIT_S):
                    raise TimeoutError("the picture has not come")
                self.taken_s.append(self.oled.done_s - began_s)

    def press(self, button: Button) -> None:
        """A finger, 0.1 s."""
        for is_down in (True, False):
            self.edges.append(Edge(button, is_down, self.table_clock.now_s()))
            self.wait(0.1)

    def put(self, pad: int) -> None:
        """A stone appears on a pad, and all rest."""
        self.stones[pad] += 1
        self.wait(0.5)


def event_to_bus_ms() -> dict[str, float]:
    """The beginnings of some games; the first picture, for which the display is set up, is left out."""
    taken: list[float] = []
    for _ in range(GAMES):
        with TemporaryDirectory() as folder:
            desk = Desk(Path(folder))
            desk.wait(0.5)
            desk.taken_s.clear()
            desk.press(Button.WHITE)
            for pad in (0, 6, 1, 5):
                desk.put(pad)
            for button in (Button.GREY, Button.WHITE, Button.GREY, Button.GREY, Button.BLACK):
                desk.press(button)
            desk.daemon.close()
            taken += desk.taken_s
    return spread_ms(taken)


def main() -> None:
    """Measure, and print JSON or lines."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    figures = {
        "draw_ms": draw_ms(RealClock().now_s),
        "draw_cpu_ms": draw_ms(time.thread_time),
        "wire_bytes": wire_bytes(),
        "event_to_bus_ms": event_to_bus_ms(),
    }
    print(
        json.dumps(figures, indent=1) if options.json else "\n".join(f"{k}: {v}" for k, v in figures.items())
    )


if __name__ == "__main__":
    finish(main)
