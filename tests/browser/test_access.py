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


def test_the_hint_and_the_stale_banner_keep_nobody_out(serve: Serve, visit: Visit) -> None:
    """Nor what is there only sometimes."""
    page = visit(serve(), is_let_alone=True, reduced_motion="reduce")
    expect(page.locator("#hint")).to_be_visible()
    expect(page.locator(".place[aria-label]").first).to_be_attached()
    serve.stop()  # type: ignore[attr-defined]
    expect(page.locator("#stale")).to_be_visible()

    assert grave_findings(page) == []
