import pytest

from companion.rules.end import End
from companion.rules.errors import IllegalTurn
from companion.rules.notation import format_position, parse_position, parse_turn
from companion.rules.play import apply, is_over
from companion.rules.refusal import Rule


def play(position: str, *turns: str, end: End = End.AT_ONCE) -> str:
    """The position's text after these turns."""
    now = parse_position(position)
    for turn in turns:
        now = apply(now, parse_turn(turn), end)
    return format_position(now)


@pytest.mark.parametrize(
    ("before", "turn", "expected"),
    [
        ("-/-/-/-/-/-/- b bb w -", "+2w", "-/-/-/-/-/-/- wwb bb b -"),
        ("-/-/-/-/-/-/- wb bb w -", "+1g", "-/-/-/-/-/-/- wgb bb b -"),
        ("-/-/-/-/-/-/- ww bb w -", "wD", "-/-/-/w/-/-/- w bb b -"),
        ("-/-/-/-/-/-/- ww bb b -", "bD", "-/-/-/b/-/-/- ww b w -"),
        ("-/-/bg/-/-/-/- ww bb w -", "wA:C>D", "w/-/b/g/-/-/- w bb b -"),
        ("-/-/bw/-/-/-/- ww bb w -", "wB:C>A", "w/w/b/-/-/-/- w bb b -"),
        ("-/-/gb/-/-/-/- ww bb b -", "bG:C>D", "-/-/g/b/-/-/b ww b w -"),
        ("wb/-/-/-/-/-/- ww bb w -", "wC:-A", "w/-/w/-/-/-/- w bb b -"),
        ("-/-/-/-/-/-/- wb bb w -", "wD:+g", "-/-/-/w/-/-/- gb bb b -"),
        ("-/-/-/-/-/-/- ww bb w -", "wE:xb", "-/-/-/-/w/-/- wb b b -"),
        ("-/-/-/-/-/-/- wb bb w -", "wF:bD", "-/-/-/b/-/w/- - bb b -"),
        ("-/-/-/-/-/-/- ww bb w B=quarrygrey", "wB:*E", "-/w/-/-/g/-/- w bb b B=quarrygrey"),
    ],
)
def test_a_turn_moves_the_stones_it_says(before: str, turn: str, expected: str) -> None:
    """After a turn the stones lie where hands put them, and the rival is to move."""
    assert play(before, turn) == expected


def test_a_stone_that_came_by_a_bonus_starts_no_other() -> None:
    """White places white on F, then as the bonus white on D: D's own bonus does not follow."""
    assert play("-/-/-/-/-/-/- ww bb w -", "wF:wD") == "-/-/-/w/-/w/- - bb b -"


def test_a_returned_stone_can_be_taken_again() -> None:
    """What C returns lies in the quarry for the next turn."""
    all_grey = "ggggg/ggggg/-/-/-/-/- ww b w -"

    assert play(all_grey, "wC:-A", "+1g") == "gggg/ggggg/w/-/-/-/- w gb w -"


def test_an_illegal_turn_changes_nothing_and_says_why() -> None:
    """A turn that breaks a rule is refused with that rule, in words."""
    start = parse_position("-/-/-/-/-/-/- ww bb w -")

    with pytest.raises(IllegalTurn, match="may take at most 1 black") as refused:
        apply(start, parse_turn("+2b"))

    assert refused.value.refusal.rule is Rule.TAKE_AT_MOST


ONE_LEFT = "bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg bb wbb b -"


def test_the_game_is_over_as_the_temple_is_complete() -> None:
    """The last stone ends it, whoever is to move next."""
    complete = play(ONE_LEFT, "bC")

    assert not is_over(parse_position(ONE_LEFT))
    assert is_over(parse_position(complete))
    assert complete.endswith("bb wb w -")


def test_c_can_open_the_temple_again_where_the_bonus_comes_first() -> None:
    """In the online reading the completing stone on C returns another, and the game goes on."""
    reopened = play(ONE_LEFT, "bC:-A", end=End.AFTER_BONUS)

    assert not is_over(parse_position(reopened))
    assert reopened.startswith("bwgw/bwwww/bbgbb/")


@pytest.mark.parametrize(
    ("before", "turn"),
    [
        ("bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbb/wbwbg ww - w -", "wF:wC"),
        ("bwgw/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbw w - w C=quarrygrey", "wC:*A"),
    ],
)
def test_a_bonus_stone_may_be_the_last(before: str, turn: str) -> None:
    """F's stone, or a grey one from the quarry, can complete the temple."""
    assert is_over(parse_position(play(before, turn)))
