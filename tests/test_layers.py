import ast
import sys
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent

COMMON = ("companion.errors", "companion.clock")
SEEN = ("companion.tracker.question", "companion.tracker.mismatch", "companion.link.hello")
DIALOGUES = ("companion.table.dialogues",)

MAY_IMPORT = {
    # The arrows: link → scale → tracker → table → screen, journal, web. A part may import itself, COMMON, and
    # of the parts before it the value types named here; the longest path that fits a file decides.
    "companion/errors.py": (),
    "companion/clock.py": (),
    "companion/files.py": ("companion.errors",),
    "companion/notify.py": (),
    "companion/settings.py": (*COMMON, "companion.files", "companion.panel.press"),
    "companion/chosen.py": ("companion.errors", "companion.journal.folder", "companion.settings"),
    "companion/status.py": ("companion.errors",),
    "companion/scrub.py": (),
    "companion/seldom.py": (),
    # Between the journal and the game's records: nothing of the device.
    "companion/records.py": (*COMMON, "companion.files", "companion.journal", "companion.rules"),
    "companion/report.py": (
        *COMMON,
        "companion.files",
        "companion.journal.onlooker",
        "companion.scrub",
        "companion.version",
    ),
    "companion/targets.py": ("companion.errors", "companion.files"),
    "companion/version.py": ("companion.__version__",),
    "companion/rules": ("companion.rules",),  # the standard library, and nothing else of ours
    "companion/link": (*COMMON, "companion.link"),
    "companion/flash": (*COMMON, "companion.flash", "companion.link"),
    "companion/scale": (*COMMON, "companion.scale", "companion.link.decoder"),
    "companion/scale/kept.py": (*COMMON, "companion.files", "companion.scale"),  # the disk is met here alone
    "companion/panel": (*COMMON, "companion.panel"),
    "companion/tracker": (
        *COMMON,
        "companion.tracker",
        "companion.rules",
        "companion.scale.pad.PadState",
        "companion.scale.scale.Heights",
        "companion.panel.press",
    ),
    "companion/table": (
        *COMMON,
        "companion.table",
        "companion.rules",
        "companion.tracker.tracker",
        "companion.tracker.settled",
        *SEEN,
        "companion.scale.pad.PadState",
        "companion.scale.scale.Heights",
        "companion.scale.step",  # what a calibration wants of people
        "companion.panel.press",
        "companion.panel.sound",  # what a change sounds like; the buzzer itself stays in panel/
    ),
    "companion/screen": (
        *COMMON,
        "companion.screen",
        "companion.rules",
        "companion.table.state",
        "companion.scale.step",
        *DIALOGUES,
        *SEEN,
    ),
    "companion/journal": (*COMMON, "companion.files", "companion.journal"),
    "companion/web": (*COMMON, "companion.web"),
    "companion/onlookers": (
        *COMMON,
        "companion.onlookers",
        "companion.rules",
        "companion.table.state",
        "companion.table.table",
        "companion.tracker.settled",
        "companion.screen.choose.lines",  # the display's own texts
        "companion.records",
        "companion.journal.reading",
        "companion.web.site",
    ),
    # Drawing and driving a glass knows no game, so that another game can bring its own pages.
    "companion/screen/oled.py": (*COMMON, "companion.screen.chips"),
    "companion/screen/chips.py": (*COMMON, "companion.screen.changes"),
    "companion/screen/changes.py": (*COMMON, "companion.screen.page"),
    "companion/screen/painter.py": (*COMMON, "companion.screen.oled", "companion.screen.page"),
    "companion/screen/page.py": COMMON,
    "companion/screen/resting.py": COMMON,
    # The loop wires parts that are passed in; which game they play is none of its business.
    "companion/ends.py": ("companion.panel.press", "companion.panel.sound"),
    "companion/daemon.py": (
        *COMMON,
        "companion.ends",
        "companion.settings",
        "companion.link",
        "companion.scale",
        "companion.panel",
        "companion.table",
        "companion.screen",
        "companion.journal",
    ),
    # Everything meets here, and in the simulated table.
    "companion/__init__.py": (),
    "companion/__main__.py": ("companion.cli",),
    "companion": ("companion",),
    "companion/simulate": ("companion",),
}

ONLY_IN = {
    # Each library of the outside world is met in one place, in its simulated twin and where all is wired up.
    "serial": ("companion/link", "companion/flash", "companion/simulate", "companion/cli.py"),
    "gpiozero": ("companion/panel", "companion/simulate", "companion/cli.py"),
    "luma": ("companion/screen", "companion/simulate", "companion/cli.py"),
    "mpremote": ("companion/flash",),
    "uvicorn": ("companion/web",),
    "asyncio": ("companion/web",),  # elsewhere nothing waits by itself
    "sqlite3": ("companion/journal", "companion/simulate", "companion/cli.py"),
    "time": ("companion/clock.py",),  # a test's clock must be the only one there is
}

PRINTING = ("companion/cli.py", "companion/cli_device.py")
"""Whoever starts a command reads what these say."""


def complaints(path: str, source: str) -> list[str]:
    """What a file of the package does that it must not; each one sentence with file, line and what."""
    found = [
        *(
            f"{path}:{line} imports {name}: {why}"
            for line, name in imports(source)
            if (why := refused(path, name))
        ),
        *(
            f"{path}:{line} calls {name}(): {why}"
            for line, name in calls(source)
            if (why := uncalled(path, name))
        ),
    ]
    return sorted(found)


