"""Ornaments as small pictures: above their columns, and where they are set up."""

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
