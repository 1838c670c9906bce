"""Ornaments as small pictures: above their columns, and where they are set up."""

from enum import Enum
from functools import lru_cache

from PIL import Image

from companion.rules.ornaments import Ornament

SIGN_HEIGHT_PX = 8
SIGN_WIDTH_PX = 11
# Drawn for this product. The fluted foot is a grey stone, as in the columns; at play *tall* shows by height.
_DRAWN = {
    Ornament.BONUS3: """
...........
......###..
..#.....#..
.###...##..
..#.....#..
......###..
...........
...........""",
    Ornament.MINORITY: """
.......##..
.....##....
...##......
.##........
...##......
.....##....
.......##..
...........""",
    Ornament.GREYPLUS2: """
......###..
..#.....#..
.###..###..
..#...#....
......###..
...........
.#.#.#.#.#.
.#.#.#.#.#.""",
    Ornament.GREYMINUS3: """
......###..
........#..
.###...##..
........#..
......###..
...........
.#.#.#.#.#.
.#.#.#.#.#.""",
    Ornament.GREYACTIVATES: """
....##.....
....##.....
....##.....
...........
....##.....
...........
.#.#.#.#.#.
.#.#.#.#.#.""",
    Ornament.QUARRYGREY: """
.....#.....
.....#.....
...#.#.#...
....###....
.....#.....
...........
.#.#.#.#.#.
.#.#.#.#.#.""",
    Ornament.TALL: """
......####.
...........
......####.
...........
.####.####.
...........
.####.####.
...........""",
}


@lru_cache
def ornament_sign(ornament: Ornament) -> Image.Image:
    """The sign of an ornament, 11 by 8 pixels."""
    picture = Image.new("1", (SIGN_WIDTH_PX, SIGN_HEIGHT_PX))
    picture.putdata([int(mark == "#") for mark in _DRAWN[ornament].replace("\n", "")])
    return picture


class Arrow(Enum):
    """What a key does, where its name leaves no room for a word."""

    ON = """
.......
...#...
...#...
.#####.
...#...
...#...
......."""
    """A stone comes on top."""
    OFF = """
.......
.......
.......
.#####.
.......
.......
......."""
    """The top stone goes."""
    BACK = """
..#....
.##....
#######
#######
.##....
..#....
......."""
    NEXT = """
....#..
....##.
#######
#######
....##.
....#..
......."""


@lru_cache
def key_sign(arrow: Arrow) -> Image.Image:
    """The sign beside a key, 7 by 7 pixels."""
    rows = arrow.value.split()
    picture = Image.new("1", (len(rows[0]), len(rows)))
    picture.putdata([int(mark == "#") for mark in "".join(rows)])
    return picture
