from hypothesis import given
from hypothesis import strategies as st

from companion.journal import waiting
from companion.journal.waiting import BEGIN, RESULT, TAKE_BACK, TURN, Step, shortened


def steps(*kinds: str) -> list[Step]:
    """Things that happened, each with a number for its text."""
    return [Step(kind, str(number), "") for number, kind in enumerate(kinds)]


def texts(found: list[Step]) -> list[str]:
    """Which of them are left."""
    return [step.text for step in found]


def test_notes_go_first() -> None:
    """Presses are for people to read later; what was played is not."""
    found = shortened(steps("press", BEGIN, "press", TURN, TAKE_BACK, RESULT, BEGIN, "hold"))

    assert texts(found) == ["1", "3", "4", "5", "6"]


def test_games_played_before_go_next() -> None:
    """So much was played that only the last game finds room: its beginning and the turns that stand."""
    most = waiting.MOST_WAITING

    found = shortened(steps(BEGIN, *[TURN, TAKE_BACK] * most, BEGIN, TURN, *[TURN, TAKE_BACK] * most, TURN))

    assert texts(found) == [str(2 * most + 1), str(2 * most + 2), str(4 * most + 3)]


@given(st.lists(st.sampled_from([BEGIN, TURN, TAKE_BACK, "press"]), max_size=60))
def test_the_game_that_is_played_stays_as_it_stands(kinds: list[str]) -> None:
    """However long and however much is taken back, the last game's turns are those of a plain list."""
    happened = steps(BEGIN, *kinds)
    filler = steps(*[TURN, TAKE_BACK] * waiting.MOST_WAITING)

    found = shortened([*happened, *filler])

    assert standing(found) == standing(happened)


def standing(happened: list[Step]) -> list[str]:
    """The turns of the last game that were not taken back."""
    turns: list[str] = []
    for step in happened:
        if step.kind == BEGIN:
            turns = []
        elif step.kind == TURN:
            turns.append(step.text)
        elif step.kind == TAKE_BACK:
            turns[-1:] = []
    return turns
