"""What `tholos` understands on its command line, and how its help reads."""

import argparse
import re
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import NoReturn

from companion import __version__
from companion.errors import CompanionError
from companion.files import SETTINGS
from companion.help_notes import NOTES

FAILED = 2
"""The exit status of whatever went wrong; 0 is the other one, and 1 an expectation that did not hold,
something that the doctor finds suspicious, or a calibration that came to nothing."""

PARTS = (
    *("settings", "service", "access", "power", "clock", "journal"),
    *("i2c", "sensors", "pads", "buttons", "display"),
)
"""What the doctor looks at, in that order: what explains others comes first."""
_AS_STATUS_HAS_IT = {"link": "sensors", "calibration": "journal", "page": "", "buzzer": ""}
"""What `tholos status` calls a part, and where the doctor looks at it; "": the running device alone knows."""

_PORT = re.compile("[0-9]{1,5}")
_HIGHEST_PORT = 65_535
"""TCP has 16 bits for it (RFC 9293, 3.1)."""
_TAKE_WITH_MINUS = re.compile(r"-[0-9]\w*")
_OPTION = re.compile(r"(?<![\w-])--?[a-z]+")
_OF_A_POSITION = ("legal", "apply", "score")


def read_arguments(words: Sequence[str]) -> argparse.Namespace:
    """One command and its options; `command` is its name.

    Ends the program where help is wanted (status 0) and where no command is understood (FAILED, one line).
    Raises CompanionError for what looks like an option and was meant as something else.
    """
    if words[:1] == ["help"]:
        words = [*words[1:2], "--help"]
    if words[:1] == ["apply"]:
        for word in words[1:]:
            if _TAKE_WITH_MINUS.fullmatch(word):
                raise CompanionError(
                    f"turn {word!r} cannot be read", cure=f"a take from the quarry is written +{word[1:]}"
                )
    version = __version__
    if "--version" in words:
        from companion.version import version_text  # it may ask git, which no other command waits for

        version = version_text()
    parser, commands = _parsers(version)
    options, unread = parser.parse_known_args(words)
    if unread:
        command = commands[options.command]
        hint = _hint(options.command, command.format_usage(), unread)
        command.error(f"unrecognized arguments: {' '.join(unread)}; {hint}")
    return options


def _hint(name: str, usage: str, unread: Sequence[str]) -> str:
    """What was meant by words that a command does not take: one of its options, or else all that it does."""
    options = _OPTION.findall(usage)
    for word in unread:
        named = _OPTION.match(word)  # an empty column is written with a dash, too
        near = get_close_matches(named[0], options, n=1) if named else ()
        if near:
            return f"did you mean {near[0]}?"
    if name in _OF_A_POSITION:
        return "a position is one argument, in quotes"
    if unread[0].endswith(".toml") and "--settings" in options:
        return f"did you mean --settings {unread[0]}?"
    return f"what it takes is {' '.join(usage.split()[1:])}"


class _Parser(argparse.ArgumentParser):
    """argparse, with errors of one line."""

    def error(self, message: str) -> NoReturn:
        message = " ".join(message.splitlines())
        self.exit(FAILED, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", metavar="N", type=_port, help="of the page; without it 8080, or any where that one is taken"
    )


def _simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a .table script")
    parser.add_argument(
        "--noise",
        choices=("none", "field", "rough"),
        default="field",
        help="of the pads: none, a sound build (field, the default), or poor parts that may mislead (rough)",
    )
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="another table, other hands")
    parser.add_argument(
        "--confirm", action="store_true", help="every turn waits for OK, as `[game] confirm` has it"
    )
    parser.add_argument("--lang", choices=("en", "es", "fr", "de"), default="en", help="of the screen")
    parser.add_argument("--json", metavar="OUT", type=Path, help="write what happened to this file")
    parser.add_argument("--frames", metavar="DIR", type=Path, help="keep each picture of the display here")
    parser.add_argument("--fast", action="store_true", help="no firmware, no waiting")


def _run(parser: argparse.ArgumentParser) -> None:
    _add_settings(parser)


def _doctor(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "parts",
        metavar="PART",
        nargs="*",
        type=_part,
        help=f"{', '.join(PARTS)}; none: all, and what needs hands only at a terminal",
    )
    parser.add_argument("--json", action="store_true", help="print JSON, for programs to read")
    _add_settings(parser)


def _calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--show", action="store_true", help="print what is kept, and the one before it")
    _add_settings(parser)


def _part(word: str) -> str:
    # not `choices`: Python 3.11 then refuses that there is none
    word = _AS_STATUS_HAS_IT.get(word, word) or word
    if word in _AS_STATUS_HAS_IT:
        raise argparse.ArgumentTypeError(f"{word}: the running device alone knows; ask it: tholos status")
    if word not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part {word!r}: choose from {', '.join(PARTS)}")
    return word


