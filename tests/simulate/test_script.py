from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.errors import ScriptError
from companion.panel.press import Button
from companion.rules.notation import parse_position, parse_turn
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.simulate import acts
from companion.simulate.acts import Act, Aside, Line
from companion.simulate.script import parse, read_script

A, B, C = Location.A, Location.B, Location.C
POSITION = "wg/b/-/-/-/-/- ww b w B=tall,F=minority"
SETUP = "setup basic first=white"


def line(text: str) -> Line:
    """The second line of a script."""
    return Line("evening.table", 2, text)


def second_act(text: str) -> Act:
    """What the second line of a script says."""
    return parse(f"{SETUP}\n{text}\n", "evening.table")[1]


@pytest.mark.parametrize(
    ("text", "make"),
    [
        ("setup basic first=white", lambda at: acts.SetupBasic(at, Position.start(Player.WHITE))),
        (
            "setup advanced first=black F=minority B=tall",
            lambda at: acts.SetupAdvanced(at, parse_position("-/-/-/-/-/-/- ww bb b B=tall,F=minority")),
        ),
        (f"setup position {POSITION}", lambda at: acts.SetupPosition(at, parse_position(POSITION))),
        ("stone A B", lambda at: acts.MoveStone(at, A, None, B)),
        ("stone quarry:g white", lambda at: acts.MoveStone(at, Aside.QUARRY, Colour.GREY, Aside.WHITE)),
        ("stone white:b C", lambda at: acts.MoveStone(at, Aside.WHITE, Colour.BLACK, C)),
        ("stone black:w quarry", lambda at: acts.MoveStone(at, Aside.BLACK, Colour.WHITE, Aside.QUARRY)),
        ("press ok", lambda at: acts.PressButton(at, Button.OK, 0.1)),
        ("press back 2.5", lambda at: acts.PressButton(at, Button.BACK, 2.5)),
        ("wait 3", lambda at: acts.Wait(at, 3.0)),
        ("bump .5", lambda at: acts.Bump(at, 0.5)),
        ("lean C 2", lambda at: acts.Lean(at, C, 2.0)),
        ("hover A 1.5", lambda at: acts.Hover(at, A, 1.5)),
        ("drift 3600 -0.5", lambda at: acts.Drift(at, 3600.0, -0.5)),
        ("unplug pad B", lambda at: acts.UnplugPad(at, B)),
        ("plug pad B", lambda at: acts.PlugPad(at, B)),
        ("unplug sensors", acts.UnplugSensors),
        ("plug sensors", acts.PlugSensors),
        ("unplug display", acts.UnplugDisplay),
        ("plug display", acts.PlugDisplay),
        ("power-cut", acts.PowerCut),
        (f"expect position {POSITION}", lambda at: acts.ExpectPosition(at, parse_position(POSITION))),
        ("expect turn wC:-A", lambda at: acts.ExpectTurn(at, parse_turn("wC:-A"))),
        ("expect settled 12", lambda at: acts.ExpectSettled(at, 12)),
        ("expect question", acts.ExpectQuestion),
        ("expect no question", acts.ExpectNoQuestion),
        ("expect mismatch C,A", lambda at: acts.ExpectMismatch(at, (A, C))),
        ('expect screen "White to move"', lambda at: acts.ExpectScreen(at, "White to move")),
        ("expect result 1/2-1/2", lambda at: acts.ExpectResult(at, "1/2-1/2")),
        ("expect result *", lambda at: acts.ExpectResult(at, "*")),
    ],
)
def test_every_act_can_be_written(text: str, make: "type[Act]") -> None:
    """Each word of the list is read into the act it stands for, and knows its line."""
    assert second_act(text) == make(line(text))


def test_layout_is_free() -> None:
    """A byte order mark, any line ends, blank lines, remarks and spaces change nothing but line numbers."""
    text = f"\ufeff# an evening\r\n\r\n  {SETUP}   # who starts\rstone   white:w\tA#there\n\n\tpress ok\n"

    script = parse(text, "evening.table")

    assert [type(act) for act in script] == [acts.SetupBasic, acts.MoveStone, acts.PressButton]
    assert [act.line.number for act in script] == [3, 4, 6]
    assert str(script[2].line) == "evening.table, line 6"


