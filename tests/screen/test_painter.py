import threading
from dataclasses import dataclass, field

import pytest
from luma.core.interface.serial import i2c
from PIL import Image

import companion.screen.painter
from companion.clock import RealClock
from companion.screen.oled import Oled, start_device
from companion.screen.painter import Painter
from companion.simulate.glass import Chip, Glass, GlassBus

PICTURES = [Image.new("1", (128, 64), level) for level in (0, 1, 0, 1)]
LAST = Image.linear_gradient("L").resize((128, 64)).convert("1")
BRIGHT = 0xCF
WAIT_S = 5.0
"""A broken painter fails the test after this; a working one never waits so long."""


@dataclass
class SlowGlass:
    """A glass whose transfers wait for a go-ahead, and which notes what is done to it."""

    go: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    started: threading.Semaphore = field(default_factory=lambda: threading.Semaphore(0))
    is_plugged: bool = True
    contrasts: list[int] = field(default_factory=list)
    shown: list[Image.Image] = field(default_factory=list)
    asked: int = 0
    is_closed: bool = False
    fault: str | None = None

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Wait for the go-ahead, then note the picture."""
        self.started.release()
        self.go.acquire(timeout=WAIT_S)
        self.shown.append(image)
        self.contrasts.append(contrast)
        return self.is_plugged

    def is_there(self) -> bool:
        """Wait for the go-ahead, then answer."""
        self.asked += 1
        self.started.release()
        self.go.acquire(timeout=WAIT_S)
        return self.is_plugged

    def stop(self) -> None:
        """Finish the picture all the same."""

    def close(self) -> None:
        """Go dark."""
        self.is_closed = True


class Watched:
    """Tells when the last picture is on the glass."""

    def __init__(self, oled: Oled, shown: threading.Event) -> None:
        self._oled, self._shown = oled, shown
        self.is_there, self.stop, self.close = oled.is_there, oled.stop, oled.close
        self.fault = None

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show it."""
        is_shown = self._oled.show(image, contrast)
        if image is LAST and is_shown:
            self._shown.set()
        return is_shown


def test_a_slow_glass_holds_nobody_up_and_gets_the_latest_picture() -> None:
    """While one picture crawls over the bus three more come: only the last of them is sent."""
    glass = SlowGlass()
    painter = Painter(glass)

    painter.show(PICTURES[0], BRIGHT)
    assert glass.started.acquire(timeout=WAIT_S)
    for picture in PICTURES[1:]:
        painter.show(picture, BRIGHT)
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)
    glass.go.release()
    painter.close()

    assert [id(picture) for picture in glass.shown] == [id(PICTURES[0]), id(PICTURES[3])]


def test_the_same_picture_is_painted_again_when_the_contrast_changes() -> None:
    """The glass is dimmed though nothing at the table has happened."""
    glass = SlowGlass()
    painter = Painter(glass)
    glass.go.release(1000)

    for contrast in (BRIGHT, 0):
        painter.show(PICTURES[0], contrast)
        assert glass.started.acquire(timeout=WAIT_S)
    painter.close()

    assert glass.contrasts == [BRIGHT, 0]


def test_a_bus_that_hangs_holds_nobody_up() -> None:
    """Each transfer takes a second and more: the table goes on, and gets its latest picture in the end."""
    glass, is_free, is_busy = Glass(Chip.SH1106), threading.Event(), threading.Event()
    bus = GlassBus(glass)
    bus.before_transfer = lambda: is_busy.set() or is_free.wait(WAIT_S)  # type: ignore[func-returns-value]
    oled = Oled(
        lambda: start_device("sh1106", i2c(bus=bus), 0),
        RealClock(),
        lambda: bus.read_byte(0x3C),
        lambda: None,
    )
    shown = threading.Event()
    painter = Painter(Watched(oled, shown))

    painter.show(PICTURES[0], BRIGHT)
    assert is_busy.wait(WAIT_S)
    painter.show(LAST, 1)  # comes back although nothing moves on the bus
    is_stuck = not shown.is_set()
    is_free.set()
    assert shown.wait(WAIT_S)
    seen = glass.image().tobytes()
    painter.close()

    assert is_stuck
    assert seen == LAST.tobytes()
    assert not glass.is_on


