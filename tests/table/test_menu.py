"""The menu behind BACK held: what it offers when, and that nothing in it happens unasked."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.clock import Since
from companion.link.hello import LinkState
from companion.panel.press import Button
from companion.screen.choose import lines, page
from companion.table.condition import Condition
from companion.table.dialogues.calibrating import Calibrating
from companion.table.dialogues.correcting import Correcting
from companion.table.dialogues.menu import (
    About,
    Brightness,
    Entry,
    Languages,
    Menu,
    SwitchingOff,
)
from companion.table.record import (
    CalibrationBegun,
    Preferred,
    Record,
    Relaid,
    SwitchedOff,
    TakenBack,
    TurnSettled,
)
from companion.table.state import BRIGHTEST, LANGUAGES, Phase
from companion.tracker.question import Asks
from tests.table.evening import Evening, played

OFFERED = list(Entry)
OF_THE_DEVICE = [Entry.LANGUAGE, Entry.BRIGHTNESS, Entry.CALIBRATE, Entry.ABOUT, Entry.SWITCH_OFF]
DEEPEST = 2
"""Pages from the deepest one to the game: so many BACKs lead out."""


def over() -> Evening:
    """The last stone has been placed."""
    return Evening().lay_out("bwgw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwbg b w w -").put("A")


def asked() -> Evening:
    """Undo White's turn?"""
    return played().press("back")


def guided() -> Evening:
    """The stones are being put back."""
    return played().press("back", "ok")


EVENINGS = {"start": Evening, "playing": played, "asked": asked, "guided": guided, "over": over}
each_phase = pytest.mark.parametrize("evening", EVENINGS)


def menu_of(evening: Evening) -> Menu:
    """The menu that is open."""
    assert isinstance(evening.state.dialogue, Menu)
    return evening.state.dialogue


def chosen(evening: Evening, entry: Entry) -> Evening:
    """BACK held, down to that entry, OK."""
    evening.hold_back()
    while menu_of(evening).entries[menu_of(evening).index] is not entry:
        evening.press("black")
    return evening.press("ok")


@each_phase
def test_back_held_opens_the_menu_and_held_again_leaves_it(evening: str) -> None:
    """At any time, also while something is asked; then all is as it was."""
    table = EVENINGS[evening]()
    before = table.state

    opened = table.hold_back().state
    left = table.hold_back().state

    assert isinstance(opened.dialogue, Menu)
    assert left == before
    assert page(opened).tobytes() != page(before).tobytes()


@pytest.mark.parametrize(
    ("evening", "offered"),
    [
        (Evening(), OF_THE_DEVICE),
        (Evening().press("white"), OFFERED[1:]),
        (played(), OFFERED),
        (over(), OFFERED),
        (played().hold_back().press("black", "ok", "ok"), OF_THE_DEVICE),
    ],
    ids=["start", "no-turn-yet", "playing", "over", "given-up"],
)
def test_only_what_makes_sense_is_offered(evening: Evening, offered: list[Entry]) -> None:
    """Nothing to take back before the first turn, no game to leave where none is played."""
    assert list(menu_of(evening.hold_back()).entries) == offered


def test_white_goes_up_black_goes_down_round_and_round() -> None:
    """From the first entry up to the last one, and down again to the first."""
    evening = played().hold_back()
    last = menu_of(evening.press("white")).index

    first = menu_of(evening.press("black")).index
    again = menu_of(evening.press(*["black"] * len(OFFERED))).index

    assert (last, first, again) == (len(OFFERED) - 1, 0, 0)


@each_phase
def test_grey_says_nothing(evening: str) -> None:
    """On any page of the menu."""
    for entry in OF_THE_DEVICE:
        table = chosen(EVENINGS[evening](), entry)
        before = table.state

        assert table.press("grey").state is before


def test_a_turn_is_taken_back_after_the_question() -> None:
    """The menu brings up *Undo White's turn?*; its OK does it."""
    evening = chosen(played(), Entry.TAKE_BACK)
    question, turns = evening.state.question, evening.state.turns

    evening.press("ok")

    assert question is not None
    assert (question.asks, turns) == (Asks.TAKE_BACK, 1)
    assert evening.records[-1] == TakenBack()


