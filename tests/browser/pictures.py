"""The pictures of the pages for the documents: `python -m tests.browser.pictures docs/web`."""

import subprocess
import sys
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tests.browser.conftest import FLAGS, chromium, free_port
from tests.browser.tabletop import Tabletop

TURNS = 24
"""Of the example game at least; then it stands still."""
PACE = 8.0
COLOURS = 256
"""In a picture: few enough to be small, enough to look the same."""
DESKTOP = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 780}


def make(folder: Path) -> None:
    """Play a good half of the example game, and take every picture of it."""
    folder.mkdir(parents=True, exist_ok=True)
    port = str(free_port())
    command = [sys.executable, "-m", "tests.browser.lapse", port, str(PACE)]
    with (
        subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as table,
        sync_playwright() as playwright,
    ):
        try:
            address = (table.stdout.readline() if table.stdout else "").split()[4]
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            _play_on(browser, address)
            for name, picture in _pictures(browser, address).items():
                _shrunk(picture).save(folder / f"{name}.png", optimize=True)
            browser.close()
        finally:
            table.terminate()


def _play_on(browser: Browser, address: str) -> None:
    page = _page(browser, address)
    live = page.context.new_page()
    live.goto(f"{address}live")
    Tabletop(page).mischief("Watch a whole game")
    expect(live.locator("#turns button")).to_have_count(TURNS, timeout=300_000)
    page.get_by_role("button", name="Knock on the table").click()  # whatever is done ends the example
    expect(live.locator(".in-hand")).to_have_count(0)
    page.context.close()


def _pictures(browser: Browser, address: str) -> dict[str, bytes]:
    made = {}
    for name, scheme, size in (
        ("play", "light", DESKTOP),
        ("play-dark", "dark", DESKTOP),
        ("play-phone", "dark", PHONE),
    ):
        page = _page(browser, address, viewport=size, color_scheme=scheme, has_touch=size is PHONE)
        table = Tabletop(page)
        page.get_by_role("button", name="Got it").click()
        page.mouse.move(*table.middle("quarry:w"))
        page.mouse.down()
        page.mouse.move(*table.middle("A"))
        expect(page.locator(".in-hand")).to_have_count(1)
        made[name] = page.screenshot()
        page.keyboard.press("Escape")
        page.mouse.up()
        table.lies()
        page.context.close()
    for name, scheme, size in (("live", "light", DESKTOP), ("live-phone", "light", PHONE)):
        page = _page(browser, f"{address}live", viewport=size, color_scheme=scheme)
        expect(page.locator("#turns [aria-current]")).to_have_count(1)
        made[name] = page.screenshot(full_page=True)
        page.context.close()
    return made


def _page(browser: Browser, address: str, **options: object) -> Page:
    page = browser.new_context(locale="en-GB", reduced_motion="reduce", **options).new_page()  # type: ignore[arg-type]
    page.goto(address)
    return page


def _shrunk(picture: bytes) -> Image.Image:
    whole = Image.open(BytesIO(picture)).convert("RGB")
    return whole.quantize(COLOURS, method=Image.Quantize.MAXCOVERAGE, kmeans=3, dither=Image.Dither.NONE)


if __name__ == "__main__":
    make(Path(sys.argv[1]))
