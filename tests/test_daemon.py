import os
import select
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from PIL import Image

from companion.assembly import assemble
from companion.clock import RealClock, VirtualClock
from companion.daemon import CALM_S, TRY_AGAIN_S, Bell, Daemon, run
from companion.journal.journal import Journal, KeptGame
from companion.link.hello import LinkState
from companion.panel.press import HOLD_S, STUCK_S, Button, Edge
from companion.panel.sound import Sound
from companion.rules.notation import parse_position
from companion.scale.pad import PadState
from companion.settings import Settings
from companion.simulate.sensors import PERIOD_S, DirectSensors
from companion.table.dialogues.menu import Entry, Menu
from companion.table.state import Phase, TableState

STONE_COUNTS = 7955
"""What a stone adds by the default settings: 3.7 g of 2150 counts."""


class ListPanel:
    """Edges that a test has put there."""

    def __init__(self) -> None:
        self.edges: list[Edge] = []
        self.is_closed = False

    def drain(self) -> list[Edge]:
        """All of them, once."""
        edges, self.edges = self.edges, []
        return edges

    def close(self) -> None:
        """Remember it."""
        self.is_closed = True


class WatchedGlass:
    """Keeps each picture, with what an onlooker finds on the disk at that very moment."""

    def __init__(self, on_disk: Callable[[], KeptGame | None]) -> None:
        self.pictures: list[Image.Image] = []
        self.contrasts: list[int] = []
        self.kept: list[KeptGame | None] = []
        self.is_closed = False
        self._on_disk = on_disk

    def show(self, image: Image.Image, contrast: int) -> None:
        """A picture comes."""
        self.pictures.append(image)
        self.contrasts.append(contrast)
        self.kept.append(self._on_disk())

    def stop(self) -> None:
        """It goes dark in `close`."""

    def close(self) -> None:
        """Remember it."""
        self.is_closed = True


class ListSpeaker:
    """Keeps each sound."""

    def __init__(self) -> None:
        self.played: list[Sound] = []
        self.fault: str | None = None
        self.is_closed = False

    def play(self, sound: Sound) -> None:
        """A sound begins."""
        self.played.append(sound)

    def close(self) -> None:
        """Remember it."""
        self.is_closed = True


class Desk:
    """A daemon with sensors, panel, glass and a journal on disk; time is the test's."""

    def __init__(self, folder: Path) -> None:
        self.clock = VirtualClock()
        self.sensors = DirectSensors()
        self.panel = ListPanel()
        self.speaker = ListSpeaker()
        self.folder = folder
        self.glass = WatchedGlass(self.on_disk)
        self.stones = [0] * 7
        self.journal = Journal(folder)
        self.journal.open()
        self.daemon: Daemon = assemble(
            Settings(),
            clock=self.clock,
            wire=self.sensors.port,
            panel=self.panel,
            glass=self.glass,
            journal=self.journal,
            speaker=self.speaker,
        )

    @property
    def state(self) -> TableState:
        """What everybody sees."""
        return self.daemon.table.state

    def on_disk(self) -> KeptGame | None:
        """The game as another program finds it."""
        reader = Journal(self.folder)
        reader.open()
        kept = reader.kept_game()
        reader.close()
        return kept

    def wait(self, seconds: float = 0.5) -> "Desk":
        """Let frames come, the stones at rest as they are now."""
        for _ in range(round(seconds / PERIOD_S)):
            self.clock.advance(PERIOD_S)
            counts = [1000 * pad + stones * STONE_COUNTS for pad, stones in enumerate(self.stones)]
            self.sensors.advance(self.clock.now_s(), counts)
            self.daemon.pump()
        return self

    def press(self, *buttons: Button) -> "Desk":
        """A finger, 0.1 s on each."""
        for button in buttons:
            self.panel.edges.append(Edge(button, True, self.clock.now_s()))
            self.wait(0.1)
            self.panel.edges.append(Edge(button, False, self.clock.now_s()))
            self.wait(0.1)
        return self

    def correct(self) -> "Desk":
        """BACK held, and down the menu to correcting the board."""
        self.panel.edges.append(Edge(Button.BACK, True, self.clock.now_s()))
        self.wait(HOLD_S + 0.2)
        self.panel.edges.append(Edge(Button.BACK, False, self.clock.now_s()))
        self.wait(0.1)
        while isinstance(menu := self.state.dialogue, Menu) and menu.entries[menu.index] is not Entry.CORRECT:
            self.press(Button.BLACK)
        return self.press(Button.OK)

    def put(self, pad: int) -> "Desk":
        """A stone appears on a pad, and all rest."""
        self.stones[pad] += 1
        return self.wait()


