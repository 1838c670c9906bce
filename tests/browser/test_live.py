import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve, Visit, free_port
from tests.browser.tabletop import Tabletop, turns

pytestmark = pytest.mark.timeout(180)  # a browser, a device and a busy machine

TURNS = {"en": "Turns", "es": "Turnos", "fr": "Tours", "de": "Züge"}


def play_two_turns(page: Page, live: Page) -> Tabletop:
    """White builds on D and takes a stone, Black takes two."""
    table = Tabletop(page)
    table.press("white")
    table.drag("white:w", "D")
    table.says("D: take which stone?")
    table.press("grey")
    turns(live, ["wD:+g"])
    table.press("black", "ok")
    turns(live, ["wD:+g", "+1b"])
    return table


def test_onlookers_step_back_and_forth(serve: Serve, visit: Visit, tmp_path: Path) -> None:
    """Buttons, keys and the list lead to any turn; *Live* leads back; the game is there to be kept."""
    address = serve()
    page = visit(address)
    live = visit(f"{address}live", beside=page)
    play_two_turns(page, live)
    where, told = live.locator("#where"), live.locator("#told")
    expect(where).to_have_text("Turn 2 of 2")
    expect(told).to_have_text("Black takes a black stone from the quarry.")

    live.bring_to_front()
    live.keyboard.press("ArrowLeft")
    expect(told).to_have_text("White places a white stone on D. Bonus: a grey stone from the quarry.")
    live.get_by_role("button", name="One turn back").click()
    expect(where).to_contain_text("Start")
    expect(live.locator(".column.is-empty")).to_have_count(7)
    live.locator("#turns button").first.click()
    expect(where).to_contain_text("Turn 1 of 2")
    expect(live.locator(".column.is-empty")).to_have_count(6)
    live.get_by_role("button", name="Live").click()
    expect(where).to_have_text("Turn 2 of 2")

    expect(live.get_by_role("img", name="White 1, Black 0 after 2 turns")).to_be_visible()
    with live.expect_download() as saved:
        live.locator("#download").click()
    kept = tmp_path / saved.value.suggested_filename
    saved.value.save_as(kept)
    assert kept.name == "tholos-game-1.tgn"  # and its day, where the machine knows one
    assert "1. wD:+g +1b" in kept.read_text(encoding="utf-8")


def test_a_small_phone_shows_the_whole_count(serve: Serve, visit: Visit) -> None:
    """A full column of seven on 320 pixels: nothing sticks out, in the longest words."""
    address = serve()
    page = visit(address)
    live = visit(f"{address}live", beside=page)
    Tabletop(page)
    live.set_viewport_size({"width": 320, "height": 640})
    live.locator("#language").select_option("fr")
    page.evaluate(
        """async (setup) => {
            const { Acts } = await import("/pages/acts.js");
            await new Acts({}, () => {}).do(setup);
        }""",
        "setup position wwwwwww/bbbbb/wgwgw/-/-/-/- - - w A=tall,B=greyminus3",
    )
    expect(live.locator("#count .chip")).to_have_count(17)

    assert live.evaluate("document.documentElement.scrollWidth") == 320


def test_a_lost_connection_is_told_and_heals(serve: Serve, visit: Visit) -> None:
    """The program is ended and started anew: both pages say so, and go on by themselves."""
    port = free_port()
    page = visit(serve(port=port), is_let_alone=True)  # a browser logs each connection that fails
    live = visit(f"http://127.0.0.1:{port}/live", beside=page, is_let_alone=True)
    play_two_turns(page, live)

    serve.stop()  # type: ignore[attr-defined]
    for tab in (page, live):
        expect(tab.locator("#stale")).to_contain_text("No word from the table since")
        expect(tab.locator("body")).to_have_class(re.compile("is-stale"))
    turns(live, ["wD:+g", "+1b"])  # the last picture stays

    serve(port=port)
    for tab in (page, live):
        expect(tab.locator("#stale")).to_be_hidden()
        expect(tab.locator("body")).not_to_have_class(re.compile("is-stale"))
    expect(live.locator("#told")).to_have_text("The players have not begun yet.")
    play_two_turns(page, live)


def test_a_language_stays_where_nothing_may_be_stored(serve: Serve, visit: Visit) -> None:
    """Who refuses that a page stores anything has the language in the address."""
    live = visit(f"{serve()}live")
    live.context.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw Error('no'); }})"
    )
    live.reload()

    live.locator("#language").select_option("fr")

    expect(live).to_have_url(re.compile("#fr$"))
    live.reload()
    expect(live.locator("html")).to_have_attribute("lang", "fr")


def test_each_language_is_there_and_stays(serve: Serve, visit: Visit) -> None:
    """The browser's language comes first; whoever chooses another finds it again."""
    address = serve()

    for language, heading in TURNS.items():
        live = visit(f"{address}live", locale=language)
        expect(live.locator("html")).to_have_attribute("lang", language)
        expect(live.locator(".turns h2")).to_have_text(heading)

        chosen = "fr" if language == "de" else "de"
        live.locator("#language").select_option(chosen)
        expect(live.locator(".turns h2")).to_have_text(TURNS[chosen])
        live.reload()
        expect(live.locator("html")).to_have_attribute("lang", chosen)
