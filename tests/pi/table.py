"""The stones at the virtual Pi's table, in real time: hands, cells, chips, and the firmware on its lead."""

import os
import socket
import threading
from contextlib import suppress
from pathlib import Path
from random import Random

from companion.clock import Pace, VirtualClock
from companion.simulate.acts import TableAct
from companion.simulate.device import SLICE_S
from companion.simulate.hands import Hands
from companion.simulate.noise import NOISES
from companion.simulate.plate import Plate
from companion.simulate.sensors import FirmwareSensors
from companion.simulate.stones import Things, weigh_stones

_AT_ONCE = 4096


class UsbLead:
    """The real firmware in a MicroPython of this machine, its line carried to and from the guest's socket."""

    def __init__(self, pico_socket: Path, folder: Path) -> None:
        self._pico_socket = pico_socket
        self._sensors = FirmwareSensors(folder)
        self._sensors.unplug()
        self._line: socket.socket | None = None
        self._firmware = -1

    def plug(self) -> None:
        """The firmware starts, and the guest's kernel finds a new device."""
        if self._line is not None:
            return
        self._sensors.plug()
        self._firmware = os.open(self._sensors.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        self._line = socket.socket(socket.AF_UNIX)
        self._line.connect(str(self._pico_socket))
        self._line.setblocking(False)

    def unplug(self) -> None:
        """The device is gone, and the firmware without power."""
        if self._line is None:
            return
        self._line.close()
        self._line = None
        os.close(self._firmware)
        self._sensors.unplug()

    def advance(self, now_s: float, counts: list[int | None]) -> None:
        """Let the firmware work until then, and carry what either side has said."""
        self._sensors.advance(now_s, counts)
        if self._line is None:
            return
        with suppress(BlockingIOError):  # nothing said; or nobody takes it, and it is lost, as on a Pico
            self._line.send(os.read(self._firmware, _AT_ONCE))
        with suppress(BlockingIOError):
            os.write(self._firmware, self._line.recv(_AT_ONCE))


class Table:
    """Things, hands and sensors, kept going by a thread from `with` to its end."""

    def __init__(self, lead: UsbLead, *, noise: str = "field", seed: int = 0) -> None:
        random, level = Random(seed), NOISES[noise]
        self.things = Things(weigh_stones(random, spread=level.stone_spread))
        self._plate = Plate(random, level)
        self._hands = Hands(self.things, self._plate, random)
        self._lead = lead
        self._clock = VirtualClock()
        self._lock = threading.Lock()
        self._is_over = False
        self.fault: Exception | None = None
        """Why no time passes any more."""
        self._thread = threading.Thread(target=self._live, name="table", daemon=True)

    def __enter__(self) -> "Table":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._is_over = True
        self._thread.join()
        self._lead.unplug()

    def do(self, act: TableAct) -> float:
        """Begin an act of hands; how many seconds it takes."""
        with self._lock:
            now_s = self._clock.now_s()
            return self._hands.start(act, now_s) - now_s

    def plug(self) -> None:
        """Plug the sensors in."""
        with self._lock:
            self._lead.plug()

    def unplug(self) -> None:
        """Pull their lead."""
        with self._lock:
            self._lead.unplug()

    def _live(self) -> None:
        pace = Pace(self._clock)
        while not self._is_over:
            pace.keep()
            try:
                with self._lock:
                    self._step()
            except Exception as fault:  # noqa: BLE001 - told by the main thread
                self.fault = fault
                return

    def _step(self) -> None:
        self._clock.advance(SLICE_S)
        now_s = self._clock.now_s()
        loads_grams = self._hands.loads_at(self._plate.times_s(now_s))
        self._lead.advance(now_s, self._plate.counts(now_s, loads_grams))
