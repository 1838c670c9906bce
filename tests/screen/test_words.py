import itertools
import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest

import companion.screen
from companion.link.hello import LinkState
from companion.panel.press import Button
from companion.rules.pieces import Colour, Location, Player
from companion.rules.refusal import Refusal, Rule
from companion.rules.turn import Action
from companion.screen.choose import lines, page
from companion.screen.menu import age_text
from companion.screen.page import THIN_SPACE, Box, Font, Page
from companion.screen.question_text import question_text
from companion.screen.words import LANGUAGES, Words, words_of
from companion.table.dialogues.menu import About, Entry, Menu
from companion.table.state import STANDING, Phase, TableState
from companion.table.vain import Vain
from companion.tracker.mismatch import Mismatch, Wrong
from companion.tracker.question import Asks, Question
from tests.screen.states import MIDDLE, STATES, at

FOLDER = Path(companion.screen.__file__).parent
SPANISH, FRENCH, GERMAN = "áéíóúüñÁÉÍÓÚÜÑ¿¡", "àâçèéêëîïôùûüÿÀÂÇÈÉÊËÎÏÔÙÛÜ", "äöüÄÖÜß"
FIELD = re.compile(r"{[^}]*}")


def middle(words: Words, **changes: object) -> TableState:
    """The middle of a game in that language."""
    return at(MIDDLE, language=words.language, **changes)


def shown(text: str) -> str:
    """A text as `lines` gives it."""
    return text.replace(THIN_SPACE, " ")


def to_move(words: Words) -> str:
    """The prompt while White is to move."""
    return shown(words.text("turn.to-move", player=words.player_name(Player.WHITE)))


def catalogue(words: Words) -> dict[str, str]:
    """Every text by its key."""
    return {
        f"{section}.{name}": text for section, texts in words.texts.items() for name, text in texts.items()
    }


@pytest.mark.parametrize("rule", Rule)
def test_every_reason_for_a_refusal_fits(rule: Rule, words: Words) -> None:
    """Whatever the colour, location and number: the reason can be read whole, even beside a fault."""
    drawn = set()
    for player, colour, place, limit in itertools.product(Player, Colour, (Location.A, Location.G), range(8)):
        refusal = Refusal(rule, player, colour, place, limit)
        wrong = Mismatch((Wrong(place, 6, 5),), refusal)

        told = lines(middle(words, refusal=refusal))
        assert told[-1]
        if (told, place) in drawn:
            continue  # a page shows nothing but the reason: it is drawn once for the same words and place
        drawn.add((told, place))
        for state in (
            middle(words, refusal=refusal),
            middle(words, refusal=refusal, phase=Phase.OVER),
            middle(words, refusal=refusal, phase=Phase.START),
            middle(words, mismatch=wrong, link=LinkState.SILENT),
        ):
            page(state)


@pytest.mark.parametrize("vain", Vain)
def test_every_reason_for_a_press_in_vain_fits(vain: Vain, words: Words) -> None:
    """Before a game, in it, and where stones lie wrong: in place of the prompt."""
    wrong = Mismatch(tuple(Wrong(place, 5, 0) for place in Location))
    for state in (
        middle(words, vain=vain),
        middle(words, vain=vain, phase=Phase.START),
        middle(words, vain=vain, phase=Phase.OVER),
        middle(words, vain=vain, mismatch=wrong, is_guiding=True, link=LinkState.SILENT),
    ):
        assert shown(words.text(f"vain.{vain.value}")) in lines(state)
        page(state)


def test_what_is_believed_of_the_pads_can_be_read_whole(words: Words) -> None:
    """Of each column, of any two, and of all: the longest that may stand there, beside a fault."""
    question = Question(Asks.TRUST, Player.WHITE)
    for count in range(1, len(Location) + 1):
        wrong = Mismatch(tuple(Wrong(place, 8, 0) for place in list(Location)[-count:]))
        asked = middle(words, question=question, mismatch=wrong, is_guiding=True)
        page(asked)
        page(replace(asked, link=LinkState.SILENT))
        page(replace(asked, question=None))


