"""`tholos …`: reads the command line, calls one function a command, prints; nothing else prints.

Each command imports what it needs when it runs, so that none waits for another's libraries.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from companion import __version__
from companion.errors import CompanionError
from companion.rules.errors import BadNotation, IllegalTurn

if TYPE_CHECKING:
    from companion.rules.position import Position
    from companion.rules.score import Score

FAILED = 2
"""The exit status of whatever went wrong; 0 is the other one."""

STDIN = "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (None: the program's own arguments); its exit status, 0 if all went well."""
    try:
        options = _parser().parse_args(arguments)
        status: int = options.command(options)
        print(end="", flush=True)
    except (BadNotation, IllegalTurn, CompanionError) as error:
        return _fail(str(error))
    except OSError as error:
        if error.filename is None:
            _drop_output()
        return _fail(f"{error.filename or 'standard input or output'}: {error.strerror}")
    except KeyboardInterrupt:
        return _fail("interrupted")
    return status


def _fail(what: str) -> int:
    print("tholos:", *what.splitlines(), file=sys.stderr)  # a file's name may hold line ends
    return FAILED


def _drop_output() -> None:
    """Leave nothing that the interpreter would try, and fail, to write at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


class _Parser(argparse.ArgumentParser):
    """argparse, with errors of one line."""

    def error(self, message: str) -> NoReturn:
        if message.startswith("unrecognized"):
            message += "; a position is one argument, in quotes"
        message = " ".join(message.splitlines())
        self.exit(FAILED, f"{self.prog}: {message}; see '{self.prog} --help'\n")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="tholos", description="A companion for the board game Tholos.", allow_abbrev=False)
    parser.add_argument("--version", action="version", version=f"tholos {__version__}")
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    legal = commands.add_parser("legal", help="list the legal turns of a position")
    legal.add_argument("position", metavar="POSITION", help="in quotes; -: one a line from standard input")
    _add_end(legal)
    legal.set_defaults(command=_legal)

    apply = commands.add_parser("apply", help="play turns and print the position after them")
    apply.add_argument("position", metavar="POSITION", help="in quotes")
    apply.add_argument("turns", metavar="TURN", nargs="+", help="like +2g, wD or wA:C>D")
    _add_end(apply)
    apply.set_defaults(command=_apply)

    score = commands.add_parser("score", help="score a position as if the game ended there")
    score.add_argument("position", metavar="POSITION", help="in quotes; -: one a line from standard input")
    score.add_argument("--json", action="store_true", help="for programs")
    score.set_defaults(command=_score)

    replay = commands.add_parser("replay", help="check a record and print its last position and result")
    replay.add_argument("file", metavar="FILE", type=Path, help="a .tgn record")
    replay.set_defaults(command=_replay)

    play = commands.add_parser("play", help="watch a whole game on a simulated device, in this terminal")
    play.set_defaults(command=_play)

    simulate = commands.add_parser("simulate", help="play a table script on a simulated device")
    simulate.add_argument("file", metavar="FILE", type=Path, help="a .table script")
    simulate.add_argument("--noise", choices=("none", "field", "rough"), default="field", help="of the pads")
    simulate.add_argument("--seed", metavar="N", type=int, default=0, help="another table, other hands")
    simulate.add_argument("--lang", choices=("en",), default="en", help="of the screen")
    simulate.add_argument("--json", metavar="OUT", type=Path, help="write what happened to this file")
    simulate.add_argument("--frames", metavar="DIR", type=Path, help="keep each picture of the display here")
    simulate.add_argument("--fast", action="store_true", help="no firmware, no waiting")
    simulate.set_defaults(command=_simulate)

    run = commands.add_parser("run", help="the device itself, on a Raspberry Pi")
    run.add_argument("--settings", metavar="FILE", type=Path, help="a TOML file; without one, the defaults")
    run.set_defaults(command=_run)
    return parser


def _add_end(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--end",
        choices=("at-once", "after-bonus"),
        default="at-once",
        help="when the game ends: as the temple is complete (default), or after that stone's bonus",
    )


def _legal(options: argparse.Namespace) -> int:
    from companion.rules.end import End
    from companion.rules.legal import legal_turns
    from companion.rules.notation import format_turn, parse_position

    def texts(position: "Position") -> list[str]:
        return [format_turn(turn) for turn in legal_turns(position, End(options.end))]

    if options.position == STDIN:
        return _answer_lines(lambda position: {"turns": texts(position)})
    for text in texts(parse_position(options.position)):
        print(text)
    return 0


def _apply(options: argparse.Namespace) -> int:
    from companion.rules.end import End
    from companion.rules.notation import format_position, parse_position, parse_turn
    from companion.rules.play import apply

    position = parse_position(options.position)
    for number, text in enumerate(options.turns, start=1):
        try:
            position = apply(position, parse_turn(text), End(options.end))
        except IllegalTurn as error:
            raise IllegalTurn(f"turn {number}, {text}: {error}", error.refusal) from error
    print(format_position(position))
    return 0


def _score(options: argparse.Namespace) -> int:
    from companion.rules.notation import parse_position
    from companion.rules.score import score

    if options.position == STDIN:
        return _answer_lines(lambda position: _score_values(score(position)))
    result = score(parse_position(options.position))
    print(json.dumps(_score_values(result)) if options.json else _score_text(result))
    return 0


def _replay(options: argparse.Namespace) -> int:
    from companion.rules.notation import format_position
    from companion.rules.record import read_games

    try:
        games = read_games(_read_text(options.file))
    except (BadNotation, IllegalTurn) as error:
        raise CompanionError(f"{options.file}: {error}") from error
    if not games:
        raise CompanionError(f"{options.file}: there is no game in it")
    for game in games:
        print(format_position(game.last_position))
        print(game.result)
    return 0


def _play(options: argparse.Namespace) -> int:
    from shutil import get_terminal_size

    from companion.simulate.session import EXAMPLE, play_script
    from companion.simulate.terminal import TerminalGlass

    columns = get_terminal_size().columns
    glass = TerminalGlass(_write, is_terminal=sys.stdout.isatty(), columns=columns)
    try:
        play_script(
            EXAMPLE,
            watch=lambda image, second, line: glass.show(
                image, f"{second:6.1f} s   at the table: {line}", "Ctrl-C ends it"
            ),
        )
    finally:
        glass.close()
    return 0


def _write(text: str) -> None:
    print(text, end="", flush=True)


def _simulate(options: argparse.Namespace) -> int:
    from companion.simulate.session import check_writable, play_script, save_pictures

    if options.json:
        check_writable(options.json)
    outcome = play_script(
        options.file,
        noise=options.noise,
        seed=options.seed,
        is_fast=options.fast,
        is_paced=not options.fast,
        watch=save_pictures(options.frames) if options.frames else None,
    )
    if options.json:
        options.json.write_text(json.dumps(outcome.report, indent=1) + "\n", encoding="utf-8")
    if outcome.failure is not None:
        print(f"tholos: {outcome.failure}", file=sys.stderr)
        return 1
    print(f"{options.file}: {len(outcome.report['turns'])} turns, every expectation held")
    return 0


def _run(options: argparse.Namespace) -> int:
    from companion.appliance import run_appliance
    from companion.settings import Settings, load

    run_appliance(load(options.settings) if options.settings else Settings())
    return 0


def _score_values(score: "Score") -> dict[str, object]:
    """The score as the keys and values that programs read."""
    columns = {
        letter: {"winner": column.winner.value if column.winner else None, "points": column.points}
        for letter, column in zip("ABCDEFG", score.columns, strict=True)
    }
    totals = {name: getattr(score, name) for name in ("white", "black", "white_columns", "black_columns")}
    return {"columns": columns, **totals, "result": score.result}


def _score_text(score: "Score") -> str:
    """The score for people: a line a column, then the totals."""
    lines = [
        f"{letter}  {column.winner.name.lower():6} {column.points:3}"
        if column.winner
        else f"{letter}  nobody"
        for letter, column in zip("ABCDEFG", score.columns, strict=True)
    ]
    return "\n".join(
        [
            *lines,
            f"White: {score.white} points, columns won: {score.white_columns}",
            f"Black: {score.black} points, columns won: {score.black_columns}",
            f"Result: {score.result}",
        ]
    )


def _answer_lines(answer: Callable[["Position"], dict[str, object]]) -> int:
    """One JSON line for each position on standard input; a bad one is answered with its error."""
    from companion.rules.notation import parse_position

    for text in _stdin_lines():
        try:
            values = answer(parse_position(text))
        except BadNotation as error:
            values = {"error": str(error)}
        print(json.dumps(values), flush=True)  # whoever asks line by line waits for it
    return 0


def _stdin_lines() -> Iterator[str]:
    for line in sys.stdin.buffer:
        # A byte that is no UTF-8 becomes a mark that no position has: one bad line, not the end of all.
        yield line.decode(errors="replace").removesuffix("\n").removesuffix("\r")


def _read_text(path: Path) -> str:
    """A text file; what the file system says against it is left to `main`."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CompanionError(
            f"{path}: byte {error.start} is not UTF-8 text", cure="save the record as UTF-8"
        ) from error