@pytest.fixture
def switch_on(tmp_path: Path) -> Iterator[Callable[[], Desk]]:
    """Switches a device on, as often as a test likes, with the same journal."""
    desks: list[Desk] = []

    def switch() -> Desk:
        desks.append(Desk(tmp_path / "journal"))
        return desks[-1]

    yield switch
    for desk in desks:
        desk.daemon.close()


@pytest.fixture
def desk(switch_on: Callable[[], Desk]) -> Desk:
    """A device that has just been switched on."""
    return switch_on()


def test_a_turn_is_on_disk_before_it_is_shown(desk: Desk) -> None:
    """Whatever the screen says has settled is found there by a program that looks at that very moment."""
    shown: list[TableState] = []
    draw = desk.daemon._draw
    desk.daemon._draw = lambda state: shown.append(state) or draw(state)

    desk.wait().press(Button.WHITE).put(0).put(6).press(Button.GREY, Button.GREY)

    turns = [len(kept.turns) if kept else 0 for kept in desk.glass.kept]
    assert desk.daemon.table.turns == ("wA", "bG", "+2g")
    assert turns == [state.turns for state in shown]
    assert sorted(set(turns)) == [0, 1, 2, 3]


def test_the_scales_memory_is_on_disk_with_the_turn(desk: Desk, switch_on: Callable[[], Desk]) -> None:
    """After a power cut the new scale knows what lies there: a stone put down meanwhile is a turn."""
    desk.wait().press(Button.WHITE).put(0)
    kept = desk.on_disk()
    desk.daemon.close()

    again = switch_on()
    again.stones = desk.stones
    again.put(6).wait(2)

    assert kept is not None
    assert kept.turns == ("wA",)
    assert again.state.mismatch is None
    assert again.daemon.table.turns == ("wA", "bG")


def test_zeros_are_kept_before_any_turn(desk: Desk, switch_on: Callable[[], Desk]) -> None:
    """The power may go between the first rest and the first turn."""
    desk.wait().press(Button.WHITE).wait()
    desk.daemon.close()

    again = switch_on()
    again.put(0)

    assert again.state.phase is Phase.PLAYING
    assert again.daemon.table.turns == ("wA",)


def test_a_machine_that_was_busy_catches_up_at_once(desk: Desk) -> None:
    """For 0.6 s nothing was read: a stone that came to rest meanwhile is there with the first look."""
    desk.wait().press(Button.WHITE).wait()
    desk.stones[0] += 1
    for _ in range(48):
        desk.clock.advance(PERIOD_S)
        desk.sensors.advance(
            desk.clock.now_s(), [stones * STONE_COUNTS + 1000 * n for n, stones in enumerate(desk.stones)]
        )

    desk.daemon.pump()

    assert desk.daemon.table.turns == ("wA",)


