"""What `tholos` understands on its command line, and how its help reads."""

import argparse
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from companion import __version__
from companion.errors import CompanionError
from companion.files import SETTINGS

FAILED = 2
"""The exit status of whatever went wrong; 0 is the other one, and 1 an expectation that did not hold,
something that the doctor finds suspicious, or a calibration that came to nothing."""

PARTS = (
    *("settings", "access", "power", "clock", "journal"),
    *("i2c", "sensors", "pads", "buttons", "display"),
)
"""What the doctor looks at, in that order: what explains others comes first."""

_TAKE_WITH_MINUS = re.compile(r"-[0-9]\w*")


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
    return _parser().parse_args(words)


class _Parser(argparse.ArgumentParser):
    """argparse, with errors of one line."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message += "; a position is one argument, in quotes"
        message = " ".join(message.splitlines())
        self.exit(FAILED, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port", metavar="N", type=int, help="of the page; without it 8080, or any where that one is taken"
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
    parser.add_argument("--json", action="store_true", help="for programs")
    _add_settings(parser)


def _calibrate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--show", action="store_true", help="print what is kept, and the one before it")
    _add_settings(parser)


def _part(word: str) -> str:
    # not `choices`: Python 3.11 then refuses that there is none
    if word not in PARTS:
        raise argparse.ArgumentTypeError(f"there is no part {word!r}: choose from {', '.join(PARTS)}")
    return word


def _flash(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--port",
        metavar="PORT",
        help="of the Pico; without it, the one that is there. What else is on it goes",
    )


def _status(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="for programs")


def _report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "-o",
        dest="out",
        metavar="FILE",
        type=Path,
        default=Path("tholos-report.txt"),
        help="default: %(default)s",
    )
    _add_settings(parser)


def _games(parser: argparse.ArgumentParser) -> None:
    _add_settings(parser)
    parser.add_argument("--json", action="store_true", help="for programs")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("numbers", metavar="N", type=int, nargs="*", help="of the game; see tholos games")
    parser.add_argument("--all", action="store_true", help="every game that the rules still allow")
    parser.add_argument("-o", dest="out", metavar="FILE", type=Path, help="write there, not to the terminal")
    _add_settings(parser)


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
    parser.add_argument("--json", action="store_true", help="for programs")


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


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="tholos",
        usage="%(prog)s [--help] [--version] COMMAND ...",
        description="A companion for the board game Tholos.",
        epilog=_commands_text(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"tholos {__version__}")
    commands = parser.add_subparsers(
        prog="tholos", metavar="COMMAND", dest="command", required=True, help=argparse.SUPPRESS
    )
    for group in _GROUPS.values():
        for name, (what, add_options) in group.items():
            add_options(commands.add_parser(name, description=f"{what[0].upper()}{what[1:]}."))
    return parser


def _commands_text() -> str:
    """The commands, by what they are for."""
    lines = []
    for title, group in _GROUPS.items():
        lines += [f"{title}:", *(f"    {name:10} {what}" for name, (what, _) in group.items()), ""]
    return "\n".join([*lines, "'tholos COMMAND --help' tells more of each."])
