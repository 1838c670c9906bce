"""Bytes become frames and greetings; what is damaged is dropped and counted, never believed."""

import re
from dataclasses import dataclass
from enum import Enum

from companion.link import frame
from companion.link.hello import Hello


class Lack(Enum):
    """Why a pad has no count in a frame; the value is its letter on the line."""

    MISSING = frame.MISSING
    """No conversion for 0.3 s: chip absent, unpowered, or its DOUT off."""
    SATURATED = frame.SATURATED
    """Full scale: a bridge wire is open, or the pad is far overloaded."""
    SLIPPED = frame.SLIPPED
    """The chip was read, but its bits cannot be trusted; it is being reset."""
    DEAD = frame.DEAD
    """The same count for ever, or DOUT low whatever SCK does: chip broken, DOUT shorted, SCK off."""
    TOO_FAST = frame.TOO_FAST
    """Results sooner than any chip converts: SCK or DOUT on the wrong pin, or DOUT floating."""
    NOT_YET = frame.NOT_YET
    """No new conversion since the frame before."""


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pads said at one moment."""

    seq: int
    """0 to 65_535, one more for each frame, then from 0 again."""
    ticks_ms: int
    """The sensors' own clock, 0 to 2**30 - 1, then from 0 again."""
    readings: tuple[int | Lack, ...]
    """Pads A to G: raw counts from -8_388_607 to 8_388_606, or why there are none."""


_FRAME_MARK, _HELLO_MARK = frame.FRAME_MARK.encode(), frame.HELLO_MARK.encode()
_CRC_MARK = frame.CRC_MARK.encode()
_LETTERS = {lack.value: lack for lack in Lack}
_NUMBER = r"(0|[1-9]\d{0,9})"
_READING = r"(?:0|-?[1-9]\d{0,6}|[" + re.escape("".join(_LETTERS)) + "])"
_FRAME = re.compile(rf"{_NUMBER} {_NUMBER}((?: {_READING})+)", re.ASCII)
_HELLO = re.compile(rf"{frame.NAME} {_NUMBER}(?: (\S+) {_NUMBER} {_NUMBER})?(?: .*)?", re.ASCII)


class Decoder:
    """Takes bytes as they come, in any pieces; holds at most one unfinished line."""

    def __init__(self, pads: int = 7) -> None:
        self.dropped = 0
        """Runs of bytes that were no good line: damaged, short, over-long, or for another number of pads."""
        self.lost = 0
        """Frames that never came, by the gaps in their numbers."""
        self.out_of_order = 0
        """Good frames with a number of the past: not passed on."""
        self._pads = pads
        self.restart()

    def restart(self) -> None:
        """Forget the unfinished line and the last number, for a port opened anew; the counters go on."""
        self._at_restart = self.dropped, self.lost, self.out_of_order
        self._line = b""
        self._expected: int | None = None
        self._stray: int | None = None

    def forgive(self) -> None:
        """Take back what was counted since the last `restart`."""
        self.dropped, self.lost, self.out_of_order = self._at_restart

    def feed(self, data: bytes) -> list[Frame | Hello]:
        """The good lines that these bytes complete, in order."""
        good: list[Frame | Hello] = []
        *ended, rest = data.split(b"\n")
        for piece in ended:
            found = self._read(self._line + piece)
            self._line = b""
            if found is not None:
                good.append(found)
        # one byte more than fits tells that a longer run was cut
        self._line = (self._line + rest)[-frame.MAX_LINE :]
        return good

    def _read(self, run: bytes) -> Frame | Hello | None:
        # A torn line has no end of its own: the next one follows it at once, from its marker on.
        start = max(run.rfind(_FRAME_MARK), run.rfind(_HELLO_MARK))
        found = _parse(run[start:], self._pads) if start >= 0 and len(run) - start < frame.MAX_LINE else None
        if start > 0 or found is None:
            self.dropped += 1
        if isinstance(found, Frame) and not self._is_next(found.seq):
            return None
        return found

    def _is_next(self, seq: int) -> bool:
        ahead = 0 if self._expected is None else (seq - self._expected) % frame.SEQ_SPAN
        following = (seq + 1) % frame.SEQ_SPAN
        if ahead >= frame.SEQ_SPAN // 2 and seq != self._stray:
            # From the past. Sensors that have started anew count on from here: the next one is believed.
            self.out_of_order += 1
            self._stray = following
            return False
        if seq != self._stray:
            self.lost += ahead
        self._expected, self._stray = following, None
        return True


def _parse(line: bytes, pads: int) -> Frame | Hello | None:
    body, mark, crc = line[1:].rpartition(_CRC_MARK)
    if not mark or crc != b"%04X" % frame.crc16(body):
        return None
    # latin-1 reads any byte; the patterns then let pass only what a line may hold
    text = body.decode("latin-1")
    return _parse_frame(text, pads) if line[:1] == _FRAME_MARK else _parse_hello(text)


def _parse_frame(text: str, pads: int) -> Frame | None:
    match = _FRAME.fullmatch(text)
    if match is None:
        return None
    seq, ticks_ms, words = int(match[1]), int(match[2]), match[3].split()
    readings = [_LETTERS[word] if word in _LETTERS else int(word) for word in words]
    counts = [reading for reading in readings if isinstance(reading, int)] or [0]
    if len(readings) != pads or seq >= frame.SEQ_SPAN or ticks_ms >= frame.TICKS_SPAN:
        return None
    if min(counts) < frame.LOWEST or max(counts) > frame.HIGHEST:
        return None
    return Frame(seq, ticks_ms, tuple(readings))


def _parse_hello(text: str) -> Hello | None:
    match = _HELLO.fullmatch(text)
    if match is None:
        return None
    # another protocol may say the rest in another way: its number alone is read then
    return Hello(int(match[1]), match[2] or "?", int(match[3] or 0), int(match[4] or 0))
