"""Correcting the board by buttons: after spilled stones, turns without the device, or a wrong belief."""

import random
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.panel.press import Button
from companion.rules.legal import legal_turns
from companion.rules.notation import format_position, parse_position
from companion.rules.ornaments import Ornament
from companion.rules.pieces import WORKSHOP_SPACES, Colour, Location, Player
from companion.rules.play import after, is_over
from companion.rules.position import Position
from companion.rules.refusal import Rule
from companion.screen.choose import lines, page
from companion.screen.words import LANGUAGES
from companion.table.dialogues.correcting import PATH, Correcting, Part, Place
from companion.table.dialogues.dialogue import Begin, Leave, Outcome
from companion.table.record import Begun, Relaid
from companion.table.state import Phase
from tests.screen.states import FULL, MIDDLE, at
from tests.table.evening import WHITE_FIRST, Evening, played

OUTCOMES = Begin | Leave
TALL = parse_position("-/wwwww/-/-/-/-/- ww bb w B=tall")
NEARLY_FULL = parse_position("bwggw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwb b w w -")

presses = st.lists(st.sampled_from(Button), max_size=60)
pads = st.tuples(*(st.none() | st.integers(0, 9) for _ in Location))


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any moment of any game, with ornaments or without."""
    places = draw(st.lists(st.sampled_from(Location), unique=True, max_size=5))
    kinds = draw(st.permutations(list(Ornament)))
    order = sorted(places, key=lambda place: place.index)
    position = Position.start(draw(st.sampled_from(Player)), tuple(zip(order, kinds, strict=False)))
    dice = random.Random(draw(st.integers(0, 2**32)))
    for _ in range(draw(st.integers(0, 160))):
        if not (legal := legal_turns(position)):
            break
        position = after(position, dice.choice(legal))
    return position


@st.composite
def dialogues(draw: st.DrawFn) -> Correcting:
    """Begun at any moment of a game, and come to any of its pages."""
    opened = Correcting.of(draw(positions()), draw(pads))
    return replace(opened, at=draw(st.sampled_from(PATH)))


def pressed(dialogue: Correcting, *buttons: str | Button) -> Correcting | Outcome:
    """Where buttons lead, one after the other; none is pressed after an outcome."""
    following: object = dialogue
    for button in buttons:
        assert isinstance(following, Correcting)
        following = following.press(Button(button))
    assert isinstance(following, Correcting | OUTCOMES)
    return following


def open_at(dialogue: Correcting, *buttons: str | Button) -> Correcting:
    """The same, where it must not have ended."""
    following = pressed(dialogue, *buttons)
    assert isinstance(following, Correcting)
    return following


def walk(dialogue: Correcting, buttons: list[Button]) -> list[Correcting | Outcome]:
    """All that is passed, to the outcome or to the last press."""
    passed: list[Correcting | Outcome] = [dialogue]
    for button in buttons:
        if not isinstance(passed[-1], Correcting):
            break
        passed.append(pressed(passed[-1], button))
    return passed


@given(dialogues(), presses)
def test_whatever_is_pressed_the_stones_are_those_of_the_box(
    opened: Correcting, buttons: list[Button]
) -> None:
    """No stone too many on a column, in a workshop or in the game; what OK confirms can be played."""
    for reached in walk(opened, buttons):
        if isinstance(reached, Leave):
            continue
        entered = reached.position
        assert all(len(entered.column(place)) <= entered.limit(place) for place in Location)
        assert all(len(entered.workshop(player)) <= WORKSHOP_SPACES for player in Player)
        assert all(0 <= entered.quarry(colour) <= colour.in_play for colour in Colour)
        assert entered.ornaments == opened.before.ornaments
        assert parse_position(format_position(entered)) == entered
        assert is_over(entered) or legal_turns(entered)


@given(dialogues(), presses, st.sampled_from(LANGUAGES))
def test_whatever_is_pressed_there_is_a_page_with_its_keys(
    opened: Correcting, buttons: list[Button], language: str
) -> None:
    """Nowhere does a text not fit, and OK and BACK are always named."""
    names = {"en": "BACK", "es": "ATRÁS", "fr": "RETOUR", "de": "ZURÜCK"}
    reached = [each for each in walk(opened, buttons) if isinstance(each, Correcting)]

    for dialogue in (reached[0], reached[-1]):
        state = at(opened.before, dialogue=dialogue, language=language)
        assert page(state).getbbox() is not None
        assert any(line.startswith("OK") for line in lines(state))
        assert any(line.startswith(names[language]) for line in lines(state))


@given(dialogues(), presses)
def test_there_is_always_a_way_out(opened: Correcting, buttons: list[Button]) -> None:
    """OK and nothing but OK comes to the end; BACK and nothing but BACK asks to give up, at the latest."""
    reached = walk(opened, buttons)[-1]
    if not isinstance(reached, Correcting):
        return
    stones = sum(map(len, reached.position.columns)) + sum(map(len, reached.workshops))

    onwards = walk(reached, [Button.OK] * len(PATH))[-1]
    backwards = walk(reached, [Button.BACK] * (stones + len(PATH)))

    assert isinstance(onwards, OUTCOMES)
    assert any(isinstance(each, Leave) or each.at is Part.GIVE_UP for each in backwards)


@given(dialogues(), presses, st.sampled_from(["white", "grey", "black"]))
def test_back_takes_off_what_was_just_put_on(opened: Correcting, buttons: list[Button], colour: str) -> None:
    """A slip of the finger is mended by one press, in a workshop, too."""
    reached = walk(opened, buttons)[-1]
    if not isinstance(reached, Correcting) or isinstance(reached.at, Part):
        return
    put = open_at(reached, colour)

    assert put == reached or page(at(MIDDLE, dialogue=put)) != page(at(MIDDLE, dialogue=reached))
    if put.refusal is None:
        assert open_at(put, "back") == replace(reached, refusal=None)
    else:
        assert put == replace(reached, refusal=put.refusal)


def test_ok_leads_from_column_to_column_to_the_whole() -> None:
    """A to G, White's workshop, Black's, who is to move, and all of it once more."""
    dialogue, passed = Correcting.of(MIDDLE), list[Place]()
    while dialogue.at is not Part.WHOLE:
        passed.append(dialogue.at)
        dialogue = open_at(dialogue, "ok")

    assert (*passed, dialogue.at) == PATH
    assert (*Location, Player.WHITE, Player.BLACK, Part.TO_MOVE, Part.WHOLE) == PATH


def test_a_board_is_mended_and_play_goes_on_from_there() -> None:
    """On A a black stone for the white one, Black lacks a stone, and it is Black's turn."""
    dialogue = Correcting.of(parse_position("ww/-/-/-/-/-/- w bb w C=bonus3"))

    mended = pressed(dialogue, "back", "black", *["ok"] * 8, "back", "ok", "black", "ok")

    assert mended == Begin(parse_position("wb/-/-/-/-/-/- w b b C=bonus3"))


