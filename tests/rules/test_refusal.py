from itertools import product

import pytest
from hypothesis import given, settings

from companion.rules.end import End, is_over
from companion.rules.legal import legal_turns
from companion.rules.notation import parse_position, parse_turn
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.rules.refusal import Refusal, Rule, explain, why_illegal
from companion.rules.turn import Action, Bonus, Place, Take, Turn
from tests.rules import naive
from tests.rules.games import situations


def conceivable() -> list[Turn]:
    """Every turn that has a text, legal or not, and some hundred that name too much or too little."""
    takes: list[Turn] = [Take(colour, count) for colour in Colour for count in range(-1, 5)]
    texts = [parse_turn(place + bonus) for place in naive.PLACES for bonus in ("", *naive.BONUSES)]
    a_few = product(
        Action, (None, Colour.WHITE), (None, Location.A, Location.D), (None, Location.B, Location.D)
    )
    odd = [Bonus(action, colour, source, target) for action, colour, source, target in a_few]
    return (
        takes
        + texts
        + [Place(colour, location, bonus) for colour in Colour for location in Location for bonus in odd]
    )


CONCEIVABLE = conceivable()


@settings(max_examples=15)
@given(situation=situations())
def test_every_turn_is_either_listed_or_refused(situation: tuple[Position, End]) -> None:
    """What is refused is not among the legal turns, and what is not refused is."""
    position, end = situation
    listed = set(legal_turns(position, end))

    allowed = {turn for turn in CONCEIVABLE if why_illegal(position, turn, end) is None}

    assert allowed == listed


# Which of colour, source and target the bonus of A to G names, and what it is.
SHAPES = dict(zip(Location, (".ST", ".ST", ".S.", "C..", "C..", "C.T", ".ST"), strict=True))
MOVE, RETURN, FETCH, STEAL, BUILD, _ = Action
ACTIONS = dict(zip(Location, (MOVE, MOVE, RETURN, FETCH, STEAL, BUILD, MOVE), strict=True))


def is_true(refusal: Refusal, position: Position, turn: Turn, end: End) -> bool:  # noqa: C901 - a table of rules
    """Whether the position really has what the refusal claims."""
    rule, player, colour, location, limit = (
        refusal.rule,
        refusal.player,
        refusal.colour,
        refusal.location,
        refusal.limit,
    )
    match rule:
        case Rule.GAME_OVER:
            free = sum(not position.is_full(place) for place in Location)
            return is_over(position) or (free == 1 and end is End.AT_ONCE and isinstance(turn, Place))
        case Rule.TAKE_AT_MOST:
            return isinstance(turn, Take) and limit is not None and not 1 <= turn.count <= limit
        case Rule.WORKSHOP_ROOM:
            assert isinstance(turn, Take)
            return limit == 3 - len(position.workshop(player)) and turn.count > limit
        case Rule.QUARRY_LACKS:
            count = turn.count if isinstance(turn, Take) else 1
            return colour is not None and limit == position.quarry(colour) and count > limit
        case Rule.COLUMN_FULL:
            return location is not None and len(position.column(location)) == limit
        case Rule.COLUMN_EMPTY:
            return location is not None and position.column(location) == ()
        case Rule.RIVAL_LACKS:
            return colour not in position.workshop(player.rival)
        case Rule.WORKSHOP_LACKS:
            assert isinstance(turn, Place)
            return colour is not None and position.workshop(player).count(colour) <= (turn.colour is colour)
        case Rule.NOT_OWN_COLOUR:
            return colour is not player.colour
        case Rule.MOVES_ONLY:
            assert isinstance(turn, Place)
            assert turn.bonus is not None
            assert turn.bonus.source is not None
            return position.column(turn.bonus.source)[-1] is not colour
        case Rule.SAME_LOCATION:
            assert isinstance(turn, Place)
            assert turn.bonus is not None
            return [turn.location, turn.bonus.source, turn.bonus.target].count(location) > 1
    assert rule is Rule.OTHER_BONUS
    assert isinstance(turn, Place)
    assert turn.bonus is not None
    offered = {ACTIONS[turn.location]: SHAPES[turn.location]}
    if position.ornament(turn.location) is Ornament.QUARRYGREY:
        offered[Action.QUARRYGREY] = "..T"
    return offered.get(turn.bonus.action) != "".join(
        letter if part else "."
        for letter, part in zip("CST", (turn.bonus.colour, turn.bonus.source, turn.bonus.target), strict=True)
    )


