"""What USB does to lines: packets of 64 bytes, a second reader, garbage; a line is whole or none."""

import os
from random import Random

import pytest

from companion.link.decoder import Frame
from companion.link.frame import frame_line
from companion.link.hello import LinkState
from companion.link.link import Link
from companion.link.port import Port
from tests.link.lines import HELLO_LINE, line
from tests.link.test_port import Device
from tests.link.test_port import device as device  # the fixture

PACKET = 64  # bytes of a full-speed USB packet


class Held:
    """A lead on which a write that fills its packets to the brim waits for the next one."""

    def __init__(self, device: Device) -> None:
        self._device = device
        self._waiting = b""

    def write(self, data: bytes) -> None:
        """Send, or hold back."""
        self._waiting += data
        if len(self._waiting) % PACKET:
            os.write(self._device.master, self._waiting)
            self._waiting = b""


def brimful(seq: int, length: int = PACKET) -> bytes:
    """A frame whose line has exactly so many bytes."""
    for digits in range(length):
        readings = [10 ** min(6, max(0, digits - 6 * pad)) for pad in range(7)]
        found = frame_line(seq, 10_000, readings)
        if len(found) == length:
            return found
    raise AssertionError("no such frame")


def greeted(device: Device) -> Link:
    """A link that is up."""
    link = Link(Port(str(device.path)))
    link.poll(0.0)
    os.write(device.master, HELLO_LINE)
    link.poll(0.1)
    assert link.state is LinkState.UP
    return link


def test_a_line_that_fills_its_packet_comes_with_the_next_one(device: Device) -> None:
    """Held back for a frame's time, and nothing is lost: the next frame brings it along."""
    link, lead = greeted(device), Held(device)

    lead.write(brimful(1))
    before = link.poll(0.2)
    lead.write(line(2))
    frames = link.poll(0.3)
    link.close()

    assert before == []
    assert [frame.seq for frame in frames] == [1, 2]
    assert (link.decoder.dropped, link.decoder.lost) == (0, 0)


def test_a_minute_of_lines_held_back_makes_no_silence(device: Device) -> None:
    """Even if every other line fills its packet, none is missing and the line counts as up."""
    link, lead = greeted(device), Held(device)
    frames, seen = [], set()

    for seq in range(800):
        lead.write(brimful(seq) if seq % 2 else line(seq))
        frames += link.poll(0.2 + seq / 80)
        seen.add(link.state)
    link.close()

    assert [frame.seq for frame in frames] == list(range(799))
    assert seen == {LinkState.UP}


@pytest.mark.parametrize("cut", [1, 63, 64, 65, 127, 128])
def test_lines_cut_at_packets_are_put_together_again(device: Device, cut: int) -> None:
    """Wherever a packet ends."""
    link = greeted(device)
    text = b"".join(line(seq) for seq in range(20))
    frames: list[Frame] = []

    for start in range(0, len(text), cut):
        os.write(device.master, text[start : start + cut])
        frames += link.poll(0.2)
    link.close()

    assert [frame.seq for frame in frames] == list(range(20))


def test_a_second_reader_costs_lines_and_never_a_wrong_one(device: Device) -> None:
    """Another program that ignores our lock takes some of the bytes: counted as damaged, none believed."""
    link, random = greeted(device), Random(3)
    thief = os.open(device.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    frames: list[Frame] = []
    sent = {seq: frame_line(seq, 12 * seq, [seq * pad for pad in range(1, 8)]) for seq in range(400)}

    for seq, text in sent.items():
        os.write(device.master, text)
        if random.random() < 0.3:
            os.read(thief, random.randint(1, 90))
        frames += link.poll(0.2 + seq / 80)
    os.close(thief)
    link.close()

    assert 150 < len(frames) < 400
    assert all(frame.readings == tuple(frame.seq * pad for pad in range(1, 8)) for frame in frames)
    assert link.decoder.dropped > 20
    assert link.decoder.lost > 20


def test_a_minute_of_garbage_is_silence_and_heals(device: Device) -> None:
    """Noise on a long lead: told within a second, opened anew, and believed again with the first greeting."""
    link, random = greeted(device), Random(4)

    for step in range(600):
        os.write(device.master, random.randbytes(50))
        assert link.poll(0.2 + step / 10) == []
    assert link.state in (LinkState.SILENT, LinkState.STRANGER)
    link.poll(65.3)  # it has been silent for long enough to be opened anew
    os.write(device.master, HELLO_LINE + line(1))
    frames = link.poll(65.4)
    link.close()

    assert [frame.seq for frame in frames] == [1]
    assert link.state is LinkState.UP
