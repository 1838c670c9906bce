import binascii

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link import frame
from tests.link.lines import VECTORS


@given(st.binary())
def test_the_sensors_check_sum_is_the_well_known_one(data: bytes) -> None:
    """What the Pico reckons by hand is what Python's own function gives, on every text."""
    assert frame._crc_by_hand(data, 0xFFFF) == binascii.crc_hqx(data, 0xFFFF) == frame.crc16(data)


def test_this_python_reckons_it_in_c() -> None:
    """A small Pi spends no time on what its Python can do at once."""
    assert frame._crc is binascii.crc_hqx


def test_the_check_sum_has_the_value_its_catalogue_gives() -> None:
    """The name CRC-16/IBM-3740 promises 0x29B1 for the nine digits."""
    assert frame.crc16(b"123456789") == 0x29B1


@pytest.mark.parametrize("vector", VECTORS["frames"], ids=lambda vector: vector["why"])
def test_a_frame_is_written_as_the_protocol_shows(vector: dict) -> None:
    """The golden lines of the protocol are what the code writes."""
    line = frame.frame_line(vector["seq"], vector["ticks_ms"], vector["readings"])

    assert line == vector["line"].encode()


@pytest.mark.parametrize("vector", VECTORS["greetings"], ids=lambda vector: vector["why"])
def test_a_greeting_is_written_as_the_protocol_shows(vector: dict) -> None:
    """The golden greeting is what the code writes."""
    line = frame.hello_line(vector["firmware"], vector["pads"], vector["rate_hz"])

    assert line == vector["line"].encode()


def test_numbers_that_never_end_are_written_from_zero_again() -> None:
    """After a night the frame's number and the ticks still fit their columns."""
    line = frame.frame_line(frame.SEQ_SPAN + 3, frame.TICKS_SPAN + 4, [1])

    assert line.startswith(b">3 4 1*")


@given(
    st.integers(0, 10**9),
    st.integers(0, 10**12),
    st.lists(st.integers(frame.LOWEST, frame.HIGHEST), min_size=7, max_size=7),
)
def test_no_line_is_longer_than_promised_and_none_has_a_byte_3(seq: int, ticks: int, counts: list) -> None:
    """A line always fits the receiver's buffer, and never holds the byte that stops a Pico's program."""
    line = frame.frame_line(seq, ticks, counts)

    assert len(line) <= frame.MAX_LINE
    assert b"\x03" not in line
    assert line.count(b"\n") == 1
