import pytest

from companion.rules.end import End
from companion.rules.legal import legal_turns, open_actions
from companion.rules.notation import format_turn, parse_position
from companion.rules.pieces import Colour, Location, Player
from companion.rules.turn import Action

START = "-/-/-/-/-/-/- ww bb w -"


def turns(position: str, prefix: str = "", end: str = "at-once") -> str:
    """The legal turns that begin so, as one line."""
    texts = map(format_turn, legal_turns(parse_position(position), End(end)))
    return " ".join(text for text in texts if text.startswith(prefix))


# A turn is a take or a placement


@pytest.mark.parametrize(
    ("position", "expected"),
    [
        ("-/-/-/-/-/-/- - bb w -", "+1b +1g +1w +2g +2w +3w"),
        ("-/-/-/-/-/-/- ww - b -", "+1b +1g +1w +2b +2g +3b"),
        ("-/-/-/-/-/-/- w bb w -", "+1b +1g +1w +2g +2w"),
        ("-/-/-/-/-/-/- ww bb w -", "+1b +1g +1w"),
        ("-/-/-/-/-/-/- www bb w -", ""),
        ("gggg/ggggg/-/-/-/-/- - bb w -", "+1b +1g +1w +2w +3w"),
        ("ggggg/ggggg/-/-/-/-/- - bb w -", "+1b +1w +2w +3w"),
        ("wwwww/wwwww/www/-/-/-/- - bb w -", "+1b +1g +1w +2g +2w"),
        ("bbbbb/bbbbb/bbb/-/-/-/- - bb w -", "+1g +1w +2g +2w +3w"),
    ],
)
def test_one_takes_three_own_two_grey_or_one_of_the_rivals(position: str, expected: str) -> None:
    """Never more than the free spaces, nor than the quarry holds, and one colour at a time."""
    assert turns(position, "+") == expected


def test_one_places_any_colour_on_any_location_that_is_not_full() -> None:
    """Grey and the rival's stones are placed too, and a full column takes none."""
    position = "ggggg/-/-/-/-/-/- wgb bb w -"

    assert turns(position, "b") == "bB bC bD bE bF bG"
    assert turns(position, "g") == "gB gC gD gE gF gG"
    assert "wA" not in turns(position).split()
    assert {"wB", "wC", "wD", "wE", "wF", "wG"} <= set(turns(position).split())


def test_only_ones_own_colour_starts_a_bonus() -> None:
    """Black may use D for a black stone, never for a white or a grey one."""
    position = "-/-/-/-/-/-/- ww wgb b -"

    assert turns(position, "bD") == "bD bD:+b bD:+g bD:+w"
    assert turns(position, "gD") == "gD"
    assert turns(position, "wD") == "wD"


# The seven bonus actions


@pytest.mark.parametrize(
    ("position", "prefix", "expected"),
    [
        ("g/wg/gw/bg/-/-/- w - w -", "wA:", "B>C B>D B>E B>F B>G D>B D>C D>E D>F D>G"),
        ("g/w/gw/bg/-/-/- w - w -", "wB:", "C>A C>D C>E C>F C>G"),
        ("g/b/gw/gb/-/-/- w - w -", "wG:", "B>A B>C B>D B>E B>F D>A D>B D>C D>E D>F"),
        ("g/w/b/-/-/-/- w - w -", "wC:", "-A -B"),
        ("g/w/b/-/-/-/- w - w -", "wD:", "+b +g +w"),
        ("ggggg/ggggg/-/-/-/-/- w - w -", "wD:", "+b +w"),
        ("-/-/-/-/-/-/- w wgb w -", "wE:", "xb xg xw"),
        ("-/-/-/-/-/-/- w b w -", "wE:", "xb"),
        ("-/-/-/-/-/-/- w - w -", "wE:", ""),
        ("-/-/-/-/-/-/- wg - w -", "wF:", "gA gB gC gD gE gG"),
        ("-/-/-/-/-/-/- w - w -", "wF:", ""),
    ],
)
def test_each_location_has_its_own_bonus_action(position: str, prefix: str, expected: str) -> None:
    """A, B and G move grey, white and black tops; C returns; D and E fetch; F builds."""
    found = turns(position, prefix).replace(prefix, "")

    assert found == expected


def test_a_full_column_gives_stones_but_takes_none() -> None:
    """A grey top on a full column may move away; nothing moves onto a full column."""
    position = "-/wwwwg/bbbbb/-/-/-/- w - w -"

    assert turns(position, "wA:") == "wA:B>D wA:B>E wA:B>F wA:B>G"
    assert turns(position.replace(" w - w", " wg - w"), "wF:g") == "wF:gA wF:gD wF:gE wF:gG"


def test_a_bonus_without_a_target_is_not_open() -> None:
    """On an empty temple A, B, C and G offer nothing, and the placement alone remains."""
    assert turns(START, "wA") == "wA"
    assert turns(START, "wB") == "wB"
    assert turns(START, "wC") == "wC"
    assert turns(START, "wG") == "wG"


