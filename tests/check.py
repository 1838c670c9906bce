"""Every gate in one go: `make test`, and the same in CI. All run even when one fails; exit 1 if any did."""

import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent

IN_PARALLEL = ("pytest", "--numprocesses=auto", "--dist=worksteal")
"""As many workers as processors; one that has nothing left to do takes over tests of another."""

GATES = {
    # name: a module of this Python and its arguments; warnings are errors by pyproject.toml
    "format": ("ruff", "format", "--check", "--quiet", "."),
    "lint": ("ruff", "check", "--quiet", "."),
    "types": ("mypy",),
    "tests": IN_PARALLEL,
    # Where a wrong answer would be believed, every branch is taken, by that part's own tests. They alone run
    # once more for that: to look which branches are taken makes Python three times as slow.
    "branches of rules/ and link/": (
        *IN_PARALLEL,
        "--cov=companion/rules",
        "--cov=companion/link",
        "--cov-branch",
        "--cov-report=term-missing",
        "--cov-fail-under=100",
        "tests/rules",
        "tests/link",
    ),
    "printed parts": ("hardware.parts.check",),
}
NOT_CHECKED = 3
"""Exit status of a gate that lacks the program to tell by: the printed parts', without OpenSCAD."""
WORDS = {0: "passed", NOT_CHECKED: "NOT CHECKED"}


def run(arguments: tuple[str, ...]) -> tuple[int, str]:
    """Run one gate, its words passed on as they come; its exit status, and its last line."""
    last_line = ""
    command = [sys.executable, "-m", *arguments]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as gate:
        for line in gate.stdout or ():
            sys.stdout.write(line)
            sys.stdout.flush()
            last_line = line.strip() or last_line
    return gate.returncode, last_line


def main() -> int:
    """Run the gates, then say of each whether it passed and how long it took."""
    verdicts, summary = [], ""
    for name, arguments in GATES.items():
        print(f"--- {name}: {' '.join(arguments)}", flush=True)
        began_s = time.monotonic()
        status, last_line = run(arguments)
        verdicts.append((status, name, time.monotonic() - began_s))
        if name == "tests":
            summary = last_line
    print("---")
    for status, name, took_s in verdicts:
        print(f"{WORDS.get(status, 'FAILED')} {took_s:6.1f} s  {name}")
    print(summary)
    return 0 if all(status in WORDS for status, _, _ in verdicts) else 1


if __name__ == "__main__":
    sys.exit(main())
