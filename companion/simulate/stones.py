"""The 40 stones of a simulated table, no two alike, and where each of them truly lies."""

from dataclasses import dataclass
from random import Random

from companion.rules.pieces import Colour, Location
from companion.rules.position import Position, sorted_stones
from companion.simulate.acts import Aside, Line, Spot
from companion.simulate.words import refuse

# Estimated from the proportions of the printed board and the density of beech; nobody sells it by weight.
MEAN_GRAMS = 3.7  # of a likely 2.2 to 6.5
SPREAD = 0.08  # standard deviation over mean; turned and painted wood: 0.05 to 0.10
_WIDEST = 2.5  # standard deviations; a stone further off would have been thrown out at the works


@dataclass(frozen=True, slots=True)
class Stone:
    """One wooden stone with its own weight."""

    number: int
    """0 to 39: white ones first, then grey, then black."""
    colour: Colour
    grams: float


def weigh_stones(random: Random, mean_grams: float = MEAN_GRAMS, spread: float = SPREAD) -> tuple[Stone, ...]:
    """The stones in play of one copy of the game; `spread` is the standard deviation over the mean."""
    colours = [colour for colour in Colour for _ in range(colour.in_play)]
    return tuple(
        Stone(number, colour, mean_grams * (1 + spread * _deviation(random)))
        for number, colour in enumerate(colours)
    )


def _deviation(random: Random) -> float:
    """A normally distributed number, cut off at `_WIDEST` on either side."""
    while True:
        deviation = random.gauss(0.0, 1.0)
        if abs(deviation) <= _WIDEST:
            return deviation


class Things:
    """Where every stone lies, whatever the rules or the device think of it.

    A table takes any number of stones on a column or in a workshop; the one thing that it refuses is to
    give a stone that is not there. At first all stones lie in the quarry.
    """

    def __init__(self, stones: tuple[Stone, ...]) -> None:
        self._stones = stones
        self._places: dict[Spot, list[Stone]] = {}
        self._clear()

    def lay_out(self, position: Position) -> None:
        """Put every stone where `position` has it, the rest in the quarry."""
        self._clear()
        wanted: list[tuple[Spot, tuple[Colour, ...]]] = [
            (location, position.column(location)) for location in Location
        ]
        wanted += [(Aside.WHITE, position.white_workshop), (Aside.BLACK, position.black_workshop)]
        for spot, colours in wanted:
            for colour in colours:
                first = next(stone for stone in self._places[Aside.QUARRY] if stone.colour is colour)
                self._places[Aside.QUARRY].remove(first)
                self._places[spot].append(first)

    def find(self, spot: Spot, colour: Colour | None, line: Line) -> Stone:
        """The stone that a hand would take there: a column's top, else the first of that colour.

        ScriptError, naming `line` and what lies there, if there is none.
        """
        lying = self._places[spot]
        if isinstance(spot, Location):
            if not lying:
                raise refuse(line, f"no stone lies on {spot.value}", "take one from where some lie")
            return lying[-1]
        for stone in lying:
            if stone.colour is colour:
                return stone
        held = _letters(sorted_stones([stone.colour for stone in lying])) or "nothing"
        wanted = colour.name.lower() if colour else "such"
        raise refuse(
            line, f"no {wanted} stone lies in {_NAMES[spot]}, only {held}", "take one that lies there"
        )

    def lift(self, spot: Spot, colour: Colour | None, line: Line) -> Stone:
        """Take the stone that `find` finds into a hand; ScriptError if there is none."""
        stone = self.find(spot, colour, line)
        self._places[spot].remove(stone)
        return stone

    def put(self, spot: Spot, stone: Stone) -> None:
        """Lay a stone that was in a hand down: on top of the column, or last in the row."""
        self._places[spot].append(stone)

    def grams(self, location: Location) -> float:
        """What the stones on a location weigh together."""
        return sum(stone.grams for stone in self._places[location])

    def column(self, location: Location) -> tuple[Colour, ...]:
        """The colours on a location, bottom to top."""
        return tuple(stone.colour for stone in self._places[location])

    def aside(self, aside: Aside) -> tuple[Colour, ...]:
        """The colours in a workshop or in the quarry, in the order white, grey, black."""
        return sorted_stones([stone.colour for stone in self._places[aside]])

    def truth(self) -> dict[str, dict[str, str] | str]:
        """Columns and workshops as letters, empty ones as "": the `truth` of a simulation's report."""
        return {
            "columns": {location.value: _letters(self.column(location)) for location in Location},
            "white": _letters(self.aside(Aside.WHITE)),
            "black": _letters(self.aside(Aside.BLACK)),
        }

    def agrees_with(self, position: Position) -> bool:
        """Whether every stone lies where `position` has it."""
        return (
            all(self.column(location) == position.column(location) for location in Location)
            and self.aside(Aside.WHITE) == position.white_workshop
            and self.aside(Aside.BLACK) == position.black_workshop
        )

    def _clear(self) -> None:
        self._places = {spot: [] for spots in (Location, Aside) for spot in spots}
        self._places[Aside.QUARRY] = list(self._stones)


_NAMES = {Aside.QUARRY: "the quarry", Aside.WHITE: "White's workshop", Aside.BLACK: "Black's workshop"}


def _letters(colours: tuple[Colour, ...]) -> str:
    return "".join(colour.value for colour in colours)
