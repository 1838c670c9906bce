"""`tholos …`, the commands of a real device: one function each, which prints its answer.

Each imports what it needs when it runs, so that none waits for another's libraries.
"""

import argparse
import gc
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path

from companion.errors import CompanionError

NOT_RUNNING = 3
"""The exit status where no device answers, as systemctl has it."""
_NOT_RUNNING_TEXT = "not running; sudo systemctl start tholos; should it not start: tholos doctor service"


def _run(options: argparse.Namespace) -> int:
    from companion.appliance import run_appliance
    from companion.chosen import SettingsFile, state_folder
    from companion.settings import found

    run_appliance(SettingsFile(found(options.settings), state_folder(os.environ)))
    # All is closed. Python would look through every object once more: most of the time that stopping takes.
    gc.freeze()
    return 0


def _status(options: argparse.Namespace) -> int:
    from companion.status import ask, socket_path, status_text

    status = ask(socket_path())
    if status is None:
        print(json.dumps({"is_running": False}) if options.json else _NOT_RUNNING_TEXT)
        return NOT_RUNNING
    print(json.dumps({"is_running": True, **status}) if options.json else status_text(status))
    return 0 if status["is_well"] else 1


def _report(options: argparse.Namespace) -> int:
    from companion.report import is_report, report, run_command
    from companion.settings import found
    from companion.status import ask, socket_path
    from companion.targets import check_target

    check_target(options.out, is_report)
    try:
        folder = _games_folder(options)
    except CompanionError:  # the report shows the settings, wrong as they are
        from companion.settings import Settings

        folder = Path(Settings().journal.folder)
    text = report(found(options.settings), folder, lambda: ask(socket_path()), run_command)
    options.out.write_text(text, encoding="utf-8")
    print(f"{options.out}: look through it, then mail it; names, addresses and serial numbers are left out")
    return 0


def _games_folder(options: argparse.Namespace) -> Path:
    from companion.settings import read

    return Path(read(options.settings).journal.folder)


def _games(options: argparse.Namespace) -> int:
    from dataclasses import asdict

    from companion.journal.onlooker import games_in
    from companion.records import HEADING, listed

    folder = _games_folder(options)
    lines = listed(games_in(folder))
    if options.json:
        print(json.dumps([asdict(line) for line in lines]))
        return 0
    heading = HEADING if lines else f"no game has been kept in {folder} yet"
    for text in (heading, *(line.text for line in lines)):
        print(text)
    return 0


def _export(options: argparse.Namespace) -> int:
    from companion.journal.onlooker import games_in
    from companion.records import chosen, is_record, records_of
    from companion.rules.record import write_games
    from companion.targets import check_target

    if options.all == bool(options.numbers):
        asked = "numbers and --all are named" if options.all else "no game is named"
        raise CompanionError(asked, cure="give numbers, which tholos games lists, or --all alone")
    kept = games_in(_games_folder(options))
    records, refusals = records_of(kept if options.all else chosen(kept, options.numbers))
    if refusals and not options.all:
        raise CompanionError("; ".join(refusals))
    text = write_games(records)
    if options.out:
        check_target(options.out, is_record)
        options.out.write_text(text, encoding="utf-8")
        _Terminal().tell(f"{options.out}: {_games_text(len(records))} written")  # -o may be /dev/stdout
    else:
        print(text, end="", flush=True)
    for refusal in refusals:
        print(f"tholos: {refusal}", file=sys.stderr)
    return 1 if refusals else 0


def _import(options: argparse.Namespace) -> int:
    from companion.files import read_text
    from companion.journal.store import is_set_aside
    from companion.records import read_damaged, read_records, take_in

    folder = _games_folder(options)
    refusals: list[str] = []
    is_damaged = is_set_aside(options.file)
    games = () if is_damaged else read_records(options.file, read_text(options.file))
    if not folder.is_dir():
        raise CompanionError(
            f"nothing was imported: there is no folder {folder}",
            cure="the device makes it as it starts (sudo systemctl start tholos); "
            "if its name is wrong, mend it in the settings ([journal] folder)",
        )
    if is_damaged:
        games, refusals = read_damaged(options.file, folder)
    if games:
        new = take_in(folder, games)
        there = f"; {len(games) - new} had been kept before" if new < len(games) else ""
        print(f"{options.file}: {_games_text(new)} kept in {folder}{there}")
    elif not refusals:
        print(f"{options.file}: every game that can be read in it is kept in {folder} already")
    for refusal in refusals:
        print(f"tholos: {refusal}", file=sys.stderr)
    return 1 if refusals else 0


def _games_text(count: int) -> str:
    return f"{count} game{'' if count == 1 else 's'}"


def _doctor(options: argparse.Namespace) -> int:
    from companion.doctor.doctor import examine, real_tools
    from companion.doctor.finding import exit_status

    is_attended = sys.stdin is not None and sys.stdin.isatty()
    findings = []
    for finding in examine(options.parts, real_tools(options.settings, _Terminal(), is_attended=is_attended)):
        findings.append(finding)
        if not options.json:
            print(finding, flush=True)
    if options.json:
        print(json.dumps([finding.values() for finding in findings], indent=1, ensure_ascii=False))
    return exit_status(findings)


def _calibrate(options: argparse.Namespace) -> int:
    from companion.calibrate import calibrate_at, kept_in
    from companion.calibrate_text import shown
    from companion.settings import read

    settings = read(options.settings)
    if options.show:
        kept = kept_in(settings)
        print(shown(kept))
        return 0 if kept.fault is None else 1
    return calibrate_at(settings, _Terminal())


class _Terminal:
    """Who started the command; what they are told stays out of the output."""

    def tell(self, text: str) -> None:
        if sys.stderr is not None:
            print(text, file=sys.stderr, flush=True)

    def ask(self, question: str) -> str:
        self.tell(question)
        return sys.stdin.readline() if sys.stdin is not None else ""


def _flash(options: argparse.Namespace) -> int:
    from companion.clock import RealClock
    from companion.flash.files import files
    from companion.flash.flash import Flash
    from companion.flash.pico import enter, find_named, find_port
    from companion.link.port import Port

    named = options.port or ""
    find = (lambda: find_named(named)) if named else find_port
    flash = Flash(find, enter, RealClock(), lambda text: print(text, flush=True), named=named)
    flash.put(files())
    hello = flash.greeting(Port)
    print(f"the sensors answer: firmware {hello.firmware}, protocol {hello.protocol}")
    return 0


DEVICE_COMMANDS: dict[str, Callable[[argparse.Namespace], int]] = {
    "run": _run,
    "status": _status,
    "calibrate": _calibrate,
    "doctor": _doctor,
    "flash": _flash,
    "report": _report,
    "games": _games,
    "export": _export,
    "import": _import,
}
"""By name; each is given its options, and returns the exit status."""
