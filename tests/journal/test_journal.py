import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.journal.form import MIGRATIONS
from companion.journal.journal import Journal, KeptGame
from tests.journal.faults import reopened, row_texts


def test_a_new_journal_keeps_no_game(journal: Journal) -> None:
    """A device fresh from the bench starts with nothing to go on with, and keeps."""
    assert journal.kept_game() is None
    assert journal.games() == ()
    assert journal.memory() == "{}"
    assert journal.is_keeping


def test_a_game_goes_on_after_a_restart(journal: Journal, folder: Path) -> None:
    """We switch off in the middle; next evening the device knows the game, turn by turn."""
    journal.begin("start", "at-once")
    journal.add_turn("+2g", '{"zero": 1}')
    journal.add_turn("wD:+g", '{"zero": 2}')
    journal.close()

    after = reopened(folder)
    kept = after.kept_game()
    after.add_turn("bA", '{"zero": 3}')
    went_on = after.kept_game()
    after.close()

    assert kept == KeptGame(1, "start", "at-once", ("+2g", "wD:+g"), '{"zero": 2}', "*", True, "")
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


def test_a_finished_game_is_still_there_after_a_power_cut(journal: Journal) -> None:
    """The power fails right after the last stone: the count can be shown again, with its result."""
    journal.begin("start", "at-once")

    journal.add_turn("+2g", "{}", "1-0")
    kept = journal.kept_game()

    assert kept is not None
    assert (kept.turns, kept.result) == (("+2g",), "1-0")


def test_the_last_turn_and_the_result_are_one_write(journal: Journal) -> None:
    """No power cut can come between the last stone and who has won."""
    journal.begin("start", "at-once")
    statements: list[str] = []
    journal._keeping.store.set_trace_callback(statements.append)

    journal.add_turn("+2g", "{}", "1-0")

    assert statements.count("COMMIT") == 1
    assert [game.result for game in journal.games()] == ["1-0"]


def test_a_result_that_a_power_cut_kept_back_can_follow(journal: Journal) -> None:
    """A game whose last turn is on disk without its result gets it at the next start."""
    journal.begin("start", "at-once")
    journal.add_turn("+2g", "{}")

    journal.finish("0-1")

    assert [(game.turns, game.result) for game in journal.games()] == [(("+2g",), "0-1")]


def test_taking_back_the_last_turn_reopens_a_finished_game(journal: Journal) -> None:
    """The last stone was a slip: taken back, the game goes on."""
    journal.begin("start", "at-once")
    journal.add_turn("wA", "{}", "1-0")

    journal.take_back()
    kept = journal.kept_game()

    assert kept is not None
    assert (kept.turns, kept.result) == ((), "*")


def test_a_game_given_up_for_a_new_one_is_not_gone_on_with(journal: Journal) -> None:
    """We began anew: the abandoned game stays on record, and the new one is the one to go on with."""
    journal.begin("first", "at-once")
    journal.add_turn("+2g", "{}")
    journal.begin("second", "after-bonus")
    journal.add_turn("wA", "{}", "0-1")

    kept = journal.kept_game()

    assert kept is not None
    assert (kept.start, kept.end, kept.turns) == ("second", "after-bonus", ("wA",))
    assert [(game.id, game.result) for game in journal.games()] == [(1, "*"), (2, "0-1")]


def test_a_game_that_is_left_stays_as_it_is(journal: Journal, folder: Path) -> None:
    """A game that cannot be gone on with: nothing is added to it, and the reason can be told."""
    journal.begin("first", "at-once")
    journal.add_turn("+2g", "{}")

    journal.leave("game 1 cannot be read")
    journal.note("press", "white")
    journal.begin("second", "at-once")

    with closing(sqlite3.connect(folder / "games.db")) as store:
        (game,) = store.execute("SELECT game FROM happening WHERE kind = 'press'").fetchone()
    assert game is None
    assert [(game.start, game.turns) for game in journal.games()] == [("first", ("+2g",)), ("second", ())]
    assert journal.remarks == ["game 1 cannot be read"]


@pytest.mark.parametrize(
    "act",
    [Journal.take_back, lambda journal: journal.add_turn("wA", "{}"), lambda journal: journal.finish("*")],
)
def test_a_game_that_is_left_cannot_be_played_on(journal: Journal, act: object) -> None:
    """A programmer's slip cannot spoil the record that was to stay as it is."""
    journal.begin("first", "at-once")
    journal.leave("game 1 cannot be read")
    assert callable(act)

    with pytest.raises(ValueError, match="before any game"):
        act(journal)


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


@pytest.mark.parametrize("kind", ["begin", "turn", "take-back", "result"])
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


@pytest.mark.parametrize(
    ("acts", "is_laid"),
    [
        ((), False),
        (("lay",), True),
        (("lay", "turn"), True),
        (("lay", "turn", "take_back"), False),
        (("lay", "turn", "take_back", "lay"), True),
    ],
)
def test_it_is_known_whether_the_stones_were_seen_to_lie_right(
    journal: Journal, acts: tuple[str, ...], is_laid: bool
) -> None:
    """After a power cut hands are guided if they were being guided before."""
    journal.begin("start", "at-once")
    do = {"lay": journal.lay, "take_back": journal.take_back, "turn": lambda: journal.add_turn("wD", "{}")}

    for act in acts:
        do[act]()

    kept = journal.kept_game()
    assert kept is not None
    assert kept.is_laid is is_laid


# --- how people want the device to be


def test_a_choice_outlives_a_power_cut(journal: Journal, folder: Path) -> None:
    """German since the first evening, and before any game: the newest choice of each name is there again."""
    before = journal.preferences()
    journal.prefer("language", "es")
    journal.prefer("brightness", "1")
    journal.prefer("language", "de")

    onlooker = reopened(folder)
    kept = onlooker.preferences()
    onlooker.close()

    assert before == {}
    assert kept == {"language": "de", "brightness": "1"}
    assert journal.is_keeping


def test_a_choice_waits_for_its_turn_while_another_program_keeps_games(folder: Path) -> None:
    """Two programs, one folder: the second one's choice is on disk as soon as the first has stopped."""
    first, second = reopened(folder), reopened(folder)
    second.prefer("language", "fr")
    meanwhile, is_keeping = second.preferences(), second.is_keeping
    first.close()

    second.close()

    heir = reopened(folder)
    kept = heir.preferences()
    heir.close()
    assert (meanwhile, is_keeping) == ({}, False)
    assert kept == {"language": "fr"}


def test_a_journal_of_the_first_release_can_keep_choices(folder: Path) -> None:
    """An update: the games are all there, and the new table beside them."""
    folder.mkdir(parents=True)
    with closing(sqlite3.connect(folder / "games.db")) as store:
        store.executescript(MIGRATIONS[0].read_text(encoding="utf-8"))
        store.execute("INSERT INTO game (start, end_rule, begun) VALUES ('start', 'at-once', '')")
        store.execute("PRAGMA user_version = 1")
        store.commit()

    journal = reopened(folder)
    journal.prefer("language", "de")
    kept, games = journal.preferences(), journal.games()
    journal.close()

    assert kept == {"language": "de"}
    assert [game.start for game in games] == ["start"]
