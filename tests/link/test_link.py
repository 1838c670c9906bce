import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.decoder import Lack
from companion.link.frame import QUESTION, frame_line, hello_line
from companion.link.hello import Hello, LinkState
from companion.link.link import SETTLED_AFTER_S, Link
from tests.link.lines import HELLO_LINE, VECTORS, frame, line

NOISE = b"\xff\x00\x81"


class Script:
    """A line whose far end a test plays by hand."""

    def __init__(self, is_there: bool = True) -> None:
        self.is_there = is_there
        self.is_open = False
        self.opened: list[float] = []
        self.asked = 0
        self.waiting = b""
        self.now_s = 0.0

    def open(self) -> bool:
        """It opens while the lead is in."""
        self.opened.append(self.now_s)
        self.is_open = self.is_there
        return self.is_open

    def read(self) -> bytes:
        """What the test lets arrive; a lead that is out closes it."""
        data, self.waiting = self.waiting, b""
        if not self.is_there:
            self.is_open = False
        return data if self.is_open else b""

    def write(self, data: bytes) -> None:
        """Only the question is ever sent."""
        assert data == QUESTION
        self.asked += 1

    def fileno(self) -> int | None:
        """Some descriptor, while it is open."""
        return 5 if self.is_open else None

    def close(self) -> None:
        """Let go."""
        self.is_open = False


def poll(link: Link, script: Script, now_s: float, data: bytes = b"") -> list:
    """Let these bytes arrive and poll."""
    script.now_s = now_s
    script.waiting += data
    return link.poll(now_s)


def greeted(script: Script) -> Link:
    """A link that is up since 0 s."""
    link = Link(script)
    poll(link, script, 0.0)
    poll(link, script, 0.0, HELLO_LINE)
    return link


def test_sensors_that_greet_are_up_and_their_frames_count() -> None:
    """Plugged in and greeted: from now on the stones are felt."""
    script = Script()
    link = Link(script)
    poll(link, script, 0.0)

    frames = poll(link, script, 0.1, HELLO_LINE + line(1))

    assert script.asked == 1
    assert link.state is LinkState.UP
    assert link.hello == Hello(2, "0.2.0", 7, 80)
    assert frames == [frame(1)]


def test_frames_before_a_greeting_do_not_count() -> None:
    """Who has not said what it is may mean anything by its numbers."""
    script = Script()
    link = Link(script)

    frames = poll(link, script, 0.0, line(1)) + poll(link, script, 0.1, line(2) + HELLO_LINE + line(3))

    assert frames == [frame(3)]


def test_no_lead_is_unplugged_and_is_looked_for_once_a_second() -> None:
    """The screen says that the lead is out; plugging it in is enough."""
    script = Script(is_there=False)
    link = Link(script)

    for tenth in range(31):
        poll(link, script, tenth / 10)

    assert link.state is LinkState.UNPLUGGED
    assert script.opened == [0.0, 1.0, 2.0, 3.0]
    assert link.deadline_s(3.0) == 4.0


def test_a_loop_can_wait_on_the_line_while_it_is_open() -> None:
    """The daemon wakes up when the sensors speak."""
    script = Script()
    link = Link(script)
    assert link.fileno() is None

    poll(link, script, 0.0)

    assert link.fileno() == 5


def test_a_pulled_lead_is_noticed_at_once_and_heals_when_plugged_in() -> None:
    """Somebody trips over the lead: the screen says so, and the game goes on once it is back."""
    script = Script()
    link = greeted(script)
    poll(link, script, 1.0, line(500) + line(501)[:20])
    script.is_there = False
    poll(link, script, 2.0)
    assert link.state is LinkState.UNPLUGGED

    script.is_there = True
    poll(link, script, 3.0)
    frames = poll(link, script, 3.1, HELLO_LINE + line(0))

    assert link.state is LinkState.UP
    assert frames == [frame(0)]


def losses(link: Link) -> tuple[int, int, int]:
    """What the log and the doctor tell of the lead."""
    return link.decoder.dropped, link.decoder.lost, link.decoder.out_of_order


@pytest.mark.parametrize("greeting", [HELLO_LINE, b""], ids=["with the old greeting", "without"])
def test_what_was_said_before_anybody_listened_is_no_fault_of_the_lead(greeting: bytes) -> None:
    """The Pico was plugged in long before the Pi was up: its log must not send anybody for another lead.

    What waits then is the beginning of what was said, a torn line, and a gap up to now.
    """
    script = Script()
    link = Link(script)
    poll(link, script, 0.0)

    poll(link, script, 0.1, greeting + line(0) + line(1) + line(2)[:9])
    poll(link, script, 0.2, line(60) + line(61) + HELLO_LINE)
    poll(link, script, 0.3, line(62))

    assert link.state is LinkState.UP
    assert losses(link) == (0, 0, 0)


def test_from_a_second_after_the_greeting_on_every_line_counts() -> None:
    """A bad lead is still told; and what it lost stays told when it is plugged in anew."""
    script = Script()
    link = greeted(script)
    poll(link, script, SETTLED_AFTER_S - 0.1, line(1) + line(3))
    assert losses(link) == (0, 0, 0)

    poll(link, script, SETTLED_AFTER_S, line(7) + line(8)[:9] + line(9))
    assert losses(link) == (1, 4, 0)

    script.is_there = False
    poll(link, script, 2.0)
    script.is_there = True
    poll(link, script, 3.0, line(70)[9:] + line(90) + HELLO_LINE + line(99))
    assert link.state is LinkState.UP
    assert losses(link) == (1, 4, 0)


