from itertools import pairwise

import pytest

from companion.rules.end import End
from companion.rules.errors import BadNotation, IllegalTurn
from companion.rules.notation import format_position, parse_turn
from companion.rules.pieces import Player
from companion.rules.record import Game, read_games, write_games
from companion.rules.refusal import Rule

CANONICAL = """\
[Event "Sunday \\"club\\" \\\\ evening"]
[Date "2026.03.01"]
[White "Ana"]
[Black "Béla"]
[End "at-once"]
[Result "*"]
[Table "3"]

1. wD:+g bE:xw 2. +1w bF:wD *
"""

BLACK_STARTS = """\
[Start "-/-/-/-/-/-/- ww bb b B=tall"]
[End "after-bonus"]

1... bD:+w 2. wE:xw +1b 3. wA 1-0
"""

LAST_SPACE = "bwgwb/bwwww/bbgb/gwgwb/ggggg/wwbbw/wbwbg bb wbb b -"


@pytest.mark.parametrize("text", [CANONICAL, BLACK_STARTS, CANONICAL + "\n" + BLACK_STARTS, ""])
def test_canonical_text_comes_out_unchanged(text: str) -> None:
    """What the companion wrote is read and written without a letter changed."""
    assert write_games(read_games(text)) == text


def test_the_headers_are_kept_and_unescaped() -> None:
    """Names, date and what the companion does not know are there to be read."""
    (game,) = read_games(CANONICAL)

    assert game.header("Event") == 'Sunday "club" \\ evening'
    assert game.header("Black") == "Béla"
    assert game.header("Table") == "3"
    assert game.header("Site") is None
    assert game.turns == tuple(map(parse_turn, ["wD:+g", "bE:xw", "+1w", "bF:wD"]))
    assert game.result == "*"
    assert format_position(game.last_position) == "-/-/-/ww/b/b/- wg - w -"


def test_start_and_end_are_honoured() -> None:
    """A game that Black started under ornaments begins there and ends as it says."""
    (game,) = read_games(BLACK_STARTS)

    assert game.start.to_move is Player.BLACK
    assert game.end is End.AFTER_BONUS
    assert len(game.turns) == 4


def test_without_headers_it_is_the_basic_game() -> None:
    """White starts on an empty temple, and the temple's completion ends the game at once."""
    (game,) = read_games("+1w +1b *")

    assert game.start.to_move is Player.WHITE
    assert game.end is End.AT_ONCE
    assert write_games((game,)) == '[End "at-once"]\n\n1. +1w +1b *\n'


@pytest.mark.parametrize(
    "text",
    [
        CANONICAL.replace("\n", "\r\n"),
        CANONICAL.replace("\n", "\r"),
        "\ufeff" + CANONICAL,
        CANONICAL.replace("1. ", "1.").replace("2. ", "\n\n2.\t"),
        CANONICAL.replace("1. ", "").replace("2. ", ""),
        CANONICAL.replace("bE:xw", "1... bE:xw").replace("+1w", "{why {not?} +1w{ten\nlines}"),
        CANONICAL.replace("\n\n", " ").replace('[Result "*"]', '[ Result  "*" ]'),
        CANONICAL.strip(),
        CANONICAL + "\n\n{the rest of the evening was talk}\n",
        "\n".join(sorted(CANONICAL.splitlines()[:7], key=lambda line: ("Table" in line, line[4:])))
        + CANONICAL[CANONICAL.index("\n\n") :],
    ],
)
def test_layout_does_not_matter(text: str) -> None:
    """Line ends, spaces, breaks, comments and missing turn numbers read as the same game."""
    assert write_games(read_games(text)) == CANONICAL


def test_lines_are_broken_at_spaces_as_late_as_eighty_columns_allow() -> None:
    """No line is longer than 80, and none could have taken the next word too."""
    taking = "+1w +1b wA bA +1w +1b wB bB +1w +1b wC bC +1w +1b wD bD +1w +1b wE bE "
    (game,) = read_games(taking * 2 + "*")

    lines = write_games((game,)).splitlines()[2:]

    assert len(lines) > 1
    assert max(map(len, lines)) <= 80
    for line, following in pairwise(lines):
        assert len(f"{line} {following.split(' ')[0]}") > 80


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("+1w +2w *", "game 1, turn 1 of Black, +2w: Black may take at most 1 white at a time"),
        (
            "* 1. +1w 1-0 1. wD +1b 2. wD:+g wE *",
            "game 3, turn 2 of Black, wE: Black's workshop has no white left to place",
        ),
        (
            f'[Start "{LAST_SPACE}"] bC wA *',
            "game 1, turn 2 of White, wA: the game is over: the temple is complete",
        ),
        (
            f'[Start "{LAST_SPACE}"] bC:-A *',
            "game 1, turn 1 of Black, bC:-A: the game is over: the temple is complete",
        ),
    ],
)
def test_an_illegal_turn_is_refused_with_game_turn_and_reason(text: str, message: str) -> None:
    """The message leads to the very turn, and says which rule it breaks."""
    with pytest.raises(IllegalTurn) as refused:
        read_games(text)

    assert str(refused.value) == message
    assert refused.value.refusal.rule in Rule


