from itertools import pairwise

from companion.panel.press import Button
from companion.simulate.finger import Finger

Moves = list[tuple[float, Button, bool]]


def test_a_tap_of_no_time_is_a_press_all_the_same() -> None:
    """Two taps of a touchpad within a moment are two presses, each long enough for a contact that bounces."""
    moved: Moves = []
    now_s = 3.0
    finger = Finger(lambda button, *, is_down: moved.append((round(now_s, 2), button, is_down)))

    for is_down in (True, False, True, False):
        finger.move(Button.GREY, is_down=is_down, now_s=now_s)
    while now_s < 3.5:
        now_s += 0.01
        finger.advance(now_s)

    assert [is_down for _, _, is_down in moved] == [True, False, True, False]
    times_s = [time_s for time_s, _, _ in moved]
    assert all(later - before >= 0.1 for before, later in pairwise(times_s))


def test_who_holds_a_button_holds_it() -> None:
    """A press of two seconds is one of two seconds, and comes down at once."""
    moved: Moves = []
    finger = Finger(lambda button, *, is_down: moved.append((now_s, button, is_down)))

    now_s = 1.0
    finger.move(Button.BACK, is_down=True, now_s=now_s)
    now_s = 3.0
    finger.move(Button.BACK, is_down=False, now_s=now_s)

    assert moved == [(1.0, Button.BACK, True), (3.0, Button.BACK, False)]


def test_a_button_comes_down_once_and_up_once() -> None:
    """However often a page says so, nothing is piled up, and the last thing said is so in the end."""
    moved: Moves = []
    finger = Finger(lambda button, *, is_down: moved.append((0.0, button, is_down)))

    for is_down in (False, True, True, True, False, False):
        finger.move(Button.OK, is_down=is_down, now_s=1.0)
    assert finger.waiting == 1
    finger.advance(2.0)

    assert [is_down for _, _, is_down in moved] == [True, False]
    assert finger.waiting == 0
