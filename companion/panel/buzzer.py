"""The buzzer, for those who have one: a passive piezo between its pin and ground."""

from collections.abc import Callable

from gpiozero import PWMOutputDevice
from gpiozero.pins import Factory

from companion.panel.sound import TICK_S, Sound

TONE_HZ = 2000
"""Small piezos are loud from 2 to 4 kHz; lgpio makes tones up to 10 kHz (its manual, `tx_pwm`)."""
_LOUD = 0.5
"""The share of each wave in which the pin is high: a half is the loudest, and all of it would be silent."""


class Buzzer:
    """Plays sounds without holding anybody up; a new one cuts off the one before.

    `fault` is why nothing is heard, None while all is well. It is never raised: nobody needs a buzzer.
    """

    def __init__(self, pin: int, make_factory: Callable[[], Factory]) -> None:
        self._device: _Piezo | None = None
        self._fault: str | None = None
        try:
            self._device = _Piezo(pin, make_factory())
        except Exception as fault:  # noqa: BLE001 - whatever the pin libraries raise, lgpio's own among them
            self._fault = f"{_told(fault)}; check [sound] pin"

    @property
    def fault(self) -> str | None:
        """Why the last sound was not to be heard, or no sound ever is; None: no fault."""
        return self._device.fault if self._device else self._fault

    def play(self, sound: Sound) -> None:
        """Begin a sound; gpiozero's own thread plays it."""
        if self._device is None:
            return
        try:
            self._device.source = [_LOUD * is_tone for is_tone in sound.ticks]
        except Exception as fault:  # noqa: BLE001 - as above; and no thread may be left
            self._device.give_up(_told(fault))

    def close(self) -> None:
        """Be silent, and let the pin go."""
        if self._device is not None:
            self._device.close()


class _Piezo(PWMOutputDevice):  # type: ignore[misc]  # gpiozero ships no types
    """Notes what fails in gpiozero's thread, where it would be nobody's."""

    def __init__(self, pin: int, factory: Factory) -> None:
        self.fault: str | None = None
        super().__init__(pin, frequency=TONE_HZ, pin_factory=factory)
        self.source_delay = TICK_S

    def give_up(self, fault: str) -> None:
        """The sound could not begin; gpiozero would wait in vain for its thread before the next one."""
        self.fault, self._source_thread = fault, None

    def _write(self, value: float) -> None:
        try:
            super()._write(value)
            if value:
                self.fault = None
        except Exception as fault:  # noqa: BLE001 - as above
            self.fault = _told(fault)


def _told(fault: Exception) -> str:
    return str(fault) or type(fault).__name__  # gpiozero raises PinPWMUnsupported without a word


def open_buzzer(pin: int) -> Buzzer:
    """The real buzzer, through lgpio; without it, one with a fault."""
    return Buzzer(pin, _lgpio_factory)


def _lgpio_factory() -> Factory:
    from gpiozero.pins.lgpio import LGPIOFactory  # only on a Pi

    return LGPIOFactory()
