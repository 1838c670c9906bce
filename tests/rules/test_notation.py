import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.errors import BadNotation
from companion.rules.notation import format_position, format_turn, parse_position, parse_turn
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.rules.turn import Action, Bonus, Place, Take, Turn

W, G, B = Colour.WHITE, Colour.GREY, Colour.BLACK
A, C, D, E = Location.A, Location.C, Location.D, Location.E


def test_the_two_starts_are_written_as_the_notation_says() -> None:
    """The basic and an advanced start have their known texts."""
    ornaments = ((Location.B, Ornament.TALL), (Location.F, Ornament.MINORITY))

    texts = [
        format_position(Position.start(Player.WHITE)),
        format_position(Position.start(Player.BLACK, ornaments)),
    ]

    assert texts == ["-/-/-/-/-/-/- ww bb w -", "-/-/-/-/-/-/- ww bb b B=tall,F=minority"]


def test_a_column_is_written_bottom_to_top() -> None:
    """The last letter of a column is its top stone."""
    position = parse_position("wg/-/-/-/-/-/b wgb - b -")

    assert position.column(A) == (W, G)
    assert position.workshop(Player.WHITE) == (W, G, B)
    assert position.workshop(Player.BLACK) == ()
    assert position.to_move is Player.BLACK


START = "-/-/-/-/-/-/- ww bb w -"
FIELDS = "it is not five fields with one space between: columns, White's workshop, Black's workshop, "


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", FIELDS),
        ("-/-/-/-/-/-/- ww bb w", FIELDS),
        (START + " -", FIELDS),
        (START.replace(" ", "  ", 1), FIELDS),
        (START + " ", FIELDS),
        (" " + START, FIELDS),
        ("-/-/-/-/-/-/-  bb w -", FIELDS),
        (START.replace(" ", "\t"), FIELDS),
        ("-/-/-/-/-/- ww bb w -", "6 columns; the temple has 7, with / between"),
        ("-/-/-/-/-/-/-/- ww bb w -", "8 columns; the temple has 7, with / between"),
        ("-/-//-/-/-/- ww bb w -", "column C is left out; write - for an empty one"),
        ("-/wx/-/-/-/-/- ww bb w -", "column B has 'x'; w, g or b would be right"),
        ("-/W/-/-/-/-/- ww bb w -", "column B has 'W'; w, g or b would be right"),
        ("-/w-/-/-/-/-/- ww bb w -", "column B has '-'; w, g or b would be right"),
        ("-/-/-/-/-/-/- wq bb w -", "White's workshop has 'q'; w, g or b would be right"),
        ("-/-/-/-/-/-/- ww bb g -", "to move is 'g'; w or b would be right"),
        ("-/-/-/-/-/-/- ww bb w\n -", "to move is 'w\\n'; w or b would be right"),
        ("-/-/-/-/-/-/- ww bb W -", "to move is 'W'; w or b would be right"),
        (START + "\n", "ornament '-\\n' is not LOCATION=effect, like B=tall"),
        (START[:-1] + "tall", "ornament 'tall' is not LOCATION=effect, like B=tall"),
        (START[:-1] + "H=tall", "ornament on 'H'; A to G would be right"),
        (START[:-1] + "B=Tall", "ornament on B is 'Tall'; one of bonus3, minority, "),
        (START[:-1] + "B=tall,", "ornament '' is not LOCATION=effect, like B=tall"),
        # what the position itself refuses
        ("wwwwww/-/-/-/-/-/- ww bb w -", "column A has 6 stones; it holds 5"),
        (START.replace("ww", "wwww"), "White's workshop has 4 stones; it holds 3"),
        (START.replace("bb", "bw"), "Black's workshop is out of order; write white, then grey, then black"),
        ("ggggg/ggggg/g/-/-/-/- ww bb w -", "11 grey stones; the game has 10"),
        (START[:-1] + "B=tall,B=bonus3", "two ornaments on B; a location holds one"),
        (START[:-1] + "F=tall,B=bonus3", "ornament on B comes after F; write them from A to G"),
        (START[:-1] + "B=tall,F=tall", "ornament tall lies twice; the box has one of each"),
        (
            START[:-1] + "A=tall,B=bonus3,C=minority,D=greyplus2,E=greyminus3,F=quarrygrey",
            "6 ornaments; the box has tokens for 5",
        ),
    ],
)
def test_a_position_that_is_not_exact_is_refused(text: str, reason: str) -> None:
    """The message shows the text, says what is wrong in it and what would be right, on one line."""
    with pytest.raises(BadNotation) as refused:
        parse_position(text)

    assert str(refused.value).startswith(f"position {text!r}: {reason}")
    assert "\n" not in str(refused.value)


