"""What a page makes of a network that fails, of many tabs, and of itself when it fails."""

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Serve, Visit, free_port
from tests.browser.tabletop import Tabletop, turns
from tests.browser.test_buttons import acts_of, is_asked

TABS = 6
"""So many connections Chromium opens to one host, all tabs together."""
HIDE = """(isHidden) => {
    Object.defineProperty(document, "hidden", { configurable: true, value: isHidden });
    document.dispatchEvent(new Event("visibilitychange"));
}"""


def test_tabs_that_nobody_sees_keep_nobody_out(serve: Serve, visit: Visit) -> None:
    """Six tabs are forgotten; the players' page loads and plays, and one that is seen again is up to date."""
    address = serve()
    tabs: list[Page] = []
    for _ in range(TABS):
        tabs.append(visit(f"{address}live", beside=tabs[0] if tabs else None))
        expect(tabs[-1].locator("#outcome")).to_have_text("Score")
        tabs[-1].evaluate(HIDE, True)

    table = Tabletop(visit(address, beside=tabs[0]))
    table.press("white")
    table.says("White: place or take")
    table.press("white", "ok")
    table.says("Black: place or take")
    expect(tabs[0].locator("#turns button")).to_have_count(0)
    tabs[0].evaluate(HIDE, False)

    turns(tabs[0], ["+1w"])
    expect(tabs[0].locator("#stale")).to_be_hidden()


def test_two_pages_have_one_hand(serve: Serve, visit: Visit) -> None:
    """One holds a stone, the other has not heard of it: a drag there is refused, and drops none."""
    address = serve()
    page = visit(address)
    other = visit(address, beside=page, is_let_alone=True)  # a browser logs each answer that is a refusal
    late = Tabletop(other)
    other.evaluate(HIDE, True)
    table = Tabletop(page)
    page.mouse.click(*table.middle("quarry:w"))
    expect(page.locator("#heard")).to_have_text("In the hand: white.")
    other.bring_to_front()
    asked = acts_of(other)

    held: list[Route] = []  # so that it is refused after the stone was let go
    other.route("**/table/act", lambda route: held.append(route), times=1)
    for act, (x, y) in (("down", late.middle("quarry:g")), ("up", late.middle("D"))):
        other.mouse.move(x, y, steps=3)
        getattr(other.mouse, act)()
    while not held:
        other.wait_for_timeout(20)
    held[0].continue_()

    expect(other.locator("#said")).to_contain_text("the hand holds a stone already")
    other.evaluate(HIDE, False)
    expect(other.locator(".in-hand")).to_have_attribute("href", "#stone-w")
    late.press("white")
    late.says("White: place or take")
    is_asked(other, asked, "lift quarry:g", "down white", "up white")


def test_a_press_on_a_page_of_before_is_not_lost(serve: Serve, visit: Visit) -> None:
    """The program was started anew, and the page has not heard of it: the first press counts."""
    port = free_port()
    page = visit(serve(port=port), is_let_alone=True)  # a browser logs each request that is refused
    table = Tabletop(page)
    page.evaluate(HIDE, True)
    serve(port=port)

    table.press("white")

    expect(page.locator(".cap.is-down")).to_have_count(0)
    page.evaluate(HIDE, False)
    table.says("White: place or take")
    expect(page.locator("#said")).to_be_empty()


def test_a_fault_of_the_page_is_told_and_the_next_event_heard(serve: Serve, visit: Visit) -> None:
    """What goes wrong with one event is seen where makers look for it, and is no lost connection."""
    page = visit(f"{serve()}live")
    page.route("**/two", lambda route: route.fulfill(body="event: a\ndata: 1\n\nevent: b\ndata: 2\n\n"))

    told = page.evaluate(
        """async () => {
            const { Stream } = await import("/pages/stream.js");
            const told = [];
            addEventListener("error", (event) => {
                event.preventDefault();
                told.push(event.error.message);
            });
            const heard = new Promise((resolve) => {
                const onEvent = (name) => {
                    if (name === "b") resolve();
                    throw new Error(`no ${name}`);
                };
                new Stream("/two", { onEvent, onState() {} }).run();
            });
            await heard;
            return told.slice(0, 2);
        }"""
    )
    assert told[0] == "no a"


def test_a_button_whose_release_got_lost_is_let_go_later(serve: Serve, visit: Visit) -> None:
    """The network fails just as WHITE comes up: it is told as soon as there is a network again, by itself."""
    page = visit(serve(), is_let_alone=True)  # a browser logs each request that fails
    Tabletop(page)
    asked = acts_of(page)
    page.keyboard.down("w")
    page.wait_for_timeout(0)

    def fail(route: Route) -> None:
        route.abort()

    expect(page.locator(".cap.is-down")).to_have_count(1)
    with page.expect_event("requestfailed"):
        page.route("**/table/act", fail)
        page.keyboard.up("w")
    expect(page.locator("#said")).to_contain_text("The table does not answer")
    page.unroute("**/table/act", fail)
    with page.expect_response("**/table/act") as answered:
        pass

    assert answered.value.status == 204
    assert asked[0] == "down white"
    assert set(asked[1:]) == {"up white"}


def test_a_language_that_does_not_come_at_once_comes(serve: Serve, visit: Visit) -> None:
    """The texts fail to load: the page is not blank for ever. What stands behind # need not be a language."""
    page = visit("about:blank", is_let_alone=True)
    failures: list[Route] = []

    def fail_once(route: Route) -> None:
        failures.append(route)
        route.abort() if len(failures) == 1 else route.continue_()

    page.route("**/words-en.json", fail_once)
    page.goto(f"{serve()}live#toString")

    expect(page.locator("#outcome")).to_have_text("Score")
    assert len(failures) == 2


def test_the_language_that_was_chosen_last_is_the_one_that_stays(serve: Serve, visit: Visit) -> None:
    """French takes its time, German is chosen meanwhile: French does not come over it."""
    page = visit(f"{serve()}live")
    expect(page.locator("#outcome")).to_have_text("Score")
    waiting: list[Route] = []
    page.route("**/words-fr.json", lambda route: waiting.append(route))
    with page.expect_request("**/words-fr.json"):
        page.locator("#language").select_option("fr")
    page.locator("#language").select_option("de")
    expect(page.locator("#outcome")).to_have_text("Punktestand")

    with page.expect_response("**/words-fr.json"):
        waiting[0].continue_()
    page.evaluate("() => new Promise((resume) => setTimeout(resume, 100))")

    expect(page.locator("html")).to_have_attribute("lang", "de")
    expect(page.locator("#outcome")).to_have_text("Punktestand")
