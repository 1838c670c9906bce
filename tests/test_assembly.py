from dataclasses import fields
from pathlib import Path

import pytest

from companion import __version__
from companion.assembly import assemble
from companion.clock import VirtualClock
from companion.daemon import Daemon
from companion.journal.journal import Journal, KeptGame
from companion.panel.press import Button, Press
from companion.rules.notation import parse_position
from companion.scale.memory import Memory, PadMemory
from companion.screen import words
from companion.settings import DisplaySettings, GameSettings, Settings
from companion.simulate.sensors import DirectSensors
from companion.table import state
from companion.table.dialogues.setup import Setup
from companion.table.state import Phase

START = "-/-/-/-/-/-/- ww bb w -"
LAST_STONE = "bwggw/bwwww/bwbgb/gwgwb/ggggg/wwbbw/wbwb b w w -"


class Nothing:
    """No buttons and no display: what is shown here is asked of the table."""

    def drain(self) -> list:
        """Nobody presses."""
        return []

    def show(self, image: object, contrast: int) -> None:
        """Nobody looks."""

    def stop(self) -> None:
        """Nothing to darken."""

    def close(self) -> None:
        """Nothing to close."""


def switch_on(folder: Path, clock: VirtualClock, tokens: str = "ABCDEFG") -> tuple[Daemon, Journal]:
    """The device as it comes up with what is kept in the folder."""
    journal = Journal(folder)
    journal.open()
    nothing = Nothing()
    wire = DirectSensors().port
    settings = Settings(game=GameSettings(tokens=tokens))
    daemon = assemble(settings, clock=clock, wire=wire, panel=nothing, glass=nothing, journal=journal)
    daemon.pump()
    return daemon, journal


def keep(folder: Path, start: str, *turns: str, end: str = "at-once", result: str = "*") -> KeptGame:
    """A game on disk, as an earlier evening left it."""
    journal = Journal(folder)
    journal.open()
    journal.begin(start, end)
    for turn in turns:
        journal.add_turn(turn, "{}")
    if result != "*":
        journal.finish(result)
    kept = journal.kept_game()
    journal.close()
    assert kept is not None
    return kept


@pytest.mark.parametrize(
    ("start", "turn", "end"),
    [
        pytest.param(START, "wA", "at-once", id="not-that-player-s-stone"),
        pytest.param(START, "wX", "at-once", id="no-turn"),
        pytest.param("soon", "wA", "at-once", id="no-position"),
        pytest.param("wwwwwwww/-/-/-/-/-/- ww bb w -", "wA", "at-once", id="too-high"),
        pytest.param(START, "wA", "some-day", id="no-end"),
    ],
)
def test_a_game_that_cannot_be_gone_on_with_stops_nobody(
    tmp_path: Path, clock: VirtualClock, start: str, turn: str, end: str
) -> None:
    """The device asks who begins, the old game stays on disk as it was, and the log can say why."""
    kept = keep(tmp_path, start, "wB", turn, end=end)

    daemon, journal = switch_on(tmp_path, clock)
    daemon.keep(daemon.table.begin(parse_position(START), 0.0))
    games = journal.games()
    daemon.close()

    assert [game.start for game in games] == [start, START]
    assert (games[0].turns, games[0].result) == (kept.turns, "*")
    (remark,) = journal.remarks
    assert remark.startswith("game 1 cannot be gone on with (")
    assert remark.endswith("); it stays on disk as it is")


def test_a_game_that_cannot_be_gone_on_with_leaves_the_start(tmp_path: Path, clock: VirtualClock) -> None:
    """It is the page of a fresh evening: no stone, no turn."""
    keep(tmp_path, START, "wB", "wB")

    daemon, _ = switch_on(tmp_path, clock)
    daemon.close()

    assert daemon.table.state.phase is Phase.START
    assert daemon.table.turns == ()


