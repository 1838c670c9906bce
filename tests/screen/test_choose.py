import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.link.hello import LinkState
from companion.rules.legal import legal_turns
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.play import after
from companion.rules.position import Position
from companion.screen.choose import lines, page
from companion.screen.question_text import answers
from companion.screen.words import LANGUAGES, words_of
from companion.table.state import Phase
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks, Question
from tests.screen.states import MIDDLE, STATES, B, G, at


@given(st.integers(0, 2**32), st.integers(0, 160), st.booleans(), st.sampled_from(LANGUAGES))
def test_every_moment_of_every_game_can_be_shown(
    seed: int, turns: int, is_advanced: bool, language: str
) -> None:
    """Whatever people play, with ornaments or without, there is a page for it that fits."""
    place = _played(random.Random(seed), turns, is_advanced=is_advanced)

    for shown in (
        at(place),
        at(place, link=LinkState.UNPLUGGED),
        at(place, phase=Phase.OVER),
        at(place, phase=Phase.START),
    ):
        picture = page(replace(shown, language=language))

        assert picture.size == (128, 64)
        assert picture.mode == "1"
        assert picture.getbbox() is not None


def _played(dice: random.Random, turns: int, *, is_advanced: bool) -> Position:
    ornaments: tuple[tuple[Location, Ornament], ...] = ()
    if is_advanced:
        places = sorted(dice.sample(list(Location), 5), key=lambda place: place.index)
        ornaments = tuple(zip(places, dice.sample(list(Ornament), 5), strict=True))
    place = Position.start(Player.WHITE, ornaments)
    for _ in range(turns):
        if not (legal := legal_turns(place)):
            break
        place = after(place, dice.choice(legal))
    return place


@pytest.mark.parametrize("location", Location)
def test_every_stone_is_seen(location: Location) -> None:
    """Another colour, or one stone more, changes the picture, whatever the column."""
    pictures = set()
    for top in (*Colour, None):
        columns = list(MIDDLE.columns)
        columns[location.index] = (Colour.WHITE, top)
        pictures.add(page(at(MIDDLE, columns=tuple(columns))).tobytes())
    columns[location.index] = (Colour.WHITE,)
    pictures.add(page(at(MIDDLE, columns=tuple(columns))).tobytes())

    assert len(pictures) == 5


def test_a_state_has_one_picture() -> None:
    """The page is a function of the state alone: shown twice, it is the same."""
    for name, state in STATES.items():
        assert page(state).tobytes() == page(state).tobytes(), name


def test_no_two_states_of_the_gallery_look_alike(language: str) -> None:
    """What differs at the table differs on the glass."""
    assert len({page(replace(state, language=language)).tobytes() for state in STATES.values()}) == len(
        STATES
    )


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("start", ("Who begins?", "GREY: ornaments")),
        ("start-unplugged", ("Who begins?", "GREY: ornaments", "Sensors unplugged")),
        ("playing-black", ("Black: place or take",)),
        ("playing-taking", ("Taking 2 grey: OK?",)),
        ("playing-refused", ("At most 1 black",)),
        ("asking-colour", ("Which stone on E?", "WHITE", "GREY")),
        ("asking-move", ("A: move a grey", "Do it or", "OK no bonus")),
        ("asking-take-back", ("Undo White's turn?", "OK yes", "BACK no")),
        ("mending-full", ("D is full: 5", "D: 6, should be 5")),
        ("asking-same", ("Same stone on C?", "OK same", "GREY another")),
        ("asking-column", ("What happened on C?", "OK came", "GREY went")),
        ("asking-column-of-two", ("What happened on C?", "OK came", "GREY went", "BLACK: G")),
        ("asking-source", ("Grey on C from where?", "GREY workshop", "OK quarry")),
        ("asking-trust", ("B holds 2, not 1?", "GREY yes", "BACK no")),
        ("asking-in-vain", ("Only these keys", "OK yes", "BACK no")),
        ("mending-one", ("Put 1 back on B", "B: 1, should be 2")),
        ("mending-guiding", ("Put the stones back", "A B E", "OK: miscounted")),
        ("ornaments-none", ("Which ornaments?", "WHITE choose", "GREY draw", "BACK")),
        (
            "ornaments-greyplus2",
            ("no. 3", "Grey +2", "Grey stones count +2 instead of -2", "WHITE <", "BLACK >", "OK choose"),
        ),
        ("ornaments-where", ("Which location?", "WHITE <", "BLACK >", "OK on E")),
        ("ornaments-two", ("2 ornaments", "WHITE choose", "GREY draw", "OK done", "BACK")),
        ("ornaments-five", ("5 ornaments", "OK done", "BACK")),
        ("ornaments-first", ("Who begins?", "2 ornaments")),
        ("counting-points", ("Black wins", "by 9 points - OK: new")),
        ("counting-draw", ("A draw", "all is equal - OK: new")),
        ("correcting-by-the-pad", ("B: sensor counts 3", "WHITE", "GREY", "BLACK", "BACK", "OK")),
        ("correcting-refused", ("D is full: 5", "WHITE", "GREY", "BLACK", "BACK", "OK")),
        ("correcting-workshop", ("Workshop", "Hold BACK to cancel", "WHITE", "GREY", "BLACK", "BACK", "OK")),
        ("correcting-to-move", ("Who is to move?", "WHITE", "BLACK", "BACK", "OK")),
        ("correcting-whole", ("Play on from here?", "OK yes", "GREY: A", "BACK no")),
    ],
)
def test_the_texts_on_a_page_can_be_read_by_a_program(name: str, expected: tuple[str, ...]) -> None:
    """Stories and records quote the screen word for word."""
    assert lines(STATES[name]) == expected


