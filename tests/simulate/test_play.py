import json
import socket
import webbrowser
from base64 import b64decode
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from companion.clock import VirtualClock
from companion.errors import CompanionError
from companion.onlookers import site
from companion.simulate import play as module
from companion.simulate.device import SLICE_S
from companion.simulate.play import ACT, EVENTS, Desk, Play, browse, play_site
from companion.simulate.telling import LOG_EVERY_S
from companion.simulate.virtual import VirtualTable
from companion.web.guard import is_let_in
from companion.web.server import WebServer


class Watched:
    """An evening of `tholos play`, and the newest of each event."""

    def __init__(self, folder: Path) -> None:
        self.table = VirtualTable(folder, seed=1, is_direct=True)
        self.made: dict[str, Callable[[], str]] = {}
        self.counted: dict[str, int] = {}
        self.play = Play(self.table, self._note)
        self.now_s = 0.0

    def wait(self, seconds: float) -> None:
        """So much time passes, the table's as life's."""
        for _ in range(round(seconds / SLICE_S)):
            self.now_s += SLICE_S
            self.play.turn(self.now_s)

    def ask(self, text: str, seconds: float = 0.5) -> str | None:
        """Have something done; why it cannot be."""
        done = self.play.desk.ask(text)
        self.wait(seconds)
        assert done.done()
        return done.result()

    def told(self, name: str) -> dict:
        """An event as it was told last."""
        return json.loads(self.made[name]())

    def _note(self, name: str, make: Callable[[], str]) -> None:
        self.made[name] = make
        self.counted[name] = self.counted.get(name, 0) + 1


@pytest.fixture
def watched(tmp_path: Path) -> Iterator[Watched]:
    """An evening that has just begun."""
    watched = Watched(tmp_path)
    watched.wait(1.5)
    yield watched
    watched.table.close()


def test_the_page_is_told_the_truth_and_what_the_device_believes(watched: Watched) -> None:
    """Side by side: where the stones lie, the glass, the log, and what onlookers see."""
    assert set(watched.made) == {"moment", "game", "table", "glass", "log"}
    assert watched.ask("press white") is None
    assert watched.ask("stone white:w D", 3.0) is None

    assert watched.told("table") == {
        "columns": ["", "", "", "w", "", "", ""],
        "workshops": {"white": "w", "black": "bb"},
        "quarry": {"w": 13, "g": 10, "b": 13},
        "hand": "",
        "is_showing": False,
        "unplugged": [],
        "noise": "field",
        "speed": 1.0,
        "is_on": True,
    }
    log = watched.told("log")
    assert log["believed"] == "-/-/-/-/-/-/- ww bb w -"
    assert log["stories"] == ["wD", "wD:+b", "wD:+g", "wD:+w"]
    assert 75 <= log["frames_per_s"] <= 85
    assert (log["heights"], log["pads"]) == ([0, 0, 0, 1, 0, 0, 0], ["rests"] * 7)
    assert log["faults"] == []
    assert [line.partition("  ")[2] for line in log["lines"]][-2:] == ["> press white", "> stone white:w D"]
    assert "take which stone?" in " ".join(watched.told("moment")["texts"]["en"])
    assert watched.told("game")["game"] == 1


