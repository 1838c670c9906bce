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
