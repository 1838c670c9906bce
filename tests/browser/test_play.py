import re

import pytest
from playwright.sync_api import expect

from companion.simulate.acts import ExpectPosition, ExpectTurn, MoveStone, PressButton
from companion.simulate.script import read_script
from companion.simulate.session import EXAMPLE
from tests.browser.conftest import Serve, Visit
from tests.browser.tabletop import Tabletop, turns

pytestmark = pytest.mark.timeout(180)  # a browser, a device and a busy machine

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}


@pytest.mark.timeout(600)  # 40 s where nothing else runs
def test_a_whole_game_is_played_stone_by_stone(serve: Serve, visit: Visit) -> None:
    """Two people drag every stone and press every button; onlookers see each turn, and the count."""
    address = serve()
    page = visit(address)
    live, table = visit(f"{address}live", beside=page), Tabletop(page)
    table.press("white")
    played: list[str] = []

    for act in read_script(EXAMPLE):
        match act:
            case MoveStone(line):
                source, target = line.text.split()[1:3]
                table.drag(source, target)
                table.is_felt(*(place for place in (source, target) if place in "ABCDEFG"))
            case PressButton(button=button):
                table.press(button.value)
            case ExpectTurn(line):
                played.append(line.text.split()[2])
                turns(live, played)
            case ExpectPosition(line):
                table.position(line.text.partition("position ")[2])

    table.says("White wins")
    expect(live.locator("#outcome")).to_have_text("White wins")
    points = [int(text.replace("−", "-")) for text in live.locator(".player .number").all_text_contents()]
    assert len(played) == 40
    assert points[0] > points[1]
    totals = live.locator("#count tfoot .points").all_text_contents()
    assert [int(text.replace("−", "-")) for text in totals] == points


def test_an_advanced_game_is_set_up_by_the_panel(serve: Serve, visit: Visit) -> None:
    """The tile of the seven stones goes to B: the drawing shows rod and tile, to onlookers as well."""
    address = serve()
    page = visit(address)
    live, table = visit(f"{address}live", beside=page), Tabletop(page)

    table.press("grey")
    table.says("Which ornaments?")
    table.press("white")
    table.says("no. 1")
    table.press("white")
    table.says("no. 7")
    table.press("ok", "black")
    table.says("OK on B")
    table.press("ok")
    table.says("1 ornament")
    table.press("ok", "black")

    expect(table.place("B")).to_have_attribute("aria-label", re.compile("0 of 7"))
    expect(page.locator(".tile.is-shown")).to_have_text("7")
    expect(live.locator("#count .ornament")).to_have_text("Holds 7 stones")
    table.drag("black:b", "B")
    table.is_felt("B")
    expect(live.locator("#table svg")).to_have_attribute("aria-label", re.compile("B: black"))


def test_what_is_against_the_rules_is_seen_and_mended(serve: Serve, visit: Visit) -> None:
    """B moves white stones only; White moves a black one with it, is told, puts it back and does without."""
    table = Tabletop(visit(serve()))
    table.press("white")
    table.drag("white:w", "A")
    table.says("Black: place or take")
    table.drag("black:b", "C")
    table.says("C: return a stone")
    table.press("ok")
    table.says("White: place or take")

    table.drag("white:w", "B")
    table.says("B: move a white")
    table.drag("C", "D")

    table.says("B moves white only")
    expect(table.page.locator(".column.is-mismatch")).to_have_count(2)
    expect(table.page.locator(".warning.is-shown")).to_have_count(2)
    table.drag("D", "C")
    expect(table.page.locator(".column.is-mismatch")).to_have_count(0)
    table.press("ok")
    table.says("Black: place or take")
    table.position("w/w/b/-/-/-/- - b b -")


def test_a_power_cut_loses_no_turn(serve: Serve, visit: Visit) -> None:
    """The lead is pulled after a turn: the game goes on where it was, for the players and for onlookers."""
    address = serve()
    page = visit(address)
    live, table = visit(f"{address}live", beside=page), Tabletop(page)
    table.press("white")
    table.drag("white:w", "D")
    table.says("D: take which stone?")
    table.press("grey")
    table.drag("quarry:g", "white")
    turns(live, ["wD:+g"])

    table.mischief("Switch off")
    expect(page.locator("#glass-away")).to_have_text("No power")
    table.mischief("Switch on")

    table.says("Go on with this game?")
    turns(live, ["wD:+g"])
    table.press("ok")
    table.says("Black: place or take")
    table.mischief("Power cut")
    table.says("Go on with this game?")
    table.press("ok")
    table.says("Black: place or take")
    table.drag("black:b", "E")
    table.says("E: steal which?")
    table.press("ok")
    turns(live, ["wD:+g", "bE"])


def test_what_is_pulled_is_told_and_heals_when_plugged_in(serve: Serve, visit: Visit) -> None:
    """The display, a pad and the USB lead come off one after the other, and are put back on."""
    address = serve()
    page = visit(address)
    live, table = visit(f"{address}live", beside=page), Tabletop(page)
    table.press("white")
    table.says("White: place or take")

    table.mischief("Display")
    expect(page.locator("#glass-away")).to_have_text("The display’s lead is out")
    table.mischief("Display")
    expect(page.locator("#glass-away")).to_be_hidden()
    table.says("White: place or take")

    table.mischief("Pad C")
    expect(live.locator(".column.is-silent")).to_have_attribute("data-place", "C")
    expect(live.locator("#trouble")).to_contain_text("pad without sensor")
    table.mischief("Pad C")
    expect(live.locator("#trouble")).to_be_hidden()

    table.mischief("Sensors’ USB")
    table.says("Sensors unplugged")
    table.mischief("Sensors’ USB")
    table.says("White: place or take")


