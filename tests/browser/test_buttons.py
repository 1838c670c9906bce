"""Fingers, keys and the mouse on the panel and the stones: what goes down comes up, whatever happens."""

import re

import pytest
from playwright.sync_api import Page, Request, expect

from tests.browser.conftest import Serve, Visit
from tests.browser.tabletop import Tabletop


def acts_of(page: Page) -> list[str]:
    """What the page asks of the table from now on, in order."""
    asked: list[str] = []

    def note(request: Request) -> None:
        if request.url.endswith("/table/act"):
            asked.append(request.post_data_json["act"])

    page.on("request", note)
    return asked


def is_asked(page: Page, asked: list[str], *wanted: str) -> None:
    """These acts come, and no other: each is sent once the one before has been answered."""
    while len(asked) < len(wanted):  # the test's own limit ends a vain wait
        page.wait_for_timeout(20)
    assert asked == list(wanted)


def nothing_is_down(page: Page) -> None:
    """No button of the panel is held any more."""
    expect(page.locator(".cap.is-down")).to_have_count(0)


@pytest.mark.parametrize("key", ["Control", "Shift"])
def test_a_key_that_is_let_go_lets_its_button_go(serve: Serve, visit: Visit, key: str) -> None:
    """W is held, another key comes down, W comes up: WHITE is not down for ever."""
    page = visit(serve())
    Tabletop(page)
    asked, keys = acts_of(page), page.keyboard

    keys.down("w")
    expect(page.locator('.is-down[data-button="white"]')).to_have_count(1)
    keys.down(key)
    keys.up("w")
    nothing_is_down(page)
    keys.up(key)

    is_asked(page, asked, "down white", "up white")


def test_a_button_comes_up_wherever_its_key_does(serve: Serve, visit: Visit) -> None:
    """G goes down on the table and comes up in the list of languages, or in another window."""
    page = visit(serve())
    Tabletop(page)
    asked, keys = acts_of(page), page.keyboard

    keys.down("g")
    page.locator("#language").focus()
    keys.up("g")
    nothing_is_down(page)
    page.evaluate("document.activeElement.blur()")
    keys.down("b")
    page.evaluate("dispatchEvent(new Event('blur'))")
    nothing_is_down(page)
    keys.up("b")

    is_asked(page, asked, "down grey", "up grey", "down black", "up black")


def test_a_button_is_down_until_the_last_finger_has_left_it(serve: Serve, visit: Visit) -> None:
    """The mouse holds WHITE, W comes down and up: it is held all the same."""
    page = visit(serve())
    Tabletop(page)
    asked, cap = acts_of(page), page.locator('[data-button="white"]')

    cap.hover()
    page.mouse.down()
    page.keyboard.press("w")
    expect(page.locator('.is-down[data-button="white"]')).to_have_count(1)
    page.mouse.up()
    nothing_is_down(page)

    is_asked(page, asked, "down white", "up white")


def test_a_palm_does_not_take_the_stone_out_of_the_hand(serve: Serve, visit: Visit) -> None:
    """One finger drags a stone; the touch of another one ends: the drag goes on."""
    page = visit(serve())
    table = Tabletop(page)
    asked = acts_of(page)

    page.mouse.move(*table.middle("white:w"))
    page.mouse.down()
    page.mouse.move(*table.middle("D"), steps=3)
    page.locator("#table svg").evaluate(
        """(svg) => svg.dispatchEvent(new PointerEvent("pointercancel", { pointerId: 77, bubbles: true }))"""
    )
    page.mouse.up()
    expect(page.locator(".in-hand")).to_have_count(0)
    expect(table.place("D")).to_have_attribute("aria-label", re.compile("1 of 5"))

    is_asked(page, asked, "lift white:w", "put D")


