"""The five buttons on their pins: each edge is stamped and queued, and nothing else happens out here.

Wiring: each button between its pin and ground; the Pi's own pull-up does the rest.
gpiozero does not debounce here (`bounce_time=None`): its pin libraries differ in what that does, and the
mock ignores it, so `press.py` debounces by the time stamps.
"""

from collections.abc import Callable, Mapping
from contextlib import ExitStack
from queue import Empty, SimpleQueue

from gpiozero import Button as PinButton
from gpiozero import GPIOZeroError
from gpiozero.pins import Factory

from companion.clock import Clock
from companion.errors import HardwareMissing
from companion.panel.press import Button, Edge

ELSEWHERE = "on another machine: `tholos play` needs none"


class Buttons:
    """Collects the edges of the buttons until `drain` takes them.

    `wake` is called from the pin library's own thread whenever an edge waits; it must not block.
    """

    def __init__(
        self, pins: Mapping[Button, int], factory: Factory, clock: Clock, wake: Callable[[], None]
    ) -> None:
        self._clock, self._wake = clock, wake
        self._edges: SimpleQueue[Edge] = SimpleQueue()
        self._fault: Exception | None = None
        with ExitStack() as devices:  # a pin that cannot be had lets go of those before it
            self._watched = {
                button: devices.enter_context(self._watch(button, pin, factory))
                for button, pin in pins.items()
            }
            self._devices = devices.pop_all()  # held on to: gpiozero closes a device that nobody holds

    def drain(self) -> list[Edge]:
        """All edges since the last call, in order; raises what `wake` or the clock raised meanwhile."""
        if self._fault is not None:
            fault, self._fault = self._fault, None
            raise fault
        edges = []
        while True:
            try:
                edges.append(self._edges.get_nowait())
            except Empty:
                return edges

    def down(self) -> frozenset[Button]:
        """The buttons whose contacts are closed now: one that is so from the start has no edge."""
        return frozenset(button for button, device in self._watched.items() if device.is_pressed)

    def close(self) -> None:
        """Let the pins go; the factory stays its owner's."""
        self._devices.close()

    def _watch(self, button: Button, pin: int, factory: Factory) -> PinButton:
        device = PinButton(pin, pull_up=True, bounce_time=None, pin_factory=factory)
        device.when_pressed = lambda: self._note(button, True)
        device.when_released = lambda: self._note(button, False)
        return device

    def _note(self, button: Button, is_down: bool) -> None:
        try:
            self._edges.put(Edge(button, is_down, self._clock.now_s()))
            self._wake()
        except Exception as fault:  # noqa: BLE001 - raised in `drain`: here it would end lgpio's only thread
            self._fault = fault


def open_buttons(pins: Mapping[Button, int], clock: Clock, wake: Callable[[], None]) -> Buttons:
    """The real buttons, through lgpio, the one pin library that every Pi model has.

    Raises HardwareMissing when there is no lgpio, no GPIO, or another program holds a pin.
    """
    try:
        from gpiozero.pins import lgpio
    except (ImportError, OSError) as error:
        # OSError: importing it makes a pipe in the working directory
        is_absent = isinstance(error, ImportError)
        cure = "in the clone: sudo make install" if is_absent else "start in a writable folder"
        raise HardwareMissing(
            f"no GPIO here: lgpio cannot be loaded ({error})", cure=f"on a Pi, {cure}; {ELSEWHERE}"
        ) from error
    try:
        with ExitStack() as opened:  # a chip that stayed open would cost a handle at every try
            factory = lgpio.LGPIOFactory()
            opened.callback(factory.close)
            buttons = Buttons(pins, factory, clock, wake)
            opened.pop_all()
            return buttons
    except (GPIOZeroError, OSError, lgpio.lgpio.error) as error:
        raise HardwareMissing(
            f"no GPIO here: the buttons' pins cannot be opened ({error})",
            cure=f"on a Pi: stop the other program that uses them, and join the group gpio; {ELSEWHERE}",
        ) from error