def test_a_long_text_is_cut_off_in_the_message() -> None:
    """Whoever pastes a novel gets a line back, not the novel."""
    with pytest.raises(BadNotation) as refused:
        parse_position("x" * 10_000)

    assert len(str(refused.value)) < 300


TURNS: list[tuple[str, Turn]] = [
    ("+2g", Take(G, 2)),
    ("+9b", Take(B, 9)),
    ("wD", Place(W, D)),
    ("gA", Place(G, A)),
    ("wA:C>D", Place(W, A, Bonus(Action.MOVE, source=C, target=D))),
    ("wC:-A", Place(W, C, Bonus(Action.RETURN, source=A))),
    ("wD:+g", Place(W, D, Bonus(Action.FETCH, G))),
    ("wE:xb", Place(W, E, Bonus(Action.STEAL, B))),
    ("wF:bD", Place(W, Location.F, Bonus(Action.BUILD, B, target=D))),
    ("wB:*E", Place(W, Location.B, Bonus(Action.QUARRYGREY, target=E))),
]


@pytest.mark.parametrize(("text", "turn"), TURNS)
def test_a_turn_is_written_as_the_notation_says(text: str, turn: Turn) -> None:
    """Each form of turn reads as what it means, and is written the same again."""
    assert parse_turn(text) == turn
    assert format_turn(turn) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "+g",
        "+2",
        "2g",
        "+0g",
        "+12g",
        "+2x",
        "+2G",
        "w",
        "wH",
        "Dw",
        "wd",
        "WD",
        " wD",
        "wD ",
        "wD\n",
        "w D",
        "xD",
    ],
)
def test_what_is_no_turn_is_refused(text: str) -> None:
    """The message shows what was read and what a turn looks like."""
    with pytest.raises(BadNotation) as refused:
        parse_turn(text)

    assert str(refused.value) == (
        f"turn {text!r} cannot be read; a take is like +2g, a placement like wD or wD:+g"
    )


@pytest.mark.parametrize(
    "bonus",
    [
        "C>",
        ">D",
        "C>H",
        "CD",
        "-",
        "-g",
        "-AB",
        "+",
        "+A",
        "+gA",
        "x",
        "xA",
        "b",
        "D",
        "*",
        "*g",
        "*gE",
        "C>D>E",
        " -A",
    ],
)
def test_what_is_no_bonus_is_refused(bonus: str) -> None:
    """The message shows the bonus that was read, and what one looks like."""
    with pytest.raises(BadNotation) as refused:
        parse_turn(f"wA:{bonus}")

    assert str(refused.value) == (
        f"turn 'wA:{bonus}': bonus {bonus!r} cannot be read; write C>D, -A, +g, xb, bD or *E"
    )


@pytest.mark.parametrize("text", ["wD:", "wD:+g\n", "wA:C>D:-A"])
def test_nothing_may_follow_or_be_left_out(text: str) -> None:
    """A colon without a bonus, or more after it, is no turn."""
    with pytest.raises(BadNotation):
        parse_turn(text)


@given(text=st.text("+-x*>:wgbABCDEFGH=/, 0123\n"))
def test_any_text_is_read_exactly_or_refused(text: str) -> None:
    """There is no second spelling: what can be read is written back letter by letter."""
    for parse, write in ((parse_turn, format_turn), (parse_position, format_position)):
        try:
            value = parse(text)
        except BadNotation:
            continue
        assert write(value) == text  # type: ignore[operator]