def imports(source: str) -> Iterator[tuple[int, str]]:
    """Every imported name as a whole, `from a.b import c` as `a.b.c`, wherever in the file it stands."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            where = "." * node.level + (node.module or "")
            yield from ((node.lineno, f"{where}.{alias.name}") for alias in node.names)


def calls(source: str) -> Iterator[tuple[int, str]]:
    """Every call: `name` of a plain one, `.name` of one on something."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.lineno, node.func.id
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            yield node.lineno, f".{node.func.attr}"


def refused(path: str, name: str) -> str | None:
    """Why this file may not import this name; None: it may."""
    if name.startswith("."):
        return "imports are written from the root"
    package = name.split(".")[0]
    if package in ONLY_IN and not any(within(path, place) for place in ONLY_IN[package]):
        return f"{package} is for {', '.join(ONLY_IN[package])} only"
    part = next(
        str(place)
        for place in (PurePosixPath(path), *PurePosixPath(path).parents)
        if str(place) in MAY_IMPORT
    )
    if package == "companion":
        allowed = MAY_IMPORT[part]
        if not any(name == known or name.startswith(f"{known}.") for known in allowed):
            return f"of ours {part} may import {', '.join(allowed) or 'nothing'} only"
    elif part == "companion/rules" and package not in sys.stdlib_module_names:
        return "the rules import the standard library only"
    return None


def uncalled(path: str, name: str) -> str | None:
    """Why this file may not call this; None: it may."""
    if name == "print" and path not in PRINTING:
        return f"{' and '.join(PRINTING)} alone print"
    if name == ".flush" and within(path, "companion/link"):
        return "on a USB line it may never return"
    return None


def within(path: str, place: str) -> bool:
    """Whether the file is that place, or in that folder."""
    return path == place or path.startswith(f"{place}/")


FILES = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "companion").rglob("*.py"))


@pytest.mark.parametrize("path", FILES)
def test_every_file_keeps_to_the_arrows(path: str) -> None:
    """A maker who reads one part needs to know only the parts before it."""
    source = (ROOT / path).read_text(encoding="utf-8")

    found = complaints(path, source)

    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("path", "source", "complaint"),
    [
        (
            "link/new.py",
            "from companion.rules.pieces import Colour",
            "imports companion.rules.pieces.Colour: of ours",
        ),
        (
            "link/new.py",
            "import companion.scale.scale",
            "imports companion.scale.scale: of ours companion/link may",
        ),
        (
            "link/port.py",
            "def f(port):\n    port.flush()",
            "2 calls .flush(): on a USB line it may never return",
        ),
        (
            "scale/new.py",
            "from companion import tracker",
            "imports companion.tracker: of ours companion/scale may",
        ),
        ("scale/new.py", "from companion.link.port import Port", "imports companion.link.port.Port"),
        (
            "rules/new.py",
            "def f():\n    import chess",
            "2 imports chess: the rules import the standard library only",
        ),
        (
            "rules/new.py",
            "from companion.errors import CompanionError",
            "imports companion.errors.CompanionError",
        ),
        ("tracker/new.py", "from companion.scale.scale import Scale", "imports companion.scale.scale.Scale"),
        ("tracker/new.py", "from companion.table.state import Phase", "imports companion.table.state.Phase"),
        (
            "table/new.py",
            "from companion.journal.journal import Journal",
            "imports companion.journal.journal.Journal",
        ),
        (
            "screen/oled.py",
            "from companion.table.state import TableState",
            "of ours companion/screen/oled.py may",
        ),
        ("journal/new.py", "from companion.rules.turn import Turn", "imports companion.rules.turn.Turn"),
        (
            "daemon.py",
            "from companion.tracker.question import Asks",
            "imports companion.tracker.question.Asks",
        ),
        ("daemon.py", "from companion.rules.pieces import Colour", "imports companion.rules.pieces.Colour"),
        (
            "table/new.py",
            "import serial.tools",
            "imports serial.tools: serial is for companion/link, companion/flash",
        ),
        (
            "link/new.py",
            "from gpiozero import Button",
            "imports gpiozero.Button: gpiozero is for companion/panel",
        ),
        (
            "panel/new.py",
            "from luma.oled import device",
            "imports luma.oled.device: luma is for companion/screen",
        ),
        ("daemon.py", "import sqlite3", "imports sqlite3: sqlite3 is for companion/journal"),
        (
            "simulate/new.py",
            "from time import sleep",
            "imports time.sleep: time is for companion/clock.py only",
        ),
        ("link/new.py", "from . import port", "imports ..port: imports are written from the root"),
        (
            "table/new.py",
            "print(1)",
            "calls print(): companion/cli.py and companion/cli_device.py alone print",
        ),
    ],
)
def test_a_file_that_breaks_the_arrows_is_named(path: str, source: str, complaint: str) -> None:
    """The gate itself can fail: file, line and what is forbidden, in one sentence."""
    found = complaints(f"companion/{path}", source)

    assert len(found) == 1
    assert found[0].startswith(f"companion/{path}:")
    assert complaint in found[0]


def test_what_the_arrows_allow_passes() -> None:
    """A file that imports the stage before it and the standard library hears nothing."""
    source = "import ast\nfrom companion.link.decoder import Frame\nfrom companion.scale import memory"

    assert complaints("companion/scale/new.py", source) == []
