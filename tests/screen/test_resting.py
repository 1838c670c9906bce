import pytest

from companion.screen.resting import Level, Resting, contrast


@pytest.mark.parametrize(
    ("idle_s", "level", "step", "deadline_s"),
    [
        (0, Level.AWAKE, None, 120),
        (119.9, Level.AWAKE, None, 120),
        (120, Level.DIM, None, 600),
        (599.9, Level.DIM, None, 600),
        (600, Level.SAVER, 0, 630),
        (629.9, Level.SAVER, 0, 630),
        (630, Level.SAVER, 1, 660),
        (86_400, Level.SAVER, 2860, 86_430),
    ],
)
def test_the_display_rests_ever_more(
    idle_s: float, level: Level, step: int | None, deadline_s: float
) -> None:
    """Dim after two minutes, a saver after ten, another place every half a minute; all night."""
    resting = Resting(1000)

    found = (resting.level(1000 + idle_s), resting.step(1000 + idle_s), resting.deadline_s(1000 + idle_s))

    assert found == (level, step, 1000 + deadline_s)


@pytest.mark.parametrize("idle_s", [60, 300, 700])
def test_whatever_happens_wakes_it(idle_s: float) -> None:
    """However far it rested, it is awake at once, for two minutes from now."""
    resting = Resting(0)

    resting.act(idle_s)

    assert resting.level(idle_s) is Level.AWAKE
    assert resting.deadline_s(idle_s) == idle_s + 120


def test_resting_is_darker_than_any_brightness() -> None:
    """Three brightnesses to choose from; whichever it is, one sees that the display rests."""
    awake = [contrast(Level.AWAKE, brightness) for brightness in (1, 2, 3)]
    resting = {contrast(level, brightness) for level in (Level.DIM, Level.SAVER) for brightness in (1, 2, 3)}

    assert awake == sorted(set(awake))
    assert resting == {0}
    assert 0 < awake[0] < awake[-1] <= 255