def test_the_count_is_there_again_after_a_power_cut(tmp_path: Path, clock: VirtualClock) -> None:
    """The power fails while the points are read out: they are there again, and the result is untouched."""
    keep(tmp_path, LAST_STONE, "bG", result="1-0")

    daemon, journal = switch_on(tmp_path, clock)
    games = journal.games()
    daemon.close()

    assert daemon.table.state.phase is Phase.OVER
    assert [game.result for game in games] == ["1-0"]


def test_a_complete_game_without_its_result_gets_it(tmp_path: Path, clock: VirtualClock) -> None:
    """An older version kept the last turn and not the result: the record is completed at the next start."""
    keep(tmp_path, LAST_STONE, "bG")

    daemon, journal = switch_on(tmp_path, clock)
    games = journal.games()
    daemon.close()

    assert [game.result for game in games] == [daemon.table.state.score.result]


def test_a_game_under_way_keeps_its_open_result(tmp_path: Path, clock: VirtualClock) -> None:
    """Only a complete temple has a winner."""
    keep(tmp_path, START, "wB")

    daemon, journal = switch_on(tmp_path, clock)
    games = journal.games()
    daemon.close()

    assert daemon.table.state.phase is Phase.PLAYING
    assert [game.result for game in games] == ["*"]


def test_the_letters_that_are_drawn_are_a_setting(tmp_path: Path, clock: VirtualClock) -> None:
    """The tokens in my box say A and E: the device draws no other, first game or game gone on with."""
    keep(tmp_path, LAST_STONE, "bG", result="1-0")

    daemon, _ = switch_on(tmp_path, clock, "AE")
    for button in (Button.OK, Button.BACK, Button.GREY, Button.GREY):
        daemon.keep(daemon.table.press(Press(button, is_hold=False, t_s=0.0), 0.0))
    daemon.close()

    setup = daemon.table.state.dialogue
    assert isinstance(setup, Setup)
    assert [location.value for location, _ in setup.laid] == ["A", "E"]


@pytest.mark.parametrize(
    ("chosen", "shown"),
    [
        ({}, ("en", 3)),
        ({"language": "fr", "brightness": "1"}, ("fr", 1)),
        ({"language": "FR", "brightness": "4"}, ("en", 3)),
        ({"language": "", "brightness": "bright"}, ("en", 3)),
        ({"brightness": "-1", "mood": "good"}, ("en", 3)),
        ({"brightness": "\N{SUPERSCRIPT TWO}"}, ("en", 3)),
    ],
)
@pytest.mark.parametrize("is_resumed", [False, True])
def test_what_was_chosen_counts_again_and_nonsense_does_not(
    tmp_path: Path, clock: VirtualClock, chosen: dict[str, str], shown: tuple[str, int], *, is_resumed: bool
) -> None:
    """With a game to go on with or without: as people chose it, else as it is set."""
    if is_resumed:
        keep(tmp_path, START, "wB")
    journal = Journal(tmp_path)
    journal.open()
    for name, value in chosen.items():
        journal.prefer(name, value)
    journal.close()

    daemon, _ = switch_on(tmp_path, clock)
    daemon.close()

    after = daemon.table.state
    assert (after.language, after.brightness) == shown
    assert after.version == __version__
    assert (after.phase is Phase.PLAYING) is is_resumed


def test_every_setting_of_the_language_is_one_of_the_menu() -> None:
    """What the settings can say can be chosen, and the other way round, and each has its texts."""
    (language,) = [each for each in fields(DisplaySettings) if each.name == "language"]

    assert language.metadata["among"] == state.LANGUAGES == words.LANGUAGES


def test_a_pad_that_was_dead_when_the_game_began_is_set_up_when_it_is_there(
    tmp_path: Path, clock: VirtualClock
) -> None:
    """Pad C had no lead; after a power cut it has one, and is told how high its column is."""
    keep(tmp_path, START, "wB")
    journal = Journal(tmp_path)
    journal.open()
    journal.remember(Memory(tuple(PadMemory(None if pad == 2 else 0.0) for pad in range(7))).to_json())
    journal.close()

    daemon, _ = switch_on(tmp_path, clock)
    daemon.close()

    assert daemon._scale._unset == {2: 0}
