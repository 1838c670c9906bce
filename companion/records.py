"""Between the journal and `.tgn`: kept games as records, records as games to keep, and a list of them."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from companion.errors import CompanionError, JournalError
from companion.files import as_owner
from companion.journal.damaged import as_kept, held, lacking
from companion.journal.journal import Journal
from companion.journal.reading import KeptGame
from companion.journal.seal import HEADER, TABLE
from companion.journal.store import FILE_NAME
from companion.journal.waiting import BEGIN, LAID, RESULT, TURN, UNFINISHED, Step
from companion.rules.errors import BadNotation, IllegalTurn
from companion.rules.notation import format_position, format_turn, parse_position, parse_turn
from companion.rules.pieces import Player
from companion.rules.play import End, apply, is_over
from companion.rules.position import Position
from companion.rules.record import Game, read_games, write_games
from companion.rules.score import score

_COLUMNS = "{:>4}  {:16}  {:17}  {:7}  {:9}  {}"
HEADING = _COLUMNS.format("no.", "begun", "players", "result", "turns", "how it stands")
"""Above the lines of the games."""


@dataclass(frozen=True, slots=True)
class Listed:
    """One kept game, in a line."""

    number: int
    when: str
    """When it began, in UTC as the machine believed it, or the date of the record; "" when nobody told."""
    white: str
    black: str
    turns: int
    result: str
    standing: str
    """playing (the newest one, unfinished), left, finished, record (read from a file) or damaged."""

    @property
    def text(self) -> str:
        """For people: below HEADING, the time as clocks on their wall have it."""
        players = f"{self.white or 'White'} - {self.black or 'Black'}"
        count = f"{self.turns} turn{'' if self.turns == 1 else 's'}"
        begun = _local(self.when)
        when = f"{begun:%Y-%m-%d %H:%M}" if begun else self.when or "-"
        return _COLUMNS.format(self.number, when, players, self.result, count, self.standing)


def listed(games: Sequence[KeptGame]) -> list[Listed]:
    """All kept games, each in a line, in the order in which they began."""
    newest = max((game.id for game in games if game.origin == TABLE), default=None)
    lines = []
    for game in games:
        headers = dict(map(_header, game.headers))
        finished = "left" if game.result == UNFINISHED else "finished"
        standing = "playing" if game.id == newest and game.result == UNFINISHED else finished
        if game.origin != TABLE:
            standing = "record"
        lines.append(
            Listed(
                number=game.id,
                when=game.begun or headers.get("Date", ""),
                white=headers.get("White", ""),
                black=headers.get("Black", ""),
                turns=len(game.turns),
                result=game.result,
                standing=standing if game.is_whole else "damaged",
            )
        )
    return lines


def chosen(games: Sequence[KeptGame], numbers: Sequence[int]) -> list[KeptGame]:
    """The games with these numbers, in this order. Raises CompanionError for one that is not there."""
    by_number = {game.id: game for game in games}
    for number in numbers:
        if number not in by_number:
            raise CompanionError(f"there is no game {number}", cure="tholos games lists those that are kept")
    return [by_number[number] for number in numbers]


def record_of(kept: KeptGame) -> Game:
    """A kept game as a record, by the rules as they are now.

    A complete temple whose result was not kept has the result of its score. Raises CompanionError for a game
    that the rules refuse.
    """
    try:
        position, end = parse_position(kept.start), End(kept.end)
        turns = tuple(map(parse_turn, kept.turns))
        for turn in turns:
            position = apply(position, turn, end)
        result = score(position).result if is_over(position) else kept.result
        return Game(turns, result, tuple(map(_header, kept.headers)) or _headers(kept))
    except ValueError as refused:
        raise CompanionError(
            f"game {kept.id} cannot be exported ({refused})", cure="leave it out: name the others' numbers"
        ) from refused


def records_of(games: Sequence[KeptGame]) -> tuple[tuple[Game, ...], list[str]]:
    """The records of those that have one, and why the others have none."""
    records, refusals = [], []
    for game in games:
        try:
            records.append(record_of(game))
        except CompanionError as refused:
            refusals.append(str(refused))
    return tuple(records), refusals


def read_records(path: Path, text: str) -> tuple[Game, ...]:
    """The games of a `.tgn` file. Raises CompanionError with file, line, game, turn and reason."""
    try:
        games = read_games(text)
    except (BadNotation, IllegalTurn) as error:
        raise CompanionError(
            f"{path}, line {error.line}: {error}", cure="nothing of it was imported"
        ) from error
    if not games:
        raise CompanionError(f"{path}: there is no game in it")
    return games


def is_record(text: str) -> bool:
    """Whether that is the text of a record, which another one may replace."""
    try:
        return bool(read_games(text))
    except (BadNotation, IllegalTurn):
        return False


def read_damaged(file: Path, folder: Path) -> tuple[tuple[Game, ...], list[str]]:
    """The games that a damaged file still holds and the folder's journal has not; why others have no record.

    Raises CompanionError where it cannot be read.
    """
    try:
        with as_owner(file.parent):
            if not file.is_file():
                raise CompanionError(f"{file}: there is no such file", cure="ls names those that are there")
            there = held(file)
        with as_owner(folder):
            journal = held(folder / FILE_NAME)
    except OSError as error:
        raise CompanionError(f"{file} cannot be read ({error.strerror})", cure="try it with sudo") from error
    return records_of(as_kept(lacking(journal, there)))


def take_in(folder: Path, games: Sequence[Game]) -> int:
    """Keep these records in the folder's journal, all of them or none, but for those that it has; how many.

    A game is there already where its record would read the same; of two that read the same, both are kept.
    Raises JournalError where they cannot be kept, so also while a device keeps its games there.
    """
    with as_owner(folder):  # else the device could not write what root has made
        journal = Journal(folder)
        journal.open()
        try:
            if journal.fault is not None:
                raise JournalError(
                    f"nothing was imported: {journal.fault}",
                    cure="sudo systemctl stop tholos, import, sudo systemctl start tholos",
                )
            new = _new_ones(games, records_of(journal.games())[0])
            journal.take_in([steps_of(game) for game in new])
            return len(new)
        finally:
            journal.close()


def _new_ones(games: Sequence[Game], kept: Sequence[Game]) -> list[Game]:
    there = Counter(write_games((game,)) for game in kept)
    new = []
    for game in games:
        text = write_games((game,))
        if there[text]:
            there[text] -= 1
        else:
            new.append(game)
    return new


def steps_of(game: Game) -> list[Step]:
    """A record as the journal keeps it: its beginning, its head, its turns, its result."""
    headers = [f"{name} {value}" for name, value in game.headers]
    return [
        Step(BEGIN, format_position(game.start), "", game.end.value),
        *(Step(HEADER, header, "") for header in headers),
        Step(LAID, "", ""),
        *(Step(TURN, format_turn(turn), "", UNFINISHED) for turn in game.turns),
        *([Step(RESULT, game.result, "")] if game.result != UNFINISHED else []),
    ]


def _header(text: str) -> tuple[str, str]:
    name, _, value = text.partition(" ")
    return name, value


def _headers(kept: KeptGame) -> tuple[tuple[str, str], ...]:
    """The head of a game that was played here; of a record that had none, its start and its end."""
    begun = _local(kept.begun)
    found = [("Date", f"{begun:%Y.%m.%d}")] if begun else []
    if kept.start != format_position(Position.start(Player.WHITE)):
        found.append(("Start", kept.start))
    return (*found, ("End", kept.end))


def _local(moment: str) -> datetime | None:
    """A moment of the journal's in this machine's time zone; None: it is none, as the date of a record."""
    try:
        found = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return None if found.tzinfo is None else found.astimezone()
