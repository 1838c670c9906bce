"""A position: where every stone is, whose turn it is, which ornaments lie where."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from companion.rules.errors import BadPosition
from companion.rules.ornaments import MOST_ORNAMENTS, Ornament
from companion.rules.pieces import COLUMN_LIMIT, TALL_LIMIT, WORKSHOP_SPACES, Colour, Location, Player

Stones = tuple[Colour, ...]
Ornaments = tuple[tuple[Location, Ornament], ...]


@dataclass(frozen=True, slots=True)
class Position:
    """Everything that the next turn depends on; one that cannot be raises BadPosition, saying why."""

    columns: tuple[Stones, ...]
    """A to G, each bottom to top."""
    white_workshop: Stones
    """In the order white, grey, black; so is the rival's."""
    black_workshop: Stones
    to_move: Player
    """Who is to play; after the end, who would be."""
    ornaments: Ornaments = ()
    """In order of location."""

    def __post_init__(self) -> None:
        _check_ornaments(self.ornaments)
        _check_columns(self)
        for player in Player:
            _check_workshop(player, self.workshop(player))
        for colour in Colour:
            stones = colour.in_play - self.quarry(colour)
            if stones > colour.in_play:
                raise BadPosition(f"{stones} {colour.name.lower()} stones; the game has {colour.in_play}")

    @classmethod
    def start(cls, first: Player, ornaments: Ornaments = ()) -> "Position":
        """An empty temple, two stones of one's own in each workshop, `first` to play."""
        return cls(
            columns=((),) * len(Location),
            white_workshop=(Colour.WHITE,) * 2,
            black_workshop=(Colour.BLACK,) * 2,
            to_move=first,
            ornaments=ornaments,
        )

    @classmethod
    def unchecked(
        cls,
        columns: tuple[Stones, ...],
        white_workshop: Stones,
        black_workshop: Stones,
        to_move: Player,
        ornaments: Ornaments,
    ) -> "Position":
        """The same without the checks: for a legal turn, which leads from one good position to another."""
        position = object.__new__(cls)
        fill = object.__setattr__  # a frozen dataclass's own __init__ does just this
        fill(position, "columns", columns)
        fill(position, "white_workshop", white_workshop)
        fill(position, "black_workshop", black_workshop)
        fill(position, "to_move", to_move)
        fill(position, "ornaments", ornaments)
        return position

    def column(self, location: Location) -> Stones:
        """The stones on a location, bottom to top."""
        return self.columns[location.index]

    def workshop(self, player: Player) -> Stones:
        """A player's stones, 0 to 3, in the order white, grey, black."""
        return self.white_workshop if player is Player.WHITE else self.black_workshop

    def quarry(self, colour: Colour) -> int:
        """Stones of this colour that lie neither in the temple nor in a workshop."""
        stones = colour.in_play - self.white_workshop.count(colour) - self.black_workshop.count(colour)
        for column in self.columns:
            stones -= column.count(colour)
        return stones

    def ornament(self, location: Location) -> Ornament | None:
        """The ornament that lies on a location, None: none."""
        for place, ornament in self.ornaments:
            if place is location:
                return ornament
        return None

    def limit(self, location: Location) -> int:
        """How many stones the location holds: 5, or 7 under *tall*."""
        return TALL_LIMIT if self.ornament(location) is Ornament.TALL else COLUMN_LIMIT

    def is_full(self, location: Location) -> bool:
        """Whether the location holds all the stones it can."""
        return len(self.columns[location.index]) == self.limit(location)


def sorted_stones(stones: Sequence[Colour]) -> Stones:
    """Stones in the order white, grey, black: the way workshops are kept."""
    return tuple(sorted(stones, key=_order))


def _order(colour: Colour) -> int:
    return colour.index


def _check_ornaments(ornaments: Ornaments) -> None:
    if len(ornaments) > MOST_ORNAMENTS:
        raise BadPosition(f"{len(ornaments)} ornaments; the box has tokens for {MOST_ORNAMENTS}")
    for (before, _), (location, _) in pairwise(ornaments):
        if before is location:
            raise BadPosition(f"two ornaments on {location.value}; a location holds one")
        if before.index > location.index:
            raise BadPosition(
                f"ornament on {location.value} comes after {before.value}; write them from A to G"
            )
    seen: list[Ornament] = []
    for _, ornament in ornaments:
        if ornament in seen:
            raise BadPosition(f"ornament {ornament.value} lies twice; the box has one of each")
        seen.append(ornament)


def _check_columns(position: Position) -> None:
    if len(position.columns) != len(Location):
        raise BadPosition(f"{len(position.columns)} columns; the temple has {len(Location)}")
    for location in Location:
        height, limit = len(position.column(location)), position.limit(location)
        if height > limit:
            raise BadPosition(f"column {location.value} has {height} stones; it holds {limit}")


def _check_workshop(player: Player, stones: Stones) -> None:
    name = player.name.capitalize()
    if len(stones) > WORKSHOP_SPACES:
        raise BadPosition(f"{name}'s workshop has {len(stones)} stones; it holds {WORKSHOP_SPACES}")
    if stones != sorted_stones(stones):
        raise BadPosition(f"{name}'s workshop is out of order; write white, then grey, then black")