@pytest.mark.parametrize(
    ("written", "text"),
    [
        (r'"say \"OK\""', 'say "OK"'),
        (r'"a \\ b"', r"a \ b"),
        (r'"\\\"" # "', r"\""),
        ('"pad #3" # and "more"', "pad #3"),
        ('"  two  spaces "', "  two  spaces "),
        ('"¿Blanco?"', "¿Blanco?"),
    ],
)
def test_a_text_in_quotes_is_taken_literally(written: str, text: str) -> None:
    """Spaces and # belong to it; a backslash stands before a quote or another backslash."""
    act = second_act(f"expect screen {written}")

    assert isinstance(act, acts.ExpectScreen)
    assert act.text == text


@pytest.mark.parametrize(
    ("text", "read", "cure"),
    [
        ("stnoe A B", '"stnoe"', 'did you mean "stone"?'),
        ("Stone A B", '"Stone"', 'did you mean "stone"?'),
        ("powercut", '"powercut"', 'did you mean "power-cut"?'),
        ("flip", '"flip"', "write an act: setup, stone, press,"),
        ("stone A", '"stone A" stops too early', "where the stone goes"),
        ("stone a B", '"a"', 'did you mean "A"?'),
        ("stone quarry B", '"quarry"', "quarry:g"),
        ("stone quary:w B", '"quary:w"', 'did you mean "quarry:w"?'),
        ("stone A blak", '"blak"', 'did you mean "black"?'),
        ("stone A quarry:w", '"quarry:w"', 'did you mean "quarry"?'),
        ("stone A B C", '"C" is too much', 'stop after "stone A B"'),
        ("press gray", '"gray"', 'did you mean "grey"?'),
        ("press ok 0", '"0"', "more than 0 and at most 3600"),
        ("press ok 0.1 s", '"s" is too much', 'stop after "press ok 0.1"'),
        ("wait", '"wait" stops too early', "a time in seconds"),
        ("wait soon", '"soon"', "a time in seconds"),
        ("wait -1", '"-1"', "more than 0"),
        ("wait 3601", '"3601"', "at most 3600"),
        ("wait nan", '"nan"', "a time in seconds"),
        ("wait inf", '"inf"', "a time in seconds"),
        ("wait 1e3", '"1e3"', "a time in seconds"),
        ("wait 1_0", '"1_0"', "a time in seconds"),
        ("lean H 1", '"H"', "A to G"),
        ("drift 5", '"drift 5" stops too early', "grams"),
        ("drift 5 501", '"501"', "-500 to 500"),
        ("unplug C", '"C"', "pad A…G, sensors or display"),
        ("unplug sensor", '"sensor"', 'did you mean "sensors"?'),
        ("plug pad", '"plug pad" stops too early', "A to G"),
        ("setup", '"setup" stops too early', "basic, advanced or position"),
        ("setup basic", '"setup basic" stops too early', "first=white or first=black"),
        ("setup basic first=grey", '"first=grey"', "first=white or first=black"),
        ("setup advanced first=white", "stops too early", "LOCATION=effect"),
        ("setup advanced first=white B=tal", '"B=tal"', 'did you mean "B=tall"?'),
        ("setup advanced first=white B=tall B=minority", "two ornaments on B", "mend the ornaments"),
        ("setup advanced first=white B=tall C=tall", "tall lies twice", "mend the ornaments"),
        (
            "setup advanced first=white A=tall B=bonus3 C=minority D=greyplus2 E=greyminus3 F=quarrygrey",
            "6 ornaments",
            "mend the ornaments",
        ),
        ("setup position", "stops too early", "a position, as in"),
        ("setup position wwwwww/-/-/-/-/-/- ww bb w -", "A has 6 stones", "a position, as in"),
        ("expect position -/- ww bb w -", "", "a position, as in"),
        ("expect", '"expect" stops too early', "position, turn, settled"),
        ("expect trun wA", '"trun"', 'did you mean "turn"?'),
        ("expect turn wH", "wH", "a turn, as in"),
        ("expect turn", "stops too early", "a turn, as in"),
        ("expect settled many", '"many"', "a whole number from 0 to 999"),
        ("expect settled 1.5", '"1.5"', "a whole number from 0 to 999"),
        ("expect settled -1", '"-1"', "a whole number from 0 to 999"),
        ("expect no answer", '"answer"', "write question"),
        ("expect no mismatch", '"mismatch"', "or expect what is shown instead, as in expect screen"),
        ("expect mismatch A,,C", '""', "A,C"),
        ("expect mismatch A,A", "named twice", "name each once"),
        ("expect mismatch A, C", '""', "A,C"),
        ("expect screen White", '"White"', "double quotes"),
        ('expect screen ""', "empty", "double quotes"),
        ('expect screen "White', "never closed", 'write " at its end'),
        (r'expect screen "a\n"', "stray backslash", r"\\ for a backslash"),
        ('expect screen "a" "b"', "is too much", "stop after"),
        ("expect result 2-0", '"2-0"', "1-0, 0-1, 1/2-1/2, *"),
    ],
)
def test_what_is_no_act_is_refused_with_what_would_be(text: str, read: str, cure: str) -> None:
    """One line: the file, the line, what was read, and what would be right."""
    with pytest.raises(ScriptError) as refused:
        second_act(text)

    told = str(refused.value)
    assert told.startswith("evening.table, line 2: ")
    assert "\n" not in told
    assert read in refused.value.what
    assert cure in refused.value.cure


