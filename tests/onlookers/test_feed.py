import json
from collections.abc import Callable

from companion.onlookers.feed import Feed
from companion.rules.record import read_games
from tests.table.evening import Evening


class Stage:
    """A table, and what is published of it."""

    def __init__(self) -> None:
        self.evening = Evening()
        self.published: list[tuple[str, Callable[[], str]]] = []
        self.number = 0
        self.feed = Feed(lambda name, make: self.published.append((name, make)), lambda: (self.number, ""))

    def look(self) -> list[str]:
        """What is published of how the table is now."""
        self.published.clear()
        self.feed.look(self.evening.table)
        return [name for name, _ in self.published]

    def told(self, name: str) -> dict:
        """The newest event of that name."""
        return json.loads(next(make for found, make in reversed(self.published) if found == name)())


def test_onlookers_follow_a_game_from_its_first_stone() -> None:
    """Each change is one moment; the whole game is told when a turn has settled."""
    stage = Stage()
    assert stage.look() == ["moment", "game"]

    stage.number = 1
    stage.evening.press("white")
    assert stage.look() == ["moment", "game"]  # another game
    stage.evening.put("D")
    assert stage.look() == ["moment"]
    assert "take which stone?" in " ".join(stage.told("moment")["texts"]["en"])
    assert stage.told("moment")["columns"][3] == "w"
    stage.evening.press("grey")
    assert stage.look() == ["moment", "game"]
    game = stage.told("game")

    assert [step["turn"] for step in game["steps"]] == ["", "wD:+g"]
    assert game["game"] == stage.told("moment")["game"] == 1


def test_nothing_is_told_twice() -> None:
    """A loop that turns though nothing happens publishes nothing."""
    stage = Stage()
    stage.look()

    assert stage.look() == []
    stage.evening.wait(0.01)
    assert stage.look() == []


def test_a_game_that_gets_its_number_later_is_told_with_it() -> None:
    """The disk takes the game some seconds after it has begun: nothing else has changed at the table."""
    stage = Stage()
    stage.evening.press("white")
    stage.look()

    stage.number = 7

    assert stage.look() == ["moment", "game"]
    assert stage.told("game")["game"] == stage.told("moment")["game"] == 7
    assert stage.look() == []


def test_a_turn_that_is_taken_back_is_gone_from_the_game() -> None:
    """The list is as long as the game, no longer."""
    stage = Stage()
    stage.evening.press("white").put("D").press("grey")
    stage.look()
    stage.evening.press("back", "ok")

    assert stage.look() == ["moment", "game"]
    assert [step["turn"] for step in stage.told("game")["steps"]] == [""]


def test_the_game_so_far_can_be_kept_at_any_time() -> None:
    """Before anything was seen there is nothing; then what was played."""
    stage = Stage()
    assert stage.feed.record() == ""

    stage.evening.press("white").put("D").press("grey")
    stage.look()

    (game,) = read_games(stage.feed.record())
    assert len(game.turns) == 1
    assert game.result == "*"


def test_a_device_that_is_switched_off_says_nothing_any_more() -> None:
    """Onlookers see the stones as they lay, no "Black: place or take"; switched on, all is told again."""
    stage = Stage()
    stage.feed.darken()
    nobody_had_looked = list(stage.published)
    stage.evening.press("white").put("A")
    stage.look()
    stage.published.clear()
    stage.feed.darken()
    stage.feed.darken()
    dark = stage.told("moment")
    told = len(stage.published)

    assert nobody_had_looked == []
    assert told == 1
    assert (dark["is_on"], dark["texts"], dark["columns"][0]) == (False, {}, "w")
    assert stage.look() == ["moment"]
    assert stage.told("moment")["is_on"]
    assert stage.told("moment")["texts"]["en"]


def test_each_saved_game_has_a_name_of_its_own() -> None:
    """Two games of one evening, saved into one folder."""

    def name(number: int, begun: str) -> str:
        return Feed(lambda name, make: None, lambda: (number, begun)).record_name()

    assert name(3, "2026-11-30T20:15:00+01:00") == "tholos-game-3-2026-11-30.tgn"
    assert name(4, "") == "tholos-game-4.tgn"
    assert name(0, "") == "tholos-game.tgn"
