import pytest

from companion.screen.digits import DIGIT_HEIGHT_PX, number
from companion.screen.temple import SIDE_PX

SCORES = range(-99, 100)


def test_no_two_scores_look_alike() -> None:
    """A 6 is no 8, and -1 is no 1."""
    pictures = {number(score).tobytes() + bytes([number(score).width]) for score in SCORES}

    assert len(pictures) == len(SCORES)


@pytest.mark.parametrize("score", SCORES)
def test_every_score_fits_its_side(score: int) -> None:
    """Even -88, the widest, leaves a dark column on both sides."""
    picture = number(score)

    assert picture.width <= SIDE_PX - 2
    assert picture.height == DIGIT_HEIGHT_PX


def test_digits_are_as_high_as_they_can_be() -> None:
    """Scores are read from across the table: every digit uses all 13 rows."""
    for digit in range(10):
        assert number(digit).getbbox() == (0, 0, number(digit).width, DIGIT_HEIGHT_PX)