def test_closing_leaves_the_glass_dark_and_ends_the_thread() -> None:
    """The last thing that happens is the glass going dark."""
    glass = SlowGlass()
    painter = Painter(glass)
    painter.show(PICTURES[0], BRIGHT)
    glass.go.release()

    painter.close()
    painter.show(PICTURES[1], BRIGHT)

    assert glass.is_closed
    assert not [thread for thread in threading.enumerate() if thread.name == "painter"]


def test_closing_before_the_first_picture_darkens_the_glass_too() -> None:
    """A companion stopped at once leaves no light behind."""
    glass = SlowGlass()

    Painter(glass).close()

    assert glass.is_closed


def test_a_glass_that_comes_back_is_painted_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Between pictures the glass is asked for; once it has been away it gets its picture anew."""
    monkeypatch.setattr(companion.screen.painter, "RETRY_S", 0.01)
    glass = SlowGlass()
    painter = Painter(glass)

    painter.show(PICTURES[0], BRIGHT)
    assert glass.started.acquire(timeout=WAIT_S)
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)  # asked for
    glass.is_plugged = False
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)  # shown anew, in vain
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)  # and once more
    glass.is_plugged = True
    glass.go.release(1000)
    painter.close()

    assert len(glass.shown) == 3
    assert {id(picture) for picture in glass.shown} == {id(PICTURES[0])}
    assert glass.asked >= 1


def test_a_glass_that_is_away_is_left_in_peace() -> None:
    """After a failed try the painter waits; it does not spin on the bus."""
    glass = SlowGlass(is_plugged=False)
    painter = Painter(glass)

    painter.show(PICTURES[0], BRIGHT)
    assert glass.started.acquire(timeout=WAIT_S)
    glass.go.release(1000)
    tried_again = glass.started.acquire(timeout=0.05)
    painter.close()

    assert not tried_again


class TrickyGlass(SlowGlass):
    """A glass at which what was never thought of happens, until it does no more."""

    error: Exception | None = ValueError("nobody has\nthought of this")

    def show(self, image: Image.Image, contrast: int) -> bool:
        """Show it, or not."""
        self.shown.append(image)
        self._stumble()
        return True

    def is_there(self) -> bool:
        """Answer, or not."""
        self._stumble()
        return True

    def _stumble(self) -> None:
        error = self.error
        self.started.release()
        self.go.acquire(timeout=WAIT_S)
        if error is not None:
            raise error


def test_whatever_painting_raises_is_a_fault_that_heals(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip of ours, of luma's: the display says nothing for a while, the status does, and it comes back."""
    monkeypatch.setattr(companion.screen.painter, "RETRY_S", 0.01)
    glass = TrickyGlass()
    painter = Painter(glass)

    painter.show(LAST, BRIGHT)
    assert glass.started.acquire(timeout=WAIT_S)
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)  # again, as the first try was in vain
    during = painter.fault
    glass.error = None
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)  # and once more, which is well
    glass.go.release()
    assert glass.started.acquire(timeout=WAIT_S)  # then it is asked whether it is still there
    after = painter.fault
    glass.go.release(1000)
    painter.close()

    assert during == "ValueError: nobody has thought of this; show its makers a tholos report"
    assert after is None
    assert [image is LAST for image in glass.shown] == [True] * 3
    assert glass.is_closed


def test_where_no_thread_can_be_had_the_next_picture_tries_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The table goes on without a display, and says why."""
    glass = SlowGlass()
    painter = Painter(glass)

    def refuse(thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(threading.Thread, "start", refuse)
        painter.show(PICTURES[0], BRIGHT)
    during = painter.fault
    painter.show(LAST, BRIGHT)
    assert glass.started.acquire(timeout=WAIT_S)
    glass.go.release(1000)
    painter.close()

    assert during is not None
    assert "can't start new thread" in during
    assert glass.shown == [LAST]
    assert glass.is_closed


def test_the_painter_tells_what_the_glass_tells() -> None:
    """A display that was pulled is no affair of the painter's, but its fault."""
    assert Painter(SlowGlass(fault="no display")).fault == "no display"