def test_a_second_without_a_line_is_silent() -> None:
    """Sensors that stop talking are reported, not trusted to lie still."""
    script = Script()
    link = greeted(script)

    poll(link, script, 0.99)
    assert link.state is LinkState.UP
    assert link.deadline_s(0.99) == 1.0

    poll(link, script, 1.0)
    assert link.state is LinkState.SILENT
    assert link.deadline_s(1.0) == 5.0


def test_noise_is_as_silent_as_nothing() -> None:
    """A line that was good and brings only noise has fallen silent."""
    script = Script()
    link = greeted(script)

    poll(link, script, 1.0, NOISE)

    assert link.state is LinkState.SILENT


def test_a_line_that_speaks_again_is_up_at_once() -> None:
    """A short silence is over with the next frame."""
    script = Script()
    link = greeted(script)
    poll(link, script, 1.5)

    frames = poll(link, script, 1.6, line(5))

    assert link.state is LinkState.UP
    assert frames == [frame(5)]


def test_five_seconds_of_silence_open_the_port_anew() -> None:
    """A lead stalled by noise comes back by itself, and the screen does not cry "unplugged" meanwhile."""
    script = Script()
    link = greeted(script)
    poll(link, script, 1.0)

    poll(link, script, 5.0)

    assert script.opened == [0.0, 5.0]
    assert link.state is LinkState.SILENT
    assert link.hello is None
    poll(link, script, 5.1, HELLO_LINE)
    assert link.state is LinkState.UP


def test_what_talks_but_never_greets_is_a_stranger() -> None:
    """A Pico without our firmware, or any other device, is named as such."""
    script = Script()
    link = Link(script)
    poll(link, script, 0.0)

    poll(link, script, 0.5, b">>> ?\r\n")
    poll(link, script, 1.0)

    assert link.state is LinkState.STRANGER


def test_frames_without_a_greeting_are_a_strangers() -> None:
    """Even good frames: the question was asked again and again."""
    script = Script()
    link = Link(script)

    for tenth in range(21):
        poll(link, script, tenth / 10, line(tenth))

    assert link.state is LinkState.STRANGER
    assert script.asked == 3


def test_what_never_says_anything_is_silent_not_strange() -> None:
    """A port with nobody behind it."""
    script = Script()
    link = Link(script)

    poll(link, script, 0.0)
    poll(link, script, 1.0)

    assert link.state is LinkState.SILENT


@pytest.mark.parametrize(
    "greeting",
    [
        *(vector["line"].encode() for vector in VECTORS["other_greetings"]),
        hello_line("0.2.0", 6, 80),
    ],
    ids=["a protocol to come", "the protocol before", "another number of pads"],
)
def test_another_firmware_is_named_and_its_frames_do_not_count(greeting: bytes) -> None:
    """The screen says that the sensors need flashing; the game goes on by buttons."""
    script = Script()
    link = Link(script)

    frames = poll(link, script, 0.0, greeting + line(1))

    assert link.state is LinkState.WRONG_VERSION
    assert frames == []


def test_another_firmware_is_asked_on_and_heals_when_it_is_flashed() -> None:
    """After flashing nobody needs to restart anything."""
    script = Script()
    link = Link(script)
    poll(link, script, 0.0, VECTORS["other_greetings"][0]["line"].encode())

    assert link.deadline_s(0.0) == 1.0
    poll(link, script, 1.0)
    assert script.asked == 2

    poll(link, script, 1.2, HELLO_LINE)
    assert link.state is LinkState.UP


@given(st.lists(st.tuples(st.floats(0, 3), st.sampled_from(["", "gone", "there", "hello", "line", "noise"]))))
def test_whatever_happens_it_heals_within_six_seconds(acts: list[tuple[float, str]]) -> None:
    """No order of plugging, noise and silence leaves the sensors dead once they are there and answer."""
    script = Script()
    link = Link(script)
    now_s = 0.0
    for pause_s, act in acts:
        now_s += pause_s
        script.is_there = act != "gone" and (script.is_there or act == "there")
        data = {"hello": HELLO_LINE, "line": line(1), "noise": NOISE}.get(act, b"")
        poll(link, script, now_s, data if script.is_there else b"")
        # a loop that sleeps until then must neither spin nor oversleep
        wake_s = link.deadline_s(now_s)
        assert now_s <= wake_s <= now_s + 5.0
        now_s = wake_s
        poll(link, script, now_s)
        assert link.deadline_s(now_s) > now_s

    script.is_there = True
    for tenth in range(61):
        asked = script.asked
        poll(link, script, now_s + tenth / 10, line(tenth + 2))
        if script.asked > asked:
            script.waiting += HELLO_LINE

    assert link.state is LinkState.UP


def test_why_a_pad_gives_no_count_is_known_until_it_gives_one() -> None:
    """The log names the kind of a fault, though most frames of a slow chip bring nothing new."""
    script = Script()
    link = greeted(script)

    poll(link, script, 0.1, frame_line(1, 12, ["m", "s", "x", "d", "f", ".", 1]))
    poll(link, script, 0.2, frame_line(2, 24, [5, ".", ".", ".", ".", ".", "."]))

    kinds = [Lack.SATURATED, Lack.SLIPPED, Lack.DEAD, Lack.TOO_FAST]
    assert link.lacks == [None, *kinds, None, None]
