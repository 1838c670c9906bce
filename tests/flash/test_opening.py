import pytest

from companion.errors import CompanionError, HardwareMissing
from companion.flash.files import DOWNLOAD, MICROPYTHON, files
from companion.flash.flash import GIVE_UP_AFTER_S, TELL_AFTER_S, Flash
from companion.flash.pico import Lost
from companion.link.fault import BUSY, NOT_ALLOWED, PortFault
from tests.flash.desk import Desk


def test_without_a_pico_it_waits_a_minute_and_says_how_to_begin() -> None:
    """Nothing is plugged in, or it has no MicroPython yet."""
    desk = Desk()
    desk.port = None

    with pytest.raises(HardwareMissing) as caught:
        desk.flash().put(files())

    assert desk.said == ["no Pico yet"]
    assert GIVE_UP_AFTER_S <= desk.clock.now_s() < GIVE_UP_AFTER_S + 1
    assert f"get the .uf2 of v{MICROPYTHON} from {DOWNLOAD}, hold BOOTSEL" in str(caught.value)


def test_a_mistyped_port_is_not_the_picos_fault() -> None:
    """Which name is wrong is said, and nobody is sent to hold BOOTSEL."""
    desk = Desk()
    desk.port = None

    with pytest.raises(HardwareMissing) as caught:
        desk.flash(named="/dev/ttyACN0").put(files())

    assert desk.said == ["no such port: /dev/ttyACN0"]
    assert str(caught.value).startswith("no such port: /dev/ttyACN0; plug the Pico in, or leave PORT out")
    assert "BOOTSEL" not in str(caught.value)


def test_a_named_port_with_something_else_at_it_is_doubted_first() -> None:
    """A name of another device: the Pico is blamed only if it is one."""
    desk = Desk()
    desk.may_enter = lambda: False

    with pytest.raises(CompanionError, match=r"if /dev/ttyS0 is the Pico's port at all, get the \.uf2"):
        desk.flash(named="/dev/ttyS0").put(files())


@pytest.mark.parametrize("fault", [NOT_ALLOWED, BUSY])
def test_a_pico_plugged_in_late_has_its_grace_too(fault: PortFault) -> None:
    """Udev, and who probes a new port, need a moment after it has come; however long it was waited for."""
    desk = Desk(files())

    def find() -> str | None:
        return "/dev/ttyACM0" if desk.clock.now_s() > 10.0 else None

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 12.0:
            raise Lost(fault)
        return desk.enter(path)

    Flash(find, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


def test_a_port_that_goes_and_comes_has_its_grace_anew() -> None:
    """Each restart makes a new port, of which nobody but root may have any at first."""
    desk = Desk(files())

    def find() -> str | None:
        return "/dev/ttyACM0" if desk.clock.now_s() % 4 < 2 else None

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 20.0:
            raise Lost(NOT_ALLOWED)
        return desk.enter(path)

    Flash(find, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


def test_one_that_could_not_be_stopped_has_its_grace_when_it_comes_back() -> None:
    """It was tried for a while, then unplugged and plugged in as it was told: its port is new once more."""
    desk = Desk(files())

    def enter(path: str) -> Desk:
        if desk.clock.now_s() < 12.0:
            raise Lost(None if desk.clock.now_s() < 10.0 else NOT_ALLOWED)
        return desk.enter(path)

    Flash(lambda: desk.port, enter, desk.clock, desk.said.append).put(files())

    assert desk.resets == 1


def test_a_program_that_cannot_be_stopped_is_told_of_and_waited_for() -> None:
    """An older firmware does not know the request: unplugged and plugged in, it has its five seconds."""
    desk = Desk(files())
    desk.may_enter = lambda: desk.clock.now_s() > 20.0

    desk.flash().put(files())

    assert desk.said[0] == "what runs on the Pico cannot be stopped; unplug the Pico and plug it in again"
    assert len(desk.said) == 2
    assert desk.clock.now_s() < 21.0


def test_a_short_wait_is_not_told_of() -> None:
    """A restart takes a second or two."""
    desk = Desk(files())
    desk.may_enter = lambda: desk.clock.now_s() > TELL_AFTER_S - 1

    desk.flash().put(files())

    assert len(desk.said) == 1


def test_one_that_is_never_to_be_stopped_is_given_up_with_the_cure() -> None:
    """The way by BOOTSEL is always there."""
    desk = Desk()
    desk.may_enter = lambda: False

    with pytest.raises(CompanionError, match=r"cannot be stopped; get the \.uf2 of"):
        desk.flash().put(files())