def test_a_pad_that_misses_a_reading_after_a_stall_is_not_silent(desk: Desk) -> None:
    """The first of the frames that waited lacks a pad's reading: that is one reading, not half a second."""
    desk.wait().press(Button.WHITE).wait()
    seen: list[tuple[object, ...]] = []
    see = desk.daemon.table.see
    desk.daemon.table.see = lambda heights, now_s: seen.append(heights.states) or see(heights, now_s)  # type: ignore[method-assign]
    for number in range(48):
        desk.clock.advance(PERIOD_S)
        desk.sensors.advance(desk.clock.now_s(), [1000 * n if number or n else None for n in range(7)])

    desk.daemon.pump()

    assert PadState.SILENT not in {state for states in seen for state in states}


def test_an_unchanged_state_draws_nothing(desk: Desk) -> None:
    """A minute in which nobody does anything costs no picture."""
    desk.wait().press(Button.WHITE).wait()
    count = len(desk.glass.pictures)

    desk.wait(60)

    assert len(desk.glass.pictures) == count


def test_a_new_state_is_drawn_once(desk: Desk) -> None:
    """A stone comes to rest: the glass gets pictures of it, each different from the one before."""
    desk.wait().press(Button.WHITE).wait()
    count = len(desk.glass.pictures)

    desk.put(0)

    new = [image.tobytes() for image in desk.glass.pictures[count:]]
    assert new
    assert len(set(new)) == len(new)


def doze(desk: Desk, seconds: int) -> None:
    """Nobody does anything; frames come so seldom that the test is quick, yet none is missed."""
    for _ in range(seconds):
        desk.clock.advance(1 - PERIOD_S)
        desk.wait(PERIOD_S)


def test_a_display_that_nobody_needs_is_dimmed_then_saved(desk: Desk) -> None:
    """The same picture with less light after 2 minutes, from 10 minutes on another place every 30 s."""
    desk.wait().press(Button.WHITE)
    doze(desk, 5)
    glass = desk.glass
    count = len(glass.pictures)
    page = glass.pictures[-1].tobytes()

    doze(desk, 660)

    new = [image.tobytes() for image in glass.pictures[count:]]
    assert new[0] == page
    assert len(new) == 1 + 3
    assert len({page, *new}) == 1 + 3
    assert (glass.contrasts[count - 1], *glass.contrasts[count:]) == (0xCF, 0, 0, 0, 0)
    assert desk.daemon.is_resting


def test_a_press_wakes_the_display_and_counts(desk: Desk) -> None:
    """Who takes a grey stone after a long pause need not press twice; it is all that White has room for."""
    desk.wait().press(Button.WHITE).wait()
    doze(desk, 620)
    was_resting = desk.daemon.is_resting

    desk.press(Button.GREY)

    assert was_resting
    assert not desk.daemon.is_resting
    assert desk.daemon.table.turns == ("+1g",)
    assert desk.glass.contrasts[-1] == 0xCF


def test_a_press_that_changes_nothing_wakes_the_display_too(desk: Desk) -> None:
    """OK means nothing before an ornament is chosen: the page comes back all the same."""
    desk.wait().press(Button.GREY).wait()
    page, state = desk.glass.pictures[-1].tobytes(), desk.state
    doze(desk, 620)

    desk.press(Button.OK)

    assert desk.state is state
    assert (desk.glass.pictures[-1].tobytes(), desk.glass.contrasts[-1]) == (page, 0xCF)


def test_a_stone_wakes_the_display(desk: Desk) -> None:
    """Play goes on without a button: the page is there as soon as the stone rests."""
    desk.wait().press(Button.WHITE).wait()
    doze(desk, 620)

    desk.put(0)

    assert desk.daemon.table.turns == ("wA",)
    assert not desk.daemon.is_resting
    assert desk.glass.contrasts[-1] == 0xCF


def test_the_loop_wakes_up_when_the_display_is_to_rest(desk: Desk) -> None:
    """Though nothing else may come for long, the saver jumps on time."""
    desk.wait().press(Button.WHITE).wait()
    desk.daemon.link.deadline_s = lambda now_s: now_s + 1000  # type: ignore[method-assign]
    now_s = desk.clock.now_s()

    first_s = desk.daemon.deadline_s(now_s) - now_s
    later_s = desk.daemon.deadline_s(now_s + 605) - now_s - 605

    assert 100 < first_s <= 120
    assert 0 < later_s <= 30


