"""Ornaments set up by buttons: tiles from people's hands, or drawn by the device."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.panel.press import Button
from companion.rules.notation import format_position
from companion.rules.ornaments import MOST_ORNAMENTS, Ornament
from companion.rules.pieces import Location, Player
from companion.rules.play import End
from companion.rules.position import Position
from companion.screen.choose import lines, page
from companion.screen.words import LANGUAGES
from companion.table.dialogues.dialogue import Begin, Dialogue, Leave, Outcome
from companion.table.dialogues.setup import Deal, Setup, Step
from companion.table.record import Begun
from companion.table.state import Phase
from companion.table.table import Table
from tests.screen.states import at
from tests.table.evening import Evening, played

_BY_HAND = (Button.WHITE, Button.OK, Button.OK)
PRESSES = st.lists(st.sampled_from([*((button,) for button in Button), *[_BY_HAND] * 4]), max_size=40).map(
    lambda parts: [button for part in parts for button in part]
)
"""Single presses, and now and then a whole tile: so that five of them come about."""
LETTERS = st.lists(st.sampled_from("ABCDEFG"), min_size=2, unique=True).map("".join)


def set_up(*buttons: str, deal: Deal | None = None, language: str = "en") -> Dialogue | Outcome:
    """Where these buttons lead from the first page."""
    setup: Dialogue | Outcome = Setup.of(deal or Deal(), language)
    for button in buttons:
        assert isinstance(setup, Setup)
        setup = setup.press(Button(button))
    return setup


def laid(*buttons: str, deal: Deal | None = None, language: str = "en") -> dict[str, str]:
    """What lies on the list after these buttons, by location."""
    setup = set_up(*buttons, deal=deal, language=language)
    assert isinstance(setup, Setup)
    assert setup.step is Step.LIST
    return {location.value: tile.value for location, tile in setup.laid}


# --- whatever anybody presses


@given(PRESSES, st.integers(0, 2**32), LETTERS, st.sampled_from(LANGUAGES))
def test_whatever_is_pressed_the_ornaments_are_legal_and_there_is_a_page(
    presses: list[Button], seed: int, letters: str, language: str
) -> None:
    """At most five, no location and no tile twice; a page that fits; a legal start; always a way out."""
    setup = Setup.of(Deal.shuffled(random.Random(seed), letters), language)
    for button in presses:
        following = setup.press(button)
        if isinstance(following, Begin):
            assert following.position in [Position.start(player, setup.laid) for player in Player]
            assert 1 <= len(following.position.ornaments) <= MOST_ORNAMENTS
        if not isinstance(following, Setup):
            following = Setup.of(setup.deal, language)
        setup = following
        Position.start(Player.WHITE, setup.laid)  # refuses what cannot lie so
        shown = at(Position.start(Player.WHITE), phase=Phase.START, dialogue=setup, language=language)
        assert page(shown).size == (128, 64)
        assert all(lines(shown))

    assert_leads_out(setup)


def assert_leads_out(setup: Setup) -> None:
    """BACK, and again, is the start page; never more often than there are steps in the longest setup."""
    following: Setup | Begin | Leave = setup
    for _ in range(3 * MOST_ORNAMENTS + 2):
        assert isinstance(following, Setup)
        following = following.press(Button.BACK)
        if isinstance(following, Leave):
            return
    pytest.fail("BACK leads nowhere")


@given(PRESSES, st.integers(0, 2**32))
def test_back_undoes_the_last_step(presses: list[Button], seed: int) -> None:
    """BACK after a step is the page before it, as it was left."""
    setup = Setup.of(Deal.shuffled(random.Random(seed), "ABCDEFG"), "en")
    for button in presses:
        following = setup.press(button)
        if not isinstance(following, Setup):
            continue
        is_step = (following.step, following.laid) != (setup.step, setup.laid)
        if is_step and button is not Button.BACK:
            assert following.press(Button.BACK) == setup
        setup = following


@given(st.integers(0, 2**32), LETTERS)
def test_the_device_draws_only_letters_that_there_are_tokens_for(seed: int, letters: str) -> None:
    """Two tokens, then one more each time, all of them from the setting."""
    setup: Dialogue | Outcome = Setup.of(Deal.shuffled(random.Random(seed), letters), "en")
    counts = []
    for _ in range(6):
        assert isinstance(setup, Setup)
        setup = setup.press(Button.GREY)
        assert isinstance(setup, Setup)
        counts.append(len(setup.laid))

    assert counts == [min(count, 5, len(letters)) for count in (2, 3, 4, 5, 5, 5)]
    assert {location.value for location, _ in setup.laid} <= set(letters)


def test_every_tile_and_every_token_is_drawn_in_its_turn() -> None:
    """Nobody can know what the device turns up first."""
    dice = random.Random(7)
    first = [Setup.of(Deal.shuffled(dice, "ABCDEFG"), "en").drawn[0] for _ in range(200)]

    assert {tile for _, tile in first} == set(Ornament)
    assert {location for location, _ in first} == set(Location)


# --- by hand


def test_two_tiles_from_two_hands() -> None:
    """Tile, location; tile, location; done: the game begins with both, and with whom they say."""
    tiles = ("white", "black", "ok", "black", "ok", "white", "white", "ok", "white", "ok")

    assert laid(*tiles) == {"B": "minority", "G": "tall"}
    assert set_up(*tiles, "ok", "black") == Begin(
        Position.start(Player.BLACK, ((Location.B, Ornament.MINORITY), (Location.G, Ornament.TALL)))
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_one_leafs_by_the_numbers_of_the_edition(language: str) -> None:
    """One, two, three, whichever edition lies in the box, forth and back again."""
    shown = [set_up("white", *["black"] * times, language=language) for times in range(7)]
    numbers = [setup.tile.number(language) for setup in shown if isinstance(setup, Setup)]

    assert numbers == [1, 2, 3, 4, 5, 6, 7]
    assert set_up("white", "black", "white", language=language) == shown[0]


def test_what_lies_there_already_is_not_offered_again() -> None:
    """Neither the tile nor its location."""
    second = set_up("white", "ok", "ok", "white")
    where = set_up("white", "ok", "ok", "white", "ok")

    assert isinstance(second, Setup)
    assert second.tile is Ornament.MINORITY
    assert isinstance(where, Setup)
    assert where.location is Location.B


def test_a_letter_may_be_laid_by_hand_that_the_device_never_draws() -> None:
    """The setting is about the device's draw; whoever holds a token knows its letter."""
    deal = Deal.shuffled(random.Random(1), "AB")

    assert laid("white", "ok", "white", "ok", deal=deal) == {"G": "bonus3"}