@pytest.mark.parametrize(
    ("name", "language", "expected"),
    [
        ("asking-source", "es", ("Gris en C, ¿de dónde?", "GRIS taller", "OK cantera")),
        ("asking-source", "fr", ("Grise sur C : d'où ?", "GRIS atelier", "OK carrière")),
        ("asking-source", "de", ("C: Grau aus Steinbruch?", "GRAU Werkstatt", "OK ja")),
        ("counting-draw", "es", ("Tablas", "todo igual - OK: otra")),
        ("counting-draw", "fr", ("Match nul", "égalité - OK : suite")),
        ("counting-draw", "de", ("Unentschieden", "alles gleich - OK: neu")),
    ],
)
def test_the_screen_speaks_as_the_rulebook_does(name: str, language: str, expected: tuple[str, ...]) -> None:
    """Cantera, carrière, Steinbruch: the words of the rulebook that lies in the box."""
    assert lines(replace(STATES[name], language=language)) == expected


def test_a_question_waits_until_the_stones_are_mended() -> None:
    """What is wrong comes before what the stones ask."""
    state = at(MIDDLE, question=STATES["asking-colour"].question, mismatch=STATES["mending-full"].mismatch)

    assert lines(state) == lines(STATES["mending-full"])


@pytest.mark.parametrize("is_guiding", [False, True])
@pytest.mark.parametrize("asks", [Asks.TAKE_BACK, Asks.NEW_GAME, Asks.TRUST])
def test_nobody_is_asked_something_unseen(asks: Asks, is_guiding: bool) -> None:
    """OK would undo a turn, or the game: the question stands there, however wrong the stones lie."""
    question = Question(asks, Player.WHITE)
    wrong = Mismatch((Wrong(Location.D, 6, 5),))

    state = at(MIDDLE, question=question, mismatch=wrong, is_guiding=is_guiding)

    unmended = replace(state, mismatch=None, is_guiding=False)
    assert lines(state)[-2:] == lines(unmended)[-2:] == answers(question, (), (), words_of("en"))
    assert page(state).tobytes() != page(replace(state, question=None)).tobytes()


def test_a_column_can_be_told_of_while_the_stones_lie_wrong() -> None:
    """What happened where no sensor sees it may be all that explains the rest."""
    asked = STATES["asking-column-of-two"]
    wrong = replace(asked, mismatch=STATES["mending-full"].mismatch)
    guided = replace(wrong, is_guiding=True)

    assert lines(wrong) == lines(asked)
    assert "OK: miscounted" in lines(guided)


def test_who_calls_the_pads_wrong_sees_what_will_be_believed() -> None:
    """One column, two, or the whole temple that is to be taken for empty though 31 stones lie there."""
    asked = replace(STATES["asking-trust"], columns=((None,) * 5,) * 6 + ((None,),))
    two = (Wrong(Location.B, 5, 0), Wrong(Location.C, 5, 6))
    all_of_them = tuple(Wrong(place, 5 - 4 * (place is Location.G), 0) for place in Location)
    evened_out = (*two, Wrong(Location.D, 5, 9))

    def prompt(*wrong: Wrong) -> str:
        return lines(replace(asked, mismatch=Mismatch(wrong)))[0]

    assert prompt(two[0]) == "B holds 0, not 5?"
    assert prompt(*two) == "B 0 not 5, C 6 not 5?"
    assert prompt(*all_of_them) == "0 stones, not 31?"
    assert prompt(*evened_out) == "Stones lie as shown?"


def test_what_is_trusted_is_shown() -> None:
    """The stones of the question are those that should lie there, not those that the pads make out."""
    asked = STATES["asking-trust"]

    shown = page(asked)

    assert asked.columns != MIDDLE.columns
    assert shown.tobytes() == page(replace(asked, columns=MIDDLE.columns)).tobytes()
    assert shown.tobytes() != page(replace(asked, columns=MIDDLE.columns, mismatch=None)).tobytes()


@pytest.mark.parametrize(("seen", "expected", "stones"), [(2, 3, (G, B, None)), (2, 1, (G,))])
def test_a_turn_under_way_is_trusted_with_its_stones(
    seen: int, expected: int, stones: tuple[Colour | None, ...]
) -> None:
    """A stone came to B, or went, before its pad was heard again: the column is shown as hands left it."""
    wrong = Mismatch((Wrong(Location.B, seen, expected),))
    asked = replace(STATES["asking-trust"], columns=MIDDLE.columns, mismatch=wrong)
    columns = list(MIDDLE.columns)
    columns[Location.B.index] = stones

    shown = page(asked)

    unmarked = replace(asked, columns=tuple(columns), mismatch=Mismatch(()))
    stones_px = (34, 0, 46, 28)  # column B down to its floor: its letter is marked for the difference
    assert shown.crop(stones_px).tobytes() == page(unmarked).crop(stones_px).tobytes()
    assert shown.crop(stones_px).tobytes() != page(replace(asked, mismatch=None)).crop(stones_px).tobytes()
