"""The menu behind BACK held, and the pages that it leads to.

WHITE goes up, BLACK goes down, OK chooses, BACK goes one page back; GREY says nothing.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import Enum

from companion.panel.press import Button
from companion.rules.pieces import Location
from companion.rules.position import Position
from companion.table.dialogues.calibrating import Calibrating
from companion.table.dialogues.correcting import Correcting
from companion.table.dialogues.dialogue import Ask, Dialogue, Leave, Outcome, Prefer, SwitchOff
from companion.table.state import BRIGHTEST, LANGUAGES, Phase, TableState
from companion.tracker.question import Asks

_STEPS = {Button.WHITE: -1, Button.BLACK: 1}


class Entry(Enum):
    """What the menu can offer, top to bottom."""

    TAKE_BACK = "take-back"
    NEW_GAME = "new-game"
    CORRECT = "correct"
    LANGUAGE = "language"
    BRIGHTNESS = "brightness"
    CALIBRATE = "calibrate"
    ABOUT = "about"
    SWITCH_OFF = "switch-off"


_OF_A_GAME = {Entry.TAKE_BACK, Entry.NEW_GAME, Entry.CORRECT}


@dataclass(frozen=True, slots=True)
class Menu:
    """The entries that make sense now, one of them marked."""

    entries: tuple[Entry, ...]
    position: Position
    """As the last settled turn left it, for who wants to correct it."""
    language: str
    """As it is now; so is the brightness."""
    brightness: int
    index: int = 0
    pads: tuple[int | None, ...] = (None,) * len(Location)
    """How many stones each pad counts, for who wants to correct the board; None: not known."""

    @classmethod
    def of(cls, state: TableState, pads: tuple[int | None, ...] = (None,) * len(Location)) -> "Menu":
        """The menu at this moment, its first entry marked."""
        hidden = _OF_A_GAME if state.phase is Phase.START else {Entry.TAKE_BACK} if not state.turns else set()
        entries = tuple(entry for entry in Entry if entry not in hidden)
        return cls(entries, state.position, state.language, state.brightness, pads=pads)

    def press(self, button: Button) -> Dialogue | Outcome:
        """Up and down go round; OK leads where the marked entry does."""
        if button in _STEPS:
            return replace(self, index=(self.index + _STEPS[button]) % len(self.entries))
        if button is Button.OK:
            return _LEADS_TO[self.entries[self.index]](self)
        return Leave() if button is Button.BACK else self


@dataclass(frozen=True, slots=True)
class Languages:
    """The languages of the screen, one of them marked."""

    menu: Menu
    index: int

    @classmethod
    def of(cls, menu: Menu) -> "Languages":
        """The current one marked."""
        return cls(menu, LANGUAGES.index(menu.language))

    def press(self, button: Button) -> Dialogue | Outcome:
        """OK chooses the marked one."""
        if button in _STEPS:
            return replace(self, index=(self.index + _STEPS[button]) % len(LANGUAGES))
        if button is Button.OK:
            return Prefer("language", LANGUAGES[self.index])
        return self.menu if button is Button.BACK else self


@dataclass(frozen=True, slots=True)
class Brightness:
    """How bright the display is; it is shown so while this page is open."""

    menu: Menu
    level: int

    @classmethod
    def of(cls, menu: Menu) -> "Brightness":
        """As bright as it is."""
        return cls(menu, menu.brightness)

    def press(self, button: Button) -> Dialogue | Outcome:
        """WHITE is brighter, BLACK darker, each up to its end: nothing darker lies above the brightest."""
        if button in _STEPS:
            return replace(self, level=min(max(1, self.level - _STEPS[button]), BRIGHTEST))
        if button is Button.OK:
            return Prefer("brightness", str(self.level))
        return self.menu if button is Button.BACK else self


@dataclass(frozen=True, slots=True)
class About:
    """The version, and what is faulty."""

    menu: Menu
    number: int = 0
    """Of the page, going round: how many there are is for whoever shows what is faulty by then."""

    def press(self, button: Button) -> Dialogue | Outcome:
        """OK has nothing to choose here, so it goes back as BACK does."""
        if button in _STEPS:
            return replace(self, number=self.number + _STEPS[button])
        return self.menu if button in (Button.OK, Button.BACK) else self


@dataclass(frozen=True, slots=True)
class SwitchingOff:
    """Switch off? OK yes, BACK no."""

    menu: Menu

    def press(self, button: Button) -> Dialogue | Outcome:
        """Only OK does it."""
        if button is Button.OK:
            return SwitchOff()
        return self.menu if button is Button.BACK else self


_LEADS_TO: Mapping[Entry, Callable[[Menu], Dialogue | Outcome]] = {
    Entry.TAKE_BACK: lambda menu: Ask(Asks.TAKE_BACK),
    Entry.NEW_GAME: lambda menu: Ask(Asks.NEW_GAME),
    Entry.CORRECT: lambda menu: Correcting.of(menu.position, menu.pads),
    Entry.LANGUAGE: Languages.of,
    Entry.BRIGHTNESS: Brightness.of,
    Entry.CALIBRATE: Calibrating,
    Entry.ABOUT: About,
    Entry.SWITCH_OFF: SwitchingOff,
}
"""Where OK leads."""

MenuPage = Menu | Languages | Brightness | Calibrating | About | SwitchingOff