@pytest.mark.parametrize(
    ("position", "steps", "colour", "rule", "told"),
    [
        (MIDDLE, 3, "white", Rule.COLUMN_FULL, "D is full: 5"),
        (MIDDLE, 7, "white", Rule.WORKSHOP_ROOM, "The workshop is full"),
        (NEARLY_FULL, 6, "grey", Rule.QUARRY_LACKS, "Quarry: no grey"),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(
    position: Position, steps: int, colour: str, rule: Rule, told: str
) -> None:
    """A sixth stone on a column, a fourth in a workshop, an eleventh grey one in the game."""
    refused = open_at(Correcting.of(position), *["ok"] * steps, colour)

    assert refused.refusal is not None
    assert refused.refusal.rule is rule
    assert refused.position == position
    assert told in lines(at(position, dialogue=refused))
    assert open_at(refused, "ok").refusal is None


def test_a_tall_column_takes_seven() -> None:
    """The ornament's limit counts, here as in play."""
    full = open_at(Correcting.of(TALL), "ok", "grey", "grey")
    over = open_at(full, "grey")

    assert len(full.position.column(Location.B)) == 7
    assert over.position == full.position
    assert "B is full: 7" in lines(at(TALL, dialogue=over))


def test_a_stone_swapped_where_the_quarry_is_empty_takes_two_rounds() -> None:
    """First the wrong one is taken off, then GREY at the end leads round again."""
    whole = open_at(Correcting.of(NEARLY_FULL), *["ok"] * 4, "back", *["ok"] * 6)

    assert whole.at is Part.WHOLE
    assert open_at(whole, "grey").at is Location.A
    assert open_at(whole, "grey", *["ok"] * 6, "grey").position.column(Location.G)[-1] is Colour.GREY


def test_back_on_an_empty_column_leads_to_the_one_before() -> None:
    """Nothing is left to take off: one step back."""
    assert open_at(Correcting.of(Position.start(Player.WHITE)), "ok", "ok", "back").at is Location.B
    assert open_at(Correcting.of(MIDDLE), *["ok"] * 10, "back").at is Part.TO_MOVE
    assert open_at(Correcting.of(MIDDLE), *["ok"] * 9, "back").at is Player.BLACK


def test_back_at_the_first_column_leaves_and_asks_first_if_anything_was_changed() -> None:
    """Opened by mistake, it is gone with one press; work is not thrown away so."""
    start = Correcting.of(Position.start(Player.WHITE))
    asked = open_at(start, "ok", "grey", "ok", "back", "back", "grey", *["ok"] * 9, "grey", "back")

    assert pressed(start, "back") == Leave()
    assert asked.at is Part.GIVE_UP
    assert "Give up the changes?" in lines(at(MIDDLE, dialogue=asked))
    assert pressed(asked, "ok") == Leave()
    assert open_at(asked, "back").at is Location.A
    assert open_at(asked, "back").position == asked.position
    assert pressed(asked, "white") == asked


def test_what_was_not_changed_begins_nothing_unless_a_pad_says_otherwise() -> None:
    """Only looked: the game and all that can be taken back stay. With a pad that is wrong: it begins anew."""
    agreeing = tuple(len(column) for column in MIDDLE.columns)
    wrong = (*agreeing[:6], 4)

    assert pressed(Correcting.of(MIDDLE, agreeing), *["ok"] * 11) == Leave()
    assert pressed(Correcting.of(MIDDLE), *["ok"] * 11) == Leave()
    assert pressed(Correcting.of(MIDDLE, wrong), *["ok"] * 11) == Begin(MIDDLE)


def test_a_pad_that_counts_otherwise_is_told() -> None:
    """The device saw three stones on B, and believes two: the third is put in, and the hint is gone."""
    hinted = open_at(Correcting.of(MIDDLE, (3, 3, 2, None, 0, 5, 1)), "ok")
    followed = open_at(hinted, "grey")

    assert hinted.disputed == {Location.B: 3}
    assert "B: sensor counts 3" in lines(at(MIDDLE, dialogue=hinted))
    assert followed.disputed == {}
    assert "Hold BACK to cancel" in lines(at(MIDDLE, dialogue=followed))


# --- at the table


def test_the_board_as_believed_is_where_correcting_begins() -> None:
    """What the turns made of it, and what the pads count just now."""
    evening = played().lift("D").put("A", "A")
    evening.correct()
    dialogue = evening.state.dialogue

    assert isinstance(dialogue, Correcting)
    assert dialogue.position == evening.state.position
    assert dialogue.pads == (2, 0, 0, 0, 0, 0, 0)
    assert dialogue.disputed == {Location.A: 2, Location.D: 0}


@pytest.mark.parametrize(
    "buttons",
    [[], ["ok", "white"], ["ok"] * 10, ["white", "black"], ["ok", "white", *["ok"] * 9, "grey", "back"]],
)
def test_back_held_leaves_all_as_it_was(buttons: list[str]) -> None:
    """Two seconds on BACK, wherever one is: nothing was changed, and play goes on."""
    evening = played()
    before = evening.state
    evening.correct()

    evening.press(*buttons).hold_back()

    assert evening.state == before
    assert evening.records == played().records


def test_after_a_correction_a_new_record_begins_and_turns_settle() -> None:
    """Two turns were played without the device: told it, the next one counts by itself."""
    evening = played()
    evening.correct()
    evening.put("G", "A")
    evening.press("white", *["ok"] * 6, "black", "ok", "back", "back", "grey", "ok", "back", *["ok"] * 3)
    begun = evening.records[-1]
    evening.put("G")

    assert begun == Begun("w/-/-/w/-/-/b g b b -", "at-once")
    assert evening.laid
    assert evening.state.mismatch is None
    assert evening.table.turns == ("bG",)


def test_stones_that_lie_otherwise_are_guided_first() -> None:
    """The entry says one more on A than lies there: hands put it on, then play goes on."""
    evening = Evening().press("white")
    evening.correct()
    evening.press("white", *["ok"] * 11).wait()
    guided = evening.state

    assert evening.records == [WHITE_FIRST, Begun("w/-/-/-/-/-/- ww bb w -", "at-once")]
    assert guided.is_guiding
    assert lines(guided)[0] == "Put 1 back on A"
    assert not evening.put("A").state.is_guiding


def test_a_pad_that_has_miscounted_in_play_is_put_right_by_buttons() -> None:
    """F is full, it says, and five lie there: OK on every page of the board, OK: miscounted, and GREY."""
    evening = Evening().lay_out("w/-/-/-/-/wbwbg/- wg bb w -").put("F").wait(2)
    wrong = lines(evening.state)

    evening.correct().press(*["ok"] * len(PATH))
    offered = lines(evening.state)
    evening.press("ok", "grey")

    assert wrong == ("F is full: 5", "F: 6, should be 5")
    assert offered == ("Take 1 off F", "F", "OK: miscounted")
    assert evening.records[-1] == Relaid((1, 0, 0, 0, 0, 5, 0))


def test_a_temple_finished_without_the_device_is_counted() -> None:
    """The last turns went by unseen: entered, they are counted, and OK goes on to a new game."""
    evening = Evening().lay_out(format_position(NEARLY_FULL))
    evening.correct()
    evening.press(*["ok"] * 6, "black", *["ok"] * 4)
    asked = lines(evening.state)
    evening.press("ok")

    assert asked[0] == "Temple full: count?"
    assert isinstance(evening.records[-1], Begun)
    assert evening.state.phase is Phase.OVER
    assert evening.records[-1].result == evening.state.score.result
    assert evening.press("ok", "back").state.phase is Phase.START
    assert evening.press("black").state.phase is Phase.PLAYING


def test_a_temple_full_by_mistake_can_be_corrected_again() -> None:
    """One stone too many was entered: no dead end."""
    evening = Evening().lay_out(format_position(FULL))
    evening.correct()
    evening.press("back", *["ok"] * 11)

    assert evening.state.phase is Phase.PLAYING
    assert not is_over(evening.state.position)