# Ornaments


def test_a_grey_stone_activates_under_greyactivates() -> None:
    """There a grey stone starts the bonus too, for whoever placed it; a rival's stone still does not."""
    assert turns("-/-/-/-/-/-/- wgb bb w D=greyactivates", "gD") == "gD gD:+b gD:+g gD:+w"
    assert turns("-/-/-/-/-/-/- ww wgb b D=greyactivates", "gD") == "gD gD:+b gD:+g gD:+w"
    assert turns("-/-/-/-/-/-/- wgb bb w D=greyactivates", "bD") == "bD"
    assert turns("-/-/-/-/-/-/- wgb bb w D=greyactivates", "gE") == "gE"


def test_quarrygrey_is_there_to_choose_beside_the_locations_own_action() -> None:
    """A grey stone from the quarry to another location, or the own action, or neither."""
    assert turns("-/ggggg/-/-/-/-/- w bb w A=quarrygrey", "wA") == (
        "wA wA:*C wA:*D wA:*E wA:*F wA:*G wA:B>C wA:B>D wA:B>E wA:B>F wA:B>G"
    )
    assert turns("-/-/-/-/-/-/- w b w E=quarrygrey", "wE:") == "wE:*A wE:*B wE:*C wE:*D wE:*F wE:*G wE:xb"


def test_quarrygrey_is_there_where_the_own_action_has_no_target() -> None:
    """A has no grey stone to move: the grey one from the quarry can come all the same."""
    assert turns("-/-/-/-/-/-/- w bb w A=quarrygrey", "wA") == "wA wA:*B wA:*C wA:*D wA:*E wA:*F wA:*G"


def test_quarrygrey_has_the_same_condition_as_the_own_action() -> None:
    """Grey does not start it, and an empty quarry leaves the own action alone."""
    assert turns("-/-/-/-/-/-/- gb bb w E=quarrygrey", "gE") == "gE"
    assert turns("ggggg/ggggg/-/-/-/-/- w bb w E=quarrygrey", "wE") == "wE wE:xb"


def test_tall_leaves_room_for_seven() -> None:
    """A column under tall takes a sixth and a seventh stone, and no eighth."""
    assert turns("ggggg/-/-/-/-/-/- b - w A=tall", "bA") == "bA"
    assert turns("gggggw/-/-/-/-/-/- b - w A=tall", "bA") == "bA"
    assert turns("gggggww/-/-/-/-/-/- b - w A=tall", "bA") == ""


# The end

ONE_LEFT = "bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg bb wbb b -"


def test_the_stone_that_completes_the_temple_has_no_bonus() -> None:
    """The game ends at the moment the temple is complete."""
    assert turns(ONE_LEFT) == "bC wC"


def test_the_online_reading_leaves_the_last_stone_its_bonus() -> None:
    """With the other end the completing stone may still return one from another column."""
    assert turns(ONE_LEFT, end="after-bonus") == "bC bC:-A bC:-B bC:-D bC:-E bC:-F bC:-G wC"


@pytest.mark.parametrize("end", ["at-once", "after-bonus"])
def test_nobody_has_a_turn_after_the_end(end: str) -> None:
    """When all seven columns are at their limit there is nothing left to play."""
    assert turns("wwbbw/bwggw/ggwbw/wwgbw/bbbbw/bbgbb/ggbgg b w b -", end=end) == ""


def test_two_spaces_on_one_column_do_not_end_the_game() -> None:
    """A stone on the last open column that leaves a space there keeps its bonus."""
    two_left = ONE_LEFT.replace("/bbgb/", "/bbg/")

    assert turns(two_left, "bC:") == "bC:-A bC:-B bC:-D bC:-E bC:-F bC:-G"


# What would be open, for the table's questions


@pytest.mark.parametrize(
    ("position", "player", "colour", "location", "expected"),
    [
        (START, "w", "w", "D", (Action.FETCH,)),
        (START, "b", "b", "E", (Action.STEAL,)),
        (START, "w", "b", "D", ()),
        (START, "w", "w", "A", ()),
        (START, "b", "b", "F", (Action.BUILD,)),
        ("-/-/-/-/-/-/- w bb b -", "w", "w", "F", ()),
        # A forgotten take: the stone that was placed was never logged, so the whole workshop is left.
        ("-/-/-/-/-/-/- g bb w -", "w", "w", "F", (Action.BUILD,)),
        ("-/-/-/-/-/-/- ww bb w A=quarrygrey", "w", "w", "A", (Action.QUARRYGREY,)),
        ("-/-/-/-/-/-/- ww bb w D=quarrygrey", "w", "w", "D", (Action.FETCH, Action.QUARRYGREY)),
    ],
)
def test_the_open_bonus_is_known_before_the_stone_lies(
    position: str, player: str, colour: str, location: str, expected: tuple[Action, ...]
) -> None:
    """For either player, whoever is to move, the table can say which bonus a placement opens."""
    actions = open_actions(parse_position(position), Player(player), Colour(colour), Location(location))

    assert actions == expected