def test_no_two_rules_are_refused_in_the_same_words(words: Words) -> None:
    """Each reason says something of its own."""
    reasons = [
        lines(
            middle(
                words,
                refusal=Refusal(rule, Player.WHITE, Colour.GREY, Location.A, 2),
            )
        )[0]
        for rule in Rule
    ]

    assert len(set(reasons)) == len(Rule)


@pytest.mark.parametrize("asks", Asks)
def test_every_question_fits_with_its_answers(asks: Asks, words: Words) -> None:
    """Both players, all colours on offer, and a fault or a hand in the way on top of it."""
    every = tuple(Location)
    for player, place in itertools.product(Player, Location):
        for actions in _open_actions() if asks is Asks.BONUS else ((),):
            colours = tuple(Colour) if not actions or {Action.FETCH, Action.STEAL} & set(actions) else ()
            question = Question(asks, player, place, colours=colours, actions=actions)
            for taking in _takes() if asks is Asks.FORGOTTEN else ((),):
                asked = middle(words, question=question, taking=taking)
                assert shown(question_text(question, taking, words)) in lines(asked)
                page(replace(asked, link=LinkState.WRONG_VERSION))
                page(replace(asked, busy_pads=every))
                page(replace(asked, silent_pads=every))


def _open_actions() -> tuple[tuple[Action, ...], ...]:
    single = tuple((action,) for action in Action)
    return single + tuple((action, Action.QUARRYGREY) for action in Action if action is not Action.QUARRYGREY)


def _takes() -> tuple[tuple[Colour, ...], ...]:
    return tuple((colour,) * count for colour in Colour for count in range(4))


def test_every_answer_names_its_button(words: Words) -> None:
    """One never has to guess what to press: each key begins with a button's name."""
    buttons = {words.text(f"button.{name}") for name in ("white", "grey", "black", "ok", "back")}
    for asks in Asks:
        actions = (Action.FETCH,) if asks is Asks.BONUS else ()
        question = Question(asks, Player.BLACK, Location.D, colours=tuple(Colour), actions=actions)

        texts = lines(middle(words, question=question, silent_pads=(Location.D, Location.E)))

        answers = texts[texts.index(shown(question_text(question, (), words))) + 1 :]
        assert len(answers) >= 1 + (asks is not Asks.CONFIRM)  # who will not confirm puts the stones back
        assert {re.split("[: ]", answer)[0] for answer in answers} <= buttons


@pytest.mark.parametrize("link", LinkState)
def test_every_state_of_the_sensor_line_fits_while_play_goes_on(link: LinkState, words: Words) -> None:
    """A fault of the sensors is told beside the prompt, not instead of it."""
    state = middle(words, link=link)

    page(state)

    assert lines(state)[-1] == to_move(words)
    assert len(lines(state)) == (1 if link is LinkState.UP else 2)


@pytest.mark.parametrize("count", range(1, 8))
def test_any_number_of_silent_or_busy_pads_fits(count: int, words: Words) -> None:
    """From one pad to all seven, each named, with what to do about it."""
    pads = tuple(Location)[:count]
    silent, busy = (
        middle(words, silent_pads=pads),
        middle(words, busy_pads=pads),
    )

    page(silent)
    page(busy)

    assert lines(silent)[1:] == lines(busy)[1:] == (to_move(words),)
    assert "ABCDEFG"[:count] in lines(silent)[0]
    assert "OK" in lines(silent)[0]
    assert " ".join("ABCDEFG"[:count]) in lines(busy)[0]


@pytest.mark.parametrize("count", range(1, 8))
def test_any_number_of_wrong_columns_fits(count: int, words: Words) -> None:
    """From one wrong column to all seven, each named."""
    wrong = tuple(Wrong(place, 5, 3) for place in tuple(Location)[:count])

    for is_guiding in (False, True):
        state = middle(words, mismatch=Mismatch(wrong), is_guiding=is_guiding)
        page(state)
        page(replace(state, link=LinkState.WRONG_VERSION))

        assert all(place.location.value in lines(state)[1] for place in wrong)


