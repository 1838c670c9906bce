"""When frames were sent: several may have waited in the port until somebody had the time to read them."""

from collections.abc import Sequence

from companion.link.decoder import Frame
from companion.link.frame import TICKS_SPAN


def frame_times(frames: Sequence[Frame], since_s: float, now_s: float) -> list[float]:
    """The moments of the frames of one poll, in seconds of our clock, by the differences of their ticks.

    The newest is taken as of now; none as of before `since_s`, the poll before this one, not even where
    sensors that started anew count their ticks from 0.
    """
    return [
        max(since_s, now_s - (frames[-1].ticks_ms - frame.ticks_ms) % TICKS_SPAN / 1000) for frame in frames
    ]
