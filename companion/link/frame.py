"""The one definition of a line between sensors and companion; firmware/PROTOCOL.md explains it.

The firmware runs this very file, so it keeps to what MicroPython has: no typing, no dataclasses.

    >123 45678 10423 -77 5 m s x .*ABCD     a frame: number, ticks in ms, one reading for each pad
    !tholos 2 0.2.0 7 80*ABCD               the greeting: protocol, firmware, pads, frames/s
    ?                                       the companion asks who is there
    tholos restart                          whoever flashes asks for a start anew
"""

import binascii

PROTOCOL = 2  # raised when either side could misread the other
FRAME_MARK = ">"
HELLO_MARK = "!"
CRC_MARK = "*"
NAME = "tholos"
QUESTION = b"?\n"
RESTART = b"tholos restart\n"

MISSING = "m"  # no conversion for 0.3 s
SATURATED = "s"  # full scale: a broken bridge wire, or an overload
SLIPPED = "x"  # the bits cannot be trusted: a pulse too long, or DOUT low after the last one
DEAD = "d"  # the same count for ever, or DOUT low whatever SCK does
TOO_FAST = "f"  # results sooner than any chip converts
NOT_YET = "."  # nothing new since the frame before

SEQ_SPAN = 65_536  # frames are numbered 0 to 65_535, then from 0 again
TICKS_SPAN = 1 << 30  # ms, as MicroPython's ticks_ms on the Pico: from 0 again after 12.4 days
LOWEST, HIGHEST = -8_388_607, 8_388_606  # counts; the codes just outside mean saturated (HX711 data sheet)
MAX_LINE = 96  # bytes with the line end: 7 readings of 8 characters need 86


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740, also called CCITT-FALSE: polynomial 0x1021, start 0xFFFF, "123456789" gives 0x29B1."""
    crc: int = _crc(data, 0xFFFF)
    return crc


def _crc_by_hand(data: bytes, crc: int) -> int:
    for byte in data:
        # eight shifts at once, which a Pico has the time for 5,000 times a second
        x = (crc >> 8) ^ byte
        x ^= x >> 4
        crc = ((crc << 8) ^ (x << 12) ^ (x << 5) ^ x) & 0xFFFF
    return crc


# CPython has it in C, thirty times as fast; MicroPython has not
_crc = getattr(binascii, "crc_hqx", _crc_by_hand)


def _seal(mark: str, body: str) -> bytes:
    raw = body.encode()
    return b"%s%s%s%04X\n" % (mark.encode(), raw, CRC_MARK.encode(), crc16(raw))


def frame_line(seq: int, ticks_ms: int, readings: list[int | str]) -> bytes:
    """One frame; a reading is a count from LOWEST to HIGHEST, or the letter that says why there is none."""
    words = [str(seq % SEQ_SPAN), str(ticks_ms % TICKS_SPAN)]
    for reading in readings:
        words.append(str(reading))
    return _seal(FRAME_MARK, " ".join(words))


def hello_line(firmware: str, pads: int, rate_hz: int) -> bytes:
    """The greeting; its first two words stay as they are in every protocol to come."""
    return _seal(HELLO_MARK, f"{NAME} {PROTOCOL} {firmware} {pads} {rate_hz}")
