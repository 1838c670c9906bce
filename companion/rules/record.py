"""Whole games as `.tgn` text, the form of chess's PGN, and back."""

import re
import textwrap
from dataclasses import dataclass, field

from companion.rules.end import End, is_over
from companion.rules.errors import BadNotation, IllegalTurn
from companion.rules.notation import format_turn, parse_position, parse_turn, shown
from companion.rules.pieces import Player
from companion.rules.play import after, apply
from companion.rules.position import Position
from companion.rules.score import score
from companion.rules.turn import Turn

UNFINISHED = "*"
RESULTS = ("1-0", "0-1", "1/2-1/2", UNFINISHED)
HEADERS = ("Event", "Date", "White", "Black", "Start", "End", "Result")
"""The headers that a record knows, in the order in which they are written; others follow."""

LINE_COLUMNS = 80


@dataclass(frozen=True, slots=True)
class Game:
    """One recorded game."""

    turns: tuple[Turn, ...]
    result: str
    """One of RESULTS; before the temple is complete, a resignation or an agreed draw."""
    headers: tuple[tuple[str, str], ...] = ()
    """Name and value, no name twice; Start and End, where given, say how the game was played."""

    def __post_init__(self) -> None:
        if self.result not in RESULTS:
            raise BadNotation(f"unknown result {shown(self.result)}; {_ANY_RESULT} would be right")
        for name, value in self.headers:
            if not _HEADER.fullmatch(f'[{name} "{_escape(value)}"]'):
                raise BadNotation(f"header {shown(name)} {shown(value)} is not a word and one line of text")

    def header(self, name: str) -> str | None:
        """A header's value, None: it was not given."""
        return dict(self.headers).get(name)

    @property
    def start(self) -> Position:
        """Where the game begins: the Start header, or else the basic start with White to play."""
        text = self.header("Start")
        return Position.start(Player.WHITE) if text is None else parse_position(text)

    @property
    def end(self) -> End:
        """Which moment ends the game: the End header, or else at once."""
        return End(self.header("End") or End.AT_ONCE.value)

    @property
    def last_position(self) -> Position:
        """The position after all turns, which are taken to be legal."""
        position = self.start
        for turn in self.turns:
            position = after(position, turn)
        return position


def write_games(games: tuple[Game, ...]) -> str:
    """The canonical text: read again it gives the same games, written again the same text."""
    return "\n".join(map(_write_game, games))


def read_games(text: str) -> tuple[Game, ...]:
    """The games of a record, lenient in layout and strict in content.

    BadNotation or IllegalTurn name the game, the turn and the reason; their `line` is where it stands.
    """
    reader = _Reader(text)
    try:
        return reader.read()
    except (BadNotation, IllegalTurn) as error:
        error.line = text.count("\n", 0, reader.offset) + 1
        raise