def test_the_glass_is_told_pixel_by_pixel(watched: Watched) -> None:
    """128 by 64 bits, row by row, the leftmost in the highest bit; dark without power."""
    glass = watched.told("glass")
    pixels = b64decode(glass["pixels"])
    image = watched.table.device.glass.image()

    assert len(pixels) == 128 * 64 // 8
    assert all(
        bool(pixels[y * 16 + x // 8] & 0x80 >> x % 8) == bool(image.getpixel((x, y)))
        for x in range(128)
        for y in range(64)
    )
    assert any(pixels)
    assert glass["is_on"]
    watched.ask("off")
    assert not any(b64decode(watched.told("glass")["pixels"]))
    assert watched.told("glass")["is_on"] is False


def test_a_device_without_power_believes_nothing(watched: Watched) -> None:
    """The log is empty but for what hands have done."""
    watched.ask("off")

    log = watched.told("log")

    assert (log["believed"], log["stories"], log["frames_per_s"], log["faults"]) == ("", [], 0, [])
    assert watched.told("table")["is_on"] is False
    watched.ask("on", 3.0)
    assert watched.told("log")["believed"] != ""
    assert watched.told("log")["frames_per_s"] > 0


def test_a_fault_is_told_with_its_cure(watched: Watched) -> None:
    """In the words of `tholos status`."""
    watched.ask("unplug pad C", 4.0)
    watched.ask("unplug display", 4.0)

    faults = watched.told("log")["faults"]

    assert any(fault.startswith("pad C has no converter that answers; check") for fault in faults)
    assert len(faults) == 2
    assert watched.told("table")["unplugged"] == ["C", "display"]


def test_the_log_is_told_four_times_a_second_at_most(watched: Watched) -> None:
    """Whatever happens in every slice of time; nobody could read it faster."""
    watched.counted.clear()
    for number in range(400):
        watched.table.note(f"{number}")
        watched.wait(SLICE_S)

    assert watched.counted.get("log", 0) <= 400 * SLICE_S / LOG_EVERY_S + 1
    assert watched.counted.get("table", 0) == 0


def test_what_the_hand_is_to_do_next_waits_for_the_hand(watched: Watched) -> None:
    """Clicked faster than a stone can be put down: each is done in its turn; a button waits for nobody."""
    acts = ("lift white:w", "put D", "lift D", "put E", "lift E", "put white", "down ok", "up ok")
    asked = [watched.play.desk.ask(text) for text in acts]
    watched.wait(SLICE_S)
    at_once = [done.done() for done in asked]
    watched.wait(3.0)

    assert at_once == [True, True, False, False, False, False, True, True]
    assert [done.result() for done in asked] == [None] * 8
    assert watched.told("table")["workshops"]["white"] == "ww"


def test_the_hand_carries_a_stone_to_its_place_before_it_takes_it_again(watched: Watched) -> None:
    """Also a stone that a line of a script moves: the next act waits, and is not refused."""
    acts = ("stone white:w A", "stone A B", "lift B", "put C")
    asked = [watched.play.desk.ask(text) for text in acts]
    watched.wait(SLICE_S)
    assert [done.done() for done in asked] == [True, False, False, False]
    watched.wait(4.0)

    assert [done.result() for done in asked] == [None] * 4
    assert watched.told("table")["columns"] == ["", "", "w", "", "", "", ""]


def test_what_is_no_act_is_said_to_the_page(watched: Watched) -> None:
    """Not JSON, no act in it, half a character in its remark, no such stone."""
    desk = watched.play.desk
    wrong = ["", "x", "[1]", "{}", '{"act": 3}', "[" * 500, '"act"', "null", r'{"act": "wait 1 # \ud800"}']
    asked = [desk.ask_json(body) for body in wrong]

    assert {done.result() for done in asked} == {'an act is {"act": "…"}, with a line of a table script'}
    done = desk.ask_json('{"act": "lift A"}')
    watched.wait(SLICE_S)
    assert done.result() == "no stone lies on A; take one from where some lie"


def test_nobody_can_pile_up_acts_without_end(watched: Watched) -> None:
    """Who asks faster than a hand can move is told to wait."""
    asked = [watched.play.desk.ask("wait 1") for _ in range(300)]
    watched.wait(SLICE_S)

    results = [done.result() for done in asked]
    assert results[0] is None
    assert results[-1] == "too much at once; wait a moment"


def test_acts_that_wait_for_the_hand_do_not_pile_up_either(watched: Watched) -> None:
    """In slow motion a stone is long on its way: two hundred acts wait for it, and no more."""
    watched.ask("speed 0.1")
    asked: list[Future[str | None]] = []
    for _ in range(30):
        asked += [
            watched.play.desk.ask(text) for text in ("lift white:w", "put A", "lift A", "put white") * 3
        ]
        watched.wait(SLICE_S)

    told = [done.result() for done in asked if done.done()]
    assert len(asked) - len(told) <= 200
    assert told[-1] == "too much at once; wait a moment"
    watched.wait(60.0)
    assert all(done.done() for done in asked)
    assert watched.ask("lift quarry:g") is None


def test_a_stone_that_nobody_waits_for_any_more_is_left_where_it_is(watched: Watched) -> None:
    """Who closed the page while the hand was busy moves nothing afterwards; but their button comes up."""
    desk = watched.play.desk
    watched.ask("down white", 0.1)
    first, second, release = (desk.ask(text) for text in ("stone white:w A", "stone quarry:g B", "up white"))
    is_withdrawn = second.cancel(), release.cancel()
    watched.wait(5.0)

    assert is_withdrawn == (True, True)
    assert first.result() is None
    assert watched.told("table")["columns"] == ["w", "", "", "", "", "", ""]
    assert "> up white" in [line.partition("  ")[2] for line in watched.told("log")["lines"]]
    asked = [desk.ask("stone quarry:g B") for _ in range(250)]
    assert all(done.cancel() for done in asked if not done.done())
    assert desk.ask("wait 1").done() is False


def test_an_act_is_done_at_once_however_slowly_time_goes(watched: Watched) -> None:
    """Slow motion slows the stones, not the answer."""
    watched.ask("speed 0.1")
    done = watched.play.desk.ask("down grey")

    watched.play.attend(1.0, watched.now_s)

    assert done.result() is None


@pytest.fixture
def pages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two pages, and what else lies beside them."""
    folder = tmp_path / "pages"
    folder.mkdir()
    (folder / "live.html").write_text("<p>live")
    (folder / "play.html").write_text('<meta name="token" content=""><p>play')
    (folder / "words-en.json").write_text("{}")
    (folder / "notes.txt").write_text("not for a browser")
    monkeypatch.setattr(site, "PAGES", folder)
    return folder


@pytest.mark.usefixtures("pages")
def test_the_table_answers_to_the_page_that_was_given_out(watched: Watched) -> None:
    """The token stands in the page of the table alone; without it there are neither acts nor the truth."""
    found = play_site(watched.play, "secret")

    assert b'content="secret"' in found.files["/"].content
    assert found.files["/live"].content == b"<p>live"
    assert set(found.files) == {"/", "/live", "/pages/live.html", "/pages/words-en.json"}
    assert found.is_local
    wrong = [(path, told) for path in (EVENTS, ACT) for told in ("", "Secret", "secre")]
    assert is_let_in(found, "/events", "127.0.0.1", "")
    assert not any(is_let_in(found, path, "127.0.0.1", told) for path, told in wrong)
    assert is_let_in(found, ACT, "127.0.0.1", "secret")
    record = found.downloads["/game.tgn"]()
    assert (record.saved_as, record.content.splitlines()[0]) == ("tholos-game.tgn", b'[End "at-once"]')


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("play.html", "<p>no place for the token"),
        ("play.html", '<meta name="token" content=""><meta name="token" content="">'),
        ("play.html", None),
        ("live.html", None),
    ],
)
def test_a_package_that_lacks_a_page_says_so_at_once(
    watched: Watched, pages: Path, name: str, text: str | None
) -> None:
    """No table without a page, and none at which every act is refused."""
    if text is None:
        (pages / name).unlink()
    else:
        (pages / name).write_text(text)

    with pytest.raises((KeyError, ValueError)):
        play_site(watched.play, "secret")


def test_the_browser_is_called_when_there_is_something_to_see(watched: Watched) -> None:
    """And time goes on while it starts."""
    told_before: list[set[str]] = []

    class Over(Exception):
        pass

    def call() -> None:
        told_before.append(set(watched.made))
        raise Over

    watched.made.clear()
    fresh = Play(watched.table, watched._note)
    with pytest.raises(Over):
        module._keep_time(
            fresh, WebServer(module.ADDRESS, 0, play_site(fresh, "x"), ()), VirtualClock(), call
        )

    assert told_before == [{"moment", "game", "table", "glass", "log"}]


@pytest.mark.parametrize(
    ("environment", "is_opened"),
    [
        ({"DISPLAY": ":0"}, True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, True),
        ({}, False),
        ({"DISPLAY": "localhost:10.0", "SSH_CONNECTION": "192.168.1.2 22"}, False),
    ],
)
def test_a_browser_opens_where_there_is_a_desktop(
    monkeypatch: pytest.MonkeyPatch, environment: dict[str, str], is_opened: bool
) -> None:
    """In a bare terminal and over SSH the address is enough."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    opened: list[str] = []

    class Browser(webbrowser.BackgroundBrowser):
        def open(self, url: str, new: int = 0, autoraise: bool = True) -> bool:
            opened.append(url)
            return True

    monkeypatch.setattr(webbrowser, "get", lambda: Browser("browser"))
    browse("http://127.0.0.1:8080/")

    assert opened == (["http://127.0.0.1:8080/"] if is_opened else [])


@pytest.mark.parametrize("browser", [webbrowser.GenericBrowser("lynx"), None])
def test_a_browser_of_the_terminal_is_left_alone(
    monkeypatch: pytest.MonkeyPatch, browser: webbrowser.BaseBrowser | None
) -> None:
    """It would take the terminal over, and the table with it; where there is none at all, nothing happens."""
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)

    def get() -> webbrowser.BaseBrowser:
        if browser is None:
            raise webbrowser.Error
        return browser

    monkeypatch.setattr(webbrowser, "get", get)
    monkeypatch.setattr(webbrowser.GenericBrowser, "open", lambda *_: pytest.fail("it was opened"))

    browse("http://127.0.0.1:8080/")


def test_where_the_usual_port_is_taken_another_one_will_do(
    watched: Watched, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two tables on one machine; but a port that somebody has named is the one they want."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        monkeypatch.setattr(module, "PORT", other.getsockname()[1])
        found = play_site(watched.play, "secret")
        web = module._open(found, None)
        web.close()
        with pytest.raises(CompanionError) as refused:
            module._open(found, module.PORT)

    assert web.port not in (0, module.PORT)
    assert "Address already in use" in str(refused.value)


def test_a_desk_at_which_nobody_asks_lets_time_pass(tmp_path: Path) -> None:
    """Nothing is done, and nothing is waited for longer than it was said."""
    table = VirtualTable(tmp_path, is_direct=True)
    desk = Desk(table)

    desk.wait(0.0)
    desk.wait(0.001)
    desk.work()
    table.close()