def test_five_tiles_are_all() -> None:
    """The box has five location tokens: after the fifth one can only go on."""
    five = ["white", "ok", "ok"] * 5

    assert laid(*five, "white") == laid(*five, "grey") == laid(*five)
    assert len(laid(*five)) == 5


def test_nothing_is_done_before_a_tile_lies_there() -> None:
    """OK on the empty list begins no game: the basic one is begun at the start page."""
    assert set_up("ok") == set_up()


# --- drawn by the device


def test_the_device_draws_what_is_missing_to_two() -> None:
    """One tile from the hand, one from the device; then one more each time."""
    deal = Deal(tuple(reversed(Ornament)), tuple(reversed(Location)))

    assert laid("grey", deal=deal) == {"F": "quarrygrey", "G": "tall"}
    assert laid("white", "ok", "ok", "grey", deal=deal) == {"A": "bonus3", "G": "tall"}
    assert laid("grey", "grey", deal=deal) == {"E": "greyactivates", "F": "quarrygrey", "G": "tall"}


def test_nobody_draws_until_it_suits_them() -> None:
    """BACK and GREY again turns up the same tiles: they lie there, face down."""
    deal = Deal.shuffled(random.Random(3), "ABCDEFG")

    assert laid("grey", "back", "grey", deal=deal) == laid("grey", deal=deal)
    assert laid("grey", "back", deal=deal) == {}


# --- at the table


def test_grey_at_the_start_sets_up_ornaments() -> None:
    """GREY, two tiles drawn, done, Black begins: that game is on disk."""
    evening = Evening().press("grey")
    dialogue = evening.state.dialogue
    evening.press("grey", "ok", "black")

    assert dialogue == Setup.of(Deal(), "en")
    assert evening.state.dialogue is None
    assert evening.state.phase is Phase.PLAYING
    start = Position.start(Player.BLACK, ((Location.A, Ornament.BONUS3), (Location.B, Ornament.MINORITY)))
    assert evening.records == [Begun(format_position(start), "at-once")]


@pytest.mark.parametrize("is_held", [False, True])
def test_back_leads_to_the_start_page_and_on_to_the_game_that_was_left(is_held: bool) -> None:
    """Somebody looks at the ornaments and thinks better of it: nothing has changed."""
    evening = played().hold_back().press("black", "ok", "ok", "grey")
    evening = evening.press("grey", "ok").hold_back() if is_held else evening.press("back")
    phase, dialogue = evening.state.phase, evening.state.dialogue

    evening.press("back")

    assert (phase, dialogue) == (Phase.START, None)
    assert evening.state.phase is Phase.PLAYING
    assert evening.records == played().records


def test_each_setup_is_shuffled_anew_and_speaks_the_language() -> None:
    """Another evening, other tiles; and the numbers are those of the edition that the screen speaks."""
    dice = random.Random(5)
    evening = Evening()
    evening.table = Table(End.AT_ONCE, "fr", deal=lambda: Deal.shuffled(dice, "ABCDEFG"))
    setups = []
    for _ in range(2):
        setups.append(evening.press("grey").state.dialogue)
        evening.press("back")

    first, second = setups
    assert isinstance(first, Setup)
    assert isinstance(second, Setup)
    assert first.deal != second.deal
    assert [tile.number("fr") for tile in first.by_number] == [1, 2, 3, 4, 5, 6, 7]
