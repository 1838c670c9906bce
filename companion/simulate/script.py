"""Table scripts (`.table`): what people do at the table and what must come of it, one act a line."""

import re
from collections.abc import Callable
from pathlib import Path

from companion.errors import ScriptError
from companion.files import read_whole
from companion.panel.press import Button
from companion.rules.errors import BadNotation, BadPosition
from companion.rules.notation import parse_position, parse_turn
from companion.rules.ornaments import Ornament
from companion.rules.pieces import Colour, Location, Player
from companion.rules.position import Position
from companion.simulate import acts
from companion.simulate.acts import Act, Aside, Line, Spot
from companion.simulate.words import Words, refuse, shown, without_remark

SHORT_PRESS_S = 0.1  # how long `press` holds a button when no time is written
LONGEST_S = 3600.0  # an act longer than an hour is a slip of the pen
MOST_DRIFT_GRAMS = 500.0  # the capacity of a load cell of the kit

_LOCATIONS = {location.value: location for location in Location}
_LOCATION = "a location, A to G"
_SECONDS = "a time in seconds, more than 0 and at most 3600"
SOURCES: dict[str, tuple[Spot, Colour | None]] = {
    **{location.value: (location, None) for location in Location},
    **{f"{aside.value}:{colour.value}": (aside, colour) for aside in Aside for colour in Colour},
}
SOURCE = "where the stone comes from: A to G, or quarry, white or black with its colour, as in quarry:g"
TARGETS: dict[str, Spot] = {spot.value: spot for spots in (Location, Aside) for spot in spots}
TARGET = "where the stone goes: A to G, quarry, white or black"
_FIRST = {f"first={player.name.lower()}": player for player in Player}
_ORNAMENTS = {
    f"{location.value}={ornament.value}": (location, ornament)
    for location in Location
    for ornament in Ornament
}
_ORNAMENT = "LOCATION=effect, the effects being " + ", ".join(ornament.value for ornament in Ornament)
_RESULTS = {result: result for result in ("1-0", "0-1", "1/2-1/2", "*")}


def read_script(path: Path) -> tuple[Act, ...]:
    """The acts of a file of UTF-8 text. ScriptError: it cannot be read, or says something that is no act."""
    try:
        text = read_whole(path).decode("utf-8")
    except OSError as error:
        raise ScriptError(f"{path} cannot be read: {error.strerror}", cure="name a .table file") from error
    except UnicodeDecodeError as error:
        raise ScriptError(f"{path} is not UTF-8 text", cure="save it as UTF-8") from error
    return parse(text, str(path))


def parse(text: str, name: str) -> tuple[Act, ...]:
    """The acts of a script, in order; `name` is the file's, for messages.

    Blank lines, remarks, any line ends and a byte order mark are passed over. ScriptError, one line long,
    for whatever is no act, and for a script that does anything before its first setup.
    """
    lines = re.split(r"\r\n|\r|\n", text.removeprefix("\ufeff"))
    numbered = (Line(name, number, written) for number, written in enumerate(lines, start=1))
    script = tuple(parse_act(line) for line in numbered if without_remark(line.text))
    if not script:
        raise ScriptError(f"{name}: no act in it", cure='begin with "setup basic first=white"')
    if not isinstance(script[0], acts.Setup):
        what = f"{shown(script[0].line.text.strip())} comes before any setup"
        raise refuse(script[0].line, what, 'begin with "setup basic first=white"')
    return script


def parse_act(line: Line) -> Act:
    """The one act that a line says; ScriptError if it says none."""
    words = Words(line)
    act = words.one_of(_ACTS, f"an act: {', '.join(_ACTS)}")(line, words)
    words.end()
    return act


def _location(words: Words) -> Location:
    return words.one_of(_LOCATIONS, _LOCATION)


def _seconds(words: Words) -> float:
    # The shortest time that can be written is far below a sample; it only keeps zero out.
    return words.number(_SECONDS, 1e-9, LONGEST_S)


def _position(words: Words) -> Position:
    wanted = "a position, as in -/-/-/-/-/-/- ww bb w -"
    text = words.rest(wanted)
    try:
        return parse_position(text)
    except (BadNotation, BadPosition) as error:
        raise words.refuse(f"{error}", f"write {wanted}") from error


# --- setups


def _setup(line: Line, words: Words) -> Act:
    kinds = {"basic": _setup_basic, "advanced": _setup_advanced, "position": _setup_position}
    return words.one_of(kinds, "basic, advanced or position")(line, words)


def _setup_basic(line: Line, words: Words) -> Act:
    return acts.SetupBasic(line, Position.start(_first(words)))


def _setup_advanced(line: Line, words: Words) -> Act:
    first = _first(words)
    drawn = [words.one_of(_ORNAMENTS, _ORNAMENT)]
    while not words.is_done:
        drawn.append(words.one_of(_ORNAMENTS, _ORNAMENT))
    drawn.sort(key=lambda ornament: ornament[0].index)
    try:
        return acts.SetupAdvanced(line, Position.start(first, tuple(drawn)))
    except BadPosition as error:
        raise words.refuse(f"{error}", "mend the ornaments") from error


