import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.scale.memory import Memory, PadMemory

counts = st.floats(-1e7, 1e7)
pads = st.builds(
    PadMemory,
    zero_counts=st.none() | counts,
    weights_counts=st.lists(counts, max_size=7).map(tuple),
)


@given(memory=st.builds(Memory, st.lists(pads, max_size=7).map(tuple), st.text(max_size=20)))
def test_what_is_kept_comes_back_as_it_was(memory: Memory) -> None:
    """Every number survives the journal to its last digit, on one line."""
    text = memory.to_json()

    assert Memory.from_json(text) == memory
    assert "\n" not in text


@pytest.mark.parametrize(
    "text",
    [
        *("", "{", "null", "[1]", '{"pads": []}', '[{"zero_counts": 1}]', '["abc"]', "7", "[" * 100_000),
        *(f'[{{"zero_counts": {zero}, "weights_counts": []}}]' for zero in ('"x"', "NaN", "[]", "1" * 400)),
        '[{"zero_counts": 1, "weights_counts": ["x"]}]',
    ],
)
def test_a_text_that_is_no_memory_is_none(text: str) -> None:
    """A journal of another day is no reason to stop: every pad is then seen anew."""
    assert Memory.from_json(text) is None
