from dataclasses import replace
from itertools import pairwise

import pytest
from PIL import Image

from companion.screen.saver import saver
from tests.screen.states import STATES

PLAYING = STATES["playing-white"]
ROUND = 89 * 35
"""Jumps until the picture is back where it was."""


def lit(image: Image.Image) -> tuple[int, int, int, int]:
    """The box that is lit."""
    box = image.getbbox()
    assert box is not None
    return box


def test_the_same_step_gives_the_same_picture() -> None:
    """Nothing is sent between two jumps."""
    assert saver(PLAYING, 5).tobytes() == saver(replace(PLAYING), 5).tobytes()


def test_no_pixel_is_lit_for_long() -> None:
    """Each jump leaves the place it was in, and over a night no pixel is lit a third of the time."""
    pictures = [saver(STATES["playing-below-zero"], step) for step in range(ROUND)]

    boxes = [lit(picture) for picture in pictures]
    counts = [0] * (128 * 64)
    for picture in pictures:
        for place, level in enumerate(picture.convert("L").tobytes()):
            counts[place] += level > 0

    assert all(one[2] <= two[0] or two[2] <= one[0] for one, two in pairwise(boxes))
    assert len(set(boxes)) == ROUND
    assert max(counts) < ROUND / 3
    assert min(box[0] for box in boxes) < 4
    assert max(box[2] for box in boxes) > 124


def test_the_temple_keeps_its_shape_wherever_it_stands() -> None:
    """No edge cuts it off."""
    shapes = set()
    for step in range(200):
        picture = saver(PLAYING, step)
        shapes.add(picture.crop(lit(picture)).tobytes())

    assert len(shapes) == 1


@pytest.mark.parametrize(("white", "black"), [(0, 0), (-20, -20), (35, -27), (100, 100)])
def test_every_score_has_room(white: int, black: int) -> None:
    """Both scores stand below the temple, whole."""
    state = replace(PLAYING, score=replace(PLAYING.score, white=white, black=black))

    shapes = {lit(saver(state, step))[3] - lit(saver(state, step))[1] for step in range(200)}

    assert len(shapes) == 1
    assert saver(state, 0).tobytes() != saver(PLAYING, 0).tobytes()


def test_without_a_game_there_is_no_score() -> None:
    """Before anybody has begun, only the temple is there."""
    assert lit(saver(STATES["start"], 0))[3] < lit(saver(PLAYING, 0))[3]
