"""Which turns are legal: every condition of the game is decided here."""

from collections.abc import Sequence

from companion.rules.end import End
from companion.rules.ornaments import Ornament
from companion.rules.pieces import WORKSHOP_SPACES, Colour, Location, Player
from companion.rules.position import Position
from companion.rules.turn import Action, Bonus, Place, Take, Turn

# The printed board's icons say which colour A, B and G move; the text of the rulebooks does not.
MOVED_COLOUR = {Location.A: Colour.GREY, Location.B: Colour.WHITE, Location.G: Colour.BLACK}
"""The colour that the bonus of A, B and G moves."""

_OWN_ACTIONS = {
    Location.A: Action.MOVE,
    Location.B: Action.MOVE,
    Location.C: Action.RETURN,
    Location.D: Action.FETCH,
    Location.E: Action.STEAL,
    Location.F: Action.BUILD,
    Location.G: Action.MOVE,
}

_LOCATIONS = tuple(Location)

# Shared, because they are the most numerous by far: a move is written down thirty times a turn.
_MOVES = [[Bonus(Action.MOVE, source=a, target=b) for b in _LOCATIONS] for a in _LOCATIONS]

# Black, grey, white: the order of their letters, so that turns come out sorted by their text.
_BY_LETTER = (Colour.BLACK, Colour.GREY, Colour.WHITE)


def take_limit(player: Player, colour: Colour) -> int:
    """How many stones of a colour one turn may take: 3 of one's own, 2 grey, 1 of the rival's."""
    if colour is Colour.GREY:
        return 2
    return 3 if colour is player.colour else 1


def workshop_room(position: Position, player: Player) -> int:
    """Free spaces in a player's workshop, 0 to 3."""
    return WORKSHOP_SPACES - len(position.workshop(player))


def most_to_take(position: Position, player: Player, colour: Colour) -> int:
    """How many stones of this colour the player may take now, at most; 0: none."""
    room = workshop_room(position, player)
    return min(take_limit(player, colour), room, position.quarry(colour)) if room else 0


def actions_at(position: Position, location: Location) -> tuple[Action, ...]:
    """The bonus actions to choose from at a location: its own, and that of *quarrygrey* if it lies there."""
    own = _OWN_ACTIONS[location]
    return (own, Action.QUARRYGREY) if position.ornament(location) is Ornament.QUARRYGREY else (own,)


def starts_bonus(position: Position, player: Player, colour: Colour, location: Location) -> bool:
    """Whether a stone of this colour, placed there by this player, lets them use the bonus."""
    if colour is player.colour:
        return True
    return colour is Colour.GREY and position.ornament(location) is Ornament.GREYACTIVATES


def free_locations(position: Position) -> list[Location]:
    """The locations that can take a stone, A to G; none: the game is over."""
    return [location for location in _LOCATIONS if not position.is_full(location)]


def completes(position: Position, location: Location, free: list[Location]) -> bool:
    """Whether one more stone on this location completes the temple; `free`: the free locations."""
    return free == [location] and len(position.column(location)) + 1 == position.limit(location)


def legal_turns(position: Position, end: End = End.AT_ONCE) -> list[Turn]:
    """Every turn that the player to move may play, sorted by its text; none once the game is over."""
    free = free_locations(position)
    if not free:
        return []
    player = position.to_move
    turns: list[Turn] = list(_takes(position, player))
    for colour in _BY_LETTER:
        if colour in position.workshop(player):
            for location in free:
                turns.append(Place(colour, location))
                for bonus in _bonuses(position, player, colour, location, end, free):
                    turns.append(Place(colour, location, bonus))
    return turns


def is_legal(position: Position, turn: Turn, end: End = End.AT_ONCE) -> bool:
    """Whether the player to move may play this turn; the same as being one of `legal_turns`, sooner."""
    player, free = position.to_move, free_locations(position)
    if isinstance(turn, Take):
        return bool(free) and 1 <= turn.count <= most_to_take(position, player, turn.colour)
    if turn.location not in free or turn.colour not in position.workshop(player):
        return False
    return turn.bonus is None or turn.bonus in _bonuses(
        position, player, turn.colour, turn.location, end, free
    )


def open_bonuses(
    position: Position, player: Player, colour: Colour, location: Location, end: End = End.AT_ONCE
) -> list[Bonus]:
    """Every use of the bonus that placing this colour there would open, sorted by its text."""
    return _bonuses(position, player, colour, location, end, free_locations(position))


def open_actions(
    position: Position, player: Player, colour: Colour, location: Location, end: End = End.AT_ONCE
) -> tuple[Action, ...]:
    """The bonus actions that placing this colour there would open, the location's own first; often none."""
    is_open = {bonus.action for bonus in open_bonuses(position, player, colour, location, end)}
    return tuple(action for action in actions_at(position, location) if action in is_open)


def _takes(position: Position, player: Player) -> list[Take]:
    most = [(colour, most_to_take(position, player, colour)) for colour in _BY_LETTER]
    return [
        Take(colour, count) for count in range(1, WORKSHOP_SPACES + 1) for colour, n in most if count <= n
    ]


def _bonuses(
    position: Position, player: Player, colour: Colour, location: Location, end: End, free: list[Location]
) -> list[Bonus]:
    """As `open_bonuses`, where the free locations are known already."""
    if not starts_bonus(position, player, colour, location):
        return []
    if end is End.AT_ONCE and completes(position, location, free):
        return []
    targets = [place for place in free if place is not location]
    own = _own_bonuses(position, player, colour, location, targets)
    if position.ornament(location) is Ornament.QUARRYGREY and position.quarry(Colour.GREY):
        return [Bonus(Action.QUARRYGREY, target=b) for b in targets] + own
    return own


def _own_bonuses(
    position: Position, player: Player, colour: Colour, location: Location, targets: list[Location]
) -> list[Bonus]:
    """Every use of the location's own action; `targets`: the other free locations."""
    action = _OWN_ACTIONS[location]
    if action is Action.MOVE:
        sources = _sources(position, location, MOVED_COLOUR[location])
        return [_MOVES[a.index][b.index] for a in sources for b in targets if a is not b]
    if action is Action.RETURN:
        return [Bonus(action, source=a) for a in _LOCATIONS if position.column(a) and a is not location]
    colours = _offered(position, player, colour, action)
    if action is Action.BUILD:
        return [Bonus(action, colour=c, target=b) for c in colours for b in targets]
    return [Bonus(action, colour=c) for c in colours]


def _sources(position: Position, location: Location, moved: Colour) -> list[Location]:
    """The other locations with a top stone of the colour that the bonus moves."""
    return [
        place
        for place, column in zip(_LOCATIONS, position.columns, strict=True)
        if column and column[-1] is moved and place is not location
    ]


def _offered(position: Position, player: Player, placed: Colour, action: Action) -> list[Colour]:
    """The colours that FETCH, STEAL or BUILD can choose from; the placed stone left room for one."""
    if action is Action.FETCH:
        return [colour for colour in _BY_LETTER if position.quarry(colour)]
    stones: Sequence[Colour] = position.workshop(player.rival)
    if action is Action.BUILD:
        stones = list(position.workshop(player))
        if placed in stones:
            stones.remove(placed)
    return [colour for colour in _BY_LETTER if colour in stones]