@pytest.mark.parametrize("colour", Colour)
@pytest.mark.parametrize("count", [1, 2, 3])
def test_every_take_under_way_fits(colour: Colour, count: int, words: Words) -> None:
    """What was pressed so far is repeated, with the button that ends it."""
    state = middle(words, taking=(colour,) * count)

    page(state)

    assert str(count) in lines(state)[-1]
    assert "OK" in lines(state)[-1]


def test_no_text_is_left_over() -> None:
    """A translator is never given a text that nobody shows."""
    source = "".join(path.read_text(encoding="utf-8") for path in FOLDER.glob("*.py"))
    keys = tomllib.loads((FOLDER / "words" / "en.toml").read_text(encoding="utf-8"))
    by_value = {"colour", "player", "button", "side", "action", "choice", "refusal", "link", "question"}
    by_value |= {"ornament", "effect", "vain"}
    by_value |= {"menu", "cure", "wants", "objection", "remedy"}

    unused = [
        f"{section}.{name}"
        for section, names in keys.items()
        if section not in by_value
        for name in names
        if not re.search(rf'"{section}\.{re.sub("-(one|none)$", "", name)}"', source)
    ]

    assert unused == []


def test_a_text_that_is_not_there_is_an_error() -> None:
    """A key misspelt in the code never shows as an empty line."""
    words = words_of("en")

    with pytest.raises(KeyError):
        words.text("turn.nonsense")
    with pytest.raises(KeyError):
        words.text("turn.to-move")


def test_every_language_says_everything(words: Words) -> None:
    """No page stays dumb in any language: each has every text, with the same fields."""
    english = catalogue(words_of("en"))
    texts = catalogue(words)

    assert list(texts) == list(english)
    for key, text in texts.items():
        assert sorted(FIELD.findall(text)) == sorted(FIELD.findall(english[key])), key


@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_nothing_is_left_in_english(language: str) -> None:
    """Who plays in French reads no English word."""
    english, texts = catalogue(words_of("en")), catalogue(words_of(language))

    same = {FIELD.sub("", text).strip(" :,?") for key, text in texts.items() if text == english[key]}

    assert same <= {"", "OK", "no"}


@pytest.mark.parametrize("font", [Font.SMALL, Font.TEXT, Font.LARGE])
def test_every_letter_of_every_language_can_be_drawn(font: Font) -> None:
    """An accent is never lost, nor a letter left out: each has a shape of its own."""
    texts = "".join(text for language in LANGUAGES for text in catalogue(words_of(language)).values())
    letters = {*texts, *SPANISH, *FRENCH, *GERMAN} - {" ", THIN_SPACE, "\n"}
    shapes = set()

    for letter in letters:
        drawn = Page()
        drawn.text(Box(0, 20, 20, 15), letter, font)
        shapes.add(drawn.image.tobytes())

    assert len(shapes) == len(letters)
    assert Page().image.tobytes() not in shapes


@pytest.mark.parametrize(
    ("language", "one", "two"),
    [
        ("en", "Taking 1 black: OK?", "Taking 2 black: OK?"),
        ("es", "¿Tomar 1 negra? OK", "¿Tomar 2 negras? OK"),
        ("fr", "Prend 1 noire, OK ?", "Prend 2 noires, OK ?"),
        ("de", "Nimm 1 schwarzen: OK?", "Nimm 2 schwarze: OK?"),
    ],
)
def test_one_stone_is_not_told_as_several(language: str, one: str, two: str) -> None:
    """Each language bends its words as its speakers do."""
    taking = [at(MIDDLE, language=language, taking=(Colour.BLACK,) * count) for count in (1, 2)]

    assert [lines(state) for state in taking] == [(one,), (two,)]


