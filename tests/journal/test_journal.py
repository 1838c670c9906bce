import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.journal import Journal, KeptGame
from tests.journal.faults import full_disk, row_texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where the journal is to be; not made yet."""
    return tmp_path / "var" / "tholos"


@pytest.fixture
def journal(folder: Path) -> Iterator[Journal]:
    """An open journal."""
    opened = Journal(folder)
    opened.open()
    yield opened
    opened.close()


def reopened(folder: Path) -> Journal:
    """The journal as the program finds it after a restart."""
    journal = Journal(folder)
    journal.open()
    return journal


def test_a_new_journal_keeps_no_game(journal: Journal) -> None:
    """A device fresh from the bench starts with nothing to go on with, and keeps."""
    assert journal.kept_game() is None
    assert journal.games() == ()
    assert journal.memory() == "{}"
    assert journal.is_keeping


def test_a_game_goes_on_after_a_restart(journal: Journal, folder: Path) -> None:
    """We switch off in the middle; next evening the device knows the game, turn by turn."""
    number = journal.begin("start", "at-once")
    journal.add_turn("+2g", '{"zero": 1}')
    journal.add_turn("wD:+g", '{"zero": 2}')
    journal.close()

    after = reopened(folder)
    kept = after.kept_game()
    after.add_turn("bA", '{"zero": 3}')
    went_on = after.kept_game()
    after.close()

    assert kept == KeptGame(number, "start", "at-once", ("+2g", "wD:+g"), '{"zero": 2}', "*", "")
    assert went_on is not None
    assert went_on.turns == ("+2g", "wD:+g", "bA")


def test_a_turn_is_on_disk_when_the_screen_may_say_settled(journal: Journal, folder: Path) -> None:
    """Another look at the same file sees the turn as soon as it was kept."""
    journal.begin("start", "at-once")
    journal.add_turn("+2g", "{}")

    onlooker = reopened(folder)
    kept = onlooker.kept_game()
    onlooker.close()

    assert kept is not None
    assert kept.turns == ("+2g",)


CHILD = """
import os, sys
from pathlib import Path
from companion.journal.journal import Journal
journal = Journal(Path(sys.argv[1]))
journal.open()
journal.begin("start", "at-once")
for n in range(20):
    journal.note("press", str(n))
    journal.add_turn(f"+{n}", f"memory {n}")
os.write(1, b"kept")
sys.stdin.read()
"""


def test_a_killed_program_has_lost_nothing(folder: Path) -> None:
    """The program dies the moment the last turn was kept: all turns, presses and the memory are there."""
    with subprocess.Popen(
        [sys.executable, "-c", CHILD, folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as child:
        assert child.stdout is not None
        told = child.stdout.read(4)
        child.send_signal(signal.SIGKILL)

    after = reopened(folder)
    kept = after.kept_game()
    after.close()

    assert told == b"kept"
    assert kept is not None
    assert kept.turns == tuple(f"+{n}" for n in range(20))
    assert kept.memory == "memory 19"
    assert row_texts(folder, "press") == [str(n) for n in range(20)]
    assert after.is_keeping


def test_a_turn_taken_back_is_gone_from_the_game_and_not_from_the_record(
    journal: Journal, folder: Path
) -> None:
    """We take a turn back and play another: the game has the other one, the journal has both."""
    journal.begin("start", "at-once")
    journal.add_turn("+2g", "{}")
    journal.add_turn("wA", "{}")
    journal.take_back()
    journal.add_turn("wB", "{}")

    kept = journal.kept_game()

    assert kept is not None
    assert kept.turns == ("+2g", "wB")
    assert row_texts(folder, "turn") == ["+2g", "wA", "wB"]


@settings(max_examples=30)  # each one syncs to the disk
@given(st.lists(st.sampled_from(["turn", "back", "note", "restart"]), max_size=30))
def test_the_game_is_always_what_was_played(
    tmp_path_factory: pytest.TempPathFactory, steps: list[str]
) -> None:
    """Turns, takebacks, presses and restarts in any order: the standing turns are those of a plain list."""
    folder = tmp_path_factory.mktemp("journal")
    journal, expected = reopened(folder), []
    journal.begin("start", "at-once")

    for number, step in enumerate(steps):
        if step == "turn":
            journal.add_turn(str(number), "{}")
            expected.append(str(number))
        elif step == "back" and expected:
            journal.take_back()
            expected.pop()
        elif step == "note":
            journal.note("press", "ok")
        elif step == "restart":
            journal.close()
            journal = reopened(folder)
    kept = journal.kept_game()
    journal.close()

    assert kept is not None
    assert list(kept.turns) == expected


def test_a_finished_game_is_not_gone_on_with(journal: Journal) -> None:
    """After the end there is nothing to resume, and the record has the result."""
    journal.begin("start", "at-once")
    journal.add_turn("+2g", "{}")

    journal.finish("1-0")

    assert journal.kept_game() is None
    assert [game.result for game in journal.games()] == ["1-0"]


def test_taking_back_the_last_turn_reopens_a_finished_game(journal: Journal) -> None:
    """The last stone was a slip: taken back, the game goes on."""
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}")
    journal.finish("1-0")

    journal.take_back()
    kept = journal.kept_game()

    assert kept is not None
    assert (kept.turns, kept.result) == ((), "*")


def test_a_game_given_up_for_a_new_one_is_not_gone_on_with(journal: Journal) -> None:
    """We began anew: once that game is finished, the abandoned one does not come back."""
    journal.begin("first", "at-once")
    journal.add_turn("+2g", "{}")
    journal.begin("second", "after-bonus")

    during = journal.kept_game()
    journal.finish("0-1")

    assert during is not None
    assert (during.start, during.end, during.turns) == ("second", "after-bonus", ())
    assert journal.kept_game() is None
    assert [(game.id, game.result) for game in journal.games()] == [(1, "*"), (2, "0-1")]


def test_presses_wait_for_the_next_turn(journal: Journal, folder: Path) -> None:
    """A press costs the card nothing by itself; it is written with the turn, in the order of things."""
    journal.note("press", "white")
    journal.begin("start", "at-once")
    journal.note("press", "grey")
    waiting = row_texts(folder, "press")

    journal.add_turn("+1g", "{}")

    assert waiting == ["white"]
    assert row_texts(folder, "press", "turn") == ["white", "grey", "+1g"]


def test_presses_are_written_when_the_device_is_switched_off(journal: Journal, folder: Path) -> None:
    """The last presses of the evening are on record although no turn followed."""
    journal.note("press", "ok")

    journal.close()

    assert row_texts(folder, "press") == ["ok"]


@pytest.mark.parametrize("kind", ["turn", "take-back"])
def test_a_note_cannot_pass_for_a_turn(journal: Journal, kind: str) -> None:
    """A programmer's slip cannot put a turn into the record that nobody played."""
    with pytest.raises(ValueError, match="a note cannot be called"):
        journal.note(kind, "wA")


