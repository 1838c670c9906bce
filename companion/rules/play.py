"""Playing: the position after a turn."""

from companion.rules.end import End, is_over
from companion.rules.errors import IllegalTurn
from companion.rules.pieces import Colour, Player
from companion.rules.position import Position, Stones, sorted_stones
from companion.rules.refusal import explain, why_illegal
from companion.rules.turn import Action, Bonus, Take, Turn

__all__ = ["End", "after", "apply", "is_over"]


def apply(position: Position, turn: Turn, end: End = End.AT_ONCE) -> Position:
    """The position after a turn; IllegalTurn, with the refusal, if the rules forbid it."""
    refusal = why_illegal(position, turn, end)
    if refusal is not None:
        raise IllegalTurn(explain(refusal), refusal)
    return after(position, turn)


def after(position: Position, turn: Turn) -> Position:
    """The position after a turn that is known to be legal; nothing is checked."""
    player = position.to_move
    columns = list(position.columns)
    own = list(position.workshop(player))
    rival = list(position.workshop(player.rival))
    if isinstance(turn, Take):
        own += [turn.colour] * turn.count
    else:
        own.remove(turn.colour)
        columns[turn.location.index] += (turn.colour,)
        if turn.bonus is not None:
            _use(turn.bonus, columns, own, rival)
    white, black = (own, rival) if player is Player.WHITE else (rival, own)
    return Position.unchecked(
        tuple(columns), sorted_stones(white), sorted_stones(black), player.rival, position.ornaments
    )


def _use(bonus: Bonus, columns: list[Stones], own: list[Colour], rival: list[Colour]) -> None:
    """Every bonus moves one stone: find it where it lies, then put it where it goes (None: the quarry)."""
    stone = bonus.colour or Colour.GREY  # QUARRYGREY names no colour: it is always grey
    if bonus.source is not None:
        *rest, stone = columns[bonus.source.index]
        columns[bonus.source.index] = tuple(rest)
    elif bonus.action is Action.STEAL:
        rival.remove(stone)
    elif bonus.action is Action.BUILD:
        own.remove(stone)
    if bonus.target is not None:
        columns[bonus.target.index] += (stone,)
    elif bonus.colour is not None:
        own.append(stone)
