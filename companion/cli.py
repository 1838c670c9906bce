"""`tholos …`: reads the command line, calls one function a command, prints.

Nothing else prints but `cli_device`, which has the commands of the device.

Each command imports what it needs when it runs, so that none waits for another's libraries.
"""

import argparse
import json
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

from companion.arguments import FAILED, read_arguments
from companion.cli_device import DEVICE_COMMANDS
from companion.errors import CompanionError
from companion.printing import OUTPUT, named, plain_streams
from companion.rules.errors import BadNotation, IllegalTurn

if TYPE_CHECKING:
    from companion.rules.position import Position
    from companion.rules.score import Score

STDIN = "-"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command (None: the program's own arguments); its exit status, 0 if all went well."""
    if sys.stdout is None:  # as Python says that nobody has opened it
        return _fail("standard output is closed; leave it open, or send it to a file")
    with plain_streams():
        return _main(sys.argv[1:] if arguments is None else list(arguments))


def _main(arguments: Sequence[str]) -> int:
    try:
        options = read_arguments(arguments)
        status = _COMMANDS[options.command](options)
        print(end="", flush=True)
    except (BadNotation, IllegalTurn, CompanionError) as error:
        return _fail(str(error))
    except OSError as error:
        if error.filename == OUTPUT:
            _drop_output()
        return _fail(": ".join(map(str, filter(None, (error.filename, error.strerror or error)))))
    except KeyboardInterrupt:
        return _fail("interrupted")
    return status


def _fail(what: str) -> int:
    if sys.stderr is not None:
        print("tholos:", *what.splitlines(), file=sys.stderr)  # a file's name may hold line ends
    return FAILED


def _drop_output() -> None:
    """Leave nothing that the interpreter would try, and fail, to write at its exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


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
    from companion.files import read_text
    from companion.rules.notation import format_position
    from companion.rules.record import read_games

    try:
        games = read_games(read_text(options.file))
    except (BadNotation, IllegalTurn) as error:
        raise CompanionError(f"{options.file}: {error}") from error
    if not games:
        raise CompanionError(f"{options.file}: there is no game in it")
    for game in games:
        print(format_position(game.last_position))
        print(game.result)
    return 0


def _play(options: argparse.Namespace) -> int:
    try:
        from companion.simulate.play import play  # Ctrl-C may come as soon as this

        play(lambda text: print(text, flush=True), options.port)
    except KeyboardInterrupt:
        pass  # the way to end it that is told at the start
    return 0


def _simulate(options: argparse.Namespace) -> int:
    from companion.simulate.session import check_report, play_script, save_pictures, write_report

    if options.json:
        check_report(options.json, options.file)
    outcome = play_script(
        options.file,
        noise=options.noise,
        seed=options.seed,
        is_fast=options.fast,
        is_paced=not options.fast,
        language=options.lang,
        is_confirmed=options.confirm,
        watch=save_pictures(options.frames) if options.frames else None,
    )
    if options.json:
        write_report(options.json, outcome.report)
    if outcome.failure is not None:
        return _say_failed(str(outcome.failure))
    count = len(outcome.report["turns"])
    print(f"{options.file}: {count} {'turn' if count == 1 else 'turns'}, every expectation held")
    return 0


def _say_failed(failure: str) -> int:
    """An expectation did not hold: which and why, on stderr; the exit status."""
    print(f"tholos: {failure}", file=sys.stderr)
    return 1


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
    if sys.stdin is None:
        raise CompanionError("standard input is closed", cure="send the positions in: tholos … - < FILE")
    with named("standard input"):
        for line in sys.stdin.buffer:
            # A byte that is no UTF-8 becomes a mark that no position has: one bad line, not the end of all.
            yield line.decode(errors="replace").removesuffix("\n").removesuffix("\r")


_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "play": _play,
    "simulate": _simulate,
    **DEVICE_COMMANDS,
    "legal": _legal,
    "apply": _apply,
    "score": _score,
    "replay": _replay,
}
