import sys
import threading
from collections.abc import Iterator
from itertools import groupby

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

import companion.panel.buzzer
from companion.panel.buzzer import TONE_HZ, Buzzer, open_buzzer
from companion.panel.sound import TICK_S, Sound

WAIT_S = 5.0
"""A broken buzzer fails the test after this; a working one never takes so long."""


class DeafPin(MockPWMPin):
    """A pin whose tones fail while `is_deaf`."""

    is_deaf = False

    def _set_state(self, value: float) -> None:
        if self.is_deaf and value:
            raise OSError("no PWM any more")
        super()._set_state(value)


@pytest.fixture
def tones(monkeypatch: pytest.MonkeyPatch) -> Iterator[MockFactory]:
    """Pins that can make tones; ticks take no time."""
    monkeypatch.setattr(companion.panel.buzzer, "TICK_S", 0.0)
    factory = MockFactory(pin_class=DeafPin)
    yield factory
    factory.close()


def let_end(buzzer: Buzzer) -> None:
    """Until the sound is over."""
    buzzer._device._source_thread.join(WAIT_S)


def heard(factory: MockFactory) -> list[float]:
    """The duty of the tone, each change of it, since the pin was opened."""
    return [state for state, _ in groupby(float(state.state) for state in factory.pin(18).states)]


@pytest.mark.parametrize(("sound", "beeps"), [(Sound.SETTLED, 1), (Sound.QUESTION, 2), (Sound.REFUSED, 1)])
def test_a_sound_is_so_many_beeps_and_then_silence(tones: MockFactory, sound: Sound, beeps: int) -> None:
    """Half of each wave: a pin that is high throughout would not be heard."""
    buzzer = Buzzer(18, lambda: tones)

    buzzer.play(sound)
    let_end(buzzer)

    assert heard(tones) == [0.0, *[0.5, 0.0] * beeps]
    assert tones.pin(18).frequency == TONE_HZ
    assert buzzer.fault is None
    buzzer.close()


def test_no_two_sounds_are_alike_and_all_are_short() -> None:
    """They are told apart by rhythm, end in silence, and nobody has to wait for their end."""
    patterns = [sound.ticks for sound in Sound]

    assert len(set(patterns)) == len(Sound) == 3
    assert all(pattern[0] and not pattern[-1] for pattern in patterns)
    assert all(len(pattern) * TICK_S < 0.3 for pattern in patterns)


def test_playing_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a tick an hour long: `play` is back at once, a second sound cuts in, and closing is silence."""
    monkeypatch.setattr(companion.panel.buzzer, "TICK_S", 3600.0)
    factory = MockFactory(pin_class=MockPWMPin)
    buzzer = Buzzer(18, lambda: factory)

    buzzer.play(Sound.REFUSED)
    buzzer.play(Sound.SETTLED)
    buzzer.close()

    assert factory.pin(18).frequency is None
    assert factory.pin(18).state == 0
    factory.close()


def test_a_pin_without_tones_is_a_fault_and_no_more() -> None:
    """The pin library has no PWM: the fault says so, playing does nothing, and the pin is free again."""
    factory = MockFactory()  # its pins are on or off
    buzzer = Buzzer(18, lambda: factory)

    buzzer.play(Sound.QUESTION)
    buzzer.close()

    assert buzzer.fault is not None
    assert "PWM" in buzzer.fault
    assert "[sound] pin" in buzzer.fault
    factory.close()


def test_a_pin_that_somebody_has_is_a_fault_and_no_more(tones: MockFactory) -> None:
    """The first buzzer goes on; the second one says why it is silent."""
    first = Buzzer(18, lambda: tones)

    second = Buzzer(18, lambda: tones)

    assert first.fault is None
    assert second.fault is not None
    assert "already in use" in second.fault
    first.close()


def test_a_tone_that_fails_is_a_fault_until_one_is_heard(
    tones: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is raised, in whichever thread; with the next tone all is well."""
    buzzer = Buzzer(18, lambda: tones)
    monkeypatch.setattr(DeafPin, "is_deaf", True)
    buzzer.play(Sound.SETTLED)
    let_end(buzzer)
    while_deaf = buzzer.fault
    monkeypatch.setattr(DeafPin, "is_deaf", False)

    buzzer.play(Sound.SETTLED)
    let_end(buzzer)

    assert while_deaf == "no PWM any more"
    assert buzzer.fault is None
    buzzer.close()


def test_a_sound_that_cannot_begin_is_a_fault_until_one_is_heard(
    tones: MockFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The system has no thread left for it: the game goes on in silence."""
    buzzer = Buzzer(18, lambda: tones)

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(threading.Thread, "start", refuse)
        buzzer.play(Sound.SETTLED)
    gpiozero.threads._THREADS.clear()  # at the end of Python it waits for all of them, begun or not
    while_refused = buzzer.fault
    buzzer.play(Sound.SETTLED)
    let_end(buzzer)

    assert while_refused == "can't start new thread"
    assert buzzer.fault is None
    buzzer.close()


def test_a_machine_without_pins_is_a_fault_and_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """No lgpio: the buzzer is silent, and says why."""
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", None)

    buzzer = open_buzzer(18)
    buzzer.play(Sound.SETTLED)
    buzzer.close()

    assert buzzer.fault is not None
