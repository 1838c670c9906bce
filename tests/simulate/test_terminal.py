import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.simulate.terminal import TerminalGlass, frame_text

PICTURES = st.integers(0, 2**32).map(
    lambda seed: Image.frombytes("1", (128, 64), random.Random(seed).randbytes(1024))
)
HALVES = {" ": (0, 0), "▀": (1, 0), "▄": (0, 1), "█": (1, 1)}


def dots(image: Image.Image) -> list[list[int]]:
    """Rows of 0 and 1."""
    return [[int(bool(image.getpixel((x, y)))) for x in range(image.width)] for y in range(image.height)]


@given(PICTURES)
def test_half_blocks_show_every_pixel(image: Image.Image) -> None:
    """Read back from the terminal it is the same picture, in 32 rows of 128."""
    lines = frame_text(image, 130).splitlines()

    rows = [line.strip("│") if line[1] != "─" else "" for line in lines]
    read = [[HALVES[mark][half] for mark in row] for row in rows if row for half in (0, 1)]

    assert len(lines) == 34
    assert {len(line) for line in lines} == {130}
    assert read == dots(image)


@given(PICTURES)
def test_a_narrow_terminal_gets_every_pixel_in_braille(image: Image.Image) -> None:
    """Each dot of the braille is one pixel; 16 rows of 64."""
    lines = frame_text(image, 80).splitlines()

    read = [[0] * 128 for _ in range(64)]
    weights = {0x01: (0, 0), 0x02: (0, 1), 0x04: (0, 2), 0x40: (0, 3)}
    weights |= {0x08: (1, 0), 0x10: (1, 1), 0x20: (1, 2), 0x80: (1, 3)}
    for row, line in enumerate(lines[1:-1]):
        for column, mark in enumerate(line[1:-1]):
            for weight, (across, down) in weights.items():
                read[4 * row + down][2 * column + across] = int(bool(ord(mark) & weight))

    assert len(lines) == 18
    assert {len(line) for line in lines} == {66}
    assert read == dots(image)


def test_an_unchanged_picture_writes_nothing() -> None:
    """A quiet table leaves the terminal alone; a new caption does not."""
    written: list[str] = []
    glass = TerminalGlass(written.append, is_terminal=True, columns=140)
    image = Image.new("1", (128, 64))

    for caption in ("one", "one", "two"):
        glass.show(image, caption)

    assert len(written) == 2


@pytest.mark.parametrize(("columns", "height"), [(140, 36), (80, 20)])
def test_a_changed_picture_is_drawn_over_the_last(columns: int, height: int) -> None:
    """The cursor goes up by as many lines as stand there: picture, frame and two captions."""
    written: list[str] = []
    glass = TerminalGlass(written.append, is_terminal=True, columns=columns)

    glass.show(Image.new("1", (128, 64)), "White's turn")
    glass.show(Image.new("1", (128, 64), 1), "Black's turn")
    glass.close()

    assert written[0].startswith("\x1b[?25l")
    assert written[0].count("\n") == height
    assert written[1].startswith(f"\x1b[{height}F")
    assert written[1].count("\x1b[K\n") == height
    assert written[-1] == "\x1b[?25h"


def test_a_file_gets_plain_frames() -> None:
    """Output that is no terminal holds no control codes."""
    written: list[str] = []
    glass = TerminalGlass(written.append, is_terminal=False, columns=140)

    glass.show(Image.new("1", (128, 64)), "one")
    glass.show(Image.new("1", (128, 64), 1), "two")
    glass.close()

    assert len(written) == 2
    assert "\x1b" not in "".join(written)
    assert written[1].endswith("two\n\n")


def test_a_long_caption_never_breaks_the_line() -> None:
    """A wrapped line would shift every picture after it."""
    written: list[str] = []
    glass = TerminalGlass(written.append, is_terminal=False, columns=80)

    glass.show(Image.new("1", (128, 64)), "x" * 200, "second", "third is not shown")

    assert max(len(line) for line in written[0].splitlines()) < 80
    assert written[0].endswith("second\n")