def test_the_keys_alone_are_enough(serve: Serve, visit: Visit) -> None:
    """Who has no mouse begins, takes a stone, puts it back, places it, answers, opens the menu."""
    address = serve()
    page = visit(address)
    live, table = visit(f"{address}live", beside=page), Tabletop(page)
    keys = page.keyboard
    for _ in range(5):
        keys.press("Tab")
        if page.evaluate("document.activeElement.dataset.place"):
            break
    focused = page.locator(":focus")
    expect(focused).to_have_attribute("data-place", "A")

    keys.press("w")
    table.says("White: place or take")
    for key in ("ArrowLeft", "ArrowDown", "ArrowDown", "ArrowDown", "ArrowLeft"):
        keys.press(key)
    expect(focused).to_have_attribute("data-place", re.compile("^white:"))
    while page.evaluate("document.activeElement.dataset.stone") != "w":
        keys.press("ArrowLeft")
    keys.press("Space")
    expect(page.locator("#heard")).to_have_text("In the hand: white.")
    keys.press("Escape")
    table.lies()
    keys.press("Space")
    expect(page.locator(".in-hand")).to_have_count(1)
    for key in ("ArrowUp", "ArrowRight"):
        keys.press(key)
    letter = page.evaluate("document.activeElement.dataset.place")
    assert letter in "ABCDEFG"
    keys.press("Space")
    table.lies()
    table.is_felt(letter)
    keys.press("o")

    turns(live, [f"w{letter}"])
    keys.down("Backspace")
    table.says("Undo a turn")
    keys.up("Backspace")


def test_a_phone_is_enough(serve: Serve, visit: Visit) -> None:
    """On 360 pixels a finger taps and drags stones, and nothing sticks out at the side, in any language."""
    page = visit(serve(), **PHONE)
    table = Tabletop(page)
    page.get_by_role("button", name="Got it").tap()
    page.locator('[data-button="white"]').tap()
    table.says("White: place or take")

    page.touchscreen.tap(*table.middle("white:w"))
    expect(page.locator(".in-hand")).to_have_count(1)
    page.touchscreen.tap(*table.middle("D"))
    table.lies()
    table.is_felt("D")
    page.locator('[data-button="grey"]').tap()
    finger = page.context.new_cdp_session(page)
    (x, y), (to_x, to_y) = table.middle("quarry:g"), table.middle("white")
    path = [("touchStart", x, y), ("touchMove", (x + to_x) / 2, y - 20), ("touchMove", to_x, to_y + 20)]
    for kind, at_x, at_y in path:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": at_x, "y": at_y}]})
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.lies()

    expect(table.place("white:g")).to_have_count(1)
    table.position("-/-/-/w/-/-/- wg bb b -")
    for language in ("de", "es", "fr", "en"):
        page.locator("#language").select_option(language)
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_what_cannot_be_is_said_in_a_sentence(serve: Serve, visit: Visit) -> None:
    """Who reaches into the void is told; so is what the table refuses, and the stone stays where it is."""
    page = visit(serve(), is_let_alone=True)  # a browser logs each answer that is a refusal
    table, said = Tabletop(page), page.locator("#said")
    page.mouse.click(*table.middle("A"))
    expect(said).to_have_text("No stone lies there.")

    other = visit(page.url, beside=page, is_let_alone=True)
    other.route("**/table/events*", lambda route: route.abort())  # it hears nothing of the stone in the hand
    page.mouse.click(*table.middle("white:w"))
    expect(page.locator(".in-hand")).to_have_count(1)
    answer = other.evaluate(
        """async () => {
            const { Acts } = await import("/pages/acts.js");
            const told = [];
            await new Acts({ says: (key) => key }, (text) => told.push(text)).do("lift black:b");
            return told;
        }"""
    )
    assert answer == ["the hand holds a stone already; put it down first"]
    page.keyboard.press("Escape")
    table.lies()
    expect(page.locator('[data-place^="white:"][data-stone="w"]')).to_have_count(2)


def test_a_game_under_way_is_not_thrown_away_by_one_press(serve: Serve, visit: Visit) -> None:
    """Watching a whole game ends it: that is asked; it says that it shows one, and stops where it is."""
    page = visit(serve(pace=2.0))
    table, example = Tabletop(page), page.locator("#example")
    table.press("white")
    table.drag("white:w", "A")
    table.position("-/-/-/-/-/-/- ww bb w -")
    table.mischief("Watch a whole game")
    expect(example).to_have_text("The game under way ends: press again")
    expect(page.locator("#showing")).to_be_hidden()
    expect(table.place("A")).to_have_attribute("data-stone", "w")

    example.click()
    expect(page.locator("#showing")).to_be_visible()
    expect(table.place("F")).to_have_attribute("data-stone", "w")
    page.locator("#stop").click()
    expect(page.locator("#showing")).to_be_hidden()
    expect(example).to_have_text("Watch a whole game")


def test_a_button_is_named_as_it_is_lettered(serve: Serve, visit: Visit) -> None:
    """The page is in German, the display in English: WHITE is what stands below the button."""
    page = visit(serve(), locale="de-DE")
    Tabletop(page)

    expect(page.locator("#hint-begin")).to_have_text("Drücke WHITE: Weiß beginnt.")
    expect(page.locator("#letters-told")).to_contain_text("drücken WHITE, GREY, BLACK und OK")
    expect(page.locator("#lay-told")).to_contain_text("BACK 2 s halten, dann „New game“ wählen")
