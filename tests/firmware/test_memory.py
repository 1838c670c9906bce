import pytest

from tests.bench.heap import MICROPYTHON, looks


@pytest.mark.skipif(not MICROPYTHON.exists(), reason="no MicroPython on this machine")
def test_the_firmware_needs_no_more_memory_as_time_goes_by() -> None:
    """Left on for an evening it does not die: what it holds in 128 KiB does not grow.

    Less than a minute here, with faults of each kind and noise on the line; `python -m tests.bench.heap` runs
    the hour.
    """
    (_, before, _), *later = looks(56, 28)  # at each look the same load and faults

    held = [bytes_held for _, bytes_held, _ in later]
    assert held[0] == held[-1]
    assert before < held[-1] < 64 * 1024
    assert later[-1][2] > 56 * 75 * 40