class _Reader:
    """Goes through a record word by word."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.offset = len(text) - len(text.removeprefix("\ufeff"))  # some editors begin a file with this mark

    def read(self) -> tuple[Game, ...]:
        games: list[Game] = []
        draft = _Draft(number=1)
        while self.offset < len(self._text):
            match = _TOKEN.match(self._text, self.offset)
            if match is None:
                raise BadNotation(f"{draft.where}: {_unreadable(self._text[self.offset])}")
            draft.add(match)
            if draft.result is not None:
                games.append(draft.finish(draft.result))
                draft = _Draft(number=len(games) + 1)
            self.offset = match.end()
        if draft.is_begun:
            raise BadNotation(f"{draft.where}: the game has no result; end it with {_ANY_RESULT}")
        return tuple(games)


_HEADER = re.compile(r'\[\s*(?P<name>\w+)\s*"(?P<value>(?:[^"\\\r\n]|\\["\\])*)"\s*\]')
_TOKEN = re.compile(
    r"(?P<space>\s+|\{[^}]*\})"  # a comment parts words, as a space does
    rf"|(?P<header>{_HEADER.pattern})"
    r"|(?P<number>[0-9]+\.+)"
    r'|(?P<word>[^\s{}\[\]"]+)'
)
_LOOKS_LIKE_RESULT = re.compile(r"[0-9/½]+[-–:][0-9/½]+")
_ANY_RESULT = "1-0, 0-1, 1/2-1/2 or *"


@dataclass(slots=True)
class _Draft:
    """A game that is being read."""

    number: int
    headers: dict[str, str] = field(default_factory=dict)
    turns: list[Turn] = field(default_factory=list)
    turn_number: str | None = None
    """The number read last, until its turn comes."""
    result: str | None = None
    position: Position = field(default_factory=lambda: Position.start(Player.WHITE))
    end: End = End.AT_ONCE

    @property
    def is_begun(self) -> bool:
        return bool(self.headers or self.turns or self.turn_number)

    @property
    def where(self) -> str:
        """The game and the turn that comes next, for an error."""
        pair = self.next_number.rstrip(".")
        return f"game {self.number}, turn {pair} of {self.position.to_move.name.capitalize()}"

    @property
    def next_number(self) -> str:
        """As it is written before the next turn: "3." for White's, "3..." for Black's."""
        return _number(len(self.turns), self.position.to_move)

    def add(self, match: re.Match[str]) -> None:
        if match["header"]:
            self._add_header(match["name"], re.sub(r"\\(.)", r"\1", match["value"]))
        elif match["number"]:
            self._add_number(match["number"])
        elif match["word"]:
            self._add_word(match["word"])

    def finish(self, result: str) -> Game:
        """The game, once its result is read."""
        stated = self.headers.get("Result", result)
        if stated != result:
            raise BadNotation(f"game {self.number}: the header Result says {stated}, the last word {result}")
        if is_over(self.position) and result != score(self.position).result:
            right = score(self.position).result
            raise BadNotation(f"game {self.number}: the result is {result}; the score makes it {right}")
        return Game(tuple(self.turns), result, tuple(self.headers.items()))

    def _add_header(self, name: str, value: str) -> None:
        where = f"game {self.number}, header {name}"
        if self.turns or self.turn_number:
            raise BadNotation(f"{where}: the game before it has no result; end that with {_ANY_RESULT}")
        if name in self.headers:
            raise BadNotation(f"{where}: it is there twice")
        if name == "Result" and value not in RESULTS:
            raise BadNotation(f"{where}: unknown result {shown(value)}; {_ANY_RESULT} would be right")
        if name == "Start":
            try:
                self.position = parse_position(value)
            except BadNotation as error:
                raise BadNotation(f"{where}: {error}") from error
        if name == "End":
            try:
                self.end = End(value)
            except ValueError as error:
                raise BadNotation(
                    f"{where}: unknown end {shown(value)}; at-once or after-bonus would be right"
                ) from error
        self.headers[name] = value

    def _add_number(self, number: str) -> None:
        if self.turn_number is not None or number != self.next_number:
            right = self.next_number if self.turn_number is None else "a turn"
            raise BadNotation(f"{self.where}: turn number {shown(number)} where {right} would be right")
        self.turn_number = number

    def _add_word(self, word: str) -> None:
        if word in RESULTS and self.turn_number is None:
            self.result = word
        elif word in RESULTS:
            raise BadNotation(f"{self.where}: the turn is missing between its number and {shown(word)}")
        elif _LOOKS_LIKE_RESULT.fullmatch(word):
            raise BadNotation(f"{self.where}: unknown result {shown(word)}; {_ANY_RESULT} would be right")
        else:
            self._add_turn(word)

    def _add_turn(self, word: str) -> None:
        try:
            turn = parse_turn(word)
            self.position = apply(self.position, turn, self.end)
        except BadNotation as error:
            raise BadNotation(f"{self.where}: {error}") from error
        except IllegalTurn as error:
            raise IllegalTurn(f"{self.where}, {word}: {error}", error.refusal) from error
        self.turns.append(turn)
        self.turn_number = None


def _number(played: int, to_move: Player) -> str:
    """The number before a turn, with `played` turns before it: pairs, White first, as in PGN."""
    if to_move is Player.WHITE:
        # Where Black starts, the first pair lacks its white half.
        return f"{(played + 1) // 2 + 1}."
    return f"{played // 2 + 1}..."


def _unreadable(character: str) -> str:
    if character == "{":
        return "a comment is not closed; end it with }"
    if character in '["':
        return 'a header or its quote is not closed; write [Name "value"], with \\" and \\\\ in the value'
    return f"{character} stands alone"


def _write_game(game: Game) -> str:
    given = {"End": game.end.value, **dict(game.headers)}
    names = [name for name in HEADERS if name in given] + [name for name in given if name not in HEADERS]
    lines = [f'[{name} "{_escape(given[name])}"]' for name in names]
    words: list[str] = []
    player = game.start.to_move
    for played, turn in enumerate(game.turns):
        if player is Player.WHITE or played == 0:
            words.append(_number(played, player))
        words.append(format_turn(turn))
        player = player.rival
    words.append(game.result)
    lines += ["", *textwrap.wrap(" ".join(words), LINE_COLUMNS, break_on_hyphens=False)]
    return "\n".join(lines) + "\n"


def _escape(value: str) -> str:
    return re.sub(r'(["\\])', r"\\\1", value)