def test_who_listens_hears_what_happens(desk: Desk) -> None:
    """A turn settles, an undo is asked, a press cannot be; waiting makes no sound."""
    desk.wait().press(Button.WHITE).wait().put(0).press(Button.BACK)
    desk.daemon.keep(desk.daemon.table.begin(parse_position("w/-/-/-/-/-/- www bb w -"), desk.clock.now_s()))
    desk.wait(2).press(Button.GREY)

    doze(desk, 700)

    assert desk.speaker.played == [Sound.SETTLED, Sound.QUESTION, Sound.REFUSED]


def test_who_corrects_the_board_hears_what_cannot_be(desk: Desk) -> None:
    """A sixth stone on a column beeps, as any press that cannot be."""
    desk.wait().press(Button.WHITE).wait()
    desk.correct()

    desk.press(*[Button.GREY] * 6)

    assert desk.speaker.played == [Sound.REFUSED]


def test_a_lost_line_is_shown_and_heals(desk: Desk) -> None:
    """The lead is pulled in a game: the screen says so; put back, play goes on where it was."""
    desk.wait().press(Button.WHITE).put(0)
    before = desk.state

    desk.sensors.unplug()
    desk.wait(1.5)
    lost = desk.state
    desk.sensors.plug()
    desk.wait(3)

    assert lost.link is LinkState.UNPLUGGED
    assert len(lost.silent_pads) == 7
    assert lost.position == before.position
    assert desk.state == before


def test_a_silent_line_is_shown(desk: Desk) -> None:
    """The sensors hang: a second later the screen says so, with nobody touching anything."""
    desk.wait().press(Button.WHITE).wait()

    for _ in range(120):
        desk.clock.advance(PERIOD_S)
        desk.daemon.pump()

    assert desk.state.link is LinkState.SILENT


