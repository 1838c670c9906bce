"""The whole device with everything around it simulated: the stages themselves are the real ones.

Time is the simulation's. In each slice of it the hands load the pads, the cells make counts of that, the
chips convert them, the firmware sends them over a real pseudo-terminal, and the daemon is pumped once.
"""

import shutil
from pathlib import Path
from random import Random

from gpiozero.pins.mock import MockFactory
from luma.core.interface.serial import i2c
from PIL import Image

from companion.assembly import assemble
from companion.clock import VirtualClock
from companion.errors import CompanionError
from companion.faults import Faults, faults_of
from companion.journal.journal import Journal
from companion.link.port import Port
from companion.panel.buttons import Buttons
from companion.panel.press import Button
from companion.rules.pieces import Location
from companion.rules.position import Position
from companion.screen.choose import lines
from companion.screen.oled import RETRY_S, Oled, darken, start_device
from companion.settings import Settings
from companion.simulate.glass import Chip, Glass, GlassBus
from companion.simulate.hands import Hands
from companion.simulate.lead import Lead
from companion.simulate.noise import NOISES
from companion.simulate.plate import Plate
from companion.simulate.sensors import DirectSensors, FirmwareSensors
from companion.simulate.stones import Things, weigh_stones
from companion.table.state import TableState

SLICE_S = 0.0125
"""One sample of every pad at 80/s."""
ASK_EVERY = round(RETRY_S / SLICE_S)
"""The display is asked whether it is still there once in so many slices, as by the painter's thread."""