def test_a_language_is_chosen_by_its_own_name() -> None:
    """The current one is marked first; OK takes the next one, and the page that comes is in it."""
    evening = chosen(played(), Entry.LANGUAGE)
    opened = evening.state.dialogue

    evening.press("black", "ok")

    assert isinstance(opened, Languages)
    assert (LANGUAGES[opened.index], evening.state.language) == ("en", LANGUAGES[1])
    assert evening.state.dialogue is None
    assert evening.records[-1] == Preferred("language", LANGUAGES[1])


def test_brightness_is_seen_before_it_is_chosen() -> None:
    """Darker, as dark as it gets, one brighter: OK keeps that."""
    evening = chosen(played(), Entry.BRIGHTNESS)
    levels = [evening.press(button).state.brightness for button in ("black", "black", "black", "white")]
    records = list(evening.records)

    evening.press("ok")

    assert levels == [2, 1, 1, 2]
    assert evening.state.brightness == 2
    assert evening.records == [*records, Preferred("brightness", "2")]


@pytest.mark.parametrize("leave", [lambda evening: evening.press("back"), Evening.hold_back])
def test_brightness_that_was_only_looked_at_is_forgotten(leave: object) -> None:
    """BACK: as bright as before."""
    evening = chosen(played(), Entry.BRIGHTNESS).press("black", "black")

    leave(evening)  # type: ignore[operator]

    assert evening.state.brightness == BRIGHTEST
    assert not any(isinstance(record, Preferred) for record in evening.records)


def test_the_faults_are_those_of_now() -> None:
    """While the page is open the lead is put back: the page says so by itself."""
    evening = chosen(played(), Entry.ABOUT)
    evening.table.report(Condition(link=LinkState.UNPLUGGED, stuck_buttons=(Button.WHITE,), is_heard=False))
    faulty = evening.state

    evening.table.report(Condition())

    assert isinstance(faulty.dialogue, About)
    assert (faulty.stuck_buttons, faulty.is_heard) == ((Button.WHITE,), False)
    assert page(evening.state).tobytes() != page(faulty).tobytes()


@each_phase
def test_only_ok_switches_off(evening: str) -> None:
    """Switch off? BACK and the colours do nothing of the kind."""
    table = chosen(EVENINGS[evening](), Entry.SWITCH_OFF).press("white", "grey", "black", "back")
    records = list(table.records)

    table.press("ok", "ok")

    assert SwitchedOff() not in records
    assert table.records[-1] == SwitchedOff()


@each_phase
def test_only_ok_calibrates(evening: str) -> None:
    """The stones are off, OK: the pads begin anew; in a game the hands are led to lay them back."""
    table = chosen(EVENINGS[evening](), Entry.CALIBRATE).press("white", "grey", "black", "back", "ok")
    records, lies = list(table.records), sum(table.heights) > 0
    table.press("ok")
    asked_again = isinstance(table.state.dialogue, Calibrating) and table.state.dialogue.loaded != ()
    table.lift_all().press("ok")

    assert Relaid((0,) * 7) not in records
    assert Relaid((0,) * 7) in table.records
    assert asked_again is lies
    assert table.state.position == EVENINGS[evening]().state.position
    if table.state.phase is Phase.PLAYING and any(table.table.heights):
        assert table.state.is_guiding
        assert table.press("back").stones_as_believed().state.is_guiding is False


@pytest.mark.parametrize(("entry", "button"), [(Entry.LANGUAGE, "ok"), (Entry.BRIGHTNESS, "ok")])
def test_a_stone_put_down_meanwhile_counts_at_once(entry: Entry, button: str) -> None:
    """Black has placed while White was looking for the language: it settles as the menu closes."""
    evening = chosen(played(), entry).put("A")

    evening.press(button)

    assert evening.records[-1] == TurnSettled("bA")


def test_a_stone_put_down_meanwhile_does_not_take_the_question_away() -> None:
    """Black has placed while somebody was on the way to *New game*: it is asked all the same."""
    evening = played().hold_back().press("black").put("A")

    evening.press("ok")

    assert evening.records[-1] == TurnSettled("bA")
    assert evening.state.question is not None
    assert evening.state.question.asks is Asks.NEW_GAME


def without_calibrations(told: list[Record]) -> list[Record]:
    """What else was told: a calibration begins with just these two, one after the other."""
    begun, rest = [Relaid((0,) * 7), CalibrationBegun()], list(told)
    while begun[0] in rest:
        at = rest.index(begun[0])
        assert rest[at : at + 2] == begun
        del rest[at : at + 2]
    return rest


