from dataclasses import astuple
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.screen.changes import Addressing, Window, memory_of, windows

ANY_WINDOW = Addressing(window_bytes=10, most_pages=8)
PAGE_BY_PAGE = Addressing(window_bytes=7, most_pages=1)
DARK = Image.new("1", (128, 64))


def lit(*boxes: tuple[int, int, int, int]) -> Image.Image:
    """A dark picture with bright boxes: left, top, and the first pixels right of and below them."""
    picture = DARK.copy()
    for box in boxes:
        picture.paste(1, box)
    return picture


def sent(picture: Image.Image, addressing: Addressing) -> list[tuple[int, ...]]:
    """The windows from a dark glass to this picture."""
    return [astuple(window) for window in windows(memory_of(DARK), memory_of(picture), addressing)]


def cost_bytes(found: list[Window], addressing: Addressing) -> int:
    """What goes over the wire for them."""
    return sum(window.size_bytes + addressing.window_bytes for window in found)


def noise(seed: int) -> Image.Image:
    """A picture in which every byte differs from most others."""
    return Image.frombytes("1", (128, 64), Random(seed).randbytes(1024))


def test_memory_has_a_byte_for_eight_pixels_below_each_other() -> None:
    """The lowest bit is the topmost pixel, as the chips' data sheets draw it."""
    picture = noise(0)

    memory = memory_of(picture)

    assert [len(page) for page in memory] == [128] * 8
    assert all(
        bool(memory[y // 8][x] & 1 << y % 8) == bool(picture.getpixel((x, y)))
        for x in range(128)
        for y in range(64)
    )


@pytest.mark.parametrize(("addressing", "total"), [(ANY_WINDOW, 1034), (PAGE_BY_PAGE, 1080)])
def test_the_first_picture_is_sent_whole(addressing: Addressing, total: int) -> None:
    """Whatever noise the chip woke up with is gone, at the bytes that luma takes for it."""
    found = windows(None, memory_of(DARK), addressing)

    assert sum(window.size_bytes for window in found) == 1024
    assert cost_bytes(found, addressing) == total


def test_the_same_picture_has_nothing_to_send() -> None:
    """A quiet table leaves the bus quiet."""
    assert sent(DARK, ANY_WINDOW) == []


def test_one_pixel_is_one_byte() -> None:
    """A pixel in the middle of the glass: its page, its column."""
    assert sent(lit((60, 30, 61, 31)), ANY_WINDOW) == [(3, 3, 60, 60)]


@pytest.mark.parametrize(("gap", "count"), [(10, 1), (11, 2)])
def test_neighbours_go_together_where_that_is_cheaper_than_an_address(gap: int, count: int) -> None:
    """Ten columns that stay as they are cost as much as one more window."""
    picture = lit((20, 0, 21, 1), (21 + gap, 0, 22 + gap, 1))

    assert len(sent(picture, ANY_WINDOW)) == count


def test_a_stone_over_two_pages_is_one_window_or_two() -> None:
    """The SSD1306 takes it as one; the SH1106 knows single pages only."""
    stone = lit((50, 20, 61, 27))

    assert sent(stone, ANY_WINDOW) == [(2, 3, 50, 60)]
    assert sent(stone, PAGE_BY_PAGE) == [(2, 2, 50, 60), (3, 3, 50, 60)]


def test_what_lies_between_two_stones_counts_for_each_page() -> None:
    """Six columns over two pages are twelve bytes: two addresses are cheaper."""
    stones = lit((20, 6, 21, 10), (27, 6, 28, 10))

    assert sent(stones, ANY_WINDOW) == [(0, 1, 20, 20), (0, 1, 27, 27)]


def test_a_line_of_text_does_not_widen_the_stone_above_it() -> None:
    """The prompt is as wide as the glass; the pages of the stone are sent as wide as the stone."""
    assert sent(lit((50, 20, 61, 27), (0, 56, 128, 64)), ANY_WINDOW) == [(2, 3, 50, 60), (7, 7, 0, 127)]


@given(
    st.lists(
        st.tuples(st.integers(0, 127), st.integers(0, 63), st.integers(1, 40), st.integers(1, 20)),
        max_size=6,
    ),
    st.sampled_from([ANY_WINDOW, PAGE_BY_PAGE]),
)
def test_no_change_takes_more_than_the_whole_picture(
    boxes: list[tuple[int, int, int, int]], addressing: Addressing
) -> None:
    """However scattered: never dearer than all of it, nor than the changed bytes each by itself."""
    picture = lit(*((x, y, min(x + wide, 128), min(y + high, 64)) for x, y, wide, high in boxes))
    before, after = memory_of(DARK), memory_of(picture)

    found = windows(before, after, addressing)

    changed = {(page, x) for page in range(8) for x in range(128) if before[page][x] != after[page][x]}
    covered = {
        (page, x)
        for window in found
        for page in range(window.top, window.foot + 1)
        for x in range(window.left, window.right + 1)
    }
    assert changed <= covered
    assert len(covered) == sum(window.size_bytes for window in found)
    assert cost_bytes(found, addressing) <= cost_bytes(windows(None, after, addressing), addressing)
    assert cost_bytes(found, addressing) <= len(changed) * (1 + addressing.window_bytes)