def test_a_script_begins_with_a_setup() -> None:
    """Stones that nobody has laid out cannot be moved: the first act says how the game begins."""
    with pytest.raises(ScriptError) as refused:
        parse(f"# quick\nstone A B\n{SETUP}\n", "evening.table")

    assert str(refused.value) == (
        'evening.table, line 2: "stone A B" comes before any setup; begin with "setup basic first=white"'
    )


@pytest.mark.parametrize("text", ["", "\n", "# nothing\n\n"])
def test_a_script_without_acts_is_refused(text: str) -> None:
    """A story in which nothing happens would always come true."""
    with pytest.raises(ScriptError, match=r"^evening\.table: no act in it; begin with"):
        parse(text, "evening.table")


def outcome(text: str) -> str | list[int]:
    """What is said about a script after its setup: the refusal, or the numbers of the lines that are acts."""
    try:
        return [act.line.number for act in parse(f"{SETUP}\n{text}", "evening.table")]
    except ScriptError as error:
        return str(error)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_no_text_is_too_strange_to_be_refused(text: str) -> None:
    """Whatever stands after the setup is refused in one printable line, or is nothing but remarks."""
    told = outcome(text)

    assert told == [1] or (isinstance(told, str) and told.startswith("evening.table, line "))
    assert isinstance(told, list) or told.isprintable()


WORDS = ["stone", "expect", "setup", "press", "position", "screen", "turn", "A", "quarry:w", "white", "1"]
SCRAPS = ["\x07", "\u2028", '"', "\\", "#", " ", " ", " "]


@given(st.lists(st.sampled_from(WORDS + SCRAPS), max_size=12))
def test_known_words_in_any_order_are_read_or_refused(words: list[str]) -> None:
    """A line made of a script's words is an act, a remark, or refused in one printable line."""
    told = outcome("".join(words))

    assert told in ([1], [1, 2]) or (isinstance(told, str) and told.isprintable())


def test_a_script_is_read_from_its_file(tmp_path: Path) -> None:
    """Errors name the file as it was given."""
    path = tmp_path / "evening.table"
    path.write_bytes(f"\ufeff{SETUP}\r\nwait 1\r\n".encode())

    script = read_script(path)

    assert [act.line.file for act in script] == [str(path)] * 2


@pytest.mark.parametrize(("content", "told"), [(None, "cannot be read"), (b"\xff", "is not UTF-8 text")])
def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, content: bytes | None, told: str) -> None:
    """A missing file and one that is no text are refused in one line, not with a traceback."""
    path = tmp_path / "evening.table"
    if content is not None:
        path.write_bytes(content)

    with pytest.raises(ScriptError, match=told) as refused:
        read_script(path)

    assert str(refused.value).startswith(str(path))
