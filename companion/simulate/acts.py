"""What a table script can say, as values: one small class for each act and each expectation.

Every value carries the `Line` it was written on, so that whoever plays it can say where it went wrong.
"""

from dataclasses import dataclass
from enum import Enum

from companion.panel.press import Button
from companion.rules.pieces import Colour, Location
from companion.rules.position import Position
from companion.rules.turn import Turn


class Aside(Enum):
    """A place for stones beside the temple, where no pad feels them; the value is its word in a script."""

    QUARRY = "quarry"
    WHITE = "white"
    """White's workshop."""
    BLACK = "black"
    """Black's workshop."""


Spot = Location | Aside
"""Anywhere a stone can lie."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a script: the file's name as it was given, the line's number from 1, its text."""

    file: str
    number: int
    text: str

    def __str__(self) -> str:
        return f"{self.file}, line {self.number}"


# --- acts at the table: hands and stones, and what befalls the plate


@dataclass(frozen=True, slots=True)
class Setup:
    """Stones laid out for a new game, and the device told so; `position` is how the game begins."""

    line: Line
    position: Position


@dataclass(frozen=True, slots=True)
class SetupBasic(Setup):
    """`setup basic first=white`."""


@dataclass(frozen=True, slots=True)
class SetupAdvanced(Setup):
    """`setup advanced first=black B=tall F=minority`."""


@dataclass(frozen=True, slots=True)
class SetupPosition(Setup):
    """`setup position <position>`: a game that goes on from there."""


@dataclass(frozen=True, slots=True)
class MoveStone:
    """`stone FROM TO`: a hand takes one stone and puts it down elsewhere, in one second."""

    line: Line
    source: Spot
    colour: Colour | None
    """Which stone of a workshop or of the quarry; None for a column, whose top stone it is."""
    target: Spot


@dataclass(frozen=True, slots=True)
class Hover:
    """`hover C 2`: the top stone of a column is lifted and put back within `seconds`."""

    line: Line
    location: Location
    seconds: float


@dataclass(frozen=True, slots=True)
class Lean:
    """`lean C 2`: a hand rests on a pad for `seconds`."""

    line: Line
    location: Location
    seconds: float


@dataclass(frozen=True, slots=True)
class Bump:
    """`bump 1`: somebody knocks against the table; every pad shakes for `seconds`."""

    line: Line
    seconds: float


@dataclass(frozen=True, slots=True)
class Drift:
    """`drift 60 0.5`: within `seconds` the zero of every pad wanders by `grams`, and stays there."""

    line: Line
    seconds: float
    grams: float


@dataclass(frozen=True, slots=True)
class UnplugPad:
    """`unplug pad C`: the lead of one load cell's chip comes off."""

    line: Line
    location: Location


@dataclass(frozen=True, slots=True)
class PlugPad:
    """`plug pad C`: it is put back on."""

    line: Line
    location: Location


TableAct = (
    SetupBasic | SetupAdvanced | SetupPosition | MoveStone | Hover | Lean | Bump | Drift | UnplugPad | PlugPad
)
"""What `Hands.start` does."""


# --- acts on the rest of the device, and time


@dataclass(frozen=True, slots=True)
class Wait:
    """`wait 2`: nobody does anything for `seconds`."""

    line: Line
    seconds: float


@dataclass(frozen=True, slots=True)
class PressButton:
    """`press ok` or `press back 2.5`: a button is held down for `seconds`."""

    line: Line
    button: Button
    seconds: float


@dataclass(frozen=True, slots=True)
class UnplugSensors:
    """`unplug sensors`: the USB lead comes off."""

    line: Line


@dataclass(frozen=True, slots=True)
class PlugSensors:
    """`plug sensors`: the USB lead is put back on."""

    line: Line


@dataclass(frozen=True, slots=True)
class UnplugDisplay:
    """`unplug display`: the display's lead comes off."""

    line: Line


@dataclass(frozen=True, slots=True)
class PlugDisplay:
    """`plug display`: the display's lead is put back on."""

    line: Line


@dataclass(frozen=True, slots=True)
class PowerCut:
    """`power-cut`: the device dies at this instant and is started again."""

    line: Line


DeviceAct = Wait | PressButton | UnplugSensors | PlugSensors | UnplugDisplay | PlugDisplay | PowerCut


# --- expectations: what must be so at this moment


@dataclass(frozen=True, slots=True)
class ExpectPosition:
    """`expect position <position>`: as the last settled turn left it."""

    line: Line
    position: Position


@dataclass(frozen=True, slots=True)
class ExpectTurn:
    """`expect turn wC:-A`: the last settled turn."""

    line: Line
    turn: Turn


@dataclass(frozen=True, slots=True)
class ExpectSettled:
    """`expect settled 3`: how many turns have settled since the setup; taking back subtracts."""

    line: Line
    count: int


@dataclass(frozen=True, slots=True)
class ExpectQuestion:
    """`expect question`: the device asks something."""

    line: Line


@dataclass(frozen=True, slots=True)
class ExpectNoQuestion:
    """`expect no question`: the device asks nothing."""

    line: Line


@dataclass(frozen=True, slots=True)
class ExpectMismatch:
    """`expect mismatch A,C`: exactly these columns are shown as wrong; in the order A to G."""

    line: Line
    locations: tuple[Location, ...]


@dataclass(frozen=True, slots=True)
class ExpectScreen:
    """`expect screen "text"`: the display shows this text."""

    line: Line
    text: str


@dataclass(frozen=True, slots=True)
class ExpectResult:
    """`expect result 1-0`; also `0-1`, `1/2-1/2`, and `*` for a game that is not over."""

    line: Line
    result: str


Expectation = (
    ExpectPosition
    | ExpectTurn
    | ExpectSettled
    | ExpectQuestion
    | ExpectNoQuestion
    | ExpectMismatch
    | ExpectScreen
    | ExpectResult
)

Act = TableAct | DeviceAct | Expectation
"""One line of a script that is neither blank nor a remark."""