def test_a_focused_place_does_what_it_is_announced_to_do(serve: Serve, visit: Visit) -> None:
    """It is a button, so Enter takes the stone there; OK is O there, and Enter where nothing is focused."""
    page = visit(serve())
    table = Tabletop(page)
    asked, keys = acts_of(page), page.keyboard

    table.place("white:w").focus()
    keys.press("Enter")
    expect(page.locator(".in-hand")).to_have_count(1)
    table.place("D").focus()
    keys.press("Enter")
    expect(page.locator(".in-hand")).to_have_count(0)
    keys.press("o")
    expect(page.locator('[data-button="ok"]')).to_have_attribute("aria-keyshortcuts", "O Enter")
    page.evaluate("document.activeElement.blur()")
    keys.press("Enter")
    nothing_is_down(page)

    is_asked(page, asked, "lift white:w", "put D", *["down ok", "up ok"] * 2)


def test_enter_is_ok_to_who_moves_stones_by_the_mouse(serve: Serve, visit: Visit) -> None:
    """A stone is put on D by two clicks, and Enter declines its bonus: it does not lift the stone again."""
    page = visit(serve())
    table = Tabletop(page)
    asked = acts_of(page)

    for place in ("white:w", "D"):
        page.mouse.click(*table.middle(place))
    expect(page.locator(".in-hand")).to_have_count(0)
    page.keyboard.press("Enter")
    nothing_is_down(page)

    is_asked(page, asked, "lift white:w", "put D", "down ok", "up ok")


def test_what_was_clicked_does_not_keep_the_keys(serve: Serve, visit: Visit) -> None:
    """After a click in the drawer Enter is OK and lays nothing out anew; so is every key after a drag."""
    page = visit(serve())
    table = Tabletop(page)
    asked, keys, lay = acts_of(page), page.keyboard, page.locator('[data-act="lay basic"]')

    page.locator("#mischief summary").click()
    for _ in range(2):
        lay.click()
        keys.press("Enter")
    table.press("white")
    keys.press("Enter")
    page.locator("#letters").click(click_count=2, delay=20)
    keys.press("b")
    lay.focus()
    table.drag("white:w", "B")
    keys.press("Enter")
    page.locator("#language").focus()
    table.drag("quarry:g", "D")
    keys.press("Backspace")
    keys.press("w")
    nothing_is_down(page)

    ok = ["down ok", "up ok"]
    is_asked(
        page,
        asked,
        *["lay basic", *ok, "lay basic", *ok, "down white", "up white", *ok, "down black", "up black"],
        *["lift white:w", "put B", *ok, "lift quarry:g", "put D"],
        *["down back", "up back", "down white", "up white"],
    )


def test_a_stone_that_is_let_go_off_the_table_is_not_in_the_hand(serve: Serve, visit: Visit) -> None:
    """The mouse goes down on it, flies out of the window and comes up there: it lies where it lay."""
    page = visit(serve())
    table = Tabletop(page)
    asked, mouse = acts_of(page), page.mouse

    x, y = table.middle("quarry:w")
    mouse.move(x, y)
    mouse.down()
    mouse.move(-60, -60)
    mouse.up()
    table.lies()
    mouse.move(*table.middle("D"), steps=3)
    mouse.click(*table.middle("quarry:g"))
    expect(page.locator(".in-hand")).to_have_count(1)

    is_asked(page, asked, "lift quarry:w", "put quarry", "lift quarry:g")


def test_who_wants_no_letters_switches_them_off(serve: Serve, visit: Visit) -> None:
    """Words that are spoken to the machine press no buttons; so it stays after a visit."""
    page = visit(serve())
    Tabletop(page)
    page.get_by_label("The letters W, G, B and O press").uncheck()
    page.reload()
    Tabletop(page)
    asked = acts_of(page)

    expect(page.locator('[data-button="white"]')).not_to_have_attribute("aria-keyshortcuts", re.compile(""))
    expect(page.locator('[data-button="ok"]')).to_have_attribute("aria-keyshortcuts", "Enter")
    for key in "wgbo":
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    nothing_is_down(page)

    is_asked(page, asked, "down back", "up back")