def _setup_position(line: Line, words: Words) -> Act:
    return acts.SetupPosition(line, _position(words))


def _first(words: Words) -> Player:
    return words.one_of(_FIRST, "who starts: first=white or first=black")


# --- acts


def _stone(line: Line, words: Words) -> Act:
    source, colour = words.one_of(SOURCES, SOURCE)
    return acts.MoveStone(line, source, colour, words.one_of(TARGETS, TARGET))


def _press(line: Line, words: Words) -> Act:
    buttons = {button.value: button for button in Button}
    button = words.one_of(buttons, f"a button: {', '.join(buttons)}")
    return acts.PressButton(line, button, SHORT_PRESS_S if words.is_done else _seconds(words))


def _wait(line: Line, words: Words) -> Act:
    return acts.Wait(line, _seconds(words))


def _bump(line: Line, words: Words) -> Act:
    return acts.Bump(line, _seconds(words))


def _lean(line: Line, words: Words) -> Act:
    return acts.Lean(line, _location(words), _seconds(words))


def _hover(line: Line, words: Words) -> Act:
    return acts.Hover(line, _location(words), _seconds(words))


def _drift(line: Line, words: Words) -> Act:
    seconds = _seconds(words)
    return acts.Drift(line, seconds, words.number("grams, -500 to 500", -MOST_DRIFT_GRAMS, MOST_DRIFT_GRAMS))


def _unplug(line: Line, words: Words) -> Act:
    return words.one_of(_UNPLUGS, _LEADS)(line, words)


def _plug(line: Line, words: Words) -> Act:
    return words.one_of(_PLUGS, _LEADS)(line, words)


def _power_cut(line: Line, words: Words) -> Act:
    return acts.PowerCut(line)


# --- expectations


def _expect(line: Line, words: Words) -> Act:
    return words.one_of(_EXPECTATIONS, f"what to expect: {', '.join(_EXPECTATIONS)}")(line, words)


def _expect_position(line: Line, words: Words) -> Act:
    return acts.ExpectPosition(line, _position(words))


def _expect_turn(line: Line, words: Words) -> Act:
    wanted = "a turn, as in +2g, wD or wC:-A"
    try:
        return acts.ExpectTurn(line, parse_turn(words.word(wanted)))
    except BadNotation as error:
        raise words.refuse(f"{error}", f"write {wanted}") from error


def _expect_settled(line: Line, words: Words) -> Act:
    wanted = "how many turns, a whole number from 0 to 999"
    word = words.word(wanted)
    if not re.fullmatch("[0-9]{1,3}", word):
        raise words.refuse(f"{shown(word)} cannot be read here", f"write {wanted}")
    return acts.ExpectSettled(line, int(word))


def _expect_question(line: Line, words: Words) -> Act:
    return acts.ExpectQuestion(line)


def _expect_no(line: Line, words: Words) -> Act:
    words.one_of(
        {"question": True}, 'question, or expect what is shown instead, as in expect screen "White: place"'
    )
    return acts.ExpectNoQuestion(line)


def _expect_mismatch(line: Line, words: Words) -> Act:
    wanted = "locations with commas between, as in A,C"
    named = [words.meaning(word, _LOCATIONS, wanted) for word in words.word(wanted).split(",")]
    if len(set(named)) < len(named):
        raise words.refuse("a location is named twice", "name each once")
    return acts.ExpectMismatch(line, tuple(location for location in Location if location in named))


def _expect_screen(line: Line, words: Words) -> Act:
    return acts.ExpectScreen(line, words.quoted())


def _expect_result(line: Line, words: Words) -> Act:
    return acts.ExpectResult(line, words.one_of(_RESULTS, f"a result: {', '.join(_RESULTS)}"))


_Reader = Callable[[Line, Words], Act]

_LEADS = "what has a lead: pad A…G, sensors or display"
_UNPLUGS: dict[str, _Reader] = {
    "pad": lambda line, words: acts.UnplugPad(line, _location(words)),
    "sensors": lambda line, words: acts.UnplugSensors(line),
    "display": lambda line, words: acts.UnplugDisplay(line),
}
_PLUGS: dict[str, _Reader] = {
    "pad": lambda line, words: acts.PlugPad(line, _location(words)),
    "sensors": lambda line, words: acts.PlugSensors(line),
    "display": lambda line, words: acts.PlugDisplay(line),
}

_ACTS: dict[str, _Reader] = {
    "setup": _setup,
    "stone": _stone,
    "press": _press,
    "wait": _wait,
    "bump": _bump,
    "lean": _lean,
    "hover": _hover,
    "drift": _drift,
    "unplug": _unplug,
    "plug": _plug,
    "power-cut": _power_cut,
    "expect": _expect,
}

_EXPECTATIONS: dict[str, _Reader] = {
    "position": _expect_position,
    "turn": _expect_turn,
    "settled": _expect_settled,
    "question": _expect_question,
    "no": _expect_no,
    "mismatch": _expect_mismatch,
    "screen": _expect_screen,
    "result": _expect_result,
}
