"""The display's very pixels in a terminal, for a game without hardware."""

from collections.abc import Callable

from PIL import Image

_HALF_BLOCKS = " ▀▄█"
"""By the upper pixel (1) and the lower one (2)."""
_BRAILLE = 0x2800
_DOTS = (  # across, down and weight of each dot; Unicode numbers the lowest two last
    *((0, 0, 0x01), (0, 1, 0x02), (0, 2, 0x04), (0, 3, 0x40)),
    *((1, 0, 0x08), (1, 1, 0x10), (1, 2, 0x20), (1, 3, 0x80)),
)
_FRAME_COLUMNS = 2
_CAPTION_LINES = 2


def frame_text(image: Image.Image, columns: int = 130) -> str:
    """A framed picture of lines of text, no newline at the end.

    Half blocks where the terminal has `columns` for them (128 and the frame): 32 rows; else braille: 16.
    """
    rows = _half_blocks(image) if columns >= image.width + _FRAME_COLUMNS else _braille(image)
    bar = "─" * len(rows[0])
    return "\n".join((f"╭{bar}╮", *(f"│{row}│" for row in rows), f"╰{bar}╯"))


class TerminalGlass:
    """Shows pictures in place in a terminal, or one below the other where the output is none.

    `write` takes text, such as `sys.stdout.write`; `columns` is the width of the terminal.
    """

    def __init__(self, write: Callable[[str], object], *, is_terminal: bool, columns: int) -> None:
        self._write, self._is_terminal, self._columns = write, is_terminal, columns
        self._shown: str | None = None

    def show(self, image: Image.Image, *caption: str) -> bool:
        """Show a picture with up to two lines below it; an unchanged one writes nothing. Always True."""
        lines = [line[: self._columns - 1] for line in (*caption, "", "")[:_CAPTION_LINES]]
        text = "\n".join((frame_text(image, self._columns), *lines))
        if text != self._shown:
            self._write(self._in_place(text) if self._is_terminal else text + "\n")
            self._shown = text
        return True

    def close(self) -> None:
        """Give the cursor back, below the picture."""
        if self._is_terminal and self._shown is not None:
            self._write("\x1b[?25h")

    def _in_place(self, text: str) -> str:
        """Up over the last picture, each line cleared to its end; the cursor is hidden meanwhile."""
        up = f"\x1b[{self._shown.count(chr(10)) + 1}F" if self._shown is not None else "\x1b[?25l"
        return up + "".join(f"{line}\x1b[K\n" for line in text.split("\n"))


def _half_blocks(image: Image.Image) -> list[str]:
    lit = _pixels(image)
    return [
        "".join(_HALF_BLOCKS[upper + 2 * lower] for upper, lower in zip(lit[y], lit[y + 1], strict=True))
        for y in range(0, image.height, 2)
    ]


def _braille(image: Image.Image) -> list[str]:
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
