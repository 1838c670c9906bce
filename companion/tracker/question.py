"""The one question that the people at the table can be asked at a time."""

from dataclasses import dataclass
from enum import Enum

from companion.rules.pieces import Colour, Location, Player
from companion.rules.turn import Action


class Asks(Enum):
    """What a question wants to know."""

    COLOUR = "colour"
    """Which of `colours` is the stone that came to `location`? Answered by its colour."""
    BONUS = "bonus"
    """Will `player` use the bonus of `location`? Answered by hands, by `colours`, or OK for none."""
    SOURCE = "source"
    """Where did the grey stone on `location` come from? GREY: the workshop; OK: the quarry."""
    WHOSE = "whose"
    """Who put the stone on `location`? WHITE or BLACK is the player's name; OK: `player` did."""
    SAME = "same"
    """Is the stone on `location` the one that was lifted from there? OK: it is; a colour: it is another."""
    COLUMN = "column"
    """`location` has a silent pad. OK: a stone came; GREY: one went; WHITE, BLACK: another such column."""
    FORGOTTEN = "forgotten"
    """Which stones did `player` take first? Answered as a take is: colour by colour, then OK."""
    CONFIRM = "confirm"
    """Is the turn of `player` right as it is shown? OK: it is. Asked only where the settings want it."""
    CONTINUE = "continue"
    """Go on with the game that was left? OK does it, and so does any stone or colour; BACK: a new one."""
    REMATCH = "rematch"
    """Once more, with the same ornaments, and `player` begins? OK does it; BACK: another game."""
    TAKE_BACK = "take-back"
    """Take back the last turn, which was `player`'s? OK does it, BACK leaves it."""
    NEW_GAME = "new-game"
    """Give up this game for a new one? OK does it, BACK goes on with this one."""
    TRUST = "trust"
    """Do the stones lie as they should, whatever the pads say? OK: they do, the pads begin anew; BACK: no."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question, and what answers it; BACK is always a way out."""

    asks: Asks
    player: Player
    location: Location | None = None
    index: int = 0
    """Which stone on `location` is meant, 0 the lowest."""
    colours: tuple[Colour, ...] = ()
    """The colours that answer it by button, in the order white, grey, black."""
    actions: tuple[Action, ...] = ()
    """BONUS: what is open; MOVE, RETURN, BUILD and QUARRYGREY are answered by hands."""
    is_gone: bool = False
    """COLOUR: the rival has taken the stone away since."""
