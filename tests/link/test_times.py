import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.decoder import Frame
from companion.link.frame import TICKS_SPAN
from companion.link.times import frame_times


def frames_at(*ticks_ms: int) -> list[Frame]:
    """Frames that the sensors stamped so."""
    return [Frame(number, ticks % TICKS_SPAN, (0,) * 7) for number, ticks in enumerate(ticks_ms)]


def test_frames_that_waited_keep_their_distances() -> None:
    """The machine was busy for half a second: what pads said meanwhile is taken as of when they said it."""
    times_s = frame_times(frames_at(1000, 1012, 1500), since_s=9.0, now_s=10.0)

    assert times_s == pytest.approx([9.5, 9.512, 10.0])


def test_nothing_read_has_no_times() -> None:
    """Most polls find the port empty."""
    assert frame_times([], since_s=9.0, now_s=10.0) == []


def test_sensors_that_start_anew_are_not_days_late() -> None:
    """Their ticks begin at 0 again: frames from before are as of the last look, not of twelve days ago."""
    times_s = frame_times(frames_at(5_000_000, 0, 12), since_s=9.0, now_s=10.0)

    assert times_s == pytest.approx([9.0, 9.988, 10.0])


@given(
    start=st.integers(0, TICKS_SPAN - 1),
    gaps=st.lists(st.integers(0, 100), max_size=40),
    age_s=st.floats(0.0, 5.0),
)
def test_times_only_go_forward_and_end_now(start: int, gaps: list[int], age_s: float) -> None:
    """Also in the night in which the ticks begin anew: never before the last look, never after now."""
    ticks = [start]
    for gap in gaps:
        ticks.append(ticks[-1] + gap)
    now_s = 100.0

    times_s = frame_times(frames_at(*ticks), since_s=now_s - age_s, now_s=now_s)

    assert times_s == sorted(times_s)
    assert times_s[0] >= now_s - age_s
    assert times_s[-1] == now_s
    expected = [max(now_s - age_s, now_s - (ticks[-1] - tick) / 1000) for tick in ticks]
    assert times_s == pytest.approx(expected)