def test_the_scale_remembers_without_a_game(journal: Journal, folder: Path) -> None:
    """A calibration done before the first game is there after a restart, and a new game keeps it."""
    journal.remember('{"zero": 5}')
    journal.close()

    after = reopened(folder)
    before_game = after.memory()
    after.begin("start", "at-once")
    kept = after.kept_game()
    after.close()

    assert before_game == '{"zero": 5}'
    assert kept is not None
    assert kept.memory == '{"zero": 5}'


def test_wall_time_is_for_people_and_never_for_order(folder: Path) -> None:
    """The clock jumps back between two games, as a Pi's does: the later game is still the later one."""
    times = iter(["2026-05-01T20:00", "1970-01-01T00:00"])
    journal = Journal(folder, lambda: next(times))
    journal.open()

    journal.begin("first", "at-once")
    journal.begin("second", "at-once")
    games = journal.games()
    journal.close()

    assert [(game.start, game.begun) for game in games] == [
        ("first", "2026-05-01T20:00"),
        ("second", "1970-01-01T00:00"),
    ]


def test_a_full_disk_does_not_stop_the_game(journal: Journal, folder: Path) -> None:
    """The card fills up: play goes on, the journal says so, and once there is room nothing is missing."""
    journal.begin("start", "at-once")
    journal.add_turn("1", "m1")

    with full_disk(folder):
        for number in range(2, 40):
            journal.note("press", "x" * 500)
            journal.add_turn(str(number), f"m{number}")
        journal.take_back()
        during = (journal.is_keeping, journal.fault)
    journal.remember("m40")
    kept = journal.kept_game()

    assert not during[0]
    assert during[1] is not None
    assert str(folder) in during[1]
    assert "cannot be written" in during[1]
    assert (journal.is_keeping, journal.fault) == (True, None)
    assert kept is not None
    assert kept.turns == tuple(str(number) for number in range(1, 39))
    assert kept.memory == "m40"
    assert len(row_texts(folder, "press")) == 38


def test_what_a_full_disk_kept_back_is_tried_again_at_the_end(journal: Journal, folder: Path) -> None:
    """There is room again just before the device is switched off: the last turns make it."""
    journal.begin("start", "at-once")
    with full_disk(folder):
        for number in range(40):
            journal.add_turn(str(number), "x" * 1000)
    journal.close()

    after = reopened(folder)
    kept = after.kept_game()
    after.close()

    assert kept is not None
    assert kept.turns == tuple(str(number) for number in range(40))


def test_a_game_begun_on_a_full_disk_is_kept_later(journal: Journal, folder: Path) -> None:
    """Even a game's beginning may have to wait for room."""
    journal.begin("x" * 100_000, "at-once")
    with full_disk(folder):
        second = journal.begin("y" * 2_000_000, "at-once")
        journal.add_turn("+2g", "{}")
        during = journal.is_keeping

    journal.add_turn("wA", "{}")
    kept = journal.kept_game()

    assert not during
    assert kept is not None
    assert (kept.id, kept.turns) == (second, ("+2g", "wA"))


def test_only_one_program_keeps_games_in_a_folder(journal: Journal, folder: Path) -> None:
    """A second device on the same folder says why it keeps nothing, and spoils nothing."""
    journal.begin("ours", "at-once")

    second = reopened(folder)
    second.begin("theirs", "at-once")
    second.add_turn("wA", "{}")
    fault = second.fault
    second.close()
    journal.add_turn("+2g", "{}")

    assert fault is not None
    assert str(folder) in fault
    assert [(game.start, game.turns) for game in journal.games()] == [("ours", ("+2g",))]


def test_closing_lets_the_next_one_keep(journal: Journal, folder: Path) -> None:
    """Stopped, even twice, and started again, the device keeps as before."""
    journal.close()
    journal.close()

    after = reopened(folder)
    after.begin("start", "at-once")
    after.close()

    assert after.is_keeping


@pytest.mark.parametrize("act", [Journal.take_back, lambda journal: journal.add_turn("wA", "{}")])
def test_nothing_is_played_before_a_game_begins(journal: Journal, act: object) -> None:
    """A programmer's slip is heard at once, not found in the record later."""
    assert callable(act)

    with pytest.raises(ValueError, match="before any game"):
        act(journal)


def test_a_closed_journal_says_so(journal: Journal) -> None:
    """Asking a closed journal is a programmer's slip as well."""
    journal.close()

    with pytest.raises(ValueError, match="not open"):
        journal.games()
