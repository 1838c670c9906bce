"""The live page alone, with a server of its own in front of an evening that a test has written."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import pytest
from playwright.sync_api import Page, expect

from companion.onlookers.evening import Evening
from companion.onlookers.history import History, done
from companion.onlookers.moment import moment_text
from companion.onlookers.site import live_site
from companion.rules.end import End
from companion.rules.pieces import Player
from companion.rules.position import Position
from companion.rules.turn import Action
from companion.screen.choose import lines
from companion.table.state import LANGUAGES
from companion.web.server import WebServer
from tests.browser.conftest import Visit, free_port
from tests.browser.test_access import grave_findings
from tests.onlookers.test_history import evening, settled
from tests.rules.games import Played, play_out, random_ornaments
from tests.screen.states import STATES

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
Show = Callable[[Evening], str]


def tell(web: WebServer, shown: Evening) -> None:
    """Onlookers are told of this."""
    web.publish("moment", partial(moment_text, shown))
    web.publish("game", partial(History().game_text, shown))


def opened(port: int) -> WebServer:
    """A server that is there."""
    web = WebServer("127.0.0.1", port, live_site(lambda: "", lambda: "game.tgn"), ())
    web.tend(0.0)
    assert web.fault is None
    return web


@pytest.fixture
def show() -> Iterator[Show]:
    """Show an evening to onlookers; the page's address."""
    web = opened(0)

    def begin(shown: Evening) -> str:
        tell(web, shown)
        return f"http://127.0.0.1:{web.port}/"

    yield begin
    web.close()


def game(seed: int) -> Played:
    """A random game with ornaments, to its end."""
    rng = random.Random(seed)
    return play_out(rng, Position.start(Player.WHITE, random_ornaments(rng)), End.AT_ONCE)


def whole(seed: int = 1) -> Evening:
    """A game that is over."""
    played = game(seed)
    return evening(played.positions[0], settled(played), played.end)


def under_way(turns: int) -> Evening:
    """A game after so many turns."""
    played = game(1)
    return evening(played.positions[0], settled(played)[:turns], played.end)


def told(page: Page) -> list[str]:
    """Each turn of the list as it is said to whoever asks."""
    titles: list[str] = page.locator("#turns button").evaluate_all(
        "(buttons) => buttons.map((button) => button.title)"
    )
    return titles


def test_every_turn_of_any_game_is_told_in_words(show: Show, visit: Visit) -> None:
    """Take, placement, each bonus, the ornament's: a sentence in every language, with no hole left."""
    evenings = [whole(seed) for seed in range(8)]
    actions = {each["action"] for shown in evenings for turn in shown.played for each in done(turn.turn)}
    assert actions == {"take", "place", *(action.value for action in Action)}

    page = visit(show(evenings[0]))
    seen: dict[str, set[str]] = {language: set() for language in LANGUAGES}
    for number, shown in enumerate(evenings, start=1):
        show(replace(shown, number=number))
        expect(page.locator("#which")).to_have_text(f"Game {number}")
        expect(page.locator("#turns button")).to_have_count(len(shown.played))
        for language in LANGUAGES:
            page.locator("#language").select_option(language)
            expect(page.locator("html")).to_have_attribute("lang", language)
            sentences = told(page)
            assert all(sentence.endswith(".") for sentence in sentences)
            assert [sentence for sentence in sentences if "turn." in sentence or "{" in sentence] == []
            assert "undefined" not in " ".join(sentences)
            assert [sentence.count(".") for sentence in sentences] == [
                len(done(turn.turn)) for turn in shown.played
            ]
            seen[language].update(sentences)
        page.locator("#language").select_option("en")
        expect(page.locator("html")).to_have_attribute("lang", "en")
    assert all(len(sentences) == len(seen["en"]) for sentences in seen.values())


def test_the_server_alone_comes_back_under_the_same_game(visit: Visit) -> None:
    """Onlookers who look back at a turn look at it still, and see what was played meanwhile."""
    port = free_port()
    web = opened(port)
    tell(web, under_way(5))
    page = visit(f"http://127.0.0.1:{port}/", is_let_alone=True)  # a browser logs each connection that fails
    page.locator("#turns button").nth(2).click()
    expect(page.locator("#where")).to_contain_text("Turn 3 of 5")

    web.close()
    expect(page.locator("#stale")).to_contain_text("No word from the table since")
    web = opened(port)
    tell(web, under_way(6))

    expect(page.locator("#stale")).to_be_hidden()
    expect(page.locator("#where")).to_contain_text("Turn 3 of 6")
    expect(page.locator("#turns button")).to_have_count(6)
    web.close()


def test_a_phone_shows_the_whole_page(show: Show, visit: Visit) -> None:
    """On 360 pixels nothing sticks out at the side, in any language, and a finger steps back."""
    page = visit(show(whole()), **PHONE)
    turns = len(whole().played)
    for language in LANGUAGES:
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    page.locator("#back").tap()
    expect(page.locator("#turns [aria-current]")).to_have_text(
        page.locator("#turns button").nth(turns - 2).inner_text()
    )


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_count_keeps_nobody_out(show: Show, visit: Visit, scheme: str) -> None:
    """When the game is over, and the table of the chart is opened."""
    page = visit(show(whole()), color_scheme=scheme, reduced_motion="reduce")
    page.locator(".chart summary").click()
    expect(page.locator("#count tbody tr")).to_have_count(7)

    assert grave_findings(page) == []


def test_keys_step_where_one_steps(show: Show, visit: Visit) -> None:
    """Home and End scroll the page; in the list and beside the arrows they lead to the start, and to now."""
    page = visit(show(under_way(5)))
    where, keys = page.locator("#where"), page.keyboard
    expect(where).to_have_text("Turn 5 of 5")

    for key in ("Home", "Shift+ArrowLeft", "Control+ArrowLeft"):
        keys.press(key)
        expect(where).to_have_text("Turn 5 of 5")
    keys.press("ArrowLeft")
    expect(where).to_contain_text("Turn 4 of 5")
    page.locator("#turns button").nth(3).focus()
    keys.press("Shift+Home")
    expect(where).to_contain_text("Turn 4 of 5")
    keys.press("Home")
    expect(where).to_contain_text("Start")
    page.locator("#forward").focus()
    keys.press("End")
    expect(where).to_have_text("Turn 5 of 5")


@pytest.mark.parametrize("name", ["playing-taking", "asking-fetch"])
def test_onlookers_see_what_the_device_asks(show: Show, visit: Visit, name: str) -> None:
    """A question, and a take that is being pressed, are there in the onlooker's own language."""
    state = STATES[name]
    page = visit(show(Evening(1, "", state.position, End.AT_ONCE, (), state)), locale="de")

    asked, *keys = lines(replace(state, language="de"))
    expect(page.locator("#device-line")).to_have_text(asked)
    expect(page.locator("#device-more")).to_have_text("".join(f" · {key}" for key in keys).strip())