@settings(max_examples=200)
@given(
    evening=st.sampled_from(sorted(EVENINGS)),
    buttons=st.lists(st.sampled_from(Button), max_size=12),
    language=st.sampled_from(LANGUAGES),
)
def test_nobody_gets_lost_in_the_menu(evening: str, buttons: list[Button], language: str) -> None:
    """Whatever is pressed there: a page, a way out by BACK, and nothing thrown away without a question."""
    table = EVENINGS[evening]()
    before, recorded = table.state, len(table.records)
    table.hold_back()
    came_by: list[object] = [table.state.dialogue]

    for button in buttons:
        if table.state.dialogue is None:
            break
        table.press(button.value)
        came_by.append(table.state.dialogue)
        assert page(replace(table.state, language=language)).getbbox() is not None
    told = [record for record in table.records[recorded:] if not isinstance(record, Preferred)]
    if isinstance(table.state.dialogue, Correcting):
        table.hold_back()  # a short BACK takes stones off there
    for _ in range(DEEPEST):
        if table.state.dialogue is not None:
            table.press("back")
    after = table.state

    assert after.dialogue is None
    assert (after.phase, after.turns, after.position) == (before.phase, before.turns, before.position)
    is_calibrated = Relaid((0,) * 7) in told  # "All stones off?", and OK: an act under way is off, too
    told = without_calibrations(told)
    assert told in ([], [SwitchedOff()])
    assert not told or isinstance(came_by[-2], SwitchingOff)
    if after.question != before.question and not is_calibrated:
        assert after.question is not None
        assert after.question.asks in (Asks.TAKE_BACK, Asks.NEW_GAME)
        assert before.phase is not Phase.START


def test_a_level_beyond_the_last_is_no_level() -> None:
    """Brighter than the brightest stays the brightest."""
    menu = menu_of(played().hold_back())

    assert Brightness.of(menu).press(Button.WHITE) == Brightness(menu, BRIGHTEST)


def test_a_fault_has_an_age_that_does_not_wake_the_display() -> None:
    """How long the lead has been out is told when somebody asks; the page then stays as it is."""
    evening = played()
    evening.table.report(Condition(link=LinkState.UNPLUGGED), evening.now_s)
    evening.now_s += 3_700.0
    chosen(evening, Entry.ABOUT)
    shown = evening.state

    evening.table.tick(evening.now_s + 600.0)
    evening.table.report(Condition(link=LinkState.UNPLUGGED), evening.now_s + 600.0)

    assert evening.state is shown
    assert "for 1 h" in lines(shown)[0]


def test_a_fault_that_comes_while_the_page_is_open_is_new() -> None:
    """It cannot be older than the look at it."""
    evening = chosen(played(), Entry.ABOUT)

    evening.table.report(Condition(is_kept=False), evening.now_s + 5.0)

    assert lines(evening.state)[0].endswith(" new")


def test_a_fault_that_was_there_before_the_settings_changed_is_as_old_as_it_is() -> None:
    """The table is another one then, and the lead has been out all the time."""
    since, ages = Since(), []
    for now_s in (0.0, 7_200.0):
        evening = Evening(since=since)
        evening.now_s = now_s
        evening.table.report(Condition(link=LinkState.UNPLUGGED), now_s)
        ages.append(lines(chosen(evening, Entry.ABOUT).state)[0])

    assert ages[0].endswith(" new")
    assert "for 2 h" in ages[1]


@pytest.mark.parametrize(
    ("condition", "texts"),
    [
        (Condition(is_page_up=False), ("Onlookers: no page", "Ask tholos status on", "the Pi for the cause")),
        (Condition(is_kept=False), ("Not saved: check card", "Make room on the card", "or replace it")),
        (
            Condition(is_kept=False, is_taken=True),
            ("Not saved: in use", "Stop the program that", "keeps games as well"),
        ),
    ],
)
def test_each_thing_that_is_faulty_has_its_own_cure(condition: Condition, texts: tuple[str, ...]) -> None:
    """Nobody looks on, though it is switched on; nobody empties a card that another program has."""
    evening = Evening()
    evening.table.report(condition, evening.now_s)

    assert lines(chosen(evening, Entry.ABOUT).state)[1:4] == texts
