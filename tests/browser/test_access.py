import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Serve, Visit
from tests.browser.tabletop import Tabletop

pytestmark = pytest.mark.timeout(180)  # a browser, a device and a busy machine

GRAVE = ("serious", "critical")


def grave_findings(page: Page) -> list[str]:
    """What axe-core finds that keeps somebody out, each with what it is about."""
    found = Axe().run(page).response["violations"]
    return [
        f"{finding['id']}: {node['target']} {node['failureSummary']}"
        for finding in found
        if finding["impact"] in GRAVE
        for node in finding["nodes"]
    ]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(serve: Serve, visit: Visit, scheme: str) -> None:
    """Both pages, everything opened, with a game under way and something wrong at the table."""
    address = serve()
    page = visit(address, color_scheme=scheme, reduced_motion="reduce")
    table = Tabletop(page)
    table.press("white")
    table.drag("white:w", "D")
    table.mischief("Pad C")
    page.locator("#log summary").click()
    live = visit(f"{address}live", beside=page)
    expect(live.locator("#trouble")).to_be_visible()
    live.locator(".chart summary").click()

    assert grave_findings(page) == []
    assert grave_findings(live) == []


def test_who_has_chosen_all_colours_sees_stones_and_buttons_in_theirs(serve: Serve, visit: Visit) -> None:
    """In a system's high contrast a white stone is white in the count, and each button has its colour."""
    address = serve()
    page = visit(address, forced_colors="active")
    table = Tabletop(page)
    table.press("white")
    table.drag("white:w", "A")
    live = visit(f"{address}live", beside=page)
    expect(live.locator("#count .chip")).to_have_count(1)
    faces = page.locator(".cap-face").evaluate_all(
        "faces => faces.map((face) => getComputedStyle(face).backgroundImage)"
    )
    discs = live.locator(".disc, #count .chip").evaluate_all(
        "discs => discs.map((disc) => getComputedStyle(disc).backgroundColor)"
    )

    assert "none" not in faces
    assert discs == ["rgb(255, 255, 255)", "rgb(27, 28, 32)", "rgb(255, 255, 255)"]


def test_the_hint_and_the_stale_banner_keep_nobody_out(serve: Serve, visit: Visit) -> None:
    """Nor what is there only sometimes."""
    page = visit(serve(), is_let_alone=True, reduced_motion="reduce")
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator(".place[aria-label]").first).to_be_attached()
    serve.stop()  # type: ignore[attr-defined]
    expect(page.locator("#stale")).to_be_visible()

    assert grave_findings(page) == []