def _port(word: str) -> int:
    if not _PORT.fullmatch(word) or int(word) > _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"there is no port {word!r}: choose from 1024 to {_HIGHEST_PORT}")
    return int(word)


def _flash(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="of the Pico; without it, the one that is there",
    )


def _status(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON, for programs to read")


def _report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        dest="out",
        metavar="FILE",
        type=Path,
        default=Path("tholos-report.txt"),
        help="where to write it; default: %(default)s",
    )
    _add_settings(parser)


def _games(parser: argparse.ArgumentParser) -> None:
    _add_settings(parser)
    parser.add_argument("--json", action="store_true", help="print JSON, for programs to read")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", metavar="N", type=_number, nargs="*", help="of the game; see tholos games")
    parser.add_argument("--all", action="store_true", help="every game that the rules still allow")
    parser.add_argument("-o", dest="out", metavar="FILE", type=Path, help="write there, not to the terminal")
    _add_settings(parser)


def _number(word: str) -> int:
    if not word.isdecimal():
        raise argparse.ArgumentTypeError(
            f"{word!r} is no game's number: tholos games lists them; --all is all"
        )
    return int(word)


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a .tgn record, or games.db.damaged-N")
    _add_settings(parser)


def _legal(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="in quotes; -: one a line from standard input")
    _add_end(parser)


def _apply(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="in quotes")
    parser.add_argument("turns", metavar="TURN", nargs="+", help="like +2g, wD or wA:C>D")
    _add_end(parser)


def _score(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("position", metavar="POSITION", help="in quotes; -: one a line from standard input")
    parser.add_argument("--json", action="store_true", help="print JSON, for programs to read")


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE", type=Path, help="a .tgn record")


def _add_settings(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--settings", metavar="FILE", type=Path, help=f"a TOML file; without one, {SETTINGS} if it is there"
    )


def _add_end(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--end",
        choices=("at-once", "after-bonus"),
        default="at-once",
        help="when the game ends: as the temple is complete (default), or after that stone's bonus",
    )


_Options = Callable[[argparse.ArgumentParser], None]

_GROUPS: dict[str, dict[str, tuple[str, _Options]]] = {
    "without hardware": {
        "play": ("play on a virtual table in the browser, with a whole simulated device", _play),
        "simulate": ("play a table script on a simulated device", _simulate),
    },
    "the device": {
        "run": ("the device itself, on a Raspberry Pi", _run),
        "status": ("ask the running device how its parts are", _status),
        "calibrate": ("find each pad's zero and what a stone adds to it, with three stones", _calibrate),
        "doctor": ("look at every part of the device, and say what is wrong and how to mend it", _doctor),
        "flash": ("put the sensors' firmware on their Pico", _flash),
        "report": ("write all that helps to find a fault into one file to mail", _report),
        "games": ("list the games that it has kept", _games),
        "export": ("print kept games as .tgn records", _export),
        "import": (
            "keep the games of a .tgn record, or of a damaged file set aside, while the device is off",
            _import,
        ),
    },
    "the rules": {
        "legal": ("list the legal turns of a position", _legal),
        "apply": ("play turns and print the position after them", _apply),
        "score": ("score a position as if the game ended there", _score),
        "replay": ("check a record and print its last position and result", _replay),
    },
}


def _parsers(version: str) -> tuple[argparse.ArgumentParser, Mapping[str, argparse.ArgumentParser]]:
    """The one of the whole command line, and that of each command by its name."""
    parser = _Parser(
        prog="tholos",
        usage="%(prog)s [--help] [--version] COMMAND ...",
        description="A companion for the board game Tholos.",
        epilog=_commands_text(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tholos {version}")
    commands = parser.add_subparsers(
        prog="tholos", metavar="COMMAND", dest="command", required=True, help=argparse.SUPPRESS
    )
    by_name = {}
    for group in _GROUPS.values():
        for name, (what, add_options) in group.items():
            by_name[name] = commands.add_parser(
                name,
                description=f"{what[0].upper()}{what[1:]}.",
                epilog=NOTES[name],
                formatter_class=argparse.RawDescriptionHelpFormatter,
            )
            add_options(by_name[name])
    return parser, by_name


def _commands_text() -> str:
    """The commands, by what they are for."""
    lines = []
    for title, group in _GROUPS.items():
        lines += [f"{title}:", *(f"    {name:10} {what}" for name, (what, _) in group.items()), ""]
    return "\n".join([*lines, "'tholos COMMAND --help' tells more of each."])
