"""The display's very pixels in a terminal, for a game without hardware."""

from collections.abc import Callable, Sequence

from PIL import Image

_HALF_BLOCKS = " ▀▄█"
"""By the upper pixel (1) and the lower one (2)."""
_BRAILLE = 0x2800
_DOTS = (  # across, down and weight of each dot; Unicode numbers the lowest two last
    *((0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (0, 3, 0x40)),
    *((1, 0, 0x08), (1, 1, 0x10), (1, 2, 0x20), (1, 3, 0x80)),
)
_FRAME = 2  # a line on either side, above and below
_CAPTION_LINES = 2
_LEAST_COLUMNS, _LEAST_ROWS = 66, 20  # the smaller picture of the two, framed, and its caption
_LARGE_COLUMNS, _LARGE_ROWS = 130, 37  # the larger one, and a line to spare for what comes after it


def framed(rows: Sequence[str]) -> str:
    """Rows of one width with a frame around, as lines of text, no newline at the end."""
    bar = "─" * len(rows[0])
    return "\n".join((f"╭{bar}╮", *(f"│{row}│" for row in rows), f"╰{bar}╯"))


def screen_text(image: Image.Image, caption: Sequence[str], columns: int, rows: int) -> str:
    """A picture in its frame and two lines below it, no newline at the end; no line wraps.

    Half blocks (32 rows) where a terminal of this size has room for them, else braille (16), else one line
    that says what it takes.
    """
    if columns < _LEAST_COLUMNS or rows < _LEAST_ROWS:
        needed = f"needs {_LEAST_COLUMNS} columns and {_LEAST_ROWS} rows"
        return f"{needed}; this terminal has {columns} and {rows}"[: columns - 1]
    is_large = columns >= _LARGE_COLUMNS and rows >= _LARGE_ROWS
    below = [line[: columns - 1] for line in (*caption, "", "")[:_CAPTION_LINES]]
    return "\n".join((framed(half_blocks(image) if is_large else braille(image)), *below))


class TerminalGlass:
    """Shows pictures in place in a terminal, or one below the other where the output is none.

    `write` takes text, such as `sys.stdout.write`; `size` is asked for columns and rows at every picture.
    """

    def __init__(
        self, write: Callable[[str], object], *, is_terminal: bool, size: Callable[[], tuple[int, int]]
    ) -> None:
        self._write, self._is_terminal, self._size = write, is_terminal, size
        self._shown: str | None = None
        self._shown_size: tuple[int, int] | None = None

    def show(self, image: Image.Image, *caption: str) -> None:
        """Show a picture with up to two lines below it; what is there already is not written again."""
        size = self._size()
        text = screen_text(image, caption, *size)
        if text == self._shown and size == self._shown_size:
            return
        self._write(self._in_place(text, size) if self._is_terminal else text + "\n")
        self._shown, self._shown_size = text, size

    def close(self) -> None:
        """Give the cursor back, on the line below the picture."""
        if self._is_terminal and self._shown is not None:
            self._write("\n\x1b[?25h")

    def _in_place(self, text: str, size: tuple[int, int]) -> str:
        """Over the last picture, each line cleared to its end; after a change of size on a cleared screen.

        The cursor is hidden meanwhile, at the end of the last line: one more would scroll the first away.
        """
        if self._shown is None:
            start = "\x1b[?25l"
        elif size != self._shown_size:
            start = "\x1b[2J\x1b[H"
        else:
            above = self._shown.count("\n")
            start = f"\r\x1b[{above}A" if above else "\r"
        return start + "\n".join(f"{line}\x1b[K" for line in text.split("\n"))


def half_blocks(image: Image.Image) -> list[str]:
    """A row of marks for every two rows of pixels."""
    lit = _pixels(image)
    return [
        "".join(_HALF_BLOCKS[upper + 2 * lower] for upper, lower in zip(lit[y], lit[y + 1], strict=True))
        for y in range(0, image.height, 2)
    ]


def braille(image: Image.Image) -> list[str]:
    """A row of marks for every four rows of pixels, each mark two pixels wide."""
    lit = _pixels(image)
    return [
        "".join(
            chr(_BRAILLE + sum(dot for across, down, dot in _DOTS if lit[y + down][x + across]))
            for x in range(0, image.width, 2)
        )
        for y in range(0, image.height, 4)
    ]


def _pixels(image: Image.Image) -> list[list[int]]:
    """Rows of 0 and 1."""
    flat = image.convert("L").tobytes()
    return [[int(level > 0) for level in flat[y : y + image.width]] for y in range(0, len(flat), image.width)]
