"""An advanced game set up by buttons: tiles and locations, by hand or drawn, then who begins."""

from dataclasses import dataclass, replace
from enum import Enum
from random import Random
from typing import TypeVar

from companion.panel.press import Button
from companion.rules.ornaments import MOST_ORNAMENTS, Ornament
from companion.rules.pieces import Location, Player
from companion.rules.position import Ornaments, Position
from companion.table.dialogues.dialogue import Begin, Leave

USUAL_ORNAMENTS = 2
"""Each player draws one tile and one location token: what the rulebooks begin with."""

_Choice = TypeVar("_Choice")
_STEPS = {Button.WHITE: -1, Button.BLACK: 1}
"""Back and forth, as the buttons lie on the panel."""
_FIRST = {Button.WHITE: Player.WHITE, Button.BLACK: Player.BLACK}


@dataclass(frozen=True, slots=True)
class Deal:
    """Tiles and tokens face down, in the order in which the device turns them up."""

    tiles: tuple[Ornament, ...] = tuple(Ornament)
    tokens: tuple[Location, ...] = tuple(Location)

    @classmethod
    def shuffled(cls, dice: Random, letters: str) -> "Deal":
        """All tiles, and the tokens of these letters."""
        tokens = [Location(letter) for letter in letters]
        return cls(tuple(dice.sample(list(Ornament), len(Ornament))), tuple(dice.sample(tokens, len(tokens))))


class Step(Enum):
    """What is asked."""

    LIST = "list"
    """What lies there so far; another tile, or on."""
    TILE = "tile"
    LOCATION = "location"
    FIRST = "first"
    """Who begins."""


@dataclass(frozen=True, slots=True)
class Setup:
    """One page of the setup; BACK undoes the last step by going back to the page it was made on."""

    deal: Deal
    by_number: tuple[Ornament, ...]
    """All tiles as the edition numbers them: so one leafs through them."""
    laid: Ornaments = ()
    """In order of location."""
    step: Step = Step.LIST
    tile: Ornament = Ornament.BONUS3
    """The one that is shown, or whose location is asked for."""
    location: Location = Location.A
    """The one that is pointed at."""
    is_in_vain: bool = False
    """The last press was no answer to who begins."""
    before: "Setup | None" = None
    """The page before this one."""

    @classmethod
    def of(cls, deal: Deal, language: str) -> "Setup":
        """The first page; the language is that of the edition whose numbers are printed on the tiles."""

        def number(tile: Ornament) -> int:
            return tile.number(language)

        return cls(deal, tuple(sorted(Ornament, key=number)))

    @property
    def has_room(self) -> bool:
        """Whether one more tile may be laid."""
        return len(self.laid) < MOST_ORNAMENTS

    @property
    def drawn(self) -> Ornaments:
        """What the device would draw now: as many as two are short of, then one more, as far as tokens go."""
        count = min(max(USUAL_ORNAMENTS - len(self.laid), 1), MOST_ORNAMENTS - len(self.laid))
        tiles, tokens = self._free_tiles(self.deal.tiles), self._free_locations(self.deal.tokens)
        return tuple(zip(tokens[:count], tiles, strict=False))

    def press(self, button: Button) -> "Setup | Begin | Leave":
        """The page that follows; at the end, the game that begins."""
        if button is Button.BACK:
            return self.before or Leave()
        match self.step:
            case Step.LIST:
                return self._go_on(button)
            case Step.TILE:
                return self._choose_tile(button)
            case Step.LOCATION:
                return self._choose_location(button)
        if button not in _FIRST:
            return replace(self, is_in_vain=True)
        return Begin(Position.start(_FIRST[button], self.laid))

    def _go_on(self, button: Button) -> "Setup":
        if button is Button.WHITE and self.has_room:
            return replace(self, step=Step.TILE, tile=self._free_tiles(self.by_number)[0], before=self)
        if button is Button.GREY and self.drawn:
            return self._with(self.drawn)
        if button is Button.OK and self.laid:
            return replace(self, step=Step.FIRST, before=self)
        return self

    def _choose_tile(self, button: Button) -> "Setup":
        if button is Button.OK:
            location = self._free_locations(tuple(Location))[0]
            return replace(self, step=Step.LOCATION, location=location, before=self)
        return replace(self, tile=_leaf(self._free_tiles(self.by_number), self.tile, button))

    def _choose_location(self, button: Button) -> "Setup":
        if button is Button.OK:
            return self._with(((self.location, self.tile),))
        return replace(self, location=_leaf(self._free_locations(tuple(Location)), self.location, button))

    def _with(self, more: Ornaments) -> "Setup":
        laid = tuple(sorted(self.laid + more, key=_place))
        return replace(self, laid=laid, step=Step.LIST, before=self)

    def _free_tiles(self, tiles: tuple[Ornament, ...]) -> tuple[Ornament, ...]:
        taken = [tile for _, tile in self.laid]
        return tuple(tile for tile in tiles if tile not in taken)

    def _free_locations(self, locations: tuple[Location, ...]) -> tuple[Location, ...]:
        taken = [location for location, _ in self.laid]
        return tuple(location for location in locations if location not in taken)


def _leaf(choices: tuple[_Choice, ...], current: _Choice, button: Button) -> _Choice:
    """The choice before or after the current one, round and round."""
    return choices[(choices.index(current) + _STEPS.get(button, 0)) % len(choices)]


def _place(laid: tuple[Location, Ornament]) -> int:
    return laid[0].index
