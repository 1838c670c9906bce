from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.decoder import Decoder, Frame, Lack
from companion.link.frame import HIGHEST, LOWEST, MAX_LINE, SEQ_SPAN, TICKS_SPAN, frame_line
from companion.link.hello import Hello
from tests.link.lines import HELLO_LINE, VECTORS, frame, line

READING = st.one_of(st.integers(LOWEST, HIGHEST), st.sampled_from(Lack))
FRAME = st.builds(
    Frame,
    seq=st.integers(0, SEQ_SPAN - 1),
    ticks_ms=st.integers(0, TICKS_SPAN - 1),
    readings=st.lists(READING, min_size=7, max_size=7).map(tuple),
)


def written(sent: Frame) -> bytes:
    """The frame's line, as the firmware writes it."""
    words = [r.value if isinstance(r, Lack) else r for r in sent.readings]
    return frame_line(sent.seq, sent.ticks_ms, words)


@given(FRAME)
def test_what_is_written_is_what_is_read(sent: Frame) -> None:
    """Whatever the pads say arrives as they said it."""
    assert Decoder().feed(written(sent)) == [sent]


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["why"])
def test_a_golden_frame_is_read(vector: dict) -> None:
    """The examples in the protocol mean what it says they mean."""
    words = tuple(Lack(word) if isinstance(word, str) else word for word in vector["readings"])

    found = Decoder().feed(vector["line"].encode())

    assert found == [Frame(vector["seq"], vector["ticks_ms"], words)]


@pytest.mark.parametrize("vector", VECTORS["greetings"], ids=lambda vector: vector["why"])
def test_a_golden_greeting_is_read(vector: dict) -> None:
    """The sensors say what they are, and it is understood."""
    found = Decoder().feed(vector["line"].encode())

    assert found == [Hello(2, vector["firmware"], vector["pads"], vector["rate_hz"])]


@pytest.mark.parametrize("vector", VECTORS["other_greetings"], ids=lambda vector: vector["why"])
def test_a_greeting_of_the_future_is_known_by_its_number(vector: dict) -> None:
    """A newer firmware is told apart from a stranger, whatever else its greeting says."""
    (found,) = Decoder().feed(vector["line"].encode())

    assert isinstance(found, Hello)
    assert found.protocol == vector["protocol"]


@pytest.mark.parametrize("vector", VECTORS["damaged"], ids=lambda vector: vector["why"])
def test_a_damaged_line_is_dropped_and_counted(vector: dict) -> None:
    """No frame comes of it, and the next good line is read as usual."""
    decoder = Decoder()

    found = decoder.feed(vector["line"].encode() + line(3))

    assert found == [frame(3)]
    assert decoder.dropped == 1


def test_a_torn_line_costs_only_itself() -> None:
    """A line that the sensors could not finish takes its follower along on one row: that one still counts."""
    decoder = Decoder()

    found = decoder.feed(line(3)[:20] + line(4))

    assert found == [frame(4)]
    assert decoder.dropped == 1


@pytest.mark.parametrize("where", range(len(line(3)) - 1))
def test_a_changed_byte_is_never_believed(where: int) -> None:
    """A line hit by noise in one byte, whichever and however, gives no frame, least of all a wrong one."""
    good = line(3)
    decoder = Decoder()

    for byte in range(256):
        found = decoder.feed(good[:where] + bytes([byte]) + good[where + 1 :])

        assert (found == []) == (byte != good[where])

    assert decoder.dropped >= 255


@given(st.lists(st.one_of(st.binary(max_size=200), st.sampled_from([line(1), line(2), HELLO_LINE]))))
def test_no_bytes_whatever_upset_it_or_fill_the_memory(pieces: list[bytes]) -> None:
    """Any noise on the line leaves the companion running, holding no more than one line."""
    decoder = Decoder()

    for piece in pieces:
        found = decoder.feed(piece)

        assert all(isinstance(f, Frame | Hello) for f in found)
        assert len(decoder._line) <= MAX_LINE

    restarted = decoder.feed(b"\n" + line(40_000)) + decoder.feed(line(40_001))
    assert frame(40_001) in restarted


def test_noise_without_an_end_fills_no_memory() -> None:
    """A device that babbles all night without a line end costs 96 bytes, and its first good line is read."""
    decoder = Decoder()

    for _ in range(100):
        decoder.feed(b"#" * 1000)

    assert len(decoder._line) <= MAX_LINE
    assert decoder.feed(line(1)) == [frame(1)]
    assert decoder.dropped == 1


@given(st.binary(max_size=400), st.lists(st.integers(0, 400)))
def test_it_does_not_matter_how_the_bytes_are_cut(noise: bytes, cuts: list[int]) -> None:
    """USB delivers lines in any pieces: the frames and the counts are the same."""
    text = noise + b"\n" + line(1) + HELLO_LINE + noise + line(2) + line(3)
    edges = sorted({0, len(text), *(cut for cut in cuts if cut < len(text))})
    whole, cut = Decoder(), Decoder()

    at_once = whole.feed(text)
    in_pieces = [f for a, b in pairwise(edges) for f in cut.feed(text[a:b])]

    assert in_pieces == at_once
    assert (cut.dropped, cut.lost, cut.out_of_order) == (whole.dropped, whole.lost, whole.out_of_order)


def test_a_gap_in_the_numbers_is_counted() -> None:
    """When frames are lost on the way, the doctor can say how many."""
    decoder = Decoder()

    found = decoder.feed(line(65_534) + line(1))

    assert found == [frame(65_534), frame(1)]
    assert decoder.lost == 2


def test_a_frame_of_the_past_is_not_passed_on() -> None:
    """Old bytes from a buffer never make the stones jump back."""
    decoder = Decoder()

    found = decoder.feed(line(7) + line(5) + line(8))

    assert found == [frame(7), frame(8)]
    assert decoder.out_of_order == 1
    assert decoder.lost == 0


def test_sensors_that_started_anew_are_believed_from_their_second_frame() -> None:
    """A Pico that the watchdog restarted counts from 0 again: nothing is stuck."""
    decoder = Decoder()

    found = decoder.feed(line(500) + line(0) + line(1) + line(2))

    assert found == [frame(500), frame(1), frame(2)]
    assert (decoder.out_of_order, decoder.lost) == (1, 0)


def test_a_port_opened_anew_starts_with_a_clean_sheet() -> None:
    """Half a line from before the lead was pulled does not spoil the first one after."""
    decoder = Decoder()
    decoder.feed(line(500) + line(501)[:10])

    decoder.restart()

    assert decoder.feed(line(2)) == [frame(2)]
    assert (decoder.dropped, decoder.out_of_order) == (0, 0)


def test_empty_rows_are_counted_too() -> None:
    """A row with nothing on it is none of ours."""
    decoder = Decoder()

    decoder.feed(b"\n\n")

    assert decoder.dropped == 2


def test_a_plate_of_fewer_pads_is_read_when_asked_for() -> None:
    """Another plate than the seven-pad one has its own number of readings."""
    assert Decoder(pads=2).feed(frame_line(1, 2, [3, "m"])) == [Frame(1, 2, (3, Lack.MISSING))]


def test_the_examples_of_the_protocol_are_good_lines() -> None:
    """Who writes another companion by PROTOCOL.md can try it on what stands there."""
    paper = (Path(__file__).parents[2] / "firmware" / "PROTOCOL.md").read_text(encoding="utf-8")
    shown = [text.strip() for text in paper.splitlines() if text.startswith(("    >", "    !"))]

    found = Decoder().feed("".join(f"{text}\n" for text in shown).encode())

    assert len(found) == len(shown) == 3
