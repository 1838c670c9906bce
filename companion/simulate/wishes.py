"""What the page of the virtual table can ask for, beside the acts of a table script: one line each."""

from collections.abc import Callable
from dataclasses import dataclass

from companion.panel.press import Button
from companion.rules.pieces import Colour, Player
from companion.rules.position import Position
from companion.simulate.acts import Act, Line, SetupPosition, Spot
from companion.simulate.noise import NOISES
from companion.simulate.script import SOURCE, SOURCES, TARGET, TARGETS, parse_act
from companion.simulate.words import Words

SLOWEST = 0.1


@dataclass(frozen=True, slots=True)
class Lift:
    """`lift white:w`: the hand takes a stone, and holds it."""

    line: Line
    source: Spot
    colour: Colour | None
    """As in `MoveStone`."""


@dataclass(frozen=True, slots=True)
class Put:
    """`put D`: the hand puts it down."""

    line: Line
    target: Spot


@dataclass(frozen=True, slots=True)
class Hold:
    """`down ok` and `up ok`: a finger comes down on a button, and leaves it."""

    button: Button
    is_down: bool


@dataclass(frozen=True, slots=True)
class ChangeNoise:
    """`noise rough`."""

    level: str


@dataclass(frozen=True, slots=True)
class Slow:
    """`speed 0.25`: a quarter as fast as in life; 1 is as fast."""

    speed: float


@dataclass(frozen=True, slots=True)
class Power:
    """`off` and `on`."""

    is_on: bool


@dataclass(frozen=True, slots=True)
class LayOut:
    """`lay basic`, or `lay position …`: the stones are laid out, and nobody tells the device."""

    position: Position


@dataclass(frozen=True, slots=True)
class Example:
    """`example`: a whole game is played, hand by hand, until somebody does anything else."""


@dataclass(frozen=True, slots=True)
class Stop:
    """`stop`: the example is over, and all lies as it lies."""


Own = Lift | Put | Hold | ChangeNoise | Slow | Power | LayOut | Example | Stop
Wish = Own | Act


def parse_wish(line: Line) -> Wish:
    """What a line asks for; ScriptError, with what would be right, where it asks for nothing known."""
    words = Words(line)
    first = line.text.split(maxsplit=1)[:1]
    if not first or first[0] not in _OWN:
        return parse_act(line)
    wish = words.one_of(_OWN, "what is to be done")(line, words)
    words.end()
    return wish


def _lift(line: Line, words: Words) -> Own:
    source, colour = words.one_of(SOURCES, SOURCE)
    return Lift(line, source, colour)


def _put(line: Line, words: Words) -> Own:
    return Put(line, words.one_of(TARGETS, TARGET))


def _hold(line: Line, words: Words, *, is_down: bool) -> Own:
    buttons = {button.value: button for button in Button}
    return Hold(words.one_of(buttons, f"a button: {', '.join(buttons)}"), is_down)


def _noise(line: Line, words: Words) -> Own:
    return ChangeNoise(words.one_of({name: name for name in NOISES}, f"a level: {', '.join(NOISES)}"))


def _speed(line: Line, words: Words) -> Own:
    return Slow(words.number(f"a number from {SLOWEST} to 1", SLOWEST, 1.0))


def _lay(line: Line, words: Words) -> Own:
    start = Position.start(Player.WHITE)
    kinds = {"basic": start, "advanced": start, "position": None}
    position = words.one_of(kinds, "basic, advanced or position")
    if position is not None:
        return LayOut(position)
    text = words.rest("a position")
    laid = parse_act(Line(line.file, line.number, f"setup position {text}"))
    return LayOut(laid.position if isinstance(laid, SetupPosition) else start)


_OWN: dict[str, Callable[[Line, Words], Own]] = {
    "lift": _lift,
    "put": _put,
    "down": lambda line, words: _hold(line, words, is_down=True),
    "up": lambda line, words: _hold(line, words, is_down=False),
    "noise": _noise,
    "speed": _speed,
    "off": lambda line, words: Power(is_on=False),
    "on": lambda line, words: Power(is_on=True),
    "lay": _lay,
    "example": lambda line, words: Example(),
    "stop": lambda line, words: Stop(),
}