ANY = "1-0, 0-1, 1/2-1/2 or *"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "1. wX *",
            "game 1, turn 1 of White: turn 'wX' cannot be read; a take is like +2g",
        ),
        (
            "1. +1w; +1b *",
            "game 1, turn 1 of White: turn '+1w;' cannot be read; a take is like +2g",
        ),
        ("2. +1w *", "game 1, turn 1 of White: turn number '2.' where 1. would be right"),
        ("1. +1w 1. +1b *", "game 1, turn 1 of Black: turn number '1.' where 1... would be right"),
        ("1. 1. +1w *", "game 1, turn 1 of White: turn number '1.' where a turn would be right"),
        ("1... +1w *", "game 1, turn 1 of White: turn number '1...' where 1. would be right"),
        ("1. +1w +1b 2. *", "game 1, turn 2 of White: the turn is missing between its number and '*'"),
        ('[Event "a"] [Event "b"] *', "game 1, header Event: it is there twice"),
        (
            '* [End "never"] *',
            "game 2, header End: unknown end 'never'; at-once or after-bonus would be right",
        ),
        ('[Result "2-0"] *', f"game 1, header Result: unknown result '2-0'; {ANY} would be right"),
        ("+1w 2-0", f"game 1, turn 1 of Black: unknown result '2-0'; {ANY} would be right"),
        ("+1w ½-½", f"game 1, turn 1 of Black: unknown result '½-½'; {ANY} would be right"),
        ('[Result "1-0"] +1w *', "game 1: the header Result says 1-0, the last word *"),
        (f'[Start "{LAST_SPACE}"] bC *', "game 1: the result is *; the score makes it 1-0"),
        (f'[Start "{LAST_SPACE}"] bC 0-1', "game 1: the result is 0-1; the score makes it 1-0"),
        ("1. +1w", f"game 1, turn 1 of Black: the game has no result; end it with {ANY}"),
        ("1.", f"game 1, turn 1 of White: the game has no result; end it with {ANY}"),
        ('[White "Ana"]', f"game 1, turn 1 of White: the game has no result; end it with {ANY}"),
        (
            '+1w [White "Ana"] *',
            f"game 1, header White: the game before it has no result; end that with {ANY}",
        ),
        (
            '1. [White "Ana"] *',
            f"game 1, header White: the game before it has no result; end that with {ANY}",
        ),
        ("+1w {so it began", "game 1, turn 1 of Black: a comment is not closed; end it with }"),
        ("+1w } *", "game 1, turn 1 of Black: } stands alone"),
        ("+1w ] *", "game 1, turn 1 of Black: ] stands alone"),
        ('[Start "x"] *', "game 1, header Start: position 'x': it is not five fields"),
    ],
)
def test_what_a_record_must_not_say_is_refused(text: str, message: str) -> None:
    """The message names the game, the turn or header, and the reason."""
    with pytest.raises(BadNotation) as refused:
        read_games(text)

    assert str(refused.value).startswith(message)


@pytest.mark.parametrize(
    "text",
    [
        '[White "Ana] *',
        '[White "A\nna"] *',
        '[White "A\\na"] *',
        "[White Ana] *",
        '[White "Ana" *',
        '"Ana" *',
        "[*",
    ],
)
def test_an_open_quote_or_header_is_refused(text: str) -> None:
    """The message shows how a header is written."""
    with pytest.raises(
        BadNotation, match="game 1, turn 1 of White: a header or its quote is not closed; write"
    ):
        read_games(text)


def test_players_may_resign_or_agree_a_draw() -> None:
    """Before the temple is complete any result can stand."""
    texts = [f'[End "at-once"]\n\n1. +1w {result}\n' for result in ("1-0", "0-1", "1/2-1/2", "*")]

    assert [write_games(read_games(text)) for text in texts] == texts


def test_a_game_may_go_on_after_the_temple_was_reopened() -> None:
    """With the online reading of the end, C's bonus lets the game continue."""
    text = f'[Start "{LAST_SPACE}"] [End "after-bonus"] bC:-A 0-1'

    (game,) = read_games(text)

    assert game.result == "0-1"


@pytest.mark.parametrize(
    ("headers", "result"),
    [((("White", "A\nB"),), "*"), ((("White", "A\rB"),), "*"), ((("My name", "x"),), "*"), ((), "2-0")],
)
def test_what_could_not_be_read_again_cannot_be_recorded(
    headers: tuple[tuple[str, str], ...], result: str
) -> None:
    """A name of two lines, a header of two words or a result that is none is refused before it is written."""
    with pytest.raises(BadNotation):
        Game((), result, headers)