class Device:
    """A simulated device on a simulated table.

    `folder` takes the journal and the sensors' port. `is_direct`: frames go straight to the link's decoder,
    without firmware and pseudo-terminal. `dice` draw the ornaments; None: at every table the same, so that a
    script can say what is drawn.
    """

    def __init__(
        self,
        folder: Path,
        settings: Settings,
        *,
        noise: str = "none",
        seed: int = 0,
        is_direct: bool = False,
        dice: Random | None = None,
    ) -> None:
        random, level = Random(seed), NOISES[noise]
        self.clock = VirtualClock()
        self.things = Things(weigh_stones(random, spread=level.stone_spread))
        self.plate = Plate(random, level)
        self.hands = Hands(self.things, self.plate, random)
        self.glass = Glass(Chip.SH1106 if settings.display.driver == "sh1106" else Chip.SSD1306)
        self.bus = GlassBus(self.glass, settings.display.address)
        self.sensors = DirectSensors(Lead(random, level)) if is_direct else FirmwareSensors(folder)
        self.noise = noise
        self.has_lead = True
        """Whether the sensors' lead is in."""
        self.has_power = True
        self._folder, self._settings = folder, settings
        self._journal_folder, self._cuts = folder / "journal", 0
        self._pins = MockFactory()
        self._dice = dice or Random(0)
        self._start()

    @property
    def state(self) -> TableState:
        """What the device believes now."""
        return self.daemon.table.state

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that the glass shows; none while it is dark or rests."""
        return lines(self.state) if self.glass.is_on and not self.daemon.is_resting else ()

    @property
    def is_running(self) -> bool:
        """Whether it has power and was not switched off by its menu."""
        return self.has_power and not self.daemon.is_switched_off

    @property
    def faults(self) -> Faults:
        """What is wrong with it, as `tholos status` would tell."""
        port = self._wire.fault if not self._wire.is_open else None
        return faults_of(self.daemon, port, self._oled.fault, self._journal)

    @property
    def heading(self) -> tuple[int, str]:
        """The number of the game that is played, and when it began."""
        return self._journal.heading

    def begin(self, position: Position) -> None:
        """Tell the device what game is laid out, as the panel would."""
        self.daemon.keep(self.daemon.table.begin(position, self.clock.now_s()))

    def shows_all_stones(self) -> bool:
        """Whether the state that is shown has every column as high as it is."""
        return all(
            len(shown) == len(self.things.column(location))
            for location, shown in zip(Location, self.state.columns, strict=True)
        )

    def step(self) -> None:
        """Let one slice of time pass."""
        self.clock.advance(SLICE_S)
        now_s = self.clock.now_s()
        loads_grams = self.hands.loads_at(self.plate.times_s(now_s))
        self.sensors.advance(now_s, self.plate.counts(now_s, loads_grams))
        if not self.is_running:
            return
        self.daemon.pump()
        self._painter.step()
        if self.daemon.is_switched_off:
            self.daemon.close()  # dark until its lead is pulled and plugged in again: `cut_power`

    def drive(self, button: Button, *, is_down: bool) -> None:
        """Press a button down, or let it go."""
        pin = self._pins.pin(self._settings.panel.pins[button])
        if is_down:
            pin.drive_low()
        else:
            pin.drive_high()

    def pull_lead(self) -> None:
        """Pull the sensors' lead."""
        self.has_lead = False
        self.sensors.unplug()

    def plug_lead(self) -> None:
        """Put it back; the sensors have their power from there."""
        self.has_lead = True
        if self.has_power:
            self.sensors.plug()

    def change_noise(self, level: str) -> None:
        """From now on the cells stray so; the level is one of `NOISES`."""
        self.noise = level
        self.plate.change_noise(self.clock.now_s(), NOISES[level])

    def cut_power(self) -> None:
        """Everything dies at this instant, and is switched on again; a lead that was out stays out."""
        self.power_off()
        self.power_on()

    def power_off(self) -> None:
        """Everything dies at this instant; only what is on disk is left.

        Raises CompanionError, and nothing dies, where this machine has no room to copy that.
        """
        if not self.has_power:
            return
        on_disk = self._copy_journal()
        self.has_power = False
        self.sensors.unplug()
        self._panel.close()
        self.glass.power_up()
        self._journal.close()  # what it writes now is not on the device's disk any more
        shutil.rmtree(self._journal_folder, ignore_errors=True)
        self._journal_folder = on_disk

    def power_on(self) -> None:
        """Switched on again, it starts with what is on disk."""
        if self.has_power:
            return
        self.has_power = True
        if self.has_lead:
            self.sensors.plug()
        self._start()

    def close(self) -> None:
        """Stop the device in good order and take the table away."""
        if self.has_power:
            self.daemon.close()
        self.sensors.close()

    def _copy_journal(self) -> Path:
        """All that is on the device's disk at this instant, in a folder of its own."""
        self._cuts += 1
        on_disk = self._folder / f"journal-{self._cuts}"
        try:
            shutil.copytree(self._journal_folder, on_disk)
        except OSError as error:  # shutil's own among them, which says of each file what an OSError would
            shutil.rmtree(on_disk, ignore_errors=True)
            raise CompanionError(
                f"the power cannot be cut: what is on the device's disk cannot be copied to {on_disk}",
                cure="make room there",
            ) from error
        return on_disk

    def _start(self) -> None:
        display = self._settings.display
        lead = i2c(bus=self.bus, address=display.address)
        self._oled = Oled(
            lambda: start_device(display.driver, lead, 0),
            self.clock,
            lambda: self.bus.read_byte(display.address),
            lambda: darken(self.bus, display.address),
        )
        self._painter = _Painter(self._oled)
        self._panel = Buttons(self._settings.panel.pins, self._pins, self.clock, lambda: None)
        self._journal = Journal(self._journal_folder)
        self._journal.open()
        self._wire = self.sensors.port if isinstance(self.sensors, DirectSensors) else Port(self.sensors.path)
        self.daemon = assemble(
            self._settings,
            clock=self.clock,
            wire=self._wire,
            panel=self._panel,
            glass=self._painter,
            journal=self._journal,
            dice=self._dice,
        )


class _Painter:
    """Does in steps of simulated time what the painter's thread does in real time."""

    def __init__(self, oled: Oled) -> None:
        self._oled = oled
        self._latest: tuple[Image.Image, int] | None = None
        self._is_shown = False
        self._steps = 0

    def show(self, image: Image.Image, contrast: int) -> None:
        self._latest, self._is_shown = (image, contrast), False

    def step(self) -> None:
        self._steps += 1
        if self._steps % ASK_EVERY == 0:
            self._is_shown = self._oled.is_there() and self._is_shown
        if self._latest is not None and not self._is_shown:
            self._is_shown = self._oled.show(*self._latest)

    def stop(self) -> None:
        self._oled.stop()

    def close(self) -> None:
        self._oled.close()
