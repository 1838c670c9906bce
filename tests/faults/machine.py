"""The simulated device, with ends at which faults can strike.

Its stages, its firmware, the pseudo-terminal between them and its journal on disk are the real ones.
"""

import shutil
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Protocol

from companion.clock import Clock
from companion.errors import JournalError
from companion.journal.journal import Journal
from companion.link.fault import PortFault
from companion.link.hello import LinkState
from companion.link.port import Wire
from companion.panel.press import Button
from companion.rules.position import Position
from companion.screen.choose import page
from companion.settings import Settings
from companion.simulate.device import SLICE_S, Device
from companion.simulate.hands import Hands
from companion.simulate.stones import Things
from companion.table.state import TableState

BEGUN = datetime(2026, 1, 1, 20, tzinfo=UTC)
STARTED_ANEW, LINES_DAMAGED, LINES_LOST = "started anew", "lines damaged", "lines lost"
ANOTHER_DATE = "another date"
"""Signs of a fault that has struck."""
DATE_S = 60.0
"""A date that is farther off than this is another one."""


def unkept(folder: Path, turns: tuple[str, ...]) -> str:
    """Why somebody who reads the disk now does not find these turns, which are shown; "" if they do."""
    reader = Journal(folder)
    try:
        reader.open()
        kept = reader.kept_game()
    except JournalError as error:
        return str(error)
    finally:
        reader.close()
    if kept is None or kept.turns != turns:
        return f"on disk are {kept.turns if kept else 'no games'}, shown {turns}"
    return ""


