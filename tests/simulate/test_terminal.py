import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.simulate.terminal import TerminalGlass, braille, framed, half_blocks, screen_text

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
    lines = framed(half_blocks(image)).splitlines()

    rows = [line.strip("│") if line[1] != "─" else "" for line in lines]
    read = [[HALVES[mark][half] for mark in row] for row in rows if row for half in (0, 1)]

    assert len(lines) == 34
    assert {len(line) for line in lines} == {130}
    assert read == dots(image)


@given(PICTURES)
def test_a_narrow_terminal_gets_every_pixel_in_braille(image: Image.Image) -> None:
    """Each dot of the braille is one pixel; 16 rows of 64."""
    lines = framed(braille(image)).splitlines()

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


BLANK, LIT = Image.new("1", (128, 64)), Image.new("1", (128, 64), 1)


class Terminal:
    """A terminal that keeps what is written, and whose window can be pulled to another size."""

    def __init__(self, columns: int, rows: int, *, is_terminal: bool = True) -> None:
        self.size = (columns, rows)
        self.written: list[str] = []
        self.glass = TerminalGlass(self.written.append, is_terminal=is_terminal, size=lambda: self.size)


@pytest.mark.parametrize(
    ("columns", "rows", "height"),
    [(130, 37, 36), (400, 100, 36), (130, 36, 20), (129, 37, 20), (80, 24, 20), (66, 20, 20)],
)
def test_the_picture_is_as_large_as_the_terminal_allows(columns: int, rows: int, height: int) -> None:
    """Half blocks take 130 columns and 37 rows, braille 66 and 20; never more than there is."""
    lines = screen_text(BLANK, ["White presses OK"], columns, rows).splitlines()

    assert len([*lines, ""]) == height  # the second line of the caption is empty
    assert max(len(line) for line in lines) <= columns


@pytest.mark.parametrize(("columns", "rows"), [(65, 20), (66, 19), (20, 5), (1, 1)])
def test_a_terminal_that_is_too_small_is_told_what_it_takes(columns: int, rows: int) -> None:
    """One line, cut where the terminal ends, instead of a heap of broken ones."""
    said = screen_text(BLANK, ["White presses OK"], columns, rows)

    whole = f"needs 66 columns and 20 rows; this terminal has {columns} and {rows}"
    assert said == whole[: columns - 1]


def test_an_unchanged_picture_writes_nothing() -> None:
    """A quiet table leaves the terminal alone; a new caption does not."""
    terminal = Terminal(140, 40)

    for caption in ("one", "one", "two"):
        terminal.glass.show(BLANK, caption)

    assert len(terminal.written) == 2


@pytest.mark.parametrize(("columns", "rows", "height"), [(140, 40, 36), (80, 24, 20)])
def test_a_changed_picture_is_drawn_over_the_last(columns: int, rows: int, height: int) -> None:
    """The cursor goes up by as many lines as stand there: picture, frame, two captions; none scrolls."""
    terminal = Terminal(columns, rows)

    terminal.glass.show(BLANK, "White's turn")
    terminal.glass.show(LIT, "Black's turn")
    terminal.glass.close()

    first, second, last = terminal.written
    assert first.startswith("\x1b[?25l")
    assert first.count("\n") == second.count("\n") == height - 1
    assert second.startswith(f"\r\x1b[{height - 1}A")
    assert second.count("\x1b[K") == height
    assert last == "\n\x1b[?25h"


def test_another_size_clears_the_screen() -> None:
    """Whoever pulls the window larger gets the larger picture on a clean screen, the same picture too."""
    terminal = Terminal(60, 20)

    terminal.glass.show(BLANK, "one")
    terminal.size = (140, 40)
    terminal.glass.show(BLANK, "one")
    for terminal.size in ((80, 24), (81, 24)):
        terminal.glass.show(BLANK, "one")

    assert "needs 66 columns" in terminal.written[0]
    assert [text.startswith("\x1b[2J\x1b[H╭") for text in terminal.written] == [False, True, True, True]
    assert [text.count("\n") for text in terminal.written] == [0, 35, 19, 19]


def test_a_file_gets_plain_frames() -> None:
    """Output that is no terminal holds no control codes."""
    terminal = Terminal(140, 40, is_terminal=False)

    terminal.glass.show(BLANK, "one")
    terminal.glass.show(LIT, "two")
    terminal.glass.close()

    assert len(terminal.written) == 2
    assert "\x1b" not in "".join(terminal.written)
    assert terminal.written[1].endswith("two\n\n")


def test_a_long_caption_never_breaks_the_line() -> None:
    """A wrapped line would shift every picture after it."""
    terminal = Terminal(80, 24, is_terminal=False)

    terminal.glass.show(BLANK, "x" * 200, "second", "third is not shown")

    assert max(len(line) for line in terminal.written[0].splitlines()) < 80
    assert terminal.written[0].endswith("second\n")
