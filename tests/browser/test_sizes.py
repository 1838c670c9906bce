"""How much of the pages is seen at once, on screens as people have them."""

from collections.abc import Sequence

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Serve, Visit
from tests.browser.tabletop import Tabletop

pytestmark = pytest.mark.timeout(180)  # a browser, a device and a busy machine

SIZES = {"desktop": (1366, 768), "tablet": (820, 1180), "phone": (390, 844), "phone on its side": (844, 390)}
BUTTONS = ("white", "grey", "black", "ok", "back")
PRESSED = ["#glass", *(f'[data-button="{name}"] .cap-face' for name in BUTTONS)]
PLAYED = [f'[data-place="{place}"] .touch' for place in (*"ABCDEFG", "white:0", "black:2")]


def hidden(page: Page, wanted: Sequence[str]) -> list[str]:
    """What of this is not whole within the window, or lies under something else."""
    return [each for each in wanted if not _is_seen(page.locator(each))]


def _is_seen(part: Locator) -> bool:
    return bool(
        part.evaluate(
            """(part) => {
                const { left, right, top, bottom } = part.getBoundingClientRect();
                if (left < 0 || top < 0 || right > innerWidth || bottom > innerHeight) return false;
                const over = document.elementFromPoint((left + right) / 2, bottom - 2);
                return part === over || part.contains(over) || !over.closest(".panel");
            }"""
        )
    )


@pytest.mark.parametrize("size", SIZES)
def test_who_comes_sees_table_display_and_buttons(serve: Serve, visit: Visit, size: str) -> None:
    """Nothing has to be scrolled to play: the hint says PRESS, and the button is there."""
    width, height = SIZES[size]
    page = visit(serve(), viewport={"width": width, "height": height})
    Tabletop(page)

    assert hidden(page, [*PRESSED, *PLAYED]) == []


@pytest.mark.parametrize("size", SIZES)
def test_who_does_mischief_sees_what_the_display_says(serve: Serve, visit: Visit, size: str) -> None:
    """The last button of the drawer and the display, both at once."""
    width, height = SIZES[size]
    page = visit(serve(), viewport={"width": width, "height": height})
    Tabletop(page).mischief()
    for act in ('[data-act="power-cut"]', "#example"):
        page.locator(act).focus()

        assert hidden(page, ["#glass", act]) == []


@pytest.mark.parametrize("size", SIZES)
def test_onlookers_see_the_whole_table_first(serve: Serve, visit: Visit, size: str) -> None:
    """Below the score or beside it; and nothing sticks out at the side."""
    width, height = SIZES[size]
    page = visit(f"{serve()}live", viewport={"width": width, "height": height}, locale="de-DE")
    expect(page.locator("#now")).to_have_text("Live")

    assert hidden(page, PLAYED) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