@settings(max_examples=15)
@given(situation=situations())
def test_a_refusal_says_nothing_untrue(situation: tuple[Position, End]) -> None:
    """If the screen says a column is full it is full, if it says a stone lacks it lacks."""
    position, end = situation
    refused = [(turn, why_illegal(position, turn, end)) for turn in CONCEIVABLE]

    untrue = [(turn, why) for turn, why in refused if why and not is_true(why, position, turn, end)]

    assert untrue == []


FULL_D = "g/bg/-/wwwww/-/-/- wgb bb w "


@pytest.mark.parametrize(
    ("position", "turn", "words"),
    [
        (FULL_D + "-", "wD", "column D is full: it holds 5"),
        ("wwwwwww/-/-/-/-/-/- wgb bb w A=tall", "wA", "column A is full: it holds 7"),
        ("-/-/-/-/-/-/- - bb w -", "+2b", "White may take at most 1 black at a time"),
        ("-/-/-/-/-/-/- - bb b -", "+4b", "Black may take at most 3 black at a time"),
        ("-/-/-/-/-/-/- - bb w -", "+3g", "White may take at most 2 grey at a time"),
        ("-/-/-/-/-/-/- ww bb w -", "+3w", "White's workshop has room for 1 more"),
        ("-/-/-/-/-/-/- www bb w -", "+1w", "White's workshop has room for no more"),
        ("gggg/ggggg/-/-/-/-/- - bb w -", "+2g", "the quarry has 1 grey left"),
        ("ggggg/ggggg/-/-/-/-/- - bb w -", "+1g", "the quarry has no grey left"),
        ("-/-/-/-/-/-/- ww bb w -", "gD", "White's workshop has no grey left to place"),
        ("-/-/-/-/-/-/- w bb w -", "wF:wD", "White's workshop has no white left to place"),
        (FULL_D + "-", "gE:xb", "placing grey does not start the bonus of E for White"),
        (FULL_D + "E=greyactivates", "bE:xb", "placing black does not start the bonus of E for White"),
        (FULL_D + "-", "wE:+g", "the bonus of E is another action"),
        (FULL_D + "E=quarrygrey", "wE:+b", "the bonus of E is another action"),
        (FULL_D + "-", "wA:A>B", "the bonus acts on other locations: A is named twice"),
        (FULL_D + "-", "wA:B>B", "the bonus acts on other locations: B is named twice"),
        (FULL_D + "-", "wC:-C", "the bonus acts on other locations: C is named twice"),
        (FULL_D + "-", "wA:C>B", "there is no stone on C"),
        (FULL_D + "-", "wC:-E", "there is no stone on E"),
        (FULL_D + "-", "wB:A>C", "the bonus of B moves white stones only"),
        (FULL_D + "-", "wA:D>C", "the bonus of A moves grey stones only"),
        (FULL_D + "-", "wA:B>D", "column D is full: it holds 5"),
        (FULL_D + "-", "wF:bD", "column D is full: it holds 5"),
        (FULL_D + "-", "wE:xg", "Black's workshop has no grey"),
        ("ggggg/ggggg/-/-/-/-/- w bb w -", "wD:+g", "the quarry has no grey left"),
        ("ggggg/ggggg/-/-/-/-/- w bb w E=quarrygrey", "wE:*C", "the quarry has no grey left"),
        (
            "bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg bb wbb b -",
            "bC:-A",
            "the game is over: the temple is complete",
        ),
        (
            "wwbbw/bwggw/ggwbw/wwgbw/bbbbw/bbgbb/ggbgg b w b -",
            "+1b",
            "the game is over: the temple is complete",
        ),
    ],
)
def test_the_reason_is_one_sentence(position: str, turn: str, words: str) -> None:
    """Whoever breaks a rule reads which one, with the place and the number it was broken at."""
    refusal = why_illegal(parse_position(position), parse_turn(turn))

    assert refusal is not None
    assert explain(refusal) == words


def test_a_chain_is_explained() -> None:
    """Using D after a bonus brought the stone there is answered with the rule."""
    refusal = Refusal(Rule.NO_CHAIN, Player.WHITE, location=Location.D)

    assert explain(refusal) == "a stone that came to D by a bonus starts no bonus"


@pytest.mark.parametrize("rule", Rule)
def test_no_rule_is_without_words(rule: Rule) -> None:
    """Every refusal can be read out."""
    sentence = explain(Refusal(rule, Player.WHITE, Colour.GREY, Location.B, 2))

    assert sentence
    assert "{" not in sentence
