"""Seals: what a row was when it was written, so that one that a card has changed is not believed."""

from collections.abc import Iterable
from dataclasses import dataclass
from zlib import crc32

from companion.journal.waiting import BEGIN, LAID, LIFTED, RESULT, TAKE_BACK, TURN, UNFINISHED

TABLE, RECORD = "table", "record"
"""Where a game comes from: played at this table, or read from a file."""
HEADER = "header"
"""The kind of note that holds a line of a record's head, for a game that was read from a file."""


def sealed(*values: str | int | None) -> int:
    """The seal of these values, 0 to 2**32 - 1: their CRC-32, which finds every burst of up to 32 bits."""
    text = "\x1f".join("" if value is None else str(value) for value in values)
    return crc32(text.encode(errors="surrogatepass"))


@dataclass(frozen=True, slots=True)
class Row:
    """One happening as it stands in the file; its game's key is part of its seal."""

    number: int
    game: int | None
    kind: str
    text: str
    at: str
    step: int | None
    """Its place among those that make the game; None: a note."""
    seal: int

    def is_true(self, key: str) -> bool:
        """Whether it is what was written for the game with this key."""
        return self.seal == sealed(key, self.step, self.kind, self.text, self.at)


@dataclass(frozen=True, slots=True)
class Story:
    """What the rows of one game tell, up to the first one that is missing or not what was written."""

    steps: tuple[Row, ...]
    is_whole: bool
    """Whether nothing is missing in between; what was cut off at the end no row can tell."""

    @classmethod
    def of(cls, key: str, rows: Iterable[Row]) -> "Story":
        """Of the rows of this game, in any order, notes among them or not."""
        steps = sorted((row for row in rows if row.step is not None), key=lambda row: row.step or 0)
        unbroken: list[Row] = []
        for row in steps:
            wanted = unbroken[-1].step + 1 if unbroken and unbroken[-1].step is not None else None
            if not row.is_true(key) or row.step not in ((0, 1) if wanted is None else (wanted,)):
                break
            unbroken.append(row)
        return cls(tuple(unbroken), len(unbroken) == len(steps))

    @property
    def turns(self) -> tuple[str, ...]:
        """The turns that stand."""
        turns: list[str] = []
        for row in self.steps:
            if row.kind == TURN:
                turns.append(row.text)
            elif row.kind == TAKE_BACK:
                turns[-1:] = []
        return tuple(turns)

    @property
    def is_laid(self) -> bool:
        """Whether the stones were last seen to lie as the turns say."""
        last = [row.kind for row in self.steps if row.kind in (TURN, TAKE_BACK, LAID, LIFTED)][-1:]
        return last in ([TURN], [LAID])

    @property
    def result(self) -> str:
        """Of the game; a turn after it, or its being taken back, opens the game again."""
        last = [row for row in self.steps if row.kind in (TURN, TAKE_BACK, RESULT)][-1:]
        return last[0].text if last and last[0].kind == RESULT else UNFINISHED


@dataclass(frozen=True, slots=True)
class Beginning:
    """How a game begins."""

    key: str
    """As no other game has it, in no other journal."""
    origin: str
    """TABLE: played here; RECORD: read from a file, never gone on with."""
    start: str
    end: str
    begun: str
    """Wall time, for people to read."""

    @property
    def seal(self) -> int:
        """Of the game's own row."""
        return sealed(self.key, self.origin, self.start, self.end, self.begun)

    @property
    def text(self) -> str:
        """All of it but the time, for a step of its own: so it outlives the loss of the table of games."""
        return "\n".join((self.key, self.origin, self.end, self.start))

    @classmethod
    def told_by(cls, row: Row) -> "Beginning | None":
        """From that step; None: it is none, or not what was written."""
        parts = row.text.split("\n", 3)
        if row.kind != BEGIN or len(parts) != 4 or not row.is_true(parts[0]):
            return None
        key, origin, end, start = parts
        return cls(key, origin, start, end, row.at)
