import shutil
from pathlib import Path

import pytest

from companion.errors import CompanionError
from companion.simulate.virtual import VirtualTable
from tests.simulate.test_virtual import do, table, truth_of, wait

__all__ = ["table"]  # a fixture of the tests below


def test_after_a_power_cut_the_game_goes_on(table: VirtualTable) -> None:
    """Off, it is dark and hears nothing; a stone moved meanwhile is found by the one that wakes up."""
    do(table, "press white", "lift white:w", "put D", "press ok")
    wait(table, 1.0)
    assert table.device.state.turns == 1

    do(table, "off", "off", "down white", "up white", "lift black:b", "put G")
    assert not truth_of(table)["is_on"]
    assert not table.device.glass.is_on
    do(table, "on", "on")
    wait(table, 2.0)

    assert truth_of(table)["is_on"]
    assert table.device.daemon.table.turns == ("wD", "bG")
    do(table, "power-cut")
    wait(table, 2.0)
    assert table.device.daemon.table.turns == ("wD", "bG")


def test_a_lead_that_is_out_stays_out_over_a_power_cut(table: VirtualTable) -> None:
    """Who pulled it has to put it back; each one is named while it is out."""
    do(table, "unplug pad A", "unplug pad C", "unplug sensors", "unplug display", "off", "plug pad C", "on")
    wait(table, 3.0)
    assert truth_of(table)["unplugged"] == ["A", "sensors", "display"]
    assert table.device.state.standing["link"]

    do(table, "power-cut")
    wait(table, 3.0)
    assert truth_of(table)["unplugged"] == ["A", "sensors", "display"]

    do(table, "plug sensors", "plug display", "plug pad A")
    wait(table, 3.0)

    assert truth_of(table)["unplugged"] == []
    assert not table.device.state.standing["link"]
    assert table.device.glass.is_on


def test_a_device_that_was_switched_off_by_its_menu_can_be_switched_on_again(table: VirtualTable) -> None:
    """As with a real one, its lead is pulled and put back."""
    table.do("press back 2.5")
    wait(table, 3.0)
    do(table, *["press black"] * 4, "press ok", "press ok")
    assert not truth_of(table)["is_on"]

    do(table, "on")
    wait(table, 2.0)

    assert truth_of(table)["is_on"]
    assert table.device.glass.is_on


def test_cut_upon_cut_the_games_lie_on_the_disk_once(tmp_path: Path) -> None:
    """Somebody amuses themselves with the power cut for an hour: that fills nobody's disk."""
    table = VirtualTable(tmp_path, seed=1, is_direct=True)
    table.do("setup basic first=white")
    wait(table, 1.0)

    do(table, *["power-cut"] * 5)

    assert len([path for path in tmp_path.iterdir() if path.name.startswith("journal")]) == 1
    assert table.device.heading[0] == 1
    table.close()


def test_without_room_the_power_stays_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk of this machine is full: that is said to who wants to cut the power, and the game goes on."""

    def copy_some(_: Path, target: Path) -> None:
        target.mkdir()
        raise shutil.Error([("games.db", str(target), "No space left on device")])

    table = VirtualTable(tmp_path, seed=1, is_direct=True)
    do(table, "press white", "lift white:w", "put D", "press ok")
    monkeypatch.setattr(shutil, "copytree", copy_some)

    for text in ("power-cut", "off", "power-cut"):
        with pytest.raises(CompanionError, match=r"the power cannot be cut: .*; make room there"):
            table.do(text)
    wait(table, 1.0)

    assert truth_of(table)["is_on"]
    assert table.device.daemon.table.turns == ("wD",)
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith("journal")] == ["journal"]
    monkeypatch.undo()
    do(table, "power-cut")
    assert table.device.daemon.table.turns == ("wD",)
    table.close()