def test_a_game_is_played_on_though_nothing_can_be_kept(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full disk: the state says that the game is not saved, and the turns go on."""
    desk.wait().press(Button.WHITE)
    monkeypatch.setattr(type(desk.journal), "is_keeping", False)

    desk.put(0)

    assert not desk.state.is_kept
    assert desk.daemon.table.turns == ("wA",)


def test_a_take_back_and_a_result_reach_the_journal(desk: Desk) -> None:
    """What was taken back is so after a power cut too, and so is who has won."""
    desk.wait().press(Button.WHITE).put(0).press(Button.BACK, Button.OK)
    taken_back = desk.on_disk()
    columns = [5, 5, 5, 5, 5, 5, 4]
    last = parse_position("bwggw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwb b w w -")
    desk.stones = columns
    desk.daemon.keep(desk.daemon.table.begin(last, desk.clock.now_s()))

    desk.wait(2)
    desk.put(6)
    finished = desk.on_disk()

    assert taken_back is not None
    assert taken_back.turns == ()
    assert finished is not None
    assert (finished.turns, finished.result) == (("bG",), desk.state.score.result)


def test_after_a_correction_the_pads_agree_and_play_goes_on(
    desk: Desk, switch_on: Callable[[], Desk]
) -> None:
    """Stones were spilled and put back otherwise; the next stone is a turn, also after a power cut."""
    desk.wait().press(Button.WHITE).put(0).put(6)
    desk.correct()
    desk.stones = [0, 0, 1, 0, 2, 0, 0]
    ok, off = [Button.OK], [Button.BACK]
    desk.wait().press(*off, *ok * 2, Button.WHITE, *ok * 2, Button.GREY, Button.BLACK, *ok * 2, *off, *ok * 5)
    corrected = desk.on_disk()
    desk.put(0).wait(2)
    desk.daemon.close()
    again = switch_on()
    again.stones = desk.stones
    again.wait().put(5).wait()

    assert corrected is not None
    assert (corrected.start, corrected.turns) == ("-/-/w/-/gb/-/- w b w -", ())
    assert desk.daemon._scale.heights.stones == (1, 0, 1, 0, 2, 0, 0)
    assert desk.daemon.table.turns == ("wA",)
    assert again.state.mismatch is None
    assert again.daemon.table.turns == ("wA", "bF")


def test_a_stone_that_lay_there_when_the_zeros_were_made_is_corrected(desk: Desk) -> None:
    """C was never empty, its pad believes. The entry says so, people insist, and the pads begin anew."""
    desk.stones[2] = 1
    desk.wait().press(Button.WHITE).wait()
    desk.correct()
    desk.press(Button.OK, Button.OK, Button.BLACK, *[Button.OK] * 9).wait(2)
    is_guided = desk.state.is_guiding

    desk.press(Button.OK, Button.GREY).wait(2)
    counted = desk.daemon._scale.heights.stones
    desk.put(0).wait(2)

    assert is_guided
    assert counted == (0, 0, 1, 0, 0, 0, 0)
    assert desk.daemon.table.turns == ("wA",)


def test_a_temple_that_was_finished_unseen_has_its_result_on_disk(desk: Desk) -> None:
    """People entered the last stones by buttons: who has won is kept with them."""
    full = parse_position("bwggw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwbb w - w -")

    desk.daemon.keep(desk.daemon.table.begin(full, desk.clock.now_s()))
    kept = desk.on_disk()

    assert kept is not None
    assert kept.result == desk.state.score.result
    assert kept.result != "*"


def test_the_loop_may_sleep_until_the_deadline(desk: Desk) -> None:
    """The deadline is never in the past by more than a pump, and a button that is down brings it near."""
    desk.wait().press(Button.WHITE).wait()
    now_s = desk.clock.now_s()
    idle_s = desk.daemon.deadline_s(now_s)

    desk.panel.edges.append(Edge(Button.GREY, True, now_s))
    desk.daemon.pump()

    assert idle_s - now_s > 0.5
    assert 0 < desk.daemon.deadline_s(now_s) - now_s < 0.05


def test_stopping_leaves_all_in_order(desk: Desk) -> None:
    """The glass is dark, the pins are free, the journal is closed and another can keep it."""
    desk.wait().press(Button.WHITE)

    desk.daemon.close()

    heir = Journal(desk.folder)
    heir.open()
    assert desk.glass.is_closed
    assert desk.panel.is_closed
    assert desk.speaker.is_closed
    assert heir.is_keeping
    heir.close()


def test_the_bell_wakes_whoever_sleeps() -> None:
    """Rung from another thread, however often; stilled, it is silent."""
    bell = Bell()
    ringer = threading.Thread(target=lambda: [bell.ring() for _ in range(100_000)])

    ringer.start()
    woken, _, _ = select.select([bell.fileno()], [], [], 5)
    ringer.join()
    bell.still()
    silent, _, _ = select.select([bell.fileno()], [], [], 0)

    assert woken == [bell.fileno()]
    assert silent == []
    bell.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        os.fstat(bell.fileno())


def test_run_sleeps_until_the_bell_and_stops_when_told(desk: Desk) -> None:
    """A ring ends the sleep at once; a pump later the loop looks whether it is to stop."""
    desk.wait().press(Button.WHITE).wait()
    bell, clock, pumps = Bell(), RealClock(), 0
    began_s = clock.now_s()
    desk.daemon.deadline_s = lambda now_s: now_s + 5  # type: ignore[method-assign]
    threading.Timer(0.1, bell.ring).start()

    def is_stopped() -> bool:
        nonlocal pumps
        pumps += 1
        return pumps > 2

    threading.Timer(0.2, bell.ring).start()
    after: list[int] = []
    run(desk.daemon, desk.clock, bell, is_stopped, lambda: after.append(pumps))

    assert pumps == 3
    assert after == [1, 2]
    assert clock.now_s() - began_s < 4
    bell.close()


@pytest.mark.parametrize(
    ("wanted_s", "opens_s", "slept_s"),
    [
        *((None, 0.0, 5.0), (2.0, 0.0, 2.0), (9.0, 0.0, 5.0), (-1.0, 0.0, 0.0)),
        *((None, 3.0, 3.0), (2.0, 3.0, 2.0), (9.0, 8.0, 5.0), (4.0, 1.0, 1.0)),
    ],
)
def test_the_loop_wakes_for_whoever_wants_to_hear_of_its_turns(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, wanted_s: float | None, opens_s: float, slept_s: float
) -> None:
    """A watchdog is fed, and a door opened, in time though nothing comes; whoever is first wakes it."""
    desk.wait().press(Button.WHITE).wait()
    bell, slept, now_s = Bell(), list[float](), desk.clock.now_s()
    desk.daemon.deadline_s = lambda now_s: now_s + 5  # type: ignore[method-assign]

    def sleep(
        read: list[int], write: list[int], other: list[int], timeout_s: float
    ) -> tuple[list[int], list[int], list[int]]:
        slept.append(timeout_s)
        return [], [], []

    monkeypatch.setattr(select, "select", sleep)
    door = OneVisitor(RealClock())
    door.opens_s = now_s + opens_s

    run(
        desk.daemon,
        desk.clock,
        bell,
        lambda: bool(slept),
        lambda: None if wanted_s is None else now_s + wanted_s,
        door,
    )
    door.close()

    bell.close()
    assert slept == [pytest.approx(slept_s)]


@pytest.mark.parametrize(("is_calm", "lulls"), [(True, 1), (False, 0)])
def test_a_calm_plate_wakes_the_loop_less_often(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, is_calm: bool, lulls: int
) -> None:
    """Nobody touches the stones: a press is heard at once, frames may wait; while a pad moves they do not."""
    desk.wait().press(Button.WHITE).wait()
    desk.stones[0] = 0 if is_calm else 1
    desk.wait(0.1)
    bell, slept = Bell(), list[tuple[list[int], float]]()
    desk.daemon.deadline_s = lambda now_s: now_s + 5  # type: ignore[method-assign]
    port = bell.fileno() + 1000
    monkeypatch.setattr(desk.daemon.link, "fileno", lambda: port)

    def sleep(
        read: list[int], write: list[int], other: list[int], timeout_s: float
    ) -> tuple[list[int], list[int], list[int]]:
        slept.append((read, timeout_s))
        return [], [], []

    monkeypatch.setattr(select, "select", sleep)

    run(desk.daemon, desk.clock, bell, lambda: bool(slept))

    bell.close()
    assert [len(watched) for watched, _ in slept] == [1] * lulls + [2]
    assert [wait_s for _, wait_s in slept] == [*[CALM_S] * lulls, pytest.approx(5 - CALM_S * lulls)]
    assert slept[-1][0][-1] == port


def in_menu(desk: Desk, *buttons: Button) -> Desk:
    """BACK held at the start page, then these."""
    desk.wait()
    desk.panel.edges.append(Edge(Button.BACK, True, desk.clock.now_s()))
    desk.wait(HOLD_S + 0.1)
    desk.panel.edges.append(Edge(Button.BACK, False, desk.clock.now_s()))
    return desk.wait(0.1).press(*buttons)


def test_a_choice_is_on_disk_before_it_is_shown(desk: Desk, switch_on: Callable[[], Desk]) -> None:
    """Español, and the power goes: it is still so."""
    in_menu(desk, Button.OK, Button.BLACK)
    keeping: list[dict[str, str]] = []
    desk.daemon._draw = lambda state: keeping.append(desk.journal.preferences()) or desk.glass.pictures[-1]
    desk.press(Button.OK)
    desk.daemon.close()

    again = switch_on()

    assert keeping[-1] == {"language": "es"}
    assert again.state.language == "es"


def test_a_level_of_brightness_is_seen_at_once(desk: Desk) -> None:
    """The glass gets darker while people choose, not only after it."""
    in_menu(desk, Button.BLACK, Button.OK)
    bright = desk.glass.contrasts[-1]

    dark = desk.press(Button.BLACK, Button.BLACK).glass.contrasts[-1]

    assert (bright, dark) == (0xCF, 0x1C)


def test_stuck_buttons_and_a_dumb_buzzer_are_in_the_state(desk: Desk) -> None:
    """The menu can tell of them."""
    well = desk.wait().state
    desk.speaker.fault = "no sound"
    desk.panel.edges.append(Edge(Button.GREY, True, desk.clock.now_s()))

    desk.wait(STUCK_S + 1)

    assert (well.stuck_buttons, well.is_heard) == ((), True)
    assert (desk.state.stuck_buttons, desk.state.is_heard) == ((Button.GREY,), False)


def test_switched_off_ends_the_loop(desk: Desk) -> None:
    """OK at the question: nothing is waited for any more."""
    in_menu(desk, Button.WHITE, Button.OK)
    was_off = desk.daemon.is_switched_off
    desk.press(Button.OK)
    pumped: list[int] = []
    bell = Bell()

    run(desk.daemon, desk.clock, bell, lambda: len(pumped) > 9, lambda: pumped.append(1))

    bell.close()
    assert not was_off
    assert desk.daemon.is_switched_off
    assert len(pumped) == 1


def test_a_disk_that_is_mended_is_seen_without_a_turn(switch_on: Callable[[], Desk], tmp_path: Path) -> None:
    """The other program has stopped: the warning is gone within seconds, though nobody plays."""
    other = Journal(tmp_path / "journal")
    other.open()
    desk = switch_on().wait().press(Button.WHITE)
    during = desk.state
    other.close()

    desk.wait(TRY_AGAIN_S + 0.5)
    kept = desk.on_disk()

    assert (during.is_kept, during.is_taken) == (False, True)
    assert (desk.state.is_kept, desk.state.is_taken) == (True, False)
    assert kept is not None
    assert kept.start == "-/-/-/-/-/-/- ww bb w -"


class OneVisitor:
    """Somebody asks once, and then again and again."""

    def __init__(self, clock: RealClock) -> None:
        self.opens_s, self.served = 0.0, 0
        self._clock = clock
        self._read_end, self._write_end = os.pipe()
        os.write(self._write_end, b"?")

    def fileno(self) -> int:
        """Somebody always waits."""
        return self._read_end

    def serve(self, now_s: float) -> None:
        """Answered; the next one has to wait."""
        self.served += 1
        self.opens_s = now_s + 0.2

    def close(self) -> None:
        """Nobody asks."""
        os.close(self._read_end)
        os.close(self._write_end)


def test_who_asks_is_answered_by_the_loop_and_does_not_keep_it_awake(
    tmp_path: Path,
) -> None:
    """Asked without end, the loop answers now and then, and sleeps in between."""
    desk = Desk(tmp_path / "journal")
    clock, bell = RealClock(), Bell()
    door, pumped = OneVisitor(clock), 0
    end_s = clock.now_s() + 0.5

    def count() -> None:
        nonlocal pumped
        pumped += 1

    desk.daemon.deadline_s = lambda now_s: now_s + 0.1  # type: ignore[method-assign]
    run(desk.daemon, clock, bell, lambda: clock.now_s() > end_s, count, door)
    desk.daemon.close()
    door.close()
    bell.close()

    assert 1 <= door.served <= 4
    assert pumped < 20