class Machine(Protocol):
    """A device as the harness needs it."""

    clock: Clock
    things: Things
    hands: Hands
    is_down: bool
    """The program does not run."""
    jammed: set[Button]
    """Buttons that no finger can move."""
    struck_how: str
    """What exactly the last fault did; "" where its name says all."""

    @property
    def state(self) -> TableState:
        """What it shows, or showed last."""
        ...

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns that it has settled and shown so."""
        ...

    @property
    def is_lit(self) -> bool:
        """Whether the glass shows anything, were it an old picture."""
        ...

    @property
    def starts(self) -> int:
        """How often it has been started."""
        ...

    def signs(self) -> dict[str, object]:
        """What else shows that the device has felt something, by name: it is another one then."""
        ...

    def begin(self, position: Position) -> None:
        """A game is laid out."""
        ...

    def step(self) -> None:
        """Let one slice of time pass."""
        ...

    def drive(self, button: Button, *, is_down: bool) -> None:
        """A finger on a button, or off it."""
        ...

    def ill(self) -> str:
        """What is not well, "" when all is."""
        ...

    def close(self) -> None:
        """Take it away."""
        ...


class SpoiltWire:
    """The line to the sensors; `spoil` makes of what was read what arrives."""

    def __init__(self, wire: Wire, spoil: Callable[[bytes], bytes]) -> None:
        self._wire, self._spoil = wire, spoil

    @property
    def is_open(self) -> bool:
        """As the line says."""
        return self._wire.is_open

    @property
    def fault(self) -> PortFault | None:
        """As the line says."""
        return getattr(self._wire, "fault", None)

    def open(self) -> bool:
        """Open it."""
        return self._wire.open()

    def read(self) -> bytes:
        """What arrives."""
        return self._spoil(self._wire.read())

    def write(self, data: bytes) -> None:
        """Send."""
        self._wire.write(data)

    def fileno(self) -> int | None:
        """What to wait on."""
        return self._wire.fileno()

    def close(self) -> None:
        """Let go."""
        self._wire.close()


class SimulatedMachine(Device):
    """The device in simulated time, in this process."""

    def __init__(self, folder: Path, settings: Settings, *, noise: str, seed: int) -> None:
        self.is_down = self.is_stopped = self.are_sensors_hung = False
        self.starts = 0
        self.spoil: Callable[[bytes], bytes] | None = None
        self.wall_off_s = 0.0
        """How far the machine's date is off."""
        self.jammed: set[Button] = set()
        self.jams_next = False
        """The next button that somebody presses stays down."""
        self.struck_how = ""
        """What exactly the last fault did."""
        self._seen_turns: tuple[str, ...] = ()
        super().__init__(folder, settings, noise=noise, seed=seed)

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns that it has settled and shown so."""
        return self._seen_turns

    @property
    def is_lit(self) -> bool:
        """Whether the glass shows anything, were it an old picture."""
        return self.glass.is_on

    @property
    def journal_folder(self) -> Path:
        """Where it keeps its games now."""
        return self._journal_folder

    @property
    def journal(self) -> Journal:
        """The keeper of its games."""
        return self._journal

    def signs(self) -> dict[str, object]:
        """What else shows that the device has felt something, by name: it is another one then."""
        decoder = self.daemon.link.decoder
        date = datetime.fromisoformat(self._journal._wall_time()) - timedelta(seconds=self.clock.now_s())
        return {
            STARTED_ANEW: self.starts,
            LINES_DAMAGED: decoder.dropped,
            LINES_LOST: decoder.lost,
            # it writes whole seconds
            ANOTHER_DATE: round(date.timestamp() / DATE_S),
        }

    def wall_time(self) -> str:
        """The machine's date."""
        return (BEGUN + timedelta(seconds=self.clock.now_s() + self.wall_off_s)).isoformat(timespec="seconds")

    def step(self) -> None:
        """Let one slice of time pass."""
        self.clock.advance(SLICE_S)
        now_s = self.clock.now_s()
        counts = self.plate.counts(now_s, self.hands.loads_at(self.plate.times_s(now_s)))
        if not self.are_sensors_hung:
            self.sensors.advance(now_s, counts)
        if self.is_down or self.is_stopped:
            return
        self.daemon.pump()
        self._painter.step()
        self._seen_turns = self.daemon.table.turns

    def drive(self, button: Button, *, is_down: bool) -> None:
        """A finger on a button, or off it; one that is jammed minds no finger."""
        if is_down and self.jams_next:
            self.jams_next = False
            super().drive(button, is_down=True)
            self.jammed.add(button)
        if button not in self.jammed:
            super().drive(button, is_down=is_down)

    def free(self) -> None:
        """No button is jammed any more."""
        jammed, self.jammed, self.jams_next = self.jammed, set(), False
        for button in jammed:
            super().drive(button, is_down=False)

    def kill(self, disk: Path | None = None, *, is_power_cut: bool = False) -> None:
        """The program ends at this instant; `disk` is what the next start finds, None: all that it wrote."""
        self.is_down = True
        self._panel.close()
        self.daemon.link.close()
        self._cuts += 1
        on_disk = self._folder / f"journal-{self._cuts}"
        if disk is None:
            shutil.copytree(self._journal_folder, on_disk)
        else:
            disk.rename(on_disk)
        self._journal.close()  # what it writes now goes where nobody looks any more
        self._journal_folder = on_disk
        if is_power_cut:
            self.sensors.unplug()
            self.glass.power_up()

    def start(self) -> None:
        """It is started again."""
        self.sensors.plug()
        self._start()
        self.is_down = False

    def ill(self) -> str:
        """What is not well, "" when all is."""
        if self.is_down or self.is_stopped:
            return "it does not run"
        state = self.state
        is_shown = self.glass.image().tobytes() == page(state).tobytes()
        wrong = {
            f"the link is {self.daemon.link.state.value}": self.daemon.link.state is not LinkState.UP,
            f"pads say nothing: {state.silent_pads}": bool(state.silent_pads),
            f"the display: {self._painter._oled.fault}": self._painter._oled.fault is not None,
            "the glass shows something else": not (is_shown or self.daemon.is_resting),
            f"the journal: {self._journal.fault}": not self._journal.is_keeping,
            f"stuck: {state.stuck_buttons}": bool(state.stuck_buttons),
            "the page tells of the settings": not state.is_set_right,
        }
        found = [what for what, is_wrong in wrong.items() if is_wrong]
        return "; ".join(found) or unkept(self._journal_folder, self.daemon.table.turns)

    def _start(self) -> None:
        super()._start()
        self.starts += 1
        self._journal._wall_time = self.wall_time
        self.daemon.link._port = SpoiltWire(self.daemon.link._port, self._arriving)
        for button in self.jammed:
            super().drive(button, is_down=True)

    def _arriving(self, data: bytes) -> bytes:
        return self.spoil(data) if self.spoil is not None else data