def test_the_longest_verdict_fits(words: Words) -> None:
    """A landslide, the narrowest win, a win by columns, a draw: who has won and why can be read whole."""
    everything = middle(words, phase=Phase.OVER)
    for white, black, columns in ((99, 0, 7), (-9, 90, 0), (1, 0, 3), (8, 8, 6), (8, 8, 1), (8, 8, 0)):
        result = replace(everything.score, white=white, black=black, white_columns=columns, black_columns=1)
        state = replace(everything, score=result)

        page(state)

        assert "OK" in lines(state)[1]


@pytest.mark.parametrize("name", STATES)
def test_all_faults_at_once_leave_every_page_readable(name: str, words: Words) -> None:
    """However much goes wrong together, the worst is named and no word is cut off."""
    every = tuple(Location)
    for link in LinkState:
        for is_kept in (True, False):
            faulty = replace(
                STATES[name],
                language=words.language,
                link=link,
                is_kept=is_kept,
                silent_pads=every,
                busy_pads=every,
            )
            assert page(faulty).getbbox() is not None
            assert page(replace(faulty, busy_pads=())).getbbox() is not None


def test_a_side_is_named_by_words_on_both_sides_or_on_none(words: Words) -> None:
    """Where one name has no room, both players have a stone under their workshops."""
    names = words.texts["side"].values()

    assert all(names) or not any(names)


def test_every_fault_fits_with_its_cure(words: Words) -> None:
    """What the menu tells of: each fault there is, alone and among all others, with the lines of its cure."""
    every = tuple(Location)
    menu = Menu(tuple(Entry), MIDDLE, words.language, 3)
    alone = [
        *({"link": link} for link in LinkState if link is not LinkState.UP),
        *({"stuck_buttons": (button,)} for button in Button),
        {"is_kept": False},
        {"is_kept": False, "is_taken": True},
        {"is_page_up": False},
        {"silent_pads": every},
        {"busy_pads": every},
        {"is_shaken": True},
        {"is_heard": False},
        {"is_calibrated": False},
        {"is_mended": True},
        {"is_set_right": False},
    ]
    told = set()
    for fault in alone:
        state = middle(words, dialogue=About(menu), version="10.10.10", **fault)
        assert page(state).getbbox() is not None
        told.add(lines(state)[1:-1])
    assert len(told) == len(alone)
    assert all(2 <= len(texts) <= 3 for texts in told)

    many = middle(
        words, is_kept=False, silent_pads=every, busy_pads=every, stuck_buttons=tuple(Button), is_heard=False
    )
    for age_s in (0.0, 59 * 60.0, 23 * 3600.0, 99 * 86_400.0):
        aged = replace(many, version="10.10.10", fault_ages_s=tuple((name, age_s) for name in STANDING))
        assert age_text(age_s, words) in lines(replace(aged, dialogue=About(menu)))[0]
        assert page(replace(aged, dialogue=About(menu))).getbbox() is not None
    pages = [replace(many, dialogue=About(menu, number), version="10.10.10") for number in range(-9, 9)]
    shown_there = {lines(state)[1:-3] for state in pages}
    assert shown_there < told
    assert len(shown_there) == 9
    assert len({page(state).tobytes() for state in pages}) == 9


@pytest.mark.parametrize("entry", Entry)
def test_every_entry_of_the_menu_can_be_read(entry: Entry, words: Words) -> None:
    """Wherever the mark is, its entry is on the glass, with the buttons that lead on."""
    menu = Menu(tuple(Entry), MIDDLE, words.language, 3, index=list(Entry).index(entry))
    state = middle(words, dialogue=menu)

    assert page(state).getbbox() is not None
    assert words.text(f"menu.{entry.value}") in lines(state)
    assert lines(state)[-4:] == tuple(
        words.text(f"button.{name}") for name in ("white", "black", "ok", "back")
    )


def test_no_fault_is_told_as_none(words: Words) -> None:
    """All is well: the version, and that."""
    menu = Menu(tuple(Entry), MIDDLE, words.language, 3)
    state = middle(words, dialogue=About(menu, 5), version="10.10.10")

    assert lines(state)[0] == "Tholos 10.10.10"
    assert page(state).tobytes() == page(replace(state, dialogue=About(menu))).tobytes()
