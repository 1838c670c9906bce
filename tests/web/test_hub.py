import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.hub import Ear, Hub


@pytest.fixture(scope="module")
def runner() -> Iterator[asyncio.Runner]:
    """One loop for all questions."""
    with asyncio.Runner() as runner:
        yield runner


def said(runner: asyncio.Runner, ear: Ear) -> dict[str, str]:
    """What an onlooker would be sent now."""
    return runner.run(ear.hear(0.0))


class Loop:
    """A loop that does what it was asked when it is told to."""

    def __init__(self) -> None:
        self.asked: list[tuple] = []

    def call_soon_threadsafe(self, call: object, *arguments: object) -> None:
        """Later."""
        self.asked.append((call, arguments))

    def turn(self) -> None:
        """Now."""
        asked, self.asked = self.asked, []
        for call, arguments in asked:
            call(*arguments)


def hub_with(loop: Loop) -> Hub:
    """A hub whose server's loop that is."""
    hub = Hub()
    hub.begin(loop)  # type: ignore[arg-type]
    return hub


def test_who_comes_last_takes_nobody_s_news_away(runner: asyncio.Runner) -> None:
    """The text is made for the newcomer first; the others are told all the same."""
    loop = Loop()
    hub = hub_with(loop)
    first = hub.join(("one",))
    hub.publish("one", lambda: "news")
    late = hub.join(("one",))

    loop.turn()

    assert (said(runner, first), said(runner, late)) == ({"one": "news"}, {"one": "news"})


def test_a_burst_asks_the_loop_once_and_the_newest_is_told(runner: asyncio.Runner) -> None:
    """However fast the table changes, there is one call at a time, and one text is made."""
    loop, made = Loop(), []
    hub = hub_with(loop)
    ear = hub.join(("one", "two"))
    for number in range(100):
        hub.publish("one", lambda number=number: made.append(number) or str(number))

    assert len(loop.asked) == 1
    loop.turn()
    assert said(runner, ear) == {"one": "99"}
    assert made == [99]
    hub.publish("two", lambda: "2")
    loop.turn()
    assert said(runner, ear) == {"two": "2"}  # and not the other one again


def test_a_loop_that_has_ended_is_not_asked() -> None:
    """The server is gone, or not there yet: publishing is harmless, and everybody is let go."""

    class Ended(Loop):
        def call_soon_threadsafe(self, call: object, *arguments: object) -> None:
            raise RuntimeError("Event loop is closed")

    hub = Hub()
    hub.publish("one", lambda: "1")
    hub.begin(Ended())  # type: ignore[arg-type]
    ear = hub.join(("one",))
    hub.publish("one", lambda: "2")
    hub.end()
    hub.publish("one", lambda: "3")

    assert ear.is_over
    assert hub.ears == 0


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("publish"), st.sampled_from("ab"), st.integers(0, 3)),
        st.tuples(st.sampled_from(("join", "turn", "hear")), st.just(""), st.integers(0, 3)),
    ),
    max_size=60,
)


@given(steps=STEPS)
def test_in_the_end_every_onlooker_knows_how_everything_is(
    runner: asyncio.Runner, steps: list[tuple[str, str, int]]
) -> None:
    """Whoever comes when, whatever is heard in between: nobody is left with an older text."""
    loop, now = Loop(), dict[str, str]()
    hub = hub_with(loop)
    ears: list[tuple[Ear, list[tuple[str, str]]]] = []
    for what, name, number in steps:
        if what == "publish":
            now[name] = str(number)
            hub.publish(name, lambda number=number: str(number))
        elif what == "join":
            ears.append((hub.join(("a", "b")), []))
        elif what == "turn":
            loop.turn()
        elif ears:
            ear, heard = ears[number % len(ears)]
            heard += said(runner, ear).items()
    loop.turn()

    for ear, heard in ears:
        heard += said(runner, ear).items()
        assert dict(heard) == now
        assert said(runner, ear) == {}
