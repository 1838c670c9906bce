"""The play page as somebody at it uses it: stones, buttons, and what is seen of them."""

from collections.abc import Sequence

from playwright.sync_api import Locator, Page, expect

from companion.rules.pieces import Location

WAIT_MS = 15_000
"""For what must come of an act, on a machine that does other things besides."""
expect.set_options(timeout=WAIT_MS)


class Tabletop:
    """One visit to the play page."""

    def __init__(self, page: Page) -> None:
        self.page = page
        page.bring_to_front()  # one behind another is drawn once a second, and waits for that at every touch
        expect(page.locator(".place[aria-label]")).to_have_count(16)  # the table has come
        self.glass = page.locator("#glass-said")

    def place(self, name: str) -> Locator:
        """`D`, `quarry:w`, `white:w` (a space with such a stone), `white` (one that is free)."""
        if name in Location.__members__ or name.startswith("quarry:"):
            return self.page.locator(f'[data-place="{name}"]')
        if name == "quarry":
            return self.page.locator('[data-place="quarry:w"]')
        player, _, stone = name.partition(":")
        return self.page.locator(f'[data-place^="{player}:"][data-stone="{stone}"]').first

    def middle(self, name: str) -> tuple[float, float]:
        """Where a hand would touch the top stone of a place, in pixels of the window."""
        box = self.place(name).locator(".touch").bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + min(box["height"] / 2, box["width"] / 3)

    def drag(self, source: str, target: str) -> None:
        """One stone, with the mouse, until it lies there."""
        self.page.locator("#table").scroll_into_view_if_needed()
        (x, y), (to_x, to_y) = self.middle(source), self.middle(target)
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move((x + to_x) / 2, (y + to_y) / 2, steps=2)
        mouse.move(to_x, to_y)
        mouse.up()
        self.lies()

    def until(self, script: str, argument: object = None) -> None:
        """Wait until this is true in the page: looked at in every frame; `expect` takes half a second."""
        self.page.wait_for_function(script, arg=argument, timeout=WAIT_MS)

    def lies(self) -> None:
        """No stone is in the air any more."""
        self.until("() => !document.querySelector('.in-hand')")

    def is_felt(self, *letters: str) -> None:
        """The device knows these columns to be as high as they are, at rest."""
        for letter in letters:
            self.until(
                """([letter, index]) => {
                    const label = document.querySelector(`[data-place=${letter}]`).getAttribute("aria-label");
                    const [, height] = /, (\\d) of/.exec(label);
                    const row = document.querySelectorAll("#pad-rows tr")[index];
                    return row.textContent === `${letter}${height}rests`;
                }""",
                [letter, Location[letter].index],
            )

    def press(self, *buttons: str) -> None:
        """Each button, shortly."""
        for button in buttons:
            cap = self.page.locator(f'[data-button="{button}"]')
            cap.scroll_into_view_if_needed()
            box = cap.bounding_box()
            assert box is not None
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 3)

    def hold(self, button: str, text: str) -> None:
        """A button, until the display says this."""
        self.page.locator(f'[data-button="{button}"]').hover()
        self.page.mouse.down()
        self.says(text)
        self.page.mouse.up()

    def says(self, text: str) -> None:
        """The display has this on it, now or soon."""
        expect(self.glass).to_contain_text(text)

    def mischief(self, *names: str) -> None:
        """Press these buttons in the drawer."""
        drawer = self.page.locator("#mischief")
        if drawer.get_attribute("open") is None:
            drawer.locator("summary").click()
        for name in names:
            drawer.get_by_role("button", name=name, exact=True).click()

    def position(self, text: str) -> None:
        """The device believes the stones to lie like this."""
        expect(self.page.locator("#believed")).to_have_text(text)


def turns(page: Page, wanted: Sequence[str]) -> None:
    """The live page lists these turns, and no more."""
    page.wait_for_function(
        """(wanted) => {
            const shown = [...document.querySelectorAll("#turns button")].map((turn) => turn.textContent);
            return JSON.stringify(shown) === JSON.stringify(wanted);
        }""",
        arg=list(wanted),
        timeout=WAIT_MS,
    )
