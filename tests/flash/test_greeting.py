import pytest

from companion.errors import CompanionError
from companion.flash.flash import Flash
from companion.link.frame import hello_line
from companion.simulate.sensors import DirectPort
from tests.flash.desk import Desk


class Wire(DirectPort):
    """A line on which somebody greets, or nobody."""

    def __init__(self, hello: bytes) -> None:
        super().__init__()
        self.is_there, self.hello = True, hello


def test_the_greeting_is_waited_for_over_the_restart() -> None:
    """The port is gone for a moment and comes back under another name."""
    desk = Desk()
    desk.port = None
    flash, seen = desk.flash(), []

    def wire(path: str) -> Wire:
        seen.append(path)
        return Wire(hello_line("0.2.0", 7, 80))

    real_sleep = desk.clock.sleep

    def sleep(seconds: float) -> None:
        real_sleep(seconds)
        desk.port = "/dev/ttyACM1" if desk.clock.now_s() > 2.0 else None

    desk.clock.sleep = sleep

    assert flash.greeting(wire).firmware == "0.2.0"
    assert seen == ["/dev/ttyACM1"]


def test_the_port_before_is_let_go_of() -> None:
    """The Pico comes back under one name, then under another: one of them is held at a time."""
    desk, wires = Desk(), []

    def wire(path: str) -> Wire:
        assert not any(each.is_open for each in wires)
        wires.append(Wire(b"" if path.endswith("0") else hello_line("0.2.0", 7, 80)))
        return wires[-1]

    def find() -> str | None:
        return "/dev/ttyACM0" if desk.clock.now_s() < 1.0 else "/dev/ttyACM1"

    Flash(find, desk.enter, desk.clock, desk.said.append).greeting(wire)

    assert len(wires) == 2
    assert not any(each.is_open for each in wires)


def test_ctrl_c_while_the_greeting_is_waited_for_lets_go_of_the_port() -> None:
    """Whoever is too impatient can begin again at once."""
    desk, there = Desk(), Wire(b"")

    def interrupt(_: float) -> None:
        raise KeyboardInterrupt

    desk.clock.sleep = interrupt
    with pytest.raises(KeyboardInterrupt):
        desk.flash().greeting(lambda _path: there)

    assert not there.is_open


@pytest.mark.parametrize(
    ("hello", "complaint"),
    [
        (b"", "the files are on the Pico, and it does not greet; unplug"),
        (b"!tholos 1 0.1.0 7 80*F559\n", "the Pico greets with protocol 1; flash it once more"),
    ],
)
def test_a_start_that_fails_is_told(hello: bytes, complaint: str) -> None:
    """Copied is not enough: it has to answer."""
    with pytest.raises(CompanionError, match=complaint):
        Desk().flash().greeting(lambda _path: Wire(hello))


def test_a_start_without_a_port_is_told() -> None:
    """It never came back."""
    desk = Desk()
    desk.port = None

    with pytest.raises(CompanionError, match="it does not greet"):
        desk.flash().greeting(lambda _path: Wire(b""))
