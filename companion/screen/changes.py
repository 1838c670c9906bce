"""What of a picture has changed, as the windows of the chip's memory that are cheapest to send."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from companion.screen.page import HEIGHT_PX, WIDTH_PX

PAGES = HEIGHT_PX // 8
"""The chips' memory comes in pages: 8 rows each, one byte a column, its lowest bit the topmost row."""

Memory = tuple[bytes, ...]
"""A picture as the chips keep it: the pages from the top, in each the columns from the left."""


@dataclass(frozen=True, slots=True)
class Window:
    """A rectangle of the memory; the last page and the last column are inside."""

    top: int
    foot: int
    left: int
    right: int

    @property
    def size_bytes(self) -> int:
        """What it holds."""
        return (self.foot - self.top + 1) * (self.right - self.left + 1)

    def cut(self, memory: Memory) -> list[int]:
        """Its bytes, row by row."""
        return [
            value for page in memory[self.top : self.foot + 1] for value in page[self.left : self.right + 1]
        ]


@dataclass(frozen=True, slots=True)
class Addressing:
    """How a chip is told where the next bytes go."""

    window_bytes: int
    """What a window costs beside its own bytes: the command, and what goes ahead of each transfer."""
    most_pages: int
    """How many pages one window may span."""


def memory_of(image: Image.Image) -> Memory:
    """A picture of 128 by 64, mode "1", as the chips keep it."""
    columns = image.transpose(Image.Transpose.ROTATE_270).tobytes()  # 8 bytes a column, the lowest page first
    return tuple(columns[PAGES - 1 - page :: PAGES] for page in range(PAGES))


def windows(before: Memory | None, after: Memory, addressing: Addressing) -> list[Window]:
    """The windows that turn one picture into another, top to bottom; before None: all of it.

    Pages are split into bands, each with windows of its full height. Of all such splits the one with the
    fewest bytes is taken, so neighbours are sent together where that costs less than one more address.
    """
    changed = [_changed(before[page] if before else None, after[page]) for page in range(PAGES)]
    best: list[tuple[int, list[Window]]] = [(0, [])]  # for the pages above each one: bytes, windows
    for foot in range(PAGES):
        if changed[foot]:
            best.append(_best_ending(foot, changed, best, addressing))
        else:
            best.append(best[-1])
    return best[-1][1]


def _changed(before: bytes | None, after: bytes) -> frozenset[int]:
    if before is None:
        return frozenset(range(WIDTH_PX))
    return frozenset(x for x in range(WIDTH_PX) if before[x] != after[x]) if before != after else frozenset()


def _best_ending(
    foot: int,
    changed: Sequence[frozenset[int]],
    best: Sequence[tuple[int, list[Window]]],
    addressing: Addressing,
) -> tuple[int, list[Window]]:
    """The cheapest way down to this page, the last band ending with it."""
    ways = []
    columns: frozenset[int] = frozenset()
    for top in range(foot, max(foot - addressing.most_pages, -1), -1):
        columns |= changed[top]
        band = _windows_of_band(top, foot, sorted(columns), addressing.window_bytes)
        spent, earlier = best[top]
        spent += sum(window.size_bytes + addressing.window_bytes for window in band)
        ways.append((spent, [*earlier, *band]))
    return min(ways, key=lambda way: way[0])


def _windows_of_band(top: int, foot: int, columns: Sequence[int], window_bytes: int) -> list[Window]:
    height = foot - top + 1
    found = []
    left = right = columns[0]
    for x in columns[1:]:
        if (x - right - 1) * height > window_bytes:
            found.append(Window(top, foot, left, right))
            left = x
        right = x
    return [*found, Window(top, foot, left, right)]
