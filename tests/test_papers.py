import ast
import inspect
import os
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest
from PIL import Image

from companion.calibrate import calibrate
from companion.calibrate_text import wants_text
from companion.scale.step import Step, Wants
from companion.simulate import acts
from companion.simulate.acts import Line
from companion.simulate.script import parse_act
from companion.simulate.session import play_script
from tests.screen import gallery

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
TABLES = (ROOT / "docs" / "tables.md").read_text(encoding="utf-8")
MESSAGES = (ROOT / "docs" / "messages.md").read_text(encoding="utf-8")
OVERVIEW = (ROOT / "companion" / "README.md").read_text(encoding="utf-8")
PAPERS = [
    path.relative_to(ROOT).as_posix()
    for path in (*ROOT.glob("*.md"), *(ROOT.glob("[a-z]*/*.md")), *(ROOT.glob("docs/*/*.md")))
    if not path.parts[-2].startswith(".")
]

FENCED = re.compile(
    r"(?:`(?P<file>[\w.-]+)`:\n\n)?^```(?P<kind>\w+)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)
"""A fenced block; a paragraph that ends with a file's name and a colon says under which name it is saved."""
CODE = re.compile(r"`([^`\n]+)`")
LINK = re.compile(r"\]\(([^)#:]+)\)")
FILE = re.compile(r"[\w.-]*/[\w./-]*|[\w-]+\.(?:py|md|toml|sql|table|json)")
NAME = re.compile(r"(?P<call>[A-Za-z_][\w.]*)\(\)|(?P<thing>[A-Z]\w+(?:\.\w+)?)")
BUTTONS = {"WHITE", "GREY", "BLACK", "OK", "BACK"}


def examples() -> Iterator[tuple[str, str]]:
    """Each command line in the README's console blocks, and what it is said to print."""
    for block in FENCED.finditer(README):
        if block["kind"] == "console":
            for shown in re.split(r"^\$ ", block["body"], flags=re.MULTILINE)[1:]:
                command, _, printed = shown.partition("\n")
                yield command, printed


def run_in(folder: Path, command: str) -> str:
    """What a shell prints for a command line, in a folder with the README's files and `tholos` at hand."""
    for block in FENCED.finditer(README):
        if block["file"]:
            (folder / block["file"]).write_text(block["body"], encoding="utf-8")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.stdout


@pytest.mark.parametrize(("command", "printed"), list(examples()), ids=[command for command, _ in examples()])
def test_an_example_prints_what_the_readme_shows(command: str, printed: str, tmp_path: Path) -> None:
    """Whoever types an example of the README sees what stands below it, letter by letter."""
    seen = run_in(tmp_path, command)

    assert seen == printed


def test_the_readme_names_every_command(tmp_path: Path) -> None:
    """The README's table has each command that `tholos --help` has, and no other."""
    helped = run_in(tmp_path, "tholos --help")
    commands = re.findall(r"^    (\w+)  ", helped, re.MULTILINE)

    named = re.findall(r"^\| `tholos (\w+)", README, re.MULTILINE)

    assert commands
    assert sorted(named) == sorted(commands)


def test_every_command_without_hardware_has_an_example() -> None:
    """There is something to copy for whatever can be tried and then ends by itself."""
    named = set(re.findall(r"^\| `tholos (\w+)", README, re.MULTILINE))

    shown = {command.split()[1] for command, _ in examples()}

    of_the_device = {"run", "status", "calibrate", "doctor", "flash", "report", "games", "export", "import"}
    assert named - shown == {"play"} | of_the_device


def listed(heading: str) -> list[acts.Act]:
    """The lines of a script in the first column of the table below a heading of docs/tables.md."""
    section = re.split(r"^## ", TABLES.split(f"## {heading}\n")[1], flags=re.MULTILINE)[0]
    cells = re.findall(r"^\| (`.*?) \|", section, re.MULTILINE)
    return [parse_act(Line("tables.md", 1, text)) for cell in cells for text in CODE.findall(cell)]


def test_the_page_on_table_scripts_has_every_act_and_every_expectation() -> None:
    """All that a script can say is written down, as it can be copied, and nothing else."""
    told = {type(act) for act in listed("Acts")}
    expected = {type(act) for act in listed("Expectations")}

    assert told == set(get_args(acts.TableAct)) | set(get_args(acts.DeviceAct))
    assert expected == set(get_args(acts.Expectation))


def test_the_readme_names_every_act_of_a_script() -> None:
    """Nobody has to read the code to learn that there is a `bump`."""
    words = {act.line.text.split()[0] for act in listed("Acts")}
    sentence = re.search(r"the acts (.*?), and all that can be expected", README, re.DOTALL)

    assert sentence is not None
    assert set(CODE.findall(sentence[1])) == words


@pytest.mark.parametrize(
    "script",
    [
        # Half a turn; the other player's turn; whose stone; where it came from.
        "setup position -/-/bw/-/-/-/- ww bb w -|stone C D|wait 2|expect screen A turn is under way",
        "setup position -/-/bg/-/-/-/- ww bb w -|stone white:w B|expect turn wB"
        "|stone C D|wait 2|expect settled 1|expect screen A turn is under way",
        "setup basic first=white|stone white:w F|stone black:b D|expect turn wF:wD",
        "setup basic first=white|stone quarry:g A|expect turn wA",
    ],
)
def test_what_the_page_says_nobody_can_tell_apart_is_not_told_apart(script: str, tmp_path: Path) -> None:
    """The page promises neither more nor less than the device does."""
    path = tmp_path / "evening.table"
    lines = (re.sub("(?<=screen )(.*)", r'"\1"', line) for line in script.split("|"))
    path.write_text("\n".join(lines), encoding="utf-8")

    outcome = play_script(path, is_fast=True, is_paced=False)

    assert outcome.failure is None, str(outcome.failure)


@pytest.mark.parametrize("paper", PAPERS)
def test_no_link_leads_nowhere(paper: str) -> None:
    """Every file that a paper links to is there."""
    text = (ROOT / paper).read_text(encoding="utf-8")
    links = LINK.findall(text)

    missing = [link for link in links if not (ROOT / paper).parent.joinpath(link).exists()]

    assert missing == []


def test_the_terminal_calibrates_in_the_words_of_the_readme() -> None:
    """Who sits at a terminal is told what it says, not only what the display does."""
    quoted = re.sub(r"\s+", " ", README)
    first = Step(Wants.STONE, number=1)

    assert f"*{wants_text(first)}*" in quoted
    assert "*Take everything off the temple, then press Enter* …" in quoted
    assert "Take everything off the temple, then press Enter" in inspect.getsource(calibrate)


WORDS = tomllib.loads((ROOT / "companion" / "screen" / "words" / "en.toml").read_text(encoding="utf-8"))
COMPLAINTS = ("link", "fault", "refusal", "vain", "mend", "objection")
ASKED = ("turn", "question", "action", "choice", "correct", "wants", "calibrate")


@pytest.mark.parametrize("part", [*COMPLAINTS, *ASKED])
def test_whatever_the_display_complains_of_or_asks_is_on_a_page(part: str) -> None:
    """Who reads a line on the display finds it, and what to do, in docs/messages.md."""
    missing = [text for text in WORDS[part].values() if as_listed(text) not in MESSAGES]

    assert missing == []


def test_no_question_of_the_display_is_without_an_answer_on_that_page() -> None:
    """Wherever it is asked, in play, before it or in the menu: the page says what answers it."""
    asked = {text for texts in WORDS.values() for text in texts.values() if text.endswith("?")}

    assert as_listed(WORDS["start"]["title"]) in MESSAGES
    assert {text for text in asked if as_listed(text) not in MESSAGES} == set()


def as_listed(text: str) -> str:
    """A text as docs/messages.md has it: `…` stands for what changes."""
    return f"*{re.sub(r'{[^}]*}', '…', text)}*"


def test_a_script_is_for_the_language_that_it_expects(tmp_path: Path) -> None:
    """The README's own script is for English, as it says."""
    seen = run_in(tmp_path, "tholos simulate evening.table --fast --lang de; echo $?")

    assert seen.endswith("\n1\n")
    assert "`evening.table` above is for English" in README


GALLERY = ROOT / "docs" / "screens"
PICTURES = gallery.pictures()
MADE_ANEW = "made anew by: python -m tests.screen.gallery docs/screens"


@pytest.mark.parametrize("path", PICTURES)
def test_a_picture_shows_what_the_display_shows(path: str) -> None:
    """What people see in the papers is what the device draws."""
    drawn = PICTURES[path]

    with Image.open(GALLERY / path) as shown:
        assert shown.convert("L").tobytes() == drawn.convert("L").tobytes(), MADE_ANEW


def test_the_gallery_shows_every_page_and_no_other() -> None:
    """Who looks a page up finds it in each language, and none that is gone."""
    kept = {path.relative_to(GALLERY).as_posix() for path in GALLERY.rglob("*.png")}

    assert kept == set(PICTURES)
    assert (GALLERY / "README.md").read_text(encoding="utf-8") == gallery.paper(), MADE_ANEW


def test_the_overview_names_no_file_that_is_gone() -> None:
    """A maker finds every file and folder that the overview sends them to."""
    named = [code for code in CODE.findall(OVERVIEW) if FILE.fullmatch(code)]

    missing = [
        name for name in named if not any((base / name).exists() for base in (ROOT, ROOT / "companion"))
    ]

    assert len(named) > len(set(named)) > 20
    assert missing == []


def test_the_overview_names_nothing_that_the_code_has_not() -> None:
    """Every function, class and constant of the overview is one that a maker can look up."""
    known = set(defined())
    named = [
        match["call"] or match["thing"] for code in CODE.findall(OVERVIEW) if (match := NAME.fullmatch(code))
    ]

    unknown = sorted(set(named) - known - BUTTONS)

    assert len(set(named)) > 50
    assert unknown == []


def defined() -> Iterator[str]:
    """Every name that the program or the firmware defines: functions, classes, `Class.member`, constants."""
    for folder in ("companion", "firmware"):
        for path in (ROOT / folder).rglob("*.py"):
            tree = ast.parse(path.read_text(encoding="utf-8"))
            yield from names(tree.body)
            for node in tree.body:
                if isinstance(node, ast.ClassDef):
                    members = [each for part in ast.walk(node) for each in names([part])]
                    yield from (f"{node.name}.{member}" for member in members)


def names(nodes: list[ast.AST] | list[ast.stmt]) -> Iterator[str]:
    """The names that these statements give to something."""
    for node in nodes:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        targets = node.targets if isinstance(node, ast.Assign) else []
        if isinstance(node, ast.AnnAssign):
            targets = [node.target]
        for target in targets:
            for part in ast.walk(target):
                if isinstance(part, ast.Name):
                    yield part.id
                elif isinstance(part, ast.Attribute):
                    yield part.attr
