"""Correcting the board: stone by stone, column by column, until it is as people say."""

from dataclasses import dataclass, replace
from enum import Enum

from companion.panel.press import Button
from companion.rules.legal import workshop_room
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position, Stones, sorted_stones
from companion.rules.refusal import Refusal, Rule
from companion.table.dialogues.dialogue import Begin, Dialogue, Leave, Outcome


class Part(Enum):
    """What is asked apart from stones."""

    TO_MOVE = "to-move"
    WHOLE = "whole"
    """Whether all is right now."""
    GIVE_UP = "give-up"
    """Whether what was changed is to be forgotten."""


Place = Location | Player | Part
"""Where the dialogue has come to: a column, a player's workshop, or a question."""

PATH: tuple[Place, ...] = (*Location, *Player, Part.TO_MOVE, Part.WHOLE)
"""OK leads along it."""

_COLOURS = {Button.WHITE: Colour.WHITE, Button.GREY: Colour.GREY, Button.BLACK: Colour.BLACK}
_FIRST = PATH[0]


@dataclass(frozen=True, slots=True)
class Correcting:
    """A column or workshop at a time: a colour puts a stone on top, BACK takes the top one off, OK goes on.

    No press is taken that the rules do not allow, so what has been entered is a position at every moment.
    """

    position: Position
    """As entered so far."""
    workshops: tuple[Stones, Stones]
    """White's and Black's, in the order in which they were filled: BACK takes the newest."""
    before: Position
    """As believed when the dialogue was opened."""
    pads: tuple[int | None, ...]
    """What the pads counted then; None: not known."""
    at: Place = _FIRST
    refusal: Refusal | None = None
    """Why the last press was refused."""

    @classmethod
    def of(
        cls, position: Position, heights: tuple[int | None, ...] = (None,) * len(Location)
    ) -> "Correcting":
        """Begin at column A; `heights` are what the pads say, a hint and no more."""
        return cls(position, (position.white_workshop, position.black_workshop), position, heights)

    @property
    def is_changed(self) -> bool:
        """Whether anything else is entered than was believed before."""
        return self.position != self.before

    @property
    def disputed(self) -> dict[Location, int]:
        """What the pad counts, for each column that is entered with another height."""
        return {
            location: pad
            for location, pad in zip(Location, self.pads, strict=True)
            if pad is not None and pad != len(self.position.column(location))
        }

    def stones(self, place: Place) -> Stones:
        """The stones of a column or workshop, the top or newest one last; of a question none."""
        if isinstance(place, Location):
            return self.position.column(place)
        return self.workshops[place is Player.BLACK] if isinstance(place, Player) else ()

    def press(self, button: Button) -> Dialogue | Outcome:
        """Where a button leads."""
        if button is Button.OK:
            return self._ok()
        if button is Button.BACK:
            return self._back()
        colour = _COLOURS[button]
        if isinstance(self.at, Location | Player):
            return self._put(self.at, colour)
        if self.at is Part.TO_MOVE and colour is not Colour.GREY:
            position = replace(self.position, to_move=Player(colour.value))
            return replace(self, position=position, at=Part.WHOLE)
        if self.at is Part.WHOLE and colour is Colour.GREY:
            return self._goes_to(_FIRST)
        return self

    def _ok(self) -> Dialogue | Outcome:
        if self.at is Part.GIVE_UP:
            return Leave()
        if self.at is Part.WHOLE:
            # Even unchanged it is news where pads say otherwise: hands are guided, or the pads begin anew.
            return Begin(self.position) if self.is_changed or self.disputed else Leave()
        return self._goes_to(PATH[PATH.index(self.at) + 1])

    def _back(self) -> Dialogue | Outcome:
        if self.at is Part.GIVE_UP:
            return self._goes_to(_FIRST)
        if stones := self.stones(self.at):
            return self._lies(self.at, stones[:-1])
        if self.at is not _FIRST:
            return self._goes_to(PATH[PATH.index(self.at) - 1])
        return self._goes_to(Part.GIVE_UP) if self.is_changed else Leave()

    def _put(self, place: Location | Player, colour: Colour) -> "Correcting":
        refusal = self._why_not(place, colour)
        if refusal is not None:
            return replace(self, refusal=refusal)
        return self._lies(place, (*self.stones(place), colour))

    def _why_not(self, place: Location | Player, colour: Colour) -> Refusal | None:
        position = self.position
        if isinstance(place, Location) and position.is_full(place):
            return Refusal(Rule.COLUMN_FULL, position.to_move, location=place, limit=position.limit(place))
        if isinstance(place, Player) and not workshop_room(position, place):
            return Refusal(Rule.WORKSHOP_ROOM, place, limit=0)
        if not position.quarry(colour):
            return Refusal(Rule.QUARRY_LACKS, position.to_move, colour, limit=0)
        return None

    def _lies(self, place: Place, stones: Stones) -> "Correcting":
        """These stones on a column, or in a workshop."""
        columns, workshops = list(self.position.columns), list(self.workshops)
        if isinstance(place, Location):
            columns[place.index] = stones
        else:
            workshops[place is Player.BLACK] = stones
        white, black = workshops
        position = replace(
            self.position,
            columns=tuple(columns),
            white_workshop=sorted_stones(white),
            black_workshop=sorted_stones(black),
        )
        return replace(self, position=position, workshops=(white, black), refusal=None)

    def _goes_to(self, place: Place) -> "Correcting":
        return replace(self, at=place, refusal=None)
